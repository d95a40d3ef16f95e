// Monext's words into ours and back, purely: orders, sessions, refunds and the return codes that it documents.
import { isPositive, type Money, money } from '@jokko/core/money'
import type { PayInFailure, PayInFailureCode } from '../failures.ts'
import { exactNumber, type Json, listAt, textAt, valueAt } from '../http/json.ts'
import type {
  DisputeReport,
  PayInOrder,
  PayInReference,
  PayInReport,
  PayInState,
  RefundOrder,
  RefundReport,
} from '../port.ts'

/** Undefined when Monext could not take this order as it is. */
export const sessionRequest = (order: PayInOrder, pointOfSale: string) => {
  const { amount, attemptId, payer } = order
  if (amount.currency !== 'EUR' || !isPositive(amount) || !/^[\w.-]{1,50}$/.test(attemptId)) return undefined
  const cents = exactNumber(amount.minor)
  return {
    pointOfSaleReference: pointOfSale,
    payment: { paymentType: 'ONE_OFF', capture: 'AUTOMATIC' },
    order: {
      reference: attemptId,
      amount: cents,
      currency: amount.currency,
      origin: 'E_COM',
      country: payer.country,
      items: [{ reference: attemptId, price: cents, quantity: 1, comment: order.description }],
    },
    buyer: {
      id: payer.reference,
      firstName: payer.firstName,
      lastName: payer.lastName,
      email: payer.email,
      ...(payer.phone === undefined ? {} : { mobile: payer.phone }),
    },
    threeDS: { challengeInd: 'NO_PREFERENCE' },
    returnURL: order.returnUrl,
    notificationURL: order.notificationUrl,
    languageCode: order.language.toUpperCase(),
  }
}

/** What a refund carries so that it can be told from others of the same payment. */
const refundMark = 'refundId'

export const refundRequest = ({ refundId, amount }: RefundOrder) => {
  if (amount.currency !== 'EUR' || !isPositive(amount)) return undefined
  return {
    amount: exactNumber(amount.minor),
    merchantReference: refundId,
    privateData: { [refundMark]: refundId },
  }
}

export const markOf = (refund: Json | undefined): string =>
  textAt(refund, 'privateData', refundMark) || textAt(refund, 'transaction', 'merchantReference')

// ── Results ─────────────────────────────────────────────────────────────────────────────────────────────

type Result = { readonly title: string; readonly code: string }

const resultOf = (body: Json | undefined): Result => ({
  title: textAt(body, 'result', 'title'),
  code: textAt(body, 'result', 'code'),
})

const acceptedCodes: ReadonlySet<string> = new Set([
  '00000',
  '02400',
  '02500',
  '02501',
  '02517',
  '02520',
  '02616',
  '03000',
  '04000',
])

/** Endings that are not failures: the payer gave up, or let the time pass. */
const endings: ReadonlyMap<string, PayInState> = new Map([
  ['02008', 'aborted'],
  ['02319', 'aborted'],
  ['03022', 'aborted'],
  ['02304', 'expired'],
  ['02324', 'expired'],
  ['02534', 'expired'],
])

/** Whatever the title says, this is not over yet. */
const openCodes: ReadonlySet<string> = new Set([
  '02000',
  '02005',
  '02006',
  '02015',
  '02306',
  '02533',
  '04001',
  '04003',
])

/** The transaction was refused because another one exists, of which this answer says nothing. */
const duplicateCodes: ReadonlySet<string> = new Set(['01913', '02001'])

const failureCodes: ReadonlyMap<string, PayInFailureCode> = new Map([
  ['01101', 'invalid_payer'],
  ['01111', 'invalid_payer'],
  ['01114', 'invalid_payer'],
  ['01125', 'invalid_payer'],
  ['01130', 'invalid_payer'],
  ['01201', 'invalid_payer'],
  ['01116', 'insufficient_funds'],
  ['01121', 'payer_limit'],
  ['01123', 'payer_limit'],
  ['01183', 'payer_limit'],
  ['01184', 'payer_limit'],
  ['01129', 'fraud_suspicion'],
  ['01202', 'fraud_suspicion'],
  ['01109', 'invalid_request'],
  ['01110', 'invalid_request'],
  ['01180', 'invalid_request'],
  ['01181', 'invalid_request'],
  ['01196', 'provider_error'],
  ['01197', 'provider_error'],
  ['01198', 'provider_error'],
  ['01199', 'provider_error'],
  ['01131', 'authentication_failed'],
  ['03001', 'authentication_failed'],
  ['03003', 'authentication_failed'],
  ['02102', 'provider_error'],
  ['02103', 'provider_error'],
  ['02301', 'invalid_request'],
  ['02303', 'invalid_request'],
  ['02305', 'invalid_request'],
  ['04002', 'fraud_suspicion'],
])

export const failureFrom = (providerCode: string): PayInFailure => {
  const code = failureCodes.get(providerCode)
  return {
    code: code ?? (/^01\d{3}$/.test(providerCode) ? 'refused_by_bank' : 'unknown_reason'),
    providerCode,
  }
}

type Verdict = PayInState | 'duplicate'

/** Undefined when title and code do not belong together, or one was never heard of: then a person must look. */
const verdictOf = ({ title, code }: Result): Verdict | undefined => {
  if (duplicateCodes.has(code)) return 'duplicate'
  if (title === 'ACCEPTED') return acceptedCodes.has(code) ? 'collected' : undefined
  if (acceptedCodes.has(code)) return undefined
  if (title === 'INPROGRESS' || title === 'ONHOLD_PARTNER' || title === 'PENDING_RISK') return 'pending'
  if (openCodes.has(code)) return 'pending'
  if (title === 'CANCELLED') return endings.get(code) ?? 'aborted'
  if (title === 'REFUSED' || title === 'ERROR') return endings.get(code) ?? 'failed'
  return undefined
}

