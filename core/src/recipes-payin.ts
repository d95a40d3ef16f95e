// Recipes for money coming in by bank, card, instant bank and mobile money, and for money that goes back to its
// source: refunds, unmatched credits, chargebacks and what customers then owe us.
import { add, type Money, subtract } from './money.ts'
import { accounts, credit, debit, type Entry, entry, type Posting } from './recipes.ts'
import { splitByFreeBalance } from './recipes-transfer.ts'

type BankCredit = { iban: string; customer: string; amount: Money }

/** In full, in part, the missing rest, or a direct debit recognised by its end-to-end id. */
export const creditMatched = ({ iban, customer, amount }: BankCredit): Entry =>
  entry('creditMatched', [debit(accounts.bank(iban), amount), credit(accounts.reserved(customer), amount)])

type OverPaid = BankCredit & {
  expected: Money
  /** Where the excess goes: a payer without a balance gets it back. */
  excessTo: 'balance' | 'source'
}

export const creditOver = ({ iban, customer, amount, expected, excessTo }: OverPaid): Entry => {
  const excess = subtract(amount, expected)
  const destination = excessTo === 'balance' ? accounts.customer(customer) : accounts.refund('bank', 'EUR')
  return entry('creditOver', [
    debit(accounts.bank(iban), amount),
    credit(accounts.reserved(customer), expected),
    credit(destination, excess),
  ])
}

export const creditWithinTolerance = ({
  iban,
  customer,
  amount,
  expected,
}: BankCredit & { expected: Money }): Entry =>
  entry('creditWithinTolerance', [
    debit(accounts.bank(iban), amount),
    debit(accounts.shortfall, subtract(expected, amount)),
    credit(accounts.reserved(customer), expected),
  ])

const bankToBalance = ({ iban, customer, amount }: BankCredit): Posting[] => [
  debit(accounts.bank(iban), amount),
  credit(accounts.customer(customer), amount),
]

export const creditPaidTwice = (received: BankCredit): Entry =>
  entry('creditPaidTwice', bankToBalance(received))

export const creditAfterClosing = (received: BankCredit): Entry =>
  entry('creditAfterClosing', bankToBalance(received))

/** A second or late credit of a payer without a balance. */
export const creditSentBack = ({ iban, amount }: { iban: string; amount: Money }): Entry =>
  entry('creditSentBack', [
    debit(accounts.bank(iban), amount),
    credit(accounts.refund('bank', 'EUR'), amount),
  ])

export const creditUnmatched = ({ iban, amount }: { iban: string; amount: Money }): Entry =>
  entry('creditUnmatched', [debit(accounts.bank(iban), amount), credit(accounts.unmatched, amount)])

/** Also the reversal of a credit that was never matched. The amount is positive. */
export const debitUnmatched = ({ iban, amount }: { iban: string; amount: Money }): Entry =>
  entry('debitUnmatched', [debit(accounts.unmatched, amount), credit(accounts.bank(iban), amount)])

type Owned = { customer: string; amount: Money }

export const suspenseMatched = ({ customer, amount }: Owned): Entry =>
  entry('suspenseMatched', [debit(accounts.unmatched, amount), credit(accounts.customer(customer), amount)])

export const suspenseReserved = ({ customer, amount }: Owned): Entry =>
  entry('suspenseReserved', [debit(accounts.unmatched, amount), credit(accounts.reserved(customer), amount)])

export const suspenseSentBack = ({ amount }: { amount: Money }): Entry =>
  entry('suspenseSentBack', [
    debit(accounts.unmatched, amount),
    credit(accounts.refund('bank', 'EUR'), amount),
  ])

/** `free` is the customer's free balance, read under the lock of the same change. */
export const creditReversed = ({ iban, customer, amount, free }: BankCredit & { free: Money }): Entry => {
  const { taken, owed } = splitByFreeBalance(amount, free)
  return entry('creditReversed', [
    debit(accounts.customer(customer), taken),
    debit(accounts.receivable(customer), owed),
    credit(accounts.bank(iban), amount),
  ])
}

type Collected = { provider: string; customer: string; amount: Money }

export const payInCollected = ({ provider, customer, amount }: Collected): Entry =>
  entry('payInCollected', [
    debit(accounts.payin(provider, amount.currency), amount),
    credit(accounts.reserved(customer), amount),
  ])

export const payInNotHolder = ({ provider, amount }: { provider: string; amount: Money }): Entry =>
  entry('payInNotHolder', [
    debit(accounts.payin(provider, amount.currency), amount),
    credit(accounts.refund(provider, amount.currency), amount),
  ])

type LocalCollection = { provider: string; customer: string; collected: Money; total: Money }

/** Local currency in, euros of the position out. */
const localIntoEuros = ({ provider, collected, total }: Omit<LocalCollection, 'customer'>): Posting[] => [
  debit(accounts.payin(provider, collected.currency), collected),
  credit(accounts.position(collected.currency, 'local'), collected),
  debit(accounts.position(collected.currency, 'EUR'), total),
]

