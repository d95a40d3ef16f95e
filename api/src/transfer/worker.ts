// The job of a transfer whose money, or whose sender's decision, did not come in time.
import { decideAndCommit, orFail } from '../commands/decide.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { readOperation } from '../ledger/operations.ts'
import { expire } from './decisions.ts'
import { goesBackToSource } from './service.ts'
import { refundShort } from './short-decisions.ts'

const untilThen: readonly string[] = ['funding', 'short', 'on_balance']

/** The time to pay, or to decide, has passed. */
export async function fundByPassed(deps: Deps, { operation_id }: { operation_id: string }): Promise<void> {
  const verdict = await decideAndCommit(
    deps,
    () => readOperation(deps, operation_id),
    async op => {
      const overdue = op.fund_by !== null && op.fund_by <= deps.clock.now()
      if (!overdue || !untilThen.includes(op.state)) return undefined
      const command = { scope: 'timer', key: `${op.id}:fund_by`, body_hash: 'fund_by_passed' }
      const now = deps.clock.nowText()
      return (await goesBackToSource(deps, op))
        ? refundShort(op, 'timer', newId('pat'), command, now)
        : expire(op, command, now)
    },
  )
  orFail(verdict, `The end of ${operation_id}`)
}
