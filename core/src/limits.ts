// Answers for bounds. An amount outside a range is refused; an amount that a route cannot pay is refused with
// ways out that a person can take with one press. Nothing is ever moved into bounds silently.
import { allocate, compare, divide, type Money, money } from './money.ts'

export type Range = { readonly min?: Money; readonly max?: Money }

/** What a route can pay, in the payout currency; payable amounts are multiples of `step` minor units. */
export type RouteLimits = { readonly floor?: Money; readonly ceiling?: Money; readonly step: bigint }

export type Proposal =
  | { readonly kind: 'raise'; readonly amount: Money }
  | { readonly kind: 'lower'; readonly amount: Money }
  | { readonly kind: 'split'; readonly parts: readonly Money[] }
  | { readonly kind: 'other_route' }

export type RangeVerdict =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly code: 'Amount below minimum range' | 'Amount above maximum range'
      readonly range: Range
    }

export type RouteVerdict =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly code: 'route_floor' | 'route_ceiling'
      readonly proposals: readonly Proposal[]
    }

const ok = { ok: true } as const

export const checkRange = (amount: Money, range: Range): RangeVerdict => {
  if (range.min && compare(amount, range.min) < 0) {
    return { ok: false, code: 'Amount below minimum range', range }
  }
  if (range.max && compare(amount, range.max) > 0) {
    return { ok: false, code: 'Amount above maximum range', range }
  }
  return ok
}

/** The range in which all of the given ones hold. */
export const narrowest = (ranges: readonly Range[]): Range =>
  ranges.reduce<Range>((kept, range) => {
    const min = kept.min && range.min && compare(kept.min, range.min) > 0 ? kept.min : (range.min ?? kept.min)
    const max = kept.max && range.max && compare(kept.max, range.max) < 0 ? kept.max : (range.max ?? kept.max)
    return { ...(min && { min }), ...(max && { max }) }
  }, {})

/** The smallest and largest amounts that the route can really pay: its bounds, brought inside to its step. */
export const payableBounds = ({
  floor,
  ceiling,
  step,
}: RouteLimits): { lowest: bigint; highest?: bigint } => {
  const lowest = divide(floor?.minor ?? 0n, step, 'ceil') * step
  return {
    lowest: lowest > 0n ? lowest : step,
    ...(ceiling && { highest: divide(ceiling.minor, step, 'floor') * step }),
  }
}

/** Parts as equal as the step allows, none above `highest`; nothing when a part would fall below `lowest`. */
const splitInParts = (payable: Money, step: bigint, lowest: bigint, highest: bigint): Proposal[] => {
  if (highest < step) return []
  const equalShares: bigint[] = []
  for (let share = divide(payable.minor, highest, 'ceil'); share > 0n; share -= 1n) equalShares.push(1n)
  const steps = allocate(money(payable.minor / step, payable.currency), equalShares)
  const parts = steps.map(part => money(part.minor * step, payable.currency))
  return parts.every(part => part.minor >= lowest && part.minor <= highest) ? [{ kind: 'split', parts }] : []
}

/** More parts than this is no help to anyone. */
const mostParts = 20n

/** `payable` is already a multiple of the step. */
export const checkRoute = (payable: Money, limits: RouteLimits): RouteVerdict => {
  const { lowest, highest } = payableBounds(limits)
  if (payable.minor < lowest) {
    return {
      ok: false,
      code: 'route_floor',
      proposals: [{ kind: 'raise', amount: money(lowest, payable.currency) }, { kind: 'other_route' }],
    }
  }
  if (highest === undefined || payable.minor <= highest) return ok
  const lower: Proposal[] =
    highest >= lowest ? [{ kind: 'lower', amount: money(highest, payable.currency) }] : []
  const split =
    payable.minor <= highest * mostParts ? splitInParts(payable, limits.step, lowest, highest) : []
  return { ok: false, code: 'route_ceiling', proposals: [...lower, ...split, { kind: 'other_route' }] }
}
