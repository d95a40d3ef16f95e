// What a person decides about a card payment that was taken back: to contest it, and how that ended. Won, the customer
// gets back what was taken, but what was kept from the card meanwhile goes to the card: it never becomes a balance.
import type { StateOf } from '@jokko/core/lifecycles'
import { eur, isZero, type Money, minOf, subtract } from '@jokko/core/money'
import { disputeWon, receivableWrittenOff, refundAsked } from '@jokko/core/recipes-payin'
import { reserve } from '@jokko/core/recipes-transfer'
import { decideAndCommit } from '../commands/decide.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import type { Change } from '../ledger/change.ts'
import { isOfCard, keptFromCard, readOwed } from '../ledger/disputes.ts'
import { readOperation } from '../ledger/operations.ts'
import { IllegalMove, type Step, walk } from '../ledger/walk.ts'
import { payInAs } from './decisions.ts'
import { readPayIn } from './store.ts'

export type DisputeDecision = 'contest' | 'won' | 'lost' | 'write_off'

type ByHand = { operator: string; operationId: string; reason: string; decision: DisputeDecision }

/** Decided anew when a refund was kept from the card, or a debt recovered, at the same moment. */
export async function decideDispute(deps: Deps, byHand: ByHand): Promise<string> {
  const read = () => readDispute(deps, byHand.operationId)
  const verdict = await decideAndCommit(deps, read, op => decision(deps, op, byHand))
  if (verdict?.verdict === 'refused') throw new Error(`Not done: ${verdict.code}.`)
  return `${byHand.operationId}: ${(await read()).state}`
}

async function readDispute(deps: Deps, id: string): Promise<Operation> {
  const op = await readOperation(deps, id)
  if (op?.kind !== 'dispute') throw new Error(`${id} is no dispute.`)
  return op
}

async function decision(deps: Deps, op: Operation, { operator, reason, decision }: ByHand): Promise<Change> {
  const payIn = decision === 'won' ? await readPayIn(deps, op.details.pay_in?.id ?? '') : undefined
  const owed = (await readOwed(deps, [op])).get(op.id) ?? 0n
  const kept = payIn ? await keptFromCard(deps, payIn.id) : 0n
  const { steps, toCard } = decided(op, decision, { owed: eur(owed), kept: eur(kept) })
  const by = { actor: `operator:${operator}`, reason }
  const now = deps.clock.nowText()
  const walked = walkOrSay(
    op,
    steps.map(step => ({ ...step, ...by })),
    now,
  )
  return {
    scope: 'operator',
    key: `${op.id}:${decision}:${op.version}`,
    body_hash: decision,
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    patch: walked.shown,
    events: walked.events,
    entries: walked.entries,
    ...(payIn && { pay_ins: [payInAs(payIn)] }),
    ...(toCard && refundTo(op, toCard, now)),
  }
}

type Decision = { steps: Pick<Step<'dispute'>, 'event' | 'entries'>[]; toCard?: Money }

/** `kept`: what the card did not get because it had it already. */
function decided(
  op: Operation,
  decision: DisputeDecision,
  { owed, kept }: { owed: Money; kept: Money },
): Decision {
  const customer = op.customer_id
  switch (decision) {
    case 'contest':
      return { steps: [{ event: 'contested' }] }
    case 'won':
      return won(op, { owed, kept })
    case 'lost':
      return { steps: isZero(owed) ? [{ event: 'lost' }, { event: 'settled' }] : [{ event: 'lost' }] }
    case 'write_off':
      if (isZero(owed)) throw new Error(`Nothing is owed because of ${op.id}.`)
      return {
        steps: [{ event: 'written_off', entries: [receivableWrittenOff({ customer, amount: owed })] }],
      }
  }
}

function won(op: Operation, { owed, kept }: { owed: Money; kept: Money }): Decision {
  const { pay_in } = op.details
  if (!pay_in || !isOfCard(op)) throw new Error(`${op.id} was taken back by a bank: it cannot be won.`)
  const { provider } = pay_in
  const customer = op.customer_id
  const entry = disputeWon({ provider, customer, amount: eur(op.total), owed })
  const toCard = minOf(kept, subtract(eur(op.total), owed))
  if (isZero(toCard)) return { steps: [{ event: 'won', entries: [entry] }] }
  const back = [reserve({ customer, amount: toCard }), refundAsked({ provider, customer, amount: toCard })]
  return { steps: [{ event: 'won', entries: [entry, ...back] }], toCard }
}

function refundTo(op: Operation, amount: Money, now: string): Pick<Change, 'linked' | 'jobs'> {
  const id = newId('opn')
  const opened = { kind: 'refund' as const, operationId: id, book: op.book, from: null, steps: [], now }
  const { shown, events } = walk({ ...opened, openedBy: 'system' })
  const create = {
    ...shown,
    book: op.book,
    kind: 'refund' as const,
    customer_id: op.customer_id,
    user_id: op.user_id,
    parent_id: op.id,
    operation_type: 'deposit',
    payin_method: op.payin_method,
    provider: op.provider,
    counterparty: op.counterparty,
    principal: amount.minor,
    total: amount.minor,
    received: amount.minor,
    target: amount.minor,
    target_currency: 'EUR',
    details: { refund_to: 'source' as const, ...(op.details.pay_in && { pay_in: op.details.pay_in }) },
    search: '',
    started_at: now,
  }
  return {
    linked: [{ operation_id: id, create, events }],
    jobs: [{ task: 'start_pay_in_refund', payload: { operation_id: id } }],
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
