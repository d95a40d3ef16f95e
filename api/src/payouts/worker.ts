// The jobs of a payout, whatever it pays out: hand it to the provider, ask what became of it, go on after a wait.
// Each is safe to run twice and on any node: claim, commit, call, record; never a call inside a transaction.

import { type Currency, money } from '@jokko/core/money'
import { waitsFor } from '@jokko/providers/failures'
import type {
  FindPayoutAnswer,
  Payee,
  PayoutOrder,
  PayoutProvider,
  SendPayoutAnswer,
} from '@jokko/providers/port'
import { decideAndCommit, orFail } from '../commands/decide.ts'
import type { Operation, PayoutAttempt } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import type { Change } from '../ledger/change.ts'
import { isInDispute, TAKEN_BACK } from '../ledger/disputes.ts'
import { readCustomerName, readOperation, rowCancelledBy } from '../ledger/operations.ts'
import {
  ASK_MAX,
  type Attempted,
  accepted,
  claim,
  costAwaited,
  costTold,
  declined,
  givenUp,
  holdWaiting,
  outcomeUnknown,
  paid,
  resume,
  returnedLate,
  stillWaiting,
  waitForProvider,
} from '../payouts/decisions.ts'
import { BANK, isPaidOut, isUnderWay, lifeOf } from './lives.ts'
import { readParties } from './parties.ts'
import { readAttempt, readLiveAttempt, wasHeldAsShutOut } from './store.ts'

type OperationJob = { operation_id: string }

const RETRY_SECONDS = {
  float_empty: 300,
  operator_down: 120,
  rate_limited: 15,
  unreachable: 30,
  not_authorised: 900,
} as const

/** Hands a claimed attempt to its provider, once; what was claimed before and never told is asked for instead. */
export async function sendPayout(deps: Deps, { operation_id }: OperationJob): Promise<void> {
  const op = await readOperation(deps, operation_id)
  const attempt = await readLiveAttempt(deps, operation_id)
  if (!op || !attempt || op.state !== lifeOf(op).sending) return
  if (attempt.state !== 'created') return queryPayout(deps, { operation_id })
  const verdict = await deps.ledger.commit(claim({ op, attempt, now: deps.clock.nowText() }))
  if (verdict.verdict === 'refused') throw new Error(`Claim of ${attempt.id} refused: ${verdict.code}`)
  if (verdict.verdict === 'replayed') return queryPayout(deps, { operation_id })
  const answer = await providerOf(deps, attempt).send(await orderFor(deps, op, attempt))
  await record(deps, operation_id, attempt.id, facts => onSent(facts, answer))
}

function onSent(facts: Attempted, answer: SendPayoutAnswer): Change | undefined {
  if (!isUnderWay(facts.op)) return undefined
  switch (answer.kind) {
    case 'accepted':
      return onReport(facts, { kind: 'found', payout: answer.payout })
    case 'declined':
      return declined(facts, answer, newId('pat'), answer.providerId)
    case 'unknown':
      return facts.op.state === 'unknown' ? stillWaiting(facts) : outcomeUnknown(facts, answer.reason)
    case 'retryable':
      // Only what is handed over for the first time may wait; what may have been done is asked about, not sent again.
      if (facts.attempt.state !== 'calling') return stillWaiting(facts)
      return waitForProvider(facts, {
        reason: answer.reason,
        seconds: answer.retryAfterSeconds ?? RETRY_SECONDS[answer.reason],
        nextAttemptId: newId('pat'),
        ...(answer.providerId !== undefined && { providerId: answer.providerId }),
      })
  }
}

/** Asks the provider by our own reference and writes what it knows; asks again later when it knows nothing. */
export async function queryPayout(
  deps: Deps,
  { operation_id, attempt_id }: OperationJob & { attempt_id?: string },
): Promise<void> {
  const attempt = attempt_id ? await readAttempt(deps, attempt_id) : await readLiveAttempt(deps, operation_id)
  if (!attempt || !isAskedFor(attempt)) return
  const op = await readOperation(deps, attempt.operation_id)
  if (!op || (!isUnderWay(op) && !isPaidOut(op))) return
  // Another attempt may have been paid since: what failed has nothing more to say.
  if (attempt.state === 'failed') return
  const answer = await providerOf(deps, attempt).findByAttempt(attempt.id)
  if (answer.kind === 'not_found' && mayHandOverAgain(deps, op, attempt))
    return sendSameAgain(deps, op, attempt)
  if (attempt.asked >= ASK_MAX)
    deps.log.error({ operation: op.id, asked: attempt.asked }, 'payout outcome needs a person')
  await record(deps, op.id, attempt.id, facts => onReport(facts, answer))
}

/**
 * What our own bank books or a person of ours pays by hand is told, never asked for. An order of which it is not known
 * whether it reached the bank or the list of whoever pays it is the exception.
 */
function isAskedFor({ state, provider }: PayoutAttempt): boolean {
  if (state === 'created') return false
  return (provider !== 'manual' && provider !== BANK) || state === 'calling' || state === 'unknown'
}

/** Hours after which a provider that has never heard of an order is taken at its word. */
const NEVER_ARRIVED_HOURS = 6

/**
 * A process that died between claiming and telling may not have called at all. An order that was called and whose
 * answer is missing is left alone until the provider has had hours to find it.
 */
function mayHandOverAgain({ clock }: Deps, op: Operation, attempt: PayoutAttempt): boolean {
  if (isPaidOut(op)) return false
  // Our bank keeps a file once, whatever it was given before.
  if (attempt.state === 'calling' || attempt.provider === BANK) return true
  return clock.now().getTime() - attempt.created_at.getTime() > NEVER_ARRIVED_HOURS * 3_600_000
}

