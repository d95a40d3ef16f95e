// Hub2's payment intents into our words and back, purely: what is asked for, how a payer is charged, every state
// and failure that it documents.
import { type Currency, isPositive, type Money, sum } from '@jokko/core/money'
import type { PayInFailure, PayInFailureCode } from '../failures.ts'
import { exactNumber, isObject, type Json, listAt, textAt, valueAt } from '../http/json.ts'
import type { MobileMoneyPayer, PayInAction, PayInOrder, PayInReport, PayInState } from '../port.ts'
import { amountOf, costOf, providerName } from './transform.ts'

/** Undefined when Hub2 could not take this order as it is. */
export const intentRequest = (order: PayInOrder) => {
  if (!isPositive(order.amount) || order.amount.currency === 'EUR') return undefined
  if (!isReference(order.attemptId) || !isReference(order.payer.reference)) return undefined
  return {
    purchaseReference: order.attemptId,
    customerReference: order.payer.reference,
    /** In the smallest unit. */
    amount: exactNumber(order.amount.minor),
    currency: order.amount.currency,
  }
}

const isReference = (text: string): boolean => /^[A-Za-z0-9\-_. ]{1,100}$/.test(text)

/** Operators that send the payer to a page of their own. */
const pageOperators: ReadonlySet<string> = new Set(['wave'])

/** Their address is wanted in the answer, which only the call at once gives. */
export const paysOnPage = ({ operator }: MobileMoneyPayer): boolean =>
  pageOperators.has(providerName(operator))

export const paymentRequest = (token: string, payer: MobileMoneyPayer) => ({
  token,
  paymentMethod: 'mobile_money',
  country: payer.country,
  provider: providerName(payer.operator),
  mobileMoney: {
    msisdn: payer.phone,
    ...(payer.otp === undefined ? {} : { otp: payer.otp }),
    ...(paysOnPage(payer) ? redirections(payer.returnUrl) : {}),
  },
})

/** Wherever the browser comes back, we ask Hub2 what happened. */
const redirections = (url: string) => ({
  onSuccessRedirectionUrl: url,
  onFailedRedirectionUrl: url,
  onCancelRedirectionUrl: url,
  onFinishRedirectionUrl: url,
})

const states: ReadonlyMap<string, PayInState> = new Map([
  // The payer has to be asked, for the first time or again.
  ['payment_required', 'action_required'],
  ['processing', 'pending'],
  ['action_required', 'action_required'],
  ['successful', 'collected'],
  ['succeeded', 'collected'],
  ['failed', 'failed'],
  ['canceled', 'aborted'],
  ['cancelled', 'aborted'],
])

/** Undefined when any of what we must know is missing or makes no sense. */
export const payInReport = (intent: Json | undefined): PayInReport | undefined => {
  const providerId = textAt(intent, 'id')
  const attemptId = textAt(intent, 'purchaseReference')
  const state = states.get(textAt(intent, 'status'))
  const asked = amountOf(textAt(intent, 'amount'), textAt(intent, 'currency'))
  const amount = state === 'collected' ? collectedOf(intent, asked) : asked
  if (providerId === '' || attemptId === '' || state === undefined || amount === undefined) return undefined
  const token = textAt(intent, 'token')
  return {
    providerId,
    attemptId,
    state,
    amount,
    ...(token === '' ? {} : { handle: { token } }),
    ...(state === 'collected' ? costsOf(intent, amount.currency) : {}),
    ...(state === 'action_required' ? actionsOf(intent) : {}),
    ...(state === 'action_required' || state === 'failed' ? failuresOf(intent, state) : {}),
  }
}

const paidIn = (intent: Json | undefined): readonly Json[] =>
  listAt(intent, 'payments').filter(payment => states.get(textAt(payment, 'status')) === 'collected')

/** What phones paid, which may be another amount than the intent asks for, or come twice. */
const collectedOf = (intent: Json | undefined, asked: Money | undefined): Money | undefined => {
  const told = paidIn(intent).filter(payment => textAt(payment, 'amount') !== '')
  if (told.length === 0) return asked
  const amounts = told
    .map(payment => amountOf(textAt(payment, 'amount'), textAt(payment, 'currency')))
    .filter(amount => amount !== undefined)
  const currency = amounts[0]?.currency
  const isOneSum = amounts.length === told.length && amounts.every(amount => amount.currency === currency)
  return currency !== undefined && isOneSum ? sum(amounts, currency) : undefined
}

