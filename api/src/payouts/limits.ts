// Which limits a payout counts against: the customer's day and the paid wallet's month. Whatever leaves the customer
// counts in the same day, sent or withdrawn, and whatever reaches a wallet in the same month, whoever it is from.
// A limit is a counter judged by the database together with the payment, so that it holds under concurrency.
import type { Change, CounterWrite } from '../ledger/change.ts'

export type Ceilings = {
  /** Cents that one customer may send and withdraw in a day. */
  customerDay: bigint
  /** Minor units that one wallet may receive in a month, per currency (BCEAO and BEAC rules for identified clients). */
  walletMonth: Readonly<Record<string, bigint>>
}

type Counted = {
  customer_id: string
  principal: bigint
  target: bigint | null
  target_currency: string | null
  payout_kind: string | null
  started_at: Date | string
  details: { payee?: { phone?: string } }
}

const NO_CEILING = 9_000_000_000_000_000n

const monthOf = (started: string): string => started.slice(0, 7)
const startOf = ({ started_at: at }: Pick<Counted, 'started_at'>): string =>
  typeof at === 'string' ? at : at.toISOString()
const receivedKind = ({ target_currency }: Pick<Counted, 'target_currency'>): string =>
  `received_${target_currency}`

/** The counters a payout uses, each with what it takes. Periods are UTC days and months of the start. */
export function limitKeys(op: Counted): CounterWrite[] {
  const started = startOf(op)
  const keys: CounterWrite[] = [
    {
      subject: op.customer_id,
      kind: 'sent',
      period: started.slice(0, 10),
      amount: op.principal,
      ceiling: NO_CEILING,
    },
  ]
  const phone = op.details.payee?.phone
  if (op.payout_kind === 'mobile_money' && phone !== undefined) {
    keys.push({
      subject: `wallet:${phone}`,
      kind: receivedKind(op),
      period: monthOf(started),
      amount: op.target ?? 0n,
      ceiling: NO_CEILING,
    })
  }
  return keys
}

export function countersFor(op: Counted, ceilings: Ceilings): CounterWrite[] {
  return limitKeys(op).map(key => ({
    ...key,
    ceiling: key.subject === op.customer_id ? ceilings.customerDay : walletCeiling(op, ceilings),
  }))
}

const walletCeiling = ({ target_currency }: Pick<Counted, 'target_currency'>, { walletMonth }: Ceilings) =>
  walletMonth[target_currency ?? ''] ?? NO_CEILING

type Bulk = Omit<Counted, 'details'>
type BulkCounters = Required<Pick<Change, 'counters' | 'row_counters'>>

/** A bulk: the customer's day as a whole, and the month of each wallet by the bulk's rows. */
export const countersOfBulk = (op: Bulk, ceilings: Ceilings): BulkCounters => ({
  counters: countersFor({ ...op, details: {} }, ceilings),
  row_counters: { ...rowCounters(op), ceiling: walletCeiling(op, ceilings) },
})

/** What a bulk that is given up had counted. */
export const countersGivenBack = (op: Bulk): BulkCounters => ({
  counters: limitKeys({ ...op, details: {} }).map(key => ({ ...key, amount: -key.amount })),
  row_counters: { ...rowCounters(op), ceiling: NO_CEILING, gives_back: true },
})

const rowCounters = (op: Bulk) => ({ kind: receivedKind(op), period: monthOf(startOf(op)) })
