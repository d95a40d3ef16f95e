// A withdrawal in the making: which card, over which route, to which account, and what is still missing. Pure.
import type { ErrorCode } from '@jokko/contract/errors'
import type { Institution } from '@jokko/contract/reference'
import type {
  Cashout,
  OwnBankAccount,
  OwnMobileAccount,
  OwnWallet,
  WithdrawMethod,
} from '@jokko/contract/withdraw'
import { parseAmountInput } from '@jokko/core/amount-input'
import { compare, fromDecimal, isZero, type Money } from '@jokko/core/money'
import { emptyAccount } from '../common/empty-account.ts'
import type { TypedAccount } from '../common/typed-account.ts'

export const cardKinds = ['mobile_money', 'bank_transfer', 'wallet', 'delivery'] as const
export type CardKind = (typeof cardKinds)[number]

export type Card = {
  readonly kind: CardKind
  readonly routes: readonly WithdrawMethod[]
  /** Where a person of ours pays banks and operators that no company reaches. */
  readonly byHand: WithdrawMethod | undefined
}

type TypedPhone = { readonly dialCode: number; readonly national: string }

export type WithdrawState = {
  /** Where the money is received; absent: at home. */
  readonly country: string | undefined
  readonly amount: string
  readonly kind: CardKind | undefined
  readonly mobile: {
    /** `new`, the id of an own account, or empty: the newest one. */
    readonly account: string
    readonly phone: TypedPhone
    /** A code, `other`, or nothing yet. */
    readonly operator: string | undefined
    readonly operatorName: string
    readonly owner: string
  }
  readonly bank: {
    readonly account: string
    /** An institution's id, `other`, or empty. */
    readonly institution: string
    readonly bankName: string
    readonly owner: string
    /** Which own account what is typed was kept as. */
    readonly keptAs: string | undefined
    /** The own account that is typed anew because its bank doubts the name. */
    readonly reopened: string | undefined
  } & TypedAccount
  readonly wallet: { readonly account: string; readonly phone: TypedPhone; readonly owner: string }
}

const noPhone: TypedPhone = { dialCode: 0, national: '' }

export const startWithdrawal = (owner: string): WithdrawState => ({
  country: undefined,
  amount: '',
  kind: undefined,
  mobile: { account: '', phone: noPhone, operator: undefined, operatorName: '', owner },
  bank: {
    account: '',
    institution: '',
    bankName: '',
    owner,
    keptAs: undefined,
    reopened: undefined,
    ...emptyAccount,
  },
  wallet: { account: '', phone: noPhone, owner },
})

export type WithdrawEvent =
  | { readonly type: 'country_chosen'; readonly country: string }
  | { readonly type: 'amount_typed'; readonly text: string }
  | { readonly type: 'card_chosen'; readonly kind: CardKind }
  | { readonly type: 'mobile_changed'; readonly changes: Partial<WithdrawState['mobile']> }
  | { readonly type: 'bank_changed'; readonly changes: Partial<WithdrawState['bank']> }
  | { readonly type: 'wallet_changed'; readonly changes: Partial<WithdrawState['wallet']> }
  | { readonly type: 'bank_reopened'; readonly account: OwnBankAccount }
  | { readonly type: 'repeated'; readonly cashout: Cashout }

export function withdrawReducer(state: WithdrawState, event: WithdrawEvent): WithdrawState {
  switch (event.type) {
    case 'country_chosen':
      // Accounts and ways are those of the other country.
      return { ...startWithdrawal(state.bank.owner), amount: state.amount, country: event.country }
    case 'amount_typed':
      return { ...state, amount: event.text }
    case 'card_chosen':
      return { ...state, kind: event.kind }
    case 'mobile_changed':
      return { ...state, mobile: { ...state.mobile, ...event.changes } }
    case 'bank_changed':
      return { ...state, bank: { ...state.bank, ...event.changes } }
    case 'wallet_changed':
      return { ...state, wallet: { ...state.wallet, ...event.changes } }
    case 'bank_reopened':
      return { ...state, bank: reopened(state.bank, event.account) }
    case 'repeated':
      return repeated(state, event.cashout)
  }
}

/** As it was typed; of an older one all but its number, which nobody shows any more. */
function reopened(bank: WithdrawState['bank'], { id, owner_name, bank_name }: OwnBankAccount) {
  const asTyped = { ...bank, account: id, reopened: id }
  if (bank.keptAs === id) return asTyped
  return { ...asTyped, ...emptyAccount, keptAs: id, owner: owner_name, bankName: bank_name }
}

/** As another one was: the same amount, way and account. */
function repeated(state: WithdrawState, cashout: Cashout): WithdrawState {
  const { country, amount_in_euros: amount, payee } = cashout
  const account = payee.account_id ?? ''
  const kind = cardKinds.find(known => known === cashout.kind) ?? 'bank_transfer'
  const start = { ...state, country, amount, kind }
  if (kind === 'mobile_money') return { ...start, mobile: { ...state.mobile, account } }
  if (kind === 'wallet') return { ...start, wallet: { ...state.wallet, account } }
  return kind === 'bank_transfer' ? { ...start, bank: { ...state.bank, account } } : start
}

export function cardsOf(methods: readonly WithdrawMethod[]): readonly Card[] {
  const byHand = methods.find(({ kind }) => kind === 'manual_bank_transfer')
  return cardKinds.flatMap((kind): Card[] => {
    const routes = methods.filter(method => method.kind === kind)
    if (routes.length === 0) return []
    const hasOthers = kind === 'mobile_money' || kind === 'bank_transfer'
    return [{ kind, routes, byHand: hasOthers ? byHand : undefined }]
  })
}

