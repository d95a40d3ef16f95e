// The only place that speaks SMTP. Gives one message to the mail server once, within bounds of time, and says
// how far the conversation came.
import { createTransport } from 'nodemailer'

export type SmtpConnection = {
  /** `smtp://host:port` on this machine or `smtps://user:password@host:465`. */
  readonly url: string
  readonly timeoutMs: number
}

export type Mail = {
  readonly messageId: string
  readonly from: { readonly name: string; readonly address: string }
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type SmtpResult =
  | { readonly kind: 'sent'; readonly messageId: string }
  /** The server answered with a refusal at this command. */
  | { readonly kind: 'refused'; readonly status: number; readonly command: string; readonly detail: string }
  | { readonly kind: 'not_sent'; readonly detail: string }
  | { readonly kind: 'no_answer'; readonly reason: 'timeout' | 'connection_lost'; readonly detail: string }

export type SmtpClient = { send(mail: Mail): Promise<SmtpResult> }

export const smtpClient = ({ url, timeoutMs }: SmtpConnection): SmtpClient => {
  const address = new URL(url)
  const transport = createTransport({
    host: address.hostname,
    port: Number(address.port || (address.protocol === 'smtps:' ? 465 : 25)),
    secure: address.protocol === 'smtps:',
    ...(address.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async mail => {
      try {
        const info = await transport.sendMail({
          ...mail,
          headers: { 'Auto-Submitted': 'auto-generated' },
          textEncoding: 'quoted-printable',
        })
        return { kind: 'sent', messageId: info.messageId }
      } catch (error) {
        return asResult(error)
      }
    },
  }
}

const asResult = (error: unknown): SmtpResult => {
  if (!(error instanceof Error))
    return { kind: 'no_answer', reason: 'connection_lost', detail: String(error) }
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  const command = 'command' in error && typeof error.command === 'string' ? error.command : ''
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const detail = `${code} ${command}: ${error.message}`
  if (status > 0) return { kind: 'refused', status, command, detail }
  if (command === 'CONN' || code === 'EDNS' || code === 'ETLS') return { kind: 'not_sent', detail }
  return { kind: 'no_answer', reason: code === 'ETIMEDOUT' ? 'timeout' : 'connection_lost', detail }
}
