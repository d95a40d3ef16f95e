// The job of a transfer whose money did not come in time.
import { decideAndCommit, orFail } from '../commands/decide.ts'
import type { Deps } from '../deps.ts'
import { readOperation } from '../ledger/operations.ts'
import { expire } from './decisions.ts'

/** The time to pay has passed. */
export async function fundByPassed(deps: Deps, { operation_id }: { operation_id: string }): Promise<void> {
  const verdict = await decideAndCommit(
    deps,
    () => readOperation(deps, operation_id),
    op => {
      const overdue = op.fund_by !== null && op.fund_by <= deps.clock.now()
      if (!overdue || (op.state !== 'funding' && op.state !== 'short')) return undefined
      const command = { scope: 'timer', key: `${op.id}:fund_by`, body_hash: 'fund_by_passed' }
      return expire(op, command, deps.clock.nowText())
    },
  )
  orFail(verdict, `The end of ${operation_id}`)
}
