// What browsers tell of their flows. Told on by a job, so that nobody waits for the tracker and nothing is lost with it.
import { TrackedEvent } from '@jokko/contract/tracking'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { Routes } from '../http/app-types.ts'
import { newId } from '../http/ids.ts'
import { takeFromLimit } from '../http/rate-limit.ts'
import { callerOf, requireSession } from '../http/session.ts'
import type { QueuedEvent } from './worker.ts'

const perHour = { most: 60, seconds: 3_600 }

export function trackingRoutes(deps: Deps): Routes {
  const session = { onRequest: requireSession(deps) }
  return app => {
    app.post(
      '/tracked-events',
      { ...session, schema: { tags: ['platform'], body: TrackedEvent, response: { 204: z.null() } } },
      async (request, reply) => {
        const { userId } = callerOf(request)
        await takeFromLimit(deps, `tracked:${userId}`, perHour)
        const { event, ...properties } = request.body
        const queued: QueuedEvent = {
          id: newId('evt'),
          user_id: userId,
          name: event,
          properties,
          at: deps.clock.nowText(),
        }
        await deps.pool.query(
          `select graphile_worker.add_job('tell_tracker', $1::json, job_key => $2, max_attempts => 8)`,
          [JSON.stringify(queued), queued.id],
        )
        return reply.code(204).send(null)
      },
    )
  }
}
