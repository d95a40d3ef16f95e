// The number of a bank account as it is typed, in one of its forms, and whether it is right. Pure.
import { formatIban } from '@jokko/core/account-text'
import { parseGuineaAccount, parseIban, parseRib } from '@jokko/core/iban'

export type TypedRib = {
  readonly bank: string
  readonly branch: string
  readonly account: string
  readonly key: string
}

export type TypedAccount = { readonly form: 'iban' | 'rib'; readonly iban: string; readonly rib: TypedRib }

export type AccountProblem =
  | { readonly field: 'rib'; readonly code: 'Invalid IBAN' }
  | { readonly field: 'iban'; readonly code: 'Invalid IBAN' | 'iban_required' | 'iban_other_country' }

export type AccountCheck =
  | {
      readonly shown: string
      readonly fields: { readonly iban?: string; readonly rib?: TypedRib }
    }
  | { readonly problem: AccountProblem }

/** Neither IBAN nor RIB: a bank code and an account number. */
export const hasLocalNumbers = (country: string): boolean => country === 'GN'

/** The account that was typed, in either form, with its check digits right and in the country that is paid. */
export function checkAccount(account: TypedAccount, country: string): AccountCheck {
  if (hasLocalNumbers(country)) {
    const local = parseGuineaAccount({ bankCode: account.rib.bank, account: account.rib.account })
    if (!local.ok) return { problem: { field: 'rib', code: 'Invalid IBAN' } }
    const rib = { bank: local.bankCode, branch: '', account: local.account, key: '' }
    return { shown: `${local.bankCode} … ${local.account.slice(-4)}`, fields: { rib } }
  }
  if (account.form === 'rib') {
    const rib = parseRib(country, account.rib)
    if (!rib.ok) return { problem: { field: 'rib', code: 'Invalid IBAN' } }
    return { shown: shortIban(rib.iban), fields: { rib: rib.rib } }
  }
  if (account.iban.trim() === '') return { problem: { field: 'iban', code: 'iban_required' } }
  const iban = parseIban(account.iban)
  if (!iban.ok) return { problem: { field: 'iban', code: 'Invalid IBAN' } }
  if (iban.country !== country) return { problem: { field: 'iban', code: 'iban_other_country' } }
  return { shown: shortIban(iban.iban), fields: { iban: iban.iban } }
}

/** The first four and the last four characters, as on a card. */
const shortIban = (iban: string): string => `${formatIban(iban).slice(0, 4)} … ${iban.slice(-4)}`
