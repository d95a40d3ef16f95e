// A transfer that goes on with other figures than it was ordered with: less money came, or the rate is of another day.
// Fees are lines of its figures and are earned once, by `send`; what came and is not used is free again.
import type { QuoteFigures } from '@jokko/contract/transfer'
import type { ToleranceBp } from '@jokko/core/arrival'
import { eur, type Money, subtract } from '@jokko/core/money'
import { release } from '@jokko/core/recipes-transfer'
import type { OnArrival, Operation, OperationDetails } from '../db/schema.ts'
import type { Change, CounterWrite } from '../ledger/change.ts'
import type { KeyedEntry } from '../ledger/walk.ts'
import { type Ceilings, countersFor, limitKeys } from '../payouts/limits.ts'
import { centsOf } from '../quotes/quoted.ts'
import { eurosOf, minorOf } from '../quotes/quoting.ts'

export type NewFigures = Pick<
  Operation,
  'principal' | 'fee' | 'margin' | 'total' | 'target' | 'rate' | 'details'
>

export const newFigures = (wire: QuoteFigures): NewFigures => ({
  principal: eurosOf(wire.source.amount).minor,
  fee: centsOf(wire, 'pay_in_fee') + centsOf(wire, 'payout_fee'),
  margin: centsOf(wire, 'margin'),
  total: eurosOf(wire.total_to_pay.amount).minor,
  target: minorOf(wire.payable_target),
  rate: wire.rate,
  details: { quote: { lines: wire.lines, snapped_from: wire.snapped_from } },
})

export type Refigured = { op: Operation; patch: NonNullable<Change['patch']> }

/** The operation as it goes on, and what is written of it. From here on nothing about its price is open. */
export function refigured(
  op: Operation,
  { details, ...figures }: NewFigures,
  by: NonNullable<OnArrival['priced']>,
): Refigured {
  const { on_arrival } = op.details
  const changed = { ...details, ...(on_arrival && { on_arrival: { ...on_arrival, priced: by } }) }
  return {
    op: { ...op, ...figures, details: { ...op.details, ...changed } },
    patch: { ...figures, details: changed },
  }
}

/** What is set aside and is not used. A key of its own: should the transfer come back, its release follows. */
export function notUsed(op: Operation, { total }: NewFigures): { amount: Money; entries: KeyedEntry[] } {
  const amount = subtract(eur(op.held), eur(total))
  const released = { ...release({ customer: op.customer_id, amount }), key: `${op.id}:release:left` }
  return { amount, entries: amount.minor > 0n ? [released] : [] }
}

/** What limits get back, or give, when its figures change. */
export function usageBetween(before: Operation, after: Operation, ceilings: Ceilings): CounterWrite[] {
  const used = limitKeys(before)
  return countersFor(after, ceilings).map((key, i) => ({
    ...key,
    amount: key.amount - (used[i]?.amount ?? 0n),
  }))
}

/** What its sender accepts at least, where nobody can say yet what will arrive. */
export function acceptedAtLeast(
  { on_arrival: choices }: QuoteFigures,
  tolerance: ToleranceBp,
): Pick<OperationDetails, 'on_arrival'> {
  const chosen = choices?.find(({ tolerance_bp }) => tolerance_bp === tolerance)
  return chosen ? { on_arrival: { tolerance_bp: tolerance, least: minorOf(chosen.least).toString() } } : {}
}
