// A withdrawal that a person has to look at first: it goes on, or its money is free again.
import { decideAndCommit } from '../commands/decide.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import type { Change, Command } from '../ledger/change.ts'
import { readDebt, readOperation } from '../ledger/operations.ts'
import { change } from '../payouts/change.ts'
import { end, order } from './decisions.ts'

type Decision = { operator: string; operationId: string; reason: string }

export function releaseWithdrawal(deps: Deps, decision: Decision): Promise<string> {
  const { operator, reason } = decision
  return decide(deps, decision, 'release', async (op, command, now) => {
    if (op.details.held_by === 'sanctions_list')
      throw new Error(`${op.id} names somebody on a sanctions list: it cannot be released.`)
    if ((await readDebt(deps, op.customer_id)) > 0n)
      throw new Error(`The owner of ${op.id} owes us money: refuse it, and the debt takes it.`)
    const { steps, attempts, jobs } = order(op, newId('pat'), `operator:${operator}`, reason)
    return change({ op, command, now, steps, companions: { attempts, jobs } })
  })
}

export function refuseWithdrawal(deps: Deps, decision: Decision): Promise<string> {
  const { operator, reason } = decision
  return decide(deps, decision, 'refuse', (op, command, now) => {
    if (op.details.held_by === 'sanctions_list')
      throw new Error(`${op.id} names somebody on a sanctions list: its money stays where it is.`)
    return end(op, { event: 'refused', actor: `operator:${operator}`, reason }, command, now)
  })
}

async function decide(
  deps: Deps,
  { operationId }: Decision,
  what: string,
  decision: (op: Operation, command: Command, now: string) => Change | Promise<Change>,
): Promise<string> {
  let state = ''
  const verdict = await decideAndCommit(
    deps,
    () => readOperation(deps, operationId),
    async op => {
      if (op.state !== 'screening') throw new Error(`${operationId} is ${op.state}, not held.`)
      const command = { scope: 'operator', key: `${op.id}:${what}:${op.version}`, body_hash: what }
      const decided = await decision(op, command, deps.clock.nowText())
      state = decided.patch?.state ?? ''
      return decided
    },
  )
  if (verdict?.verdict === 'refused') throw new Error(`Not done: ${verdict.code}.`)
  return `${operationId}: ${state}`
}
