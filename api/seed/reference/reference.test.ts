// The reference data hangs together: what one file names, another has; every figure can be paid.
import { countries as countryFacts } from '@jokko/core/countries'
import { parseBic, parseIban } from '@jokko/core/iban'
import { guessOperator } from '@jokko/core/operators'
import { describe, expect, it } from 'vitest'
import bankAccounts from './bank-accounts.json' with { type: 'json' }
import corridors from './corridors.json' with { type: 'json' }
import countries from './countries.json' with { type: 'json' }
import countryPayinMethods from './country-payin-methods.json' with { type: 'json' }
import fees from './fees.json' with { type: 'json' }
import institutions from './institutions.json' with { type: 'json' }
import margins from './margins.json' with { type: 'json' }
import operators from './operators.json' with { type: 'json' }
import payinMethods from './payin-methods.json' with { type: 'json' }
import routes from './routes.json' with { type: 'json' }

const isos = new Set(countries.map(country => country.iso))
const operatorCodes = new Map(operators.map(operator => [operator.code, operator]))
const expectDistinct = (keys: ReadonlyArray<string | number>) => expect(new Set(keys).size).toBe(keys.length)

describe('countries', () => {
  it('are those of core, with the same dial code and currency', () => {
    const pick = (country: { iso: string; currency: string }, dialCode: number, receiving: boolean) =>
      `${country.iso} ${dialCode} ${country.currency} ${receiving}`
    expect(countries.map(country => pick(country, country.dial_code, country.is_receiving)).sort()).toEqual(
      countryFacts.map(country => pick(country, country.dialCode, country.receiving)).sort(),
    )
    expectDistinct(countries.map(country => country.id))
  })

  it('each send to countries that receive, by methods that exist', () => {
    const receiving = new Set(countries.filter(country => country.is_receiving).map(country => country.iso))
    expect(corridors.map(corridor => corridor.sending)).toEqual(countries.map(country => country.iso))
    for (const corridor of corridors) {
      expectDistinct(corridor.receiving)
      expect(corridor.receiving.filter(iso => !receiving.has(iso))).toEqual([])
    }
    const methodIds = new Set(payinMethods.map(method => method.id))
    expect(countryPayinMethods.map(entry => entry.country)).toEqual(countries.map(country => country.iso))
    for (const entry of countryPayinMethods) {
      expectDistinct(entry.method_ids)
      expect(entry.method_ids.filter(id => !methodIds.has(id))).toEqual([])
    }
  })
})

describe('operators and institutions', () => {
  it('have unique codes and a known country', () => {
    expectDistinct(operators.map(operator => operator.code))
    expectDistinct(institutions.map(institution => institution.id))
    for (const entry of [...operators, ...institutions]) expect(isos).toContain(entry.country)
  })

  it('every operator that a number can be guessed to be is listed, in the country of that number', () => {
    for (const { iso, dialCode, mobileLength = 9 } of countryFacts.filter(country => country.receiving)) {
      for (let prefix = 0; prefix < 10_000; prefix += 1) {
        const national = String(prefix).padStart(4, '0').padEnd(mobileLength, '0')
        const code = guessOperator(`+${dialCode}${national}`)
        if (code !== undefined) expect(operatorCodes.get(code)?.country).toBe(iso)
      }
    }
  })

  it('a bank code of the CFA zones has the form its RIB needs', () => {
    for (const { bank_code, country } of institutions) {
      if (bank_code !== null) expect(bank_code).toMatch(new RegExp(`^(${country}\\d{3}|\\d{5})$`))
    }
  })
})

describe('routes', () => {
  it('have unique ids, and at most one per country, kind, provider and operator', () => {
    expectDistinct(routes.map(route => route.id))
    expectDistinct(
      routes.map(route => [route.country, route.kind, route.provider, route.operator_code].join(' ')),
    )
  })

  it('every receiving country can be paid by mobile money or to a bank', () => {
    for (const { iso } of countries.filter(country => country.is_receiving)) {
      const kinds = routes.filter(route => route.country === iso).map(route => route.kind)
      expect(kinds.includes('mobile_money') || kinds.includes('bank_transfer')).toBe(true)
    }
  })

  it('every operator has its route, and a route through Hub2 an operator that Hub2 knows', () => {
    const mobileRoutes = routes.filter(route => route.kind === 'mobile_money')
    expect(mobileRoutes.map(route => route.operator_code).sort()).toEqual([...operatorCodes.keys()].sort())
    for (const route of mobileRoutes) {
      const operator = operatorCodes.get(route.operator_code ?? '')
      expect(operator?.country).toBe(route.country)
      expect(route.provider === 'hub2').toBe(operator?.provider_slug !== null)
    }
  })

  it.each(routes)('$id $country $kind: floor under ceiling, both payable', route => {
    const step = BigInt(route.step)
    if (route.floor !== null && route.ceiling !== null) {
      expect(BigInt(route.floor)).toBeLessThan(BigInt(route.ceiling))
      expect(BigInt(route.floor) % step).toBe(0n)
      expect(BigInt(route.ceiling) % step).toBe(0n)
    }
    expect(route.delivery_min).toBeLessThan(route.delivery_max)
  })

  it('a step of CFA is worth less than a cent, so that typed euros always come back', () => {
    const cfa = routes.filter(route => route.currency === 'XOF' || route.currency === 'XAF')
    expect(cfa.every(route => BigInt(route.step) <= 6n)).toBe(true)
  })
})

describe('prices and own accounts', () => {
  it('every way to pay in and every kind of payout has its fee', () => {
    const priced = new Set(fees.map(fee => `${fee.purpose} ${fee.method}`))
    expectDistinct(fees.map(fee => [fee.purpose, fee.method, fee.valid_from].join(' ')))
    for (const { name } of payinMethods) {
      expect(priced).toContain(`transfer ${name}`)
      expect(priced.has(`deposit ${name}`)).toBe(name !== 'balance')
    }
    for (const { kind } of routes) expect(priced).toContain(`payout ${kind}`)
    expect(margins.map(margin => margin.currency)).toEqual(['XOF', 'XAF', 'GNF'])
  })

  it.each(bankAccounts)('$iban and $bic are well formed, and of the account’s country', account => {
    expect(parseIban(account.iban)).toEqual({ ok: true, iban: account.iban, country: account.country })
    expect(parseBic(account.bic)).toMatchObject({ ok: true, country: account.country })
  })
})
