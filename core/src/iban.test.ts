// IBAN cases: accounts of Europe and of the CFA zones, Guinea's, and BICs.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import cases from '../fixtures/iban.json' with { type: 'json' }
import { formatIban } from './account-text.ts'
import { bicMatchesIban, parseBic, parseGuineaAccount, parseIban, parseRib, ribFromIban } from './iban.ts'

describe.each(cases.accounts)('$case: $typed', ({ typed, canonical }) => {
  it(canonical === null ? 'is refused' : `is ${canonical}`, () => {
    const result = parseIban(typed)
    expect(result.ok ? result.iban : null).toBe(canonical)
  })
})

describe.each(cases.bics)('$case: $typed', ({ typed, canonical }) => {
  it(canonical === null ? 'is refused' : `is ${canonical}`, () => {
    const result = parseBic(typed)
    expect(result.ok ? result.bic : null).toBe(canonical)
  })
})

const published = [
  'SN08SN0100152000048500003035',
  'CI93CI0080111301134291200589',
  'BJ66BJ0610100100144390000769',
  'TG53TG0090604310346500400070',
  'BF42BF0840101300463574000390',
  'ML13ML0160120102600100668497',
  'NE58NE0380100100130305000268',
  'CM2110002000300277976315008',
  'GA2140021010032001890020126',
  'CG3930011000101013451300019',
  'TD8960002000010271091600153',
  'CF4220001000010120069700160',
  'GQ7050002001003715228190196',
]

describe('IBAN-03: sample accounts of the zones, and their RIB', () => {
  it.each(published)('%s passes both check digits and comes back from its RIB', iban => {
    expect(parseIban(iban)).toEqual({ ok: true, iban, country: iban.slice(0, 2) })
    const rib = ribFromIban(iban)
    expect(rib).toBeDefined()
    if (rib !== undefined) {
      expect(parseRib(iban.slice(0, 2), rib)).toEqual({ ok: true, rib, iban })
    }
  })

  it('Guinea-Bissau is taken as IBAN only', () => {
    expect(parseIban('GW04GW1430010181800637601')).toMatchObject({ ok: true })
    expect(ribFromIban('GW04GW1430010181800637601')).toBeUndefined()
  })

  it('an IBAN whose own digits are right around a wrong RIB key is refused', () => {
    const wrongKey = { bank: 'SN010', branch: '01520', account: '000485000030', key: '36' }
    expect(parseRib('SN', wrongKey)).toEqual({ ok: false, code: 'rib_wrong_key' })
    expect(parseIban('SN78SN0100152000048500003036')).toEqual({ ok: false, code: 'iban_wrong_national_key' })
  })
})

describe('RIB', () => {
  const rib = { bank: 'SN010', branch: '01520', account: '000485000030', key: '35' }
  const codeOf = (change: Partial<typeof rib>, country = 'SN') => {
    const result = parseRib(country, { ...rib, ...change })
    return result.ok ? undefined : result.code
  }

  it('is cleaned like an IBAN', () => {
    expect(codeOf({ bank: ' sn010 ', account: '0004 8500\u00a00030' })).toBeUndefined()
  })

  it('names the part that is wrong', () => {
    expect(codeOf({ bank: 'SN01' })).toBe('rib_wrong_bank')
    expect(codeOf({ branch: '1520' })).toBe('rib_wrong_branch')
    expect(codeOf({ account: '485000030' })).toBe('rib_wrong_account')
    expect(codeOf({ key: '3' })).toBe('rib_wrong_key_format')
    expect(codeOf({ account: '000485000003' })).toBe('rib_wrong_key')
    expect(codeOf({}, 'GN')).toBe('rib_country_without_rib')
  })
})

describe('IBAN-05: what is missing is said', () => {
  it('a bare RIB is recognised, and the IBAN it stands for is offered', () => {
    expect(parseIban('BJ9990100100000000123438')).toEqual({
      ok: false,
      code: 'iban_bare_rib',
      suggestion: 'BJ93BJ9990100100000000123438',
    })
    expect(parseIban('10002 00030 02779763150 08')).toEqual({ ok: false, code: 'iban_bare_rib' })
  })

  it('branch and account alone have no country', () => {
    expect(parseIban('01001 000000001234')).toMatchObject({ code: 'iban_country_missing' })
  })

  it('Guinea has no IBAN: bank code and account number are taken', () => {
    expect(parseIban('GN1234567890')).toMatchObject({ code: 'iban_country_without_iban' })
    expect(parseGuineaAccount({ bankCode: '001', account: '000000 001234' })).toEqual({
      ok: true,
      bankCode: '001',
      account: '000000001234',
    })
    expect(parseGuineaAccount({ bankCode: '', account: '000000001234' })).toMatchObject({
      code: 'bank_code_wrong',
    })
    expect(parseGuineaAccount({ bankCode: '001', account: '12' })).toMatchObject({
      code: 'account_number_wrong',
    })
  })

  it('a length is compared with the country’s own', () => {
    expect(parseIban('FR76 9999 9000')).toEqual({
      ok: false,
      code: 'iban_wrong_length',
      expectedLength: 27,
    })
  })
})

