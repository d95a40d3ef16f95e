// Payout to a bank account: which bank, whose account, and what is still missing. Pure.
import type { CashOutMethod } from '@jokko/contract/reference'
import { formatIban } from '@jokko/core/account-text'
import { parseGuineaAccount, parseIban, parseRib } from '@jokko/core/iban'
import { isVisibleText } from '@jokko/core/visible-text'
import {
  type PayoutCheck,
  type PayoutProblem,
  type PayoutTables,
  readyOver,
  refused,
  routeOfKind,
  routeWith,
} from './payout-tables.ts'
import type { PayoutDraft, ReadyPayout } from './transfer-state.ts'

type BankTarget = { readonly route: CashOutMethod | undefined; readonly name: string }

/** "Other" is paid by hand where such a route exists; elsewhere that bank is not reached. */
export function bankTarget({ bank }: PayoutDraft, { country, institutions }: PayoutTables): BankTarget {
  if (bank.institution === 'other') {
    return { route: routeOfKind(country, 'manual_bank_transfer'), name: bank.bankName.trim() }
  }
  const institution = institutions.find(one => one.institution_id === bank.institution)
  return { route: routeWith(country, institution?.cash_out_method.id), name: institution?.name ?? '' }
}

type AccountCheck =
  | { readonly shown: string; readonly fields: Pick<ReadyPayout['fields'], 'iban' | 'rib'> }
  | { readonly problem: PayoutProblem }

/** Neither IBAN nor RIB: a bank code and an account number. */
export const hasLocalNumbers = (country: string): boolean => country === 'GN'

/** The account that was typed, in either form, with its check digits right and in the beneficiary's country. */
export function checkAccount({ bank }: PayoutDraft, country: string): AccountCheck {
  if (hasLocalNumbers(country)) {
    const local = parseGuineaAccount({ bankCode: bank.rib.bank, account: bank.rib.account })
    if (!local.ok) return { problem: { field: 'rib', code: 'Invalid IBAN' } }
    const rib = { bank: local.bankCode, branch: '', account: local.account, key: '' }
    return { shown: `${local.bankCode} … ${local.account.slice(-4)}`, fields: { rib } }
  }
  if (bank.form === 'rib') {
    const rib = parseRib(country, bank.rib)
    if (!rib.ok) return { problem: { field: 'rib', code: 'Invalid IBAN' } }
    return { shown: shortIban(rib.iban), fields: { rib: rib.rib } }
  }
  if (bank.iban.trim() === '') return { problem: { field: 'iban', code: 'iban_required' } }
  const iban = parseIban(bank.iban)
  if (!iban.ok) return { problem: { field: 'iban', code: 'Invalid IBAN' } }
  if (iban.country !== country) return { problem: { field: 'iban', code: 'iban_other_country' } }
  return { shown: shortIban(iban.iban), fields: { iban: iban.iban } }
}

/** The first four and the last four characters, as on a card. */
const shortIban = (iban: string): string => `${formatIban(iban).slice(0, 4)} … ${iban.slice(-4)}`

function bankProblems(draft: PayoutDraft, target: BankTarget, account: AccountCheck): PayoutProblem[] {
  const { institution, holder } = draft.bank
  const problems: PayoutProblem[] = []
  if (institution === '') problems.push({ field: 'bank', code: 'BankNameError' })
  else if (target.route === undefined) problems.push({ field: 'bank', code: 'bank_not_reached' })
  else if (target.name === '') problems.push({ field: 'bankName', code: 'BankNameError' })
  if (holder.trim() === '') problems.push({ field: 'holder', code: 'ReceiverFullNameError' })
  else if (!isVisibleText(holder)) problems.push({ field: 'holder', code: 'hidden_characters' })
  if ('problem' in account) problems.push(account.problem)
  return problems
}

export function checkBank(draft: PayoutDraft, tables: PayoutTables): PayoutCheck {
  const saved = tables.savedBank.find(account => account.id === draft.bank.account)
  if (saved !== undefined) {
    const route = routeOfKind(tables.country, 'bank_transfer')
    if (route === undefined) return refused({ field: 'account', code: 'payout_method_not_configured' })
    return readyOver(route, {
      name: saved.bank_name,
      shown: saved.iban,
      fields: { cashout_account_id: saved.id },
    })
  }
  const target = bankTarget(draft, tables)
  const account = checkAccount(draft, tables.country.code)
  const problems = bankProblems(draft, target, account)
  if (target.route === undefined || 'problem' in account || problems.length > 0) return refused(...problems)
  const { institution, holder } = draft.bank
  return readyOver(target.route, {
    name: target.name,
    shown: account.shown,
    fields: {
      account_holder: holder.trim(),
      ...(institution === 'other' ? { bank_name: target.name } : { institution_id: institution }),
      ...account.fields,
    },
  })
}
