// Guarantees of the proposed operator: it is one of the number's own country, and never of a number that cannot be.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countries, countryByDialCode } from './countries.ts'
import { guessOperator } from './operators.ts'
import { parsePhone } from './phone.ts'

const receiving = countries.filter(country => country.receiving)
/** The last digits say nothing about the operator. */
const LAST = '000001'

/** Every national number of the right length that differs in its first digits, so that each prefix is met. */
const numbersOf = (dialCode: number, length: number): string[] =>
  Array.from({ length: 10_000 }, (_, start) => String(start).padStart(4, '0')).map(
    start => `+${dialCode}${(start + LAST).slice(0, length).padEnd(length, '0')}`,
  )

const guessesIn = (iso: string): Map<string, string[]> => {
  const country = receiving.find(one => one.iso === iso)
  const numbers = numbersOf(country?.dialCode ?? 0, country?.mobileLength ?? 0)
  const guessed = numbers.flatMap(number => {
    const operator = guessOperator(number)
    return operator === undefined ? [] : [{ operator, number }]
  })
  return new Map(
    [...Map.groupBy(guessed, one => one.operator)].map(([operator, group]) => [
      operator,
      group.map(one => one.number),
    ]),
  )
}

describe.each(receiving.map(country => country.iso))('%s', iso => {
  const guesses = guessesIn(iso)

  it('has operators that are proposed', () => {
    expect(guesses.size).toBeGreaterThan(0)
  })

  it('is never proposed an operator of another country', () => {
    for (const operator of guesses.keys())
      expect(operator).toMatch(new RegExp(`^[a-z]+_${iso.toLowerCase()}$`))
  })

  it('has for each proposed operator numbers that its plan knows as mobiles', () => {
    const dialCode = countries.find(country => country.iso === iso)?.dialCode ?? 0
    for (const [operator, numbers] of guesses) {
      const known = numbers.filter(number => parsePhone(number, dialCode).ok)
      expect({ operator, isKnown: known.length > 0 }).toEqual({ operator, isKnown: true })
    }
  })
})

describe('a guess', () => {
  it('does not depend on the digits after the prefix', () => {
    const digits = fc.stringMatching(/^\d{4}$/)
    fc.assert(
      fc.property(fc.constantFrom(...receiving), digits, digits, digits, (country, start, one, other) => {
        const number = (end: string) => `+${country.dialCode}${start}${end}`
        expect(guessOperator(number(one))).toBe(guessOperator(number(other)))
      }),
    )
  })

  it('is never made outside the countries that are paid', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.stringMatching(/^\d{9}$/), (dialCode, national) => {
        const number = `+${dialCode}${national}`
        const isPaid = receiving.some(country => number.startsWith(`+${country.dialCode}`))
        if (!isPaid) expect(guessOperator(number)).toBeUndefined()
        if (guessOperator(number) !== undefined) expect(isPaid).toBe(true)
      }),
    )
  })

  it('is made of stored numbers only', () => {
    for (const typed of ['', '+', '0701020304', '225 07 01 02 03 04', '2250701020304'])
      expect(guessOperator(typed)).toBeUndefined()
  })

  it('never names Wave, whose customers keep the numbers of other operators', () => {
    for (const { iso } of receiving)
      for (const operator of guessesIn(iso).keys()) expect(operator).not.toContain('wave')
  })

  it('belongs to a country that is known by its dial code', () => {
    for (const { dialCode, iso } of receiving) expect(countryByDialCode(dialCode)?.iso).toBe(iso)
  })
})
