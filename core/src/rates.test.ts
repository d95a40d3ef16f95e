// Rates and conversion: the figures that users of other systems reported wrong, and the bounds that always hold.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import cases from '../fixtures/money.json' with { type: 'json' }
import { eur, fromDecimal, money, toDecimal, zero } from './money.ts'
import {
  convertBackExact,
  convertExact,
  eurCfa,
  exactText,
  identityRate,
  type Rate,
  rateFromText,
  rateToText,
  sameRate,
  toPayable,
  toPrincipal,
} from './rates.ts'

const euros = (text: string) => fromDecimal(text, 'EUR') ?? zero('EUR')
const gnf: Rate = { value: 941_235n, scale: 2 }
const anyRate = fc.record({
  value: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  scale: fc.integer({ min: 0, max: 6 }),
})
const cents = fc.bigInt({ min: 1n, max: 5_000_000_00n })

describe('the text of a rate', () => {
  it.each([
    ['655.957', 655_957n, 3],
    ['9412.35', 941_235n, 2],
    ['1', 1n, 0],
    ['0.0015', 15n, 4],
    ['655.9570', 6_559_570n, 4],
  ])('%s', (text, value, scale) => {
    expect(rateFromText(text)).toEqual({ value, scale })
  })

  it.each([
    '',
    '0',
    '0.000',
    '-1',
    '1e3',
    '655,957',
    '.5',
    '5.',
    'NaN',
    '1.1234567890123',
    '1234567890123456',
  ])('%j is no rate', text => {
    expect(rateFromText(text)).toBeUndefined()
  })

  it('is written without closing zeros', () => {
    expect(rateToText(eurCfa)).toBe('655.957')
    expect(rateToText({ value: 6_559_570n, scale: 4 })).toBe('655.957')
    expect(rateToText({ value: 15n, scale: 4 })).toBe('0.0015')
    expect(rateToText(identityRate)).toBe('1')
  })

  it('survives being written and read', () => {
    fc.assert(
      fc.property(anyRate, rate => {
        const read = rateFromText(rateToText(rate))
        expect(read && sameRate(read, rate)).toBe(true)
      }),
    )
  })

  it('tells equal rates from different ones', () => {
    expect(sameRate(eurCfa, { value: 65_595_700n, scale: 5 })).toBe(true)
    expect(sameRate(eurCfa, { value: 6_656n, scale: 1 })).toBe(false)
  })
})

describe('euros into CFA', () => {
  it('uses the legal parity', () => {
    expect(rateToText(eurCfa)).toBe(cases.rate)
  })

  it.each(cases.euro_to_xof)('MON-01: $eur EUR are exactly $exact, $xof_whole in whole francs', row => {
    const { exactText: exact, payable } = toPayable(euros(row.eur), eurCfa, 'XOF', 1n, 'nearest')
    expect(exact).toBe(row.exact)
    expect(payable).toEqual(money(BigInt(row.xof_whole), 'XOF'))
  })

  it('250.00 EUR are paid as 163,990 in steps of 5', () => {
    const { exactText: exact, payable } = toPayable(eur(25_000n), eurCfa, 'XOF', 5n, 'nearest')
    expect(exact).toBe('163989.25')
    expect(payable).toEqual(money(163_990n, 'XOF'))
  })

  it('treats the Central African franc the same', () => {
    expect(toPayable(eur(25_000n), eurCfa, 'XAF', 5n, 'nearest').payable).toEqual(money(163_990n, 'XAF'))
  })

  it.each(cases.typed_xof)('MON-02: $xof francs cost $eur_nearest EUR', row => {
    expect(toDecimal(toPrincipal(money(BigInt(row.xof), 'XOF'), eurCfa))).toBe(row.eur_nearest)
  })

  it.each(cases.typed_xof)('$eur_nearest EUR converted back are $eur_nearest_back_to_xof', row => {
    expect(exactText(euros(row.eur_nearest), eurCfa)).toBe(row.eur_nearest_back_to_xof)
  })

  it('MON-03: another rate gives another amount: the gap is what the case says', () => {
    const wrong = rateFromText('665.6') ?? eurCfa
    const { eur: typed } = cases.wrong_rate_effect
    expect(exactText(euros(typed), eurCfa)).toBe('65595.7')
    expect(exactText(euros(typed), wrong)).toBe('66560')
  })

  it('MON-03: never goes through a rounded inverse', () => {
    const { xof } = cases.inverse_rate_trap
    expect(toDecimal(toPrincipal(money(BigInt(xof), 'XOF'), eurCfa))).toBe('15.24')
  })

  it.each([1n, 5n])('in steps of %s, the euros typed always come back', step => {
    fc.assert(
      fc.property(cents, typed => {
        const { payable } = toPayable(eur(typed), eurCfa, 'XOF', step, 'nearest')
        expect(toPrincipal(payable, eurCfa)).toEqual(eur(typed))
      }),
    )
  })
})

describe('euros into Guinean francs', () => {
  it('150.00 EUR are 1,411,852.5, paid as 1,411,000 for 149.91', () => {
    const { exactText: exact, payable } = toPayable(eur(15_000n), gnf, 'GNF', 1000n, 'down')
    expect(exact).toBe('1411852.5')
    expect(payable).toEqual(money(1_411_000n, 'GNF'))
    expect(toPrincipal(payable, gnf)).toEqual(eur(14_991n))
  })

  it('rounding down never charges more than was typed', () => {
    fc.assert(
      fc.property(cents, typed => {
        const { payable } = toPayable(eur(typed), gnf, 'GNF', 1000n, 'down')
        expect(toPrincipal(payable, gnf).minor <= typed).toBe(true)
      }),
    )
  })
})

describe('any rate', () => {
  it('leaves less than half a cent in the position', () => {
    fc.assert(
      fc.property(anyRate, fc.bigInt({ min: 0n, max: 10n ** 12n }), (rate, minor) => {
        const payable = money(minor, 'GNF')
        const exact = convertBackExact(payable, rate)
        const left = toPrincipal(payable, rate).minor * exact.denominator - exact.numerator
        expect(2n * (left < 0n ? -left : left) <= exact.denominator).toBe(true)
      }),
    )
  })

  it('pays a multiple of the step, within one step of the exact value', () => {
    const step = fc.constantFrom(1n, 5n, 10n, 25n, 500n, 1000n)
    const rounding = fc.constantFrom('nearest' as const, 'down' as const)
    fc.assert(
      fc.property(anyRate, cents, step, rounding, (rate, typed, multiple, way) => {
        const { payable } = toPayable(eur(typed), rate, 'XOF', multiple, way)
        const exact = convertExact(eur(typed), rate, 'XOF')
        const away = exact.numerator - payable.minor * exact.denominator
        expect(payable.minor % multiple).toBe(0n)
        expect((away < 0n ? -away : away) < exact.denominator * multiple).toBe(true)
        if (way === 'down') expect(away >= 0n).toBe(true)
        else expect(2n * (away < 0n ? -away : away) <= exact.denominator * multiple).toBe(true)
      }),
    )
  })

  it('euro to euro changes nothing', () => {
    fc.assert(
      fc.property(cents, typed => {
        const { payable, exactText: exact } = toPayable(eur(typed), identityRate, 'EUR', 1n, 'nearest')
        expect(payable).toEqual(eur(typed))
        expect(toPrincipal(payable, identityRate)).toEqual(eur(typed))
        expect(fromDecimal(exact, 'EUR')).toEqual(eur(typed))
      }),
    )
  })
})
