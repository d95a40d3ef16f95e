// The rows of a paid bulk: each gets its part and goes its own way; when all have ended, the bulk is done.
import { decideAndCommit, orFail } from '../commands/decide.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { Change, Command } from '../ledger/change.ts'
import { readOperation } from '../ledger/operations.ts'
import type { Continuation } from '../ledger/walk.ts'
import { change } from '../payouts/change.ts'
import { giveUpWaiting } from '../payouts/worker.ts'
import { done, handOut } from './decisions.ts'
import { readOpened, readRunning, readUnhanded, readWaiting } from './store.ts'

/** How a row that has its money goes on, or comes back. Transfers decide that. */
export type RowHooks = {
  continueFunded(op: Operation): Promise<Continuation>
  cancel(op: Operation, by: string, reason: string, command: Command, now: string): Change
}

/** Rows that get their part in one change. */
const ROWS_AT_ONCE = 200
/** Bulks that one look sees; the others have their turn at the next. */
const BULKS_AT_ONCE = 100

/** What follows once all the money of a bulk is there. */
export const rowsNext = (op: Operation): Continuation => ({
  steps: [],
  attempts: [],
  jobs: [{ task: 'hand_out_bulk', payload: { bulk_id: op.id } }],
})

/** Hands the next rows their parts and sends them on their way; asks for itself again while there are more. */
export async function handOutBulk(
  deps: Deps,
  hooks: RowHooks,
  { bulk_id }: { bulk_id: string },
): Promise<void> {
  await continueRows(deps, hooks, bulk_id)
  const rows = await readUnhanded(deps, bulk_id, ROWS_AT_ONCE)
  const [first] = rows
  if (!first) return
  const verdict = await decideAndCommit(
    deps,
    () => readOperation(deps, bulk_id),
    op => {
      if (op.state !== 'running') return undefined
      const command = { scope: 'bulk', key: `${bulk_id}:rows:${first.line}`, body_hash: 'hand_out' }
      return handOut(op, rows, command, deps.clock.nowText())
    },
  )
  orFail(verdict, `Rows of ${bulk_id} from ${first.line}`)
  await continueRows(deps, hooks, bulk_id)
}

/** Rows that have their money; a process that died between the two steps left them so. */
async function continueRows(deps: Deps, hooks: RowHooks, bulkId: string): Promise<void> {
  for (;;) {
    const ids = await readOpened(deps, bulkId, ROWS_AT_ONCE)
    if (ids.length === 0) return
    const bulk = await readOperation(deps, bulkId)
    const cancelledBy = bulk?.details.rows_cancelled_by
    await Promise.all(ids.map(id => continueRow(deps, hooks, id, cancelledBy)))
  }
}

/** One key for both ways on: a row is sent or comes back, never both. */
async function continueRow(
  deps: Deps,
  hooks: RowHooks,
  id: string,
  cancelledBy: string | undefined,
): Promise<void> {
  const verdict = await decideAndCommit(
    deps,
    () => readOperation(deps, id),
    async (op): Promise<Change | undefined> => {
      if (op.state !== 'screening') return undefined
      const command = { scope: 'bulk', key: `${id}:continue`, body_hash: 'continue' }
      const now = deps.clock.nowText()
      if (cancelledBy !== undefined) return hooks.cancel(op, cancelledBy, 'bulk_cancelled', command, now)
      const { steps, attempts, jobs } = await hooks.continueFunded(op)
      return change({ op, command, now, steps, companions: { attempts, jobs } })
    },
  )
  orFail(verdict, `The row ${id}`)
}

/**
 * Its owner has cancelled it: rows that nobody was handed, and rows whose operator is down, come back. The watch calls it,
 * too, so that a row that its operator turns away after the cancel comes back as well.
 */
export async function cancelUnsent(
  deps: Deps,
  hooks: RowHooks,
  { bulk_id }: { bulk_id: string },
): Promise<void> {
  await handOutBulk(deps, hooks, { bulk_id })
  const by = (await readOperation(deps, bulk_id))?.details.rows_cancelled_by
  if (by === undefined) return
  const waiting = await readWaiting(deps, bulk_id)
  for (let from = 0; from < waiting.length; from += ROWS_AT_ONCE)
    await Promise.all(waiting.slice(from, from + ROWS_AT_ONCE).map(id => giveUpWaiting(deps, id, by)))
}

/** Every bulk whose rows have all ended is done; one whose hand-out or cancel was cut off goes on. */
export async function watchBulks(deps: Deps, hooks: RowHooks): Promise<void> {
  const failures: unknown[] = []
  for (const { id, live } of await readRunning(deps, BULKS_AT_ONCE)) {
    try {
      await cancelUnsent(deps, hooks, { bulk_id: id })
      if (!live) await finish(deps, id)
    } catch (error) {
      // The others have their turn all the same.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function finish(deps: Deps, id: string): Promise<void> {
  const verdict = await decideAndCommit(
    deps,
    () => readOperation(deps, id),
    async op => {
      const isOver = op.state === 'running' && op.held === 0n && !(await isLive(deps, id))
      if (!isOver) return undefined
      return done(op, { scope: 'bulk', key: `${id}:done`, body_hash: 'done' }, deps.clock.nowText())
    },
  )
  orFail(verdict, `The end of ${id}`)
}

async function isLive(deps: Deps, id: string): Promise<boolean> {
  const { rows } = await deps.pool.query<{ live: boolean }>(
    `select exists (select from app.operations where parent_id = $1 and handed > 0 and ended_at is null) as live`,
    [id],
  )
  return rows[0]?.live ?? true
}
