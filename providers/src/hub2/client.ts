// The only place that calls Hub2: addresses, headers and the two forms of its errors. Knows nothing of ours.
import { addressOf, exchange, type HttpResult, retryAfterOf } from '../http/client.ts'
import { type Json, parseJson, textAt } from '../http/json.ts'

export type Hub2Connection = {
  readonly url: string
  readonly apiKey: string
  readonly merchantId: string
  readonly environment: 'sandbox' | 'live'
  readonly timeoutMs: number
}

export type Hub2Result =
  | { readonly kind: 'ok'; readonly body: Json | undefined }
  | {
      readonly kind: 'error'
      readonly status: number
      /** Hub2's business code with underscores; empty when the answer is not one of Hub2's own. */
      readonly code: string
      readonly message: string
      readonly retryAfterSeconds: number | undefined
    }
  | Exclude<HttpResult, { kind: 'answered' }>

export type Hub2Client = {
  createTransfer(body: unknown): Promise<Hub2Result>
  transfer(id: string): Promise<Hub2Result>
  /** Hub2 documents a list with pages; that it can be narrowed by reference is assumed here and checked by the reader. */
  transfersByReference(reference: string): Promise<Hub2Result>
  balance(): Promise<Hub2Result>
  createIntent(body: unknown): Promise<Hub2Result>
  intent(id: string): Promise<Hub2Result>
  /** Assumed and checked like the list of transfers. */
  intentsByReference(reference: string): Promise<Hub2Result>
  pay(order: IntentOrder): Promise<Hub2Result>
  /** Answers once the operator's page has an address. */
  payAtOnce(order: IntentOrder): Promise<Hub2Result>
  authenticate(order: IntentOrder): Promise<Hub2Result>
}

export type IntentOrder = { readonly id: string; readonly body: unknown }

const MAX_ANSWER_BYTES = 1_000_000

export const hub2Client = (connection: Hub2Connection): Hub2Client => {
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Hub2Result> => {
    const result = await exchange({
      method,
      url: addressOf(connection.url, path),
      headers: {
        ApiKey: connection.apiKey,
        MerchantId: connection.merchantId,
        Environment: connection.environment,
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'x-use-standardized-error': 'true',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: connection.timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
    })
    return result.kind === 'answered' ? readAnswer(result) : result
  }
  const order = (path: string, { id, body }: IntentOrder) =>
    call('POST', `/payment-intents/${encodeURIComponent(id)}/${path}`, body)
  return {
    createTransfer: body => call('POST', '/transfers', body),
    transfer: id => call('GET', `/transfers/${encodeURIComponent(id)}`),
    transfersByReference: reference => call('GET', `/transfers?reference=${encodeURIComponent(reference)}`),
    balance: () => call('GET', '/balance'),
    createIntent: body => call('POST', '/payment-intents', body),
    intent: id => call('GET', `/payment-intents/${encodeURIComponent(id)}`),
    intentsByReference: reference =>
      call('GET', `/payment-intents?purchaseReference=${encodeURIComponent(reference)}`),
    pay: wanted => order('payments', wanted),
    payAtOnce: wanted => order('payments/sync', wanted),
    authenticate: wanted => order('authentication', wanted),
  }
}

const readAnswer = (answer: Extract<HttpResult, { kind: 'answered' }>): Hub2Result => {
  const body = parseJson(new TextDecoder().decode(answer.body))
  if (answer.status >= 200 && answer.status < 300) return { kind: 'ok', body }
  return {
    kind: 'error',
    status: answer.status,
    code: errorCode(body),
    message: textAt(body, 'message'),
    retryAfterSeconds: retryAfterOf(answer.headers),
  }
}

/** The standardized error has `code`; the older one may start its message with it, and `error` is only HTTP's phrase. */
const errorCode = (body: Json | undefined): string => {
  const written =
    textAt(body, 'code') || (/^([a-z]+(?:[_-][a-z]+)*):/.exec(textAt(body, 'message'))?.[1] ?? '')
  return written.toLowerCase().replaceAll('-', '_')
}
