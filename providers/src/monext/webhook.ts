// Monext's notification: a GET that anybody could send, so it says nothing but "look at this session again".
// It carries no id of its own and comes again each minute until the session is read. The id is made of the session
// and the minute: every repetition is worked on, and calls of a stranger cost one question a minute at most.
import type { ImmediateWebhooks, IncomingWebhook, WebhookAnswer } from '../port.ts'

const PROVIDER = 'monext'

export const monextWebhooks: ImmediateWebhooks = { receive: webhook => receive(webhook) }

const receive = ({ url, receivedAt }: IncomingWebhook): WebhookAnswer => {
  const query = URL.parse(url)?.searchParams
  const [token, ...otherTokens] = query?.getAll('token') ?? []
  const [type, ...otherTypes] = query?.getAll('notificationType') ?? []
  const isWhole = otherTokens.length === 0 && otherTypes.length === 0
  if (!isWhole || token === undefined || !/^[\w-]{1,100}$/.test(token)) return unreadable
  if (type === undefined || !/^[A-Za-z]{1,40}$/.test(type)) return unreadable
  const createdAt = receivedAt.toISOString()
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
    },
  }
}

const unreadable: WebhookAnswer = { kind: 'refused', reason: 'unreadable' }