export type Tables = {
  readonly cards: readonly Card[]
  readonly institutions: readonly Institution[]
  readonly mobile: readonly OwnMobileAccount[]
  readonly bank: readonly OwnBankAccount[]
  readonly wallet: readonly OwnWallet[]
}

/** The chosen one, else the first. */
export const chosenCard = ({ kind }: WithdrawState, cards: readonly Card[]): Card | undefined =>
  cards.find(card => card.kind === kind) ?? cards[0]

/** The route of what is chosen so far; nothing where that does not say it yet, or where nobody pays it. */
export function routeOf(state: WithdrawState, tables: Tables): WithdrawMethod | undefined {
  const card = chosenCard(state, tables.cards)
  if (card?.kind === 'mobile_money') return mobileRoute(state, card, tables)
  if (card?.kind === 'bank_transfer') return bankRoute(state, card, tables)
  return card?.routes[0]
}

const chosenOf = <Account extends { readonly id: string }>(
  accounts: readonly Account[],
  chosen: string,
): Account | undefined => (chosen === '' ? accounts[0] : accounts.find(({ id }) => id === chosen))

function mobileRoute({ mobile }: WithdrawState, card: Card, tables: Tables): WithdrawMethod | undefined {
  const saved = chosenOf(tables.mobile, mobile.account)
  const operator = saved ? saved.operator : mobile.operator
  if (operator === undefined) return undefined
  const route = card.routes.find(({ operator_code }) => operator_code === operator)
  return route ?? (saved !== undefined || operator === 'other' ? card.byHand : undefined)
}

function bankRoute({ bank }: WithdrawState, card: Card, tables: Tables): WithdrawMethod | undefined {
  const [route] = card.routes
  if (route?.is_sepa) return route
  const saved = chosenOf(tables.bank, bank.account)
  if (saved) return tables.institutions.some(({ name }) => name === saved.bank_name) ? route : card.byHand
  return bank.institution === 'other' ? card.byHand : route
}

/** Whose price is shown while nothing says the route yet. */
export const pricedRoute = (state: WithdrawState, tables: Tables): WithdrawMethod | undefined =>
  routeOf(state, tables) ?? chosenCard(state, tables.cards)?.routes[0]

export const savedAccount = (state: WithdrawState, tables: Tables): string | undefined => {
  const kind = chosenCard(state, tables.cards)?.kind
  if (kind === undefined || kind === 'delivery') return undefined
  const { account } = kind === 'mobile_money' ? state.mobile : kind === 'wallet' ? state.wallet : state.bank
  const lists = { mobile_money: tables.mobile, bank_transfer: tables.bank, wallet: tables.wallet }
  return chosenOf<{ readonly id: string }>(lists[kind], account)?.id
}

/** The own account whose details are typed anew. */
export const reopenedAccount = (state: WithdrawState, tables: Tables): string | undefined => {
  const isBank = chosenCard(state, tables.cards)?.kind === 'bank_transfer'
  const { reopened } = state.bank
  return isBank && reopened !== undefined && savedAccount(state, tables) === reopened ? reopened : undefined
}

export const typedEuros = ({ amount }: Pick<WithdrawState, 'amount'>): Money | undefined => {
  const typed = parseAmountInput(amount, 'EUR')
  return typed.ok ? typed.money : undefined
}

export type Field =
  | 'amount'
  | 'method'
  | 'operator'
  | 'operatorName'
  | 'phone'
  | 'bank'
  | 'bankName'
  | 'owner'
  | 'iban'
  | 'rib'

export type Problem = { readonly field: Field; readonly code: ErrorCode | 'iban_other_country' }

export function amountProblem(
  state: WithdrawState,
  { balance, total }: { balance: string; total: string | undefined },
): Problem | undefined {
  const has = fromDecimal(balance, 'EUR')
  const typed = typedEuros(state)
  const wanted = (total === undefined ? undefined : fromDecimal(total, 'EUR')) ?? typed
  if (has && isZero(has)) return { field: 'amount', code: 'balance_zero' }
  if (typed === undefined || isZero(typed))
    return { field: 'amount', code: state.amount.trim() === '' ? 'enterEuros' : 'amount_invalid' }
  return has && wanted && compare(wanted, has) > 0
    ? { field: 'amount', code: 'Withdrawal_amount' }
    : undefined
}

/** The account is typed anew, in the form that is loaded for it. */
export const isNewAccount = (state: WithdrawState, tables: Tables): boolean => {
  const kind = chosenCard(state, tables.cards)?.kind
  if (kind === undefined || kind === 'delivery') return false
  return savedAccount(state, tables) === undefined || reopenedAccount(state, tables) !== undefined
}

/** Over SEPA an IBAN says which bank it is; elsewhere the bank is chosen from the list. */
export const hasBankList = (cards: readonly Card[], institutions: readonly Institution[]): boolean =>
  institutions.length > 0 && !cards.some(({ routes }) => routes[0]?.is_sepa)

/** How it stands, in one word: what the heading of its last step says. */
export type Outcome = 'done' | 'under_way' | 'unknown' | 'held' | 'failed' | 'cancelled' | 'expired'

export function outcomeOf(cashout: Cashout): Outcome {
  const { status, aborted, failure, held, outcome_unknown } = cashout
  if (aborted) return 'cancelled'
  if (status === 'withdraw_failed') return failure === null ? 'expired' : 'failed'
  if (status === 'withdraw_completed') return 'done'
  if (outcome_unknown) return 'unknown'
  return held ? 'held' : 'under_way'
}
