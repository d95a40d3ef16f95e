// What an exchange with Monext means when it did not give what was asked for. In doubt it is `unknown`.

import { type PayInFailure, payInFailures } from '../failures.ts'
import { noAnswer, retryable, unknown, unreadable } from '../http/answers.ts'
import type { Retryable, Unknown } from '../port.ts'
import type { MonextResult } from './client.ts'
import { failureFrom } from './transform.ts'

export type MonextError = Extract<MonextResult, { kind: 'error' }>
type NoResult = Exclude<MonextResult, { kind: 'ok' }>

/** An order without a usable answer. Only an error of Monext's own proves that it looked at the order. */
export const refusal = (result: NoResult): ({ kind: 'declined' } & PayInFailure) | Retryable | Unknown => {
  if (result.kind === 'not_sent') return { kind: 'retryable', reason: 'unreachable' }
  if (result.kind === 'no_answer') return noAnswer(result)
  const { status, code, detail } = result
  if (status === 429) return retryable('rate_limited', result)
  if (code === '') return unreadable(`HTTP ${status} without a code`)
  if (status === 401 || status === 403) return retryable('not_authorised', result)
  if (status === 503) return retryable('operator_down', result)
  const failure = failureFrom(code)
  return status >= 500 || isUndecided(failure)
    ? unknown('provider_error', `HTTP ${status} ${code} ${detail}`)
    : { kind: 'declined', ...failure }
}

export const isUndecided = ({ code }: PayInFailure): boolean =>
  code === 'unknown_reason' || payInFailures[code].fixedBy === 'time'

export const isNotFound = (result: MonextResult): boolean =>
  result.kind === 'error' && result.status === 404 && result.code !== ''
