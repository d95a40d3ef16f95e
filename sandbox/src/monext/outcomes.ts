// How a session ends: by its card, by its buyer or by time; and what follows from that.
import { minute } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { scriptOf } from './cards.ts'
import { MonextRefusal } from './errors.ts'
import { announceResult } from './notifications.ts'
import type { SessionRequest } from './session-request.ts'
import { findSession, insertSession, knownSession, type Outcome, recordOutcome } from './sessions.ts'
import { planSettlement } from './settlements.ts'

const sessionLifeMs = 30 * minute
const holdMs = 10 * minute

const accepted: Outcome = { title: 'ACCEPTED', code: '00000', detail: 'Transaction approved' }
const cancelledByBuyer: Outcome = { title: 'CANCELLED', code: '02319', detail: 'Payment cancelled by buyer' }
const abandoned: Outcome = { title: 'CANCELLED', code: '02324', detail: 'The session has expired' }
const notAuthenticated: Outcome = {
  title: 'REFUSED',
  code: '03001',
  detail: '3-D Secure authentication refused',
}

export function openSession(world: World, request: SessionRequest) {
  return world.store.transaction(() => {
    const session = insertSession(world, request)
    world.agenda.plan('monext.expire', session.id, world.clock.now() + sessionLifeMs)
    return session
  })
}

export function attendOutcomes(world: World) {
  world.agenda.on('monext.expire', id => {
    const session = findSession(world, id)
    if (session && session.stage !== 'decided') decide(world, id, abandoned)
  })
  world.agenda.on('monext.release', id => {
    if (findSession(world, id)?.title === 'ONHOLD_PARTNER') decide(world, id, accepted, true)
  })
}

export function cancelByBuyer(world: World, id: string) {
  if (knownSession(world, id).stage !== 'decided') decide(world, id, cancelledByBuyer)
}

export function authenticate(world: World, id: string, approved: boolean) {
  const session = knownSession(world, id)
  if (session.stage === 'card')
    throw new MonextRefusal(409, 'ERROR', '02305', 'this session has no card to authenticate yet')
  if (session.stage === 'decided') return
  if (!approved) return decide(world, id, notAuthenticated)
  const script = scriptOf(session.card_ending ?? '')
  decide(world, id, script, true)
  if (script.title === 'ONHOLD_PARTNER') world.agenda.plan('monext.release', id, world.clock.now() + holdMs)
}

function decide(world: World, id: string, outcome: Outcome, authenticated = false) {
  world.store.transaction(() => {
    recordOutcome(world, id, outcome, authenticated)
    announceResult(world, id)
    if (outcome.title === 'ACCEPTED') planSettlement(world, id)
  })
}
