// Payout to a bank account: which bank, whose account, and what is still missing. Pure.
import type { CashOutMethod } from '@jokko/contract/reference'
import { isVisibleText } from '@jokko/core/visible-text'
import { type AccountCheck, checkAccount } from '../common/typed-account.ts'
import {
  type PayoutCheck,
  type PayoutProblem,
  type PayoutTables,
  readyOver,
  refused,
  routeOfKind,
  routeWith,
} from './payout-tables.ts'
import type { PayoutDraft } from './transfer-state.ts'

type BankTarget = { readonly route: CashOutMethod | undefined; readonly name: string }

/** "Other" is paid by hand where such a route exists; elsewhere that bank is not reached. */
export function bankTarget({ bank }: PayoutDraft, { country, institutions }: PayoutTables): BankTarget {
  if (bank.institution === 'other') {
    return { route: routeOfKind(country, 'manual_bank_transfer'), name: bank.bankName.trim() }
  }
  const institution = institutions.find(one => one.institution_id === bank.institution)
  return { route: routeWith(country, institution?.cash_out_method.id), name: institution?.name ?? '' }
}

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
  const account = checkAccount(draft.bank, tables.country.code)
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
