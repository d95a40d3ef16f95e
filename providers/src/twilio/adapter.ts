// SMS and WhatsApp through Twilio.
import { refuseSandbox } from '../environment.ts'
import type { MessageFailureCode, RetryReason } from '../failures.ts'
import type { AppEnvironment, ImmediateWebhooks, MessageAnswer, OutgoingMessage } from '../port.ts'
import { type TwilioClient, type TwilioConnection, type TwilioResult, twilioClient } from './client.ts'
import { twilioWebhooks } from './webhook.ts'

export type TwilioConfig = TwilioConnection & {
  readonly appEnv: AppEnvironment
  /** Our number or sender name; WhatsApp uses the same one unless it has its own. */
  readonly from: string
  readonly whatsappFrom?: string
  /** Public address that is told what became of a message; none is told when absent. */
  readonly statusCallback?: string
}

export type PhoneMessage = Extract<OutgoingMessage, { channel: 'sms' | 'whatsapp' }>

export type Twilio = {
  readonly phone: { send(message: PhoneMessage): Promise<MessageAnswer> }
  readonly webhooks: ImmediateWebhooks
}

export const createTwilio = (config: TwilioConfig): Twilio => {
  refuseSandbox(config.appEnv, config.url)
  if (config.authToken === '') throw new Error('the auth token of Twilio is missing')
  const client = twilioClient(config)
  return {
    phone: { send: message => send(client, config, message) },
    webhooks: twilioWebhooks(config.authToken),
  }
}

const messageForm = (config: TwilioConfig, message: PhoneMessage): Record<string, string> => {
  const isWhatsapp = message.channel === 'whatsapp'
  const from = isWhatsapp ? `whatsapp:${config.whatsappFrom ?? config.from}` : config.from
  return {
    To: isWhatsapp ? `whatsapp:${message.to}` : message.to,
    [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
    Body: message.text,
    ...(config.statusCallback === undefined ? {} : { StatusCallback: config.statusCallback }),
  }
}

const send = async (
  client: TwilioClient,
  config: TwilioConfig,
  message: PhoneMessage,
): Promise<MessageAnswer> => {
  if (!/^\+[1-9]\d{6,14}$/.test(message.to))
    return { kind: 'declined', code: 'invalid_recipient', providerCode: '' }
  const result = await client.createMessage(messageForm(config, message))
  if (result.kind === 'created') return { kind: 'accepted', providerId: result.sid }
  if (result.kind === 'not_sent') return { kind: 'retryable', reason: 'unreachable' }
  if (result.kind === 'error') return refusal(result)
  return {
    kind: 'unknown',
    reason: result.reason === 'too_large' ? 'unreadable' : result.reason,
    detail: result.detail,
  }
}

const declines: ReadonlyMap<string, MessageFailureCode> = new Map([
  ['21211', 'invalid_recipient'],
  ['21214', 'invalid_recipient'],
  ['21217', 'invalid_recipient'],
  ['21610', 'recipient_opted_out'],
  ['21614', 'invalid_recipient'],
  ['21602', 'invalid_message'],
  ['21617', 'invalid_message'],
  ['63016', 'invalid_message'],
])

/** Refusals of our account, number or country settings: the same message goes once we have repaired them. */
const retries: ReadonlyMap<string, RetryReason> = new Map([
  ['20003', 'not_authorised'],
  ['20429', 'rate_limited'],
  ['20503', 'operator_down'],
  ['21408', 'not_authorised'],
  ['21603', 'not_authorised'],
  ['21606', 'not_authorised'],
  ['21608', 'not_authorised'],
])

const refusal = (error: Extract<TwilioResult, { kind: 'error' }>): MessageAnswer => {
  const { status, code: providerCode, retryAfterSeconds } = error
  const reason = retries.get(providerCode) ?? (status === 429 ? 'rate_limited' : undefined)
  if (reason !== undefined)
    return {
      kind: 'retryable',
      reason,
      providerCode,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    }
  if (status < 400 || status >= 500 || providerCode === '')
    return { kind: 'unknown', reason: 'unreadable', detail: `HTTP ${status} ${providerCode}` }
  return { kind: 'declined', code: declines.get(providerCode) ?? 'unknown_reason', providerCode }
}
