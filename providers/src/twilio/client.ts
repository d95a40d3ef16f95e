// The only place that calls Twilio: one form, one answer.
import { addressOf, exchange, type HttpResult, retryAfterOf } from '../http/client.ts'
import { parseJson, textAt } from '../http/json.ts'

export type TwilioConnection = {
  readonly url: string
  readonly accountSid: string
  readonly authToken: string
  readonly timeoutMs: number
}

export type TwilioResult =
  | { readonly kind: 'created'; readonly sid: string }
  | {
      readonly kind: 'error'
      readonly status: number
      /** Twilio's five digits; empty when the answer is not Twilio's own. */
      readonly code: string
      readonly retryAfterSeconds: number | undefined
    }
  | Exclude<HttpResult, { kind: 'answered' }>

export type TwilioClient = { createMessage(form: Readonly<Record<string, string>>): Promise<TwilioResult> }

const MAX_ANSWER_BYTES = 100_000

export const twilioClient = ({ url, accountSid, authToken, timeoutMs }: TwilioConnection): TwilioClient => ({
  createMessage: async form => {
    const result = await exchange({
      method: 'POST',
      url: addressOf(url, `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`),
      headers: {
        Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
    })
    return result.kind === 'answered' ? readAnswer(result) : result
  },
})

const readAnswer = ({ status, headers, body }: Extract<HttpResult, { kind: 'answered' }>): TwilioResult => {
  const answer = parseJson(new TextDecoder().decode(body))
  const sid = textAt(answer, 'sid')
  if (status >= 200 && status < 300 && sid !== '') return { kind: 'created', sid }
  return { kind: 'error', status, code: textAt(answer, 'code'), retryAfterSeconds: retryAfterOf(headers) }
}
