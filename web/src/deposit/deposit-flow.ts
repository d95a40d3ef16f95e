// A deposit in the making: what was chosen so far, how it changes, and how far it reaches. No clock, no network, no React.
import type { ErrorCode } from '@jokko/contract/errors'
import type { CashInMethod, CountryDetail } from '@jokko/contract/reference'
import type { QuoteRequest } from '@jokko/contract/transfer'
import { parseAmountInput } from '@jokko/core/amount-input'
import { compare, fromDecimal, isPositive, type Money, toDecimal } from '@jokko/core/money'
import { eurCfa, rateToText } from '@jokko/core/rates'
import { type KnownRate, linkedAmounts, type Side, type TypedAmount } from '../common/linked-amounts.ts'
import { type MethodLimit, passedLimit } from '../common/method-limits.ts'

export const stepNames = ['amount', 'method', 'payment'] as const
export type StepName = (typeof stepNames)[number]

/** After the deposit was opened: rebuilt from the server. */
export const openedSteps = ['bank', 'details', 'done'] as const
export type OpenedStep = (typeof openedSteps)[number]

/** Balances are kept in euros; their worth in CFA follows by law. */
export const cfaRate: KnownRate = { currency: 'XOF', rate: rateToText(eurCfa), isFixed: true }

export type DepositState = {
  /** The operation that it repeats, or pays in another way. */
  readonly from: string | undefined
  readonly amount: TypedAmount
  readonly methodId: number | undefined
  /** Where the phone that pays is, for who lives where no mobile money is collected. */
  readonly walletCountryId: number | undefined
  /** Set once the server has opened it: the form is over. */
  readonly depositId: string | undefined
}

export type DepositEvent =
  | { readonly type: 'amount_typed'; readonly side: Side; readonly text: string }
  | { readonly type: 'method_chosen'; readonly methodId: number }
  | { readonly type: 'wallet_chosen'; readonly countryId: number | undefined }
  | { readonly type: 'opened'; readonly depositId: string }
  | { readonly type: 'started_again'; readonly from?: string }

export const emptyDeposit = (from?: string): DepositState => ({
  from,
  amount: { side: 'source', text: '' },
  methodId: undefined,
  walletCountryId: undefined,
  depositId: undefined,
})

export function depositReducer(state: DepositState, event: DepositEvent): DepositState {
  switch (event.type) {
    case 'amount_typed':
      return { ...state, amount: { side: event.side, text: event.text } }
    case 'method_chosen':
      return { ...state, methodId: event.methodId }
    case 'wallet_chosen':
      return { ...state, walletCountryId: event.countryId }
    case 'opened':
      return { ...state, depositId: event.depositId }
    case 'started_again':
      return emptyDeposit(event.from)
  }
}

export const hasTyped = ({ amount }: DepositState): boolean => amount.text.trim() !== ''

/** What the balance would get. */
export const principalOf = ({ amount }: DepositState): Money | undefined =>
  linkedAmounts(amount, cfaRate.currency, cfaRate).source

export type AmountProblem = {
  readonly side: Side
  readonly code: ErrorCode | 'ambiguous' | 'too_many_decimals'
  /** Too much or too little, which is said while typing. */
  readonly isBound: boolean
}

export type Limits = Pick<CountryDetail, 'sending_min_amount' | 'sending_max_amount'>

const writing = (side: Side, code: AmountProblem['code']): AmountProblem => ({ side, code, isBound: false })

export function amountProblem({ amount }: DepositState, limits: Limits): AmountProblem | undefined {
  const { side, text } = amount
  const typed = parseAmountInput(text, side === 'source' ? 'EUR' : cfaRate.currency)
  if (!typed.ok) {
    if (typed.reason === 'empty')
      return writing(side, side === 'source' ? 'the_euro_amount_field_is_required' : 'enterCfa')
    const isHabit = typed.reason === 'ambiguous' || typed.reason === 'too_many_decimals'
    return writing(side, isHabit ? typed.reason : 'amount_invalid')
  }
  const { source } = linkedAmounts(amount, cfaRate.currency, cfaRate)
  if (source === undefined || !isPositive(source)) return writing(side, 'cant_deposit_zero')
  const [min, max] = [limits.sending_min_amount, limits.sending_max_amount].map(bound =>
    bound === null || bound === undefined ? undefined : fromDecimal(bound, 'EUR'),
  )
  const isOutside = (min && compare(source, min) < 0) || (max && compare(source, max) > 0)
  return isOutside ? { side, code: 'You_can_send_between', isBound: true } : undefined
}

export type MethodObstacle = 'not_open' | 'temp_restriction' | MethodLimit

/** A balance is not filled from itself, so it is not among them. */
export const depositMethods = ({ cash_in_methods }: CountryDetail): readonly CashInMethod[] =>
  cash_in_methods.map(({ cash_in_method }) => cash_in_method).filter(({ name }) => name !== 'balance')

export function obstacleOf(
  method: CashInMethod,
  isRestricted: boolean,
  amount: Money | undefined,
): MethodObstacle | undefined {
  if (isRestricted && method.name !== 'bank_transfer') return 'temp_restriction'
  if (!method.available) return 'not_open'
  return passedLimit(method, amount)
}

/** Mobile money is collected at home where home has it, else the payer says where the phone is. */
export const needsWallet = (method: CashInMethod | undefined, home: CountryDetail): boolean =>
  method?.name === 'mobile_money' && home.currency === 'EUR'

/** The furthest step that what was chosen allows, up to the one that is asked for. */
export function reachableStep(state: DepositState, home: CountryDetail, wanted: StepName): StepName {
  if (wanted === 'amount' || amountProblem(state, home) !== undefined) return 'amount'
  const method = depositMethods(home).find(({ id }) => id === state.methodId)
  const isWalletMissing = needsWallet(method, home) && state.walletCountryId === undefined
  return wanted === 'method' || method === undefined || isWalletMissing ? 'method' : 'payment'
}

export function quoteRequest(state: DepositState, home: CountryDetail): QuoteRequest | undefined {
  const amount = principalOf(state)
  if (amount === undefined || state.methodId === undefined) return undefined
  return {
    kind: 'deposit',
    fix: 'source',
    amount: toDecimal(amount),
    currency: 'EUR',
    sending_country: home.code,
    cashin_method_id: state.methodId,
  }
}
