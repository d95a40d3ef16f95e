// What became of a message. Twilio signs the address that it calls together with the form's fields, and has
// no event id of its own: a message reaches each of its states once.
import { hmac, sameBytes, singleHeader } from '../http/signature.ts'
import type { ImmediateWebhooks, IncomingWebhook, WebhookAnswer, WebhookEvent } from '../port.ts'

export const twilioWebhooks = (authToken: string): ImmediateWebhooks => ({
  receive: webhook => receive(authToken, webhook),
})

const receive = (authToken: string, webhook: IncomingWebhook): WebhookAnswer => {
  const header = singleHeader(webhook.headers, 'x-twilio-signature')
  if (header === undefined) return { kind: 'refused', reason: 'signature_missing' }
  const fields = [...new URLSearchParams(new TextDecoder().decode(webhook.rawBody))]
  if (!sameBytes(Buffer.from(header, 'base64'), signatureOf(authToken, webhook.url, fields)))
    return { kind: 'refused', reason: 'signature_wrong' }
  const event = eventOf(new Map(fields), webhook.receivedAt)
  return event === undefined ? { kind: 'refused', reason: 'unreadable' } : { kind: 'event', event }
}

const signatureOf = (
  authToken: string,
  url: string,
  fields: readonly (readonly [string, string])[],
): Buffer => {
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return hmac('sha1', authToken, [url, ...sorted.map(([name, value]) => name + value)])
}

const eventOf = (fields: ReadonlyMap<string, string>, receivedAt: Date): WebhookEvent | undefined => {
  const sid = fields.get('MessageSid') ?? ''
  const status = fields.get('MessageStatus') ?? ''
  if (sid === '' || status === '') return undefined
  return {
    provider: 'twilio',
    eventId: `${sid}:${status}`,
    type: `message.${status}`,
    subject: 'message',
    objectId: sid,
    reference: '',
    createdAt: receivedAt.toISOString(),
  }
}
