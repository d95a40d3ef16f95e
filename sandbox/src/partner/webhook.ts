// The network's events: one address per account, signed over the raw body as Hub2 does it.
import { hub2Signature } from '../hub2/signature.ts'
import { isoTime } from '../world/clock.ts'
import type { OutgoingMessage } from '../world/delivery-queue.ts'
import { vendorId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import { type AccountName, accountNames, secretOf } from './accounts.ts'

export function announce(world: World, account: AccountName, type: string, data: object) {
  const { settings, deliveries, clock } = world
  if (settings.jokkoUrl === '') return
  const id = vendorId('evt')
  deliveries.enqueue({
    company: 'partner',
    eventId: id,
    url: `${settings.jokkoUrl}/api/v1/webhooks/${account}`,
    contentType: 'application/json',
    body: JSON.stringify({ id, type, data, created_at: isoTime(clock.now()) }),
    signer: account,
  })
}

export function signAsPartner(world: World, { body, signer }: OutgoingMessage, spoiled: boolean) {
  const account = accountNames.find(name => name === signer)
  const secret = spoiled || !account ? 'not the secret' : secretOf(world, account)
  return { 'partner-signature': hub2Signature(body, secret) }
}
