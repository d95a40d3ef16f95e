// The job of a withdrawal whose code was not entered in time.
import { decideAndCommit, orFail } from '../commands/decide.ts'
import type { Deps } from '../deps.ts'
import { readOperation } from '../ledger/operations.ts'
import { codeInForce } from './codes.ts'
import { codeSent, end } from './decisions.ts'

/**
 * A code that was sent later keeps it waiting. Its end is noted here once more, under the key of the first time: the
 * process that sent it may have died before.
 */
export async function codeEnded(deps: Deps, { operation_id }: { operation_id: string }): Promise<void> {
  const verdict = await decideAndCommit(
    deps,
    () => readOperation(deps, operation_id),
    async op => {
      if (op.state !== 'created') return undefined
      const code = await codeInForce(deps, op.id)
      const now = deps.clock.nowText()
      if (code && code.used_at === null && code.expires_at > deps.clock.now())
        return codeSent(op, code.id, code.expires_at, now)
      const command = { scope: 'timer', key: `${op.id}:code_ended`, body_hash: 'code_ended' }
      return end(op, { event: 'expired', actor: 'timer' }, command, now)
    },
  )
  orFail(verdict, `The end of ${operation_id}`)
}
