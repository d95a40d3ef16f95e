// Payout to a microfinance account, to a wallet, or as cash that is brought: what is still missing. Pure.
import type { Beneficiary } from '@jokko/contract/contacts'
import { formatPhone, parsePhone } from '@jokko/core/phone'
import { isVisibleText } from '@jokko/core/visible-text'
import {
  type PayoutCheck,
  type PayoutField,
  type PayoutProblem,
  type PayoutTables,
  readyOver,
  refused,
  routeOfKind,
  routeWith,
} from './payout-tables.ts'
import type { PayeeByPhone, PayoutDraft } from './transfer-state.ts'

function nameProblem(field: PayoutField, typed: string): PayoutProblem[] {
  if (typed.trim() === '') return [{ field, code: 'ReceiverFullNameError' }]
  return isVisibleText(typed) ? [] : [{ field, code: 'hidden_characters' }]
}

const memberNumber = /^[A-Za-z0-9][A-Za-z0-9\-./ ]{2,39}$/

export function checkMicrofinance({ mfi }: PayoutDraft, tables: PayoutTables): PayoutCheck {
  const saved = tables.savedMfi.find(account => account.id === mfi.account)
  if (saved !== undefined) {
    const route = routeOfKind(tables.country, 'mfi')
    if (route === undefined) return refused({ field: 'account', code: 'payout_method_not_configured' })
    const fields = { cashout_account_id: saved.id }
    return readyOver(route, { name: saved.mfi_name, shown: saved.owner_id, fields })
  }
  const institution = tables.mfis.find(one => one.institution_id === mfi.institution)
  const route = routeWith(tables.country, institution?.cash_out_method.id)
  const ownerId = mfi.ownerId.trim()
  const problems: PayoutProblem[] = [
    ...(route === undefined ? [{ field: 'mfi', code: 'Select_Mfi_Error' } as const] : []),
    ...(memberNumber.test(ownerId) ? [] : [{ field: 'ownerId', code: 'MFIAccountNumberError' } as const]),
    ...nameProblem('owner', mfi.owner),
  ]
  if (route === undefined || institution === undefined || problems.length > 0) return refused(...problems)
  return readyOver(route, {
    name: institution.name,
    shown: ownerId,
    fields: {
      institution_id: institution.institution_id,
      mfi_owner_id: ownerId,
      mfi_account_name: mfi.owner.trim(),
    },
  })
}

export function checkWallet(draft: PayoutDraft, beneficiary: Beneficiary, tables: PayoutTables): PayoutCheck {
  const saved = tables.savedWallet.find(account => account.id === draft.wallet.account)
  if (saved === undefined) return checkByPhone('wallet', draft.wallet, beneficiary, tables, {})
  const route = routeOfKind(tables.country, 'wallet')
  if (route === undefined) return refused({ field: 'account', code: 'payout_method_not_configured' })
  return readyOver(route, {
    name: '',
    shown: saved.wallet_account_number,
    fields: { cashout_account_id: saved.id },
  })
}

export function checkDelivery(
  { delivery }: PayoutDraft,
  beneficiary: Beneficiary,
  tables: PayoutTables,
): PayoutCheck {
  const address = delivery.address.trim()
  return checkByPhone('delivery', delivery, beneficiary, tables, {
    ...(address !== '' && { delivery_address: address }),
  })
}

function checkByPhone(
  kind: 'wallet' | 'delivery',
  payee: PayeeByPhone,
  beneficiary: Beneficiary,
  { country }: PayoutTables,
  more: { delivery_address?: string },
): PayoutCheck {
  const route = routeOfKind(country, kind)
  const isOwn = payee.account !== 'other'
  const typed = isOwn ? beneficiary.full_phone_number : payee.phone.national
  const number = parsePhone(typed, beneficiary.country_code)
  const field = isOwn ? 'account' : 'phone'
  const problems: PayoutProblem[] = [
    ...(number.ok ? [] : [{ field, code: kind === 'wallet' ? 'validPhone' : number.code } as const]),
    ...nameProblem('name', payee.name),
    ...(route === undefined ? [{ field: 'kind', code: 'payout_method_not_configured' } as const] : []),
  ]
  if (route === undefined || !number.ok || problems.length > 0) return refused(...problems)
  return readyOver(route, {
    name: '',
    shown: formatPhone(number.e164),
    fields: {
      receiver_phonenumber: number.national,
      receiver_country_code: number.dialCode,
      receiver_fullname: payee.name.trim(),
      ...more,
    },
  })
}
