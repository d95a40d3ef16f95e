// The parts that every simulated company stands on, built once and handed to each.
import type { Settings } from '../settings.ts'
import { type Agenda, openAgenda } from './agenda.ts'
import { openClock, type WorldClock } from './clock.ts'
import { type Deliveries, openDeliveries } from './deliveries.ts'
import { type Faults, openFaults } from './faults.ts'
import { openStore, type Store } from './store.ts'

export type World = {
  readonly settings: Settings
  readonly store: Store
  readonly clock: WorldClock
  readonly agenda: Agenda
  readonly faults: Faults
  readonly deliveries: Deliveries
  /** Each company says how it begins; run at the start and again after a reset. */
  readonly beginnings: (() => void)[]
}

export function openWorld(settings: Settings, report: (error: unknown) => void): World {
  const store = openStore(settings.dataDir)
  const clock = openClock(store)
  const faults = openFaults(clock)
  return {
    settings,
    store,
    clock,
    faults,
    agenda: openAgenda(store, clock, report),
    deliveries: openDeliveries(store, clock, faults),
    beginnings: [],
  }
}
