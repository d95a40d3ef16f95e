// Moves time in both worlds together: due time by due time, waiting at each until nothing is left to do.
import { setTimeout as pause } from 'node:timers/promises'
import { isoTime, second } from '../world/clock.ts'
import type { World } from '../world/world.ts'

export class ClockBridgeFailure extends Error {}

/** What Jokko says about its own time. Undefined when there is no Jokko to ask. */
type JokkoClock = { readonly now: number; readonly nextDue: number; readonly idle: boolean }

export type Advanced = { readonly now: string; readonly jokko: 'advanced' | 'absent' }

const pollMs = 20
const tolerableDifferenceMs = 500
const patienceMs = 200 * second

export function openClockBridge(world: World) {
  let queue: Promise<unknown> = Promise.resolve()
  return {
    /** One advance at a time; a second caller waits for the first. */
    advance: (seconds: number): Promise<Advanced> => {
      const mine = queue.then(() => advance(world, seconds))
      queue = mine.catch(() => undefined)
      return mine
    },
  }
}

async function advance(world: World, seconds: number): Promise<Advanced> {
  const { clock } = world
  const jokko = await findJokko(world)
  if (jokko) await meet(world, jokko)
  const target = clock.now() + Math.round(seconds * second)
  for (;;) {
    const theirs = await settleBoth(world, jokko !== undefined)
    if (clock.now() >= target) return { now: isoTime(clock.now()), jokko: jokko ? 'advanced' : 'absent' }
    const step = Math.min(target, ownNextDue(world), theirs?.nextDue ?? Number.POSITIVE_INFINITY)
    // A due time that is over (rounded to the millisecond) must not hold the clock.
    const moment = Math.min(target, Math.max(step, clock.now() + 1))
    clock.moveTo(moment)
    if (jokko) await tellJokko(world, moment)
  }
}

/** Two worlds that started apart: the one behind follows, since neither goes back. */
async function meet(world: World, jokko: JokkoClock) {
  world.clock.moveTo(jokko.now)
  if (jokko.now + tolerableDifferenceMs < world.clock.now()) await tellJokko(world, world.clock.now())
}

/** Waits until neither world has anything to do now; answers Jokko's clock of that moment. */
async function settleBoth(world: World, withJokko: boolean): Promise<JokkoClock | undefined> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if (ownWorkIsDone(world)) {
      const jokko = withJokko ? await askJokko(world) : undefined
      // Jokko may have given us work while it was asked, so both must still be idle afterwards.
      if ((jokko?.idle ?? true) && ownWorkIsDone(world)) return jokko
    }
    await pause(pollMs)
  }
  throw new ClockBridgeFailure(`the worlds were still busy after ${patienceMs / second} s`)
}

function ownWorkIsDone({ agenda, deliveries, clock }: World): boolean {
  agenda.handleDue()
  deliveries.sendDue()
  return deliveries.isIdle() && (agenda.nextDue() ?? Number.POSITIVE_INFINITY) > clock.now()
}

function ownNextDue({ agenda, deliveries }: World): number {
  return Math.min(
    agenda.nextDue() ?? Number.POSITIVE_INFINITY,
    deliveries.nextDue() ?? Number.POSITIVE_INFINITY,
  )
}

async function findJokko(world: World): Promise<JokkoClock | undefined> {
  if (world.settings.jokkoUrl === '') return undefined
  try {
    return await askJokko(world)
  } catch (error) {
    if (error instanceof TypeError || error instanceof NoClockThere) return undefined
    throw error
  }
}

/** The address answers, but has no clock: a listener for webhooks in a test, or a production system. */
class NoClockThere extends ClockBridgeFailure {}

async function askJokko(world: World): Promise<JokkoClock> {
  const answer = await callJokko(world, { method: 'GET' })
  const { now, next_due, idle } = (await answer.json()) as {
    now: string
    next_due: string | null
    idle: boolean
  }
  return {
    now: Date.parse(now),
    nextDue: next_due === null ? Number.POSITIVE_INFINITY : Date.parse(next_due),
    idle,
  }
}

async function tellJokko(world: World, moment: number) {
  const answer = await callJokko(world, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_to: isoTime(moment) }),
  })
  await answer.body?.cancel()
}

async function callJokko({ settings }: World, request: RequestInit): Promise<Response> {
  const answer = await fetch(`${settings.jokkoUrl}/api/v1/internal/clock`, {
    ...request,
    headers: { ...request.headers, 'x-control-token': settings.controlToken },
    signal: AbortSignal.timeout(patienceMs),
  })
  if (answer.status === 404) throw new NoClockThere('Jokko has no clock to move')
  if (!answer.ok)
    throw new ClockBridgeFailure(`Jokko's clock answered ${answer.status}: ${await answer.text()}`)
  return answer
}
