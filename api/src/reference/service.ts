// What a screen may offer: countries with their methods, operators, institutions and our own accounts.
import type { Language } from '@jokko/contract/common'
import {
  type CashInMethod,
  type CashOutMethod,
  type Country,
  type CountryDetail,
  type Institution,
  type Operator,
  type OurBankAccount,
  payinMethods,
  payoutKinds,
  type ReceivingCountry,
} from '@jokko/contract/reference'
import { countryName } from '@jokko/core/countries'
import { eur, money, toDecimal } from '@jokko/core/money'
import type { Deps } from '../deps.ts'
import { Problem } from '../http/problem.ts'
import { type ReferenceData, referenceData } from './data.ts'
import type { BankAccountRow, CountryRow, InstitutionRow, PayinMethodRow, RouteRow } from './store.ts'

/** A way to pay in is open where its company is connected; our own bank and the balance need none. */
const isOpen = ({ providers }: Pick<Deps, 'providers'>, { name, provider }: PayinMethodRow): boolean =>
  name === 'bank_transfer' || name === 'balance' || Object.hasOwn(providers.payIns, provider)

export async function listCountries(deps: Deps, language: Language): Promise<Country[]> {
  const { countries } = await referenceData(deps)
  const inOrder = new Intl.Collator(language)
  return countries
    .map(country => countryOnWire(country, language))
    .sort((one, other) => inOrder.compare(one.name, other.name))
}

export async function readCountry(deps: Deps, code: string, language: Language): Promise<CountryDetail> {
  const data = await referenceData(deps)
  const country = countryOf(data, code)
  const open = data.routesTo(country.iso, deps.clock.now()).filter(route => canPay(deps, route))
  return {
    ...countryOnWire(country, language),
    cash_in_methods: data
      .payinMethodsOf(country.iso)
      .flatMap(method => payinOnWire(deps, method))
      .map(cash_in_method => ({ cash_in_method })),
    cashout_methods: open.flatMap(route => payoutOnWire(data, route)),
    receiving_countries: data
      .receivingCountriesOf(country.iso)
      .map(receiving => ({ receiving_country: receivingOnWire(receiving, language) })),
  }
}

/** The operators of a country that a payout can reach now. */
export async function listOperators(deps: Deps, code: string): Promise<Operator[]> {
  const data = await referenceData(deps)
  const country = countryOf(data, code)
  const routes = data.routesTo(country.iso, deps.clock.now()).filter(route => canPay(deps, route))
  return routes.flatMap(route => {
    const operator = route.operator_code === null ? undefined : data.operator(route.operator_code)
    if (!operator || route.kind !== 'mobile_money') return []
    return [{ code: operator.code, name: operator.name, country: country.iso, cashout_method_id: route.id }]
  })
}

export type InstitutionQuery = { kind: 'bank_transfer' | 'mfi'; provider?: string; code: string | undefined }

/** Banks or microfinance institutions, of one country or of all, and the route that goes there. */
export async function listInstitutions(deps: Deps, query: InstitutionQuery): Promise<Institution[]> {
  const data = await referenceData(deps)
  const asked = query.code === undefined ? data.countries : [countryOf(data, query.code)]
  return asked.flatMap(country => {
    const route = data
      .routesTo(country.iso, deps.clock.now())
      .find(
        way =>
          way.kind === query.kind && way.provider === (query.provider ?? way.provider) && canPay(deps, way),
      )
    if (!route) return []
    return data
      .institutionsOf(country.iso)
      .filter(institution => institution.type === query.kind)
      .map(institution => institutionOnWire(institution, route))
  })
}

/** Our accounts to pay into: those in the payer's own country first. */
export async function listOurAccounts(deps: Deps, countryId: number): Promise<OurBankAccount[]> {
  const data = await referenceData(deps)
  const country = data.countryById(countryId)
  if (!country) throw new Problem('not_found')
  const isNear = (account: BankAccountRow) => account.country === country.iso
  return [...data.ourBankAccounts.filter(isNear), ...data.ourBankAccounts.filter(account => !isNear(account))]
}

/** A route is offered only where a payment over it can be carried out. */
function canPay({ providers }: Pick<Deps, 'providers'>, { provider }: RouteRow): boolean {
  return provider === 'jokko' || Object.hasOwn(providers.payouts, provider)
}

/** By ISO code in either case, or by dial code. */
function countryOf(data: ReferenceData, code: string): CountryRow {
  const country = /^\+?\d{1,3}$/.test(code)
    ? data.countryByDialCode(Number(code))
    : data.countryByIso(code.toUpperCase())
  if (!country) throw new Problem('not_found')
  return country
}

function countryOnWire(country: CountryRow, language: Language): Country {
  return {
    id: country.id,
    name: countryName(country.iso, language),
    code: country.iso,
    country_code: country.dial_code,
    currency: country.currency,
    requires_post_code: country.requires_post_code,
    preferred_notification_channel: country.notification_channel,
    is_sending: country.is_sending,
    is_receiving: country.is_receiving,
    sending_min_amount: country.sending_min === null ? null : toDecimal(eur(country.sending_min)),
    sending_max_amount: country.sending_max === null ? null : toDecimal(eur(country.sending_max)),
  }
}

function receivingOnWire(country: CountryRow, language: Language): ReceivingCountry {
  return {
    id: country.id,
    name: countryName(country.iso, language),
    code: country.iso,
    country_code: country.dial_code,
    currency: country.currency,
  }
}

function payinOnWire(deps: Pick<Deps, 'providers'>, method: PayinMethodRow): CashInMethod[] {
  const name = payinMethods.find(known => known === method.name)
  if (!name) return []
  return [
    {
      id: method.id,
      name,
      min_amount: method.min_amount === null ? null : toDecimal(eur(method.min_amount)),
      max_amount: toDecimal(eur(method.max_amount)),
      payment_type: { name },
      payment_provider: { name: method.provider },
      available: isOpen(deps, method),
    },
  ]
}

function payoutOnWire(data: ReferenceData, route: RouteRow): CountryDetail['cashout_methods'] {
  const name = payoutKinds.find(known => known === route.kind)
  if (!name) return []
  const inCurrency = (minor: bigint | null) =>
    minor === null ? null : toDecimal(money(minor, route.currency))
  const cashout_method: CashOutMethod = {
    id: route.id,
    name,
    payment_type: { name },
    payment_provider: { name: route.provider },
    min_amount: inCurrency(route.floor),
    max_amount: inCurrency(route.ceiling),
    step: String(route.step),
    currency: route.currency,
    operator_code: route.operator_code,
    delivery_minutes: { min: route.delivery_min, max: route.delivery_max },
  }
  const operator = route.operator_code === null ? undefined : data.operator(route.operator_code)
  return [{ cashout_method, providers: [{ name: operator?.name ?? route.provider }] }]
}

function institutionOnWire(institution: InstitutionRow, route: RouteRow): Institution {
  return {
    institution_id: institution.id,
    name: institution.name,
    type: institution.type,
    bank_code: institution.bank_code,
    country: institution.country,
    providers: [{ method: route.kind, name: route.provider }],
    cash_out_method: { id: route.id, name: route.kind },
  }
}
