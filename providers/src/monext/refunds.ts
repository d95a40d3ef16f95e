// Refunds through Monext, which knows no key against doubling: before a refund is sent, those that the payment
// already has are read one by one, and ours is known by the mark that it carries. A refund of the same amount
// whose mark cannot be read may be ours, so nothing is sent and a person decides; another amount is not ours.

import { undecided, unknown, unreadable } from '../http/answers.ts'
import type { FindRefundAnswer, PayInReference, RefundAnswer, RefundOrder, Unknown } from '../port.ts'
import { isNotFound, isUndecided, refusal } from './answers.ts'
import type { MonextClient } from './client.ts'
import {
  isAbout,
  type ListedRefund,
  markOf,
  readSession,
  refundRefusal,
  refundReport,
  refundRequest,
  refundsOf,
  transactionIdOf,
} from './transform.ts'

export const sendRefund = async (client: MonextClient, order: RefundOrder): Promise<RefundAnswer> => {
  const body = refundRequest(order)
  if (body === undefined) return { kind: 'declined', code: 'invalid_request', providerCode: '' }
  const known = await lookUp(client, order)
  if (known.kind === 'found') return { kind: 'accepted', refund: known.refund }
  if (known.kind === 'unknown') return known
  const result = await client.refund(known.transactionId, body)
  if (result.kind !== 'ok') return refusal(result)
  const refused = refundRefusal(result.body)
  if (refused !== undefined)
    return isUndecided(refused)
      ? unknown('provider_error', `refund answered with ${refused.providerCode}`)
      : { kind: 'declined', ...refused }
  const refund = refundReport(result.body)
  return refund === undefined ? unreadable('refund') : { kind: 'accepted', refund }
}

export const findRefund = async (
  client: MonextClient,
  refund: RefundOrder & { readonly providerId: string | null },
): Promise<FindRefundAnswer> => {
  if (refund.providerId !== null) return findById(client, refund, refund.providerId)
  const known = await lookUp(client, refund)
  return known.kind === 'absent' ? { kind: 'not_found' } : known
}

const findById = async (
  client: MonextClient,
  { refundId }: RefundOrder,
  providerId: string,
): Promise<FindRefundAnswer> => {
  const result = await client.transaction(providerId)
  if (isNotFound(result)) return { kind: 'not_found' }
  if (result.kind !== 'ok') return undecided(result)
  const mark = markOf(result.body)
  const report = refundReport(result.body)
  if (report?.providerId !== providerId || (mark !== '' && mark !== refundId)) return unreadable('refund')
  return { kind: 'found', refund: report }
}

type Known =
  | Extract<FindRefundAnswer, { kind: 'found' }>
  | { readonly kind: 'absent'; readonly transactionId: string }
  | Unknown

const lookUp = async (client: MonextClient, order: RefundOrder): Promise<Known> => {
  const payment = await transactionOf(client, order.payIn)
  if (typeof payment !== 'string') return payment
  const result = await client.transaction(payment)
  if (result.kind !== 'ok') return undecided(result)
  const listed = refundsOf(result.body)
  if (listed === undefined || !isAbout(result.body, order.payIn.attemptId))
    return unreadable(`transaction ${payment} does not list the refunds of ${order.payIn.attemptId}`)
  return pickByMark(client, order, payment, listed)
}

export const transactionOf = async (
  client: MonextClient,
  payIn: PayInReference,
): Promise<string | Unknown> => {
  const kept = transactionIdOf(payIn)
  if (kept !== '') return kept
  const result = await client.session(payIn.providerId)
  if (result.kind !== 'ok') return undecided(result)
  const session = readSession(result.body, payIn)
  const transactionId = session?.kind === 'payment' ? transactionIdOf(session.payIn) : ''
  return transactionId === '' ? unreadable(`session ${payIn.providerId} is not paid`) : transactionId
}

const pickByMark = async (
  client: MonextClient,
  order: RefundOrder,
  transactionId: string,
  listed: readonly ListedRefund[],
): Promise<Known> => {
  for (const { id, amount } of listed) {
    const result = await client.transaction(id)
    if (result.kind !== 'ok') return undecided(result)
    const mark = markOf(result.body)
    if (mark === '' && (amount === undefined || amount.minor === order.amount.minor))
      return unknown('duplicate_reference', `refund ${id} may be ${order.refundId}`)
    if (mark !== order.refundId) continue
    const refund = refundReport(result.body)
    return refund === undefined || amount?.minor !== order.amount.minor
      ? unreadable(`refund ${id}`)
      : { kind: 'found', refund }
  }
  return { kind: 'absent', transactionId }
}
