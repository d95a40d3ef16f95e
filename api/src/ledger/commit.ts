// The one door: writes changes through app.commit(), gathering what arrives together.
// Each change has its own verdict; a refused or broken one never fails its neighbours.
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Change, Verdict } from './change.ts'

const BATCH_MAX = 256
const QUEUE_MAX = 4_096
const TRIES = 4

export type Ledger = { commit(change: Change): Promise<Verdict>; settled(): Promise<void> }

/** More is waiting than can be written in time; the caller is told to come back. */
export class LedgerBusy extends Error {}

type Waiting = { change: Change; resolve: (verdict: Verdict) => void; reject: (error: unknown) => void }

export function createLedger({ pool, log }: { pool: pg.Pool; log: Logger }): Ledger {
  const queue: Waiting[] = []
  let flushing: Promise<void> | undefined

  async function flush(): Promise<void> {
    // One turn of the event loop, so that requests that arrived together travel together.
    await new Promise(resolve => setImmediate(resolve))
    while (queue.length > 0) await write(takeBatch(queue))
    flushing = undefined
  }

  async function write(batch: Waiting[]): Promise<void> {
    try {
      const verdicts = await callCommit(batch.map(item => item.change))
      batch.forEach((item, index) => {
        settle(item, verdicts[index])
      })
    } catch (error) {
      if (batch.length === 1) return batch[0]?.reject(error)
      log.warn(
        { error: (error as Error).message, size: batch.length },
        'batch failed, writing each change alone',
      )
      for (const item of batch) await write([item])
    }
  }

  async function callCommit(changes: Change[]): Promise<(Verdict | undefined)[]> {
    const body = JSON.stringify(
      changes.map((change, i) => ({ i, ...change })),
      (_, value) => (typeof value === 'bigint' ? value.toString() : value),
    )
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { rows } = await pool.query<{ verdicts: Record<string, Verdict> }>(
          'select app.commit($1::jsonb) as verdicts',
          [body],
        )
        return changes.map((_, i) => rows[0]?.verdicts[i])
      } catch (error) {
        // The keys make a repeat harmless, also when the answer of a commit was lost.
        if (attempt >= TRIES || !isWorthRepeating(error)) throw error
        log.warn({ error: (error as Error).message, attempt }, 'commit repeated')
      }
    }
  }

  return {
    commit(change) {
      if (queue.length >= QUEUE_MAX) return Promise.reject(new LedgerBusy())
      return new Promise((resolve, reject) => {
        queue.push({ change, resolve, reject })
        flushing ??= flush()
      })
    },
    settled: () => flushing ?? Promise.resolve(),
  }
}

function settle(item: Waiting, verdict: Verdict | undefined): void {
  if (verdict) item.resolve(verdict)
  else item.reject(new Error('The database gave no verdict'))
}

/** At most one change per key and per operation: two of them must see each other's effect. */
function takeBatch(queue: Waiting[]): Waiting[] {
  const taken: Waiting[] = []
  const left: Waiting[] = []
  const seen = new Set<string>()
  for (const item of queue) {
    const marks = marksOf(item.change)
    if (taken.length >= BATCH_MAX || marks.some(mark => seen.has(mark))) left.push(item)
    else taken.push(item)
    for (const mark of marks) seen.add(mark)
  }
  queue.length = 0
  queue.push(...left)
  return taken
}

function marksOf(change: Change): string[] {
  const marks = [`key ${change.scope} ${change.key}`]
  if (change.operation_id) marks.push(`operation ${change.operation_id}`)
  if (change.quote_id) marks.push(`quote ${change.quote_id}`)
  for (const entry of change.entries ?? []) marks.push(`entry ${entry.key}`)
  return marks
}

/** Connection trouble, restarts, deadlocks, and unique keys that another process wrote first. */
function isWorthRepeating(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string')
    return /Connection terminated|timeout exceeded/i.test((error as Error).message)
  return (
    /^(08|57P|40|53)/.test(code) ||
    code === '23505' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    code === 'ECONNREFUSED'
  )
}
