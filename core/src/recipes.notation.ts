// For tests: postings as accountants write them (`D account 1,000.00 | C account 1,000.00`), and the figures that
// the worked examples share.
import { type Currency, fromDecimal, type Money, zero } from './money.ts'
import type { Entry, Fee, Posting, RecipeName } from './recipes.ts'
import type { Sending } from './recipes-transfer.ts'

export const iban = 'FR76'
export const customer = 'S'
export const none = zero('EUR')

export const currencyOf = (account: string): Currency =>
  account.slice(account.lastIndexOf(':') + 1) as Currency

const readPosting = (text: string): Posting => {
  const [side, account = '', figure = ''] = text.trim().split(' ')
  const currency = currencyOf(account)
  const amount = fromDecimal(figure.replaceAll(',', ''), currency)
  if (!amount || (side !== 'D' && side !== 'C')) throw new Error(`not a posting: ${text}`)
  return { account, currency, amount: side === 'D' ? -amount.minor : amount.minor }
}

export const byAccount = (a: Posting, b: Posting): number => (a.account < b.account ? -1 : 1)

export const postingsOf = (text: string): Posting[] => text.split('|').map(readPosting).sort(byAccount)

export const euros = (text: string): Money => fromDecimal(text.replaceAll(',', ''), 'EUR') ?? none
export const xof = (text: string): Money => fromDecimal(text.replaceAll(',', ''), 'XOF') ?? zero('XOF')
export const gnf = (text: string): Money => fromDecimal(text.replaceAll(',', ''), 'GNF') ?? zero('GNF')

export const fee = (kind: Fee['kind'], text: string): Fee => ({ kind, amount: euros(text) })

export const fromBalance: Sending = {
  customer,
  provider: 'hub2',
  principal: euros('250.00'),
  payable: xof('163,990'),
  fees: [fee('transfer', '1.25')],
  margin: none,
}
export const byCard: Sending = { ...fromBalance, fees: [fee('transfer', '5.10')] }
export const toGuinea: Sending = {
  ...fromBalance,
  principal: euros('149.91'),
  payable: gnf('1,411,000'),
  margin: euros('2.25'),
}
export const bulkRow: Sending = {
  ...fromBalance,
  principal: euros('100.00'),
  payable: xof('65,595'),
  fees: [fee('bulk', '1.00')],
}
export const payout = { provider: 'hub2', amount: xof('163,990') }
export const withdrawal = { customer, amount: euros('100.00'), fee: euros('0.50') }
export const held = (text: string) => ({ customer, amount: euros(text) })
export const atBank = (text: string) => ({ iban, customer, amount: euros(text) })
export const at = (provider: string, text: string) => ({ provider, customer, amount: euros(text) })
export const mobile = { provider: 'hub2', collected: xof('66,250') }

export type Example = readonly [name: string, made: Entry, recipe: RecipeName, expected: string]

export const balances = (entries: readonly Entry[]): Map<string, bigint> => {
  const totals = new Map<string, bigint>()
  for (const { account, amount } of entries.flatMap(made => made.postings)) {
    totals.set(account, (totals.get(account) ?? 0n) + amount)
  }
  return totals
}
