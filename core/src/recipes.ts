// The vocabulary of the ledger: the names of accounts, what an entry is, and the list of recipes with the
// sentence that says what each one means. The recipes themselves are in recipes-transfer (money on its way out),
// recipes-payin (money coming in, and back to its source) and recipes-treasury (our own money).
import type { Currency, Money } from './money.ts'

/** A signed amount of minor units on one account: credit is +, debit is -. */
export type Posting = { readonly account: string; readonly currency: Currency; readonly amount: bigint }

export type FeeKind = 'transfer' | 'payout' | 'withdraw' | 'deposit' | 'bulk'

export type Fee = { readonly kind: FeeKind; readonly amount: Money }

export type Side = 'EUR' | 'local'

/** `bank` as a provider means that the money moves over our own bank account. */
export const accounts = {
  customer: (id: string) => `customer:${id}:EUR`,
  reserved: (id: string) => `customer:${id}:reserved:EUR`,
  bank: (iban: string) => `bank:${iban}:EUR`,
  payin: (provider: string, currency: Currency) => `payin:${provider}:${currency}`,
  float: (provider: string, currency: Currency) => `float:${provider}:${currency}`,
  payable: (provider: string, currency: Currency) => `payable:${provider}:${currency}`,
  refund: (provider: string, currency: Currency) => `refund:${provider}:${currency}`,
  position: (currency: Currency, side: Side) =>
    `position:EUR${currency}:${side === 'EUR' ? 'EUR' : currency}`,
  feeIncome: (kind: FeeKind) => `income:fee:${kind}:EUR`,
  marginIncome: (currency: Currency) => `income:margin:${currency}:EUR`,
  providerExpense: (provider: string, currency: Currency) => `expense:provider:${provider}:${currency}`,
  sponsorship: 'expense:sponsorship:EUR',
  shortfall: 'expense:shortfall:EUR',
  loss: 'expense:loss:EUR',
  receivable: (id: string) => `receivable:${id}:EUR`,
  unmatched: 'suspense:unmatched:EUR',
  fxResult: (currency: Currency) => `fx:result:EUR${currency}:EUR`,
  capital: 'equity:capital:EUR',
} as const

/** Only what we owe to customers, free or reserved, has a floor of zero. */
export const isGuarded = (account: string): boolean => account.startsWith('customer:')

