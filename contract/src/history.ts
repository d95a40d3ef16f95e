// Operations as the customer sees them: the list and one operation with its timeline.
import * as z from 'zod/mini'
import { Amount, CountryCode, Currency, Id, Page, PerPage, Timestamp } from './common.ts'
import { PayinMethod, PayoutKind } from './reference.ts'
import { Action } from './transfer.ts'

export const operationTypes = [
  'instant_transfer',
  'direct_transfer',
  'bulk_transfer',
  'payment_request',
  'withdraw',
  'pay_out',
  'deposit',
  'campaign_referral_reward',
] as const
export const OperationType = z.enum(operationTypes)
export type OperationType = z.infer<typeof OperationType>

export const customerStatuses = [
  'payment_started',
  'payment_requested',
  'payment_completed',
  'payment_failed',
  'funds_received',
  'deposit_in_progress',
  'deposit_completed',
  'deposit_failed',
  'withdraw_requested',
  'withdraw_pending',
  'withdraw_in_progress',
  'withdraw_completed',
  'withdraw_failed',
  'transfer_in_progress',
  'transfer_completed',
  'transfer_failed',
  'pending',
  'suspicious',
] as const
export const CustomerStatus = z.enum(customerStatuses)
export type CustomerStatus = z.infer<typeof CustomerStatus>

export const Badge = z.enum(['done', 'progress', 'failed', 'started'])

export const sortKeys = ['start_date', 'end_date', 'type', 'country', 'name', 'amount', 'status'] as const

export const OperationsQuery = z.object({
  page: z._default(Page, 1),
  per_page: z._default(PerPage, 10),
  sort_by: z._default(z.enum(sortKeys), 'start_date'),
  sort_order: z._default(z.enum(['asc', 'desc']), 'desc'),
  /** Keyset position from `next_cursor`; wins over `page`. */
  cursor: z.exactOptional(z.string().check(z.maxLength(400))),
  from: z.exactOptional(z.iso.date()),
  to: z.exactOptional(z.iso.date()),
  /** IANA zone in which `from` and `to` are whole days. */
  time_zone: z.exactOptional(z.string().check(z.maxLength(60))),
  contact: z.exactOptional(z.string().check(z.maxLength(80))),
  country: z.exactOptional(CountryCode),
  type: z.exactOptional(OperationType),
  operation_type: z.exactOptional(OperationType),
  status: z.exactOptional(CustomerStatus),
  search: z.exactOptional(z.string().check(z.maxLength(80))),
  keyword: z.exactOptional(z.string().check(z.maxLength(80))),
  language: z.exactOptional(z.enum(['fr', 'en', 'es'])),
})
export type OperationsQuery = z.infer<typeof OperationsQuery>

const Party = z.object({
  full_name: z.string(),
  full_phone_number: z.nullable(z.string()),
  country: z.nullable(CountryCode),
})

export const OperationRow = z.object({
  id: Id,
  operation_type: OperationType,
  operation_type_en: z.string(),
  operation_type_fr: z.string(),
  operation_direction: z.enum(['Sending', 'Receiving']),
  logged_in_transactor: z.enum(['sender', 'receiver']),
  status: CustomerStatus,
  operation_status_en: z.string(),
  operation_status_fr: z.string(),
  badge: Badge,
  aborted: z.boolean(),
  /** Euros, with the fee for the sender, as received for the receiver. */
  amount: Amount,
  amount_without_fee: Amount,
  local_amount: z.nullable(Amount),
  local_currency: z.nullable(Currency),
  exchange_rate_applied: z.nullable(z.string()),
  fullname: z.string(),
  country: z.nullable(CountryCode),
  payout_kind: z.nullable(PayoutKind),
  payout_name: z.nullable(z.string()),
  start_date: Timestamp,
  end_date: z.nullable(Timestamp),
  updated_at: Timestamp,
  beneficiaries: z.nullable(z.number()),
  allowed_actions: z.array(Action),
})
export type OperationRow = z.infer<typeof OperationRow>

export const OperationsPage = z.object({
  paginated: z.boolean(),
  results: z.array(OperationRow),
  total_count: z.number(),
  next_cursor: z.nullable(z.string()),
})
export type OperationsPage = z.infer<typeof OperationsPage>

export const TimelineStep = z.object({
  status: z.string(),
  datetime: z.nullable(Timestamp),
  state: z.enum(['done', 'failed', 'waiting']),
  message_en: z.string(),
  message_fr: z.string(),
  message_es: z.string(),
})

export type TimelineStep = z.infer<typeof TimelineStep>

/** One stop of the route: where the money was, is, or will be. */
export const RouteStop = z.object({
  key: z.enum(['sender', 'pay_in', 'jokko', 'payout', 'beneficiary']),
  state: z.enum(['done', 'current', 'waiting', 'failed', 'upcoming']),
  /** A proper name when there is one (operator, bank, person). */
  name: z.nullable(z.string()),
  at: z.nullable(Timestamp),
  /** Key of `statuses.route.*` in the locales, with its parameters. */
  note: z.string(),
  params: z.record(z.string(), z.string()),
})
export type RouteStop = z.infer<typeof RouteStop>

export const OperationDetail = z.extend(OperationRow, {
  reference_number: z.string(),
  payment_id: Id,
  payment_type: z.nullable(PayinMethod),
  reason: z.nullable(z.string()),
  sender: Party,
  receiver: Party,
  amount_in_sender_currency: Amount,
  sender_currency: Currency,
  amount_in_receiver_currency: z.nullable(Amount),
  receiver_currency: z.nullable(Currency),
  /** What the sender accepts at least, until what arrives at the rate of its day is known. */
  receives_at_least: z.nullable(z.object({ amount: Amount, currency: Currency })),
  /** Why the money is on the balance until the sender has decided; null where it is not. */
  waits_on_balance: z.nullable(z.enum(['rate_moved', 'rate_unavailable', 'limit_exceeded', 'route_closed'])),
  fee_in_sender_currency: z.nullable(Amount),
  lines: z.array(z.object({ kind: z.string(), amount: Amount, currency: Currency })),
  /** Set while a bank transfer is short. */
  received_so_far: z.nullable(Amount),
  missing: z.nullable(Amount),
  refunded: z.nullable(z.object({ amount: Amount, to: z.enum(['balance', 'source']), done: z.boolean() })),
  /** True while the provider has not told the outcome; nothing is sent twice. */
  outcome_unknown: z.boolean(),
  /** The payer has paid at a company, or asked it to stop: nothing is left to pay, and the money is not here yet. */
  payment_under_way: z.boolean(),
  /** Of a running bulk: rows that are being checked by a person. */
  rows_held: z.number(),
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
  statuses: z.array(TimelineStep),
  route: z.array(RouteStop),
  withdraw_method_en: z.nullable(z.string()),
  withdraw_method_fr: z.nullable(z.string()),
  operator_name: z.nullable(z.string()),
  country_code: z.nullable(z.number()),
  phone_number: z.nullable(z.string()),
  bank_name: z.nullable(z.string()),
  iban: z.nullable(z.string()),
  account_number: z.nullable(z.string()),
  bank_account_id: z.nullable(z.number()),
  fund_by: z.nullable(Timestamp),
  expected_by: z.nullable(Timestamp),
  linked: z.array(
    z.object({ id: Id, operation_type: OperationType, amount: Amount, status: CustomerStatus }),
  ),
  created_at: Timestamp,
  done_at: z.nullable(Timestamp),
})
export type OperationDetail = z.infer<typeof OperationDetail>
