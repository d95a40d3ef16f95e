// The bank's word that a new file waits. Signed together with its time, so that an old message cannot be
// played again later; within the tolerance the event id makes a repeat harmless.

import { type Json, parseJson, textAt } from '../http/json.ts'
import { bytesOfHex, hmac, sameBytes, singleHeader } from '../http/signature.ts'
import type { ImmediateWebhooks, IncomingWebhook, WebhookAnswer, WebhookEvent } from '../port.ts'

const OLDEST_MS = 5 * 60_000
/** Clocks of two companies differ a little. */
const AHEAD_MS = 30_000

export const bankWebhooks = (secret: string): ImmediateWebhooks => ({
  receive: webhook => receive(secret, webhook),
})

const receive = (secret: string, { rawBody, headers, receivedAt }: IncomingWebhook): WebhookAnswer => {
  const header = singleHeader(headers, 'bank-signature')
  if (header === undefined) return { kind: 'refused', reason: 'signature_missing' }
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/i.exec(header.replaceAll(' ', ''))
  const [, seconds = '', signature = ''] = parts ?? []
  const expected = hmac('sha256', secret, [`${seconds}.`, rawBody])
  if (parts === null || !sameBytes(bytesOfHex(signature), expected))
    return { kind: 'refused', reason: 'signature_wrong' }
  const ageMs = receivedAt.getTime() - Number(seconds) * 1_000
  if (ageMs > OLDEST_MS) return { kind: 'refused', reason: 'stale' }
  if (ageMs < -AHEAD_MS) return { kind: 'refused', reason: 'future' }
  const event = eventOf(parseJson(new TextDecoder().decode(rawBody)))
  return event === undefined ? { kind: 'refused', reason: 'unreadable' } : { kind: 'event', event }
}

const eventOf = (body: Json | undefined): WebhookEvent | undefined => {
  const eventId = textAt(body, 'id')
  const type = textAt(body, 'type')
  if (eventId === '' || type === '') return undefined
  return {
    provider: 'bank',
    eventId,
    type,
    subject: type.startsWith('statement.') ? 'bank_statement' : 'other',
    objectId: textAt(body, 'data', 'id'),
    reference: '',
    createdAt: textAt(body, 'created_at'),
  }
}
