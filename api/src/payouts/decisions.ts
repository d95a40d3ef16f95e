// What a provider's word makes of a payout, decided as values. The rule above all others: while nobody can say
// whether an attempt was paid, nothing is sent again and nothing is given back.
import { eur, type Money } from '@jokko/core/money'
import { payoutCost, payoutReturned, undoSend } from '@jokko/core/recipes-transfer'
import type { PayoutFailure, PayoutFailureCode } from '@jokko/providers/failures'
import type { PayoutReport } from '@jokko/providers/port'
import type { Operation, PayoutAttempt } from '../db/schema.ts'
import type { AttemptWrite, Change, Command, LinkedOperation, TimerWrite } from '../ledger/change.ts'
import { type Step, walk } from '../ledger/walk.ts'
import { change, type GivenBack, giveBack, givenBackLimits, type PayingOut } from './change.ts'
import { payable, sendingOf } from './figures.ts'
import { lifeOf, paidEntry, undoneEntries } from './lives.ts'

export type Attempted = {
  op: Operation
  attempt: PayoutAttempt
  now: string
  /** A person who decides in the provider's place, and why. */
  by?: { actor: string; reason: string }
}

/** Seconds until the provider is asked again, by how often it was asked. */
const ASK_AFTER = [20, 40, 60, 120, 300, 600, 900, 1800]
const ASK_AT_MOST_EVERY = 3_600

/** The provider said nothing for this long: a person looks at it. */
export const ASK_MAX = 500

const keyOf = (attempt: PayoutAttempt, what: string): Command => ({
  scope: 'payout',
  key: `${attempt.id}:${what}`,
  body_hash: what,
})

const attemptAs = (attempt: PayoutAttempt, patch: Partial<AttemptWrite>): AttemptWrite => ({
  id: attempt.id,
  provider: attempt.provider,
  state: attempt.state,
  amount: attempt.amount,
  currency: attempt.currency,
  asked: attempt.asked,
  ...patch,
})

export function askAgain({ attempt, now }: Attempted): TimerWrite {
  const seconds = ASK_AFTER[attempt.asked] ?? ASK_AT_MOST_EVERY
  return { due_at: later(now, seconds), kind: 'query_payout', payload: { attempt_id: attempt.id } }
}

export const later = (now: string, seconds: number): string =>
  new Date(Date.parse(now) + seconds * 1000).toISOString()

/** Taken for calling: the next process that finds it so asks the provider instead of sending. */
export function claim({ op, attempt, now }: Attempted): Change {
  return {
    ...keyOf(attempt, `claim:${attempt.asked}`),
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    events: [],
    attempts: [attemptAs(attempt, { state: 'calling' })],
    // Should this process die before it can say what happened.
    timers: [{ due_at: later(now, 60), kind: 'query_payout', payload: { attempt_id: attempt.id } }],
  }
}

type Outcome = {
  facts: Attempted
  what: string
  steps: Step<PayingOut>[]
  attempt: Partial<AttemptWrite>
  patch?: Change['patch']
  more?: Pick<Change, 'timers' | 'jobs' | 'counters'> & { attempts?: AttemptWrite[] }
}

function outcome({ facts, what, steps, attempt, patch, more = {} }: Outcome): Change {
  return change<PayingOut>({
    op: facts.op,
    command: keyOf(facts.attempt, `${what}:${facts.op.version}`),
    now: facts.now,
    steps,
    ...(patch && { patch }),
    companions: { ...more, attempts: [attemptAs(facts.attempt, attempt), ...(more.attempts ?? [])] },
  })
}

const actorOf = ({ attempt, by }: Attempted) => by?.actor ?? `provider:${attempt.provider}`

/** The provider has the order and works on it. */
export function accepted(facts: Attempted, report: PayoutReport): Change {
  const event = facts.op.state === 'unknown' ? 'found_sent' : 'accepted'
  return outcome({
    facts,
    what: 'accepted',
    steps: [{ event, actor: actorOf(facts), provider_reference: report.providerId }],
    attempt: { state: 'accepted', provider_id: report.providerId, asked: 0 },
    patch: { details: { outcome_unknown: false } },
    more: { timers: [askAgain({ ...facts, attempt: { ...facts.attempt, asked: 0 } })] },
  })
}

/** Nothing new: the provider still works on it, or still does not know. It is asked again later. */
export function stillWaiting(facts: Attempted): Change {
  const { op, attempt, now } = facts
  const asked = { ...attempt, asked: attempt.asked + 1 }
  const timer = askAgain({ ...facts, attempt: asked })
  return {
    ...keyOf(attempt, `asked:${asked.asked}:${op.version}`),
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    events: [],
    patch: op.state === 'unknown' ? { details: { next_check_at: timer.due_at } } : {},
    attempts: [attemptAs(asked, {})],
    timers: [timer],
  }
}

