// Answers for transfers that are priced on arrival: the sender's money takes days, the rate floats, and nobody can
// promise for days what a euro will bring. The sender says how much less than today's amount may arrive.
import { type Money, money, toStep } from './money.ts'

/** Hundredths of a percent that less than today's amount may arrive, as they are offered. */
export const tolerancesBp = [0, 100, 200, 300] as const
export type ToleranceBp = (typeof tolerancesBp)[number]

/** For who did not choose. */
export const usualTolerance: ToleranceBp = 100

/** Ways to pay whose money is here days after it was ordered. "Instant SEPA" counts only at our bank. */
export const takesDays = (payInMethod: string | undefined): boolean =>
  payInMethod === 'bank_transfer' || payInMethod === 'direct_debit'

const WHOLE = 10_000n

/** The least that may arrive: like all that the route pays a multiple of its step, and never below what was accepted. */
export const leastAccepted = (target: Money, tolerance: ToleranceBp, step: bigint): Money => {
  const accepted = target.minor * (WHOLE - BigInt(tolerance))
  const below = toStep(accepted, WHOLE, step, 'down')
  return money(below * WHOLE < accepted ? below + step : below, target.currency)
}
