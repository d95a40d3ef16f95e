// The only place that calls the partner network: addresses, the key and the form of its errors. Knows nothing of ours.
import { addressOf, exchange, type HttpResult, retryAfterOf } from '../http/client.ts'
import { type Json, parseJson, textAt } from '../http/json.ts'

export type PartnerConnection = {
  readonly url: string
  readonly apiKey: string
  readonly timeoutMs: number
}

export type PartnerResult =
  | { readonly kind: 'ok'; readonly body: Json | undefined }
  | {
      readonly kind: 'error'
      readonly status: number
      /** Empty when the answer is not one of the network's own. */
      readonly code: string
      readonly retryAfterSeconds: number | undefined
    }
  | Exclude<HttpResult, { kind: 'answered' }>

export type PartnerClient = {
  /** The same reference again is the same payout. */
  createPayout(body: unknown): Promise<PartnerResult>
  payout(id: string): Promise<PartnerResult>
  payoutsByReference(reference: string): Promise<PartnerResult>
  balance(): Promise<PartnerResult>
}

const MAX_ANSWER_BYTES = 1_000_000

export const partnerClient = ({ url, apiKey, timeoutMs }: PartnerConnection): PartnerClient => {
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<PartnerResult> => {
    const result = await exchange({
      method,
      url: addressOf(url, path),
      headers: { ApiKey: apiKey, Accept: 'application/json', 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
    })
    return result.kind === 'answered' ? readAnswer(result) : result
  }
  return {
    createPayout: body => call('POST', '/payouts', body),
    payout: id => call('GET', `/payouts/${encodeURIComponent(id)}`),
    payoutsByReference: reference => call('GET', `/payouts?reference=${encodeURIComponent(reference)}`),
    balance: () => call('GET', '/balance'),
  }
}

const readAnswer = (answer: Extract<HttpResult, { kind: 'answered' }>): PartnerResult => {
  const body = parseJson(new TextDecoder().decode(answer.body))
  if (answer.status >= 200 && answer.status < 300) return { kind: 'ok', body }
  return {
    kind: 'error',
    status: answer.status,
    code: textAt(body, 'error', 'code'),
    retryAfterSeconds: retryAfterOf(answer.headers),
  }
}
