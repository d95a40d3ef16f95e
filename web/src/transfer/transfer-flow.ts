// Everything that can happen to a transfer in the making, in one place. What was typed is kept on the way back;
// what depends on something that changed is dropped; an old answer never meets a new question; and what was sent
// once is not sent again.
import type { Beneficiary, CustomerExists } from '@jokko/contract/contacts'
import type { NewDirectPayment, NewPayment, Quote, QuoteRequest } from '@jokko/contract/transfer'
import { parseAmountInput } from '@jokko/core/amount-input'
import type { ToleranceBp } from '@jokko/core/arrival'
import { countryByIso } from '@jokko/core/countries'
import { type Currency, isPositive, toDecimal } from '@jokko/core/money'
import { type KnownRate, linkedAmounts, type Side } from '../common/linked-amounts.ts'
import type { Refusal } from '../common/refusal.ts'
import {
  askedFor,
  emptyTransfer,
  freshPayout,
  type NewBeneficiaryForm,
  type PayoutDraft,
  type ReadyPayout,
  type Submission,
  type TransferState,
  type TypedPhone,
} from './transfer-state.ts'

export const stepNames = ['beneficiary', 'who', 'amount', 'method', 'payout', 'summary'] as const
export type StepName = (typeof stepNames)[number]

/** Who sends: what of the signed-in person the requests need. */
export type Sender = { readonly country: string; readonly countryId: number }

export type TransferEvent =
  | { readonly type: 'phone_typed'; readonly phone: TypedPhone }
  | { readonly type: 'looked_up'; readonly phone: TypedPhone; readonly found: CustomerExists }
  | { readonly type: 'new_beneficiary_typed'; readonly form: NewBeneficiaryForm }
  | { readonly type: 'beneficiary_chosen'; readonly beneficiary: Beneficiary }
  | { readonly type: 'favorite_removed'; readonly favoriteId: string }
  | { readonly type: 'amount_typed'; readonly side: Side; readonly text: string }
  | { readonly type: 'reason_typed'; readonly reason: string }
  | { readonly type: 'rate_learned'; readonly rate: KnownRate }
  | { readonly type: 'method_chosen'; readonly methodId: number }
  | { readonly type: 'tolerance_chosen'; readonly tolerance: ToleranceBp }
  | { readonly type: 'payout_typed'; readonly payout: PayoutDraft }
  | { readonly type: 'payout_ready'; readonly payout: ReadyPayout }
  | {
      readonly type: 'quote_arrived'
      readonly askedFor: string
      readonly quote: Quote
      readonly endsAt: number
    }
  | { readonly type: 'quote_refused'; readonly askedFor: string; readonly refusal: Refusal }
  | { readonly type: 'quote_ended'; readonly quoteId: string }
  | { readonly type: 'confirmed'; readonly key: string; readonly sender: Sender }
  | { readonly type: 'asked_again'; readonly key: string }
  | { readonly type: 'outcome_unknown'; readonly key: string }
  | { readonly type: 'refused'; readonly key: string; readonly refusal: Refusal }
  | { readonly type: 'accepted'; readonly key: string; readonly paymentId: string }
  | { readonly type: 'started_again' }

export const localCurrencyOf = (beneficiary: Beneficiary | undefined): Currency =>
  countryByIso(beneficiary?.country ?? '')?.currency ?? 'XOF'

const samePhone = (a: TypedPhone, b: TypedPhone): boolean =>
  a.dialCode === b.dialCode && a.national === b.national

/** A quote and a refusal belong to figures; once these change, both are gone. */
const withoutFigures = (state: TransferState): TransferState => ({
  ...state,
  quote: undefined,
  earlierQuote: undefined,
  refusal: undefined,
})

function chooseBeneficiary(state: TransferState, beneficiary: Beneficiary): TransferState {
  if (state.beneficiary?.id === beneficiary.id) return { ...state, beneficiary }
  const keepsCurrency = localCurrencyOf(state.beneficiary) === localCurrencyOf(beneficiary)
  const keepsAmount = state.amount.side === 'source' || keepsCurrency
  return withoutFigures({
    ...state,
    beneficiary,
    payout: freshPayout(beneficiary),
    readyPayout: undefined,
    rate: keepsCurrency ? state.rate : undefined,
    amount: keepsAmount ? state.amount : { side: 'source', text: '' },
  })
}

