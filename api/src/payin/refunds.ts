// Money that goes back through the company that collected it: to the card, the account or the phone that it came from.
// Ordered once, and asked about until the company knows. What it refuses for good goes to the balance, but never a card's;
// what the card's bank has taken back itself is not given a second time: it goes to the balance, where the debt takes it.
import { currencies, eur, fromDecimal, type Money } from '@jokko/core/money'
import { refundDone } from '@jokko/core/recipes-payin'
import { payoutCost } from '@jokko/core/recipes-transfer'
import type {
  FindRefundAnswer,
  RefundAnswer,
  RefundOrder,
  RefundReport,
  RefundToRepeat,
} from '@jokko/providers/port'
import type { Operation, OperationDetails, PayoutAttempt } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { moneyText } from '../http/money-text.ts'
import type { AttemptWrite, Change } from '../ledger/change.ts'
import { takenByCard } from '../ledger/disputes.ts'
import { readOperation } from '../ledger/operations.ts'
import type { Step } from '../ledger/walk.ts'
import { notice } from '../messages/owner-notice.ts'
import { payerName } from '../people/payers.ts'
import { readDisputes } from './disputes.ts'
import {
  actorOf,
  amountOf,
  attemptAs,
  type ByHand,
  backToBalance,
  base,
  keepFromCard,
  keepWaiting,
  keyOf,
  moved,
  type Refund,
} from './refund-changes.ts'
import { refundCameBack } from './refund-returns.ts'
import { providerOf, referenceOf } from './service.ts'
import { payerOf, readPayIn, refundAttempt, refundsWaiting } from './store.ts'

type OperationJob = { operation_id: string }
const ASK_SECONDS = [10, 60, 300, 900, 3_600, 21_600]
const ASK_AT_MOST_EVERY = 86_400
/** The company said nothing for this long: only a person goes on. */
const ASK_MAX = 40
const TRIES = 3

/** A refund that stands on its own gets its order; a transfer's has one from the change that started it. */
export async function startPayInRefund(deps: Deps, { operation_id }: OperationJob): Promise<void> {
  const op = await readOperation(deps, operation_id)
  if (op?.kind !== 'refund' || op.state !== 'asked' || !op.details.pay_in) return
  if (await refundAttempt(deps, op.id)) return
  const verdict = await deps.ledger.commit({
    scope: 'refund',
    key: `${op.id}:start`,
    body_hash: 'start',
    received_at: deps.clock.nowText(),
    operation_id: op.id,
    expect: op.version,
    patch: {},
    events: [],
    attempts: [refundOrder(op.details.pay_in, newId('pat'), op.total)],
    jobs: [{ task: 'send_pay_in_refund', payload: { operation_id: op.id } }],
  })
  if (verdict.verdict === 'refused') throw new Error(`The refund ${op.id} could not start: ${verdict.code}`)
}

/** In the currency in which it came; only euros can go back in part. */
export function refundOrder(
  payIn: NonNullable<OperationDetails['pay_in']>,
  attemptId: string,
  cents: bigint,
): AttemptWrite {
  const amount = localAmount(payIn) ?? eur(cents)
  return {
    id: attemptId,
    provider: payIn.provider,
    state: 'created',
    amount: amount.minor,
    currency: amount.currency,
    destination: { kind: 'refund', pay_in: payIn.id },
  }
}

function localAmount({ amount = '', currency }: NonNullable<OperationDetails['pay_in']>): Money | undefined {
  const known = currencies.find(one => one === currency && one !== 'EUR')
  return known && fromDecimal(amount, known)
}

