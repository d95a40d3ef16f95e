// Reference data for every area: typed look-ups over one reading of the tables.
import type { FeeRule } from '@jokko/core/fees'
import type { Currency } from '@jokko/core/money'
import { eurCfa, identityRate, type Rate } from '@jokko/core/rates'
import type { Listener } from '../db/listener.ts'
import type { Deps } from '../deps.ts'
import {
  type BankAccountRow,
  type CountryRow,
  type InstitutionRow,
  type OperatorRow,
  type PayinMethodRow,
  type ReferenceRows,
  type RouteRow,
  readReference,
} from './store.ts'

export type FeePurpose = 'transfer' | 'deposit' | 'payout'

/** A rate, and when it was seen; the parity of the CFA francs is law and has no such moment. */
export type KnownRate = { readonly rate: Rate; readonly fixed: boolean; readonly observedAt: Date | null }

export type ReferenceData = {
  readonly countries: readonly CountryRow[]
  readonly payinMethods: readonly PayinMethodRow[]
  readonly ourBankAccounts: readonly BankAccountRow[]
  countryByIso(iso: string): CountryRow | undefined
  countryById(id: number): CountryRow | undefined
  countryByDialCode(dialCode: number): CountryRow | undefined
  /** With `at`: only where the route is valid at that moment. Without: also a past one, for old operations. */
  routeById(id: number, at?: Date): RouteRow | undefined
  routesTo(iso: string, at: Date): readonly RouteRow[]
  payinMethodById(id: number): PayinMethodRow | undefined
  payinMethodByName(name: string): PayinMethodRow | undefined
  /** The methods a sending country has, in the order in which they are shown. */
  payinMethodsOf(iso: string): readonly PayinMethodRow[]
  /** The price at a moment; payout fees go by `payoutFeeMethod(route)`. */
  feeRule(purpose: FeePurpose, method: string, at: Date): FeeRule | undefined
  /** Hundredths of a percent; 0 where we take none. */
  marginBp(currency: Currency, at: Date): number
  /** The latest mid rate of one euro; undefined when none was ever seen. */
  rate(currency: Currency): KnownRate | undefined
  corridorExists(sending: string, receiving: string): boolean
  receivingCountriesOf(sending: string): readonly CountryRow[]
  operator(code: string): OperatorRow | undefined
  operatorsOf(iso: string): readonly OperatorRow[]
  institution(id: string): InstitutionRow | undefined
  institutionsOf(iso: string): readonly InstitutionRow[]
}

/** Told with NOTIFY by whoever changes a reference table. */
export const REFERENCE_CHANNEL = 'jokko_reference'

/**
 * Each process keeps its own reading, and no process assumes that another has the same one: a quote carries the
 * figures it was made with. A change is seen at once where the notice arrives, and within a minute where it is lost.
 */
const OLDEST_MS = 60_000

type Reading = { readonly data: Promise<ReferenceData>; readonly readAt: number }

const readings = new WeakMap<Deps['db'], Reading>()

export async function referenceData({ db }: Pick<Deps, 'db'>): Promise<ReferenceData> {
  const known = readings.get(db)
  if (known && performance.now() - known.readAt < OLDEST_MS) return known.data
  const fresh: Reading = { data: readReference(db).then(lookUps), readAt: performance.now() }
  readings.set(db, fresh)
  try {
    return await fresh.data
  } catch (error) {
    if (readings.get(db) === fresh) readings.delete(db)
    throw error
  }
}

/** The next look-up reads the tables again. */
export function forgetReference({ db }: Pick<Deps, 'db'>): void {
  readings.delete(db)
}

/** Called once per process, so that a change is seen as soon as it is told. */
export function watchReference(deps: Pick<Deps, 'db'>, listener: Listener): void {
  listener.on(REFERENCE_CHANNEL, () => forgetReference(deps))
  listener.onReconnect(() => forgetReference(deps))
}

