// How the beneficiary may be paid: whether the payout can be switched off, which kinds a country has, and what a
// chosen one still misses. Pure; the tables come from the server.
import type { Beneficiary } from '@jokko/contract/contacts'
import type { CashOutMethod, CountryDetail, Institution, Operator } from '@jokko/contract/reference'
import type { ErrorCode } from '@jokko/core/errors'
import { formatIban, parseIban, parseRib } from '@jokko/core/iban'
import { guessOperator } from '@jokko/core/operators'
import { formatPhone, parsePhone } from '@jokko/core/phone'
import { isVisibleText } from '@jokko/core/visible-text'
import { maskNational } from './phone-mask.ts'
import type { SavedBank, SavedMobile } from './transfer-api.ts'
import { beneficiaryName, type PayoutDraft, type ReadyPayout } from './transfer-state.ts'

export type PayoutKind = 'mobile_money' | 'bank_transfer'

/** Everything that the server said about paying this beneficiary. */
export type PayoutTables = {
  readonly country: CountryDetail
  readonly operators: readonly Operator[]
  readonly institutions: readonly Institution[]
  readonly savedMobile: readonly SavedMobile[]
  readonly savedBank: readonly SavedBank[]
}

export type PayoutRule = {
  readonly isEnabled: boolean
  /** Why it cannot be changed; absent where it can. */
  readonly locked?: 'no_provider' | 'business' | 'no_account' | 'unverified_business'
}

export const methodsOf = (country: CountryDetail): readonly CashOutMethod[] =>
  country.cashout_methods.map(({ cashout_method }) => cashout_method)

/** The kinds that this flow can carry out, in the order in which they are proposed. */
export function offeredKinds({
  country,
  operators,
}: Pick<PayoutTables, 'country' | 'operators'>): PayoutKind[] {
  const hasBank = methodsOf(country).some(method => method.name === 'bank_transfer')
  return [
    ...(operators.length > 0 ? (['mobile_money'] as const) : []),
    ...(hasBank ? (['bank_transfer'] as const) : []),
  ]
}

type SenderKind = { readonly isIndividual: boolean }

/** Whether the money is paid out, and whether the sender may decide it. */
export function payoutRule(
  draft: Pick<PayoutDraft, 'isEnabled'>,
  beneficiary: Beneficiary,
  sender: SenderKind,
  kinds: readonly PayoutKind[],
): PayoutRule {
  if (kinds.length === 0) return { isEnabled: false, locked: 'no_provider' }
  if (!beneficiary.has_account) return { isEnabled: true, locked: 'no_account' }
  const { company } = beneficiary
  if (!beneficiary.is_individual && company !== null) {
    const isEstablished = company.is_verified && company.is_active
    if (!isEstablished) return { isEnabled: true, locked: 'unverified_business' }
    if (sender.isIndividual) return { isEnabled: false, locked: 'business' }
  }
  return { isEnabled: draft.isEnabled }
}

