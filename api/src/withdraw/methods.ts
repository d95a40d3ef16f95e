// The ways to have money paid out in one country: what each costs for an amount, how long it takes, how much it pays at
// most, and the most that the balance pays for.
import type { WithdrawMethod, WithdrawMethods } from '@jokko/contract/withdraw'
import { eur, type Money, money, subtract, toDecimal } from '@jokko/core/money'
import type { Deps } from '../deps.ts'
import { Problem, textOf } from '../http/problem.ts'
import { type Caller, requireActive } from '../http/session.ts'
import { readBalance } from '../ledger/operations.ts'
import { ceilingInEuros, eurosOf, type Priced, price, priceWithin, readAmount } from '../quotes/quoting.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import type { CountryRow, RouteRow } from '../reference/store.ts'
import { bankKinds, isRestricted } from './access.ts'
import { withdrawalBy } from './subject.ts'

const offered: readonly WithdrawMethod['kind'][] = [
  'mobile_money',
  'bank_transfer',
  'manual_bank_transfer',
  'mfi',
  'wallet',
  'delivery',
]

export async function withdrawMethods(
  deps: Deps,
  caller: Caller,
  query: { country?: string; amount?: string },
): Promise<WithdrawMethods> {
  requireActive(caller)
  if (!caller.isOwner) throw new Problem('owner_only')
  const reference = await referenceData(deps)
  const at = deps.clock.now()
  const routesTo = (iso: string) =>
    reference.routesTo(iso, at).filter(route => isOffered(deps, caller, route))
  const countries = countriesFor(reference, caller).filter(({ iso }) => routesTo(iso).length > 0)
  // Who lives where nothing is paid out begins with the first country where something is.
  const country = query.country
    ? countries.find(({ iso }) => iso === query.country)
    : (countries[0] ?? reference.countryByIso(caller.country))
  if (!country) throw new Problem('payout_method_not_configured')
  const balance = eur(await readBalance(deps, caller.customerId))
  const amount = query.amount === undefined ? undefined : readAmount(query.amount, 'EUR', 'amount')
  const routes = routesTo(country.iso)
  return {
    balance: toDecimal(balance),
    country: country.iso,
    country_id: country.id,
    countries: countries.map(({ iso, dial_code, currency }) => ({
      code: iso,
      country_code: dial_code,
      currency,
    })),
    restriction: isRestricted(caller) ? 'bank_only' : null,
    methods: routes.map(route => methodOf({ reference, caller, country, route, balance, amount, at })),
  }
}

/** The own country first, then those to which money can be sent from there. */
export function countriesFor(reference: ReferenceData, { country }: Pick<Caller, 'country'>): CountryRow[] {
  const own = reference.countryByIso(country)
  const others = reference.receivingCountriesOf(country).filter(({ iso }) => iso !== country)
  return own ? [own, ...others] : [...others]
}

export function isOffered({ providers }: Pick<Deps, 'providers'>, caller: Caller, route: RouteRow): boolean {
  if (!offered.some(kind => kind === route.kind)) return false
  if (route.kind === 'wallet' && route.country !== caller.country) return false
  if (isRestricted(caller) && !bankKinds.has(route.kind)) return false
  return Object.hasOwn(providers.payouts, route.provider)
}

type Asked = {
  reference: ReferenceData
  caller: Caller
  country: CountryRow
  route: RouteRow
  balance: Money
  amount: Money | undefined
  at: Date
}

function methodOf(asked: Asked): WithdrawMethod {
  const { reference, route, country, amount, at } = asked
  const operator = route.operator_code === null ? undefined : reference.operator(route.operator_code)
  const inCurrency = (minor: bigint | null) =>
    minor === null ? null : toDecimal(money(minor, route.currency))
  const most = ceilingInEuros(reference, withdrawalBy(country, route), at)
  return {
    cashout_method_id: route.id,
    kind: route.kind as WithdrawMethod['kind'],
    is_sepa: route.kind === 'bank_transfer' && route.currency === 'EUR',
    operator_code: operator?.code ?? null,
    operator_name: operator?.name ?? null,
    currency: route.currency,
    min_amount: inCurrency(route.floor),
    max_amount: inCurrency(route.ceiling),
    max_euros: most ? toDecimal(most) : null,
    delivery: { min: route.delivery_min, max: route.delivery_max },
    ...priceOf(asked, amount),
    all: everything(asked),
  }
}

function priceOf(asked: Asked, amount: Money | undefined): Pick<WithdrawMethod, 'price' | 'refusal'> {
  if (!amount) return { price: null, refusal: null }
  const { reference, country, route, at, caller } = asked
  try {
    const { wire } = price(reference, withdrawalBy(country, route), { fix: 'source', amount }, at)
    return { price: shown(wire), refusal: null }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, params } = error
    return { price: null, refusal: { code, message: textOf(code, caller.language, params) } }
  }
}

const shown = (wire: Priced['wire']) => ({
  fee: wire.fee,
  total: wire.total_to_pay.amount,
  received: wire.payable_target.amount,
})

/** What cannot be paid at all is no proposal. */
function everything({ reference, country, route, balance, at }: Asked): WithdrawMethod['all'] {
  try {
    const { amount, wire } = priceWithin(reference, withdrawalBy(country, route), balance, at)
    const total = eurosOf(wire.total_to_pay.amount)
    return {
      amount: toDecimal(amount),
      fee: wire.fee,
      total: toDecimal(total),
      stays: toDecimal(subtract(balance, total)),
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return null
  }
}
