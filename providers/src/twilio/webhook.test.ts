// Twilio's signature over the called address and the form.
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { twilioWebhooks } from './webhook.ts'

const url = 'https://x.test/hooks/twilio'
const form = { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+22507000000' }

const receive = (signature: string | undefined, fields: Record<string, string> = form, calledUrl = url) =>
  twilioWebhooks('tok').receive({
    rawBody: Buffer.from(new URLSearchParams(fields).toString()),
    headers: { 'x-twilio-signature': signature },
    url: calledUrl,
    receivedAt: new Date('2026-11-27T10:00:00Z'),
  })

const published = '4rpGi9uF4HL6YTY1dNZfvlGQ8II='

describe('the signature', () => {
  test('of the known example verifies', () => {
    expect(receive(published)).toEqual({
      kind: 'event',
      event: {
        provider: 'twilio',
        eventId: 'SM1:delivered',
        type: 'message.delivered',
        subject: 'message',
        objectId: 'SM1',
        reference: '',
        createdAt: '2026-11-27T10:00:00.000Z',
      },
    })
  })

  test('does not depend on the order of the fields', () => {
    const { MessageSid, MessageStatus, To } = form
    expect(receive(published, { To, MessageStatus, MessageSid }).kind).toBe('event')
  })

  test.each([
    ['another field', { ...form, ErrorCode: '30003' }, url],
    ['another value', { ...form, MessageStatus: 'failed' }, url],
    ['another address', form, 'https://x.test/hooks/twilio?x=1'],
  ])('fails for %s', (_what, fields, calledUrl) => {
    expect(receive(published, fields, calledUrl)).toEqual({ kind: 'refused', reason: 'signature_wrong' })
  })

  test('must be there', () => {
    expect(receive(undefined)).toEqual({ kind: 'refused', reason: 'signature_missing' })
    expect(receive('')).toEqual({ kind: 'refused', reason: 'signature_missing' })
    expect(receive('AAAA')).toEqual({ kind: 'refused', reason: 'signature_wrong' })
  })
})

test('a signed form without a message is unreadable', () => {
  const signature = createHmac('sha1', 'tok').update(`${url}To+221770000000`).digest('base64')
  expect(receive(signature, { To: '+221770000000' })).toEqual({ kind: 'refused', reason: 'unreadable' })
})
