// What people type and paste into an amount field.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import fixture from '../fixtures/ui_amounts.json' with { type: 'json' }
import { parseAmountInput } from './amount-input.ts'
import { type Currency, eur, money, toDecimal } from './money.ts'

const read = (text: string, currency: Currency = 'EUR'): string => {
  const result = parseAmountInput(text, currency)
  return result.ok ? toDecimal(result.money) : result.reason
}

describe.each(fixture.cases)('UI-01, UI-03: $typed ($language) $note', ({ typed, accept, value }) => {
  it(accept ? `is ${value}` : 'is refused', () => {
    const result = parseAmountInput(typed, 'EUR')
    expect(result.ok).toBe(accept)
    if (result.ok) expect(toDecimal(result.money)).toBe(value)
  })
})

describe('euros', () => {
  it.each([
    ['250', '250.00'],
    [' 250 ', '250.00'],
    ['250,', '250.00'],
    ['250.', '250.00'],
    [',5', '0.50'],
    ['0,05', '0.05'],
    ['007', '7.00'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1 234.5', '1234.50'],
    ['12 345 678,90', '12345678.90'],
    ['1\u202f234\u202f567,89', '1234567.89'],
    ['1\u00a0234,5', '1234.50'],
    ['1\u2009234', '1234.00'],
    ['1,234,567', '1234567.00'],
    ['1.234.567', '1234567.00'],
    ['1,234,567.8', '1234567.80'],
    ['0', '0.00'],
  ])('%j is %s', (typed, value) => {
    expect(read(typed)).toBe(value)
  })

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['\u202f', 'empty'],
    ['abc', 'not_a_number'],
    ['12 34', 'not_a_number'],
    ['1 2345', 'not_a_number'],
    ['1234 567', 'not_a_number'],
    ['1,23,456', 'not_a_number'],
    ['1.2.3', 'not_a_number'],
    ['1,234,56', 'not_a_number'],
    ['.', 'not_a_number'],
    [',', 'not_a_number'],
    ['1,234.567,8', 'not_a_number'],
    ['1.234.567,8,9', 'not_a_number'],
    ['0x10', 'not_a_number'],
    ['10€', 'not_a_number'],
    ['١٠٠', 'not_a_number'],
    ['１００', 'not_a_number'],
    ['1e3', 'not_a_number'],
    ['−5', 'not_a_number'],
    ['NaN', 'not_a_number'],
    ['Infinity', 'not_a_number'],
    ['12,345', 'ambiguous'],
    ['12.345', 'ambiguous'],
    ['999,999', 'ambiguous'],
    ['0,345', 'too_many_decimals'],
    ['1234,567', 'too_many_decimals'],
    ['12,3456', 'too_many_decimals'],
    ['1,234.567', 'too_many_decimals'],
    ['1 234,567', 'too_many_decimals'],
    ['99999999999999', 'too_large'],
    ['100000000000000000000', 'too_large'],
  ])('%j is refused: %s', (typed, reason) => {
    expect(read(typed)).toBe(reason)
  })
})

describe('francs have no decimals, so a group of three is thousands', () => {
  it.each([
    ['10,000', '10000'],
    ['10.000', '10000'],
    ['10 000', '10000'],
    ['10\u202f000', '10000'],
    ['10000', '10000'],
    ['1,000,000', '1000000'],
    ['1.000.000', '1000000'],
    ['163 990', '163990'],
  ])('%j is %s', (typed, value) => {
    expect(read(typed, 'XOF')).toBe(value)
    expect(read(typed, 'GNF')).toBe(value)
  })

  it.each([
    ['10,5', 'too_many_decimals'],
    ['10,00', 'too_many_decimals'],
    ['0,500', 'too_many_decimals'],
    ['1000,000', 'too_many_decimals'],
    ['10,0000', 'too_many_decimals'],
    ['1000000000000000', 'too_large'],
  ])('%j is refused: %s', (typed, reason) => {
    expect(read(typed, 'XOF')).toBe(reason)
  })
})

describe('always', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 13n - 1n })
  const written = (locale: string, minor: bigint): string =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(toDecimal(eur(minor)) as `${number}`)

  it.each(['fr', 'en', 'es', 'de'])('reads what Intl prints in %s', locale => {
    fc.assert(
      fc.property(cents, minor => {
        expect(parseAmountInput(written(locale, minor), 'EUR')).toEqual({ ok: true, money: eur(minor) })
      }),
    )
  })

  it('reads its own wire format', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom('EUR' as const, 'XOF' as const), (minor, currency) => {
        const amount = money(minor, currency)
        expect(parseAmountInput(toDecimal(amount), currency)).toEqual({ ok: true, money: amount })
      }),
    )
  })

  it('never throws, and never finds a negative amount', () => {
    const keys = fc.string({ unit: fc.constantFrom(...'0123456789.,  -+e\u202f'), maxLength: 12 })
    fc.assert(
      fc.property(fc.oneof(keys, fc.string()), typed => {
        const result = parseAmountInput(typed, 'EUR')
        if (result.ok) expect(result.money.minor >= 0n).toBe(true)
      }),
    )
  })

  it('reads an amount however its thousands and decimals are written', () => {
    const grouped = (digits: string, separator: string): string =>
      digits.replace(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, separator)
    const habits = fc.constantFrom(
      { thousands: '', decimal: ',' },
      { thousands: '', decimal: '.' },
      { thousands: ' ', decimal: ',' },
      { thousands: '\u202f', decimal: ',' },
      { thousands: '\u00a0', decimal: '.' },
      { thousands: '.', decimal: ',' },
      { thousands: ',', decimal: '.' },
    )
    fc.assert(
      fc.property(cents, habits, (minor, { thousands, decimal }) => {
        const [whole = '', fraction = ''] = toDecimal(eur(minor)).split('.')
        const typed = grouped(whole, thousands) + decimal + fraction
        expect(parseAmountInput(typed, 'EUR')).toEqual({ ok: true, money: eur(minor) })
      }),
    )
  })

  it('reads whole francs however their thousands are written', () => {
    const separators = fc.constantFrom('', ' ', '\u202f', '\u00a0', '.', ',')
    fc.assert(
      fc.property(cents, separators, (minor, separator) => {
        const typed = String(minor).replace(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, separator)
        expect(parseAmountInput(typed, 'XOF')).toEqual({ ok: true, money: money(minor, 'XOF') })
      }),
    )
  })

  it('one more digit in the decimals is refused, never cut', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom(...'0123456789'), (minor, digit) => {
        const result = parseAmountInput(toDecimal(eur(minor)) + digit, 'EUR')
        expect(result.ok).toBe(false)
      }),
    )
  })
})
