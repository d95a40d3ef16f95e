// Hub2's words into ours and back, purely: orders, transfers, fees, balances and every failure it documents.
import { type Currency, currencies, isPositive, type Money, money, sum } from '@jokko/core/money'
import type { PayoutFailure, PayoutFailureCode } from '../failures.ts'
import { exactNumber, isObject, type Json, listAt, textAt } from '../http/json.ts'
import type {
  BankAccountNumber,
  Payee,
  PayoutOrder,
  PayoutReport,
  PayoutState,
  ProviderFloat,
} from '../port.ts'

/** Names of the bank destination's fields. Not published by Hub2: confirm them before going live. */
const bankFields = {
  type: 'bank_transfer',
  bankName: 'bankName',
  iban: 'iban',
  bankCode: 'bankId',
  account: 'accountNumber',
} as const

/** Operators whose name at Hub2 is not the first part of our code. */
const providerNames: Readonly<Record<string, string>> = { emoney_sn: 'emoney', togocom_tg: 'togocel' }

export const providerName = (operator: string): string =>
  providerNames[operator] ?? operator.replace(/_[a-z]{2}$/, '')

const accountFields = (account: BankAccountNumber) =>
  account.kind === 'iban'
    ? { [bankFields.iban]: account.iban }
    : { [bankFields.bankCode]: account.bankCode, [bankFields.account]: account.account }

/** Undefined for payees that Hub2 does not reach. */
const destinationOf = (payee: Payee) => {
  if (payee.kind === 'mobile_money')
    return {
      type: 'mobile_money',
      country: payee.country,
      recipientName: payee.name,
      msisdn: payee.phone,
      provider: providerName(payee.operator),
    }
  if (payee.kind === 'bank_account')
    return {
      type: bankFields.type,
      country: payee.country,
      recipientName: payee.name,
      [bankFields.bankName]: payee.bankName,
      ...accountFields(payee.account),
    }
  return undefined
}

/** Undefined when Hub2 could not take this order as it is. */
export const transferRequest = (order: PayoutOrder) => {
  const destination = destinationOf(order.payee)
  if (destination === undefined || !isPositive(order.amount)) return undefined
  if (!/^[A-Za-z0-9\-_. ]{1,100}$/.test(order.attemptId)) return undefined
  return {
    reference: order.attemptId,
    /** In the smallest unit. */
    amount: exactNumber(order.amount.minor),
    currency: order.amount.currency,
    description: order.description,
    destination,
    ...(order.sender === undefined ? {} : { origin: order.sender }),
  }
}

const states: ReadonlyMap<string, PayoutState> = new Map([
  ['created', 'pending'],
  ['pending', 'pending'],
  ['processing', 'pending'],
  ['successful', 'paid'],
  ['succeeded', 'paid'],
  ['failed', 'failed'],
])

export const amountOf = (minor: string, currencyText: string): Money | undefined => {
  const currency = currencies.find(known => known === currencyText)
  if (currency === undefined || !/^\d{1,15}$/.test(minor)) return undefined
  return money(BigInt(minor), currency)
}

/** Undefined when any of what we must know is missing or makes no sense. */
export const payoutReport = (transfer: Json | undefined): PayoutReport | undefined => {
  const providerId = textAt(transfer, 'id')
  const attemptId = textAt(transfer, 'reference')
  const state = states.get(textAt(transfer, 'status'))
  const amount = amountOf(textAt(transfer, 'amount'), textAt(transfer, 'currency'))
  if (providerId === '' || attemptId === '' || state === undefined || amount === undefined) return undefined
  const cost = costOf(listAt(transfer, 'fees'), amount.currency)
  return {
    providerId,
    attemptId,
    state,
    amount,
    ...(cost === undefined ? {} : { cost }),
    ...(state === 'failed' ? { failure: failureOf(transfer) } : {}),
  }
}

