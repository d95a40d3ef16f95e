// What goes wrong during the run: the companies' faults, each with a probability, and processes killed at random
// points of the work.
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from './random.ts'
import type { Town } from './town.ts'

type Fault = { provider: string; fault: string; rate: number; delay_seconds?: number }

const faults: readonly Fault[] = [
  { provider: 'hub2', fault: 'lost_answer', rate: 0.1 },
  { provider: 'hub2', fault: 'timeout', rate: 0.05 },
  { provider: 'hub2', fault: 'down', rate: 0.05 },
  { provider: 'hub2', fault: 'slow', rate: 0.1, delay_seconds: 1 },
  { provider: 'hub2', fault: 'duplicate_webhooks', rate: 0.3 },
  { provider: 'hub2', fault: 'late_webhooks', rate: 0.2, delay_seconds: 30 },
  { provider: 'hub2', fault: 'out_of_order', rate: 0.2, delay_seconds: 5 },
  { provider: 'hub2', fault: 'bad_signature', rate: 0.05 },
  { provider: 'monext', fault: 'lost_answer', rate: 0.1 },
  { provider: 'monext', fault: 'timeout', rate: 0.05 },
  { provider: 'monext', fault: 'down', rate: 0.05 },
  { provider: 'monext', fault: 'duplicate_webhooks', rate: 0.3 },
  { provider: 'monext', fault: 'late_webhooks', rate: 0.3, delay_seconds: 120 },
  { provider: 'truelayer', fault: 'lost_answer', rate: 0.1 },
  { provider: 'truelayer', fault: 'down', rate: 0.05 },
  { provider: 'truelayer', fault: 'duplicate_webhooks', rate: 0.3 },
  { provider: 'truelayer', fault: 'late_webhooks', rate: 0.2, delay_seconds: 60 },
  { provider: 'truelayer', fault: 'bad_signature', rate: 0.1 },
  { provider: 'bridge', fault: 'lost_answer', rate: 0.1 },
  { provider: 'bridge', fault: 'down', rate: 0.05 },
  { provider: 'bridge', fault: 'out_of_order', rate: 0.2, delay_seconds: 5 },
  { provider: 'bank', fault: 'lost_answer', rate: 0.1 },
  { provider: 'bank', fault: 'down', rate: 0.1 },
  { provider: 'bank', fault: 'duplicate_webhooks', rate: 0.3 },
  { provider: 'bank', fault: 'late_webhooks', rate: 0.3, delay_seconds: 20 },
  { provider: 'twilio', fault: 'lost_answer', rate: 0.1 },
  { provider: 'smtp', fault: 'down', rate: 0.1 },
]

export async function breakThings(town: Town, random: Random): Promise<void> {
  for (const fault of faults) await town.outside('/control/faults', { ...fault, seed: random.below(2 ** 31) })
}

export async function heal(town: Town): Promise<void> {
  await town.outside('/control/faults', { provider: 'all', fault: 'none' })
  await town.untilUp()
}

/** Kills `count` times, spread over the work: each waits until that share of it has begun, and a little longer. */
export async function killAlong(
  town: Town,
  random: Random,
  count: number,
  untilBegun: (share: number) => Promise<void>,
  tell: (text: string) => void = () => undefined,
): Promise<number> {
  const points = Array.from({ length: count }, () => random.next()).sort((a, b) => a - b)
  let kills = 0
  for (const point of points) {
    await untilBegun(point)
    await pause(random.below(300))
    const program = random.pick(town.programs)
    await program.kill()
    kills += 1
    tell(`kill ${kills} of ${count}: ${program.name} at ${Math.round(point * 100)} %`)
    if (random.chance(0.7)) await town.untilUp()
  }
  return kills
}
