// Why a provider did not do what it was asked, in our own words. Adapters translate every code of their
// company into one of these; nothing above the adapters knows a company's spelling.

/**
 * Who can put it right. `customer`: another number, name or account helps. `time`: the same order may be
 * given again later. `us`: our float, settings or code. `nobody`: this payee cannot be paid by this way.
 */
export type FixedBy = 'customer' | 'time' | 'us' | 'nobody'

export const payoutFailures = {
  payee_account_closed: { fixedBy: 'customer' },
  invalid_payee_number: { fixedBy: 'customer' },
  invalid_payee_account: { fixedBy: 'customer' },
  name_mismatch: { fixedBy: 'customer' },
  wallet_ceiling: { fixedBy: 'customer' },
  wrong_operator: { fixedBy: 'customer' },
  operator_down: { fixedBy: 'time' },
  operator_timeout: { fixedBy: 'time' },
  rate_limited: { fixedBy: 'time' },
  float_empty: { fixedBy: 'us' },
  invalid_amount: { fixedBy: 'us' },
  unsupported_currency: { fixedBy: 'us' },
  destination_not_allowed: { fixedBy: 'us' },
  invalid_request: { fixedBy: 'us' },
  blacklisted: { fixedBy: 'nobody' },
  fraud_suspicion: { fixedBy: 'nobody' },
  cancelled: { fixedBy: 'nobody' },
  refused_by_operator: { fixedBy: 'nobody' },
  returned_by_bank: { fixedBy: 'customer' },
  provider_error: { fixedBy: 'time' },
  unknown_reason: { fixedBy: 'nobody' },
} as const satisfies Record<string, { fixedBy: FixedBy }>

export type PayoutFailureCode = keyof typeof payoutFailures

export const isPayoutFailureCode = (text: string): text is PayoutFailureCode =>
  Object.hasOwn(payoutFailures, text)

/** The provider's own code is kept beside ours, for the audit trail and for whoever must call them. */
export type Failure<Code extends string> = { readonly code: Code; readonly providerCode: string }

export type PayoutFailure = Failure<PayoutFailureCode>

export const customerCanFix = (code: PayoutFailureCode): boolean =>
  payoutFailures[code].fixedBy === 'customer'

/** `not_authorised`: our key or settings are refused, which is ours to repair and never a payee's failure. */
export type RetryReason = 'float_empty' | 'operator_down' | 'rate_limited' | 'unreachable' | 'not_authorised'

const waits: Partial<Record<PayoutFailureCode, RetryReason>> = {
  float_empty: 'float_empty',
  operator_down: 'operator_down',
  rate_limited: 'rate_limited',
}

/**
 * For failures that say nothing about the payee, what to wait for before a new attempt; undefined when the
 * payout is to be given back. Holds for a failure told at once as well as for one told later.
 */
export const waitsFor = (code: PayoutFailureCode): RetryReason | undefined => waits[code]

/** Why money could not be collected. What the payer can put right is told to the payer. */
export const payInFailures = {
  insufficient_funds: { fixedBy: 'customer' },
  declined_by_payer: { fixedBy: 'customer' },
  wrong_code: { fixedBy: 'customer' },
  code_expired: { fixedBy: 'customer' },
  authentication_failed: { fixedBy: 'customer' },
  refused_by_bank: { fixedBy: 'customer' },
  invalid_payer: { fixedBy: 'customer' },
  payer_limit: { fixedBy: 'customer' },
  not_account_holder: { fixedBy: 'customer' },
  other_amount: { fixedBy: 'customer' },
  expired: { fixedBy: 'customer' },
  operator_down: { fixedBy: 'time' },
  provider_error: { fixedBy: 'time' },
  invalid_request: { fixedBy: 'us' },
  fraud_suspicion: { fixedBy: 'nobody' },
  unknown_reason: { fixedBy: 'nobody' },
} as const satisfies Record<string, { fixedBy: FixedBy }>

export type PayInFailureCode = keyof typeof payInFailures
export type PayInFailure = Failure<PayInFailureCode>

export type MessageFailureCode =
  | 'invalid_recipient'
  | 'recipient_opted_out'
  | 'invalid_message'
  | 'unknown_reason'
