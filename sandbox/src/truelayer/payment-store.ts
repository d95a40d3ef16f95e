// The rows of payments, and how TrueLayer shows them.
import { randomUUID } from 'node:crypto'
import { isoTime } from '../world/clock.ts'
import { vendorId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import { findBank } from './banks.ts'
import type { PaymentRequest } from './payment-request.ts'
import { notFound } from './problems.ts'

export type PaymentStatus =
  | 'authorization_required'
  | 'authorizing'
  | 'authorized'
  | 'executed'
  | 'settled'
  | 'failed'

export type PaymentRow = {
  number: number
  id: string
  amount: number
  request: string
  user_id: string
  resource_token: string
  /** Where the client reached this world: webhooks name their keys below it. */
  base_url: string
  status: PaymentStatus
  provider_id: string | null
  holder: string | null
  failure_stage: string | null
  failure_reason: string | null
  sweep: string | null
  created_at: number
  authorized_at: number | null
  executed_at: number | null
  settled_at: number | null
  failed_at: number | null
}

export type RefundRow = {
  number: number
  id: string
  payment_id: string
  amount: number
  reference: string
  metadata: string
  status: 'pending' | 'executed' | 'failed'
  failure_reason: string | null
  sweep: string | null
  created_at: number
  executed_at: number | null
  failed_at: number | null
}

type WithStore = Pick<World, 'store'>

export function insertPayment({ store, clock }: World, request: PaymentRequest, baseUrl: string): PaymentRow {
  const id = randomUUID()
  store.run(
    `insert into truelayer_payments (id, amount, request, user_id, resource_token, base_url, status, created_at)
     values (?, ?, ?, ?, ?, ?, 'authorization_required', ?)`,
    id,
    request.amount,
    JSON.stringify(request),
    randomUUID(),
    vendorId('tok', 40),
    baseUrl,
    clock.now(),
  )
  return knownPayment({ store }, id)
}

export const findPayment = ({ store }: WithStore, id: string) =>
  store.get<PaymentRow>('select * from truelayer_payments where id = ?', id)

export function knownPayment(world: WithStore, id: string): PaymentRow {
  const payment = findPayment(world, id)
  if (!payment) throw notFound('The payment was not found.')
  return payment
}

export const latestPayments = ({ store }: WithStore, limit: number) =>
  store.all<PaymentRow>('select * from truelayer_payments order by number desc limit ?', limit)

export const requestOf = (payment: PaymentRow): PaymentRequest => JSON.parse(payment.request)

export const isOpen = ({ status }: PaymentRow) =>
  status === 'authorization_required' || status === 'authorizing'

export const createdPayment = (payment: PaymentRow) => ({
  id: payment.id,
  user: { id: payment.user_id },
  resource_token: payment.resource_token,
  status: payment.status,
})

export function paymentObject(payment: PaymentRow) {
  const { paymentMethod, metadata } = requestOf(payment)
  return {
    id: payment.id,
    amount_in_minor: payment.amount,
    currency: 'EUR',
    user: { id: payment.user_id },
    payment_method: paymentMethod,
    metadata,
    status: payment.status,
    created_at: isoTime(payment.created_at),
    ...times(payment),
    ...failureOf(payment),
    ...(payment.executed_at === null ? {} : { payment_source: sourceOf(payment) }),
    ...(payment.settled_at === null ? {} : { settlement_risk: { category: 'low_risk' } }),
  }
}

const times = (payment: PaymentRow) => ({
  ...(payment.authorized_at === null ? {} : { authorized_at: isoTime(payment.authorized_at) }),
  ...(payment.executed_at === null ? {} : { executed_at: isoTime(payment.executed_at) }),
  ...(payment.settled_at === null ? {} : { settled_at: isoTime(payment.settled_at) }),
  ...(payment.failed_at === null ? {} : { failed_at: isoTime(payment.failed_at) }),
})

export const failureOf = (payment: PaymentRow) =>
  payment.status === 'failed'
    ? { failure_stage: payment.failure_stage, failure_reason: payment.failure_reason }
    : {}

/** The account that paid. */
export const sourceOf = (payment: PaymentRow) => ({
  id: payment.user_id,
  account_holder_name: payment.holder,
  account_identifiers: [{ type: 'iban', iban: findBank(payment.provider_id)?.iban }],
})
