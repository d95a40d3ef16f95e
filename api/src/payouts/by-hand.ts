// Payouts whose end is a person's word, with a reference and a reason that stay in the audit trail: those that somebody
// of ours makes by hand, which may also come back later; and those of which a provider cannot say what became, once
// somebody has asked there.
import { type Currency, money } from '@jokko/core/money'
import type { PayoutFailureCode } from '@jokko/providers/failures'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { readOperation } from '../ledger/operations.ts'
import { type Attempted, declined, paid, returnedLate } from './decisions.ts'
import { isPaidOut } from './lives.ts'
import { readLiveAttempt } from './store.ts'

type Decision = { operator: string; operationId: string; reason: string }

/** It was paid, under this reference of the bank or the operator. */
export async function confirmPayout(
  deps: Deps,
  { reference, ...decision }: Decision & { reference: string },
): Promise<string> {
  const facts = await payoutOf(deps, decision)
  const { attempt, op } = facts
  if (op.state !== 'sent' && op.state !== 'unknown')
    throw new Error(`${decision.operationId} is ${op.state}, not sent.`)
  const report = {
    providerId: reference,
    attemptId: attempt.id,
    state: 'paid' as const,
    amount: money(attempt.amount, attempt.currency as Currency),
  }
  return commit(deps, decision.operationId, paid(facts, report))
}

/** It was not paid and will not be, or it came back: everything goes back to the sender. */
export async function failPayout(
  deps: Deps,
  { code, ...decision }: Decision & { code: PayoutFailureCode },
): Promise<string> {
  const facts = await payoutOf(deps, decision)
  const failure = { code, providerCode: '' }
  const { op } = facts
  if (op.state === 'sent' || op.state === 'unknown')
    return commit(deps, op.id, declined(facts, failure, newId('pat')))
  if (!isPaidOut(op)) throw new Error(`${op.id} is ${op.state}, neither sent nor paid.`)
  return commit(deps, op.id, returnedLate(facts, { id: newId('opn'), refundId: newId('opn') }, failure))
}

async function payoutOf(deps: Deps, { operator, operationId, reason }: Decision): Promise<Attempted> {
  const op = await readOperation(deps, operationId)
  if (!op) throw new Error(`There is no operation ${operationId}.`)
  const attempt = await readLiveAttempt(deps, operationId)
  if (!attempt || (attempt.provider !== 'manual' && op.state !== 'unknown'))
    throw new Error(`${operationId} is not paid by hand, and its outcome is not unknown.`)
  return { op, attempt, now: deps.clock.nowText(), by: { actor: `operator:${operator}`, reason } }
}

async function commit(
  deps: Deps,
  operationId: string,
  change: Parameters<Deps['ledger']['commit']>[0],
): Promise<string> {
  const verdict = await deps.ledger.commit(change)
  if (verdict.verdict === 'refused') throw new Error(`Not done: ${verdict.code}.`)
  return `${operationId}: ${change.patch?.state ?? 'given back'}`
}
