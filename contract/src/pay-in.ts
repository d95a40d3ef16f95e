// Paying through a company: mobile money, instant bank payment, direct debit, card; and the pages that a payer comes
// back to. A payment is named by its id, or by the signed reference that a return page carries.
import * as z from 'zod/mini'
import { Amount, Currency, Id, Language, PhoneText } from './common.ts'
import { OperationType } from './history.ts'
import { PayinMethod, PayoutKind } from './reference.ts'

/** A payment's id for who is signed in, or the reference of a return page for anybody who holds it. */
export const PaymentName = z.string().check(z.minLength(1), z.maxLength(200))

/** `select_provider`: choose the operator. `payment_required`: approve on the phone. `action_required`: type the code, or follow the address. */
export const mobileMoneyStatuses = [
  'select_provider',
  'action_required',
  'payment_required',
  'processing',
  'successful',
  'failed',
  'cancelled',
] as const

export const NextAction = z.object({
  type: z.enum(['otp', 'ussd', 'redirection']),
  /** The operator's own sentence; empty when it gives none. */
  message: z.string(),
  url: z.nullable(z.string()),
})

export const PayInFailure = z.object({ code: z.string(), message: z.string() })

export const MobileMoney = z.object({
  payment_id: Id,
  /** What is paid: a deposit goes on elsewhere than a transfer. */
  operation_type: OperationType,
  /** The request that it pays; null where nobody asked for it. */
  request_id: z.nullable(Id),
  reference: z.string(),
  status: z.enum(mobileMoneyStatuses),
  /** What the phone will be asked for. */
  amount: Amount,
  currency: Currency,
  /** E.164 of the payer's own number, to begin with; null when none is known. */
  phone_number: z.nullable(z.string()),
  country_code: z.number(),
  /** By operator code. `code_first`: the payer makes a code on the phone before anything is asked. */
  available_providers: z.record(
    z.string(),
    z.object({ name: z.string(), code_first: z.boolean(), code_hint: z.nullable(z.string()) }),
  ),
  nextAction: z.nullable(NextAction),
  lastPaymentFailure: z.nullable(PayInFailure),
})
export type MobileMoney = z.infer<typeof MobileMoney>

export const ExecuteMobileMoney = z.strictObject({
  payment_id: PaymentName,
  /** Operator code, one of `available_providers`. */
  selected_provider: z.string().check(z.maxLength(40)),
  phone_number: z.exactOptional(PhoneText),
  country_code: z.exactOptional(z.number()),
  /** For operators whose code is made beforehand: 4 digits. */
  otp: z.exactOptional(z.string().check(z.maxLength(10))),
})
export type ExecuteMobileMoney = z.infer<typeof ExecuteMobileMoney>

export const ConfirmMobileMoney = z.strictObject({
  payment_id: PaymentName,
  otp: z.string().check(z.maxLength(10)),
})
export type ConfirmMobileMoney = z.infer<typeof ConfirmMobileMoney>

export const InitiateInstantPayment = z.strictObject({
  /** The reference that came back as `state`, or the payment's id. */
  payment_id: PaymentName,
  /** What the payer's bank came back with. */
  code: z.string().check(z.minLength(1), z.maxLength(2_000)),
})
export const ConnectUrl = z.object({ connect_url: z.string() })

export const returnedStatuses = ['pending', 'succeeded', 'failed', 'cancelled', 'expired'] as const

/** What a return page shows: no name, no number in full; more after signing in. */
export const ReturnedPayment = z.object({
  payment_id: Id,
  operation_type: OperationType,
  /** The request that it pays; null where nobody asked for it. */
  request_id: z.nullable(Id),
  reference: z.string(),
  method: PayinMethod,
  status: z.enum(returnedStatuses),
  failure: z.nullable(PayInFailure),
  /** What was paid, in the currency that was collected. */
  amount: Amount,
  currency: Currency,
  /** The page of a company that still waits for the payer; null when there is none. */
  connect_url: z.nullable(z.string()),
  withdraw_method: PayoutKind,
  /** The payer's: an address that a company fixes cannot carry it to another browser. */
  language: Language,
  /** Masked: first and last four digits, or the end of an account. */
  recipient: z.string(),
})
export type ReturnedPayment = z.infer<typeof ReturnedPayment>
