// Reference data over the wire, and the reading that every process keeps of it.
import type { PayoutProvider } from '@jokko/providers/port'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../db/listener.ts'
import type { App } from '../http/app-types.ts'
import { seedReference } from '../seed/reference.ts'
import { testApp, testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { addHuman, signedIn } from '../testing/people.ts'
import { payoutFeeMethod, referenceData, watchReference } from './data.ts'
import { referenceRoutes } from './routes.ts'

const now = new Date()
let database: TestDatabase
let deps: Awaited<ReturnType<typeof testDeps>>
let app: App
let headers: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.owner)
  deps = await testDeps(database.appUrl, {
    payouts: { hub2: {} as PayoutProvider, aloohpay: {} as PayoutProvider },
  })
  app = await testApp(deps, referenceRoutes(deps))
  headers = await signedIn(deps, await addHuman(database.owner))
})
afterAll(async () => {
  await app.close()
  await deps.close()
  await database.close()
})

const get = (path: string, extra: Record<string, string> = {}) =>
  app.inject({ url: `/api/v1${path}`, headers: { ...headers, ...extra } })

describe('GET /get-countries', () => {
  it('200 to anybody: 15 that receive, the euro area and Madagascar, named in the caller’s language', async () => {
    const french = await app.inject({ url: '/api/v1/get-countries' })
    const { countries } = french.json()
    expect(countries).toHaveLength(37)
    expect(countries.filter((country: { is_receiving: boolean }) => country.is_receiving)).toHaveLength(15)
    const names = countries.map((country: { name: string }) => country.name)
    expect(names).toEqual([...names].sort(new Intl.Collator('fr').compare))
    const spanish = (await get('/get-countries', { 'accept-language': 'es' })).json().countries
    const named = (list: { code: string; name: string }[], code: string) =>
      list.find(country => country.code === code)?.name
    expect([named(countries, 'CM'), named(spanish, 'CM')]).toEqual(['Cameroun', 'Camerún'])
  })
})

describe('GET /countries/{code}', () => {
  it('200 a sending country: limits, methods in order, which are open, where it can send to', async () => {
    const france = (await get('/countries/FR')).json()
    expect(france).toMatchObject({
      code: 'FR',
      country_code: 33,
      currency: 'EUR',
      sending_min_amount: '5.00',
      sending_max_amount: '50000.00',
    })
    expect(
      france.cash_in_methods.map(
        ({ cash_in_method: method }: { cash_in_method: { name: string; available: boolean } }) =>
          `${method.name} ${method.available}`,
      ),
    ).toEqual([
      'bank_transfer true',
      'balance true',
      'direct_debit false',
      'instant_bank_transfer false',
      'card false',
      'mobile_money false',
    ])
    expect(france.receiving_countries).toHaveLength(15)
  })

  it('200 a receiving country: only routes that are valid now and that somebody can pay', async () => {
    const ivoryCoast = (await get('/countries/ci')).json()
    const routes = ivoryCoast.cashout_methods.map(
      ({ cashout_method }: { cashout_method: { id: number } }) => cashout_method.id,
    )
    expect(routes).toEqual([201, 202, 203, 204, 205, 207, 209])
    expect(ivoryCoast.cashout_methods[0]).toEqual({
      cashout_method: {
        id: 201,
        name: 'mobile_money',
        payment_type: { name: 'mobile_money' },
        payment_provider: { name: 'hub2' },
        min_amount: expect.stringMatching(/^\d+$/),
        max_amount: expect.stringMatching(/^\d+$/),
        step: '5',
        currency: 'XOF',
        operator_code: 'orange_ci',
        delivery_minutes: { min: 1, max: 5 },
      },
      providers: [{ name: 'Orange Money' }],
    })
  })

  it('200 by dial code; 404 for a country that is not served; 422 for no code at all', async () => {
    expect((await get('/countries/225')).json().code).toBe('CI')
    expect((await get('/countries/US')).json()).toMatchObject({ status: 404, code: 'not_found' })
    expect((await get('/countries/C%C3%B4te')).statusCode).toBe(422)
  })
})

