// Money that goes back to the account it came from, as a payment of our bank. The booking on the bank's statement,
// not the bank's "accepted", ends it. What the bank refuses for good goes to the balance instead.
import type { StateOf } from '@jokko/core/lifecycles'
import { money } from '@jokko/core/money'
import { refundFailed } from '@jokko/core/recipes-payin'
import type { BankPaymentsAnswer } from '@jokko/providers/port'
import type { Operation, PayoutAttempt } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { moneyText } from '../http/money-text.ts'
import type { AttemptWrite, Change } from '../ledger/change.ts'
import { type Step, walk } from '../ledger/walk.ts'
import { notice } from '../messages/owner-notice.ts'
import { type Payer, readPayer } from '../people/payers.ts'
import { BANK } from './change.ts'
import { bankAttempts, readOperation } from './store.ts'

const TRIES = 3
const RETRY_SECONDS = 300

type OperationJob = { operation_id: string }

/** Starts the payment of a refund that stands on its own: money of a payer without a balance. */
export async function startRefund(deps: Deps, { operation_id }: OperationJob): Promise<void> {
  const op = await readOperation(deps, operation_id)
  if (op?.kind !== 'refund' || op.state !== 'asked') return
  const earlier = await bankAttempts(deps, [], [op.id])
  if (earlier.length > 0) return
  const { payer_name = '', payer_iban } = op.details
  if (!payer_iban) return deps.log.error({ operation: op.id }, 'a refund has no account: a person must look')
  const verdict = await deps.ledger.commit({
    scope: 'refund',
    key: `${op.id}:start`,
    body_hash: 'start',
    received_at: deps.clock.nowText(),
    operation_id: op.id,
    expect: op.version,
    patch: {},
    events: [],
    attempts: [
      {
        id: newId('pat'),
        provider: BANK,
        state: 'created',
        amount: op.total,
        currency: 'EUR',
        destination: { kind: 'refund', name: payer_name, iban: payer_iban },
      },
    ],
    jobs: [{ task: 'send_refund', payload: { operation_id: op.id } }],
  })
  if (verdict.verdict === 'refused') throw new Error(`The refund ${op.id} could not start: ${verdict.code}`)
}

/** Safe to repeat: the bank knows the file by the attempt's id and does not execute it twice. */
export async function sendRefund(deps: Deps, { operation_id }: OperationJob): Promise<void> {
  const op = await readOperation(deps, operation_id)
  const attempt = await openAttempt(deps, operation_id)
  if (!op || !attempt) return
  const answer = await deps.providers.bankPayments.send(fileFor(op, attempt, deps.clock.now()))
  await record(deps, operation_id, answer)
}

/** The one that the bank has not taken yet, as far as we know. */
async function openAttempt(deps: Deps, operationId: string): Promise<PayoutAttempt | undefined> {
  const attempts = await bankAttempts(deps, [], [operationId])
  return attempts.find(({ state }) => state === 'created' || state === 'unknown')
}

function fileFor(op: Operation, attempt: PayoutAttempt, now: Date) {
  const { name, iban } = attempt.destination as { name: string; iban: string }
  return {
    fileId: attempt.id,
    createdAt: attempt.created_at,
    executeOn: now.toISOString().slice(0, 10),
    payments: [
      {
        attemptId: attempt.id,
        amount: money(attempt.amount, 'EUR'),
        creditorName: name,
        creditorIban: iban,
        remittance: `Jokko ${op.reference ?? ''} refund`,
      },
    ],
  }
}

async function record(deps: Deps, operationId: string, answer: BankPaymentsAnswer): Promise<void> {
  let refusal = ''
  for (let i = 0; i < TRIES; i += 1) {
    const op = await readOperation(deps, operationId)
    const attempt = await openAttempt(deps, operationId)
    const payer = op && (await readPayer(deps, op.user_id))
    // Its booking may have come first, and then there is nothing left to note.
    if (!op || !attempt || !payer) return
    const facts: RefundFacts = {
      op,
      attempt,
      payer,
      now: deps.clock.nowText(),
      publicUrl: deps.config.publicUrl,
    }
    const verdict = await deps.ledger.commit(answered(facts, answer))
    if (verdict.verdict !== 'refused') return
    refusal = verdict.code
  }
  throw new Error(`The answer about the refund ${operationId} was refused: ${refusal}`)
}

