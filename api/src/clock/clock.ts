// The one clock of everything that concerns money: the database's, plus an offset that only tests move.
import type pg from 'pg'
import type { Listener } from '../db/listener.ts'

export type Clock = {
  now(): Date
  /** ISO 8601 in UTC. */
  nowText(): string
  /** Reads the database's clock and offset again. */
  refresh(): Promise<void>
}

export const CLOCK_CHANNEL = 'jokko_clock'

export async function createClock(pool: pg.Pool, listener?: Listener): Promise<Clock> {
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const clock: Clock = {
    now,
    nowText: () => now().toISOString(),
    async refresh() {
      const before = Date.now()
      const { rows } = await pool.query<{ now: Date }>('select app.now() as now')
      const after = Date.now()
      if (rows[0]) ahead = rows[0].now.getTime() - (before + after) / 2
    },
  }
  await clock.refresh()
  listener?.on(CLOCK_CHANNEL, () => clock.refresh())
  return clock
}

/** Moves the clock forward for every process; never back, and never in production (the database refuses). */
export async function advanceTo(pool: pg.Pool, target: Date): Promise<void> {
  await pool.query(`update app.clock set shift = greatest(shift, $1::timestamptz - clock_timestamp())`, [
    target,
  ])
  await pool.query('select pg_notify($1, $2)', [CLOCK_CHANNEL, ''])
}
