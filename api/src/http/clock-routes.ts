// The clock bridge: whoever plays the outside world moves our time with theirs. Never registered in production.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { advanceTo } from '../clock/clock.ts'
import type { Deps } from '../deps.ts'
import type { Routes } from './app-types.ts'
import { Problem } from './problem.ts'

const ClockState = z.object({ now: z.string(), next_due: z.nullable(z.string()), idle: z.boolean() })
const Advance = z.strictObject({ advance_to: z.iso.datetime() })

export function clockRoutes(deps: Deps): Routes {
  const onRequest = requireControlToken(deps)
  return app => {
    app.get(
      '/internal/clock',
      { onRequest, schema: { hide: true, response: { 200: ClockState } } },
      async () => readClock(deps),
    )
    app.post(
      '/internal/clock',
      { onRequest, schema: { hide: true, body: Advance, response: { 200: ClockState } } },
      async request => {
        await advanceTo(deps.pool, new Date(request.body.advance_to))
        await deps.clock.refresh()
        return readClock(deps)
      },
    )
  }
}

function requireControlToken({ config }: Deps) {
  const expected = Buffer.from(config.controlToken)
  return async (request: FastifyRequest): Promise<void> => {
    const given = Buffer.from(String(request.headers['x-control-token'] ?? ''))
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Problem('forbidden')
  }
}

type ClockRow = { now: Date; next_due: Date | null; idle: boolean }

/** A job that waits for its next try is not work of this moment; one that a worker holds is. */
const READ_CLOCK = `
  select app.now() as now,
    (select min(due_at) from app.timers where fired_at is null) as next_due,
    not exists (select from graphile_worker._private_jobs
                where locked_at is not null or (attempts < max_attempts and run_at <= now()))
      and not exists (select from app.webhook_events where handled_at is null)
      and not exists (select from app.bank_lines where outcome = 'new')
      and not exists (select from app.timers where fired_at is null and due_at <= app.now())
      and not exists (select from app.routines where asked_at + every <= app.now()) as idle`

async function readClock({ pool }: Deps): Promise<z.infer<typeof ClockState>> {
  const { rows } = await pool.query<ClockRow>(READ_CLOCK)
  const [row] = rows
  if (!row) throw new Problem('internal')
  return { now: row.now.toISOString(), next_due: row.next_due?.toISOString() ?? null, idle: row.idle }
}
