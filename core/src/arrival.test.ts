// What may arrive at least, and what a transfer priced on arrival brings: for every amount, rate, fee and tolerance.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastAccepted, takesDays, tolerancesBp } from './arrival.ts'
import { add, compare, eur, money, subtract } from './money.ts'
import { computeQuote, largestAffordable, type QuoteFigures, type QuoteInput } from './quotes.ts'
import type { Rate } from './rates.ts'

describe('the least that may arrive', () => {
  it.each([
    [1_411_000n, 0, 1_000n, 1_411_000n],
    [1_411_000n, 100, 1_000n, 1_397_000n],
    [1_411_000n, 200, 1_000n, 1_383_000n],
    [1_411_000n, 300, 1_000n, 1_369_000n],
    [1_000_000n, 100, 1_000n, 990_000n],
    [1_411_111n, 100, 1n, 1_397_000n],
    [1_000n, 300, 1_000n, 1_000n],
  ] as const)('of %s with %s hundredths of a percent, in steps of %s: %s', (target, bp, step, least) => {
    expect(leastAccepted(money(target, 'GNF'), bp, step)).toEqual(money(least, 'GNF'))
  })

  it('is what the route can pay, within the tolerance, and the nearest such amount', () => {
    const steps = fc.constantFrom(1n, 5n, 1_000n)
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 9n })
    fc.assert(
      fc.property(amounts, steps, fc.constantFrom(...tolerancesBp), (times, step, bp) => {
        const target = money(times * step, 'GNF')
        const least = leastAccepted(target, bp, step)
        expect(least.minor % step).toBe(0n)
        expect(least.minor <= target.minor).toBe(true)
        const isAccepted = (minor: bigint) => minor * 10_000n >= target.minor * BigInt(10_000 - bp)
        expect([isAccepted(least.minor), isAccepted(least.minor - step)]).toEqual([true, false])
      }),
    )
  })
})

it('a bank transfer and a direct debit take days', () => {
  const methods = [
    'bank_transfer',
    'direct_debit',
    'balance',
    'card',
    'instant_bank_transfer',
    'mobile_money',
  ]
  expect(methods.filter(takesDays)).toEqual(['bank_transfer', 'direct_debit'])
})

describe('priced again for the same euros', () => {
  const fee = fc.record({
    percentBp: fc.integer({ min: 0, max: 500 }),
    flat: fc.bigInt({ min: 0n, max: 300n }),
    min: fc.bigInt({ min: 0n, max: 300n }),
  })
  const rates = fc.bigInt({ min: 500_000n, max: 1_500_000n }).map((value): Rate => ({ value, scale: 2 }))
  const orders = fc
    .record({
      rate: rates,
      payinFee: fee,
      payoutFee: fee,
      marginBp: fc.integer({ min: 0, max: 300 }),
      step: fc.constantFrom(1n, 1_000n),
      minor: fc.bigInt({ min: 1_000n, max: 10n ** 8n }),
    })
    .map(
      ({ minor, ...rest }): QuoteInput => ({
        kind: 'transfer',
        targetCurrency: 'GNF',
        rounding: 'down',
        fix: 'source',
        amount: eur(minor),
        ...rest,
      }),
    )

  const quoted = (input: QuoteInput): QuoteFigures => {
    const figures = computeQuote(input)
    if (!figures.ok) throw new Error(`refused: ${figures.code}`)
    return figures
  }
  const pricedAgain = (input: QuoteInput, total: QuoteFigures['total'], rate: Rate): QuoteFigures => {
    const found = largestAffordable({ ...input, rate }, total)
    if (!('quote' in found)) throw new Error(`refused: ${found.code}`)
    return found.quote
  }

  it('it brings the same at the same rate, whatever the fees', () => {
    fc.assert(
      fc.property(orders, input => {
        const ordered = quoted(input)
        const again = pricedAgain(input, ordered.total, input.rate)
        expect([again.target, again.total]).toEqual([ordered.target, ordered.total])
      }),
    )
  })

  it('it never costs more than was paid, and what it leaves is what no further step of the route could use', () => {
    fc.assert(
      fc.property(orders, rates, (input, rate) => {
        const { total } = quoted(input)
        const again = pricedAgain(input, total, rate)
        expect(compare(again.total, total) <= 0).toBe(true)
        const left = subtract(total, again.total)
        const oneMore = quoted({
          ...input,
          rate,
          fix: 'target',
          amount: add(again.target, money(input.step, 'GNF')),
        })
        expect(compare(oneMore.total, total) > 0 || left.minor === 0n).toBe(true)
      }),
    )
  })

  it('a better rate never brings less, a worse one never more', () => {
    fc.assert(
      fc.property(orders, rates, (input, rate) => {
        const ordered = quoted(input)
        const again = pricedAgain(input, ordered.total, rate)
        const moved = rate.value - input.rate.value
        if (moved >= 0n) expect(again.target.minor >= ordered.target.minor).toBe(true)
        if (moved <= 0n) expect(again.target.minor <= ordered.target.minor).toBe(true)
      }),
    )
  })
})
