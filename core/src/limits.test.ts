// Bounds: what is refused, and whether every way out that is proposed really is one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRange, checkRoute, narrowest, payableBounds, type RouteLimits } from './limits.ts'
import { eur, money, sum } from './money.ts'

const xof = (minor: bigint) => money(minor, 'XOF')
const gnf = (minor: bigint) => money(minor, 'GNF')

describe('a range', () => {
  const range = { min: eur(500n), max: eur(5_000_000n) }

  it.each([
    [499n, 'Amount below minimum range'],
    [500n, 'ok'],
    [5_000_000n, 'ok'],
    [5_000_001n, 'Amount above maximum range'],
  ])('from 5.00 to 50,000.00, for %s cents: %s', (cents, expected) => {
    const verdict = checkRange(eur(cents), range)
    expect(verdict.ok ? 'ok' : verdict.code).toBe(expected)
    if (!verdict.ok) expect(verdict.range).toEqual(range)
  })

  it('may be open on either side', () => {
    expect(checkRange(eur(1n), {}).ok).toBe(true)
    expect(checkRange(eur(1n), { max: eur(1n) }).ok).toBe(true)
    expect(checkRange(eur(1n), { min: eur(1n) }).ok).toBe(true)
  })

  it('narrows to what all allow', () => {
    expect(narrowest([])).toEqual({})
    expect(narrowest([{ min: eur(500n) }, { max: eur(900n) }])).toEqual({ min: eur(500n), max: eur(900n) })
    expect(narrowest([range, { min: eur(1n), max: eur(100_000n) }])).toEqual({
      min: eur(500n),
      max: eur(100_000n),
    })
    expect(narrowest([{ min: eur(1n), max: eur(9n) }, range, {}])).toEqual({ min: eur(500n), max: eur(9n) })
  })
})

describe('what a route can really pay', () => {
  it.each<[string, RouteLimits, { lowest: bigint; highest?: bigint }]>([
    ['without bounds, one step', { step: 5n }, { lowest: 5n }],
    ['a floor on the step', { step: 5n, floor: xof(500n) }, { lowest: 500n }],
    ['a floor between steps, up', { step: 1000n, floor: gnf(2_500n) }, { lowest: 3_000n }],
    [
      'a ceiling between steps, down',
      { step: 1000n, ceiling: gnf(2_500n) },
      { lowest: 1_000n, highest: 2_000n },
    ],
    ['a floor of zero', { step: 5n, floor: xof(0n) }, { lowest: 5n }],
  ])('%s', (_name, limits, expected) => {
    expect(payableBounds(limits)).toEqual(expected)
  })
})

describe('a route', () => {
  const limits: RouteLimits = { floor: xof(500n), ceiling: xof(2_000_000n), step: 5n }

  it('pays what lies between its bounds, the bounds included', () => {
    for (const minor of [500n, 163_990n, 2_000_000n])
      expect(checkRoute(xof(minor), limits)).toEqual({ ok: true })
  })

  it('refuses what is under its floor, and proposes the floor or another route', () => {
    expect(checkRoute(xof(495n), limits)).toEqual({
      ok: false,
      code: 'route_floor',
      proposals: [{ kind: 'raise', amount: xof(500n) }, { kind: 'other_route' }],
    })
  })

  it('refuses nothing at all as under the floor, even when none is set', () => {
    expect(checkRoute(gnf(0n), { step: 1000n })).toEqual({
      ok: false,
      code: 'route_floor',
      proposals: [{ kind: 'raise', amount: gnf(1000n) }, { kind: 'other_route' }],
    })
  })

  it('refuses what is over its ceiling, and proposes less, parts, or another route', () => {
    expect(checkRoute(xof(5_000_000n), limits)).toEqual({
      ok: false,
      code: 'route_ceiling',
      proposals: [
        { kind: 'lower', amount: xof(2_000_000n) },
        { kind: 'split', parts: [xof(1_666_670n), xof(1_666_665n), xof(1_666_665n)] },
        { kind: 'other_route' },
      ],
    })
  })

  it('proposes no split into parts that it could not pay either', () => {
    const narrow: RouteLimits = { floor: xof(1_500n), ceiling: xof(2_000n), step: 5n }
    const verdict = checkRoute(xof(2_500n), narrow)
    expect(verdict.ok ? [] : verdict.proposals.map(proposal => proposal.kind)).toEqual([
      'lower',
      'other_route',
    ])
  })

  it('proposes no split into more than twenty parts', () => {
    const verdict = checkRoute(xof(40_000_005n), limits)
    expect(verdict.ok ? [] : verdict.proposals.map(proposal => proposal.kind)).toEqual([
      'lower',
      'other_route',
    ])
  })

  it('with a ceiling under its step offers only another route', () => {
    const verdict = checkRoute(gnf(5_000n), { ceiling: gnf(999n), step: 1000n })
    expect(verdict).toEqual({ ok: false, code: 'route_ceiling', proposals: [{ kind: 'other_route' }] })
  })

  it('whatever it proposes can be paid, and parts add up', () => {
    const step = fc.constantFrom(1n, 5n, 25n, 1000n)
    const bound = fc.bigInt({ min: 0n, max: 5_000_000n })
    fc.assert(
      fc.property(step, bound, bound, fc.bigInt({ min: 0n, max: 100_000n }), (one, a, b, steps) => {
        const [floor, ceiling] = a < b ? [a, b] : [b, a]
        const route: RouteLimits = { floor: xof(floor), ceiling: xof(ceiling), step: one }
        const payable = xof(steps * one)
        const verdict = checkRoute(payable, route)
        for (const proposal of verdict.ok ? [] : verdict.proposals) {
          if (proposal.kind === 'lower') expect(checkRoute(proposal.amount, route).ok).toBe(true)
          if (proposal.kind === 'raise' && proposal.amount.minor <= ceiling) {
            expect(checkRoute(proposal.amount, route).ok).toBe(true)
          }
          if (proposal.kind !== 'split') continue
          expect(sum(proposal.parts, 'XOF')).toEqual(payable)
          for (const part of proposal.parts) expect(checkRoute(part, route).ok).toBe(true)
        }
      }),
    )
  })
})
