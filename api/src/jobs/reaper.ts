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
  const client = await hold(databaseUrl, lock, log)
  events.on('worker:create', ({ worker }) => {
    client
      .query('insert into app.job_workers values ($1, $2) on conflict do nothing', [worker.workerId, lock])
      .catch(error => log.warn({ error: error.message }, 'a worker could not be registered'))
  })
  const look = () =>
    giveBack(client, lock).then(
      workers =>
        workers.length > 0 && log.warn({ workers: workers.length }, 'jobs of dead workers given back'),
      error => log.warn({ error: error.message }, 'dead workers could not be looked for'),
    )
  const interval = setInterval(() => void look(), LOOK_EVERY_MS)
  return {
    async stop() {
      clearInterval(interval)
      await client.query('delete from app.job_workers where alive_lock = $1', [lock]).catch(() => undefined)
      await client.end()
    },
  }
}

async function hold(connectionString: string, lock: bigint, log: Logger): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, keepAlive: true })
  client.on('error', error =>
    log.warn({ error: error.message }, 'the connection that shows us alive was lost'),
  )
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [lock])
  return client
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
