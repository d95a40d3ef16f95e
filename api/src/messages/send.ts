// Sends one message, once: the text in the reader's language, through whichever company carries its channel.
// A message that cannot go now is tried again by its job; money never waits for it.
import { languages } from '@jokko/contract/common'
import { withPlainSpaces } from '@jokko/core/french-spaces'
import type { MessageAnswer, OutgoingMessage } from '@jokko/providers/port'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { translate } from '../http/texts.ts'

const QueuedMessage = z.object({
  key: z.string(),
  channel: z.enum(['sms', 'whatsapp', 'email']),
  to: z.string(),
  toName: z.optional(z.string()),
  template: z.string(),
  language: z.enum(languages),
  params: z.record(z.string(), z.string()),
})
type QueuedMessage = z.infer<typeof QueuedMessage>

export async function sendMessage(deps: Deps, payload: unknown): Promise<void> {
  const message = QueuedMessage.parse(payload)
  if (await wasSent(deps, message.key)) return
  const answer = await deps.providers.messages.send(outgoing(message))
  if (answer.kind === 'accepted') return remember(deps, message, 'sent', answer.providerId)
  if (answer.kind === 'declined') {
    deps.log.warn(
      { key: message.key, code: answer.code, provider_code: answer.providerCode },
      'message refused',
    )
    return remember(deps, message, 'failed', null)
  }
  // Sent again with the same id: at worst somebody reads the same words twice.
  throw new Error(`Message ${message.key} did not go: ${answer.reason}`)
}

/** At once, once, and without a trace of its words: for what only its reader may know, such as a code. */
export function sendNow(deps: Pick<Deps, 'providers'>, message: QueuedMessage): Promise<MessageAnswer> {
  return deps.providers.messages.send(outgoing(message))
}

function outgoing({ key, channel, to, toName, template, language, params }: QueuedMessage): OutgoingMessage {
  // As mail headers take it.
  const messageId = key.replaceAll(/[^\w.-]/g, '.')
  const text = (part: string) => translate(language, `messages:${template}.${part}`, params)
  if (channel === 'email') {
    return {
      channel,
      messageId,
      to,
      ...(toName !== undefined && { toName }),
      subject: text('subject'),
      text: text('text'),
      language,
    }
  }
  return { channel, messageId, to, text: withPlainSpaces(text('sms')) }
}

async function wasSent({ pool }: Deps, key: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from app.messages_sent where key = $1', [key])
  return rowCount !== 0
}

async function remember(
  { pool }: Deps,
  { key, channel, to }: QueuedMessage,
  state: 'sent' | 'failed',
  providerId: string | null,
): Promise<void> {
  await pool.query(
    `insert into app.messages_sent (key, channel, recipient, state, provider_id) values ($1, $2, $3, $4, $5)
     on conflict (key) do nothing`,
    [key, channel, to, state, providerId],
  )
}
