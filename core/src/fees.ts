// Answers for what a rule charges on a principal. The rules themselves (percentages, minimums) are data that an
// operator keeps; nothing here knows a figure.
import { divide, eur, type Money, maxOf } from './money.ts'

export type FeeRule = {
  /** Hundredths of a percent: 60 is 0.6 %. */
  readonly percentBp: number
  /** Cents added whatever the amount. */
  readonly flat: bigint
  /** Cents below which the fee never falls. */
  readonly min: bigint
}

export const noFee: FeeRule = { percentBp: 0, flat: 0n, min: 0n }

const wholeShare = 10_000n

/** A share of an amount in hundredths of a percent, to the cent, half up. */
export const shareOf = (amount: Money, basisPoints: number): Money =>
  eur(divide(amount.minor * BigInt(basisPoints), wholeShare, 'half-up'))

export const feeFor = (rule: FeeRule, principal: Money): Money => {
  const charged = rule.flat + shareOf(principal, rule.percentBp).minor
  return maxOf(eur(charged), eur(rule.min))
}
