// A transfer that was opened for a contact, or to repeat an operation, begins with what is known of it.
import type { Beneficiary } from '@jokko/contract/contacts'
import type { OperationDetail } from '@jokko/contract/history'
import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../app/notify.ts'
import { useUser } from '../app/session.tsx'
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
  const isChosen =
    kind === 'mobile_money' ||
    kind === 'bank_transfer' ||
    kind === 'mfi' ||
    kind === 'wallet' ||
    kind === 'delivery'
  if (isChosen) {
    tell({ type: 'payout_typed', payout: { ...fresh, kind } })
  } else if (kind === 'balance') {
    tell({ type: 'payout_typed', payout: { ...fresh, isEnabled: false } })
  }
}

/** At a company whose page did not lead to a payment: the way to pay is chosen anew. */
const hasFailedToBePaid = ({ payment_type, status, aborted }: OperationDetail): boolean =>
  isByCompany(payment_type) && (aborted || status === 'payment_failed')

function useBeginning(state: TransferState, tell: Tell): () => Promise<void> {
  const client = useQueryClient()
  const user = useUser()
  const { to, from } = state.opened
  return async () => {
    if (from !== undefined) {
      const [operation, home] = await Promise.all([
        client.ensureQueryData(operationQuery(from)),
        client.ensureQueryData(countryQuery(user.country)),
      ])
      await repeat(operation, tell)
      if (hasFailedToBePaid(operation)) return
      const method = home.cash_in_methods.find(
        ({ cash_in_method: { name, available } }) => available && name === operation.payment_type,
      )
      if (method !== undefined) tell({ type: 'method_chosen', methodId: method.cash_in_method.id })
      return
    }
    const { favorites } = await client.ensureQueryData(favoritesQuery)
    const contact = favorites.find(({ favorite }) => favorite.id === to)?.favorite
    if (contact === undefined) return
    await chooseByPhone({ dialCode: contact.country_code, national: contact.phone_number }, tell)
  }
}

/** True until what is known has been read. What cannot be read is typed instead. */
export function useStart(state: TransferState, tell: Tell): boolean {
  const { t } = useTranslation('transfer')
  const { to, from } = state.opened
  const hasBeginning = to !== undefined || from !== undefined
  const isUntouched =
    state.beneficiary === undefined && state.amount.text === '' && state.submission === undefined
  const [isStarting, setStarting] = useState(hasBeginning && isUntouched)
  const begin = useBeginning(state, tell)
  const begun = useRef(false)
  useEffect(() => {
    if (!isStarting || begun.current) return
    begun.current = true
    begin()
      .catch(() => notify(t('repeat.failed'), 'failure'))
      .finally(() => setStarting(false))
  }, [isStarting, begin, t])
  return isStarting
}
