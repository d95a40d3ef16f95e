// What an exchange with TrueLayer means when it did not give what was asked for. In doubt it is `unknown`: the same
// order again, with the same key, is answered as the first time.

import type { PayInFailure } from '../failures.ts'
import { noAnswer, retryable, unknown, unreadable } from '../http/answers.ts'
import type { Retryable, Unknown } from '../port.ts'
import type { TrueLayerResult } from './client.ts'

type NoResult = Exclude<TrueLayerResult, { kind: 'ok' }>

/** An order without a usable answer. Only an error of TrueLayer's own proves that it looked at the order. */
export const refusal = (result: NoResult): ({ kind: 'declined' } & PayInFailure) | Retryable | Unknown => {
  if (result.kind === 'not_sent') return { kind: 'retryable', reason: 'unreachable' }
  if (result.kind === 'no_answer') return noAnswer(result)
  if (result.kind === 'no_token') return withoutToken(result)
  const { status, code, detail } = result
  if (status === 429) return retryable('rate_limited', result)
  if (code === '') return unreadable(`HTTP ${status} without a problem`)
  if (status === 401 || status === 403) return retryable('not_authorised', result)
  if (code.startsWith('idempotency')) return unknown('duplicate_reference', code)
  if (status >= 500 || status === 409) return unknown('provider_error', `HTTP ${status} ${code} ${detail}`)
  return { kind: 'declined', code: 'invalid_request', providerCode: code }
}

/** The order itself was never sent. */
const withoutToken = (result: Extract<TrueLayerResult, { kind: 'no_token' }>): Retryable => {
  if (result.status === 0) return { kind: 'retryable', reason: 'unreachable' }
  if (result.status === 429) return retryable('rate_limited', result)
  return retryable(result.status >= 500 ? 'operator_down' : 'not_authorised', result)
}

/** Another 404, of whatever stands between, says nothing about the object. */
export const isNotFound = (result: TrueLayerResult): boolean =>
  result.kind === 'error' && result.status === 404 && result.code === 'not-found'
