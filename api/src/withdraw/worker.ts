// The job of a withdrawal whose code was not entered in time.
import { decideAndCommit, orFail } from '../commands/decide.ts'
import type { Deps } from '../deps.ts'
import { readOperation } from '../ledger/operations.ts'
import { codeInForce } from './codes.ts'
import { end } from './decisions.ts'

/** A code that was sent later keeps it waiting: that code has an end of its own. */
export async function codeEnded(deps: Deps, { operation_id }: { operation_id: string }): Promise<void> {
  const verdict = await decideAndCommit(
    deps,
    () => readOperation(deps, operation_id),
    async op => {
      if (op.state !== 'created') return undefined
      const code = await codeInForce(deps, op.id)
      if (code && code.used_at === null && code.expires_at > deps.clock.now()) return undefined
      const command = { scope: 'timer', key: `${op.id}:code_ended`, body_hash: 'code_ended' }
      return end(op, { event: 'expired', actor: 'timer' }, command, deps.clock.nowText())
    },
  )
  orFail(verdict, `The end of ${operation_id}`)
}
