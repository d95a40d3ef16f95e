// Mail. Nothing that a person chose (a name, a subject made from one) can add a header or a second recipient.
import { refuseSandbox } from '../environment.ts'
import type { AppEnvironment, MessageAnswer, OutgoingMessage } from '../port.ts'
import { type Mail, type SmtpClient, type SmtpConnection, type SmtpResult, smtpClient } from './client.ts'
import { mailHtml } from './html.ts'

export type SmtpConfig = SmtpConnection & {
  readonly appEnv: AppEnvironment
  readonly from: { readonly name: string; readonly address: string }
}

export type Email = Extract<OutgoingMessage, { channel: 'email' }>

export type MailSender = { send(email: Email): Promise<MessageAnswer> }

export const createSmtp = (config: SmtpConfig): MailSender => {
  refuseSandbox(config.appEnv, config.url, 'smtps:')
  const client = smtpClient(config)
  return { send: email => send(client, config.from, email) }
}

const MAX_SUBJECT = 200

/** One line of ordinary characters: what would end a header, or hide how the line reads, becomes a space. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, MAX_SUBJECT)

/** One plain address; no list, no comment, no quoted form. */
const isAddress = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s<>()[\]\\,;:"@\p{Cc}]{1,64}@[^\s<>()[\]\\,;:"@\p{Cc}]+\.[^\s<>()[\]\\,;:"@\p{Cc}.]+$/u.test(text)

export const mailFrom = (from: SmtpConfig['from'], email: Email): Mail | undefined => {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  const subject = oneLine(email.subject)
  if (!isAddress(email.to) || !/^[\w.-]{1,100}$/.test(email.messageId)) return undefined
  return {
    messageId: `<${email.messageId}@${domain}>`,
    from,
    to: { name: oneLine(email.toName ?? ''), address: email.to },
    subject,
    text: email.text,
    html: mailHtml(email.text, subject, email.language),
  }
}

const send = async (client: SmtpClient, from: SmtpConfig['from'], email: Email): Promise<MessageAnswer> => {
  const mail = mailFrom(from, email)
  if (mail === undefined) return { kind: 'declined', code: 'invalid_recipient', providerCode: '' }
  return answerOf(await client.send(mail))
}

const answerOf = (result: SmtpResult): MessageAnswer => {
  if (result.kind === 'sent') return { kind: 'accepted', providerId: result.messageId }
  if (result.kind === 'not_sent') return { kind: 'retryable', reason: 'unreachable' }
  if (result.kind === 'no_answer') return { kind: 'unknown', reason: result.reason, detail: result.detail }
  const { status, command } = result
  const providerCode = String(status)
  if (command.startsWith('AUTH')) return { kind: 'retryable', reason: 'not_authorised', providerCode }
  if (status < 500) return { kind: 'retryable', reason: 'operator_down', providerCode }
  return {
    kind: 'declined',
    code: command.startsWith('RCPT') ? 'invalid_recipient' : 'invalid_message',
    providerCode,
  }
}
