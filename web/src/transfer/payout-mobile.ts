// Payout to mobile money: whose number, which operator carries it, and what is still missing. Pure.
import type { Beneficiary } from '@jokko/contract/contacts'
import type { CashOutMethod, Operator } from '@jokko/contract/reference'
import { guessOperator } from '@jokko/core/operators'
import { formatPhone, parsePhone } from '@jokko/core/phone'
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
import { maskNational } from './phone-mask.ts'
import type { PayoutDraft } from './transfer-state.ts'

/** The mobile number in its one stored form, when it is one. */
export function mobileNumber(
  { mobile }: Pick<PayoutDraft, 'mobile'>,
  beneficiary: Beneficiary,
): ReturnType<typeof parsePhone> {
  if (mobile.account === 'own') return parsePhone(beneficiary.full_phone_number, beneficiary.country_code)
  return parsePhone(mobile.phone.national, beneficiary.country_code)
}

/** Chosen by hand, else the one that carried the last payment to this number, else told by its prefix. */
export function operatorOf(
  draft: PayoutDraft,
  beneficiary: Beneficiary,
  { operators, savedMobile }: Pick<PayoutTables, 'operators' | 'savedMobile'>,
): Operator | undefined {
  const number = mobileNumber(draft, beneficiary)
  const masked = number.ok ? maskNational(number.national) : undefined
  const earlier = savedMobile.find(({ phone_number }) => phone_number === masked)?.operator
  const guessed = number.ok ? guessOperator(number.e164) : undefined
  const code = draft.mobile.operator ?? earlier ?? guessed
  return operators.find(operator => operator.code === code)
}

type MobileTarget = {
  readonly route: CashOutMethod | undefined
  readonly name: string
  /** What the server is told: our code, or the name that was typed. */
  readonly operator: string
}

/** An operator that the list lacks is paid by hand, under the name that it is given. */
export function mobileTarget(
  draft: PayoutDraft,
  beneficiary: Beneficiary,
  tables: PayoutTables,
): MobileTarget | undefined {
  if (draft.mobile.operator === 'other') {
    const name = draft.mobile.operatorName.trim()
    return { route: routeOfKind(tables.country, 'manual_bank_transfer'), name, operator: name }
  }
  const operator = operatorOf(draft, beneficiary, tables)
  if (operator === undefined) return undefined
  const route = routeWith(tables.country, operator.cashout_method_id)
  return { route, name: operator.name, operator: operator.code }
}

function targetProblem(target: MobileTarget | undefined): PayoutProblem | undefined {
  if (target === undefined) return { field: 'operator', code: 'Select_Operator_Error' }
  if (target.name === '') return { field: 'operatorName', code: 'Select_Operator_Error' }
  if (!isVisibleText(target.name)) return { field: 'operatorName', code: 'hidden_characters' }
  if (target.route === undefined) return { field: 'operator', code: 'payout_method_not_configured' }
  return undefined
}

export function checkMobile(draft: PayoutDraft, beneficiary: Beneficiary, tables: PayoutTables): PayoutCheck {
  const saved = tables.savedMobile.find(account => account.id === draft.mobile.account)
  if (saved !== undefined) return checkSaved(saved, tables)
  const number = mobileNumber(draft, beneficiary)
  const target = mobileTarget(draft, beneficiary, tables)
  const problem = targetProblem(target)
  if (!number.ok || problem !== undefined || target?.route === undefined) {
    const isOther = draft.mobile.account === 'other'
    return refused(
      ...(number.ok ? [] : [{ field: isOther ? 'phone' : 'account', code: number.code } as const]),
      ...(problem === undefined ? [] : [problem]),
    )
  }
  return readyOver(target.route, {
    name: target.name,
    shown: formatPhone(number.e164),
    fields: {
      operator: target.operator,
      receiver_phonenumber: number.national,
      receiver_country_code: number.dialCode,
    },
  })
}

function checkSaved(saved: PayoutTables['savedMobile'][number], tables: PayoutTables): PayoutCheck {
  const operator = tables.operators.find(one => one.code === saved.operator)
  if (operator === undefined) return refused({ field: 'account', code: 'Select_Operator_Error' })
  const route = routeWith(tables.country, operator.cashout_method_id)
  if (route === undefined) return refused({ field: 'account', code: 'payout_method_not_configured' })
  return readyOver(route, {
    name: operator.name,
    shown: saved.phone_number,
    fields: {
      operator: operator.code,
      cashout_account_id: saved.id,
      // The masked number can be paid by nobody: should the account's id not be read, this is refused,
      // and never paid to the beneficiary's own number instead.
      receiver_phonenumber: saved.phone_number,
      receiver_country_code: saved.country_code,
    },
  })
}
