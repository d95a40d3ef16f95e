// PHN cases: every country's numbers, as people type and paste them.
import fc from 'fast-check'
import parsePhoneNumberFromString from 'libphonenumber-js/min'
import { describe, expect, it } from 'vitest'
import cases from '../fixtures/phones.json' with { type: 'json' }
import { countries } from './countries.ts'
import { guessOperator } from './operators.ts'
import { cleanPhone, detectDialCode, formatPhone, maskPhone, parsePhone } from './phone.ts'

describe.each(cases)('$case: $typed with +$dial_code', ({ typed, dial_code, canonical }) => {
  it(canonical === null ? 'is refused' : `is ${canonical}`, () => {
    const result = parsePhone(typed, dial_code)
    expect(result.ok ? result.e164 : null).toBe(canonical)
  })
})

const stored = cases.flatMap(({ canonical, ...rest }) =>
  canonical === null ? [] : [{ ...rest, e164: canonical }],
)

it.each(stored)(
  '$case: $e164 comes back the same from its stored and its shown form',
  ({ e164, dial_code }) => {
    expect(parsePhone(e164, dial_code)).toMatchObject({ ok: true, e164 })
    expect(parsePhone(formatPhone(e164), dial_code)).toMatchObject({ ok: true, e164 })
  },
)

const codeOf = (typed: string, dialCode: number) => {
  const result = parsePhone(typed, dialCode)
  return result.ok ? undefined : result.code
}

describe('what is wrong is said', () => {
  it('PHN-01: Benin in any other form than 01 and eight digits', () => {
    for (const typed of ['97000001', '0297000001', '019700000', '01970000010', '+22997000001']) {
      expect(codeOf(typed, 229)).toBe('benin_phone_error')
    }
  })

  it('PHN-06, PHN-08: too short for a mobile, also where landlines have that length', () => {
    expect(codeOf('66000001', 242)).toBe('phone_number_below_min_length')
    expect(codeOf('62200001', 224)).toBe('phone_number_below_min_length')
    expect(codeOf('77000001', 221)).toBe('phone_number_below_min_length')
  })

  it('too long, empty, not a number', () => {
    expect(codeOf('7712345678', 221)).toBe('phone_number_below_max_length')
    expect(codeOf(' \u200e ', 221)).toBe('PhoneNumberError')
    expect(codeOf('2.25051E+12', 225)).toBe('invalid_phone_number')
    expect(codeOf('7,01', 225)).toBe('invalid_phone_number')
  })

  it("a number pasted with another country's code is not taken for one of the chosen country", () => {
    expect(codeOf('+33612345678', 225)).toBe('invalid_phone_number')
    expect(codeOf('00221771234567', 225)).toBe('invalid_phone_number')
  })
})

describe('pasted numbers', () => {
  it('PHN-10: + and 00 set the country, national numbers do not', () => {
    expect(detectDialCode('00225 07 01 02 03 04')).toBe(225)
    expect(detectDialCode('\u202a+225 07 01 02 03 04\u202c')).toBe(225)
    expect(detectDialCode('+33 6 12 34 56 78')).toBe(33)
    expect(detectDialCode('0701020304')).toBeUndefined()
    expect(detectDialCode('+2')).toBeUndefined()
  })

  it('PHN-10: the country code is never doubled', () => {
    expect(parsePhone('2250701020304', 225)).toMatchObject({ e164: '+2250701020304' })
    expect(parsePhone('2290197000001', 229)).toMatchObject({ e164: '+2290197000001' })
  })

  it('PHN-09: hidden characters and grouping marks go, digits of other scripts are read', () => {
    expect(cleanPhone('\ufeff(07)\u202f01-02.03\u201304\u200b')).toBe('0701020304')
    expect(cleanPhone('٠٧٠١٠٢٠٣٠٤')).toBe('0701020304')
  })
})

describe('PHN-03: the leading zero survives', () => {
  it('in the national text of Côte d’Ivoire and Benin; Gabon’s trunk zero does not belong', () => {
    expect(parsePhone('0701020304', 225)).toMatchObject({ national: '0701020304', country: 'CI' })
    expect(parsePhone('0197000001', 229)).toMatchObject({ national: '0197000001', country: 'BJ' })
    expect(parsePhone('066000001', 241)).toMatchObject({ national: '66000001', country: 'GA' })
  })
})

