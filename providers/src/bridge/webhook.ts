// Events of Bridge: the signature over the bytes as they came, then what the event is about. Nothing in it is believed
// beyond that; the link is read again, and money is only what our own bank books.
import { createHash } from 'node:crypto'
import { isObject, type Json, parseJson, textAt } from '../http/json.ts'
import { bytesOfHex, hmac, sameBytes, singleHeader } from '../http/signature.ts'
import type { ImmediateWebhooks, IncomingWebhook, WebhookAnswer, WebhookEvent } from '../port.ts'

export type BridgeWebhookSecrets = {
  readonly webhookSecret: string
  /** The secret before the last rotation, while events signed with it may still come. */
  readonly previousWebhookSecret?: string
}

const MAX_SIGNATURES = 4

export const bridgeWebhooks = (secrets: BridgeWebhookSecrets): ImmediateWebhooks => ({
  receive: webhook => receive(secrets, webhook),
})

const receive = (secrets: BridgeWebhookSecrets, { rawBody, headers }: IncomingWebhook): WebhookAnswer => {
  const header = singleHeader(headers, 'bridgeapi-signature')
  if (header === undefined) return { kind: 'refused', reason: 'signature_missing' }
  if (!isSigned(secrets, rawBody, header)) return { kind: 'refused', reason: 'signature_wrong' }
  const event = eventOf(rawBody, parseJson(new TextDecoder().decode(rawBody)))
  return event === undefined ? { kind: 'refused', reason: 'unreadable' } : { kind: 'event', event }
}

/** Several `v1` come around a rotation, and ours may be either secret. */
const isSigned = (secrets: BridgeWebhookSecrets, rawBody: Uint8Array, header: string): boolean => {
  const given = header
    .split(',')
    .map(part => /^\s*v1=([0-9a-f]{64})\s*$/i.exec(part)?.[1])
    .filter(hex => hex !== undefined)
    .slice(0, MAX_SIGNATURES)
  return [secrets.webhookSecret, secrets.previousWebhookSecret]
    .filter(secret => secret !== undefined)
    .map(secret => hmac('sha256', secret, [rawBody]))
    .some(expected => given.some(hex => sameBytes(bytesOfHex(hex), expected)))
}

const eventOf = (rawBody: Uint8Array, body: Json | undefined): WebhookEvent | undefined => {
  const type = textAt(body, 'type')
  if (!isObject(body) || type === '') return undefined
  return {
    provider: 'bridge',
    // Events carry no id of their own; one that is sent again is the same bytes.
    eventId: createHash('sha256').update(rawBody).digest('hex'),
    type,
    subject: type.startsWith('payment.') ? 'pay_in' : 'other',
    objectId: textAt(body, 'content', 'payment_link_id'),
    reference: textAt(body, 'content', 'client_reference'),
    createdAt: timeOf(textAt(body, 'timestamp')),
  }
}

/** From milliseconds; empty when there are none. */
const timeOf = (milliseconds: string): string =>
  /^\d{12,13}$/.test(milliseconds) ? new Date(Number(milliseconds)).toISOString() : ''
