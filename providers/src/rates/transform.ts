// One euro in Guinean francs, from two rates against the dollar, exactly: the only rounding is the last one, to
// six decimals, ties away from zero. A thousand euros can be wrong by no more than a thousandth of a franc.
import { divide } from '@jokko/core/money'
import { type Rate, rateFromText, rateToText } from '@jokko/core/rates'
import { type Json, textAt } from '../http/json.ts'
import type { RateAnswer } from '../port.ts'

const SCALE = 6
const OLDEST_MS = 24 * 3_600_000
/** Clocks of two companies differ a little. */
const AHEAD_MS = 5 * 60_000
/** Beyond this part of the last rate, a person looks first. */
const LARGEST_MOVE = { numerator: 20n, denominator: 100n }
/** Where there is no last rate to compare with: far outside what a euro has ever bought. */
const PLAUSIBLE = { least: 2_000n, most: 50_000n }

const tenTo = (exponent: number): bigint => 10n ** BigInt(exponent)

export const crossRate = (targetPerDollar: Rate, eurosPerDollar: Rate): Rate => ({
  value: divide(
    targetPerDollar.value * tenTo(eurosPerDollar.scale + SCALE),
    eurosPerDollar.value * tenTo(targetPerDollar.scale),
    'half-up',
  ),
  scale: SCALE,
})

export const eurGnfFrom = (
  body: Json | undefined,
  { now, last }: { readonly now: Date; readonly last?: Rate },
): RateAnswer => {
  const gnf = rateFromText(textAt(body, 'rates', 'GNF'))
  const eur = rateFromText(textAt(body, 'rates', 'EUR'))
  const asOf = timeOf(textAt(body, 'timestamp'))
  if (gnf === undefined || eur === undefined || asOf === undefined || textAt(body, 'base') !== 'USD')
    return { kind: 'refused', reason: 'unreadable', detail: 'rates, time or base are missing' }
  const ageMs = now.getTime() - asOf.getTime()
  if (ageMs > OLDEST_MS) return { kind: 'refused', reason: 'stale', detail: asOf.toISOString() }
  const rate = crossRate(gnf, eur)
  if (ageMs < -AHEAD_MS || !isPlausible(rate, last))
    return { kind: 'refused', reason: 'implausible', detail: `${rateToText(rate)} at ${asOf.toISOString()}` }
  return { kind: 'known', rate, asOf }
}

const timeOf = (seconds: string): Date | undefined =>
  /^\d{1,11}$/.test(seconds) ? new Date(Number(seconds) * 1_000) : undefined

const isPlausible = (rate: Rate, last: Rate | undefined): boolean => {
  if (last === undefined) {
    const one = tenTo(rate.scale)
    return rate.value >= PLAUSIBLE.least * one && rate.value <= PLAUSIBLE.most * one
  }
  const before = last.value * tenTo(rate.scale)
  const after = rate.value * tenTo(last.scale)
  const move = after > before ? after - before : before - after
  return move * LARGEST_MOVE.denominator <= before * LARGEST_MOVE.numerator
}
