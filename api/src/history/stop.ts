// One stop of a route, and what several routes say with.
import type { Language } from '@jokko/contract/common'
import type { RouteStop } from '@jokko/contract/history'
import { type Currency, money } from '@jokko/core/money'
import type { Operation, OperationEvent } from '../db/schema.ts'
import { clockText, dayText } from '../http/money-text.ts'
import { translate } from '../http/texts.ts'

export type Journey = {
  op: Operation
  events: readonly OperationEvent[]
  language: Language
  returned: boolean
  /** Its payer has paid at a company, and the money is not here yet. */
  isOrdered: boolean
}

export type Stop = Pick<RouteStop, 'state' | 'note'> & {
  at?: Date | null | undefined
  params?: Record<string, string>
  name?: string | null
}

export const stop = (
  key: RouteStop['key'],
  { state, note, at, params = {}, name = null }: Stop,
): RouteStop => ({
  key,
  state,
  note,
  params,
  name,
  at: at?.toISOString() ?? null,
})

export const timeOf = (events: readonly OperationEvent[], ...states: string[]): Date | undefined =>
  events.find(event => states.includes(event.to_state))?.at

export const latest = (at: Date, language: Language): string =>
  `${dayText(at, language)}, ${clockText(at, language)}`

/** Why money that was paid to us could not be used: no payout failed then. */
const UNUSED = ['late', 'other_amount', 'not_account_holder']

/** Of a withdrawal to the very person who was to be paid; of a transfer or of money that goes back to its sender. */
export function reasonOf(op: Operation, language: Language): string {
  const code = op.details.failure?.code ?? 'unknown_reason'
  if (op.kind === 'refund' && UNUSED.includes(code))
    return translate(language, `statuses:unused_money.${code}`)
  const words = op.kind === 'withdrawal' ? 'withdraw_failure' : 'payout_failure'
  return translate(language, `statuses:${words}.${code}`)
}

export const targetOf = (op: Operation) =>
  money(op.target ?? op.principal, (op.target_currency ?? 'EUR') as Currency)
