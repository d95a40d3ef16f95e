// What the server said about paying a beneficiary, and what a choice among it comes to.
import type { CashOutMethod, CountryDetail, Institution, Operator } from '@jokko/contract/reference'
import type { ErrorCode } from '@jokko/core/errors'
import type { SavedBank, SavedMicrofinance, SavedMobile, SavedWallet } from './transfer-api.ts'
import type { ReadyPayout } from './transfer-state.ts'

export type PayoutTables = {
  readonly country: CountryDetail
  readonly operators: readonly Operator[]
  /** Banks. */
  readonly institutions: readonly Institution[]
  readonly mfis: readonly Institution[]
  readonly savedMobile: readonly SavedMobile[]
  readonly savedBank: readonly SavedBank[]
  readonly savedMfi: readonly SavedMicrofinance[]
  readonly savedWallet: readonly SavedWallet[]
}

export type PayoutField =
  | 'account'
  | 'phone'
  | 'operator'
  | 'operatorName'
  | 'bank'
  | 'bankName'
  | 'holder'
  | 'iban'
  | 'rib'
  | 'mfi'
  | 'ownerId'
  | 'owner'
  | 'name'
  | 'kind'

/** What is wrong at which field, in the reader's words. */
export type ShownProblems = Partial<Record<PayoutField, string>>

export type PayoutProblem = {
  readonly field: PayoutField
  readonly code: ErrorCode | 'bank_not_reached' | 'iban_other_country'
}

export type PayoutCheck =
  | { readonly ok: true; readonly payout: ReadyPayout }
  | { readonly ok: false; readonly problems: readonly PayoutProblem[] }

export const refused = (...problems: readonly PayoutProblem[]): PayoutCheck => ({ ok: false, problems })

export const methodsOf = (country: CountryDetail): readonly CashOutMethod[] =>
  country.cashout_methods.map(({ cashout_method }) => cashout_method)

export const routeWith = (country: CountryDetail, id: number | undefined): CashOutMethod | undefined =>
  methodsOf(country).find(method => method.id === id)

export const routeOfKind = (country: CountryDetail, kind: CashOutMethod['name']): CashOutMethod | undefined =>
  methodsOf(country).find(method => method.name === kind)

type Ready = Pick<ReadyPayout, 'name' | 'shown' | 'fields'>

/** Ready to be quoted over this route. */
export const readyOver = (route: CashOutMethod, { name, shown, fields }: Ready): PayoutCheck => ({
  ok: true,
  payout: {
    kind: route.name,
    currency: route.currency,
    routeId: route.id,
    name,
    shown,
    minutes: route.delivery_minutes,
    fields,
  },
})
