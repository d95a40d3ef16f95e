// Events of Hub2: the signature over the bytes as they came, then what the event is about. Nothing in it is
// believed beyond that; the transfer is read again before money moves.

import { isObject, type Json, parseJson, textAt } from '../http/json.ts'
import { bytesOfHex, hmac, sameBytes, singleHeader } from '../http/signature.ts'
import type { ImmediateWebhooks, IncomingWebhook, WebhookAnswer, WebhookEvent } from '../port.ts'

export type Hub2WebhookSecrets = { readonly webhookSecret: string; readonly previousWebhookSecret?: string }

export const hub2Webhooks = (secrets: Hub2WebhookSecrets): ImmediateWebhooks => ({
  receive: webhook => receive(secrets, webhook),
})

const receive = (secrets: Hub2WebhookSecrets, { rawBody, headers }: IncomingWebhook): WebhookAnswer => {
  const header = singleHeader(headers, 'hub2-signature')
  if (header === undefined) return { kind: 'refused', reason: 'signature_missing' }
  if (!isSigned(secrets, rawBody, header)) return { kind: 'refused', reason: 'signature_wrong' }
  const event = eventOf(parseJson(new TextDecoder().decode(rawBody)))
  return event === undefined ? { kind: 'refused', reason: 'unreadable' } : { kind: 'event', event }
}

/**
 * `s1` is made with their current secret, `s0` with the one before. Around a rotation ours may be either, so
 * any of their signatures may match any of our secrets.
 */
const isSigned = (secrets: Hub2WebhookSecrets, rawBody: Uint8Array, header: string): boolean => {
  const given = header
    .split(',')
    .map(part => /^\s*s[01]=([0-9a-f]{64})\s*$/i.exec(part)?.[1])
    .filter(hex => hex !== undefined)
    .slice(0, 2)
  return [secrets.webhookSecret, secrets.previousWebhookSecret]
    .filter(secret => secret !== undefined)
    .map(secret => hmac('sha256', secret, [rawBody]))
    .some(expected => given.some(hex => sameBytes(bytesOfHex(hex), expected)))
}

const eventOf = (body: Json | undefined): WebhookEvent | undefined => {
  if (!isObject(body)) return undefined
  const eventId = textAt(body, 'id')
  const type = normalisedType(textAt(body, 'type'))
  if (eventId === '' || type === '') return undefined
  const subject = subjectOf(type)
  return {
    provider: 'hub2',
    eventId,
    type,
    subject,
    // A payment is part of an intent, which is what can be asked for.
    objectId: textAt(body, 'data', type.startsWith('payment.') ? 'intentId' : 'id'),
    reference: textAt(body, 'data', subject === 'pay_in' ? 'purchaseReference' : 'reference'),
    createdAt: textAt(body, 'createdAt'),
  }
}

/** Hub2 writes both `succeeded` and `successful`. */
const normalisedType = (type: string): string => type.replace(/\.successful$/, '.succeeded')

const subjectOf = (type: string): WebhookEvent['subject'] => {
  if (type.startsWith('transfer.')) return 'payout'
  return type.startsWith('payment.') || type.startsWith('payment_intent.') ? 'pay_in' : 'other'
}
