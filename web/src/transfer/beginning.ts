// What a transfer begins with that was opened for a contact, or to repeat an operation. Loaded for those alone.
import type { Beneficiary } from '@jokko/contract/contacts'
import type { OperationDetail } from '@jokko/contract/history'
import type { QueryClient } from '@tanstack/react-query'
import type { Dispatch } from 'react'
import { isByCompany } from '../common/way-to-pay.ts'
import { countryQuery, favoritesQuery, lookUpCustomer, operationQuery } from './transfer-api.ts'
import type { TransferEvent } from './transfer-flow.ts'
import { freshPayout, type TransferState, type TypedPhone } from './transfer-state.ts'

type Tell = Dispatch<TransferEvent>

async function chooseByPhone(phone: TypedPhone, tell: Tell): Promise<Beneficiary | undefined> {
  tell({ type: 'phone_typed', phone })
  const found = await lookUpCustomer(phone)
  tell({ type: 'looked_up', phone, found })
  if (!found.is_receiver || found.customer === null) return undefined
  tell({ type: 'beneficiary_chosen', beneficiary: found.customer })
  return found.customer
}

/** The receiver's national number, as the look-up wants it. */
function phoneOf({ receiver, country_code }: OperationDetail): TypedPhone | undefined {
  const full = receiver.full_phone_number
  if (full === null || country_code === null || !full.startsWith(`+${country_code}`)) return undefined
  return { dialCode: country_code, national: full.slice(1 + String(country_code).length) }
}

async function repeat(operation: OperationDetail, tell: Tell): Promise<void> {
  const phone = phoneOf(operation)
  const beneficiary = phone && (await chooseByPhone(phone, tell))
  tell({ type: 'amount_typed', side: 'source', text: operation.amount_without_fee })
  tell({ type: 'reason_typed', reason: operation.reason ?? '' })
  if (beneficiary === undefined) return
  const fresh = freshPayout(beneficiary)
  const { payout_kind: kind } = operation
  if (kind === null) return
  if (kind === 'balance') tell({ type: 'payout_typed', payout: { ...fresh, isEnabled: false } })
  // By hand means a bank that the list lacks: it is named anew.
  else
    tell({
      type: 'payout_typed',
      payout: { ...fresh, kind: kind === 'manual_bank_transfer' ? 'bank_transfer' : kind },
    })
}

/** At a company whose page did not lead to a payment: the way to pay is chosen anew. */
const hasFailedToBePaid = ({ payment_type, status, aborted }: OperationDetail): boolean =>
  isByCompany(payment_type) && (aborted || status === 'payment_failed')

type Opened = TransferState['opened'] & { readonly country: string }

/** Asks for what is known, and tells it in the order in which a person would have typed it. */
export async function begin(client: QueryClient, { to, from, country }: Opened, tell: Tell): Promise<void> {
  if (from === undefined) return beginWithContact(client, to, tell)
  const [operation, home] = await Promise.all([
    client.ensureQueryData(operationQuery(from)),
    client.ensureQueryData(countryQuery(country)),
  ])
  await repeat(operation, tell)
  if (hasFailedToBePaid(operation)) return
  const method = home.cash_in_methods.find(
    ({ cash_in_method: { name, available } }) => available && name === operation.payment_type,
  )
  if (method !== undefined) tell({ type: 'method_chosen', methodId: method.cash_in_method.id })
}

async function beginWithContact(client: QueryClient, to: string | undefined, tell: Tell): Promise<void> {
  const { favorites } = await client.ensureQueryData(favoritesQuery)
  const contact = favorites.find(({ favorite }) => favorite.id === to)?.favorite
  if (contact === undefined) return
  await chooseByPhone({ dialCode: contact.country_code, national: contact.phone_number }, tell)
}
