// The only place that calls Bridge: addresses, headers and the form of its errors. Knows nothing of ours.
import { addressOf, exchange, type HttpResult, retryAfterOf } from '../http/client.ts'
import { type Json, listAt, parseJson, textAt } from '../http/json.ts'

export type BridgeConnection = {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly timeoutMs: number
}

export type BridgeResult =
  | { readonly kind: 'ok'; readonly body: Json | undefined }
  | {
      readonly kind: 'error'
      readonly status: number
      /** Of the first error; empty when the answer is not one of Bridge's own. */
      readonly code: string
      readonly message: string
      readonly retryAfterSeconds: number | undefined
    }
  | Exclude<HttpResult, { kind: 'answered' }>

export type BridgeClient = {
  openLink(body: unknown): Promise<BridgeResult>
  link(id: string): Promise<BridgeResult>
  revokeLink(id: string): Promise<BridgeResult>
  requestsOfLink(id: string): Promise<BridgeResult>
}

const VERSION = '2025-01-15'
const MAX_ANSWER_BYTES = 1_000_000

export const bridgeClient = (connection: BridgeConnection): BridgeClient => {
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<BridgeResult> => {
    const result = await exchange({
      method,
      url: addressOf(connection.url, `/v3/payment${path}`),
      headers: {
        'Bridge-Version': VERSION,
        'Client-Id': connection.clientId,
        'Client-Secret': connection.clientSecret,
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: connection.timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
    })
    return result.kind === 'answered' ? readAnswer(result) : result
  }
  const linkAt = (id: string) => `/payment-links/${encodeURIComponent(id)}`
  return {
    openLink: body => call('POST', '/payment-links', body),
    link: id => call('GET', linkAt(id)),
    revokeLink: id => call('POST', `${linkAt(id)}/revoke`),
    requestsOfLink: id => call('GET', `/payment-requests?payment_link_id=${encodeURIComponent(id)}`),
  }
}

const readAnswer = (answer: Extract<HttpResult, { kind: 'answered' }>): BridgeResult => {
  const body = parseJson(new TextDecoder().decode(answer.body))
  if (answer.status >= 200 && answer.status < 300) return { kind: 'ok', body }
  const [error] = listAt(body, 'errors')
  return {
    kind: 'error',
    status: answer.status,
    code: textAt(error, 'code'),
    message: textAt(error, 'message'),
    retryAfterSeconds: retryAfterOf(answer.headers),
  }
}
