// Events of the partner network: the signature over the bytes as they came, then what the event is about. The payout is
// read again before money moves.
import { isObject, parseJson, textAt } from '../http/json.ts'
import { bytesOfHex, hmac, sameBytes, singleHeader } from '../http/signature.ts'
import type { ImmediateWebhooks, IncomingWebhook, WebhookAnswer } from '../port.ts'

type Source = { readonly name: string; readonly webhookSecret: string }

export const partnerWebhooks = (source: Source): ImmediateWebhooks => ({
  receive: webhook => receive(source, webhook),
})

const receive = ({ name, webhookSecret }: Source, { rawBody, headers }: IncomingWebhook): WebhookAnswer => {
  const header = singleHeader(headers, 'partner-signature')
  if (header === undefined) return { kind: 'refused', reason: 'signature_missing' }
  const given = /^s1=([0-9a-f]{64})$/i.exec(header.trim())?.[1] ?? ''
  if (!sameBytes(bytesOfHex(given), hmac('sha256', webhookSecret, [rawBody])))
    return { kind: 'refused', reason: 'signature_wrong' }
  const body = parseJson(new TextDecoder().decode(rawBody))
  const eventId = textAt(body, 'id')
  const type = textAt(body, 'type')
  if (!isObject(body) || eventId === '' || type === '') return { kind: 'refused', reason: 'unreadable' }
  return {
    kind: 'event',
    event: {
      provider: name,
      eventId,
      type,
      subject: type.startsWith('payout.') ? 'payout' : 'other',
      objectId: textAt(body, 'data', 'id'),
      reference: textAt(body, 'data', 'reference'),
      createdAt: textAt(body, 'created_at'),
    },
  }
}
