// Bridge's signature over the raw bytes, and what its events are about.
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bridgeWebhooks } from './webhook.ts'

const secret = 'whsec'
const sign = (body: string, key: string) =>
  `v1=${createHmac('sha256', key).update(body).digest('hex').toUpperCase()}`

const receive = (
  body: string,
  signature: string | readonly string[] | undefined,
  secrets: { webhookSecret: string; previousWebhookSecret?: string } = { webhookSecret: secret },
) =>
  bridgeWebhooks(secrets).receive({
    rawBody: new TextEncoder().encode(body),
    headers: { 'bridgeapi-signature': signature },
    url: 'https://jokko.example/api/v1/webhooks/bridge',
    receivedAt: new Date('2026-11-27T10:00:00Z'),
  })

const event = (type: string, content: object = {}) =>
  JSON.stringify({ content, timestamp: 1_795_774_504_530, type })

describe('the signature', () => {
  const published = '{"type":"payment.transaction.updated"}'
  const signature = 'v1=5066E34DC0695A6E804185068F94F4F9EB71C62F7B5FC1CDF5F7A8C5DBA112AF'

  test('of the published example verifies, over its exact bytes', () => {
    expect(receive(published, signature)).toMatchObject({ kind: 'event', event: { subject: 'pay_in' } })
    expect(receive(`${published} `, signature)).toEqual({ kind: 'refused', reason: 'signature_wrong' })
  })

  test('may be one of several around a rotation', () => {
    const body = event('payment.link.updated')
    expect(receive(body, `${sign(body, 'new')},${sign(body, secret)}`).kind).toBe('event')
    expect(receive(body, sign(body, 'new')).kind).toBe('refused')
    const both = { webhookSecret: 'new', previousWebhookSecret: secret }
    expect(receive(body, sign(body, secret), both).kind).toBe('event')
  })

  test.each([
    [undefined, 'signature_missing'],
    ['', 'signature_missing'],
    [[signature, signature], 'signature_missing'],
    ['v1=', 'signature_wrong'],
    [signature.slice(3), 'signature_wrong'],
    [signature.replace('v1', 'v2'), 'signature_wrong'],
    [`${'v1=00,'.repeat(9)}${signature}`, 'event'],
  ])('%s is %s', (header, reason) => {
    const answer = receive(published, header)
    expect(answer.kind === 'refused' ? answer.reason : answer.kind).toBe(reason)
  })
})

describe('what an event says', () => {
  const read = (body: string) => receive(body, sign(body, secret))

  test('names the link and our attempt', () => {
    const content = { payment_link_id: 'lnk_1', payment_request_id: 'req_1', client_reference: 'pin_1' }
    expect(read(event('payment.transaction.updated', content))).toEqual({
      kind: 'event',
      event: {
        provider: 'bridge',
        eventId: expect.stringMatching(/^[0-9a-f]{64}$/),
        type: 'payment.transaction.updated',
        subject: 'pay_in',
        objectId: 'lnk_1',
        reference: 'pin_1',
        createdAt: '2026-11-27T10:15:04.530Z',
      },
    })
  })

  test('is known by its bytes: the same again is the same event', () => {
    const idOf = (body: string) => {
      const answer = read(body)
      return answer.kind === 'event' ? answer.event.eventId : answer.reason
    }
    expect(idOf(event('payment.link.updated'))).toBe(idOf(event('payment.link.updated')))
    expect(idOf(event('payment.link.updated'))).not.toBe(idOf(event('payment.link.updated', { a: 1 })))
  })

  test('a trial is kept as other', () => {
    expect(read(event('TEST_EVENT'))).toMatchObject({ event: { subject: 'other', objectId: '' } })
  })

  test.each(['', 'not json', '[]', '{"content":{}}'])('"%s" is unreadable', body => {
    expect(read(body)).toEqual({ kind: 'refused', reason: 'unreadable' })
  })
})