export function paid(facts: Attempted, report: PayoutReport): Change {
  const { op, attempt } = facts
  const provider = attempt.provider
  const { paidEvent, jobs } = lifeOf(op)
  const paidOut: Step<PayingOut> = {
    event: paidEvent,
    actor: actorOf(facts),
    provider_reference: report.providerId,
    entries: [paidEntry(op, provider)],
    ...(facts.by && { reason: facts.by.reason }),
  }
  const change = outcome({
    facts,
    what: 'paid',
    steps: [paidOut],
    attempt: { state: 'paid', provider_id: report.providerId },
    patch: { details: { outcome_unknown: false, ...(facts.by && { cost_untold: true }) } },
    more: { jobs: [{ task: jobs.paid }] },
  })
  return { ...change, entries: [...(change.entries ?? []), ...costOf(op, provider, report.cost)] }
}

/** It was paid by a person's word; now the provider says so itself, and what it keeps: I8 reads when, by this key. */
export function costTold({ op, attempt, now }: Attempted, report: PayoutReport): Change | undefined {
  if (op.details.cost_untold !== true) return undefined
  return {
    ...keyOf(attempt, 'cost'),
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    events: [],
    patch: { details: { cost_untold: false } },
    entries: costOf(op, attempt.provider, report.cost),
    attempts: [attemptAs(attempt, {})],
  }
}

/** It was paid by a person's word, of which the provider says nothing yet: it is asked again. */
export const costAwaited = (facts: Attempted): Change | undefined =>
  facts.op.details.cost_untold === true && facts.attempt.asked < ASK_MAX ? stillWaiting(facts) : undefined

/** What the provider keeps for the payout is ours to bear, and is booked with it. */
function costOf(op: Operation, provider: string, cost: Money | undefined) {
  if (!cost || cost.minor === 0n) return []
  return [{ ...payoutCost({ provider, amount: cost }), key: `${op.id}:payoutCost`, book: op.book }]
}

/** The provider is certain that it did not and will not pay: everything goes back, fee included. */
export function declined(
  facts: Attempted,
  failure: PayoutFailure,
  refundAttemptId: string,
  providerId?: string,
): Change {
  const { op } = facts
  const back = giveBack(op, eur(op.total), refundAttemptId)
  return outcome({
    facts,
    what: 'declined',
    steps: [refusal(facts, failure), ...(op.kind === 'withdrawal' ? [] : refundSteps(facts, back))],
    attempt: { state: 'failed', failure: failure.code, ...(providerId && { provider_id: providerId }) },
    patch: {
      refunded: op.refunded + op.total,
      details: {
        failure: { code: failure.code, provider_code: failure.providerCode },
        refund_to: back.to,
        outcome_unknown: false,
      },
    },
    more: {
      jobs: [{ task: back.attempt ? 'send_pay_in_refund' : lifeOf(op).jobs.failed }],
      counters: givenBackLimits(op),
      ...(back.attempt && { attempts: [back.attempt] }),
    },
  })
}

/** Nobody has the order, and its sender does not want to wait for the operator any longer. */
export const givenUp = (facts: Attempted, refundAttemptId: string): Change =>
  declined(facts, { code: 'cancelled', providerCode: '' }, refundAttemptId)

function refusal(facts: Attempted, failure: PayoutFailure): Step<PayingOut> {
  const { op, by } = facts
  return {
    event: refusalEvent(op, failure),
    actor: actorOf(facts),
    reason: failure.code,
    entries: undoneEntries(op),
    data: { provider_code: failure.providerCode, ...(by && { said: by.reason }) },
  }
}

/** What somebody already had sent, and another bank sent back, was not refused: its owner is told so. */
function refusalEvent(op: Operation, { code }: PayoutFailure): 'given_up' | 'returned' | 'declined' {
  if (op.kind === 'transfer') return op.state === 'waiting' ? 'given_up' : 'declined'
  return op.state === 'sent' && code === 'returned_by_bank' ? 'returned' : 'declined'
}

/** A transfer's money may have to go back to a card or an account first. */
const refundSteps = ({ now }: Attempted, back: GivenBack): Step<'transfer'>[] => [
  { event: 'refund_started', actor: 'system', entries: [back.entry] },
  ...(back.attempt ? [] : [{ event: 'refund_done' as const, actor: 'system', at: now }]),
]

export function outcomeUnknown(facts: Attempted, reason: string): Change {
  const timer = askAgain(facts)
  return outcome({
    facts,
    what: 'unknown',
    steps: [{ event: 'outcome_unknown', actor: actorOf(facts), reason }],
    attempt: { state: 'unknown' },
    patch: { details: { outcome_unknown: true, next_check_at: timer.due_at } },
    more: { timers: [timer] },
  })
}

export type LaterFacts = { reason: string; seconds: number; providerId?: string; nextAttemptId: string }