function removeFavorite(state: TransferState, favoriteId: string): TransferState {
  const forget = (beneficiary: Beneficiary | null | undefined) =>
    beneficiary?.favorite_id === favoriteId ? { ...beneficiary, favorite_id: null } : beneficiary
  const { lookup } = state
  return {
    ...state,
    beneficiary: forget(state.beneficiary) ?? undefined,
    lookup: lookup && {
      ...lookup,
      found: { ...lookup.found, customer: forget(lookup.found.customer) ?? null },
    },
  }
}

/** The quote that the present figures ask for; nothing until they are complete. */
export function quoteRequest(state: TransferState, sender: Sender): QuoteRequest | undefined {
  const { beneficiary, methodId, readyPayout } = state
  if (beneficiary === undefined || methodId === undefined || readyPayout === undefined) return undefined
  const { source, target } = linkedAmounts(state.amount, localCurrencyOf(beneficiary), state.rate)
  const isLocal = state.amount.side === 'target' && readyPayout.currency === target?.currency
  const amount = isLocal ? target : source
  if (amount === undefined || !isPositive(amount)) return undefined
  return {
    kind: 'transfer',
    fix: isLocal ? 'target' : 'source',
    amount: toDecimal(amount),
    currency: amount.currency,
    sending_country: sender.country,
    receiving_country: beneficiary.country,
    cashin_method_id: methodId,
    ...(readyPayout.routeId === undefined ? {} : { cashout_method_id: readyPayout.routeId }),
    beneficiary_id: beneficiary.id,
  }
}

const saysTheSame = (a: Quote, b: Quote): boolean =>
  a.total_to_pay.amount === b.total_to_pay.amount &&
  a.payable_target.amount === b.payable_target.amount &&
  a.rate === b.rate

function holdQuote(
  state: TransferState,
  { askedFor: asked, quote, endsAt }: Extract<TransferEvent, { type: 'quote_arrived' }>,
): TransferState {
  const before = state.quote?.askedFor === asked ? state.quote.quote : undefined
  const hasChanged = before !== undefined && !saysTheSame(before, quote)
  return {
    ...state,
    quote: { askedFor: asked, quote, endsAt },
    earlierQuote: hasChanged ? before : before && state.earlierQuote,
    // Whoever pressed "Send" on a quote that had ended is told so, also when the new one says the same.
    refusal: state.refusal?.code === 'quote_expired' ? state.refusal : undefined,
  }
}

function refuse(state: TransferState, refusal: Refusal): TransferState {
  const hasEnded = refusal.code === 'quote_expired'
  const quote = state.quote && hasEnded ? { ...state.quote, endsAt: 0 } : state.quote
  return { ...state, submission: undefined, refusal, quote }
}

function submissionOf(state: TransferState, key: string, sender: Sender): Submission | undefined {
  const { beneficiary, readyPayout, quote: held } = state
  const request = quoteRequest(state, sender)
  if (request === undefined || beneficiary === undefined || readyPayout === undefined) return undefined
  if (held === undefined || held.askedFor !== askedFor(request)) return undefined
  const { quote } = held
  const plain: NewPayment = {
    quote_id: quote.id,
    total_to_pay: quote.total_to_pay.amount,
    cashin_method_id: request.cashin_method_id ?? 0,
    amount_without_fees_in_euro: quote.source.amount,
    local_amount: quote.payable_target.amount,
    local_currency: quote.payable_target.currency,
    reason: state.reason.trim(),
    sending_country_id: sender.countryId,
    receiving_country_id: beneficiary.country_id,
    beneficiary_id: beneficiary.id,
    phone_number: beneficiary.phone_number,
    country_code: beneficiary.country_code,
    ...(quote.on_arrival && { rate_tolerance_bp: state.tolerance }),
  }
  const { routeId } = readyPayout
  const body: NewPayment | NewDirectPayment =
    routeId === undefined ? plain : { ...plain, ...readyPayout.fields, cashout_method_id: routeId }
  const path = routeId === undefined ? '/payments' : '/payments/direct'
  return { key, path, body, state: 'sending', tries: 1 }
}

function settle(state: TransferState, event: TransferEvent, submission: Submission): TransferState {
  if (!('key' in event) || event.key !== submission.key) return state
  switch (event.type) {
    case 'outcome_unknown':
      return { ...state, submission: { ...submission, state: 'unknown' } }
    case 'asked_again':
      if (submission.state === 'sending') return state
      return { ...state, submission: { ...submission, state: 'sending', tries: submission.tries + 1 } }
    case 'refused':
      return refuse(state, event.refusal)
    case 'accepted':
      return { ...emptyTransfer(state.opened), paymentId: event.paymentId }
    default:
      return state
  }
}

