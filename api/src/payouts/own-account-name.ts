// What one of a customer's own accounts is called: as its owner wrote it, else in the words of whoever reads.
import type { Language } from '@jokko/contract/common'
import type { OwnAccountDetails, PayeeDetails } from '../db/schema.ts'
import { translate } from '../http/texts.ts'

type Kind = 'mobile_money' | 'bank_transfer' | 'mfi' | 'wallet'
type Account = { kind: Kind; title: string; number: string; details: OwnAccountDetails }

/** The end of the number that its owner knows. */
export const accountEnd = ({ number, details }: Pick<Account, 'number' | 'details'>): string =>
  (details.owner_id ?? number).slice(-4)

export const accountName = (account: Account, language: Language): string =>
  account.title || unwritten(language, account.kind, accountEnd(account))

/** Of the account, or the hands, to which a withdrawal goes. */
export function payeeName(payee: PayeeDetails, language: Language): string {
  if (payee.title) return payee.title
  const { iban, bank_code, institution_id, account = '', operator, phone = '', account_id } = payee
  if (iban !== undefined) return unwritten(language, 'bank_transfer', iban)
  if (account_id === undefined) return translate(language, 'statuses:payout.delivery')
  if (institution_id !== undefined) return unwritten(language, 'mfi', account)
  if (bank_code !== undefined) return unwritten(language, 'bank_transfer', account)
  return unwritten(language, operator === undefined ? 'wallet' : 'mobile_money', phone)
}

const unwritten = (language: Language, kind: Kind, number: string): string =>
  translate(language, `statuses:own_account.${kind}`, { digits: number.slice(-4) })
