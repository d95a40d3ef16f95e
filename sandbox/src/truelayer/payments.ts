// How a payment moves: opened by the client, authorised by a payer within a quarter of an hour, executed, settled.
import { minute, second } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import type { Login, MockBank } from './banks.ts'
import type { PaymentRequest } from './payment-request.ts'
import { findPayment, insertPayment, isOpen, knownPayment } from './payment-store.ts'
import { TrueLayerProblem } from './problems.ts'
import { planSweep } from './sweeps.ts'
import { announcePayment } from './webhooks.ts'

const paymentLifeMs = 15 * minute
const settledAfterMs = 3 * second
const rejectedAfterMs = 2 * second

export function openPayment(world: World, request: PaymentRequest, baseUrl: string) {
  const payment = insertPayment(world, request, baseUrl)
  world.agenda.plan('truelayer.expire', payment.id, world.clock.now() + paymentLifeMs)
  return payment
}

export function attendPayments(world: World) {
  const { agenda, store, clock } = world
  agenda.on('truelayer.expire', id => {
    const payment = findPayment(world, id)
    if (payment && isOpen(payment)) fail(world, id, 'expired')
  })
  agenda.on('truelayer.reject', id => {
    if (findPayment(world, id)?.status === 'authorized') fail(world, id, 'provider_rejected')
  })
  agenda.on('truelayer.settle', id => {
    if (findPayment(world, id)?.status !== 'executed') return
    store.run(
      `update truelayer_payments set status = 'settled', settled_at = ? where id = ?`,
      clock.now(),
      id,
    )
    announcePayment(world, id, 'payment_settled')
    planSweep(world, id)
  })
}

export function chooseBank(world: World, id: string, bank: MockBank) {
  if (!isOpen(knownPayment(world, id))) return
  world.store.run(
    `update truelayer_payments set status = 'authorizing', provider_id = ? where id = ?`,
    bank.id,
    id,
  )
}

/** The payer signed in at the bank; the login decides what the bank does with the order. */
export function authorise(world: World, id: string, login: Login, holder: string) {
  const { store, clock, agenda } = world
  if (knownPayment(world, id).status !== 'authorizing') return
  if (login === 'test_authorisation_failed') return fail(world, id, 'authorization_failed')
  store.transaction(() => {
    store.run(
      `update truelayer_payments set status = 'authorized', holder = ?, authorized_at = ? where id = ?`,
      holder,
      clock.now(),
      id,
    )
    if (login === 'test_execution_rejected')
      return agenda.plan('truelayer.reject', id, clock.now() + rejectedAfterMs)
    return execute(world, id)
  })
}

function execute(world: World, id: string) {
  const { store, clock, agenda } = world
  store.run(
    `update truelayer_payments set status = 'executed', executed_at = ? where id = ?`,
    clock.now(),
    id,
  )
  announcePayment(world, id, 'payment_executed')
  agenda.plan('truelayer.settle', id, clock.now() + settledAfterMs)
}

export function cancelByPayer(world: World, id: string) {
  if (isOpen(knownPayment(world, id))) fail(world, id, 'canceled')
}

export function cancelByClient(world: World, id: string) {
  if (!isOpen(knownPayment(world, id)))
    throw new TrueLayerProblem(409, 'invalid-state', 'The payment can no longer be cancelled.')
  fail(world, id, 'canceled')
}

function fail(world: World, id: string, reason: string) {
  const { store, clock } = world
  store.transaction(() => {
    store.run(
      `update truelayer_payments set failure_stage = status, status = 'failed', failure_reason = ?, failed_at = ?
       where id = ?`,
      reason,
      clock.now(),
      id,
    )
    announcePayment(world, id, 'payment_failed')
  })
}
