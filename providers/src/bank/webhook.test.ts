// The bank's signature over the raw bytes and its time, so that nothing can be changed or played again.
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import vectors from '../../fixtures/bank/webhook_raw_bodies.json' with { type: 'json' }
import { bankWebhooks } from './webhook.ts'

const { secret, timestamp } = vectors

const receive = (rawBody: Uint8Array, header: string | undefined, secondsLater = 1) =>
  bankWebhooks(secret).receive({
    rawBody,
    headers: { 'bank-signature': header },
    url: '',
    receivedAt: new Date((timestamp + secondsLater) * 1_000),
  })

describe('WHK-01 the signature is over the raw bytes', () => {
  test.each(vectors.bodies)('$raw_text', ({ raw_hex, signature }) => {
    const body = Buffer.from(raw_hex, 'hex')
    const header = `t=${timestamp},v1=${signature}`
    // These bodies are signed rightly but are no events of a bank.
    expect(receive(body, header)).toEqual({ kind: 'refused', reason: 'unreadable' })
    expect(receive(Buffer.concat([body, Buffer.from(' ')]), header)).toMatchObject({
      reason: 'signature_wrong',
    })
    if (body.length === 0) return
    const changed = Buffer.from(body)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(receive(changed, header)).toMatchObject({ reason: 'signature_wrong' })
  })
})

const body = Buffer.from(
  JSON.stringify({
    id: 'evt_1',
    type: 'statement.created',
    created_at: '2026-02-02T02:40:00.000Z',
    data: { id: 'stm_1', type: 'camt.054.001.08' },
  }),
)
const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
const header = `t=${timestamp},v1=${signature}`

describe('WHK-02 replay', () => {
  test('after a second it is the same event, which is worked on once', () => {
    expect(receive(body, header, 1)).toEqual(receive(body, header, 2))
  })

  test.each([
    ['after ten minutes', header, 600, 'stale'],
    ['from the future', header, -120, 'future'],
    ['without the header', undefined, 1, 'signature_missing'],
    ['without the time', `v1=${signature}`, 1, 'signature_wrong'],
    ['with another time', `t=${timestamp + 600},v1=${signature}`, 600, 'signature_wrong'],
  ])('%s it is refused', (_when, given, secondsLater, reason) => {
    expect(receive(body, given, secondsLater)).toEqual({ kind: 'refused', reason })
  })
})

test('an event names the file that waits', () => {
  expect(receive(body, header)).toEqual({
    kind: 'event',
    event: {
      provider: 'bank',
      eventId: 'evt_1',
      type: 'statement.created',
      subject: 'bank_statement',
      objectId: 'stm_1',
      reference: '',
      createdAt: '2026-02-02T02:40:00.000Z',
    },
  })
})
