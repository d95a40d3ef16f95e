// Refunds through TrueLayer: each has a key of its own, so that the same order given twice is made once.

import { undecided, unreadable } from '../http/answers.ts'
import { textAt } from '../http/json.ts'
import type { FindRefundAnswer, RefundAnswer, RefundOrder } from '../port.ts'
import { isNotFound, refusal } from './answers.ts'
import type { TrueLayerClient } from './client.ts'
import { idempotencyKey, refundMark, refundReport, refundRequest, refundsIn } from './transform.ts'

export const sendRefund = async (client: TrueLayerClient, order: RefundOrder): Promise<RefundAnswer> => {
  const body = refundRequest(order)
  if (body === undefined) return { kind: 'declined', code: 'invalid_request', providerCode: '' }
  const key = idempotencyKey('refund', order.refundId)
  const result = await client.createRefund(order.payIn.providerId, body, key)
  if (result.kind !== 'ok') return refusal(result)
  const providerId = textAt(result.body, 'id')
  return providerId === ''
    ? unreadable('refund')
    : { kind: 'accepted', refund: { providerId, state: 'pending' } }
}

export const findRefund = async (
  client: TrueLayerClient,
  refund: RefundOrder & { readonly providerId: string | null },
): Promise<FindRefundAnswer> => {
  if (refund.providerId === null) return findByMark(client, refund)
  const result = await client.refund(refund.payIn.providerId, refund.providerId)
  if (isNotFound(result)) return { kind: 'not_found' }
  if (result.kind !== 'ok') return undecided(result)
  const report = refundReport(result.body, refund)
  return report?.providerId === refund.providerId
    ? { kind: 'found', refund: report }
    : unreadable(`refund ${refund.providerId}`)
}

/** Of the payment's refunds the one that carries our mark. One without a mark may be ours: then nothing is known. */
const findByMark = async (client: TrueLayerClient, order: RefundOrder): Promise<FindRefundAnswer> => {
  const result = await client.refunds(order.payIn.providerId)
  if (result.kind !== 'ok') return undecided(result)
  const listed = refundsIn(result.body)
  if (listed === undefined) return unreadable('list of refunds')
  const ours = listed.find(refund => refundMark(refund) === order.refundId)
  if (ours === undefined)
    return listed.every(refund => refundMark(refund) !== '')
      ? { kind: 'not_found' }
      : unreadable(`a refund of ${order.payIn.providerId} carries no mark`)
  const report = refundReport(ours, order)
  return report === undefined ? unreadable(`refund ${order.refundId}`) : { kind: 'found', refund: report }
}
