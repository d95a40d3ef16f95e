// Tells the tracker one event. Tried again with the same id until it is taken or refused for good.
import type { Deps } from '../deps.ts'

export type QueuedEvent = {
  id: string
  user_id: string
  name: string
  properties: Record<string, string | number | boolean>
  at: string
}

export async function tellTracker({ providers, log }: Deps, event: QueuedEvent): Promise<void> {
  const { tracker } = providers
  if (tracker === null) return
  const answer = await tracker.track({
    id: event.id,
    userId: event.user_id,
    name: event.name,
    properties: event.properties,
    at: new Date(event.at),
  })
  if (answer.kind === 'accepted') return
  if (answer.kind === 'declined') {
    log.warn({ event: event.name, detail: answer.detail }, 'the tracker refused an event')
    return
  }
  throw new Error(`The tracker did not take ${event.id}: ${answer.reason}`)
}
