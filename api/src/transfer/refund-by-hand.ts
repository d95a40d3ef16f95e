// A bank transfer that came short is given back by a person of ours, when its sender asks for it and cannot.
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { readOperation } from '../ledger/operations.ts'
import { cancel } from './decisions.ts'
import { refundShort } from './short-decisions.ts'

type Decision = { operator: string; operationId: string; reason: string; to: 'source' | 'balance' }

export async function refundByHand(
  deps: Deps,
  { operator, operationId, reason, to }: Decision,
): Promise<string> {
  const op = await readOperation(deps, operationId)
  if (op?.kind !== 'transfer') throw new Error(`${operationId} is no transfer.`)
  if (op.state !== 'short')
    throw new Error(
      `${operationId} is ${op.state}: only what came short is refunded by hand; refuse what is held.`,
    )
  const actor = `operator:${operator}`
  const command = { scope: 'operator', key: `${op.id}:refund:${op.version}`, body_hash: to }
  const now = deps.clock.nowText()
  const given =
    to === 'source'
      ? refundShort(op, actor, newId('pat'), command, now)
      : cancel(op, actor, reason, command, now)
  const [first, ...others] = given.events ?? []
  const change = { ...given, events: first ? [{ ...first, reason }, ...others] : [] }
  const verdict = await deps.ledger.commit(change)
  if (verdict.verdict === 'refused') throw new Error(`Not done: ${verdict.code}.`)
  return `${operationId}: ${change.patch?.state ?? 'done'}`
}