/** The mobile number in its one stored form, when it is one. */
export function mobileNumber(
  { mobile }: PayoutDraft,
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

export type PayoutField =
  | 'account'
  | 'phone'
  | 'operator'
  | 'bank'
  | 'bankName'
  | 'holder'
  | 'iban'
  | 'rib'
  | 'kind'

export type PayoutProblem = {
  readonly field: PayoutField
  readonly code: ErrorCode | 'bank_not_reached' | 'iban_other_country'
}

export type PayoutCheck =
  | { readonly ok: true; readonly payout: ReadyPayout }
  | { readonly ok: false; readonly problems: readonly PayoutProblem[] }

const refused = (...problems: readonly PayoutProblem[]): PayoutCheck => ({ ok: false, problems })

const routeWith = (country: CountryDetail, id: number | undefined): CashOutMethod | undefined =>
  methodsOf(country).find(method => method.id === id)

function mobileReady(
  operator: Operator,
  country: CountryDetail,
  shown: string,
  fields: ReadyPayout['fields'],
) {
  const route = routeWith(country, operator.cashout_method_id)
  if (route === undefined) return refused({ field: 'operator', code: 'payout_method_not_configured' })
  const payout: ReadyPayout = {
    kind: 'mobile_money',
    currency: route.currency,
    routeId: route.id,
    name: operator.name,
    shown,
    minutes: route.delivery_minutes,
    fields: { operator: operator.code, ...fields },
  }
  return { ok: true, payout } as const
}

function checkMobile(draft: PayoutDraft, beneficiary: Beneficiary, tables: PayoutTables): PayoutCheck {
  const { operators, country } = tables
  const saved = tables.savedMobile.find(account => account.id === draft.mobile.account)
  if (saved !== undefined) {
    const operator = operators.find(one => one.code === saved.operator)
    if (operator === undefined) return refused({ field: 'account', code: 'Select_Operator_Error' })
    return mobileReady(operator, country, saved.phone_number, {
      cashout_account_id: saved.id,
      // The masked number can be paid by nobody: should the account's id not be read, this is refused,
      // and never paid to the beneficiary's own number instead.
      receiver_phonenumber: saved.phone_number,
      receiver_country_code: saved.country_code,
    })
  }
  const number = mobileNumber(draft, beneficiary)
  const operator = operatorOf(draft, beneficiary, tables)
  if (!number.ok || operator === undefined) {
    const isOther = draft.mobile.account === 'other'
    return refused(
      ...(number.ok ? [] : [{ field: isOther ? 'phone' : 'account', code: number.code } as const]),
      ...(operator === undefined ? [{ field: 'operator', code: 'Select_Operator_Error' } as const] : []),
    )
  }
  return mobileReady(operator, country, formatPhone(number.e164), {
    receiver_phonenumber: number.national,
    receiver_country_code: number.dialCode,
  })
}

type BankTarget = { readonly route: CashOutMethod | undefined; readonly name: string }

/** "Other" is paid by hand where such a route exists; elsewhere that bank is not reached. */
function bankTarget({ bank }: PayoutDraft, { country, institutions }: PayoutTables): BankTarget {
  const methods = methodsOf(country)
  if (bank.institution === 'other') {
    return {
      route: methods.find(method => method.name === 'manual_bank_transfer'),
      name: bank.bankName.trim(),
    }
  }
  const institution = institutions.find(one => one.institution_id === bank.institution)
  return { route: routeWith(country, institution?.cash_out_method.id), name: institution?.name ?? '' }
}

type AccountCheck =
  | { readonly iban: string; readonly fields: Pick<ReadyPayout['fields'], 'iban' | 'rib'> }
  | { readonly problem: PayoutProblem }

/** The account that was typed, in either form, with its check digits right and in the beneficiary's country. */
export function checkAccount({ bank }: PayoutDraft, country: string): AccountCheck {
  if (bank.form === 'rib') {
    const rib = parseRib(country, bank.rib)
    if (!rib.ok) return { problem: { field: 'rib', code: 'Invalid IBAN' } }
    return { iban: rib.iban, fields: { rib: rib.rib } }
  }
  if (bank.iban.trim() === '') return { problem: { field: 'iban', code: 'iban_required' } }
  const iban = parseIban(bank.iban)
  if (!iban.ok) return { problem: { field: 'iban', code: 'Invalid IBAN' } }
  if (iban.country !== country) return { problem: { field: 'iban', code: 'iban_other_country' } }
  return { iban: iban.iban, fields: { iban: iban.iban } }
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

function checkBank(draft: PayoutDraft, tables: PayoutTables): PayoutCheck {
  const saved = tables.savedBank.find(account => account.id === draft.bank.account)
  if (saved !== undefined) {
    const route = methodsOf(tables.country).find(method => method.name === 'bank_transfer')
    if (route === undefined) return refused({ field: 'account', code: 'payout_method_not_configured' })
    return bankReady(route, saved.bank_name, saved.iban, { cashout_account_id: saved.id })
  }
  const target = bankTarget(draft, tables)
  const account = checkAccount(draft, tables.country.code)
  const problems = bankProblems(draft, target, account)
  if (target.route === undefined || 'problem' in account || problems.length > 0) return refused(...problems)
  const { institution } = draft.bank
  return bankReady(target.route, target.name, shortIban(account.iban), {
    account_holder: draft.bank.holder.trim(),
    ...(institution === 'other' ? { bank_name: target.name } : { institution_id: institution }),
    ...account.fields,
  })
}

function bankReady(route: CashOutMethod, name: string, shown: string, fields: ReadyPayout['fields']) {
  const payout: ReadyPayout = {
    kind: route.name === 'manual_bank_transfer' ? 'manual_bank_transfer' : 'bank_transfer',
    currency: route.currency,
    routeId: route.id,
    name,
    shown,
    minutes: route.delivery_minutes,
    fields,
  }
  return { ok: true, payout } as const
}

function toBalance(beneficiary: Beneficiary, country: CountryDetail): PayoutCheck {
  if (!beneficiary.has_account) return refused({ field: 'kind', code: 'no_withdraw_modes' })
  const route = methodsOf(country).find(method => method.name === 'balance')
  return {
    ok: true,
    payout: {
      kind: 'balance',
      currency: 'EUR',
      routeId: undefined,
      name: 'Jokko',
      shown: beneficiaryName(beneficiary),
      minutes: route?.delivery_minutes ?? { min: 0, max: 2 },
      fields: {},
    },
  }
}

export type LikelyRoute = Pick<ReadyPayout, 'currency' | 'routeId' | 'name' | 'minutes'>

const likely = (route: CashOutMethod | undefined, name: string): LikelyRoute | undefined =>
  route && { currency: route.currency, routeId: route.id, name, minutes: route.delivery_minutes }

/** The route that the choice points to already, while details are still missing: enough to tell the price. */
export function likelyRoute(
  draft: PayoutDraft,
  beneficiary: Beneficiary,
  sender: SenderKind,
  tables: PayoutTables,
): LikelyRoute | undefined {
  const check = checkPayout(draft, beneficiary, sender, tables)
  if (check.ok) return check.payout
  const { country, operators } = tables
  const kind = chosenKind(draft, offeredKinds(tables))
  if (kind === 'bank_transfer') {
    const bank = methodsOf(country).find(method => method.name === 'bank_transfer')
    return likely(bankTarget(draft, tables).route ?? bank, bankTarget(draft, tables).name)
  }
  const operator = operatorOf(draft, beneficiary, tables) ?? operators[0]
  return likely(routeWith(country, operator?.cashout_method_id), operator?.name ?? '')
}

export const chosenKind = (draft: PayoutDraft, kinds: readonly PayoutKind[]): PayoutKind | undefined =>
  kinds.find(one => one === draft.kind) ?? kinds[0]

/** What the choice comes to: ready to be quoted, or what is missing, field by field. */
export function checkPayout(
  draft: PayoutDraft,
  beneficiary: Beneficiary,
  sender: SenderKind,
  tables: PayoutTables,
): PayoutCheck {
  const kinds = offeredKinds(tables)
  const { isEnabled } = payoutRule(draft, beneficiary, sender, kinds)
  if (!isEnabled) return toBalance(beneficiary, tables.country)
  const kind = chosenKind(draft, kinds)
  if (kind === undefined) return refused({ field: 'kind', code: 'withdrawalError' })
  return kind === 'mobile_money' ? checkMobile(draft, beneficiary, tables) : checkBank(draft, tables)
}
