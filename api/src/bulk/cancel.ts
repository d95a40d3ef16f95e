// Giving up a bulk: the whole of it while it waits for its money, what has not left of it once its rows are on their way.
import { decideAndCommit, once, orFail, settle } from '../commands/decide.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { CommandKey } from '../http/idempotency.ts'
import { Problem } from '../http/problem.ts'
import type { Caller } from '../http/session.ts'
import { hasUnsentRows, readOperation, readOwnOperation } from '../ledger/operations.ts'
import { cancelRows, giveUp } from './decisions.ts'

export async function cancelBulk(
  deps: Deps,
  caller: Caller,
  command: CommandKey,
  id: string,
): Promise<Operation> {
  const now = deps.clock.nowText()
  const reread = (earlier: string) => paidBulk(deps, caller, earlier)
  return once(deps, command, reread, () =>
    settle(
      deps,
      () => paidBulk(deps, caller, id),
      async op => {
        if (op.state !== 'running')
          return giveUp(op, { event: 'cancelled', actor: caller.userId }, command, now)
        if (!(await hasUnsentRows(deps, op))) throw new Problem('cancel_not_possible')
        return cancelRows(op, caller.userId, command, now)
      },
    ),
  )
}

async function paidBulk(deps: Deps, { customerId }: Caller, id: string): Promise<Operation> {
  const op = await readOwnOperation(deps, customerId, id)
  if (op?.kind !== 'bulk') throw new Problem('not_found')
  return op
}

/** No bank transfer came in time. */
export async function bulkDue(deps: Deps, { operation_id }: { operation_id: string }): Promise<void> {
  const verdict = await decideAndCommit(
    deps,
    () => readOperation(deps, operation_id),
    async op => {
      const isOverdue = op.fund_by !== null && op.fund_by <= deps.clock.now()
      if (!isOverdue || op.state !== 'paying') return undefined
      const command = { scope: 'timer', key: `${op.id}:fund_by`, body_hash: 'bulk_due' }
      return giveUp(op, { event: 'expired', actor: 'timer' }, command, deps.clock.nowText())
    },
  )
  orFail(verdict, `The end of ${operation_id}`)
}