const eurosAt = (value: Json | undefined, ...path: readonly string[]): Money | undefined => {
  const cents = textAt(value, ...path)
  return /^\d{1,15}$/.test(cents) ? money(BigInt(cents), 'EUR') : undefined
}

// ── Sessions ────────────────────────────────────────────────────────────────────────────────────────────

export type Session =
  | { readonly kind: 'payment'; readonly payIn: PayInReport }
  | { readonly kind: 'duplicate' }

/** Kept with a collected payment: refunds need it, and a session may be forgotten long before them. */
export const transactionIdOf = ({ handle }: PayInReference): string => handle?.['transactionId'] ?? ''

/** Undefined when it is about another order, or when any of what we must know makes no sense. */
export const readSession = (
  body: Json | undefined,
  { attemptId, providerId }: PayInReference,
): Session | undefined => {
  const result = resultOf(body)
  const verdict = verdictOf(result)
  const asked = eurosAt(body, 'order', 'amount')
  const isEuro = textAt(body, 'order', 'currency') === 'EUR'
  if (!isAbout(body, attemptId) || !isEuro || asked === undefined || verdict === undefined) return undefined
  if (verdict === 'duplicate') return { kind: 'duplicate' }
  const transaction = listAt(body, 'transactions').at(-1)
  const transactionId = textAt(transaction, 'id')
  // A session counts as opened with the same words as one that was paid: only its transaction tells them apart.
  const amount = verdict === 'collected' ? collectedOf(transaction, asked) : asked
  if (amount === undefined || (verdict === 'collected' && transactionId === '')) return undefined
  const holderName = textAt(transaction, 'paymentInstrumentData', 'holderName')
  return {
    kind: 'payment',
    payIn: {
      attemptId,
      providerId,
      state: verdict,
      amount,
      ...(verdict === 'collected' ? { handle: { transactionId } } : {}),
      ...(verdict === 'failed' ? { failure: failureFrom(result.code) } : {}),
      ...(holderName === '' ? {} : { source: { holderName } }),
    },
  }
}

export const isAbout = (body: Json | undefined, attemptId: string): boolean =>
  textAt(body, 'order', 'reference') === attemptId

/** What the card's bank authorised: all that was asked for, or another amount. */
const collectedOf = (transaction: Json | undefined, asked: Money): Money | undefined => {
  const requested = eurosAt(transaction, 'requestedAmount')
  if (textAt(transaction, 'currency') !== 'EUR' || requested?.minor !== asked.minor) return undefined
  return valueAt(transaction, 'authorizedAmount') === undefined
    ? requested
    : eurosAt(transaction, 'authorizedAmount')
}

// ── Refunds ─────────────────────────────────────────────────────────────────────────────────────────────

export type ListedRefund = {
  readonly id: string
  readonly amount: Money | undefined
}

/** The refunds of a payment; undefined when the payment does not list what followed from it. */
export const refundsOf = (body: Json | undefined): readonly ListedRefund[] | undefined => {
  if (!Array.isArray(valueAt(body, 'associatedTransactions'))) return undefined
  return listAt(body, 'associatedTransactions')
    .filter(transaction => textAt(transaction, 'type') === 'REFUND')
    .map(transaction => ({
      id: textAt(transaction, 'id'),
      amount: eurosAt(transaction, 'amount'),
    }))
}

/** Names of what the buyer's bank does later. Not published by Monext: confirm them before going live. */
const disputeTypes: ReadonlyMap<string, DisputeReport['kind']> = new Map([
  ['CHARGEBACK', 'taken_back'],
  ['REPRESENTMENT', 'given_back'],
])

/** Undefined when the payment does not list what followed from it, or a part of it cannot be read. */
export const disputesOf = (body: Json | undefined): readonly DisputeReport[] | undefined => {
  if (!Array.isArray(valueAt(body, 'associatedTransactions'))) return undefined
  const read = listAt(body, 'associatedTransactions').flatMap(transaction => {
    const kind = disputeTypes.get(textAt(transaction, 'type'))
    return kind === undefined ? [] : [disputeOf(transaction, kind)]
  })
  const known = read.filter(dispute => dispute !== undefined)
  return known.length === read.length ? known : undefined
}

const disputeOf = (transaction: Json, kind: DisputeReport['kind']): DisputeReport | undefined => {
  const providerId = textAt(transaction, 'id')
  const amount = eurosAt(transaction, 'amount')
  return providerId === '' || amount === undefined ? undefined : { providerId, kind, amount }
}

/** Of a refund just asked for, or read again. Undefined when it cannot be told what became of it. */
export const refundReport = (body: Json | undefined): RefundReport | undefined => {
  const providerId = textAt(body, 'transaction', 'id')
  if (providerId === '') return undefined
  const { title, code } = resultOf(body)
  const verdict = verdictOf({ title, code })
  if (verdict === 'collected') return { providerId, state: 'done' }
  if (verdict === 'pending') return { providerId, state: 'pending' }
  if (verdict === undefined || verdict === 'duplicate') return undefined
  return { providerId, state: 'failed', failure: failureFrom(code) }
}

/** Why a refund was not even taken: such an answer names no transaction. */
export const refundRefusal = (body: Json | undefined): PayInFailure | undefined => {
  if (textAt(body, 'transaction', 'id') !== '') return undefined
  const { title, code } = resultOf(body)
  return (title === 'ERROR' || title === 'REFUSED') && verdictOf({ title, code }) === 'failed'
    ? failureFrom(code)
    : undefined
}
