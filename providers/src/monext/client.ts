// The only place that calls Monext Retail: addresses, credentials and the form of its errors. Knows nothing of ours.
import { addressOf, exchange, type HttpResult, retryAfterOf } from '../http/client.ts'
import { type Json, parseJson, textAt } from '../http/json.ts'

export type MonextConnection = {
  /** With the version, for instance `https://api.retail.monext.com/v1`. */
  readonly url: string
  readonly merchantId: string
  readonly accessKey: string
  readonly timeoutMs: number
}

export type MonextResult =
  | { readonly kind: 'ok'; readonly body: Json | undefined }
  | {
      readonly kind: 'error'
      readonly status: number
      /** Monext's return code; empty when the answer is not one of Monext's own. */
      readonly code: string
      readonly detail: string
      readonly retryAfterSeconds: number | undefined
    }
  | Exclude<HttpResult, { kind: 'answered' }>

export type MonextClient = {
  openSession(body: unknown): Promise<MonextResult>
  session(id: string): Promise<MonextResult>
  transaction(id: string): Promise<MonextResult>
  refund(transactionId: string, body: unknown): Promise<MonextResult>
}

const MAX_ANSWER_BYTES = 1_000_000

export const monextClient = (connection: MonextConnection): MonextClient => {
  const credentials = Buffer.from(`${connection.merchantId}:${connection.accessKey}`).toString('base64')
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<MonextResult> => {
    const result = await exchange({
      method,
      url: addressOf(connection.url, path),
      headers: {
        Authorization: `Basic ${credentials}`,
        Accept: 'application/json',
        'Content-Type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: connection.timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
    })
    return result.kind === 'answered' ? readAnswer(result) : result
  }
  const transactionPath = (id: string) => `/checkout/transactions/${encodeURIComponent(id)}`
  return {
    openSession: body => call('POST', '/checkout/sessions', body),
    session: id => call('GET', `/checkout/sessions/${encodeURIComponent(id)}`),
    transaction: id => call('GET', transactionPath(id)),
    refund: (transactionId, body) => call('POST', `${transactionPath(transactionId)}/refunds`, body),
  }
}

const readAnswer = (answer: Extract<HttpResult, { kind: 'answered' }>): MonextResult => {
  const body = parseJson(new TextDecoder().decode(answer.body))
  if (answer.status >= 200 && answer.status < 300) return { kind: 'ok', body }
  return {
    kind: 'error',
    status: answer.status,
    code: textAt(body, 'code') || textAt(body, 'title'),
    detail: textAt(body, 'detail'),
    retryAfterSeconds: retryAfterOf(answer.headers),
  }
}
