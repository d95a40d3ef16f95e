// The life of a payment link: opened, paid at one bank or another, expired or revoked; and the money that follows.
import { decimalOf } from '../bank/amounts.ts'
import { receiveCredit } from '../bank/credits.ts'
import { second } from '../world/clock.ts'
import { requestId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import { BridgeRefusal } from './errors.ts'
import type { LinkRequest } from './link-request.ts'
import { knownLink, knownRequest, type LinkRow, type RequestRow, type RequestStatus } from './store.ts'
import { announceLink, announceTransaction } from './webhooks.ts'

const acceptedAfterMs = 2 * second
/** From the acceptance by the payer's bank to the credit at ours. */
const moneyAfterMs = 5 * second

export function openLink(world: World, request: LinkRequest): LinkRow {
  const { store, clock, agenda } = world
  const id = requestId()
  store.run(
    `insert into bridge_links (id, client_reference, status, transaction_id, cents, label, transaction_reference,
       end_to_end_id, beneficiary_name, beneficiary_iban, payer_name, sender_iban, callback_url, expires_at,
       created_at, updated_at)
     values (?, ?, 'valid', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    request.clientReference,
    requestId(),
    request.cents,
    request.label,
    request.transactionReference,
    request.endToEndId,
    request.beneficiaryName,
    request.beneficiaryIban,
    request.payerName,
    request.senderIban,
    request.callbackUrl,
    request.expiresAt,
    clock.now(),
    clock.now(),
  )
  agenda.plan('bridge.expire', id, request.expiresAt)
  return knownLink(world, id)
}

export function revokeLink(world: World, id: string): LinkRow {
  const { status } = knownLink(world, id)
  if (status !== 'valid') throw new BridgeRefusal(409, 'invalid_status', `the payment link is ${status}`)
  return moveLink(world, id, 'revoked')
}

function moveLink(world: World, id: string, status: LinkRow['status']): LinkRow {
  world.store.run(
    'update bridge_links set status = ?, updated_at = ? where id = ?',
    status,
    world.clock.now(),
    id,
  )
  world.agenda.cancel('bridge.expire', id)
  const link = knownLink(world, id)
  announceLink(world, link)
  return link
}

/** The payer has chosen a bank and is sent there. */
export function chooseBank(world: World, link: LinkRow, bank: string): RequestRow {
  if (link.status !== 'valid')
    throw new BridgeRefusal(409, 'invalid_status', `the payment link is ${link.status}`)
  const { store, clock } = world
  const id = requestId()
  return store.transaction(() => {
    store.run(
      `insert into bridge_requests (id, link_id, bank, status, created_at, updated_at)
       values (?, ?, ?, 'CREA', ?, ?)`,
      id,
      link.id,
      bank,
      clock.now(),
      clock.now(),
    )
    announceTransaction(world, 'created', link, knownRequest(world, id))
    return moveRequest(world, id, 'ACTC')
  })
}

export type Payer = { readonly name: string; readonly iban: string; readonly moneyComes: boolean }

export function confirmAtBank(world: World, request: RequestRow, payer: Payer): RequestRow {
  requireAtBank(world, request)
  return world.store.transaction(() => {
    world.store.run(
      'update bridge_requests set payer_name = ?, payer_iban = ?, money_comes = ? where id = ?',
      payer.name,
      payer.iban,
      payer.moneyComes ? 1 : 0,
      request.id,
    )
    world.agenda.plan('bridge.accept', request.id, world.clock.now() + acceptedAfterMs)
    return moveRequest(world, request.id, 'PDNG')
  })
}

export function refuseAtBank(world: World, request: RequestRow, reason: string): RequestRow {
  requireAtBank(world, request)
  return world.store.transaction(() => moveRequest(world, request.id, 'RJCT', reason))
}

function requireAtBank(world: World, { link_id, status }: RequestRow) {
  if (status !== 'ACTC') throw new BridgeRefusal(409, 'invalid_status', `the payment is ${status}`)
  const link = knownLink(world, link_id)
  if (link.status !== 'valid')
    throw new BridgeRefusal(409, 'invalid_status', `the payment link is ${link.status}`)
}

function moveRequest(world: World, id: string, status: RequestStatus, reason?: string): RequestRow {
  world.store.run(
    'update bridge_requests set status = ?, status_reason = ?, updated_at = ? where id = ?',
    status,
    reason ?? null,
    world.clock.now(),
    id,
  )
  const request = knownRequest(world, id)
  announceTransaction(world, 'updated', knownLink(world, request.link_id), request)
  return request
}

export function attendLinks(world: World) {
  world.agenda.on('bridge.expire', id => {
    if (knownLink(world, id).status === 'valid') moveLink(world, id, 'expired')
  })
  world.agenda.on('bridge.accept', id => accept(world, id))
  world.agenda.on('bridge.money', id => bringMoney(world, id))
}

function accept(world: World, id: string) {
  const request = moveRequest(world, id, 'ACSC')
  world.store.run(
    `update bridge_links set payment_status = 'initiated_in_success' where id = ?`,
    request.link_id,
  )
  const { status } = knownLink(world, request.link_id)
  moveLink(world, request.link_id, status === 'revoked' ? status : 'completed')
  if (request.money_comes === 1) world.agenda.plan('bridge.money', id, world.clock.now() + moneyAfterMs)
}

/** An ordinary credit at the bank of whoever is to be paid: nothing of it passes through Bridge. */
function bringMoney(world: World, id: string) {
  const request = knownRequest(world, id)
  const link = knownLink(world, request.link_id)
  receiveCredit(world, {
    account_iban: link.beneficiary_iban,
    amount: decimalOf(BigInt(link.cents)),
    payer_name: request.payer_name ?? link.payer_name,
    payer_iban: request.payer_iban ?? '',
    end_to_end_id: link.end_to_end_id,
    reference: link.label,
  })
}
