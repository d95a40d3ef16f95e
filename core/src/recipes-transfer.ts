// Recipes for money on its way out: reserving, sending, a payout's end, withdrawals, and what is given back.
import { add, type Money, minOf, subtract, sum } from './money.ts'
import { accounts, credit, debit, type Entry, entry, type Fee, type Posting } from './recipes.ts'

const feeCredits = (fees: readonly Fee[]): Posting[] =>
  fees.map(fee => credit(accounts.feeIncome(fee.kind), fee.amount))

const totalOfFees = (fees: readonly Fee[]): Money =>
  sum(
    fees.map(fee => fee.amount),
    'EUR',
  )

const mirrored = (postings: readonly Posting[]): Posting[] =>
  postings.map(posting => ({ ...posting, amount: -posting.amount }))

type Held = { customer: string; amount: Money }

/** Also the way in which the rest of a short bank transfer is paid from the balance. */
export const reserve = ({ customer, amount }: Held): Entry =>
  entry('reserve', [debit(accounts.customer(customer), amount), credit(accounts.reserved(customer), amount)])

/** For a cancel or a refusal before sending, and for the last step of a return to the balance. */
export const release = ({ customer, amount }: Held): Entry =>
  entry('release', [debit(accounts.reserved(customer), amount), credit(accounts.customer(customer), amount)])

export type Sending = {
  customer: string
  provider: string
  /** Euros that are converted. */
  principal: Money
  /** What the beneficiary gets. */
  payable: Money
  fees: readonly Fee[]
  margin: Money
}

/** Reserve to provider. Euros paid out as euros need no conversion. */
const sendingPostings = ({ customer, provider, principal, payable, fees, margin }: Sending): Posting[] => {
  const total = add(add(principal, totalOfFees(fees)), margin)
  const earned = [
    debit(accounts.reserved(customer), total),
    ...feeCredits(fees),
    credit(accounts.marginIncome(payable.currency), margin),
  ]
  const promised = credit(accounts.payable(provider, payable.currency), payable)
  if (payable.currency === 'EUR') return [...earned, promised]
  return [
    ...earned,
    credit(accounts.position(payable.currency, 'EUR'), principal),
    debit(accounts.position(payable.currency, 'local'), payable),
    promised,
  ]
}

export const send = (sending: Sending): Entry => entry('send', sendingPostings(sending))

/** The exact mirror of `send`: whatever today's rate, the sender gets back the euros that were paid. */
export const undoSend = (sending: Sending): Entry => entry('undoSend', mirrored(sendingPostings(sending)))

type Payout = { provider: string; amount: Money }

export const payoutPaid = ({ provider, amount }: Payout): Entry =>
  entry('payoutPaid', [
    debit(accounts.payable(provider, amount.currency), amount),
    credit(accounts.float(provider, amount.currency), amount),
  ])

/** Only after `payoutPaid` was posted; `undoSend` follows. */
export const payoutReturned = ({ provider, amount }: Payout): Entry =>
  entry('payoutReturned', [
    debit(accounts.float(provider, amount.currency), amount),
    credit(accounts.payable(provider, amount.currency), amount),
  ])

export const payoutCost = ({ provider, amount }: Payout): Entry =>
  entry('payoutCost', [
    debit(accounts.providerExpense(provider, amount.currency), amount),
    credit(accounts.float(provider, amount.currency), amount),
  ])

type BetweenBalances = { from: string; to: string; amount: Money; fees: readonly Fee[] }

export const transferToBalance = ({ from, to, amount, fees }: BetweenBalances): Entry =>
  entry('transferToBalance', [
    debit(accounts.reserved(from), add(amount, totalOfFees(fees))),
    credit(accounts.customer(to), amount),
    ...feeCredits(fees),
  ])

type Withdrawal = { customer: string; amount: Money; fee: Money }

export const withdrawalOrdered = ({ customer, amount, fee }: Withdrawal): Entry =>
  entry('withdrawalOrdered', [
    debit(accounts.reserved(customer), add(amount, fee)),
    credit(accounts.feeIncome('withdraw'), fee),
    credit(accounts.payable('bank', 'EUR'), amount),
  ])

type BankMove = { iban: string; amount: Money }

export const withdrawalBooked = ({ iban, amount }: BankMove): Entry =>
  entry('withdrawalBooked', [
    debit(accounts.payable('bank', 'EUR'), amount),
    credit(accounts.bank(iban), amount),
  ])

export const withdrawalReturned = ({ iban, amount }: BankMove): Entry =>
  entry('withdrawalReturned', [
    debit(accounts.bank(iban), amount),
    credit(accounts.payable('bank', 'EUR'), amount),
  ])

export const withdrawalUndone = ({ customer, amount, fee }: Withdrawal): Entry =>
  entry('withdrawalUndone', [
    debit(accounts.payable('bank', 'EUR'), amount),
    debit(accounts.feeIncome('withdraw'), fee),
    credit(accounts.customer(customer), add(amount, fee)),
  ])

export const sponsorshipReward = ({ customer, amount }: Held): Entry =>
  entry('sponsorshipReward', [
    debit(accounts.sponsorship, amount),
    credit(accounts.customer(customer), amount),
  ])

/** What a debt can take from the free balance now, and what stays owed. */
export const splitByFreeBalance = (amount: Money, free: Money): { taken: Money; owed: Money } => {
  const taken = minOf(amount, free)
  return { taken, owed: subtract(amount, taken) }
}
