// What every change of a refund has in common, and what becomes of one whose payment its card's bank has taken back: the
// card has that much already, so it goes to the balance, where the debt takes it. Pure, like all decisions.
import type { StateOf } from '@jokko/core/lifecycles'
import { type Currency, eur, type Money, money } from '@jokko/core/money'
import type { Operation, PayIn, PayoutAttempt } from '../db/schema.ts'
import type { AttemptWrite, Change, JobWrite } from '../ledger/change.ts'
import { PARTLY_TAKEN_BACK, TAKEN_BACK } from '../ledger/disputes.ts'
import { type Step, walk } from '../ledger/walk.ts'
import type { Payer } from '../people/payers.ts'
import { payInAs } from './decisions.ts'
import { creditEntry } from './refund-returns.ts'

export type Refund = {
  op: Operation
  attempt: PayoutAttempt
  payIn: PayIn
  payer: Payer
  /** Cents of the payment that the card has already, and that nothing was kept for yet. */
  taken: bigint
  now: string
  /** A person who decides in the company's place, and why. */
  by?: ByHand
}

export type ByHand = { actor: string; reason: string }

export const amountOf = ({ amount, currency }: PayoutAttempt): Money => money(amount, currency as Currency)

export const keyOf = ({ op, attempt }: Refund, what: string) => ({
  scope: 'refund',
  key: `${attempt.id}:${what}:${attempt.asked}:${op.version}`,
  body_hash: what,
})

export function base(refund: Refund, what: string): Change {
  const { op, now } = refund
  return {
    ...keyOf(refund, what),
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    patch: {},
    events: [],
  }
}

export function attemptAs(attempt: PayoutAttempt, changed: Partial<AttemptWrite>): AttemptWrite {
  const { id, provider, state, amount, currency, asked } = attempt
  return { id, provider, state, amount, currency, asked, ...changed }
}

export const actorOf = ({ by, payIn }: Refund): string => by?.actor ?? `provider:${payIn.provider}`

/** It does not go where it came from: it is on the balance instead. */
export function backToBalance(refund: Refund, failure: string, told = failure): Change {
  const { op, attempt, payIn, by, taken } = refund
  const actor = actorOf(refund)
  const reason = by?.reason ?? told
  const entry = { ...creditEntry(payIn.provider, op, amountOf(attempt)), key: `refund:${attempt.id}:failed` }
  const credited = { event: 'credited' as const, actor, entries: [entry] }
  const steps: Step<'transfer' | 'refund'>[] =
    op.kind === 'transfer'
      ? [{ event: 'refund_done', actor, reason, entries: [entry] }]
      : [...rejected(refund, reason), credited]
  const change = moved(refund, `balance:${failure}`, steps)
  const jobs = taken > 0n ? [recovery(op)] : []
  if (op.kind === 'transfer') jobs.push({ task: 'tell_refunded', payload: { operation_id: op.id } })
  return {
    ...change,
    patch: { ...change.patch, details: { refund_to: 'balance' } },
    attempts: [attemptAs(attempt, { state: 'failed', failure })],
    jobs,
  }
}

/** One that a person was to look at has been refused before. */
const rejected = (refund: Refund, reason: string): Step<'refund'>[] =>
  refund.op.state === 'waiting' ? [] : [{ event: 'rejected', actor: actorOf(refund), reason }]

const recovery = ({ customer_id }: Operation): JobWrite => ({
  task: 'recover_debt',
  payload: { customer_id },
})

/** Looks once more at refunds of this payment that wait for a person. */
export const keepWaiting = (payInId: string): JobWrite => ({
  task: 'keep_waiting_refunds',
  payload: { pay_in_id: payInId },
})

/**
 * What the card's bank took back itself is not given a second time. Where that is a part of it, only the rest is ordered,
 * under a reference of its own.
 */
export function keepFromCard(refund: Refund, nextAttemptId: string, told: string = TAKEN_BACK): Change {
  const { attempt, payIn, taken } = refund
  const change =
    taken >= attempt.amount ? backToBalance(refund, TAKEN_BACK, told) : keepPart(refund, nextAttemptId, told)
  // Whether a dispute is won, and how much was kept until then, is decided on one reading of the payment.
  return { ...change, pay_ins: [payInAs(payIn)] }
}

function keepPart(refund: Refund, nextAttemptId: string, told: string): Change {
  const { op, attempt, payIn, by, taken } = refund
  const actor = actorOf(refund)
  const reason = by?.reason ?? told
  const entry = {
    ...creditEntry(payIn.provider, op, eur(taken)),
    key: `refund:${attempt.id}:kept`,
  }
  const again = { event: 'tried_again' as const, actor, reason, entries: [entry] }
  const change = moved(
    refund,
    'kept',
    op.kind === 'transfer' ? [again] : [...rejected(refund, reason), again],
  )
  const rest = {
    ...attemptAs(attempt, { id: nextAttemptId, state: 'created', asked: 0 }),
    amount: attempt.amount - taken,
  }
  return {
    ...change,
    patch: {
      ...change.patch,
      ...(op.kind === 'transfer'
        ? { refunded: op.refunded - taken }
        : { details: { kept: (BigInt(op.details.kept ?? '0') + taken).toString() } }),
    },
    attempts: [
      attemptAs(attempt, { state: 'failed', failure: PARTLY_TAKEN_BACK }),
      { ...rest, destination: { kind: 'refund', pay_in: payIn.id, kept: taken.toString() } },
    ],
    jobs: [recovery(op), { task: 'send_pay_in_refund', payload: { operation_id: op.id } }],
  }
}

export function moved(refund: Refund, what: string, steps: Step<'transfer' | 'refund'>[]): Change {
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
