// Limits count in windows of the real clock. What a test counts must begin and end in one of them.
import type pg from 'pg'

/** Anew, from its beginning, where a window ended meanwhile: `scene` must bring subjects of its own. */
export async function inOneWindow<T>(pool: pg.Pool, seconds: number, scene: () => Promise<T>): Promise<T> {
  for (;;) {
    const before = await windowOf(pool, seconds)
    const seen = await scene()
    if ((await windowOf(pool, seconds)) === before) return seen
  }
}

async function windowOf(pool: pg.Pool, seconds: number): Promise<string> {
  const { rows } = await pool.query<{ starts: string }>(
    `select date_bin(make_interval(secs => $1), clock_timestamp(), '2026-01-01')::text as starts`,
    [seconds],
  )
  return rows[0]?.starts ?? ''
}