function edit(state: TransferState, event: TransferEvent): TransferState {
  switch (event.type) {
    case 'phone_typed':
      return { ...state, phone: event.phone }
    case 'looked_up':
      if (!samePhone(event.phone, state.phone)) return state
      return { ...state, lookup: { phone: event.phone, found: event.found } }
    case 'new_beneficiary_typed':
      return { ...state, newBeneficiary: event.form }
    case 'beneficiary_chosen':
      return chooseBeneficiary(state, event.beneficiary)
    case 'favorite_removed':
      return removeFavorite(state, event.favoriteId)
    case 'amount_typed':
      return withoutFigures({ ...state, amount: { side: event.side, text: event.text } })
    case 'reason_typed':
      return { ...state, reason: event.reason }
    case 'rate_learned':
      return event.rate.currency === localCurrencyOf(state.beneficiary)
        ? { ...state, rate: event.rate }
        : state
    case 'method_chosen':
      return withoutFigures({ ...state, methodId: event.methodId })
    case 'tolerance_chosen':
      return { ...state, tolerance: event.tolerance }
    case 'payout_typed':
      return withoutFigures({ ...state, payout: event.payout, readyPayout: undefined })
    case 'payout_ready':
      return withoutFigures({ ...state, readyPayout: event.payout })
    default:
      return state
  }
}

function quoted(
  state: TransferState,
  event: Extract<TransferEvent, { type: 'quote_arrived' | 'quote_refused' }>,
  sender: Sender,
): TransferState {
  const request = quoteRequest(state, sender)
  if (request === undefined || askedFor(request) !== event.askedFor) return state
  if (event.type === 'quote_arrived') return holdQuote(state, event)
  return { ...state, quote: undefined, earlierQuote: undefined, refusal: event.refusal }
}

/** The one way a transfer changes. */
export function transferReducer(sender: Sender) {
  return (state: TransferState, event: TransferEvent): TransferState => {
    if (event.type === 'started_again' && state.submission === undefined) return emptyTransfer()
    if (state.paymentId !== undefined) return state
    if (state.submission !== undefined) return settle(state, event, state.submission)
    switch (event.type) {
      case 'quote_arrived':
      case 'quote_refused':
        return quoted(state, event, sender)
      case 'quote_ended':
        if (state.quote?.quote.id !== event.quoteId) return state
        return { ...state, quote: { ...state.quote, endsAt: 0 } }
      case 'confirmed': {
        const submission = submissionOf(state, event.key, sender)
        return submission === undefined ? state : { ...state, submission, refusal: undefined }
      }
      default:
        return edit(state, event)
    }
  }
}

function isAmountGiven({ amount, beneficiary, reason }: TransferState): boolean {
  const typed = parseAmountInput(amount.text, amount.side === 'source' ? 'EUR' : localCurrencyOf(beneficiary))
  return typed.ok && isPositive(typed.money) && reason.trim() !== ''
}

/** What must be there before a step can be shown. */
const needs: Record<StepName, (state: TransferState) => boolean> = {
  beneficiary: () => true,
  who: state => state.lookup !== undefined && samePhone(state.lookup.phone, state.phone),
  amount: state => state.beneficiary !== undefined,
  method: isAmountGiven,
  payout: state => state.methodId !== undefined,
  summary: state => state.readyPayout !== undefined,
}

/** The step that was asked for, or the last one before it whose needs are met. */
export function reachableStep(state: TransferState, wanted: StepName): StepName {
  if (state.submission !== undefined) return 'summary'
  let reached: StepName = 'beneficiary'
  for (const step of stepNames.slice(0, stepNames.indexOf(wanted) + 1)) {
    if (needs[step](state)) reached = step
    else if (step !== 'who') return reached
  }
  return reached
}

/** Where Back leads; a form for someone new or a card is passed over once the beneficiary stands. */
export function stepBefore(state: TransferState, step: StepName): StepName {
  const before = stepNames[Math.max(0, stepNames.indexOf(step) - 1)] ?? 'beneficiary'
  return reachableStep(state, before)
}

export const isWorthKeeping = (state: TransferState): boolean =>
  state.submission !== undefined || state.beneficiary !== undefined || hasTyped(state)

/** Whether leaving would lose something that a person typed. */
export const hasTyped = (state: TransferState): boolean =>
  state.paymentId === undefined &&
  (state.phone.national !== '' || state.amount.text !== '' || state.reason !== '')
