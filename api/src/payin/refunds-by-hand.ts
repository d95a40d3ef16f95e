// Refunds that wait for a person of ours: one that its company refused is ordered once more there; one of which the
// company cannot say what became ends by the person's word.
import type { StateOf } from '@jokko/core/lifecycles'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { readOperation } from '../ledger/operations.ts'
import { walk } from '../ledger/walk.ts'
import { record, refundOrder } from './refunds.ts'
import { refundAttempt } from './store.ts'

type Decision = { operator: string; operationId: string; reason: string }

/** The earlier order is known to have failed, or came back, so that this one is a new one. */
export async function refundPayInAgain(
  deps: Deps,
  { operator, operationId, reason }: Decision,
): Promise<string> {
  const op = await readOperation(deps, operationId)
  const attempt = op && (await refundAttempt(deps, op.id))
  const isRefused = attempt ? attempt.state === 'failed' : op?.state === 'waiting'
  if (!op?.details.pay_in || op.ended_at !== null || !isRefused)
    throw new Error(`${operationId} has no refund that a company refused.`)
  const now = deps.clock.nowText()
  const walked = triedAgain(op, { actor: `operator:${operator}`, reason, now })
  const verdict = await deps.ledger.commit({
    scope: 'operator',
    key: `${op.id}:tried_again:${op.version}`,
    body_hash: 'tried_again',
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    patch: walked.shown,
    events: walked.events,
    attempts: [refundOrder(op.details.pay_in, newId('pat'), attempt?.amount ?? op.total)],
    jobs: [{ task: 'send_pay_in_refund', payload: { operation_id: op.id } }],
  })
  if (verdict.verdict === 'refused') throw new Error(`Not done: ${verdict.code}.`)
  return `${op.id}: ${walked.state}`
}

export const isRefund = (op: Operation | undefined): boolean =>
  op?.details.pay_in !== undefined && (op.kind === 'refund' || op.state === 'refunding')

/** The company was asked, in writing, what became of it. */
export async function settleUnknownRefund(
  deps: Deps,
  { operator, operationId, reason }: Decision,
  outcome: { paid: string } | { failed: string },
): Promise<string> {
  const op = await readOperation(deps, operationId)
  const attempt = op && (await refundAttempt(deps, op.id))
  if (attempt?.state !== 'unknown' && attempt?.state !== 'accepted')
    throw new Error(`${operationId} has no refund whose outcome is open.`)
  const refund =
    'paid' in outcome
      ? { providerId: outcome.paid, state: 'done' as const }
      : {
          providerId: attempt.provider_id ?? '',
          state: 'failed' as const,
          failure: { code: 'unknown_reason' as const, providerCode: outcome.failed },
        }
  await record(deps, operationId, { kind: 'found', refund }, { actor: `operator:${operator}`, reason })
  return `${operationId}: ${(await readOperation(deps, operationId))?.state}`
}

function triedAgain(op: Operation, { now, ...by }: { actor: string; reason: string; now: string }) {
  const place = { operationId: op.id, book: op.book, now }
  const step = { ...by, event: 'tried_again' as const }
  return op.kind === 'transfer'
    ? walk({ ...place, kind: 'transfer', from: op.state as StateOf<'transfer'>, steps: [step] })
    : walk({ ...place, kind: 'refund', from: op.state as StateOf<'refund'>, steps: [step] })
}