export const sentences = {
  openCapital: 'Our own opening money is put into the bank, so that the books start balanced.',
  buyFloat: 'We buy local currency from our bank account and place it with a payout provider.',
  revalue: 'The open position is valued at the current rate, and the difference is our gain or loss.',
  payInSettled: 'A provider pays what it collected onto our bank account and keeps its charge.',
  collectionCost: 'A provider keeps its charge out of the local currency that it collected.',
  collectionToFloat: 'Local currency that a provider collected is moved to our payout float there.',
  payoutCost: 'A provider takes its charge for a payout from our float.',

  reserve: 'The customer’s free balance is set aside for one named operation.',
  release: 'What was set aside for an operation goes back to the customer’s free balance.',
  send: 'The reserve is spent: our fee and margin are earned, the euros are converted, and the beneficiary’s amount is promised.',
  payoutPaid: 'The provider paid the beneficiary out of our float.',
  payoutReturned: 'A payout that had been paid comes back to our float.',
  undoSend:
    'A payout did not reach the beneficiary: fee, margin and euros go back to the reserve, as they were paid.',
  transferToBalance: 'The reserve is credited to the beneficiary’s Jokko balance, and our fee is earned.',
  withdrawalOrdered: 'The withdrawal is confirmed: our fee is earned and the bank is told to pay.',
  withdrawalBooked: 'Our bank booked the payment to the customer’s own account.',
  withdrawalReturned: 'The customer’s bank sent a withdrawal back to our bank account.',
  withdrawalUndone: 'A withdrawal did not arrive: amount and fee go back to the customer’s balance.',
  sponsorshipReward: 'A customer is rewarded for a friend who joined.',

  creditMatched: 'A bank credit is recognised and goes straight to the reserve of its operation.',
  creditOver:
    'A bank credit is larger than expected: the promised total is reserved, the rest is the payer’s.',
  creditWithinTolerance: 'A bank credit is short by less than the tolerance, and we bear the difference.',
  creditPaidTwice: 'An operation is paid a second time, and the second credit goes to the payer’s balance.',
  creditAfterClosing: 'A bank credit arrives after its operation closed, and goes to the payer’s balance.',
  creditSentBack: 'A bank credit that cannot be kept for its payer is on its way back.',
  creditUnmatched: 'A bank credit arrives whose owner is not known yet.',
  debitUnmatched: 'A bank debit appears whose reason is not known yet.',
  suspenseMatched: 'The owner of an unmatched credit is found, and the money goes to the balance.',
  suspenseReserved: 'An unmatched credit turns out to pay an operation, and goes to its reserve.',
  suspenseSentBack: 'An unmatched credit is on its way back to the account it came from.',
  creditReversed: 'A bank takes back a credit: first from the free balance, the rest is owed to us.',
  payInCollected: 'A provider collected euros for an operation, and they go straight to its reserve.',
  payInNotHolder:
    'A provider collected euros from an account that is not the sender’s, and they are on their way back.',
  mobileMoneyCollected:
    'A provider collected local currency for an operation, and its euros go to the reserve.',
  depositByBank: 'A bank credit is a deposit: the amount goes to the balance, our fee is earned.',
  depositCollected: 'A provider collected a deposit: the amount goes to the balance, our fee is earned.',
  mobileMoneyDeposit:
    'A provider collected a deposit in local currency: its euros go to the balance, our fee is earned.',
  refundAsked: 'What an operation holds is on its way back to the source it came from.',
  refundDone: 'The provider gave the money back to the payer.',
  refundBooked: 'Our bank booked the transfer that gives the money back to the payer.',
  refundReturned:
    'What had been given back to a phone came back to our float, and is to be given back again.',
  refundFailed: 'The source did not take the money back, so it goes to the customer’s balance.',
  mobileMoneyRefundAsked:
    'Local currency that was collected for an operation is on its way back to the payer’s phone.',
  mobileMoneyRefundFailed:
    'The phone did not take the money back, so its euros go to the customer’s balance.',
  chargeback: 'A card payment is taken back: first from the free balance, the rest is owed to us.',
  receivableRecovered: 'A customer settles from the balance what was owed to us.',
  disputeWon:
    'A disputed payment is decided for us: what was owed is cleared and what was taken is given back.',
  receivableWrittenOff: 'What a customer owes us is given up.',
} as const

export type RecipeName = keyof typeof sentences

export type Entry = {
  readonly recipe: RecipeName
  readonly sentence: string
  readonly postings: readonly Posting[]
}

export const debit = (account: string, amount: Money): Posting => ({
  account,
  currency: amount.currency,
  amount: -amount.minor,
})

export const credit = (account: string, amount: Money): Posting => ({
  account,
  currency: amount.currency,
  amount: amount.minor,
})

/** What each currency of an entry sums to; every figure must be zero. */
export const imbalance = (postings: readonly Posting[]): Map<Currency, bigint> => {
  const totals = new Map<Currency, bigint>()
  for (const { currency, amount } of postings) totals.set(currency, (totals.get(currency) ?? 0n) + amount)
  return totals
}

/** Makes an entry; postings of zero are dropped, and an entry that does not balance cannot be made. */
export const entry = (recipe: RecipeName, postings: readonly Posting[]): Entry => {
  for (const [currency, total] of imbalance(postings)) {
    if (total !== 0n) throw new RangeError(`${recipe} does not balance in ${currency}: ${total}`)
  }
  return {
    recipe,
    sentence: sentences[recipe],
    postings: postings.filter(posting => posting.amount !== 0n),
  }
}
