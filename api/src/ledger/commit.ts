// The one door: writes changes through app.commit(), gathering what arrives together.
// Each change has its own verdict; a refused or broken one never fails its neighbours.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Change, EntryWrite, Verdict } from './change.ts'

const BATCH_MAX = 256
const QUEUE_MAX = 4_096
/** Batches under way at once: one is judged while the other waits for the disk. */
const LANES = 2
/** A call costs much before its first change: fewer than these wait for the batch under way, and travel together. */
const WORTH_A_LANE = 24

/** Milliseconds before each repetition: another process was quicker, or the database is not there. */
const PAUSES = { conflict: [0, 5, 25], outage: [10, 100, 500, 2_000] } as const
const TRY_AGAIN_MAX = 5

export type Ledger = { commit(change: Change): Promise<Verdict>; settled(): Promise<void> }

/** More is waiting than can be written in time; the caller is told to come back. */
export class LedgerBusy extends Error {}

type Waiting = {
  change: Change
  tries: number
  resolve: (verdict: Verdict) => void
  reject: (error: unknown) => void
}

export function createLedger({ pool, log }: { pool: pg.Pool; log: Logger }): Ledger {
  const queue: Waiting[] = []
  const underWay = new Set<Promise<void>>()
  let opening: Promise<void> | undefined

  const needsLane = (): boolean =>
    underWay.size === 0 ? queue.length > 0 : underWay.size < LANES && queue.length >= WORTH_A_LANE

  /** One turn of the event loop, so that requests that arrived together travel together. */
  async function open(): Promise<void> {
    await new Promise(resolve => setImmediate(resolve))
    opening = undefined
    while (needsLane()) {
      const lane = run().finally(() => {
        underWay.delete(lane)
        // What came when the lane had found nothing more, and was still there.
        wake()
      })
      underWay.add(lane)
    }
  }

  function wake(): void {
    if (needsLane()) opening ??= open()
  }

  async function run(): Promise<void> {
    while (queue.length > 0) await write(takeBatch(queue))
  }

  async function write(batch: Waiting[]): Promise<void> {
    try {
      const verdicts = await callCommit(batch.map(item => item.change))
      batch.forEach((item, index) => {
        settle(item, verdicts[index])
      })
    } catch (error) {
      if (batch.length === 1 || troubleOf(error) === 'outage') {
        for (const item of batch) item.reject(error)
        return
      }
      log.warn(
        { error: (error as Error).message, size: batch.length },
        'batch failed, writing each change alone',
      )
      for (const item of batch) await write([item])
    }
  }

  async function callCommit(changes: Change[]): Promise<(Verdict | undefined)[]> {
    const body = serialise(changes)
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { rows } = await pool.query<{ verdicts: Record<string, Verdict> }>(
          'select app.commit($1::jsonb) as verdicts',
          [body],
        )
        return changes.map((_, i) => rows[0]?.verdicts[i])
      } catch (error) {
        // The keys make a repeat harmless, also when the answer of a commit was lost.
        const trouble = troubleOf(error)
        const wait = trouble && PAUSES[trouble][attempt]
        if (wait === undefined) throw error
        log.warn({ error: (error as Error).message, attempt }, 'commit repeated')
        await pause(wait)
      }
    }
  }

  /** A key that changed hands while the database looked at it: the same change is judged anew. */
  function settle(item: Waiting, verdict: Verdict | undefined): void {
    const isUndecided = verdict?.verdict === 'refused' && verdict.code === 'try_again'
    if (isUndecided && item.tries < TRY_AGAIN_MAX) queue.push({ ...item, tries: item.tries + 1 })
    else if (verdict) item.resolve(verdict)
    else item.reject(new Error('The database gave no verdict'))
  }

  return {
    commit(change) {
      if (queue.length >= QUEUE_MAX) return Promise.reject(new LedgerBusy())
      return new Promise((resolve, reject) => {
        queue.push({ change, tries: 0, resolve, reject })
        wake()
      })
    },
    async settled() {
      while (opening || underWay.size > 0) await Promise.all([opening, ...underWay])
    },
  }
}

function serialise(changes: Change[]): string {
  return JSON.stringify(
    changes.map((change, i) => ({
      i,
      ...change,
      ...(change.create && { create: plain(change.create) }),
      ...(change.patch && { patch: plain(change.patch) }),
      ...(change.linked && { linked: change.linked.map(l => ({ ...l, create: plain(l.create) })) }),
      ...(change.entries && { entries: change.entries.map(plainEntry) }),
      ...(change.attempts && { attempts: change.attempts.map(plain) }),
      ...(change.counters && { counters: change.counters.map(plain) }),
      ...(change.row_counters && { row_counters: plain(change.row_counters) }),
      ...(change.bank_lines && { bank_lines: change.bank_lines.map(plain) }),
      ...(change.pay_ins && { pay_ins: change.pay_ins.map(plain) }),
    })),
  )
}

/** The recipe's sentence is for readers of the code; the ledger keeps its name. */
const plainEntry = ({ sentence, postings, ...entry }: EntryWrite) => ({
  ...entry,
  postings: postings.map(plain),
})

/** JSON knows no bigint. Amounts stand only at the top of a row, and a replacer would be called for every value below. */
function plain(row: object): { [column: string]: unknown } {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? value.toString() : value]),
  )
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
  for (const line of change.bank_lines ?? []) marks.push(`bank line ${line.id}`)
  return marks
}

const CONFLICT = /^40|^23505$/
const OUTAGE = /^(08|57P|53)|^(ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/
const LOST_CONNECTION = /Connection terminated|timeout exceeded|not queryable/i

/** A deadlock or a unique key that another process wrote first; or a database that went away or restarts. */
function troubleOf(error: unknown): keyof typeof PAUSES | undefined {
  const { code, message } = error as { code?: unknown; message: string }
  if (typeof code !== 'string') return LOST_CONNECTION.test(message) ? 'outage' : undefined
  if (CONFLICT.test(code)) return 'conflict'
  return OUTAGE.test(code) ? 'outage' : undefined
}
