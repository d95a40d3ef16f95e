// Amounts: arithmetic, named rounding, splitting and the text form, by example and by property.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import cases from '../fixtures/money.json' with { type: 'json' }
import {
  add,
  allocate,
  compare,
  currencies,
  decimalsOf,
  divide,
  eur,
  fromDecimal,
  isPositive,
  isZero,
  maxOf,
  minOf,
  money,
  negate,
  subtract,
  sum,
  toDecimal,
  toStep,
  zero,
} from './money.ts'

const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
const positive = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n })
const currency = fc.constantFrom(...currencies)

describe('arithmetic', () => {
  it('adds and subtracts minor units of one currency', () => {
    expect(add(eur(25000n), eur(275n))).toEqual(eur(25275n))
    expect(subtract(eur(10000n), eur(50n))).toEqual(eur(9950n))
    expect(negate(money(5n, 'XOF'))).toEqual(money(-5n, 'XOF'))
  })

  it('refuses to mix currencies', () => {
    expect(() => add(eur(1n), money(1n, 'XOF'))).toThrow('EUR and XOF do not mix')
    expect(() => subtract(money(1n, 'XAF'), money(1n, 'XOF'))).toThrow(TypeError)
    expect(() => compare(money(1n, 'GNF'), eur(1n))).toThrow(TypeError)
    expect(() => sum([eur(1n), money(1n, 'XOF')], 'EUR')).toThrow(TypeError)
  })

  it('orders amounts', () => {
    expect(compare(eur(1n), eur(2n))).toBe(-1)
    expect(compare(eur(2n), eur(2n))).toBe(0)
    expect(compare(eur(3n), eur(2n))).toBe(1)
    expect(minOf(eur(3n), eur(2n))).toEqual(eur(2n))
    expect(maxOf(eur(3n), eur(2n))).toEqual(eur(3n))
  })

  it('knows zero and what is above it', () => {
    expect(isZero(zero('XOF'))).toBe(true)
    expect(isZero(eur(1n))).toBe(false)
    expect(isPositive(eur(1n))).toBe(true)
    expect(isPositive(eur(0n))).toBe(false)
    expect(isPositive(eur(-1n))).toBe(false)
  })

  it('sums an empty list to zero of the named currency', () => {
    expect(sum([], 'GNF')).toEqual(money(0n, 'GNF'))
  })

  it('ten rows of 0.10 make exactly 1.00', () => {
    const row = fromDecimal('0.10', 'EUR') ?? zero('EUR')
    const rows = Array.from({ length: 10 }, () => row)
    expect(toDecimal(sum(rows, 'EUR'))).toBe('1.00')
  })
})

describe('division', () => {
  it.each([
    [7n, 2n, 3n, 4n, 4n],
    [-7n, 2n, -4n, -3n, -4n],
    [7n, -2n, -4n, -3n, -4n],
    [-7n, -2n, 3n, 4n, 4n],
    [5n, 2n, 2n, 3n, 3n],
    [-5n, 2n, -3n, -2n, -3n],
    [10n, 3n, 3n, 4n, 3n],
    [11n, 3n, 3n, 4n, 4n],
    [-10n, 3n, -4n, -3n, -3n],
    [6n, 3n, 2n, 2n, 2n],
    [0n, 9n, 0n, 0n, 0n],
    [1n, 3n, 0n, 1n, 0n],
    [-1n, 3n, -1n, 0n, 0n],
  ])('%s ÷ %s: floor %s, ceil %s, half-up %s', (n, d, floor, ceil, halfUp) => {
    expect(divide(n, d, 'floor')).toBe(floor)
    expect(divide(n, d, 'ceil')).toBe(ceil)
    expect(divide(n, d, 'half-up')).toBe(halfUp)
  })

  it('refuses to divide by zero', () => {
    expect(() => divide(1n, 0n, 'floor')).toThrow(RangeError)
  })

  it('floor and ceil enclose the quotient, and half-up is one of the two', () => {
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 1n, max: 10n ** 9n }), (n, d) => {
        const floor = divide(n, d, 'floor')
        const ceil = divide(n, d, 'ceil')
        expect(floor * d <= n && n <= ceil * d).toBe(true)
        expect(ceil - floor <= 1n).toBe(true)
        expect([floor, ceil]).toContain(divide(n, d, 'half-up'))
      }),
    )
  })

  it('half-up is never more than half away, and mirrors for negative amounts', () => {
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 1n, max: 10n ** 9n }), (n, d) => {
        const rounded = divide(n, d, 'half-up')
        const away = n - rounded * d
        expect(2n * (away < 0n ? -away : away) <= d).toBe(true)
        expect(divide(-n, d, 'half-up')).toBe(-rounded)
      }),
    )
  })
})

describe('multiples of a step', () => {
  it.each([
    [163_989n, 5n, 'nearest', 163_990n],
    [163_987n, 5n, 'nearest', 163_985n],
    [5n, 10n, 'nearest', 10n],
    [4n, 10n, 'nearest', 0n],
    [1_411_852n, 1000n, 'down', 1_411_000n],
    [1_411_852n, 1000n, 'nearest', 1_412_000n],
    [999n, 1000n, 'down', 0n],
    [1000n, 1000n, 'down', 1000n],
  ] as const)('%s to steps of %s, %s: %s', (value, step, rounding, expected) => {
    expect(toStep(value, 1n, step, rounding)).toBe(expected)
  })

  it('rounds once, from the exact fraction', () => {
    // 2.4999 of a step of 5 is below the tie although 2.5 would be on it.
    expect(toStep(24_999n, 10_000n, 5n, 'nearest')).toBe(0n)
    expect(toStep(25_000n, 10_000n, 5n, 'nearest')).toBe(5n)
  })
})