/** Claims the order, tells the company, records its answer; what was claimed and never told is asked about. */
export async function sendPayInRefund(deps: Deps, { operation_id }: OperationJob): Promise<void> {
  const order = await readRefund(deps, operation_id)
  if (!order) return
  if (order.attempt.state !== 'created') return queryPayInRefund(deps, { operation_id })
  // The card's bank may have been faster, and its word not here yet.
  const disputes = await readDisputes(deps, order.payIn.id)
  if (disputes !== 'known') return insteadOfClaim(deps, order, stillOpen(order, { state: 'created' }))
  const refund = await readRefund(deps, operation_id)
  if (refund?.attempt.state !== 'created' || refund.attempt.id !== order.attempt.id) return
  if (refund.taken > 0n) return insteadOfClaim(deps, refund, keepFromCard(refund, newId('pat')))
  const claim = { ...attemptAs(refund.attempt, { state: 'calling' }) }
  const verdict = await deps.ledger.commit({ ...base(refund, 'claim'), attempts: [claim] })
  if (verdict.verdict === 'refused') throw new Error(`Claim of ${claim.id} refused: ${verdict.code}`)
  if (verdict.verdict === 'replayed') return queryPayInRefund(deps, { operation_id })
  const refunds = providerOf(deps, refund.payIn).refunds
  if (!refunds) throw new Error(`${refund.payIn.provider} gives nothing back`)
  await record(deps, operation_id, await refunds.send(orderOf(refund)))
}

/** Nobody was told of it yet. Written under the key of its claim, so that only one of the two happens. */
async function insteadOfClaim(deps: Deps, refund: Refund, change: Change | undefined): Promise<void> {
  if (!change) return needsPerson(deps, refund.op.id)
  const verdict = await deps.ledger.commit({
    ...change,
    ...keyOf(refund, 'claim'),
    body_hash: 'not_claimed',
  })
  if (verdict.verdict !== 'refused') return
  // A dispute was decided or opened meanwhile: looked at anew.
  if (verdict.code === 'stale_version') return sendPayInRefund(deps, { operation_id: refund.op.id })
  // Claimed by somebody else meanwhile, who goes on with it.
  if (verdict.code !== 'idempotency_key_reused')
    throw new Error(`Without a claim of ${refund.attempt.id}: ${verdict.code}`)
}

const needsPerson = (deps: Deps, operation: string): void =>
  deps.log.error({ operation }, 'a refund needs a person')

export async function queryPayInRefund(deps: Deps, { operation_id }: OperationJob): Promise<void> {
  const refund = await readRefund(deps, operation_id)
  if (!refund) return askIfReturned(deps, operation_id)
  const refunds = providerOf(deps, refund.payIn).refunds
  if (!refunds || refund.attempt.state === 'created') return
  const { attempt } = refund
  const takenBack = refund.taken > 0n
  const answer = await refunds.find({ ...orderOf(refund), providerId: attempt.provider_id })
  if (answer.kind !== 'not_found') return record(deps, operation_id, answer)
  if (takenBack && neverArrived(deps, attempt))
    return record(deps, operation_id, { kind: 'declined', code: 'unknown_reason', providerCode: '' })
  const isLost = !takenBack && mayOrderAgain(deps, attempt, refunds.paidFrom)
  await record(deps, operation_id, isLost ? await refunds.send(orderOf(refund)) : answer)
}

/** Hours after which a company that pays like a payout, and has never heard of an order, is taken at its word. */
const NEVER_ARRIVED_HOURS = 6

/** The company has never heard of it: the same order again, which it or its adapter refuses to do twice. */
function mayOrderAgain(deps: Deps, attempt: PayoutAttempt, paidFrom: 'collection' | 'float'): boolean {
  if (attempt.provider_id !== null) return false
  return paidFrom === 'collection' || attempt.state === 'calling' || neverArrived(deps, attempt)
}

const neverArrived = ({ clock }: Deps, { provider_id, created_at }: PayoutAttempt): boolean =>
  provider_id === null && clock.now().getTime() - created_at.getTime() > NEVER_ARRIVED_HOURS * 3_600_000

/** What was paid like a payout may come back like one, long after it arrived. */
async function askIfReturned(deps: Deps, operationId: string): Promise<void> {
  const refund = await readOrdered(deps, operationId)
  const refunds = refund && providerOf(deps, refund.payIn).refunds
  if (refund?.attempt.state !== 'paid' || refunds?.paidFrom !== 'float') return
  const answer = await refunds.find({ ...orderOf(refund), providerId: refund.attempt.provider_id })
  if (answer.kind !== 'found' || answer.refund.state !== 'failed') return
  const verdict = await deps.ledger.commit(await cameBack(deps, refund, answer.refund))
  if (verdict.verdict === 'refused') throw new Error(`The return of ${refund.attempt.id}: ${verdict.code}`)
}

