// Limits per subject and window, counted in the database so that they hold across processes.
import type { Deps } from '../deps.ts'
import { Problem } from './problem.ts'

export type Limit = { most: number; seconds: number }

/** Counts one use; over the limit it refuses and says when the window ends. Runs on real time. */
export async function takeFromLimit({ pool }: Pick<Deps, 'pool'>, subject: string, { most, seconds }: Limit): Promise<void> {
  const { rows } = await pool.query<{ used: number; left: number }>(
    `insert into app.rate_limits (subject, window_start, used)
     values ($1, date_bin(make_interval(secs => $2), clock_timestamp(), '2026-01-01'), 1)
     on conflict (subject, window_start) do update set used = app.rate_limits.used + 1
     returning used, ceil(extract(epoch from window_start + make_interval(secs => $2) - clock_timestamp()))::int as left`,
    [subject, seconds],
  )
  const row = rows[0]
  if (row && row.used > most) throw new Problem('too_many_requests', { params: { seconds: String(Math.max(1, row.left)) } })
}
