// The figures of an operation that pays out, read back from its row as amounts: what the ledger's recipes are given.
import { type Currency, eur, type Money, money, subtract } from '@jokko/core/money'
import type { Fee } from '@jokko/core/recipes'
import type { Sending } from '@jokko/core/recipes-transfer'
import type { Operation } from '../db/schema.ts'

export type FigureColumns = Pick<
  Operation,
  | 'kind'
  | 'customer_id'
  | 'provider'
  | 'principal'
  | 'fee'
  | 'margin'
  | 'total'
  | 'target'
  | 'target_currency'
  | 'rate'
  | 'details'
>

export function payable(op: FigureColumns): Money {
  return money(op.target ?? 0n, (op.target_currency ?? 'EUR') as Currency)
}

/** Pay-in fee and payout fee apart, as they were quoted; a withdrawal has one fee. */
export function feesOf(op: FigureColumns): Fee[] {
  if (op.kind === 'withdrawal') return [{ kind: 'withdraw', amount: eur(op.fee) }]
  const payout = eur(centsOfLine(op, 'payout_fee'))
  return [
    { kind: op.details.bulk_line === undefined ? 'transfer' : 'bulk', amount: subtract(eur(op.fee), payout) },
    { kind: 'payout', amount: payout },
  ]
}

function centsOfLine(op: FigureColumns, kind: string): bigint {
  const line = op.details.quote?.lines.find(item => item.kind === kind)
  return line ? BigInt(line.amount.replace('.', '')) : 0n
}

export function sendingOf(op: FigureColumns): Sending {
  return {
    customer: op.customer_id,
    provider: op.provider ?? 'hub2',
    principal: eur(op.principal),
    payable: payable(op),
    fees: feesOf(op),
    margin: eur(op.margin),
  }
}
