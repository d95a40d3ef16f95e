// What every exchange with Hub2 has in common: how a missing or unusable answer is told.
import { type Json, listAt, valueAt } from '../http/json.ts'
import type { Unknown, UnknownReason } from '../port.ts'
import type { Hub2Result } from './client.ts'

export type Hub2Error = Extract<Hub2Result, { kind: 'error' }>

export const unknown = (reason: UnknownReason, detail: string): Unknown => ({
  kind: 'unknown',
  reason,
  detail,
})

export const unreadable = (detail: string): Unknown => unknown('unreadable', detail)

export const noAnswer = (result: Extract<Hub2Result, { kind: 'no_answer' }>): Unknown =>
  unknown(result.reason === 'too_large' ? 'unreadable' : result.reason, result.detail)

/** A question without a usable answer: nothing is known, whatever the reason. */
export const undecided = (result: Exclude<Hub2Result, { kind: 'ok' }>): Unknown => {
  if (result.kind === 'no_answer') return noAnswer(result)
  if (result.kind === 'not_sent') return unknown('connection_lost', result.detail)
  return unknown('provider_error', `HTTP ${result.status} ${result.code}`)
}

export const isNotFound = ({ status, code }: Hub2Error): boolean =>
  status === 404 && code.endsWith('not_found')

/** A bare list or a page around one. */
export const itemsIn = (body: Json | undefined): readonly Json[] | undefined => {
  if (Array.isArray(body)) return body
  return Array.isArray(valueAt(body, 'data')) ? listAt(body, 'data') : undefined
}
