// Deposits of the fault run: the same ways to pay as a transfer's, onto the payer's own balance.
import type { Deposit } from '@jokko/contract/deposit'
import type { Quote } from '@jokko/contract/transfer'
import { FRANCE, IVORY_COAST, insist } from './customers.ts'
import { methodOf, pay } from './payers.ts'
import type { Random } from './random.ts'
import type { Town } from './town.ts'
import { type Acknowledged, cents, decimal, type Refused, type Wish } from './wishes.ts'

export async function bringMoney(town: Town, random: Random, wish: Wish): Promise<Acknowledged | Refused> {
  const amount = decimal(wish.cents)
  const cashin_method_id = methodOf(wish.payin)
  const quote = await insist<Quote>(town, random, wish, 'POST', '/quotes', {
    kind: 'deposit',
    fix: 'source',
    amount,
    currency: 'EUR',
    sending_country: 'FR',
    cashin_method_id,
  })
  if ('code' in quote) return quote
  const order = {
    cashin_method_id,
    amount_without_fees_in_euro: amount,
    total_to_pay: quote.total_to_pay.amount,
    country_id: FRANCE,
    ...(wish.payin.startsWith('mobile') && { wallet_country_id: IVORY_COAST }),
  }
  const open = () => insist<Deposit>(town, random, wish, 'POST', '/payin', order)
  const deposit = await open()
  if ('code' in deposit) return deposit
  const repeated = wish.repeats ? await open() : deposit
  if ('code' in repeated) return repeated
  const total = cents(deposit.total_to_pay)
  const paying = { town, random, wish, again: open, ask: insist, place: '/payin' as const }
  return {
    wish,
    id: deposit.id,
    total,
    paidIn: await pay(paying, deposit, total),
    ...(repeated.id !== deposit.id && { repeatedAs: repeated.id }),
  }
}