describe('allocate', () => {
  it('gives what does not divide to the first parts', () => {
    expect(allocate(eur(100n), [1n, 1n, 1n]).map(part => part.minor)).toEqual([34n, 33n, 33n])
    expect(allocate(eur(5n), [0n, 1n, 1n]).map(part => part.minor)).toEqual([0n, 3n, 2n])
    expect(allocate(eur(-100n), [1n, 1n, 1n]).map(part => part.minor)).toEqual([-34n, -33n, -33n])
  })

  it('leaves a share alone that divides', () => {
    const parts = (cents: bigint) => allocate(eur(cents), [10_000n, 244n, 7_256n]).map(part => part.minor)
    expect([parts(7n), parts(-7n)]).toEqual([
      [4n, 1n, 2n],
      [-4n, -1n, -2n],
    ])
  })

  it('refuses weights that cannot share anything', () => {
    expect(() => allocate(eur(1n), [])).toThrow(RangeError)
    expect(() => allocate(eur(1n), [0n, 0n])).toThrow(RangeError)
    expect(() => allocate(eur(1n), [2n, -1n])).toThrow(RangeError)
  })

  const weights = fc
    .array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 1, maxLength: 40 })
    .filter(list => list.some(weight => weight > 0n))

  it('always adds up to the whole', () => {
    fc.assert(
      fc.property(amount, currency, weights, (minor, unit, list) => {
        const whole = money(minor, unit)
        expect(sum(allocate(whole, list), unit)).toEqual(whole)
      }),
    )
  })

  it('never strays a unit or more from the exact share, and gives nothing to weight zero', () => {
    fc.assert(
      fc.property(amount, weights, (minor, list) => {
        const total = list.reduce((a, b) => a + b, 0n)
        allocate(eur(minor), list).forEach((part, index) => {
          const weight = list[index] ?? 0n
          const away = part.minor * total - minor * weight
          expect((away < 0n ? -away : away) < total).toBe(true)
          if (weight === 0n) expect(part.minor).toBe(0n)
        })
      }),
    )
  })
})

describe('decimal text', () => {
  it.each([
    [25000n, 'EUR', '250.00'],
    [5n, 'EUR', '0.05'],
    [0n, 'EUR', '0.00'],
    [-1n, 'EUR', '-0.01'],
    [-12345n, 'EUR', '-123.45'],
    [163990n, 'XOF', '163990'],
    [0n, 'XAF', '0'],
    [-7n, 'GNF', '-7'],
  ] as const)('%s minor units of %s are written %s', (minor, unit, text) => {
    expect(toDecimal(money(minor, unit))).toBe(text)
  })

  it.each(cases.euros_to_cents)('MON-04: $text is exactly $cents cents', ({ text, cents }) => {
    expect(fromDecimal(text, 'EUR')).toEqual(eur(BigInt(cents)))
  })

  it.each(cases.api_amounts_refused)('MON-10: %j is no amount that can be paid', text => {
    const read = fromDecimal(text, 'EUR')
    expect(read === undefined || isZero(read)).toBe(true)
  })

  it.each(['+1', ' 1', '1 ', '1,5', '.5', '5.', '007', '00', '0.1.2', '1_000', '0b1', '１', '1.5\n'])(
    '%j is refused',
    text => {
      expect(fromDecimal(text, 'EUR')).toBeUndefined()
    },
  )

  it('accepts fewer decimals than the currency has, never more', () => {
    expect(fromDecimal('5', 'EUR')).toEqual(eur(500n))
    expect(fromDecimal('5.1', 'EUR')).toEqual(eur(510n))
    expect(fromDecimal('5.123', 'EUR')).toBeUndefined()
    expect(fromDecimal('5.0', 'XOF')).toBeUndefined()
  })

  it('accepts fifteen digits and refuses sixteen', () => {
    expect(fromDecimal('9999999999999.99', 'EUR')).toEqual(eur(999_999_999_999_999n))
    expect(fromDecimal('99999999999999.99', 'EUR')).toBeUndefined()
    expect(fromDecimal('999999999999999', 'XOF')).toEqual(money(999_999_999_999_999n, 'XOF'))
    expect(fromDecimal('1000000000000000', 'XOF')).toBeUndefined()
  })

  it('what is written is read back the same', () => {
    fc.assert(
      fc.property(positive, currency, (minor, unit) => {
        const whole = money(minor, unit)
        expect(fromDecimal(toDecimal(whole), unit)).toEqual(whole)
      }),
    )
  })

  it('has exactly the decimals of the currency', () => {
    fc.assert(
      fc.property(amount, currency, (minor, unit) => {
        const [, fraction = ''] = toDecimal(money(minor, unit)).split('.')
        expect(fraction).toHaveLength(decimalsOf[unit])
      }),
    )
  })

  it('reads nothing but amounts out of arbitrary text', () => {
    fc.assert(
      fc.property(fc.string(), currency, (text, unit) => {
        const read = fromDecimal(text, unit)
        if (read) expect(text).toMatch(/^[0-9]+(\.[0-9]+)?$/)
      }),
    )
  })
})
