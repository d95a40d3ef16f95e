// Tells Jokko that the bank has a new file, signed with a time so that an old message cannot be played again.
import { createHmac } from 'node:crypto'
import { isoTime, second } from '../world/clock.ts'
import type { OutgoingMessage } from '../world/delivery-queue.ts'
import { vendorId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'

export function tellNewFile(world: World, file: { id: string; type: string; createdAt: number }) {
  const { settings, deliveries } = world
  if (settings.jokkoUrl === '') return
  const id = vendorId('evt')
  const created = isoTime(file.createdAt)
  deliveries.enqueue({
    company: 'bank',
    eventId: id,
    url: `${settings.jokkoUrl}/api/v1/webhooks/bank`,
    contentType: 'application/json',
    body: JSON.stringify({
      id,
      type: 'statement.created',
      created_at: created,
      data: { id: file.id, type: file.type, created_at: created },
    }),
    signer: '',
  })
}

export function signAsBank({ settings, clock }: World, message: OutgoingMessage, spoiled: boolean) {
  const secret = spoiled ? 'not the secret' : settings.bankWebhookSecret
  return { 'bank-signature': bankSignature(message.body, secret, Math.floor(clock.now() / second)) }
}

export function bankSignature(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${signature}`
}
