// The world's clock: real time plus an offset that only grows, kept over restarts.
import type { Store } from './store.ts'

export type WorldClock = {
  now(): number
  /** Moves forward to that moment; an earlier moment changes nothing. */
  moveTo(moment: number): void
}

export function openClock(store: Store): WorldClock {
  const kept = store.get<{ value: string }>(`select value from memory where key = 'clock_offset'`)
  let offset = kept ? Number(kept.value) : 0
  const now = () => Date.now() + offset
  return {
    now,
    moveTo: moment => {
      const behind = moment - now()
      if (behind <= 0) return
      offset += behind
      store.run(
        `insert into memory (key, value) values ('clock_offset', ?)
         on conflict (key) do update set value = excluded.value`,
        String(offset),
      )
    },
  }
}

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export const isoTime = (moment: number) => new Date(moment).toISOString()
