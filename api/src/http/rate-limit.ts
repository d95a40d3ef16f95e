// Limits per subject and window, counted in the database so that they hold across processes.
import type { ErrorCode } from '@jokko/contract/errors'
import type { Deps } from '../deps.ts'
import { Problem } from './problem.ts'

/** `code` is the refusal, which says when the window ends; too_many_requests where it is absent. */
export type Limit = { most: number; seconds: number; code?: ErrorCode }

/** Browser tests do in minutes, as one person from one address, what people do in a week. */
const TEST_FACTOR = 20

/** One counted use: of what, and in the window that began then. */
export type Taken = { subject: string; windowStart: Date }

/** Counts one use; over the limit it refuses and says when the window ends. Runs on real time. */
export async function takeFromLimit(
  { pool, config }: Pick<Deps, 'pool' | 'config'>,
  subject: string,
  { most, seconds, code = 'too_many_requests' }: Limit,
): Promise<Taken> {
  const { rows } = await pool.query<{ window_start: Date; used: number; left: number }>(
    `insert into app.rate_limits (subject, window_start, used)
     values ($1, date_bin(make_interval(secs => $2), clock_timestamp(), '2026-01-01'), 1)
     on conflict (subject, window_start) do update set used = app.rate_limits.used + 1
     returning window_start, used, ceil(extract(epoch from window_start + make_interval(secs => $2) - clock_timestamp()))::int as left`,
    [subject, seconds],
  )
  const row = rows[0]
  if (!row) throw new Error('The database counted nothing')
  const allowed = config.environment === 'test' ? most * TEST_FACTOR : most
  if (row.used <= allowed) return { subject, windowStart: row.window_start }
  const left = Math.max(1, row.left)
  throw new Problem(code, { params: { seconds: String(left), minutes: String(Math.ceil(left / 60)) } })
}

/** A use that turned out not to count, for instance a sign-in with the right password, also once its window has ended. */
export async function giveBackToLimit(
  { pool }: Pick<Deps, 'pool'>,
  { subject, windowStart }: Taken,
): Promise<void> {
  await pool.query(
    'update app.rate_limits set used = used - 1 where subject = $1 and window_start = $2 and used > 0',
    [subject, windowStart],
  )
}