type RefundFacts = { op: Operation; attempt: PayoutAttempt; payer: Payer; now: string; publicUrl: string }

function answered(facts: RefundFacts, answer: BankPaymentsAnswer): Change {
  switch (answer.kind) {
    case 'accepted':
      return noted(facts, { state: 'accepted', provider_id: answer.providerId }, [acceptedEvent(facts.op)])
    case 'declined':
      return declined(facts, answer.code)
    case 'unknown':
      return { ...noted(facts, { state: 'unknown' }, [unknownEvent(facts.op)]), timers: [retry(facts)] }
    case 'retryable':
      return { ...noted(facts, {}, []), timers: [retry(facts)] }
  }
}

/** A transfer stays in refunding until the booking; a refund of its own tells its way. */
const acceptedEvent = (op: Operation): Step<'refund'> | undefined => {
  if (op.kind !== 'refund' || op.state === 'sent') return undefined
  return { event: op.state === 'unknown' ? 'found_sent' : 'accepted', actor: BANK }
}

const unknownEvent = (op: Operation): Step<'refund'> | undefined =>
  op.kind === 'refund' && op.state !== 'unknown' ? { event: 'outcome_unknown', actor: BANK } : undefined

function retry({ op, now }: RefundFacts) {
  const due_at = new Date(Date.parse(now) + RETRY_SECONDS * 1000).toISOString()
  return { due_at, kind: 'send_refund', payload: { operation_id: op.id } }
}

function base({ op, attempt, now }: RefundFacts, written: Partial<AttemptWrite>): Change {
  const { id, provider, state, amount, currency, asked } = attempt
  return {
    scope: 'refund',
    key: `${id}:${asked}`,
    body_hash: 'answer',
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    patch: {},
    events: [],
    attempts: [{ id, provider, state, amount, currency, asked: asked + 1, ...written }],
  }
}

function noted(
  facts: RefundFacts,
  written: Partial<AttemptWrite>,
  steps: readonly (Step<'refund'> | undefined)[],
): Change {
  const { op, now } = facts
  const taken = steps.filter(step => step !== undefined)
  if (taken.length === 0) return base(facts, written)
  const from = op.state as StateOf<'refund'>
  const walked = walk({ kind: 'refund', operationId: op.id, book: op.book, from, steps: taken, now })
  return { ...base(facts, written), patch: walked.shown, events: walked.events }
}

/** The account does not take it: the balance does, where there is one; else a person has to find a way. */
function declined(facts: RefundFacts, failure: string): Change {
  const { op, attempt, payer, now, publicUrl } = facts
  const failed = base(facts, { state: 'failed', failure })
  const toBalance = refundFailed({
    provider: BANK,
    customer: op.customer_id,
    amount: money(attempt.amount, 'EUR'),
  })
  const place = { operationId: op.id, book: op.book, now }
  const step = { actor: BANK, reason: failure }
  const walked =
    op.kind === 'transfer'
      ? walk({
          ...place,
          kind: 'transfer',
          from: op.state as StateOf<'transfer'>,
          steps: [{ ...step, event: 'refund_done', entries: [toBalance] }],
        })
      : walk({
          ...place,
          kind: 'refund',
          from: op.state as StateOf<'refund'>,
          steps: [
            { ...step, event: 'rejected' },
            ...(payer.has_balance ? [{ ...step, event: 'credited' as const, entries: [toBalance] }] : []),
          ],
        })
  const amount = moneyText(money(attempt.amount, 'EUR'), payer.language)
  const told = notice(op.id, payer, 'sender_refunded_to_balance', {
    amount,
    beneficiary: op.counterparty,
    reference: op.reference ?? payer.payment_reference,
    link: `${publicUrl}/dashboard/home?operation=${op.id}`,
  })
  return {
    ...failed,
    patch: { ...walked.shown, details: { refund_to: 'balance' } },
    events: walked.events,
    entries: walked.entries,
    jobs: walked.entries.length > 0 ? [told] : [],
  }
}
