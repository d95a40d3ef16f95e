// Bridge's words into ours and back, purely: an order as a payment link, a link with its payments as a pay-in.
import { fromDecimal, isPositive, toDecimal } from '@jokko/core/money'
import { transliterate } from '@jokko/core/names'
import type { PayInFailure, PayInFailureCode } from '../failures.ts'
import { exactDecimal, isObject, type Json, listAt, textAt } from '../http/json.ts'
import type { PayInOrder, PayInReference, PayInReport, PayInState } from '../port.ts'

/** The account of ours that is paid. */
export type Beneficiary = { readonly name: string; readonly iban: string }

const MAX_LABEL = 140

/** Our attempt in the 35 characters that a SEPA payment carries: the credit at our bank is found by it. */
export const endToEndIdOf = (attemptId: string): string =>
  attemptId.replace(/^[a-z]+_/, '').replaceAll('-', '')

/** Undefined when Bridge could not take this order as it is. */
export const linkRequest = (order: PayInOrder, beneficiary: Beneficiary) => {
  const { amount, attemptId, payer } = order
  const endToEndId = endToEndIdOf(attemptId)
  if (amount.currency !== 'EUR' || !isPositive(amount) || !/^[A-Za-z0-9]{1,35}$/.test(endToEndId))
    return undefined
  return {
    client_reference: attemptId,
    user: {
      ...(payer.companyName === undefined
        ? { first_name: payer.firstName, last_name: payer.lastName }
        : { company_name: payer.companyName }),
      external_reference: payer.reference,
    },
    expired_date: order.expiresAt.toISOString(),
    callback_url: order.returnUrl,
    transactions: [
      {
        amount: exactDecimal(toDecimal(amount)),
        currency: amount.currency,
        label: transliterate(order.description, MAX_LABEL),
        client_reference: attemptId,
        end_to_end_id: endToEndId,
        beneficiary: { company_name: beneficiary.name, iban: beneficiary.iban },
      },
    ],
  }
}

export type LinkStatus = 'valid' | 'expired' | 'revoked' | 'completed'

const linkStatuses: readonly LinkStatus[] = ['valid', 'expired', 'revoked', 'completed']

export type ReadLink = { readonly status: LinkStatus; readonly payIn: PayInReport }

/** Undefined when the link is not that of this attempt, or when any of what we must know makes no sense. */
export const readLink = (
  link: Json | undefined,
  requests: Json | undefined,
  reference: PayInReference,
): ReadLink | undefined => {
  const status = linkStatuses.find(known => known === textAt(link, 'status'))
  const [transaction, ...others] = listAt(link, 'transactions')
  const isOurs =
    textAt(link, 'id') === reference.providerId &&
    textAt(transaction, 'end_to_end_id') === endToEndIdOf(reference.attemptId) &&
    others.length === 0
  const amount = fromDecimal(textAt(transaction, 'amount'), 'EUR')
  const isEuro = textAt(transaction, 'currency') === 'EUR'
  const payments = paymentsIn(requests)
  if (!isOurs || !isEuro || status === undefined || amount === undefined || payments === undefined)
    return undefined
  const isAccepted = textAt(link, 'payment_status') === ACCEPTED_LINK
  const state = isAccepted ? 'ordered' : stateOf(status, payments)
  const url = reference.handle?.['url']
  return {
    status,
    payIn: {
      ...reference,
      state,
      amount,
      ...(state === 'action_required' && url !== undefined ? { action: { kind: 'redirect', url } } : {}),
      ...(state === 'failed' ? { failure: failureIn(payments) } : {}),
    },
  }
}

/** The link's `payment_status` once a payment of it was accepted. */
const ACCEPTED_LINK = 'initiated_in_success'

type Payment = { readonly status: string; readonly reason: string }

const paymentsIn = (requests: Json | undefined): readonly Payment[] | undefined => {
  if (!isObject(requests) || !Array.isArray(requests['resources'])) return undefined
  return listAt(requests, 'resources').map(request => ({
    status: textAt(request, 'status'),
    reason: textAt(request, 'status_reason') || reasonIn(request),
  }))
}

const reasonIn = (request: Json): string =>
  listAt(request, 'transactions')
    .map(transaction => textAt(transaction, 'status_reason'))
    .find(reason => reason !== '') ?? ''

/** The payer is still at the bank, and nothing was ordered. */
const isUnordered = ({ status }: Payment): boolean => status === 'CREA' || status === 'ACTC'

/**
 * What the payer's bank accepted is ordered, and money only when our own bank books it. A status that we do not know
 * may still bring money. A refusal counts when nothing else is open, even though the link would allow another try.
 */
const stateOf = (link: LinkStatus, payments: readonly Payment[]): PayInState => {
  if (payments.some(({ status }) => status === 'ACSC')) return 'ordered'
  const refused = payments.filter(({ status }) => status === 'RJCT')
  const open = payments.filter(payment => !refused.includes(payment))
  if (open.some(payment => !isUnordered(payment)) || link === 'completed') return 'pending'
  if (refused.length > 0 && (open.length === 0 || link !== 'valid')) return 'failed'
  return waiting[link]
}

const waiting = {
  valid: 'action_required',
  expired: 'expired',
  revoked: 'aborted',
} as const satisfies Record<Exclude<LinkStatus, 'completed'>, PayInState>

const failureCodes: ReadonlyMap<string, PayInFailureCode> = new Map([
  ['debit_account_insufficient_funds', 'insufficient_funds'],
  ['AM04', 'insufficient_funds'],
  ['AM02', 'payer_limit'],
  ['AM14', 'payer_limit'],
  ['AC01', 'invalid_payer'],
  ['AC04', 'invalid_payer'],
  ['AC06', 'invalid_payer'],
  ['CUST', 'declined_by_payer'],
  ['DS02', 'declined_by_payer'],
  ['FRAD', 'fraud_suspicion'],
  ['TM01', 'expired'],
])

const failureIn = (payments: readonly Payment[]): PayInFailure => {
  const providerCode = payments.find(({ status, reason }) => status === 'RJCT' && reason !== '')?.reason ?? ''
  return { code: failureCodes.get(providerCode) ?? 'refused_by_bank', providerCode }
}
