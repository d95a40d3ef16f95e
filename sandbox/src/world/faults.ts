// What goes wrong on purpose: per company, for a while or until cleared, always or with a seeded probability.
import type { WorldClock } from './clock.ts'

export const companies = [
  'hub2',
  'bank',
  'twilio',
  'smtp',
  'rates',
  'monext',
  'partner',
  'truelayer',
  'bridge',
  'tracker',
  'restricted-list',
] as const
export type Company = (typeof companies)[number]

export const faultKinds = [
  'down',
  'slow',
  'timeout',
  'lost_answer',
  'duplicate_webhooks',
  'late_webhooks',
  'out_of_order',
  'bad_signature',
] as const
export type FaultKind = (typeof faultKinds)[number]

export type Fault = {
  readonly provider: Company
  readonly fault: FaultKind
  /** On the world's clock; undefined until it is cleared. */
  readonly until: number | undefined
  /** Probability for each request or message, 0 to 1. */
  readonly rate: number
  readonly seed: number
  /** How long slow answers (real time) and late messages (world's time) are held back. */
  readonly delaySeconds: number
}

export type Faults = {
  set(fault: Fault): void
  clear(provider?: Company): void
  list(): Fault[]
  /** The fault, when it strikes this time. Each call is one draw. */
  strikes(provider: Company, kind: FaultKind): Fault | undefined
  /** A number from 0 to 1 of the fault's own seeded sequence. */
  draw(fault: Fault): number
}

export function openFaults(clock: WorldClock): Faults {
  const active = new Map<string, { fault: Fault; draws: number }>()
  const key = (provider: Company, kind: FaultKind) => `${provider} ${kind}`
  const current = (provider: Company, kind: FaultKind) => {
    const entry = active.get(key(provider, kind))
    if (entry?.fault.until === undefined || entry.fault.until > clock.now()) return entry
    active.delete(key(provider, kind))
    return undefined
  }
  const draw = (fault: Fault) => {
    const entry = active.get(key(fault.provider, fault.fault))
    if (!entry) return 0
    entry.draws += 1
    return pseudoRandom(entry.fault.seed, entry.draws)
  }
  return {
    set: fault => active.set(key(fault.provider, fault.fault), { fault, draws: 0 }),
    clear: provider => {
      for (const [name, { fault }] of active)
        if (provider === undefined || fault.provider === provider) active.delete(name)
    },
    list: () =>
      [...active.values()].flatMap(({ fault }) => current(fault.provider, fault.fault)?.fault ?? []),
    strikes: (provider, kind) => {
      const fault = current(provider, kind)?.fault
      if (!fault) return undefined
      return fault.rate >= 1 || draw(fault) < fault.rate ? fault : undefined
    },
    draw,
  }
}

/** The n-th number of a seeded sequence (Mulberry32's mixing step over a counter). */
export function pseudoRandom(seed: number, position: number): number {
  let mixed = (seed + Math.imul(position, 0x6d2b79f5)) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}