export const mobileMoneyCollected = ({ customer, ...collection }: LocalCollection): Entry =>
  entry('mobileMoneyCollected', [
    ...localIntoEuros(collection),
    credit(accounts.reserved(customer), collection.total),
  ])

type Deposit = { customer: string; amount: Money; fee: Money }

const depositCredits = ({ customer, amount, fee }: Deposit): Posting[] => [
  credit(accounts.customer(customer), amount),
  credit(accounts.feeIncome('deposit'), fee),
]

export const depositByBank = ({ iban, ...deposit }: Deposit & { iban: string }): Entry =>
  entry('depositByBank', [
    debit(accounts.bank(iban), add(deposit.amount, deposit.fee)),
    ...depositCredits(deposit),
  ])

export const depositCollected = ({ provider, ...deposit }: Deposit & { provider: string }): Entry =>
  entry('depositCollected', [
    debit(accounts.payin(provider, 'EUR'), add(deposit.amount, deposit.fee)),
    ...depositCredits(deposit),
  ])

export const mobileMoneyDeposit = ({
  provider,
  collected,
  ...deposit
}: Deposit & { provider: string; collected: Money }): Entry =>
  entry('mobileMoneyDeposit', [
    ...localIntoEuros({ provider, collected, total: add(deposit.amount, deposit.fee) }),
    ...depositCredits(deposit),
  ])

/** After `undoSend`, or for a cancel before sending; with `bank` for what came by bank transfer. */
export const refundAsked = ({ provider, customer, amount }: Collected): Entry =>
  entry('refundAsked', [
    debit(accounts.reserved(customer), amount),
    credit(accounts.refund(provider, amount.currency), amount),
  ])

type RefundDone = {
  provider: string
  amount: Money
  /** Out of what was collected there, or as a payout of our float, where collected money cannot be given back. */
  paidFrom?: 'collection' | 'float'
}

export const refundDone = ({ provider, amount, paidFrom = 'collection' }: RefundDone): Entry => {
  const source = paidFrom === 'float' ? accounts.float : accounts.payin
  return entry('refundDone', [
    debit(accounts.refund(provider, amount.currency), amount),
    credit(source(provider, amount.currency), amount),
  ])
}

/** A provider that paid a refund out of our float took it back later: it waits as if it had never been paid. */
export const refundReturned = ({ provider, amount }: Omit<RefundDone, 'paidFrom'>): Entry =>
  entry('refundReturned', [
    debit(accounts.float(provider, amount.currency), amount),
    credit(accounts.refund(provider, amount.currency), amount),
  ])

export const refundBooked = ({ iban, amount }: { iban: string; amount: Money }): Entry =>
  entry('refundBooked', [debit(accounts.refund('bank', 'EUR'), amount), credit(accounts.bank(iban), amount)])

export const refundFailed = ({ provider, customer, amount }: Collected): Entry =>
  entry('refundFailed', [
    debit(accounts.refund(provider, amount.currency), amount),
    credit(accounts.customer(customer), amount),
  ])

/** Gives back the local amount that was collected, against the euros that it was worth then. */
export const mobileMoneyRefundAsked = ({ provider, customer, collected, total }: LocalCollection): Entry =>
  entry('mobileMoneyRefundAsked', [
    debit(accounts.reserved(customer), total),
    credit(accounts.position(collected.currency, 'EUR'), total),
    debit(accounts.position(collected.currency, 'local'), collected),
    credit(accounts.refund(provider, collected.currency), collected),
  ])

export const mobileMoneyRefundFailed = ({ provider, customer, collected, total }: LocalCollection): Entry =>
  entry('mobileMoneyRefundFailed', [
    debit(accounts.refund(provider, collected.currency), collected),
    credit(accounts.position(collected.currency, 'local'), collected),
    debit(accounts.position(collected.currency, 'EUR'), total),
    credit(accounts.customer(customer), total),
  ])

/** A balance never goes below zero: what it does not hold becomes a debt. */
export const chargeback = ({
  provider,
  customer,
  amount,
  cost,
  free,
}: Collected & { cost: Money; free: Money }): Entry => {
  const { taken, owed } = splitByFreeBalance(amount, free)
  return entry('chargeback', [
    debit(accounts.customer(customer), taken),
    debit(accounts.receivable(customer), owed),
    debit(accounts.providerExpense(provider, 'EUR'), cost),
    credit(accounts.payin(provider, 'EUR'), add(amount, cost)),
  ])
}

export const receivableRecovered = ({ customer, amount }: Owned): Entry =>
  entry('receivableRecovered', [
    debit(accounts.customer(customer), amount),
    credit(accounts.receivable(customer), amount),
  ])

/** `owed` is what is still open; the customer gets back what was already taken. */
export const disputeWon = ({ provider, customer, amount, owed }: Collected & { owed: Money }): Entry =>
  entry('disputeWon', [
    debit(accounts.payin(provider, 'EUR'), amount),
    credit(accounts.receivable(customer), owed),
    credit(accounts.customer(customer), subtract(amount, owed)),
  ])

export const receivableWrittenOff = ({ customer, amount }: Owned): Entry =>
  entry('receivableWrittenOff', [debit(accounts.loss, amount), credit(accounts.receivable(customer), amount)])
