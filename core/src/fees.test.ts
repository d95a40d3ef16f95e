// Fees: every kind of rule, its minimum, its rounding.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FeeRule, feeFor, noFee, shareOf } from './fees.ts'
import { eur, toDecimal } from './money.ts'

const rule = (percentBp: number, flat = 0n, min = 0n): FeeRule => ({ percentBp, flat, min })

describe('a rule charges', () => {
  it.each([
    ['bank transfer, 0.5 % at least 0.50', rule(50, 0n, 50n), 25_000n, '1.25'],
    ['bank transfer, under its minimum', rule(50, 0n, 50n), 9_999n, '0.50'],
    ['balance, 0.6 % at least 0.50', rule(60, 0n, 50n), 25_000n, '1.50'],
    ['balance, under its minimum', rule(60, 0n, 50n), 1_000n, '0.50'],
    ['direct debit, 0.8 % at least 0.80', rule(80, 0n, 80n), 25_000n, '2.00'],
    ['instant bank transfer, 0.9 % at least 0.90', rule(90, 0n, 90n), 25_000n, '2.25'],
    ['card, 1.9 % at least 1.50', rule(190, 0n, 150n), 25_000n, '4.75'],
    ['mobile money, 2.5 % at least 1.00', rule(250, 0n, 100n), 25_000n, '6.25'],
    ['payout to mobile money, 0.5 %', rule(50), 25_000n, '1.25'],
    ['payout to a bank, 1.50', rule(0, 150n), 25_000n, '1.50'],
    ['payout by delivery, 2.50 + 0.5 %', rule(50, 250n), 25_000n, '3.75'],
    ['nothing', noFee, 25_000n, '0.00'],
  ])('%s', (_name, charged, principal, fee) => {
    expect(toDecimal(feeFor(charged, eur(principal)))).toBe(fee)
  })

  it('half a cent up', () => {
    expect(feeFor(rule(50), eur(100n))).toEqual(eur(1n))
    expect(feeFor(rule(50), eur(99n))).toEqual(eur(0n))
    expect(feeFor(rule(50), eur(300n))).toEqual(eur(2n))
  })

  it('the minimum of the whole fee, the flat part included', () => {
    expect(feeFor(rule(50, 30n, 100n), eur(10_000n))).toEqual(eur(100n))
    expect(feeFor(rule(50, 30n, 100n), eur(20_000n))).toEqual(eur(130n))
  })
})

describe('a share', () => {
  it('a margin of 1.5 % of 149.91 is 2.25', () => {
    expect(shareOf(eur(14_991n), 150)).toEqual(eur(225n))
  })

  it('of everything is everything', () => {
    expect(shareOf(eur(12_345n), 10_000)).toEqual(eur(12_345n))
  })
})

describe('whatever the rule', () => {
  const rules = fc.record({
    percentBp: fc.integer({ min: 0, max: 1_000 }),
    flat: fc.bigInt({ min: 0n, max: 1_000n }),
    min: fc.bigInt({ min: 0n, max: 1_000n }),
  })
  const principal = fc.bigInt({ min: 0n, max: 10n ** 10n })

  it('the fee never falls when the principal rises', () => {
    fc.assert(
      fc.property(rules, principal, principal, (charged, a, b) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        expect(feeFor(charged, eur(less)).minor <= feeFor(charged, eur(more)).minor).toBe(true)
      }),
    )
  })

  it('the fee is at least the minimum and the flat part', () => {
    fc.assert(
      fc.property(rules, principal, (charged, cents) => {
        const { minor } = feeFor(charged, eur(cents))
        expect(minor >= charged.min && minor >= charged.flat).toBe(true)
      }),
    )
  })
})
