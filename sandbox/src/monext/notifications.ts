// Tells the shop that a session has a result: an unsigned GET, once a minute for two hours, until the result is fetched.
import { hour, minute, second } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { findSession, requestOf } from './sessions.ts'

/** The shop that sends its buyer back usually asks by itself within this time. */
const firstAfterMs = 2 * second
const repeatedForMs = 2 * hour

export function announceResult({ agenda, clock }: World, sessionId: string) {
  agenda.cancel('monext.notify', sessionId)
  agenda.plan('monext.notify', sessionId, clock.now() + firstAfterMs)
}

export function attendNotifications(world: World) {
  const { agenda, clock, faults } = world
  agenda.on('monext.notify', id => {
    const session = findSession(world, id)
    if (!session || session.fetched === 1 || session.decided_at === null) return
    const { notificationURL } = requestOf(session)
    if (notificationURL === undefined || clock.now() > session.decided_at + repeatedForMs) return
    agenda.plan('monext.notify', id, clock.now() + minute)
    // A company that is down tells nobody anything; the next minute may be better.
    if (!faults.strikes('monext', 'down')) tell(world, id, notificationURL)
  })
}

/** What happens to a payment long after it is told once, by the same call: the shop has to look at it again. */
export function announceFollowUp(world: World, sessionId: string, followUpId: string) {
  const session = findSession(world, sessionId)
  const { notificationURL } = session ? requestOf(session) : {}
  if (notificationURL !== undefined && !world.faults.strikes('monext', 'down'))
    tell(world, sessionId, notificationURL, followUpId)
}

function tell({ deliveries }: World, sessionId: string, notificationURL: string, eventId = sessionId) {
  const url = new URL(notificationURL)
  url.searchParams.set('notificationType', 'WEBTRS')
  url.searchParams.set('token', sessionId)
  deliveries.enqueue({
    company: 'monext',
    eventId,
    url: url.href,
    contentType: '',
    body: '',
    signer: '',
  })
}
