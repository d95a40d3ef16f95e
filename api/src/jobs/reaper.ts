// Gives back the jobs of workers that died. A worker's process holds a lock in the database while it lives; a lock
// that can be had belongs to nobody any more. Jobs may run twice, so a wrong guess is harmless.
import { randomBytes } from 'node:crypto'
import type { WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from '../log.ts'

const LOOK_EVERY_MS = 2_000

export type Reaper = { stop(): Promise<void> }

export async function startReaper(databaseUrl: string, events: WorkerEvents, log: Logger): Promise<Reaper> {
  const lock = randomBytes(8).readBigInt64BE()
  const workers = new Set<string>()
  let client: pg.Client | undefined
  let last: Promise<void> = Promise.resolve()

  /** One statement after the other; a connection that was lost is replaced before the next. */
  function inTurn(work: (client: pg.Client) => Promise<void>): Promise<void> {
    last = last.then(async () => {
      try {
        client ??= await hold()
        await work(client)
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'this worker could not show itself alive')
      }
    })
    return last
  }

  async function hold(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
    fresh.on('error', error =>
      log.warn({ error: error.message }, 'the connection that shows us alive was lost'),
    )
    fresh.on('end', () => {
      if (client === fresh) client = undefined
    })
    await fresh.connect()
    await fresh.query('select pg_advisory_lock($1)', [lock])
    await register(fresh, [...workers], lock)
    return fresh
  }

  // Jobs are locked in the name of the pool, not of the worker in it that does them.
  events.on('pool:create', ({ workerPool }) => {
    workers.add(workerPool.id)
    void inTurn(current => register(current, [workerPool.id], lock))
  })
  await inTurn(async () => undefined)
  const interval = setInterval(() => {
    void inTurn(async current => {
      const dead = await giveBack(current, lock)
      if (dead.length > 0) log.warn({ workers: dead.length }, 'jobs of dead workers given back')
    })
  }, LOOK_EVERY_MS)
  return {
    async stop() {
      clearInterval(interval)
      await inTurn(async current => {
        await current.query('delete from app.job_workers where alive_lock = $1', [lock])
      })
      await client?.end()
    },
  }
}

async function register(client: pg.Client, workers: readonly string[], lock: bigint): Promise<void> {
  await client.query(
    'insert into app.job_workers select worker, $2 from unnest($1::text[]) worker on conflict do nothing',
    [workers, lock],
  )
}

/** Only one process at a time takes a dead one's lock; it gives the lock up again when the rows are gone. */
async function giveBack(client: pg.Client, ownLock: bigint): Promise<string[]> {
  const { rows } = await client.query<{ alive_lock: bigint; workers: string[] }>(
    `select alive_lock, array_agg(worker_id) as workers from app.job_workers
     where alive_lock <> $1 group by alive_lock having pg_try_advisory_lock(alive_lock)`,
    [ownLock],
  )
  for (const { alive_lock, workers } of rows) {
    await client.query('select graphile_worker.force_unlock_workers($1)', [workers])
    await client.query('delete from app.job_workers where alive_lock = $1', [alive_lock])
    await client.query('select pg_advisory_unlock($1)', [alive_lock])
  }
  return rows.flatMap(row => row.workers)
}