/** Payouts are priced by the route's kind; a bank route in euros goes over SEPA. */
export function payoutFeeMethod(route: Pick<RouteRow, 'kind' | 'currency'>): string {
  return route.kind === 'bank_transfer' && route.currency === 'EUR' ? 'sepa' : route.kind
}

type Dated = { readonly valid_from: Date; readonly valid_to?: Date | null }

const validAt = (row: Dated, at: Date): boolean =>
  row.valid_from <= at && (!row.valid_to || at < row.valid_to)

export function lookUps(rows: ReferenceRows): ReferenceData {
  return { ...countryLookUps(rows), ...payinLookUps(rows), ...payoutLookUps(rows), ...priceLookUps(rows) }
}

function countryLookUps({ countries, corridors }: ReferenceRows) {
  const byIso = new Map(countries.map(country => [country.iso, country]))
  const byId = new Map(countries.map(country => [country.id, country]))
  const byDialCode = new Map(countries.map(country => [country.dial_code, country]))
  const open = new Set(corridors.map(corridor => `${corridor.sending} ${corridor.receiving}`))
  const corridorExists = (sending: string, receiving: string) => open.has(`${sending} ${receiving}`)
  return {
    countries,
    countryByIso: (iso: string) => byIso.get(iso),
    countryById: (id: number) => byId.get(id),
    countryByDialCode: (dialCode: number) => byDialCode.get(dialCode),
    corridorExists,
    receivingCountriesOf: (sending: string) =>
      countries.filter(country => corridorExists(sending, country.iso)),
  }
}

function payinLookUps({ payinMethods, countryPayinMethods, bankAccounts }: ReferenceRows) {
  const byId = new Map(payinMethods.map(method => [method.id, method]))
  const byName = new Map(payinMethods.map(method => [method.name, method]))
  const pairs = new Set(countryPayinMethods.map(pair => `${pair.country} ${pair.method_id}`))
  return {
    payinMethods,
    ourBankAccounts: bankAccounts,
    payinMethodById: (id: number) => byId.get(id),
    payinMethodByName: (name: string) => byName.get(name),
    payinMethodsOf: (iso: string) => payinMethods.filter(method => pairs.has(`${iso} ${method.id}`)),
  }
}

function payoutLookUps({ routes, operators, institutions }: ReferenceRows) {
  const routesById = new Map(routes.map(route => [route.id, route]))
  const operatorsByCode = new Map(operators.map(operator => [operator.code, operator]))
  const institutionsById = new Map(institutions.map(institution => [institution.id, institution]))
  return {
    routeById(id: number, at?: Date) {
      const route = routesById.get(id)
      return route && (!at || validAt(route, at)) ? route : undefined
    },
    routesTo: (iso: string, at: Date) => routes.filter(route => route.country === iso && validAt(route, at)),
    operator: (code: string) => operatorsByCode.get(code),
    operatorsOf: (iso: string) => operators.filter(operator => operator.country === iso),
    institution: (id: string) => institutionsById.get(id),
    institutionsOf: (iso: string) => institutions.filter(institution => institution.country === iso),
  }
}

function priceLookUps({ fees, margins, rates }: ReferenceRows) {
  const observed = new Map(rates.map(rate => [rate.currency, rate]))
  return {
    feeRule(purpose: FeePurpose, method: string, at: Date): FeeRule | undefined {
      const row = fees.find(fee => fee.purpose === purpose && fee.method === method && validAt(fee, at))
      return row && { percentBp: row.percent_bp, flat: row.flat, min: row.minimum }
    },
    marginBp: (currency: Currency, at: Date) =>
      margins.find(margin => margin.currency === currency && validAt(margin, at))?.margin_bp ?? 0,
    rate(currency: Currency): KnownRate | undefined {
      if (currency === 'EUR') return { rate: identityRate, fixed: true, observedAt: null }
      if (currency === 'XOF' || currency === 'XAF') return { rate: eurCfa, fixed: true, observedAt: null }
      const row = observed.get(currency)
      return (
        row && { rate: { value: row.value, scale: row.scale }, fixed: false, observedAt: row.observed_at }
      )
    },
  }
}
