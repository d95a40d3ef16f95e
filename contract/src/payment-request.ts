// Payment requests: what their owners ask for, what payers see of them, and how they answer.
import type { ErrorCode } from '@jokko/core/errors'
import * as z from 'zod/mini'
import { Amount, AmountInput, DialCode, Id, Page, PerPage, PhoneText, Reason, Timestamp } from './common.ts'
import { PayinMethod } from './reference.ts'
import { Payment } from './transfer.ts'

const LONGEST_SECONDS = 90 * 86_400

/** Who may pay, by one of the two; absent: whoever has the link. */
export const RequestPayer = z.strictObject({
  email: z.exactOptional(z.email('email_not_valid' satisfies ErrorCode).check(z.maxLength(254))),
  phone_number: z.exactOptional(PhoneText),
  country_code: z.exactOptional(DialCode),
})

const asked = {
  /** Euros that the requester receives; the fee is the payer's. */
  amount: AmountInput,
  reason: Reason,
  payer: z.exactOptional(RequestPayer),
  /** Seconds. */
  expires_in: z.exactOptional(z.number().check(z.int(), z.gte(600), z.lte(LONGEST_SECONDS))),
}

export const NewPaymentRequest = z.strictObject(asked)
export type NewPaymentRequest = z.infer<typeof NewPaymentRequest>

const Address = z.string().check(z.minLength(1), z.maxLength(2_000))

export const NewAppPaymentRequest = z.strictObject({
  ...asked,
  currency: z.literal('EUR'),
  redirect_url: z.exactOptional(Address),
  cancel_url: z.exactOptional(Address),
  metadata: z.exactOptional(
    z
      .record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)))
      .check(z.refine(given => Object.keys(given).length <= 20, 'is_invalid' satisfies ErrorCode)),
  ),
})
export type NewAppPaymentRequest = z.infer<typeof NewAppPaymentRequest>

export const RequestState = z.enum(['open', 'accepted', 'paid', 'declined', 'expired', 'cancelled'])

/** As its owner sees it. */
export const PaymentRequest = z.object({
  id: Id,
  /** Its public name: `/?appref=…` leads to it. */
  appref: z.string(),
  url: z.string(),
  state: RequestState,
  amount: Amount,
  reason: z.string(),
  payer: z.nullable(z.object({ email: z.nullable(z.string()), phone_number: z.nullable(z.string()) })),
  /** Who paid, once somebody did. */
  paid_by: z.nullable(z.string()),
  app: z.nullable(z.string()),
  created_at: Timestamp,
  expires_at: Timestamp,
  ended_at: z.nullable(Timestamp),
  /** Somebody’s payment for it is under way: until it has come to its end, the request cannot be taken back. */
  is_being_paid: z.boolean(),
  can_cancel: z.boolean(),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>

export const PaymentRequestsQuery = z.object({ page: z._default(Page, 1), per_page: z._default(PerPage, 10) })
export const PaymentRequests = z.object({
  payment_requests: z.array(PaymentRequest),
  total_count: z.number(),
})
export type PaymentRequests = z.infer<typeof PaymentRequests>

/** As the app sees it that made it. */
export const AppPaymentRequest = z.object({
  id: Id,
  appref: z.string(),
  url: z.string(),
  state: RequestState,
  amount: Amount,
  currency: z.literal('EUR'),
  reason: z.string(),
  payer: z.nullable(z.object({ email: z.nullable(z.string()), phone_number: z.nullable(z.string()) })),
  paid_by: z.nullable(z.string()),
  metadata: z.record(z.string(), z.string()),
  created_at: Timestamp,
  expires_at: Timestamp,
  ended_at: z.nullable(Timestamp),
})
export type AppPaymentRequest = z.infer<typeof AppPaymentRequest>

export const AppPaymentRequests = z.object({
  payment_requests: z.array(AppPaymentRequest),
  total_count: z.number(),
})
export type AppPaymentRequests = z.infer<typeof AppPaymentRequests>

/** What an app is told of the request that it made. */
export const CreatedAppRequest = z.object({ id: Id, appref: z.string(), url: z.string() })

export const AppReference = z.string().check(z.minLength(1), z.maxLength(60))
export const NewAnonymousPayment = z.strictObject({ appref: AppReference })
export const NamedPayment = z.object({ details: z.object({ id: Id }) })

/** A way to pay this request, with its price for this payer. */
export const WayToPay = z.object({
  cashin_method_id: z.number(),
  name: PayinMethod,
  /** Null where this payer cannot pay this way; the obstacle says why. */
  fee: z.nullable(Amount),
  total_to_pay: z.nullable(Amount),
  max_amount: Amount,
  delivery: z.nullable(z.object({ min: z.number(), max: z.number() })),
  obstacle: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** The payer says in which country the phone that pays is: one of these. */
  wallet_countries: z.array(z.object({ id: z.number(), code: z.string() })),
})
export type WayToPay = z.infer<typeof WayToPay>

/** A request as its payer sees it. */
export const RequestedPayment = z.object({
  id: Id,
  details: z.object({ id: Id }),
  type: z.nullable(PayinMethod),
  provider: z.nullable(z.string()),
  status: z.string(),
  aborted: z.boolean(),
  connect_url: z.nullable(z.string()),
  /** Addresses of the requester, registered by it: where the payer goes on to, the payment's id in them. */
  cancel_url: z.nullable(z.string()),
  redirect_url: z.nullable(z.string()),
  data: Payment.shape.data,
  transfer: z.object({
    source_user_id: z.nullable(Id),
    reason: z.string(),
    amount_without_fee: Amount,
    local_amount_without_fee: Amount,
    destination_user: z.object({ full_name: z.string(), country: z.string() }),
  }),
  request: z.object({
    state: RequestState,
    expires_at: Timestamp,
    /** Named by its requester: they may decline it. */
    is_designated: z.boolean(),
    /** Made by the reader's own company. */
    is_own: z.boolean(),
    /** Euros; null for who may not pay from a balance. */
    balance: z.nullable(Amount),
    ways: z.array(WayToPay),
  }),
  /** What this payer did about it: the payment under way, or the one that ended last. */
  payment: z.nullable(Payment),
})
export type RequestedPayment = z.infer<typeof RequestedPayment>

/** The payer's choice. What is asked for cannot be changed, only confirmed. */
export const PaymentUpdate = z.strictObject({
  cashin_method_id: z.number('selectCashIn' satisfies ErrorCode),
  /** What was shown to the payer, fees included; it must still match. */
  total_to_pay: z.exactOptional(AmountInput),
  amount_without_fees_in_euro: z.exactOptional(AmountInput),
  payment_delivery: z.exactOptional(z.literal(false)),
  is_escrowed: z.exactOptional(z.boolean()),
  sending_country_id: z.exactOptional(z.number()),
  receiving_country_id: z.exactOptional(z.number()),
  phone_number: z.exactOptional(PhoneText),
  country_code: z.exactOptional(DialCode),
  reason: z.exactOptional(Reason),
  /** Mobile money of who lives where it is not collected: the country of the phone that pays. */
  wallet_country_id: z.exactOptional(z.number()),
  /** Which of our accounts the payer pays into (bank transfer). */
  bank_account_id: z.exactOptional(z.number()),
})
export type PaymentUpdate = z.infer<typeof PaymentUpdate>
