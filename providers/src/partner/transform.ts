// The partner network's words into ours and back, purely: orders, payouts, balances and failures.
import { currencies, isPositive, type Money, money } from '@jokko/core/money'
import type { PayoutFailure, PayoutFailureCode } from '../failures.ts'
import { exactNumber, type Json, listAt, textAt, valueAt } from '../http/json.ts'
import type { Payee, PayoutOrder, PayoutReport, PayoutState, ProviderFloat } from '../port.ts'

const destinationOf = (payee: Payee) => {
  switch (payee.kind) {
    case 'microfinance':
      return { type: 'mfi', institution_id: payee.institutionId, account_number: payee.accountNumber }
    case 'wallet':
      return { type: 'wallet', account_number: payee.phone }
    case 'delivery':
      return {
        type: 'delivery',
        account_number: payee.phone,
        ...(payee.address === undefined ? {} : { detail: payee.address }),
      }
    case 'mobile_money':
      return { type: 'mobile_money', account_number: payee.phone, detail: payee.operator }
    case 'bank_account':
      return {
        type: 'bank_transfer',
        detail: payee.bankName,
        account_number:
          payee.account.kind === 'iban'
            ? payee.account.iban
            : `${payee.account.bankCode} ${payee.account.account}`,
      }
  }
}

/** Undefined when the network could not take this order as it is. */
export const payoutRequest = ({ attemptId, amount, payee }: PayoutOrder) => {
  if (!isPositive(amount) || !/^[A-Za-z0-9\-_.]{1,100}$/.test(attemptId)) return undefined
  return {
    reference: attemptId,
    country_code: payee.country,
    owner_name: payee.name,
    /** In the smallest unit. */
    amount: exactNumber(amount.minor),
    currency: amount.currency,
    ...destinationOf(payee),
  }
}

const states: ReadonlyMap<string, PayoutState> = new Map([
  ['pending', 'pending'],
  ['processing', 'pending'],
  ['successful', 'paid'],
  ['failed', 'failed'],
])

const amountOf = (minor: string, currencyText: string): Money | undefined => {
  const currency = currencies.find(known => known === currencyText)
  if (currency === undefined || !/^\d{1,15}$/.test(minor)) return undefined
  return money(BigInt(minor), currency)
}

/** Undefined when any of what we must know is missing or makes no sense. */
export const payoutReport = (payout: Json | undefined): PayoutReport | undefined => {
  const providerId = textAt(payout, 'id')
  const attemptId = textAt(payout, 'reference')
  const state = states.get(textAt(payout, 'status'))
  const amount = amountOf(textAt(payout, 'amount'), textAt(payout, 'currency'))
  if (providerId === '' || attemptId === '' || state === undefined || amount === undefined) return undefined
  const cost = amountOf(textAt(payout, 'fee', 'amount'), textAt(payout, 'fee', 'currency'))
  return {
    providerId,
    attemptId,
    state,
    amount,
    ...(cost === undefined ? {} : { cost }),
    ...(state === 'failed' ? { failure: failureFrom(textAt(payout, 'failure', 'code')) } : {}),
  }
}

const failureCodes: ReadonlyMap<string, PayoutFailureCode> = new Map([
  ['account_closed', 'payee_account_closed'],
  ['account_invalid', 'invalid_payee_account'],
  ['account_limit', 'wallet_ceiling'],
  ['owner_mismatch', 'name_mismatch'],
  ['timed_out', 'operator_timeout'],
  ['returned', 'cancelled'],
  ['balance_too_low', 'float_empty'],
  ['service_unavailable', 'operator_down'],
  ['too_many_requests', 'rate_limited'],
  ['institution_unknown', 'destination_not_allowed'],
  ['country_not_served', 'destination_not_allowed'],
  ['unsupported_currency', 'unsupported_currency'],
  ['amount_invalid', 'invalid_amount'],
  ['bad_request', 'invalid_request'],
  ['internal_error', 'provider_error'],
])

export const failureFrom = (providerCode: string): PayoutFailure => ({
  code: failureCodes.get(providerCode) ?? 'unknown_reason',
  providerCode,
})

/** Per currency that we pay in. Undefined when unreadable. */
export const floatsOf = (body: Json | undefined): readonly ProviderFloat[] | undefined => {
  if (!Array.isArray(valueAt(body, 'balances'))) return undefined
  const floats: ProviderFloat[] = []
  for (const balance of listAt(body, 'balances')) {
    const currency = textAt(balance, 'currency')
    const available = amountOf(textAt(balance, 'available'), currency)
    const reserved = amountOf(textAt(balance, 'reserved'), currency)
    if (available === undefined || reserved === undefined) return undefined
    floats.push({ available, reserved })
  }
  return floats
}