/** Whose phone paid an intent of ours; undefined when nobody did, or when it does not say in full. */
export const payerOf = (intent: Json | undefined, attemptId: string) => {
  if (textAt(intent, 'purchaseReference') !== attemptId) return undefined
  const payment = paidIn(intent).at(-1)
  const [phone, country, operator] = ['number', 'country', 'provider'].map(field => textAt(payment, field))
  if (!phone || !country || !operator) return undefined
  return { phone: phone.startsWith('+') ? phone : `+${phone}`, country, operator }
}

/** Nothing of it is with an operator: nobody was charged, or the last try has failed. */
export const isUncharged = (intent: Json | undefined): boolean => {
  const over = listAt(intent, 'payments').every(payment => textAt(payment, 'status') === 'failed')
  return textAt(intent, 'status') === 'payment_required' && over
}

const costsOf = (intent: Json | undefined, currency: Currency): { cost?: Money } => {
  const cost = costOf(
    paidIn(intent).flatMap(payment => listAt(payment, 'fees')),
    currency,
  )
  return cost === undefined ? {} : { cost }
}

/** On the intent, or on the payment that waits for its payer. */
const actionsOf = (intent: Json | undefined): { action?: PayInAction } => {
  if (textAt(intent, 'status') !== 'action_required') return {}
  const payment = listAt(intent, 'payments').findLast(one => isObject(valueAt(one, 'nextAction')))
  const action = actionOf(valueAt(intent, 'nextAction')) ?? actionOf(valueAt(payment, 'nextAction'))
  return action === undefined ? {} : { action }
}

const actionOf = (next: Json | undefined): PayInAction | undefined => {
  const type = textAt(next, 'type')
  const message = textAt(next, 'message')
  if (type === 'otp' || type === 'ussd') return { kind: type, message }
  // Documented inside `data`; some clients read it beside.
  const url = textAt(next, 'data', 'url') || textAt(next, 'url')
  return type === 'redirection' && /^https?:\/\//.test(url) ? { kind: 'redirect', url } : undefined
}

const failuresOf = (intent: Json | undefined, state: PayInState): { failure?: PayInFailure } => {
  const code = textAt(intent, 'lastPaymentFailure', 'code')
  return code === '' && state !== 'failed' ? {} : { failure: payInFailureFrom(code) }
}

const failureCodes: ReadonlyMap<string, PayInFailureCode> = new Map([
  ['internal_error', 'provider_error'],
  ['service_unavailable', 'operator_down'],
  ['unknown_reason', 'unknown_reason'],
  ['unknown_reason_orange', 'unknown_reason'],
  ['customer_account_locked', 'invalid_payer'],
  ['locked_account', 'invalid_payer'],
  ['customer_insufficient_funds', 'insufficient_funds'],
  ['authentication_failed', 'wrong_code'],
  ['authentication_timeout', 'code_expired'],
  ['timeout', 'expired'],
  ['wave_payment_expired', 'expired'],
  ['payment_intent_expired', 'expired'],
  ['canceled_by_customer', 'declined_by_payer'],
  ['canceled', 'declined_by_payer'],
  ['cancellation_already_done', 'declined_by_payer'],
  ['fraud_suspicion', 'fraud_suspicion'],
  ['payer_quota_exceeded', 'payer_limit'],
  ['forbidden_by_provider', 'refused_by_bank'],
  ['invalid_payment_processor', 'invalid_payer'],
  ['invalid_msisdn', 'invalid_payer'],
  ['invalid_sandbox_msisdn', 'invalid_payer'],
  ['too_many_request', 'provider_error'],
  ['unsupported_currency', 'invalid_request'],
  ['invalid_currency', 'invalid_request'],
  ['currency_not_found', 'invalid_request'],
  ['invalid_amount', 'invalid_request'],
  ['bad_parameters', 'invalid_request'],
  ['bad_request', 'invalid_request'],
  ['duplicate_request', 'invalid_request'],
])

export const payInFailureFrom = (written: string): PayInFailure => {
  const providerCode = written.toLowerCase().replaceAll('-', '_')
  return { code: failureCodes.get(providerCode) ?? 'unknown_reason', providerCode }
}