/** It was certainly not paid; it goes on by itself. An order that the provider recorded needs a new reference. */
export function waitForProvider(
  facts: Attempted,
  { reason, seconds, providerId, nextAttemptId }: LaterFacts,
): Change {
  const { attempt } = facts
  const dueAt = later(facts.now, seconds)
  const next: AttemptWrite[] = providerId
    ? [
        attemptAs(attempt, { state: 'failed', failure: reason, provider_id: providerId }),
        attemptAs(attempt, {
          id: nextAttemptId,
          state: 'created',
          asked: 0,
          destination: attempt.destination,
        }),
      ]
    : [attemptAs(attempt, { state: 'created', asked: attempt.asked + 1 })]
  const moved = outcome({
    facts,
    what: `waiting:${attempt.asked}`,
    steps: [{ event: 'operator_down', actor: actorOf(facts), reason }],
    attempt: {},
    patch: { details: { next_check_at: dueAt, outcome_unknown: false } },
    more: { timers: [{ due_at: dueAt, kind: 'resume_waiting' }] },
  })
  return { ...moved, attempts: next }
}

export function resume(op: Operation, now: string): Change {
  return change<PayingOut>({
    op,
    command: { scope: 'payout', key: `${op.id}:resume:${op.version}`, body_hash: 'resume' },
    now,
    steps: [{ event: 'resumed', actor: 'timer' }],
    companions: { jobs: [{ task: 'send_payout' }] },
  })
}

/** Nobody has the order, and who sends it was shut out meanwhile: its money is set aside again until a person decides. */
export function holdWaiting(facts: Attempted): Change {
  const { op } = facts
  // Each time that it is taken back has a key of its own: released, it may come to nothing later.
  const entries = undoneEntries(op).map(entry => ({
    ...entry,
    key: `${op.id}:${entry.recipe}:${op.version}`,
  }))
  return outcome({
    facts,
    what: 'held',
    steps: [{ event: 'screening_held', actor: 'system', reason: 'shut_out', entries }],
    attempt: { state: 'failed', failure: 'shut_out' },
  })
}

/** A payout that had been paid came back: a return with a life of its own gives everything to the sender. */
export function returnedLate(
  facts: Attempted,
  ids: { id: string; refundId: string },
  failure: { code: PayoutFailureCode; providerCode: string },
): Change {
  const { op, attempt, now } = facts
  const { id, refundId } = ids
  const actor = actorOf(facts)
  const customer = op.customer_id
  // The order to give it back, where a company does that, belongs to a refund of its own.
  const back = giveBack(op, eur(op.total), '')
  const walked = walk({
    kind: 'return',
    operationId: id,
    book: op.book,
    from: null,
    openedBy: actor,
    now,
    steps: [
      {
        event: 'confirmed',
        actor,
        reason: failure.code,
        entries: [
          payoutReturned({ provider: attempt.provider, amount: payable(op) }),
          undoSend(sendingOf(op)),
        ],
      },
      { event: 'given_back', actor: 'system', entries: [back.entry] },
    ],
  })
  return {
    ...keyOf(attempt, 'returned'),
    received_at: now,
    operation_id: id,
    expect: 0,
    create: {
      ...walked.shown,
      book: op.book,
      kind: 'return',
      customer_id: customer,
      user_id: op.user_id,
      parent_id: op.id,
      operation_type: lifeOf(op).returnedType,
      payout_kind: op.payout_kind,
      receiving_country: op.receiving_country,
      counterparty: op.counterparty,
      principal: op.principal,
      fee: op.fee,
      margin: op.margin,
      total: op.total,
      target: op.target,
      target_currency: op.target_currency,
      rate: op.rate,
      received: op.total,
      refunded: op.total,
      details: { failure: { code: failure.code, provider_code: failure.providerCode }, refund_to: back.to },
      search: op.search,
      started_at: now,
    },
    events: walked.events,
    entries: walked.entries,
    counters: givenBackLimits(op),
    jobs: [
      { task: lifeOf(op).jobs.returned, payload: { operation_id: op.id, return_id: id } },
      ...(back.attempt ? [{ task: 'start_pay_in_refund', payload: { operation_id: refundId } }] : []),
    ],
    linked: back.attempt ? [refundOfReturn(op, refundId, id, now)] : [],
  }
}

function refundOfReturn(op: Operation, id: string, returnId: string, now: string): LinkedOperation {
  const opened = { kind: 'refund' as const, operationId: id, book: op.book, from: null, steps: [], now }
  const { shown, events } = walk({ ...opened, openedBy: 'system' })
  return {
    operation_id: id,
    events,
    create: {
      ...shown,
      book: op.book,
      kind: 'refund',
      customer_id: op.customer_id,
      user_id: op.user_id,
      parent_id: returnId,
      operation_type: 'deposit',
      payin_method: op.payin_method,
      counterparty: op.details.sender_name ?? '',
      principal: op.total,
      total: op.total,
      received: op.total,
      target: op.total,
      target_currency: 'EUR',
      details: { refund_to: 'source', ...(op.details.pay_in && { pay_in: op.details.pay_in }) },
      search: '',
      started_at: now,
    },
  }
}