async function cameBack(deps: Deps, refund: Refund, { failure }: RefundReport): Promise<Change> {
  const ids = { returnId: newId('opn'), refundId: newId('opn') }
  const change = refundCameBack({ ...refund, ids, reason: failure?.code ?? 'unknown_reason' })
  const { payer, payIn, op } = refund
  const paidFor = await readOperation(deps, payIn.operation_id)
  const told = notice(ids.returnId, payer, 'sender_refunded_to_balance', {
    amount: moneyText(eur(op.total), payer.language),
    beneficiary: paidFor?.counterparty ?? '',
    reference: paidFor?.reference ?? payer.payment_reference,
    link: `${deps.config.publicUrl}/dashboard/home?operation=${ids.returnId}`,
  })
  return payer.has_balance ? { ...change, jobs: [told] } : change
}

async function readRefund(deps: Deps, operationId: string): Promise<Refund | undefined> {
  const refund = await readOrdered(deps, operationId)
  return refund?.attempt.state === 'paid' || refund?.attempt.state === 'failed' ? undefined : refund
}

async function readOrdered(deps: Deps, operationId: string): Promise<Refund | undefined> {
  const op = await readOperation(deps, operationId)
  const attempt = op && (await refundAttempt(deps, op.id))
  const payIn = op?.details.pay_in && (await readPayIn(deps, op.details.pay_in.id))
  if (!op || !attempt || !payIn) return undefined
  const [payer, taken] = await Promise.all([payerOf(deps, op), takenByCard(deps, payIn.id)])
  return { op, attempt, payIn, payer, taken, now: deps.clock.nowText() }
}

const orderOf = ({ attempt, payIn, payer }: Refund): RefundOrder => ({
  refundId: attempt.id,
  payIn: referenceOf(payIn),
  amount: amountOf(attempt),
  payerName: payerName(payer),
})

/** What the company says of a refund, or a person in its place. */
export async function record(
  deps: Deps,
  operationId: string,
  answer: RefundAnswer | FindRefundAnswer,
  by?: ByHand,
): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const refund = await readRefund(deps, operationId)
    if (!refund) return
    const { paidFrom = 'collection' } = providerOf(deps, refund.payIn).refunds ?? {}
    const change = judge({ ...refund, ...(by && { by }) }, answer, paidFrom)
    if (!change) return needsPerson(deps, operationId)
    const verdict = await deps.ledger.commit(change)
    if (verdict.verdict !== 'refused') return
    if (verdict.code !== 'stale_version') throw new Error(`Refund ${operationId}: ${verdict.code}`)
  }
}

function judge(
  refund: Refund,
  answer: RefundAnswer | FindRefundAnswer,
  paidFrom: 'collection' | 'float',
): Change | undefined {
  if (answer.kind === 'accepted' || answer.kind === 'found') {
    const { state, providerId, failure } = answer.refund
    if (state === 'done') return done(refund, answer.refund, paidFrom)
    if (state === 'failed') return refused(refund, failure?.code ?? 'unknown_reason')
    return stillOpen(refund, { state: 'accepted', provider_id: providerId })
  }
  if (answer.kind === 'declined') return refused(refund, answer.code)
  // Certainly not done: it is given again later, as it was; one that was recorded needs another reference.
  if (answer.kind === 'retryable')
    return 'providerId' in answer
      ? repeated(refund, answer)
      : stillOpen(refund, { state: refund.attempt.state === 'unknown' ? 'unknown' : 'created' })
  return stillOpen(refund, { state: 'unknown' })
}

function stillOpen(refund: Refund, changed: Partial<AttemptWrite>): Change | undefined {
  if (refund.attempt.asked >= ASK_MAX) return undefined
  const seconds = ASK_SECONDS[refund.attempt.asked] ?? ASK_AT_MOST_EVERY
  const due_at = new Date(Date.parse(refund.now) + seconds * 1_000).toISOString()
  const kind = changed.state === 'created' ? 'send_pay_in_refund' : 'query_pay_in_refund'
  const attempt = attemptAs(refund.attempt, { ...changed, asked: refund.attempt.asked + 1 })
  const steps = refund.op.kind === 'refund' ? refundSteps(refund.op, changed.state) : []
  return { ...moved(refund, `open:${changed.state}`, steps), attempts: [attempt], timers: [{ due_at, kind }] }
}

