// A pay-in as it begins: which company collects, in which currency, and until when.
import { type Currency, eur, money } from '@jokko/core/money'
import { type Rate, toPayable } from '@jokko/core/rates'
import { newId } from '../http/ids.ts'
import type { PayInWrite } from '../ledger/change.ts'

/** Minutes in which the payer has to pay, a little longer than the company's own page stays open. */
const MINUTES: Readonly<Record<string, number>> = {
  card: 35,
  instant_bank_transfer: 35,
  direct_debit: 65,
  mobile_money: 20,
}

/** Mobile money is collected in steps that every operator takes. */
const STEP: Readonly<Record<Currency, bigint>> = { EUR: 1n, XOF: 5n, XAF: 5n, GNF: 1_000n }

export type Opening = {
  method: string
  provider: string
  /** Cents that the sender pays, fees included. */
  total: bigint
  /** What mobile money collects: the payer's currency, with its rate. Others collect euros. */
  local: { currency: Currency; rate: Rate } | undefined
  /** ISO 8601. */
  now: string
}

export function openPayIn({ method, provider, total, local, now }: Opening): PayInWrite {
  const amount =
    method === 'mobile_money' && local
      ? toPayable(eur(total), local.rate, local.currency, STEP[local.currency], 'nearest').payable
      : money(total, 'EUR')
  const minutes = MINUTES[method] ?? 30
  return {
    id: newId('pin'),
    provider,
    method,
    state: 'started',
    amount: amount.minor,
    currency: amount.currency,
    asked: 0,
    expires_at: new Date(Date.parse(now) + minutes * 60_000).toISOString(),
  }
}