describe('what is shown', () => {
  it('groups the digits', () => {
    expect(formatPhone('+2250701020304')).toBe('+225 07 01 02 03 04')
    expect(formatPhone('+2290197000001')).toBe('+229 01 97 00 00 01')
    expect(formatPhone('+33612345678')).toBe('+33 6 12 34 56 78')
  })

  it('masks to the first and last four, and always hides something', () => {
    expect(maskPhone('+2250701020304')).toBe('0701…0304')
    expect(maskPhone('+221771234567')).toBe('7712…4567')
    expect(maskPhone('+22370000001')).toBe('700…0001')
  })
})

describe('operator proposals', () => {
  it.each([
    ['+2250701020304', 'orange_ci'],
    ['+2250501020304', 'mtn_ci'],
    ['+2250101020304', 'moov_ci'],
    ['+221771234567', 'orange_sn'],
    ['+2290197000001', 'mtn_bj'],
    ['+2290195000001', 'moov_bj'],
    ['+2290140000001', 'celtiis_bj'],
    ['+237670000001', 'mtn_cm'],
    ['+237655000001', 'orange_cm'],
    ['+22382000001', 'orange_ml'],
    ['+22389000001', 'moov_ml'],
    ['+24174000001', 'airtel_ga'],
    ['+242066000001', 'mtn_cg'],
    ['+224622000001', 'orange_gn'],
  ])('%s is %s', (e164, operator) => {
    expect(guessOperator(e164)).toBe(operator)
  })

  it('proposes nothing for a landline or an unknown country', () => {
    expect(guessOperator('+2252721234567')).toBeUndefined()
    expect(guessOperator('+33612345678')).toBeUndefined()
  })
})

it('every country has its own dial code, and every receiving country a mobile length', () => {
  expect(new Set(countries.map(country => country.dialCode)).size).toBe(countries.length)
  for (const country of countries.filter(({ receiving }) => receiving)) {
    expect(country.mobileLength).toBeGreaterThanOrEqual(8)
  }
})

describe('whatever is typed', () => {
  const known = fc.constantFrom(...stored)
  const mark = fc.constantFrom('', ' ', '\u00a0', '\u202f', '.', '-', '(', ')', '\u200e', '\u2011', '/')

  it('a whole mobile number is read as the library reads it', () => {
    const whole = countries.filter(
      ({ mobileLength, dialCode }) => mobileLength !== undefined && dialCode !== 229,
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...whole),
        fc.stringMatching(/^\d{12}$/),
        ({ dialCode, mobileLength }, digits) => {
          const typed = digits.slice(0, mobileLength).replace(/^00/, '07')
          const library = parsePhoneNumberFromString(typed, { defaultCallingCode: String(dialCode) })
          const read = parsePhone(typed, dialCode)
          expect(read.ok).toBe(library?.isValid() ?? false)
          if (read.ok) expect([read.e164, read.national]).toEqual([library?.number, library?.nationalNumber])
        },
      ),
      { numRuns: 5_000 },
    )
  })

  it('cleaning once is enough', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), typed => {
        expect(cleanPhone(cleanPhone(typed))).toBe(cleanPhone(typed))
      }),
    )
  })

  it('a number is the same however it is grouped', () => {
    fc.assert(
      fc.property(known, fc.array(mark, { minLength: 20, maxLength: 20 }), ({ e164, dial_code }, marks) => {
        const typed = [...e164].map((digit, at) => `${digit}${marks[at]}`).join('')
        expect(parsePhone(typed, dial_code)).toMatchObject({ ok: true, e164 })
        expect(detectDialCode(typed)).toBe(dial_code)
      }),
    )
  })

  it('an accepted number is stored as its country’s code and digits', () => {
    fc.assert(
      fc.property(fc.constantFrom(...countries), fc.stringMatching(/^\d{6,12}$/), ({ dialCode }, typed) => {
        const result = parsePhone(typed, dialCode)
        if (result.ok) {
          expect(result.e164).toMatch(new RegExp(`^\\+${dialCode}\\d{4,12}$`))
          expect(parsePhone(result.e164, dialCode)).toEqual(result)
        } else expect(typeof result.code).toBe('string')
      }),
    )
  })

  it('a mask never shows all digits, and never others', () => {
    fc.assert(
      fc.property(known, ({ e164 }) => {
        const masked = maskPhone(e164)
        const [head = '', tail = ''] = masked.split('…')
        expect(e164.endsWith(tail)).toBe(true)
        expect(e164.includes(head)).toBe(true)
        expect(head.length + tail.length).toBeLessThan(e164.replace(/^\+/, '').length)
      }),
    )
  })
})
