// What a transfer that is priced on arrival tells of itself: what its sender accepts at least, and why its money is on
// the balance.
import type { Language } from '@jokko/contract/common'
import { type Currency, eur, money, toDecimal } from '@jokko/core/money'
import type { Operation } from '../db/schema.ts'
import { moneyText } from '../http/money-text.ts'

type Priced = Pick<Operation, 'state' | 'target_currency' | 'details' | 'ended_at'>

const localOf = ({ target_currency }: Pick<Operation, 'target_currency'>, minor: string) =>
  money(BigInt(minor), (target_currency ?? 'EUR') as Currency)

/** Nobody has said yet what its money brings. */
export const isToBePriced = ({ details: { on_arrival } }: Pick<Operation, 'details'>): boolean =>
  on_arrival !== undefined && on_arrival.priced === undefined

/** What its sender accepts, until it is priced, or its money is theirs to send or to keep. */
export function leastOf(op: Priced) {
  const { on_arrival } = op.details
  const isOpen = isToBePriced(op) && op.ended_at === null && op.state !== 'on_balance'
  return on_arrival && isOpen ? localOf(op, on_arrival.least) : undefined
}

export function leastView(op: Priced): { amount: string; currency: Currency } | null {
  // Nothing of what a list forbids is going to arrive.
  const least = op.state === 'frozen' ? undefined : leastOf(op)
  return least ? { amount: toDecimal(least), currency: least.currency } : null
}

/** A text of `statuses:route`, and what it is filled with. */
export function whyOnBalance(op: Operation, language: Language) {
  const { waits = 'rate_moved', offered = '0', least = '0' } = op.details.on_arrival ?? {}
  return {
    note: `jokko_waits_${waits}`,
    params: {
      name: op.counterparty,
      total: moneyText(eur(op.total), language),
      offered: moneyText(localOf(op, offered), language),
      least: moneyText(localOf(op, least), language),
    },
  }
}
