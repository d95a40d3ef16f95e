// What TrueLayer tells the client: a payment or a refund reached a state. Signed and tried again by the deliveries.
import { randomUUID } from 'node:crypto'
import { isoTime } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import {
  failureOf,
  knownPayment,
  type PaymentRow,
  type RefundRow,
  requestOf,
  sourceOf,
} from './payment-store.ts'

export const keysPath = '/truelayer/webhooks/.well-known/jwks'

type PaymentEvent = 'payment_executed' | 'payment_settled' | 'payment_failed'

export function announcePayment(world: World, paymentId: string, type: PaymentEvent) {
  const payment = knownPayment(world, paymentId)
  tell(world, payment, {
    type,
    payment_id: payment.id,
    [type.replace('payment_', '').concat('_at')]: isoTime(world.clock.now()),
    payment_method: {
      type: 'bank_transfer',
      provider_id: payment.provider_id ?? '',
      scheme_id: 'sepa_credit_transfer_instant',
    },
    ...(payment.executed_at === null ? {} : { payment_source: sourceOf(payment) }),
    ...(type === 'payment_settled' ? { settlement_risk: { category: 'low_risk' } } : {}),
    ...failureOf(payment),
    metadata: requestOf(payment).metadata,
  })
}

export function announceRefund(world: World, payment: PaymentRow, refund: RefundRow) {
  const now = isoTime(world.clock.now())
  const failed = refund.status === 'failed'
  tell(world, payment, {
    type: failed ? 'refund_failed' : 'refund_executed',
    payment_id: payment.id,
    refund_id: refund.id,
    ...(failed ? { failed_at: now, failure_reason: refund.failure_reason } : { executed_at: now }),
    metadata: JSON.parse(refund.metadata) as Record<string, string>,
  })
}

function tell({ settings, deliveries }: World, { base_url }: PaymentRow, event: Record<string, unknown>) {
  if (settings.jokkoUrl === '') return
  const eventId = randomUUID()
  deliveries.enqueue({
    company: 'truelayer',
    eventId,
    url: `${settings.jokkoUrl}/api/v1/webhooks/truelayer`,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({ event_id: eventId, event_version: 1, ...event }),
    signer: `${base_url}${keysPath}`,
  })
}