function repeated(refund: Refund, { providerId, reason }: RefundToRepeat): Change | undefined {
  const { attempt } = refund
  const again = stillOpen(refund, { state: 'created' })
  if (!again) return undefined
  const failed = attemptAs(attempt, { state: 'failed', failure: reason, provider_id: providerId })
  const next = { ...attemptAs(attempt, { state: 'created' }), asked: attempt.asked + 1 }
  return { ...again, attempts: [failed, { ...next, id: newId('pat'), destination: attempt.destination }] }
}

function refundSteps(op: Operation, state: AttemptWrite['state'] | undefined): Step<'refund'>[] {
  const actor = `provider:${op.details.pay_in?.provider ?? ''}`
  if (state === 'accepted' && op.state === 'asked') return [{ event: 'accepted', actor }]
  if (state === 'accepted' && op.state === 'unknown') return [{ event: 'found_sent', actor }]
  if (state === 'unknown' && (op.state === 'asked' || op.state === 'sent'))
    return [{ event: 'outcome_unknown', actor }]
  return []
}

function done(refund: Refund, { providerId, cost }: RefundReport, paidFrom: 'collection' | 'float'): Change {
  const { op, attempt, payIn, by } = refund
  const { provider } = payIn
  const entry = {
    ...refundDone({ provider, amount: amountOf(attempt), paidFrom }),
    key: `refund:${attempt.id}:done`,
  }
  const event = op.kind === 'transfer' ? ('refund_done' as const) : ('done' as const)
  const step = { event, actor: actorOf(refund), provider_reference: providerId, entries: [entry] }
  const change = moved(refund, 'done', [{ ...step, ...(by && { reason: by.reason }) }])
  const costs = cost && cost.minor > 0n ? [payoutCost({ provider, amount: cost })] : []
  return {
    ...change,
    entries: [
      ...(change.entries ?? []),
      ...costs.map(one => ({ ...one, key: `refund:${attempt.id}:cost`, book: op.book })),
    ],
    attempts: [attemptAs(attempt, { state: 'paid', provider_id: providerId })],
    jobs: op.kind === 'transfer' ? [{ task: 'tell_refunded', payload: { operation_id: op.id } }] : [],
  }
}

/**
 * Its card's bank takes a payment back of which a refund waits for a person: nobody has to decide any more whether the
 * card gets what it has already.
 */
export async function keepWaitingRefunds(deps: Deps, { pay_in_id }: { pay_in_id: string }): Promise<void> {
  for (const id of await refundsWaiting(deps, pay_in_id)) {
    const refund = await readOrdered(deps, id)
    if (refund?.attempt.state !== 'failed' || refund.taken === 0n) continue
    const verdict = await deps.ledger.commit(keepFromCard(refund, newId('pat')))
    if (verdict.verdict === 'refused') throw new Error(`What ${id} waits for: ${verdict.code}`)
  }
}

/**
 * Card money never becomes a balance that can be withdrawn, and some payers have none: a person sees it waiting, and
 * orders it again.
 */
function refusedForAPerson(refund: Refund, failure: string): Change {
  const { op, attempt, payIn, by } = refund
  const reason = by?.reason ?? failure
  const steps: Step<'refund'>[] =
    op.kind === 'refund' ? [{ event: 'rejected', actor: actorOf(refund), reason }] : []
  return {
    ...moved(refund, 'refused', steps),
    attempts: [attemptAs(attempt, { state: 'failed', failure })],
    // Should the card's bank have taken the payment back at the same moment.
    jobs: [keepWaiting(payIn.id)],
  }
}

function refused(refund: Refund, failure: string): Change {
  const { payIn, payer, taken } = refund
  if (taken > 0n) return keepFromCard(refund, newId('pat'), failure)
  if (payIn.method === 'card' || !payer.has_balance) return refusedForAPerson(refund, failure)
  return backToBalance(refund, failure)
}
