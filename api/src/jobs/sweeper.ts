// What comes due: timers become jobs, and what has to be asked for again and again is asked for. The queue runs on
// real time; this is where our own clock, which tests may move, meets it.
import type { Deps } from '../deps.ts'

const SWEEP_MS = 250
const TIMERS_AT_ONCE = 200

export type Routine = { task: string; everySeconds: number }

export type Sweeper = {
  /** Looks now, for instance because the clock was moved. */
  sweep(): Promise<void>
  stop(): Promise<void>
}

export function startSweeper(deps: Pick<Deps, 'pool' | 'log'>, routines: readonly Routine[]): Sweeper {
  let running: Promise<void> | undefined
  let isWanted = false
  let stopped = false

  async function work(): Promise<void> {
    try {
      // What was wanted meanwhile may have come due after this look began.
      while (isWanted && !stopped) {
        isWanted = false
        while (!stopped && (await fireTimers(deps)) === TIMERS_AT_ONCE);
        if (!stopped) await askForRoutines(deps, routines)
      }
    } catch (error) {
      deps.log.warn({ error: (error as Error).message }, 'the sweep failed and is repeated')
    } finally {
      running = undefined
    }
  }

  const sweep = (): Promise<void> => {
    isWanted = true
    running ??= work()
    return running
  }
  const interval = setInterval(() => void sweep(), SWEEP_MS)
  return {
    sweep,
    async stop() {
      stopped = true
      clearInterval(interval)
      await running
    },
  }
}

async function fireTimers({ pool }: Pick<Deps, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ fired: number }>('select app.fire_timers($1) as fired', [
    TIMERS_AT_ONCE,
  ])
  return rows[0]?.fired ?? 0
}

/**
 * Those whose time has come, once for all workers; one waiting job per task, and tasks of one name follow each other. One
 * that was asked for in a future is asked for anew: the machine's clock had been wrong.
 */
async function askForRoutines({ pool }: Pick<Deps, 'pool'>, routines: readonly Routine[]): Promise<void> {
  await pool.query(
    `with wanted as (
       select task, seconds * interval '1 second' as every, app.now() as now from unnest($1::text[], $2::int[]) as w (task, seconds)
     ), asked as (
       insert into app.routines as r (task, every, asked_at)
       select task, every, now from wanted
       -- Looked at first: to try to write a row that stays as it is would lock it four times a second.
       where not exists (
         select from app.routines k where k.task = wanted.task and k.asked_at > now - wanted.every and k.asked_at < now + wanted.every)
       on conflict (task) do update set every = excluded.every, asked_at = excluded.asked_at
         where r.asked_at <= excluded.asked_at - excluded.every or r.asked_at >= excluded.asked_at + excluded.every
       returning task
     ), kept as (
       -- Whoever asks whether something is due reads what is kept.
       update app.routines r set every = w.every from wanted w
       where r.task = w.task and r.every <> w.every and not exists (select from asked a where a.task = r.task)
     )
     select graphile_worker.add_job(task, queue_name => task, job_key => task, max_attempts => 3) from asked`,
    [routines.map(({ task }) => task), routines.map(({ everySeconds }) => everySeconds)],
  )
}
