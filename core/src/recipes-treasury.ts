// Recipes for our own money: opening capital, prefunding of payout floats, what providers settle and keep, and
// the value of open currency positions.
import { type Currency, type Money, negate, subtract } from './money.ts'
import { accounts, credit, debit, type Entry, entry } from './recipes.ts'

export const openCapital = ({ iban, amount }: { iban: string; amount: Money }): Entry =>
  entry('openCapital', [debit(accounts.bank(iban), amount), credit(accounts.capital, amount)])

type Purchase = {
  /** Our bank account; null when its debit is booked already, and waits under suspense to be explained. */
  iban: string | null
  provider: string
  paid: Money
  bought: Money
}

export const buyFloat = ({ iban, provider, paid, bought }: Purchase): Entry =>
  entry('buyFloat', [
    debit(accounts.position(bought.currency, 'EUR'), paid),
    credit(iban === null ? accounts.unmatched : accounts.bank(iban), paid),
    debit(accounts.float(provider, bought.currency), bought),
    credit(accounts.position(bought.currency, 'local'), bought),
  ])

/** A gain is positive, a loss negative. */
export const revalue = ({ currency, gain }: { currency: Currency; gain: Money }): Entry =>
  entry('revalue', [
    credit(accounts.fxResult(currency), gain),
    credit(accounts.position(currency, 'EUR'), negate(gain)),
  ])

type Settlement = { iban: string; provider: string; collected: Money; cost: Money }

/** Net settlement; a sweep without a charge has a cost of zero. */
export const payInSettled = ({ iban, provider, collected, cost }: Settlement): Entry =>
  entry('payInSettled', [
    debit(accounts.bank(iban), subtract(collected, cost)),
    debit(accounts.providerExpense(provider, collected.currency), cost),
    credit(accounts.payin(provider, collected.currency), collected),
  ])

type AtProvider = { provider: string; amount: Money }

export const collectionCost = ({ provider, amount }: AtProvider): Entry =>
  entry('collectionCost', [
    debit(accounts.providerExpense(provider, amount.currency), amount),
    credit(accounts.payin(provider, amount.currency), amount),
  ])

export const collectionToFloat = ({ provider, amount }: AtProvider): Entry =>
  entry('collectionToFloat', [
    debit(accounts.float(provider, amount.currency), amount),
    credit(accounts.payin(provider, amount.currency), amount),
  ])
