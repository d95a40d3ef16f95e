// Monext's notification: a GET that anybody could send, so it says nothing but "look at this session again".
// It carries no id of its own, comes again each minute until the session is read, and tells a chargeback by the same call.
// The id is made of the session and the minute. What comes again within that minute is looked at when it is over: nothing
// is missed, and calls of a stranger cost two questions a minute at most.
import type { ImmediateWebhooks, IncomingWebhook, WebhookAnswer } from '../port.ts'

const PROVIDER = 'monext'
const MINUTE = 60_000

export const monextWebhooks: ImmediateWebhooks = { receive: webhook => receive(webhook) }

const receive = ({ url, receivedAt }: IncomingWebhook): WebhookAnswer => {
  const query = URL.parse(url)?.searchParams
  const [token, ...otherTokens] = query?.getAll('token') ?? []
  const [type, ...otherTypes] = query?.getAll('notificationType') ?? []
  const isWhole = otherTokens.length === 0 && otherTypes.length === 0
  if (!isWhole || token === undefined || !/^[\w-]{1,100}$/.test(token)) return unreadable
  if (type === undefined || !/^[A-Za-z]{1,40}$/.test(type)) return unreadable
  const createdAt = receivedAt.toISOString()
  const nextMinute = new Date(Math.floor(receivedAt.getTime() / MINUTE + 1) * MINUTE)
  return {
    kind: 'event',
    event: {
      provider: PROVIDER,
      eventId: `${token}:${createdAt.slice(0, 16)}`,
      type,
      subject: type === 'WEBTRS' ? 'pay_in' : 'other',
      objectId: token,
      reference: '',
      createdAt,
      lookAgainAt: nextMinute.toISOString(),
    },
  }
}

const unreadable: WebhookAnswer = { kind: 'refused', reason: 'unreadable' }
