// What an exchange means that did not give what was asked for, the same for every company: an order that certainly
// was not done may be given again, and everything else is unknown.
import type { RetryReason } from '../failures.ts'
import type { Retryable, Unknown, UnknownReason } from '../port.ts'
import type { HttpResult } from './client.ts'

type NotSent = Extract<HttpResult, { kind: 'not_sent' }>
type NoAnswer = Extract<HttpResult, { kind: 'no_answer' }>

/** An error that a company's client has read: its own code, empty when the answer is not the company's own. */
type ReadError = {
  readonly kind: string
  readonly status: number
  readonly code: string
  readonly detail?: string
}

export const unknown = (reason: UnknownReason, detail: string): Unknown => ({
  kind: 'unknown',
  reason,
  detail,
})

export const unreadable = (detail: string): Unknown => unknown('unreadable', detail)

export const noAnswer = ({ reason, detail }: NoAnswer): Unknown =>
  unknown(reason === 'too_large' ? 'unreadable' : reason, detail)

const isNoAnswer = (result: NotSent | NoAnswer | ReadError): result is NoAnswer => result.kind === 'no_answer'
const isNotSent = (result: NotSent | NoAnswer | ReadError): result is NotSent => result.kind === 'not_sent'

/** A question without a usable answer: nothing is known, whatever the reason. */
export const undecided = (result: NotSent | NoAnswer | ReadError): Unknown => {
  if (isNoAnswer(result)) return noAnswer(result)
  if (isNotSent(result)) return unknown('connection_lost', result.detail)
  return unknown('provider_error', `HTTP ${result.status} ${result.code} ${result.detail ?? ''}`.trimEnd())
}

/** The order was certainly not done, and may be given again. */
export const retryable = (
  reason: RetryReason,
  { code, retryAfterSeconds }: { readonly code: string; readonly retryAfterSeconds: number | undefined },
): Retryable => ({
  kind: 'retryable',
  reason,
  providerCode: code,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
})
