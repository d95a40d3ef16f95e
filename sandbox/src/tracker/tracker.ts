// A customer-messaging tracker in the shape of Segment's HTTP API: takes events, each id once, and shows the last ones.
import type { FastifyInstance } from 'fastify'
import { fieldsOf } from '../http/read-body.ts'
import { failOnPurpose } from '../world/request-faults.ts'
import type { World } from '../world/world.ts'

const kept = 200

type TrackedEvent = { messageId: string }

function takenEvents({ store }: World): TrackedEvent[] {
  const row = store.get<{ value: string }>(`select value from memory where key = 'tracker'`)
  return row ? JSON.parse(row.value) : []
}

function take(world: World, event: TrackedEvent): void {
  const events = takenEvents(world)
  if (events.some(({ messageId }) => messageId === event.messageId)) return
  world.store.run(
    `insert into memory (key, value) values ('tracker', ?) on conflict (key) do update set value = excluded.value`,
    JSON.stringify([...events, event].slice(-kept)),
  )
}

function isAuthentic({ settings }: World, authorization = ''): boolean {
  const given = Buffer.from(authorization.replace(/^Basic /i, ''), 'base64').toString()
  return given === `${settings.trackerWriteKey}:`
}

export function trackerRoutes(app: FastifyInstance, world: World) {
  failOnPurpose(app, world, 'tracker', reply => reply.code(503).send({ success: false }))
  app.post('/tracker/v1/track', async (request, reply) => {
    if (!isAuthentic(world, request.headers.authorization)) return reply.code(401).send({ success: false })
    const { messageId, userId, anonymousId, event, properties, timestamp } = fieldsOf(request.body)
    const hasWho = typeof userId === 'string' || typeof anonymousId === 'string'
    if (typeof messageId !== 'string' || typeof event !== 'string' || event === '' || !hasWho)
      return reply.code(400).send({ success: false })
    take(world, { messageId, userId, anonymousId, event, properties, timestamp } as TrackedEvent)
    return { success: true }
  })
}

/** Never disturbed by faults: it is what the tracker's own screen would show. */
export function trackerControlRoutes(app: FastifyInstance, world: World) {
  app.get('/control/tracker', async () => ({ events: takenEvents(world) }))
}
