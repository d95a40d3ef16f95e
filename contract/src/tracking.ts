// What a person left unfinished, as the tracker is told: by name, without what was typed.
import * as z from 'zod/mini'

/** The names under which the tracker knows what browsers tell. */
export const trackedNames = ['Transfer Unfinished In 10 Mins', 'Deposit Unfinished In 10 Mins'] as const

export const TrackedEvent = z.strictObject({
  event: z.enum(trackedNames),
  /** The page was left; else nobody did anything on it for ten minutes. */
  abandoned: z.boolean(),
  /** How often this person gave up since the browser was opened. */
  attempts: z.number().check(z.int(), z.gte(0), z.lte(10_000)),
})
export type TrackedEvent = z.infer<typeof TrackedEvent>