/** The provider has never heard of it: the same order under the same reference, which it would refuse to do twice. */
async function sendSameAgain(deps: Deps, op: Operation, attempt: PayoutAttempt): Promise<void> {
  if (attempt.asked >= ASK_MAX) return
  const answer = await providerOf(deps, attempt).send(await orderFor(deps, op, attempt))
  await record(deps, op.id, attempt.id, facts => onSent(facts, answer))
}

function onReport(facts: Attempted, answer: FindPayoutAnswer): Change | undefined {
  const { op, attempt, now } = facts
  if (answer.kind !== 'found') return isUnderWay(op) ? unknownYet(facts) : costAwaited(facts)
  const { payout } = answer
  if (isPaidOut(op)) {
    if (payout.state === 'paid') return costTold(facts, payout)
    if (payout.state !== 'failed' || !payout.failure) return costAwaited(facts)
    return returnedLate({ op, attempt, now }, { id: newId('opn'), refundId: newId('opn') }, payout.failure)
  }
  if (!isUnderWay(op)) return undefined
  if (payout.state === 'paid') return paid(facts, payout)
  if (payout.state === 'pending')
    return attempt.state === 'accepted' ? stillWaiting(facts) : accepted(facts, payout)
  return onFailure(facts, payout)
}

function onFailure(facts: Attempted, payout: Extract<FindPayoutAnswer, { kind: 'found' }>['payout']): Change {
  const failure = payout.failure ?? { code: 'unknown_reason', providerCode: '' }
  const reason = waitsFor(failure.code)
  if (reason === undefined) return declined(facts, failure, newId('pat'), payout.providerId)
  return waitForProvider(facts, {
    reason,
    seconds: RETRY_SECONDS[reason],
    providerId: payout.providerId,
    nextAttemptId: newId('pat'),
  })
}

const unknownYet = (facts: Attempted): Change =>
  facts.op.state === 'unknown' ? stillWaiting(facts) : outcomeUnknown(facts, 'no_answer')

async function record(
  deps: Deps,
  operationId: string,
  attemptId: string,
  decide: (facts: Attempted) => Change | undefined,
): Promise<void> {
  const verdict = await decideAndCommit(
    deps,
    () => readOperation(deps, operationId),
    async op => {
      const attempt = await readAttempt(deps, attemptId)
      return attempt && decide({ op, attempt, now: deps.clock.nowText() })
    },
  )
  // Who moved it that often meanwhile has set the time of the next question.
  if (verdict?.verdict === 'refused' && verdict.code === 'stale_version') return
  orFail(verdict, `What became of ${attemptId}`)
}

function providerOf(deps: Deps, attempt: PayoutAttempt): PayoutProvider {
  const provider = deps.providers.payouts[attempt.provider]
  if (!provider) throw new Error(`No payout provider is called ${attempt.provider}`)
  return provider
}

async function orderFor(deps: Deps, op: Operation, attempt: PayoutAttempt): Promise<PayoutOrder> {
  return {
    attemptId: attempt.id,
    amount: money(attempt.amount, attempt.currency as Currency),
    payee: attempt.destination as unknown as Payee,
    description: `Jokko ${op.reference ?? ''}`.trim(),
    orderedAt: attempt.created_at,
    sender: { name: await readCustomerName(deps, op.user_id), country: op.sending_country ?? '' },
  }
}

/**
 * What waited is handed over again, unless its owner has cancelled the bulk that it belongs to, or a bank took back what paid
 * it: nobody has it yet, so that it stays here. A transfer whose sender was shut out meanwhile is held for a person instead.
 */
export async function resumeWaiting(deps: Deps, { operation_id }: OperationJob): Promise<void> {
  const row = await readOperation(deps, operation_id)
  const cancelledBy = row && (await rowCancelledBy(deps, row))
  if (cancelledBy !== undefined) return giveUpWaiting(deps, operation_id, cancelledBy)
  if (await isInDispute(deps, operation_id)) return giveUpWaiting(deps, operation_id, 'system', TAKEN_BACK)
  const verdict = await decideAndCommit(
    deps,
    () => readOperation(deps, operation_id),
    async op => {
      const attempt = op.state === lifeOf(op).waiting ? await readLiveAttempt(deps, operation_id) : undefined
      if (attempt?.state !== 'created') return undefined
      const now = deps.clock.nowText()
      return (await isToBeHeld(deps, op)) ? holdWaiting({ op, attempt, now }) : resume(op, now)
    },
  )
  orFail(verdict, `The resumption of ${operation_id}`)
}

/** Once: what was held for that before, and waits again, was released by a person who knew. */
async function isToBeHeld(deps: Deps, op: Operation): Promise<boolean> {
  if (op.kind !== 'transfer' || !(await readParties(deps, op)).isShutOut) return false
  return !(await wasHeldAsShutOut(deps, op.id))
}

/** A transfer that waits for its operator is not handed over again; what resumed meanwhile is on its way. */
export async function giveUpWaiting(
  deps: Deps,
  operationId: string,
  actor: string,
  reason = 'cancelled',
): Promise<void> {
  const verdict = await decideAndCommit(
    deps,
    () => readOperation(deps, operationId),
    async op => {
      const attempt = op.state === 'waiting' ? await readLiveAttempt(deps, operationId) : undefined
      if (attempt?.state !== 'created') return undefined
      const by = { actor, reason }
      return givenUp({ op, attempt, now: deps.clock.nowText(), by }, newId('pat'))
    },
  )
  orFail(verdict, `Giving up ${operationId}`)
}
