// Money that goes back through the company that collected it: to the card or the account that it came from. Ordered
// once, and asked about until the company knows. What it refuses for good goes to the balance, but never a card's.
import type { StateOf } from '@jokko/core/lifecycles'
import { eur } from '@jokko/core/money'
import { refundDone, refundFailed } from '@jokko/core/recipes-payin'
import type { FindRefundAnswer, RefundAnswer, RefundOrder } from '@jokko/providers/port'
import type { Operation, PayIn, PayoutAttempt } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import type { AttemptWrite, Change } from '../ledger/change.ts'
import { readOperation } from '../ledger/operations.ts'
import { type Step, walk } from '../ledger/walk.ts'
import { providerOf, referenceOf } from './service.ts'
import { readPayIn, refundAttempt } from './store.ts'

type OperationJob = { operation_id: string }
type Refund = { op: Operation; attempt: PayoutAttempt; payIn: PayIn; now: string }

const ASK_SECONDS = [10, 60, 300, 900, 3_600, 21_600, 86_400, 172_800]
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

export const refundOrder = (
  payIn: { id: string; provider: string },
  attemptId: string,
  cents: bigint,
): AttemptWrite => ({
  id: attemptId,
  provider: payIn.provider,
  state: 'created',
  amount: cents,
  currency: 'EUR',
  destination: { kind: 'refund', pay_in: payIn.id },
})

/** Claims the order, tells the company, records its answer; what was claimed and never told is asked about. */
export async function sendPayInRefund(deps: Deps, { operation_id }: OperationJob): Promise<void> {
  const refund = await readRefund(deps, operation_id)
  if (!refund) return
  if (refund.attempt.state !== 'created') return queryPayInRefund(deps, { operation_id })
  const claim = { ...attemptAs(refund.attempt, { state: 'calling' }) }
  const verdict = await deps.ledger.commit({ ...base(refund, 'claim'), attempts: [claim] })
  if (verdict.verdict === 'refused') throw new Error(`Claim of ${claim.id} refused: ${verdict.code}`)
  if (verdict.verdict === 'replayed') return queryPayInRefund(deps, { operation_id })
  const refunds = providerOf(deps, refund.payIn).refunds
  if (!refunds) throw new Error(`${refund.payIn.provider} gives nothing back`)
  await record(deps, operation_id, await refunds.send(orderOf(refund)))
}

export async function queryPayInRefund(deps: Deps, { operation_id }: OperationJob): Promise<void> {
  const refund = await readRefund(deps, operation_id)
  if (!refund || refund.attempt.state === 'created') return
  const refunds = providerOf(deps, refund.payIn).refunds
  if (!refunds) return
  const { attempt } = refund
  const answer = await refunds.find({ ...orderOf(refund), providerId: attempt.provider_id })
  // The company has never heard of it: the same order again, which it or its adapter refuses to do twice.
  const isLost = answer.kind === 'not_found' && attempt.provider_id === null
  await record(deps, operation_id, isLost ? await refunds.send(orderOf(refund)) : answer)
}

async function readRefund(deps: Deps, operationId: string): Promise<Refund | undefined> {
  const op = await readOperation(deps, operationId)
  const attempt = op && (await refundAttempt(deps, op.id))
  const payIn = op?.details.pay_in && (await readPayIn(deps, op.details.pay_in.id))
  if (!op || !attempt || !payIn || attempt.state === 'paid' || attempt.state === 'failed') return undefined
  return { op, attempt, payIn, now: deps.clock.nowText() }
}

const orderOf = ({ attempt, payIn }: Refund): RefundOrder => ({
  refundId: attempt.id,
  payIn: referenceOf(payIn),
  amount: eur(attempt.amount),
})

async function record(
  deps: Deps,
  operationId: string,
  answer: RefundAnswer | FindRefundAnswer,
): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const refund = await readRefund(deps, operationId)
    if (!refund) return
    const change = judge(refund, answer)
    if (!change)
      return deps.log.error({ operation: operationId, answer: answer.kind }, 'a refund needs a person')
    const verdict = await deps.ledger.commit(change)
    if (verdict.verdict !== 'refused') return
    if (verdict.code !== 'stale_version') throw new Error(`Refund ${operationId}: ${verdict.code}`)
  }
}

function judge(refund: Refund, answer: RefundAnswer | FindRefundAnswer): Change | undefined {
  if (answer.kind === 'accepted' || answer.kind === 'found') {
    const { state, providerId, failure } = answer.refund
    if (state === 'done') return done(refund, providerId)
    if (state === 'failed') return refused(refund, failure?.code ?? 'unknown_reason')
    return stillOpen(refund, { state: 'accepted', provider_id: providerId })
  }
  if (answer.kind === 'declined') return refused(refund, answer.code)
  // Certainly not done: it is given again later, as it was.
  if (answer.kind === 'retryable') return stillOpen(refund, { state: 'created' })
  return stillOpen(refund, { state: 'unknown' })
}

