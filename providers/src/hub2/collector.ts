// Mobile money collected by Hub2: an intent carries our attempt's id, and the payer's phone is charged within it.
// In doubt the answer is `unknown`: an intent that was charged must not be forgotten.
import { compare, toDecimal } from '@jokko/core/money'
import { type PayInFailure, payInFailures } from '../failures.ts'
import { noAnswer, retryable, undecided, unknown, unreadable } from '../http/answers.ts'
import { type Json, textAt } from '../http/json.ts'
import type {
  CancelPayInAnswer,
  FindPayInAnswer,
  MobileMoneyCollector,
  MobileMoneyPayer,
  PayInAnswer,
  PayInOrder,
  PayInReference,
  PayInReport,
  Retryable,
} from '../port.ts'
import type { Hub2Client, Hub2Result } from './client.ts'
import { hub2Refunds } from './refunds.ts'
import { type Hub2Error, isNotFound, itemsIn } from './results.ts'
import { floatsOf } from './transform.ts'
import {
  intentRequest,
  isUncharged,
  payInFailureFrom,
  payInReport,
  paymentRequest,
  paysOnPage,
} from './transform-payin.ts'

export const hub2Collector = (
  client: Hub2Client,
  payouts: Parameters<typeof hub2Refunds>[1],
): MobileMoneyCollector => ({
  name: 'hub2',
  start: order => start(client, order),
  charge: (payIn, payer) => charge(client, payIn, payer),
  confirm: (payIn, code) => confirm(client, payIn, code),
  find: async payIn => {
    const found = await findIntent(client, payIn)
    return found.kind === 'intent' ? { kind: 'found', payIn: found.report } : found
  },
  cancel: payIn => cancel(client, payIn),
  refunds: hub2Refunds(client, payouts),
  holdings: async () => {
    const result = await client.balance()
    if (result.kind !== 'ok') return undecided(result)
    const known = floatsOf(result.body, 'collectionAccount')
    return known === undefined ? unreadable('balance') : { kind: 'known', floats: known }
  },
})

const start = async (client: Hub2Client, order: PayInOrder): Promise<PayInAnswer> => {
  const body = intentRequest(order)
  if (body === undefined) return { kind: 'declined', code: 'invalid_request', providerCode: '' }
  const answer = accepted(await client.createIntent(body), order.attemptId)
  if (answer.kind !== 'accepted' || isSame(answer.payIn, order)) return answer
  const { amount } = answer.payIn
  return unreadable(`answer is about ${toDecimal(amount)} ${amount.currency}`)
}

const isSame = ({ amount }: PayInReport, order: PayInOrder): boolean =>
  amount.currency === order.amount.currency && compare(amount, order.amount) === 0

/** Every order to Hub2 is answered by the whole intent. */
const accepted = (result: Hub2Result, attemptId: string): PayInAnswer => {
  if (result.kind === 'not_sent') return { kind: 'retryable', reason: 'unreachable' }
  if (result.kind === 'no_answer') return noAnswer(result)
  if (result.kind === 'error') return refusal(result)
  const payIn = payInReport(result.body)
  if (payIn?.attemptId !== attemptId) return unreadable('payment intent')
  return { kind: 'accepted', payIn }
}

/** Only a code that we know proves that Hub2 looked at the order and refused it. */
const refusal = (error: Hub2Error): PayInAnswer => {
  const { status, code, message } = error
  if (code === 'duplicate_request' || status === 409) return unknown('duplicate_reference', message)
  if (status === 429 || code === 'too_many_request') return retryable('rate_limited', error)
  if (code === '') return unknown('unreadable', `HTTP ${status} without a code`)
  const failure = payInFailureFrom(code)
  if (failure.code === 'operator_down') return retryable('operator_down', error)
  if (failure.code === 'unknown_reason' && (status === 401 || status === 403))
    return retryable('not_authorised', error)
  if (status >= 500 || isUndecided(failure)) return unknown('provider_error', `HTTP ${status} ${code}`)
  return { kind: 'declined', ...failure }
}

