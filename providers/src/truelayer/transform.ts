// TrueLayer's words into ours and back, purely: orders, payments, refunds and the failure reasons that it documents.
import { createHash } from 'node:crypto'
import { eur, isPositive, type Money, money } from '@jokko/core/money'
import type { PayInFailure, PayInFailureCode } from '../failures.ts'
import { exactNumber, type Json, listAt, textAt, valueAt } from '../http/json.ts'
import type {
  PayInAction,
  PayInOrder,
  PayInReference,
  PayInReport,
  PayInState,
  ProviderFloat,
  RefundOrder,
  RefundReport,
} from '../port.ts'

export type Merchant = {
  /** The account at TrueLayer on which payments are settled. */
  readonly merchantAccountId: string
  /** Our name as the payer's bank shows it. */
  readonly merchantName: string
}

/** How the payer may choose. Not all values are published: confirm them before going live. */
const providerSelection = {
  type: 'user_selected',
  filter: { release_channel: 'general_availability', customer_segments: ['retail', 'business'] },
  scheme_selection: { type: 'instant_preferred' },
} as const

/** Payments and refunds carry our own ids under these names. */
const attemptKey = 'attempt_id'
const refundKey = 'refund_id'

/** Banks cut longer references, and take only plain letters. */
const referenceOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 .-]/g, '')
    .trim()
    .slice(0, 35) || 'Jokko'

/** Undefined when TrueLayer could not take this order as it is. */
export const paymentRequest = (order: PayInOrder, { merchantAccountId, merchantName }: Merchant) => {
  const { amount, attemptId, payer } = order
  if (amount.currency !== 'EUR' || !isPositive(amount) || !/^[\w.-]{1,50}$/.test(attemptId)) return undefined
  return {
    amount_in_minor: exactNumber(amount.minor),
    currency: amount.currency,
    payment_method: {
      type: 'bank_transfer',
      provider_selection: providerSelection,
      beneficiary: {
        type: 'merchant_account',
        merchant_account_id: merchantAccountId,
        account_holder_name: merchantName,
        reference: referenceOf(order.description),
      },
    },
    user: {
      name: payer.companyName ?? `${payer.firstName} ${payer.lastName}`,
      email: payer.email,
      ...(payer.phone === undefined ? {} : { phone: payer.phone }),
    },
    metadata: { [attemptKey]: attemptId },
  }
}

const namespace = Buffer.from('8f0d5b1e6a574c0f9f3a2b7d41c6e905', 'hex')

