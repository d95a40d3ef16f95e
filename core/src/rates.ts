// Answers for exchange rates and conversion. A rate says how many units of the target currency one euro buys;
// it is a scaled integer, so that converting never loses a digit before the one rounding that is named.
import { type Currency, decimalsOf, divide, eur, type Money, money, toStep } from './money.ts'

export type Rate = { readonly value: bigint; readonly scale: number }

/** Fixed by law for both CFA francs. */
export const eurCfa: Rate = { value: 655957n, scale: 3 }

/** Euro to euro. */
export const identityRate: Rate = { value: 1n, scale: 0 }

export type StepRounding = 'nearest' | 'down'

type Fraction = { readonly numerator: bigint; readonly denominator: bigint }

const tenTo = (exponent: number): bigint => 10n ** BigInt(exponent)

const rateText = /^(0|[1-9][0-9]{0,14})(?:\.([0-9]{1,12}))?$/

export const rateFromText = (text: string): Rate | undefined => {
  const match = rateText.exec(text)
  const whole = match?.[1]
  if (whole === undefined) return undefined
  const fraction = match?.[2] ?? ''
  const value = BigInt(whole + fraction)
  return value > 0n ? { value, scale: fraction.length } : undefined
}

/** Writes `numerator / 10^decimals` in full, without closing zeros. */
const scaledText = (scaled: bigint, decimals: number): string => {
  if (decimals === 0) return String(scaled)
  const digits = String(scaled).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  const whole = digits.slice(0, -decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

export const rateToText = (rate: Rate): string => scaledText(rate.value, rate.scale)

export const sameRate = (a: Rate, b: Rate): boolean => a.value * tenTo(b.scale) === b.value * tenTo(a.scale)

/** Euros into minor units of the target, not yet rounded. */
export const convertExact = (source: Money, rate: Rate, target: Currency): Fraction => ({
  numerator: source.minor * rate.value * tenTo(decimalsOf[target]),
  denominator: tenTo(rate.scale + decimalsOf[source.currency]),
})

/** Minor units of the target back into euro cents, not yet rounded. */
export const convertBackExact = (target: Money, rate: Rate): Fraction => ({
  numerator: target.minor * tenTo(decimalsOf.EUR + rate.scale),
  denominator: rate.value * tenTo(decimalsOf[target.currency]),
})

/** The exact value in major units of the target, written in full: `163989.25`. */
export const exactText = (source: Money, rate: Rate): string =>
  scaledText(source.minor * rate.value, rate.scale + decimalsOf[source.currency])

/** One rounding, from the exact value, to a multiple of what the route can pay. */
export const toPayable = (
  source: Money,
  rate: Rate,
  target: Currency,
  step: bigint,
  rounding: StepRounding,
): { exactText: string; payable: Money } => {
  const { numerator, denominator } = convertExact(source, rate, target)
  return {
    exactText: exactText(source, rate),
    payable: money(toStep(numerator, denominator, step, rounding), target),
  }
}

/** The euros that a payable amount costs, to the cent, half up. */
export const toPrincipal = (payable: Money, rate: Rate): Money => {
  const { numerator, denominator } = convertBackExact(payable, rate)
  return eur(divide(numerator, denominator, 'half-up'))
}
