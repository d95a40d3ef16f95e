// Money that the client gives back: to the account that paid, from what TrueLayer holds for the client.
import { randomUUID } from 'node:crypto'
import { isoTime, second } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { findBank } from './banks.ts'
import { readAmount, readMetadata } from './payment-request.ts'
import { knownPayment, type PaymentRow, type RefundRow } from './payment-store.ts'
import { invalidField, notFound, TrueLayerProblem } from './problems.ts'
import { announceRefund } from './webhooks.ts'

const refundAfterMs = 3 * second

type WithStore = Pick<World, 'store'>

export const refundsOf = ({ store }: WithStore, paymentId: string) =>
  store.all<RefundRow>('select * from truelayer_refunds where payment_id = ? order by number', paymentId)

const findRefund = ({ store }: WithStore, id: string) =>
  store.get<RefundRow>('select * from truelayer_refunds where id = ?', id)

export function knownRefund(world: WithStore, paymentId: string, id: string): RefundRow {
  const refund = findRefund(world, id)
  if (refund?.payment_id !== paymentId) throw notFound('The refund was not found.')
  return refund
}

/** Refunds under way count, failed ones do not. */
const refundable = (world: WithStore, payment: PaymentRow) =>
  refundsOf(world, payment.id)
    .filter(({ status }) => status !== 'failed')
    .reduce((left, { amount }) => left - amount, payment.amount)

export function askRefund(world: World, paymentId: string, fields: Readonly<Record<string, unknown>>) {
  const payment = knownPayment(world, paymentId)
  const amount = readAmount(fields['amount_in_minor'])
  const reference = fields['reference']
  if (typeof reference !== 'string' || !/^.{1,140}$/.test(reference))
    throw invalidField('reference', 'This field is required.')
  if (payment.status !== 'settled')
    throw new TrueLayerProblem(409, 'invalid-state', 'Only a settled payment can be refunded.')
  if (amount > refundable(world, payment))
    throw invalidField('amount_in_minor', 'More than what is left to refund.')
  const id = randomUUID()
  world.store.run(
    `insert into truelayer_refunds (id, payment_id, amount, reference, metadata, status, created_at)
     values (?, ?, ?, ?, ?, 'pending', ?)`,
    id,
    paymentId,
    amount,
    reference,
    JSON.stringify(readMetadata(fields['metadata'])),
    world.clock.now(),
  )
  world.agenda.plan('truelayer.refund', id, world.clock.now() + refundAfterMs)
  return { id }
}

export function attendRefunds(world: World) {
  const { agenda, store, clock } = world
  agenda.on('truelayer.refund', id => {
    const refund = findRefund(world, id)
    if (!refund) return
    const payment = knownPayment(world, refund.payment_id)
    const fails = findBank(payment.provider_id)?.refundsFail ?? false
    store.run(
      fails
        ? `update truelayer_refunds set status = 'failed', failure_reason = 'rejected', failed_at = ? where id = ?`
        : `update truelayer_refunds set status = 'executed', executed_at = ? where id = ?`,
      clock.now(),
      id,
    )
    announceRefund(world, payment, knownRefund(world, payment.id, id))
  })
}

export const refundObject = (row: RefundRow) => ({
  id: row.id,
  amount_in_minor: row.amount,
  currency: 'EUR',
  reference: row.reference,
  metadata: JSON.parse(row.metadata) as Record<string, string>,
  status: row.status,
  created_at: isoTime(row.created_at),
  ...(row.executed_at === null ? {} : { executed_at: isoTime(row.executed_at) }),
  ...(row.failed_at === null
    ? {}
    : { failed_at: isoTime(row.failed_at), failure_reason: row.failure_reason }),
})