describe('IBAN-08: a BIC of another country', () => {
  it('is only a difference to confirm', () => {
    expect(parseIban('MC5899999000010000001234537')).toMatchObject({ ok: true })
    expect(bicMatchesIban('TESTFRPP', 'MC5899999000010000001234537')).toBe(false)
    expect(bicMatchesIban('TESTFRPP', 'FR7699999000010000001234537')).toBe(true)
  })
})

it('IBAN-01: is shown in groups of four', () => {
  expect(formatIban('FR7699999000010000001234537')).toBe('FR76 9999 9000 0100 0000 1234 537')
})

it('IBAN-09: two spellings are one account, wrong digits are none', () => {
  const first = parseIban('FR76 9999 9000 0100 0000 1234 537')
  expect(parseIban('fr7699999000010000001234537')).toEqual(first)
  expect(parseIban('FR7799999000010000001234537')).toMatchObject({ code: 'iban_wrong_check_digits' })
})

describe('a slip of the pen is always noticed', () => {
  const european = ['FR7699999000010000001234537', 'DE89370400440532013000', 'ES9121000418450200051332']
  const account = fc.constantFrom(...published, ...european)
  const isDigit = (character: string | undefined): boolean => /^\d$/.test(character ?? '')
  const digitPlaces = (iban: string): number[] =>
    [...iban].flatMap((character, at) => (isDigit(character) ? [at] : []))

  it('one wrong digit, anywhere', () => {
    const slip = account.chain(iban =>
      fc.record({
        iban: fc.constant(iban),
        at: fc.constantFrom(...digitPlaces(iban)),
        by: fc.integer({ min: 1, max: 9 }),
      }),
    )
    fc.assert(
      fc.property(slip, ({ iban, at, by }) => {
        const wrong = `${iban.slice(0, at)}${(Number(iban[at]) + by) % 10}${iban.slice(at + 1)}`
        expect(parseIban(wrong).ok).toBe(false)
      }),
    )
  })

  it('two neighbouring digits in the wrong order', () => {
    for (const iban of [...published, ...european])
      for (const at of digitPlaces(iban)) {
        const [one, next] = [iban[at], iban[at + 1]]
        if (!isDigit(next) || one === next) continue
        const wrong = `${iban.slice(0, at)}${next}${one}${iban.slice(at + 2)}`
        expect({ wrong, ok: parseIban(wrong).ok }).toEqual({ wrong, ok: false })
      }
  })

  it('a digit too few or too many', () => {
    fc.assert(
      fc.property(account, fc.nat(30), (iban, place) => {
        const at = Math.min(place, iban.length - 1)
        expect(parseIban(iban.slice(0, at) + iban.slice(at + 1)).ok).toBe(false)
        expect(parseIban(`${iban.slice(0, at)}0${iban.slice(at)}`).ok).toBe(false)
      }),
    )
  })

  /** Two computations of the key are in use, so one wrong digit in a hundred fits the other one. */
  it('one wrong digit of a RIB, unless the other computation of the key happens to fit', () => {
    let slips = 0
    let missed = 0
    for (const iban of published) {
      const rib = ribFromIban(iban)
      if (rib === undefined) continue
      for (const part of ['branch', 'account', 'key'] as const)
        for (const at of [...rib[part]].keys())
          for (let by = 1; by < 10; by += 1) {
            const digits = rib[part]
            const wrong = `${digits.slice(0, at)}${(Number(digits[at]) + by) % 10}${digits.slice(at + 1)}`
            slips += 1
            if (parseRib(iban.slice(0, 2), { ...rib, [part]: wrong }).ok) missed += 1
          }
    }
    expect(slips).toBeGreaterThan(2_000)
    expect(missed / slips).toBeLessThan(0.01)
  })
})

it('an account is the same however it is grouped and spelt', () => {
  const gap = fc.constantFrom('', ' ', '  ', '\u00a0', '\u202f', '-', '.', '\u200b')
  fc.assert(
    fc.property(
      fc.constantFrom(...published),
      fc.array(gap, { minLength: 30, maxLength: 30 }),
      (iban, gaps) => {
        const typed = [...iban].map((character, at) => `${gaps[at]}${character}`).join('')
        expect(parseIban(typed)).toEqual({ ok: true, iban, country: iban.slice(0, 2) })
        expect(parseIban(typed.toLowerCase())).toEqual(parseIban(iban))
        expect(parseIban(formatIban(iban))).toEqual(parseIban(iban))
      },
    ),
  )
})

it('whatever is typed is answered: an account, or one of the named mistakes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), typed => {
      const result = parseIban(typed)
      if (result.ok) expect(result.iban).toMatch(/^[A-Z]{2}\d{2}[A-Z0-9]+$/)
      else expect(result.code).toMatch(/^iban_/)
    }),
  )
})