describe('operators, institutions, our accounts', () => {
  it('200 operators by dial code or ISO code, those that can be paid', async () => {
    const byDialCode = (await get('/operators?country_code=225')).json()
    expect(byDialCode).toEqual((await get('/operators?country_code=CI')).json())
    expect(byDialCode.operators.map((operator: { code: string }) => operator.code)).toEqual([
      'orange_ci',
      'mtn_ci',
      'moov_ci',
      'wave_ci',
    ])
    // E-Money is reached by a partner that this process does not have.
    const senegal = (await get('/operators?country_code=221')).json().operators
    expect(senegal.map((operator: { code: string }) => operator.code)).not.toContain('emoney_sn')
  })

  it('200 institutions by who reaches them, and by type', async () => {
    const banks = (await get('/Hub2/institutions?country_code=225')).json().institutions
    expect(banks.length).toBeGreaterThan(3)
    expect(banks[0]).toMatchObject({
      type: 'bank_transfer',
      country: 'CI',
      providers: [{ method: 'bank_transfer', name: 'hub2' }],
      cash_out_method: { id: 205, name: 'bank_transfer' },
    })
    const everywhere = (await get('/aloohpay/institutions')).json().institutions
    expect(new Set(everywhere.map((institution: { type: string }) => institution.type))).toEqual(
      new Set(['mfi']),
    )
    expect((await get('/mfi/institutions?country_code=SN')).json().institutions.length).toBeGreaterThan(0)
    expect((await get('/wallet/institutions')).statusCode).toBe(422)
  })

  it('200 our accounts, the payer’s country first', async () => {
    const data = await referenceData(deps)
    const of = async (iso: string) =>
      (await get(`/jokkoBankDetails/country/${data.countryByIso(iso)?.id}`))
        .json()
        .bank_accounts.map((account: { country: string }) => account.country)
    expect(await of('FR')).toEqual(['FR', 'BE'])
    expect(await of('BE')).toEqual(['BE', 'FR'])
    expect((await get('/jokkoBankDetails/country/9999')).statusCode).toBe(404)
  })

  it('401 unauthenticated without a session', async () => {
    for (const path of ['/operators?country_code=225', '/Hub2/institutions', '/jokkoBankDetails/country/1']) {
      const answer = await app.inject({ url: `/api/v1${path}` })
      expect([path, answer.statusCode]).toEqual([path, 401])
    }
  })
})

describe('reference data in a process', () => {
  it('finds by every key', async () => {
    const data = await referenceData(deps)
    expect(data.countryByDialCode(229)?.iso).toBe('BJ')
    expect(data.routeById(201, now)?.operator_code).toBe('orange_ci')
    expect(data.routeById(201, new Date('2020-01-01'))).toBeUndefined()
    expect(data.routeById(201)?.country).toBe('CI')
    expect(data.corridorExists('FR', 'CI')).toBe(true)
    expect(data.corridorExists('FR', 'BE')).toBe(false)
    expect(data.operator('wave_sn')?.name).toBe('Wave')
    expect(data.payinMethodsOf('MG').map(method => method.name)).toEqual(['bank_transfer', 'balance'])
    expect(data.payinMethodById(2)?.name).toBe('balance')
    expect(data.ourBankAccounts).toHaveLength(2)
  })

  it('knows prices at a moment: a later row takes over from its day on', async () => {
    const before = await referenceData(deps)
    expect(before.feeRule('transfer', 'balance', now)).toEqual({ percentBp: 60, flat: 0n, min: 50n })
    expect(before.feeRule('payout', 'sepa', now)).toEqual({ percentBp: 0, flat: 30n, min: 0n })
    expect(before.feeRule('deposit', 'balance', now)).toBeUndefined()
    expect([before.marginBp('XOF', now), before.marginBp('GNF', now)]).toEqual([0, 120])
    expect(payoutFeeMethod({ kind: 'bank_transfer', currency: 'EUR' })).toBe('sepa')
    expect(payoutFeeMethod({ kind: 'bank_transfer', currency: 'XOF' })).toBe('bank_transfer')
  })

  it('the parity is law, the franc of Guinea has its last observed rate', async () => {
    const data = await referenceData(deps)
    expect(data.rate('XAF')).toEqual({ rate: { value: 655957n, scale: 3 }, fixed: true, observedAt: null })
    expect(data.rate('GNF')).toMatchObject({ rate: { value: 941235n, scale: 2 }, fixed: false })
  })

  it('a change made with plain SQL is seen without a restart, in every process', async () => {
    const processes = await Promise.all([testDeps(database.appUrl), testDeps(database.appUrl)])
    const listeners = await Promise.all(
      processes.map(async one => {
        const listener = await listen(database.appUrl, one.log)
        watchReference(one, listener)
        return listener
      }),
    )
    const feesSeen = async () =>
      Promise.all(
        processes.map(async one => (await referenceData(one)).feeRule('transfer', 'card', now)?.percentBp),
      )
    expect(await feesSeen()).toEqual([190, 190])
    await database.owner.query(
      `insert into app.fees (purpose, method, percent_bp, valid_from) values ('transfer', 'card', 210, '2026-06-01')`,
    )
    await expect.poll(feesSeen).toEqual([210, 210])
    await database.app.query(
      `insert into app.rates (currency, value, scale, source, observed_at) values ('GNF', 9500, 0, 'test', now())`,
    )
    await expect
      .poll(async () => (await referenceData(processes[0] ?? deps)).rate('GNF')?.rate)
      .toEqual({ value: 9500n, scale: 0 })
    await Promise.all(listeners.map(listener => listener.close()))
    await Promise.all(processes.map(one => one.close()))
  })

  it('a failed reading is not kept', async () => {
    const broken = await testDeps(database.appUrl)
    await broken.close()
    await expect(referenceData(broken)).rejects.toThrow()
    await expect(referenceData(broken)).rejects.toThrow()
    expect((await referenceData(deps)).countries).toHaveLength(37)
  })
})