const isUndecided = ({ code }: PayInFailure): boolean =>
  code === 'unknown_reason' || payInFailures[code].fixedBy === 'time'

const charge = async (
  client: Hub2Client,
  payIn: PayInReference,
  payer: MobileMoneyPayer,
): Promise<PayInAnswer> => {
  const token = await tokenOf(client, payIn)
  if (typeof token !== 'string') return token
  const order = { id: payIn.providerId, body: paymentRequest(token, payer) }
  const result = await (paysOnPage(payer) ? client.payAtOnce(order) : client.pay(order))
  return accepted(result, payIn.attemptId)
}

const confirm = async (client: Hub2Client, payIn: PayInReference, code: string): Promise<PayInAnswer> => {
  const token = await tokenOf(client, payIn)
  if (typeof token !== 'string') return token
  const body = { token, confirmationCode: code }
  return accepted(await client.authenticate({ id: payIn.providerId, body }), payIn.attemptId)
}

/** Without the token nothing was ordered yet, so that asking for it again is always safe. */
const tokenOf = async (client: Hub2Client, payIn: PayInReference): Promise<string | Retryable> => {
  const kept = payIn.handle?.['token']
  if (kept !== undefined && kept !== '') return kept
  const found = payIn.providerId === '' ? undefined : await findIntent(client, payIn)
  const token = found?.kind === 'intent' ? found.report.handle?.['token'] : undefined
  return token ?? { kind: 'retryable', reason: 'unreachable' }
}

type FoundIntent =
  | { readonly kind: 'intent'; readonly report: PayInReport; readonly intent: Json | undefined }
  | Exclude<FindPayInAnswer, { kind: 'found' }>

const findIntent = async (client: Hub2Client, payIn: PayInReference): Promise<FoundIntent> => {
  const { providerId, attemptId } = payIn
  const result =
    providerId === '' ? await client.intentsByReference(attemptId) : await client.intent(providerId)
  if (result.kind === 'error' && isNotFound(result)) return { kind: 'not_found' }
  if (result.kind !== 'ok') return undecided(result)
  return providerId === '' ? pickByReference(result.body, attemptId) : readIntent(result.body, payIn)
}

const readIntent = (intent: Json | undefined, { attemptId, handle }: PayInReference): FoundIntent => {
  const report = payInReport(intent)
  if (report?.attemptId !== attemptId) return unreadable('payment intent')
  const known = report.handle ?? handle
  return { kind: 'intent', intent, report: { ...report, ...(known === undefined ? {} : { handle: known }) } }
}

/** A list of other people's intents says that the reference was not searched for, and then nothing is known. */
const pickByReference = (body: Json | undefined, attemptId: string): FoundIntent => {
  const listed = itemsIn(body)
  if (listed === undefined) return unreadable('list of payment intents')
  if (listed.length === 0) return { kind: 'not_found' }
  const ours = listed.filter(intent => textAt(intent, 'purchaseReference') === attemptId)
  return ours.length === 1
    ? readIntent(ours[0], { attemptId, providerId: '' })
    : unreadable(`${ours.length} of ${listed.length} payment intents are ${attemptId}`)
}

/**
 * Hub2 has no call that stops a payment. An intent of which nothing is with an operator collects nothing, since
 * only we can charge it; anything else may still be collected.
 */
const cancel = async (client: Hub2Client, payIn: PayInReference): Promise<CancelPayInAnswer> => {
  const found = await findIntent(client, payIn)
  // What we never got an id of, we never charged.
  if (found.kind === 'not_found')
    return payIn.providerId === '' ? { kind: 'cancelled' } : unreadable('there is no such payment intent')
  if (found.kind !== 'intent') return found
  const { state } = found.report
  const over = state === 'failed' || state === 'aborted' || state === 'expired'
  return over || isUncharged(found.intent) ? { kind: 'cancelled' } : { kind: 'too_late' }
}
