// Bridge's webhooks: what happened to a transaction or a link, signed in capital letters.
import { createHmac } from 'node:crypto'
import type { OutgoingMessage } from '../world/delivery-queue.ts'
import { hexId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import type { LinkRow, RequestRow } from './store.ts'

export function announceTransaction(
  world: World,
  what: 'created' | 'updated',
  link: LinkRow,
  request: RequestRow,
) {
  announce(world, `payment.transaction.${what}`, {
    payment_transaction_id: link.transaction_id,
    payment_request_id: request.id,
    payment_link_id: link.id,
    client_reference: link.transaction_reference,
    end_to_end_id: link.end_to_end_id,
    status: request.status,
    ...(request.status_reason === null ? {} : { status_reason: request.status_reason }),
  })
}

export function announceLink(world: World, link: LinkRow) {
  announce(world, 'payment.link.updated', {
    payment_link_id: link.id,
    client_reference: link.client_reference,
    status: link.status,
    ...(link.payment_status === null ? {} : { payment_status: link.payment_status }),
  })
}

function announce({ settings, deliveries, clock }: World, type: string, content: object) {
  if (settings.jokkoUrl === '') return
  deliveries.enqueue({
    company: 'bridge',
    eventId: hexId(16),
    url: `${settings.jokkoUrl}/api/v1/webhooks/bridge`,
    contentType: 'application/json',
    body: JSON.stringify({ content, timestamp: Math.floor(clock.now()), type }),
    signer: '',
  })
}

export function signAsBridge({ settings }: World, message: OutgoingMessage, spoiled: boolean) {
  const secret = spoiled ? 'not the secret' : settings.bridgeWebhookSecret
  return { 'bridgeapi-signature': bridgeSignature(message.body, secret) }
}

export const bridgeSignature = (body: string, secret: string) =>
  `v1=${createHmac('sha256', secret).update(body).digest('hex').toUpperCase()}`
