// What is known of countries holds together: codes, zones and their money, names and flags.
import { describe, expect, it } from 'vitest'
import {
  countries,
  countryByDialCode,
  countryByIso,
  countryFlag,
  countryName,
  regionOfDialCode,
} from './countries.ts'

describe('codes', () => {
  it.each(countries)('$iso and +$dialCode find the same country, whatever the case', country => {
    expect(countryByIso(country.iso)).toBe(country)
    expect(countryByIso(country.iso.toLowerCase())).toBe(country)
    expect(countryByDialCode(country.dialCode)).toBe(country)
  })

  it('are each of one country', () => {
    expect(new Set(countries.map(country => country.iso)).size).toBe(countries.length)
  })

  it('of elsewhere find nothing', () => {
    expect(countryByIso('US')).toBeUndefined()
    expect(countryByIso('')).toBeUndefined()
    expect(countryByDialCode(1)).toBeUndefined()
  })
})

describe('zones', () => {
  const currencyOf = { euro: 'EUR', uemoa: 'XOF', cemac: 'XAF', guinea: 'GNF', madagascar: 'EUR' } as const

  it.each(countries)('$iso uses the money of its zone', ({ zone, currency }) => {
    expect(currency).toBe(currencyOf[zone])
  })

  it('are as large as the unions that they are', () => {
    const members = (zone: string) => countries.filter(country => country.zone === zone).length
    expect({ uemoa: members('uemoa'), cemac: members('cemac'), guinea: members('guinea') }).toEqual({
      uemoa: 8,
      cemac: 6,
      guinea: 1,
    })
  })

  it('money arrives in Africa only, and the euro area only sends', () => {
    for (const { zone, receiving, dialCode } of countries) {
      expect(receiving).toBe(zone !== 'euro' && zone !== 'madagascar')
      expect(regionOfDialCode(dialCode)).toBe(zone === 'euro' ? 'europe' : 'africa')
    }
  })
})

describe('the groups of the country picker', () => {
  it.each([
    [966, 'middle_east'],
    [86, 'middle_east'],
    [1, 'other'],
    [7, 'other'],
    [44, 'europe'],
    [212, 'africa'],
  ])('+%s is in %s', (dialCode, region) => {
    expect(regionOfDialCode(dialCode)).toBe(region)
  })
})

describe('what people see', () => {
  it.each(['fr', 'en', 'es'])('every country has a name in %s, and no two share it', language => {
    const names = countries.map(country => countryName(country.iso, language))
    for (const [at, name] of names.entries()) expect(name).not.toBe(countries[at]?.iso)
    expect(new Set(names).size).toBe(names.length)
  })

  it('is the name in the reader’s language', () => {
    expect(countryName('CI', 'fr')).toMatch(/^Côte d.Ivoire$/)
    expect(countryName('GQ', 'es')).toBe('Guinea Ecuatorial')
    expect(countryName('DE', 'en')).toBe('Germany')
  })

  it('an unknown country is shown by its code', () => {
    expect(countryName('QQ', 'en')).toBe('QQ')
  })

  it.each(countries)('the flag of $iso is two regional letters', ({ iso }) => {
    expect(countryFlag(iso)).toMatch(/^\p{Regional_Indicator}{2}$/u)
    expect(countryFlag(iso.toLowerCase())).toBe(countryFlag(iso))
  })
})