function base({ op, attempt, now }: Refund, what: string): Change {
  return {
    scope: 'refund',
    key: `${attempt.id}:${what}:${attempt.asked}:${op.version}`,
    body_hash: what,
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    patch: {},
    events: [],
  }
}

function attemptAs(attempt: PayoutAttempt, changed: Partial<AttemptWrite>): AttemptWrite {
  const { id, provider, state, amount, currency, asked } = attempt
  return { id, provider, state, amount, currency, asked, ...changed }
}

function stillOpen(refund: Refund, changed: Partial<AttemptWrite>): Change | undefined {
  const seconds = ASK_SECONDS[refund.attempt.asked]
  if (seconds === undefined) return undefined
  const due_at = new Date(Date.parse(refund.now) + seconds * 1_000).toISOString()
  const kind = changed.state === 'created' ? 'send_pay_in_refund' : 'query_pay_in_refund'
  const attempt = attemptAs(refund.attempt, { ...changed, asked: refund.attempt.asked + 1 })
  const steps = refund.op.kind === 'refund' ? refundSteps(refund.op, changed.state) : []
  return { ...moved(refund, `open:${changed.state}`, steps), attempts: [attempt], timers: [{ due_at, kind }] }
}

function refundSteps(op: Operation, state: AttemptWrite['state'] | undefined): Step<'refund'>[] {
  const actor = `provider:${op.details.pay_in?.provider ?? ''}`
  if (state === 'accepted' && op.state === 'asked') return [{ event: 'accepted', actor }]
  if (state === 'accepted' && op.state === 'unknown') return [{ event: 'found_sent', actor }]
  if (state === 'unknown' && op.state !== 'unknown') return [{ event: 'outcome_unknown', actor }]
  return []
}

function done(refund: Refund, providerId: string): Change {
  const { op, attempt, payIn } = refund
  const actor = `provider:${payIn.provider}`
  const entry = {
    ...refundDone({ provider: payIn.provider, amount: eur(attempt.amount) }),
    key: `refund:${attempt.id}:done`,
  }
  const event = op.kind === 'transfer' ? ('refund_done' as const) : ('done' as const)
  return {
    ...moved(refund, 'done', [{ event, actor, provider_reference: providerId, entries: [entry] }]),
    attempts: [attemptAs(attempt, { state: 'paid', provider_id: providerId })],
    jobs: op.kind === 'transfer' ? [{ task: 'tell_refunded', payload: { operation_id: op.id } }] : [],
  }
}

/** A card's money never becomes a balance that can be withdrawn: a person sees it waiting, and orders it again. */
function refusedByCard(refund: Refund, failure: string): Change {
  const { op, attempt, payIn } = refund
  const actor = `provider:${payIn.provider}`
  const steps: Step<'refund'>[] = op.kind === 'refund' ? [{ event: 'rejected', actor, reason: failure }] : []
  return { ...moved(refund, 'refused', steps), attempts: [attemptAs(attempt, { state: 'failed', failure })] }
}

function refused(refund: Refund, failure: string): Change {
  const { op, attempt, payIn } = refund
  if (payIn.method === 'card') return refusedByCard(refund, failure)
  const actor = `provider:${payIn.provider}`
  const entry = {
    ...refundFailed({ provider: payIn.provider, customer: op.customer_id, amount: eur(attempt.amount) }),
    key: `refund:${attempt.id}:failed`,
  }
  const steps: Step<'transfer' | 'refund'>[] =
    op.kind === 'transfer'
      ? [{ event: 'refund_done', actor, reason: failure, entries: [entry] }]
      : [
          { event: 'rejected', actor, reason: failure },
          { event: 'credited', actor, entries: [entry] },
        ]
  const change = moved(refund, 'refused', steps)
  return {
    ...change,
    patch: { ...change.patch, details: { refund_to: 'balance' } },
    attempts: [attemptAs(attempt, { state: 'failed', failure })],
    jobs: op.kind === 'transfer' ? [{ task: 'tell_refunded', payload: { operation_id: op.id } }] : [],
  }
}

function moved(refund: Refund, what: string, steps: Step<'transfer' | 'refund'>[]): Change {
  const { op, now } = refund
  const plain = base(refund, what)
  if (steps.length === 0) return plain
  const place = { operationId: op.id, book: op.book, now }
  const walked =
    op.kind === 'transfer'
      ? walk({
          ...place,
          kind: 'transfer',
          from: op.state as StateOf<'transfer'>,
          steps: steps as Step<'transfer'>[],
        })
      : walk({
          ...place,
          kind: 'refund',
          from: op.state as StateOf<'refund'>,
          steps: steps as Step<'refund'>[],
        })
  return { ...plain, patch: walked.shown, events: walked.events, entries: walked.entries }
}