/** The sum of all fees; undefined while there is none, or when one of them cannot be read exactly. */
export const costOf = (fees: readonly Json[], currency: Currency): Money | undefined => {
  const amounts = fees.map(fee => amountOf(textAt(fee, 'amount'), textAt(fee, 'currency') || currency))
  const known = amounts.filter(amount => amount?.currency === currency)
  if (known.length === 0 || known.length < fees.length) return undefined
  return sum(
    known.filter(amount => amount !== undefined),
    currency,
  )
}

const failureOf = (transfer: Json | undefined): PayoutFailure =>
  failureFrom(textAt(transfer, 'failureCause', 'code'), textAt(transfer, 'failureCause', 'message'))

const failureCodes: ReadonlyMap<string, PayoutFailureCode> = new Map([
  ['internal_error', 'provider_error'],
  ['invalid_amount', 'invalid_amount'],
  ['service_unavailable', 'operator_down'],
  ['too_many_request', 'rate_limited'],
  ['unknown_reason', 'unknown_reason'],
  ['fraud_suspicion', 'fraud_suspicion'],
  ['invalid_destination', 'invalid_payee_number'],
  ['forbidden_by_provider', 'refused_by_operator'],
  ['withdrawal_unavailable', 'operator_down'],
  ['timeout', 'operator_timeout'],
  ['insufficient_funds', 'float_empty'],
  ['missing_funds_reservation', 'float_empty'],
  ['unsupported_currency', 'unsupported_currency'],
  ['currency_not_found', 'unsupported_currency'],
  ['invalid_currency', 'unsupported_currency'],
  ['canceled', 'cancelled'],
  ['cancellation_already_done', 'cancelled'],
  ['destination_not_allowed', 'destination_not_allowed'],
  ['blacklisted_msisdn', 'blacklisted'],
  ['invalid_msisdn', 'invalid_payee_number'],
  ['invalid_sandbox_msisdn', 'invalid_payee_number'],
  ['invalid_payment_processor', 'wrong_operator'],
  ['locked_account', 'payee_account_closed'],
  ['customer_account_locked', 'payee_account_closed'],
  ['payer_quota_exceeded', 'wallet_ceiling'],
  ['bad_request', 'invalid_request'],
  ['bad_parameters', 'invalid_request'],
  ['duplicate_request', 'invalid_request'],
])

/** Some codes cover several reasons, which only the message tells apart. */
const refinements: ReadonlyArray<readonly [code: string, message: RegExp, ours: PayoutFailureCode]> = [
  ['invalid_destination', /clos|lock|inactive/i, 'payee_account_closed'],
  ['invalid_destination', /iban|bank|rib/i, 'invalid_payee_account'],
  ['forbidden_by_provider', /ceiling|quota|limit|plafond/i, 'wallet_ceiling'],
  ['destination_not_allowed', /\bname\b/i, 'name_mismatch'],
]

export const failureFrom = (written: string, message: string): PayoutFailure => {
  const providerCode = written.toLowerCase().replaceAll('-', '_')
  const refined = refinements.find(([code, pattern]) => code === providerCode && pattern.test(message))
  const code = refined?.[2] ?? failureCodes.get(providerCode)
  return { code: code ?? 'unknown_reason', providerCode }
}

/** The transfer account per currency; currencies that we do not pay in are left out. Undefined when unreadable. */
/** Payouts are paid from one account, and what phones pay comes on the other. */
export const floatsOf = (
  balance: Json | undefined,
  account: 'transferAccount' | 'collectionAccount' = 'transferAccount',
): readonly ProviderFloat[] | undefined => {
  if (!isObject(balance)) return undefined
  const accounts = balance[account]
  if (!Array.isArray(accounts)) return undefined
  const floats: ProviderFloat[] = []
  for (const account of accounts) {
    const currency = textAt(account, 'currency')
    if (!currencies.some(known => known === currency)) continue
    const available = amountOf(textAt(account, 'availableBalance'), currency)
    const reserved = amountOf(textAt(account, 'reservedBalance') || '0', currency)
    if (available === undefined || reserved === undefined) return undefined
    floats.push({ available, reserved })
  }
  return floats
}
