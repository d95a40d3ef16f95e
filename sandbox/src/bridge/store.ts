// Rows of payment links and of the payment requests that payers made with them, and Bridge's view of each.
import { decimalOf } from '../bank/amounts.ts'
import { isoTime } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { BridgeRefusal } from './errors.ts'

export type LinkRow = {
  id: string
  client_reference: string
  status: 'valid' | 'expired' | 'revoked' | 'completed'
  payment_status: string | null
  transaction_id: string
  cents: number
  label: string
  transaction_reference: string
  end_to_end_id: string
  beneficiary_name: string
  beneficiary_iban: string
  payer_name: string
  sender_iban: string | null
  callback_url: string
  expires_at: number
  created_at: number
  updated_at: number
}

/** CREA and ACTC: at the payer's bank; PDNG: ordered; ACSC: accepted; RJCT: refused. */
export type RequestStatus = 'CREA' | 'ACTC' | 'PDNG' | 'ACSC' | 'RJCT'

export type RequestRow = {
  id: string
  link_id: string
  bank: string
  status: RequestStatus
  status_reason: string | null
  payer_name: string | null
  payer_iban: string | null
  money_comes: number
  created_at: number
  updated_at: number
}

export const findLink = ({ store }: World, id: string) =>
  store.get<LinkRow>('select * from bridge_links where id = ?', id)

export function knownLink(world: World, id: string): LinkRow {
  const link = findLink(world, id)
  if (!link) throw new BridgeRefusal(404, 'not_found', `there is no payment link ${id}`)
  return link
}

export function knownRequest({ store }: World, id: string): RequestRow {
  const request = store.get<RequestRow>('select * from bridge_requests where id = ?', id)
  if (!request) throw new BridgeRefusal(404, 'not_found', `there is no payment request ${id}`)
  return request
}

export const requestsOf = ({ store }: World, linkId: string) =>
  store.all<RequestRow>('select * from bridge_requests where link_id = ? order by number desc', linkId)

export const priceOf = ({ cents }: LinkRow) => decimalOf(BigInt(cents))

const masked = (iban: string) => iban.slice(0, 4) + 'X'.repeat(iban.length - 7) + iban.slice(-3)

const transactionObject = (link: LinkRow) => ({
  id: link.transaction_id,
  amount: link.cents / 100,
  currency: 'EUR',
  label: link.label,
  client_reference: link.transaction_reference,
  end_to_end_id: link.end_to_end_id,
  beneficiary: { company_name: link.beneficiary_name, iban: masked(link.beneficiary_iban) },
})

export const linkObject = (link: LinkRow) => ({
  id: link.id,
  status: link.status,
  ...(link.payment_status === null ? {} : { payment_status: link.payment_status }),
  client_reference: link.client_reference,
  callback_url: link.callback_url,
  expired_date: isoTime(link.expires_at),
  transactions: [transactionObject(link)],
  created_at: isoTime(link.created_at),
  updated_at: isoTime(link.updated_at),
})

export const requestObject = (link: LinkRow, request: RequestRow) => ({
  id: request.id,
  payment_link_id: link.id,
  client_reference: link.client_reference,
  status: request.status,
  ...(request.status_reason === null ? {} : { status_reason: request.status_reason }),
  transactions: [
    {
      ...transactionObject(link),
      status: request.status,
      ...(request.status_reason === null ? {} : { status_reason: request.status_reason }),
    },
  ],
  created_at: isoTime(request.created_at),
  updated_at: isoTime(request.updated_at),
})
