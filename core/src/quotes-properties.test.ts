// Quotes: what holds for every amount, route, fee and margin.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, money, sum } from './money.ts'
import { computeQuote, type QuoteFigures, type QuoteInput } from './quotes.ts'
import { eurCfa, identityRate, type Rate } from './rates.ts'

const gnfRate: Rate = { value: 941_235n, scale: 2 }

const quoted = (input: QuoteInput): QuoteFigures => {
  const result = computeQuote(input)
  if (!result.ok) throw new Error(`refused: ${result.code}`)
  return result
}

describe('for every amount', () => {
  const routes = fc.constantFrom(
    { targetCurrency: 'XOF', rate: eurCfa, step: 5n, rounding: 'nearest' } as const,
    { targetCurrency: 'XAF', rate: eurCfa, step: 1n, rounding: 'nearest' } as const,
    { targetCurrency: 'GNF', rate: gnfRate, step: 1000n, rounding: 'down' } as const,
    { targetCurrency: 'EUR', rate: identityRate, step: 1n, rounding: 'nearest' } as const,
  )
  const anyFee = fc.record({
    percentBp: fc.integer({ min: 0, max: 500 }),
    flat: fc.bigInt({ min: 0n, max: 300n }),
    min: fc.bigInt({ min: 0n, max: 300n }),
  })
  const anyInput = fc
    .record({
      route: routes,
      payinFee: anyFee,
      payoutFee: anyFee,
      marginBp: fc.integer({ min: 0, max: 300 }),
      fix: fc.constantFrom('source' as const, 'target' as const),
      minor: fc.bigInt({ min: 1_000n, max: 10n ** 9n }),
    })
    .map(({ route, fix, minor, ...rest }): QuoteInput => {
      const amount = money(minor, fix === 'source' ? 'EUR' : route.targetCurrency)
      return { kind: 'transfer', ...route, ...rest, fix, amount }
    })

  it('the total is the principal and its lines', () => {
    fc.assert(
      fc.property(anyInput, input => {
        const figures = quoted(input)
        const charged = sum(
          figures.lines.map(line => line.amount),
          'EUR',
        )
        expect(figures.fee).toEqual(charged)
        expect(figures.total).toEqual(add(figures.principal, charged))
        expect(figures.lines.every(line => line.amount.minor >= 0n)).toBe(true)
      }),
    )
  })

  it('what is paid is a multiple of the step', () => {
    fc.assert(
      fc.property(anyInput, input => {
        expect(quoted(input).target.minor % input.step).toBe(0n)
      }),
    )
  })

  it('a typed amount is never rewritten by its own conversion', () => {
    fc.assert(
      fc.property(anyInput, input => {
        const figures = quoted(input)
        if (input.fix === 'target' && input.amount.minor % input.step === 0n) {
          expect(figures.target).toEqual(input.amount)
        }
        if (input.fix === 'source' && input.targetCurrency !== 'GNF') {
          expect(figures.principal).toEqual(input.amount)
        }
        if (input.fix === 'source') expect(figures.principal.minor <= input.amount.minor).toBe(true)
      }),
    )
  })

  it('leaving the fields again and again changes nothing', () => {
    fc.assert(
      fc.property(anyInput, input => {
        const first = quoted(input)
        const again = { ...input, fix: 'target', amount: first.target } as const
        const second = quoted(again)
        expect(second.target).toEqual(first.target)
        expect(second.principal).toEqual(first.principal)
        expect(second.total).toEqual(first.total)
      }),
    )
  })

  it('the same input gives the same figures', () => {
    fc.assert(
      fc.property(anyInput, input => {
        expect(computeQuote(input)).toEqual(computeQuote({ ...input }))
      }),
    )
  })
})
