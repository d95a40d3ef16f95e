// What a person decides about a card payment that was taken back: to contest it, and how that ended.
import type { StateOf } from '@jokko/core/lifecycles'
import { eur } from '@jokko/core/money'
import { disputeWon, receivableWrittenOff } from '@jokko/core/recipes-payin'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { isOfCard, readOwed } from '../ledger/disputes.ts'
import { readOperation } from '../ledger/operations.ts'
import { IllegalMove, type Step, walk } from '../ledger/walk.ts'

export type DisputeDecision = 'contest' | 'won' | 'lost' | 'write_off'

type Decided = { operator: string; operationId: string; reason: string; decision: DisputeDecision }

export async function decideDispute(deps: Deps, decided: Decided): Promise<string> {
  const { operator, operationId, reason, decision } = decided
  const op = await readOperation(deps, operationId)
  if (op?.kind !== 'dispute') throw new Error(`${operationId} is no dispute.`)
  const owed = (await readOwed(deps, [op])).get(op.id) ?? 0n
  const by = { actor: `operator:${operator}`, reason }
  const steps = stepsOf(op, decision, owed).map(step => ({ ...step, ...by }))
  const now = deps.clock.nowText()
  const walked = walkOrSay(op, steps, now)
  const verdict = await deps.ledger.commit({
    scope: 'operator',
    key: `${op.id}:${decision}:${op.version}`,
    body_hash: decision,
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    patch: walked.shown,
    events: walked.events,
    entries: walked.entries,
  })
  if (verdict.verdict === 'refused') throw new Error(`Not done: ${verdict.code}.`)
  return `${op.id}: ${walked.state}`
}

type Decision = Pick<Step<'dispute'>, 'event' | 'entries'>

function stepsOf(op: Operation, decision: DisputeDecision, owed: bigint): Decision[] {
  const customer = op.customer_id
  switch (decision) {
    case 'contest':
      return [{ event: 'contested' }]
    case 'won': {
      const { pay_in } = op.details
      if (!pay_in || !isOfCard(op)) throw new Error(`${op.id} was taken back by a bank: it cannot be won.`)
      const facts = { provider: pay_in.provider, customer, amount: eur(op.total), owed: eur(owed) }
      return [{ event: 'won', entries: [disputeWon(facts)] }]
    }
    case 'lost':
      return owed === 0n ? [{ event: 'lost' }, { event: 'settled' }] : [{ event: 'lost' }]
    case 'write_off':
      if (owed === 0n) throw new Error(`Nothing is owed because of ${op.id}.`)
      return [{ event: 'written_off', entries: [receivableWrittenOff({ customer, amount: eur(owed) })] }]
  }
}

function walkOrSay(op: Operation, steps: Step<'dispute'>[], now: string) {
  try {
    const place = { operationId: op.id, book: op.book, now }
    return walk({ ...place, kind: 'dispute', from: op.state as StateOf<'dispute'>, steps })
  } catch (error) {
    if (error instanceof IllegalMove) throw new Error(`${op.id} is ${op.state}: this cannot be decided now.`)
    throw error
  }
}
