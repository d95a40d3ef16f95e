// Sends money that came by bank transfer back to the account it came from. The booking on our bank's statement,
// not the bank's "accepted", ends it.
import { money } from '@jokko/core/money'
import type { BankPaymentsAnswer } from '@jokko/providers/port'
import type { PayoutAttempt } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { AttemptWrite, Change } from '../ledger/change.ts'
import { readOperation } from '../ledger/operations.ts'
import { later } from './payout-decisions.ts'
import { readLiveAttempt } from './store.ts'

const RETRY_SECONDS = 300

/** Safe to repeat: the bank knows the file by the attempt's id and does not execute it twice. */
export async function sendRefund(deps: Deps, { operation_id }: { operation_id: string }): Promise<void> {
  const op = await readOperation(deps, operation_id)
  const attempt = await readLiveAttempt(deps, operation_id)
  if (!op || !attempt || attempt.provider !== 'bank') return
  if (attempt.state === 'accepted' || attempt.state === 'paid') return
  const { name, iban } = attempt.destination as { name: string; iban: string }
  const now = deps.clock.now()
  const answer = await deps.providers.bankPayments.send({
    fileId: attempt.id,
    createdAt: now,
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
  })
  await deps.ledger.commit(recorded(operation_id, attempt, answer, now.toISOString()))
}

function recorded(
  operationId: string,
  attempt: PayoutAttempt,
  answer: BankPaymentsAnswer,
  now: string,
): Change {
  const done = answer.kind === 'accepted'
  const written: AttemptWrite = {
    id: attempt.id,
    provider: 'bank',
    state: done ? 'accepted' : answer.kind === 'unknown' ? 'unknown' : 'created',
    amount: attempt.amount,
    currency: attempt.currency,
    asked: attempt.asked + 1,
    ...(done && { provider_id: answer.providerId }),
    ...(answer.kind === 'declined' && { failure: answer.code }),
  }
  return {
    scope: 'refund',
    key: `${attempt.id}:${attempt.asked}`,
    body_hash: answer.kind,
    received_at: now,
    attempts: [written],
    timers: done
      ? []
      : [{ due_at: later(now, RETRY_SECONDS), kind: 'send_refund', payload: { operation_id: operationId } }],
  }
}