/** Always the same key for the same order (a name-based UUID, version 5), so that giving it again is harmless. */
export const idempotencyKey = (kind: 'payment' | 'cancel' | 'refund', ourId: string): string => {
  const hash = createHash('sha1').update(namespace).update(`${kind}:${ourId}`).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

// ── Payments ────────────────────────────────────────────────────────────────────────────────────────────

/** `executed` is the payer's bank having sent the money; it counts once it is settled on our account. */
const states: ReadonlyMap<string, PayInState> = new Map([
  ['authorization_required', 'action_required'],
  ['authorizing', 'action_required'],
  ['attempt_failed', 'action_required'],
  ['authorized', 'pending'],
  ['executed', 'pending'],
  ['settled', 'collected'],
  ['failed', 'failed'],
])

/** Endings that are not failures: somebody gave up, or the time passed. */
const endings: ReadonlyMap<string, PayInState> = new Map([
  ['canceled', 'aborted'],
  ['expired', 'expired'],
  ['provider_expired', 'expired'],
])

/** TrueLayer's list is open; the last four are not in its published one. */
const failureCodes: ReadonlyMap<string, PayInFailureCode> = new Map([
  ['authorization_failed', 'authentication_failed'],
  ['rejected', 'refused_by_bank'],
  ['provider_rejected', 'refused_by_bank'],
  ['provider_error', 'provider_error'],
  ['internal_server_error', 'provider_error'],
  ['insufficient_funds', 'insufficient_funds'],
  ['not_authorized', 'declined_by_payer'],
  ['scheme_unavailable', 'operator_down'],
  ['constraint_violation', 'invalid_request'],
  ['verification_declined', 'not_account_holder'],
])

export const failureFrom = (providerCode: string): PayInFailure => ({
  code: failureCodes.get(providerCode) ?? 'unknown_reason',
  providerCode,
})

const amountOf = (body: Json | undefined): Money | undefined => {
  const minor = textAt(body, 'amount_in_minor')
  if (textAt(body, 'currency') !== 'EUR' || !/^\d{1,15}$/.test(minor)) return undefined
  return money(BigInt(minor), 'EUR')
}

const handleKeys = { token: 'resource_token', returnUri: 'return_uri' } as const

/** Where the payer pays. The values stand behind the #, where no server's log keeps them. */
const pageAction = (paymentUrl: string, { providerId, handle }: PayInReference): PayInAction | undefined => {
  const token = handle?.[handleKeys.token]
  const returnUri = handle?.[handleKeys.returnUri]
  if (token === undefined || returnUri === undefined) return undefined
  const values = new URLSearchParams({
    payment_id: providerId,
    resource_token: token,
    return_uri: returnUri,
  })
  return { kind: 'redirect', url: `${paymentUrl.replace(/\/+$/, '')}/payments#${values}` }
}

/** The answer to an order, which names neither amount nor attempt: they are those of its key. */
export const createdPayIn = (
  body: Json | undefined,
  { attemptId, amount, returnUrl }: PayInOrder,
  paymentUrl: string,
): PayInReport | undefined => {
  const providerId = textAt(body, 'id')
  const token = textAt(body, 'resource_token')
  if (providerId === '' || token === '') return undefined
  const handle = { [handleKeys.token]: token, [handleKeys.returnUri]: returnUrl }
  return reportOf(body, { attemptId, providerId, handle }, amount, paymentUrl)
}

/** Undefined when it is about another order, or when any of what we must know makes no sense. */
export const payInReport = (
  body: Json | undefined,
  payIn: PayInReference,
  paymentUrl: string,
): PayInReport | undefined => {
  const amount = amountOf(body)
  const isOurs =
    textAt(body, 'id') === payIn.providerId && textAt(body, 'metadata', attemptKey) === payIn.attemptId
  return amount === undefined || !isOurs ? undefined : reportOf(body, payIn, amount, paymentUrl)
}

const reportOf = (
  body: Json | undefined,
  { attemptId, providerId, handle }: PayInReference,
  amount: Money,
  paymentUrl: string,
): PayInReport | undefined => {
  const status = textAt(body, 'status')
  const reason = textAt(body, 'failure_reason')
  const listed = states.get(status)
  if (listed === undefined) return undefined
  const state = listed === 'failed' ? (endings.get(reason) ?? 'failed') : listed
  const reference = { attemptId, providerId, ...(handle === undefined ? {} : { handle }) }
  const action = state === 'action_required' ? pageAction(paymentUrl, reference) : undefined
  const source = sourceOf(body)
  return {
    ...reference,
    state,
    amount,
    ...(action === undefined ? {} : { action }),
    ...(state === 'failed' || status === 'attempt_failed' ? { failure: failureFrom(reason) } : {}),
    ...(source === undefined ? {} : { source }),
  }
}

const sourceOf = (body: Json | undefined): PayInReport['source'] => {
  const holderName = textAt(body, 'payment_source', 'account_holder_name')
  const identifiers = listAt(body, 'payment_source', 'account_identifiers')
  const iban = textAt(
    identifiers.find(identifier => textAt(identifier, 'type') === 'iban'),
    'iban',
  )
  if (holderName === '' && iban === '') return undefined
  return { ...(holderName === '' ? {} : { holderName }), ...(iban === '' ? {} : { iban }) }
}

// ── Refunds ─────────────────────────────────────────────────────────────────────────────────────────────

export const refundRequest = ({ refundId, amount }: RefundOrder) => {
  if (amount.currency !== 'EUR' || !isPositive(amount)) return undefined
  return {
    amount_in_minor: exactNumber(amount.minor),
    reference: 'Jokko refund',
    metadata: { [refundKey]: refundId },
  }
}

const refundStates: ReadonlyMap<string, RefundReport['state']> = new Map([
  ['pending', 'pending'],
  ['authorized', 'pending'],
  ['executed', 'done'],
  ['failed', 'failed'],
])

/** Of a refund it is our account that may lack money, and that is not the payer's to repair. */
const refundFailureCodes: ReadonlyMap<string, PayInFailureCode> = new Map([
  ['insufficient_funds', 'provider_error'],
  ['scheme_error', 'provider_error'],
  ['rejected', 'refused_by_bank'],
])

/** Undefined when it is another refund, or when it cannot be told what became of it. */
export const refundReport = (body: Json | undefined, order: RefundOrder): RefundReport | undefined => {
  const providerId = textAt(body, 'id')
  const state = refundStates.get(textAt(body, 'status'))
  const mark = refundMark(body)
  if (providerId === '' || state === undefined || (mark !== '' && mark !== order.refundId)) return undefined
  if (amountOf(body)?.minor !== order.amount.minor) return undefined
  if (state !== 'failed') return { providerId, state }
  const providerCode = textAt(body, 'failure_reason')
  const code = refundFailureCodes.get(providerCode) ?? 'unknown_reason'
  return { providerId, state, failure: { code, providerCode } }
}

export const refundMark = (refund: Json | undefined): string => textAt(refund, 'metadata', refundKey)

/** Undefined when it is not a list. */
export const refundsIn = (body: Json | undefined): readonly Json[] | undefined =>
  Array.isArray(valueAt(body, 'items')) ? listAt(body, 'items') : undefined

/** Our own reference that an event carries back. */
export const ourReference = (event: Json | undefined, subject: 'pay_in' | 'refund'): string =>
  textAt(event, 'metadata', subject === 'refund' ? refundKey : attemptKey)

/** What is on our merchant account; undefined when it is not listed, or not readable to the cent. */
export const merchantBalance = (body: Json | undefined, accountId: string): ProviderFloat | undefined => {
  const account = listAt(body, 'items').find(item => textAt(item, 'id') === accountId)
  const balance = textAt(account, 'current_balance_in_minor')
  if (textAt(account, 'currency') !== 'EUR' || !/^-?\d{1,15}$/.test(balance)) return undefined
  return { available: eur(BigInt(balance)), reserved: eur(0n) }
}
