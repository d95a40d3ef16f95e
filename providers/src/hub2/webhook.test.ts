// Hub2's two signatures over the raw bytes, and what its events are about.
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hub2Webhooks } from './webhook.ts'

const secret = '5257a8'
const bytes = (text: string) => new TextEncoder().encode(text)
const sign = (body: string, key: string) => createHmac('sha256', key).update(body).digest('hex')

const receive = (body: string, signature: string | undefined, secrets = { webhookSecret: secret }) =>
  hub2Webhooks(secrets).receive({
    rawBody: bytes(body),
    headers: { 'hub2-signature': signature },
    url: 'https://jokko.example/api/v1/webhooks/hub2',
    receivedAt: new Date('2026-11-27T10:00:00Z'),
  })

const event = (type: string, data: object = { id: 'tr_1', reference: 'att_1' }) =>
  JSON.stringify({ id: 'evt_1', type, data, createdAt: '2026-11-27T10:15:04.530Z' })

describe('the signature', () => {
  test('of the published example verifies; its body alone is no event', () => {
    const s1 = '902f31fce047bcca655e10aed18d8dc05339782548a11f9e17cc6d4b3893fbb3'
    expect(receive('{"type":"payment.succeeded"}', `s1=${s1}`)).toEqual({
      kind: 'refused',
      reason: 'unreadable',
    })
    expect(receive('{"type":"payment.succeeded" }', `s1=${s1}`)).toMatchObject({ reason: 'signature_wrong' })
  })

  test('is over the exact bytes: line ends, escapes and number forms count', () => {
    const body = '{ "id" : "evt-2",\n  "type":"transfer.succeeded", "amount": 10.50, "n":"A\\u00efda" }\n'
    expect(receive(body, `s1=${sign(body, secret)}`).kind).toBe('event')
    expect(receive(JSON.stringify(JSON.parse(body)), `s1=${sign(body, secret)}`).kind).toBe('refused')
  })

  test('may be made with either secret around a rotation', () => {
    const body = event('transfer.succeeded')
    const header = `s1=${sign(body, 'new')},s0=${sign(body, secret)}`
    expect(receive(body, header).kind).toBe('event')
    expect(receive(body, `s1=${sign(body, 'new')}`).kind).toBe('refused')
    const both = { webhookSecret: 'new', previousWebhookSecret: secret }
    expect(receive(body, `s1=${sign(body, secret)}`, both).kind).toBe('event')
  })

  test.each([
    [undefined, 'signature_missing'],
    ['', 'signature_missing'],
    ['s1=', 'signature_wrong'],
    ['s1=zz', 'signature_wrong'],
    [sign(event('transfer.succeeded'), secret), 'signature_wrong'],
    [`s2=${sign(event('transfer.succeeded'), secret)}`, 'signature_wrong'],
  ])('%s is refused as %s', (header, reason) => {
    expect(receive(event('transfer.succeeded'), header)).toEqual({ kind: 'refused', reason })
  })

  test('sent twice in one request is refused', () => {
    const body = event('transfer.succeeded')
    const header = [`s1=${sign(body, secret)}`, 's1=00']
    const answer = hub2Webhooks({ webhookSecret: secret }).receive({
      rawBody: bytes(body),
      headers: { 'hub2-signature': header },
      url: '',
      receivedAt: new Date(0),
    })
    expect(answer).toEqual({ kind: 'refused', reason: 'signature_missing' })
  })
})

describe('what an event says', () => {
  const read = (body: string) => receive(body, `s1=${sign(body, secret)}`)

  test('a transfer, with both spellings of success as one type', () => {
    for (const type of ['transfer.succeeded', 'transfer.successful'])
      expect(read(event(type))).toEqual({
        kind: 'event',
        event: {
          provider: 'hub2',
          eventId: 'evt_1',
          type: 'transfer.succeeded',
          subject: 'payout',
          objectId: 'tr_1',
          reference: 'att_1',
          createdAt: '2026-11-27T10:15:04.530Z',
        },
      })
  })

  test('a payment intent, by its purchase reference', () => {
    const body = event('payment_intent.succeeded', { id: 'pi_1', purchaseReference: 'pay-1' })
    expect(read(body)).toMatchObject({ event: { subject: 'pay_in', objectId: 'pi_1', reference: 'pay-1' } })
  })

  test('a payment, by the intent that it is part of', () => {
    const body = event('payment.failed', { id: 'pay_1', intentId: 'pi_1' })
    expect(read(body)).toMatchObject({ event: { subject: 'pay_in', objectId: 'pi_1', reference: '' } })
  })

  test('a type never heard of is kept as other, not refused', () => {
    expect(read(event('recipient.created'))).toMatchObject({ event: { subject: 'other' } })
  })

  test.each(['', 'not json', '[]', '{"id":"evt_1"}', '{"type":"transfer.failed"}'])(
    '"%s" is unreadable',
    body => {
      expect(read(body)).toEqual({ kind: 'refused', reason: 'unreadable' })
    },
  )
})
