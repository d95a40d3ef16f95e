// The reason codes of ISO 20022 with which banks refuse and return payments, in our words.
import type { PayoutFailure, PayoutFailureCode } from '../failures.ts'

const reasons: ReadonlyMap<string, PayoutFailureCode> = new Map([
  ['AC01', 'invalid_payee_account'],
  ['AC03', 'invalid_payee_account'],
  ['AC04', 'payee_account_closed'],
  ['AC06', 'payee_account_closed'],
  ['AG01', 'refused_by_operator'],
  ['AM02', 'invalid_amount'],
  ['AM04', 'float_empty'],
  ['BE01', 'name_mismatch'],
  ['BE04', 'invalid_payee_account'],
  ['CUST', 'cancelled'],
  ['FF01', 'invalid_request'],
  ['FOCR', 'cancelled'],
  ['FRAD', 'fraud_suspicion'],
  ['RC01', 'invalid_payee_account'],
])

/** The failure that a bank's reason means; a reason without a meaning of its own is a return like any other. */
export const bankFailure = (reason: string): PayoutFailure => ({
  code: reasons.get(reason) ?? 'returned_by_bank',
  providerCode: reason,
})

export const isKnownReason = (reason: string): boolean => reasons.has(reason)
