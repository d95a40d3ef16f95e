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

export function startSweeper(
  deps: Pick<Deps, 'pool' | 'clock' | 'log'>,
  routines: readonly Routine[],
): Sweeper {
  const { clock, log } = deps
  const lastAsked = new Map<string, number>()
  let running: Promise<void> | undefined
  let stopped = false

  async function work(): Promise<void> {
    try {
      while (!stopped && (await fireTimers(deps)) === TIMERS_AT_ONCE);
      for (const { task, everySeconds } of routines) {
        const now = clock.now().getTime()
        if (stopped || now - (lastAsked.get(task) ?? 0) < everySeconds * 1000) continue
        await askFor(deps, task)
        lastAsked.set(task, now)
      }
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'the sweep failed and is repeated')
    } finally {
      running = undefined
    }
  }

  const sweep = (): Promise<void> => {
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

/** One waiting job per task, however many processes ask; tasks of one name follow each other. */
export async function askFor({ pool }: Pick<Deps, 'pool'>, task: string): Promise<void> {
  await pool.query('select graphile_worker.add_job($1, queue_name => $1, job_key => $1, max_attempts => 3)', [
    task,
  ])
}
