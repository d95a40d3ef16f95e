// What is made of a bulk's rows: who is paid, how, at what price, or what is wrong at which field of which line.
import type { BulkRowInput } from '@jokko/contract/bulk'
import { type BulkCountry, duplicateLines, readBulkRow } from '@jokko/core/bulk-rows'
import { eur, type Money, toDecimal } from '@jokko/core/money'
import { rateToText } from '@jokko/core/rates'
import type { Deps } from '../deps.ts'
import { Problem } from '../http/problem.ts'
import { readRules } from '../payouts/rules.ts'
import { deliveryOf, linesOf, pricer } from '../quotes/quoting.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import type { CountryRow, PayinMethodRow, RouteRow } from '../reference/store.ts'
import type { CheckedProblem, CheckedRow, PayableRow } from './checked-row.ts'
import { type Asked, readReceived } from './store.ts'

/** Where a bulk pays from and to, and how it is paid for. */
export type Corridor = {
  reference: ReferenceData
  sending: CountryRow
  receiving: CountryRow
  method: PayinMethodRow
  /** Mobile money, by operator. */
  routes: ReadonlyMap<string, RouteRow>
  country: BulkCountry
}

/** Until a way to pay is chosen, rows are priced as from the balance. */
const USUAL_METHOD = 'balance'
/** Nobody else collects for a bulk. */
const METHODS: readonly string[] = ['balance', 'bank_transfer']

export async function corridorOf(
  deps: Deps,
  sendingCountry: string,
  receivingCountry: string | number,
  methodId: number | null | undefined,
): Promise<Corridor> {
  const reference = await referenceData(deps)
  const sending = reference.countryByIso(sendingCountry)
  const receiving = countryOf(reference, receivingCountry)
  if (!sending?.is_sending) throw new Problem('sending_country_missing')
  if (!receiving?.is_receiving) throw new Problem('country_not_configured')
  if (!reference.corridorExists(sending.iso, receiving.iso)) throw new Problem('no_receiving_country')
  const method =
    typeof methodId === 'number'
      ? reference.payinMethodsOf(sending.iso).find(one => one.id === methodId)
      : reference.payinMethodByName(USUAL_METHOD)
  if (!method || !METHODS.includes(method.name)) throw new Problem('cashin_method_not_supported')
  const routes = new Map<string, RouteRow>()
  for (const route of reference.routesTo(receiving.iso, deps.clock.now())) {
    const isOpen = route.kind === 'mobile_money' && deps.providers.payouts[route.provider] !== undefined
    if (isOpen && route.operator_code !== null) routes.set(route.operator_code, route)
  }
  if (routes.size === 0) throw new Problem('payout_method_not_configured')
  const country = {
    dialCode: receiving.dial_code,
    needsEmail: receiving.notification_channel === 'mail',
    operators: [...routes.keys()],
  }
  return { reference, sending, receiving, method, routes, country }
}

function countryOf(reference: ReferenceData, named: string | number): CountryRow | undefined {
  const dialCode = Number(named)
  return Number.isInteger(dialCode)
    ? reference.countryByDialCode(dialCode)
    : reference.countryByIso(String(named))
}

/** Within a transaction it asks its connection: to wait for another one, that others hold likewise, could last for ever. */
export type RowChecker = (rows: readonly BulkRowInput[], db: Asked) => Promise<CheckedRow[]>

/** Checks the rows of one bulk, part by part: each by itself, and then what all parts so far ask of one wallet together. */
export async function rowChecker(deps: Deps, corridor: Corridor): Promise<RowChecker> {
  const at = deps.clock.now()
  const priced = rowPricer(corridor, at)
  const { ceilings } = await readRules(deps)
  const withinCeilings = walletCeilings(ceilings.walletMonth[corridor.receiving.currency], corridor, at)
  return (rows, db) =>
    withinCeilings(
      rows.map(cells => checkRow(corridor, priced, cells)),
      db,
    )
}

function checkRow(corridor: Corridor, priceRow: RowPricer, cells: BulkRowInput): CheckedRow {
  const read = readBulkRow(cells, corridor.country)
  const route = read.operator === undefined ? undefined : corridor.routes.get(read.operator)
  const priced = route && read.amount ? priceRow(route, read.amount) : undefined
  const problems = [...read.problems, ...(priced && 'code' in priced ? [priced] : [])]
  return {
    line: cells.line,
    cells,
    problems,
    phone: read.phone ?? null,
    operator: read.operator ?? null,
    amount: read.amount?.minor ?? null,
    payable: problems.length === 0 && priced && !('code' in priced) ? priced : null,
  }
}

/** A payable row's figures, or why this amount cannot be paid this way. */
type RowPricer = (route: RouteRow, amount: Money) => PayableRow | CheckedProblem

/** Salaries repeat themselves: an amount is priced once on each route. */
function rowPricer(corridor: Corridor, at: Date): RowPricer {
  const priceOn = remembered((route: RouteRow) => {
    const price = pricerOn(corridor, route, at)
    return remembered((cents: bigint) => price(eur(cents)))
  })
  return (route, amount) => {
    try {
      return priceOn(route)(amount.minor)
    } catch (error) {
      if (error instanceof Problem) return problemOf(error)
      throw error
    }
  }
}

function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return key => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}

function pricerOn(
  { reference, sending, receiving, method }: Corridor,
  route: RouteRow,
  at: Date,
): (amount: Money) => PayableRow {
  const figuresFor = pricer(reference, { kind: 'transfer', sending, receiving, method, route }, at)
  const always = {
    provider: route.provider,
    operator: (route.operator_code && reference.operator(route.operator_code)?.name) ?? '',
    delivery: deliveryOf({ method, route }),
  }
  return amount => {
    const figures = figuresFor({ fix: 'source', amount })
    const margin = figures.lines.find(({ kind }) => kind === 'margin')?.amount.minor ?? 0n
    return {
      routeId: route.id,
      principal: figures.principal.minor,
      fee: figures.fee.minor - margin,
      margin,
      total: figures.totalToPay.minor,
      target: figures.target.minor,
      price: {
        ...always,
        lines: linesOf(figures),
        snapped_from: figures.snappedFrom ?? null,
        rate: rateToText(figures.rate),
      },
    }
  }
}

function problemOf({ code, params }: Problem): CheckedProblem {
  const amounts = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'string'
      ? []
      : [[name, { amount: toDecimal(value), currency: value.currency }] as const],
  )
  return { field: 'amount_without_fees', code, params: Object.fromEntries(amounts) }
}

/** What a wallet received this month and what this file brings it must stay under its ceiling. */
function walletCeilings(
  ceiling: bigint | undefined,
  { receiving }: Corridor,
  at: Date,
): (rows: CheckedRow[], db: Asked) => Promise<CheckedRow[]> {
  const used = new Map<string, bigint>()
  return async (rows, db) => {
    if (ceiling === undefined) return rows
    const phones = new Set(rows.flatMap(row => (row.payable && row.phone ? [row.phone] : [])))
    const unknown = [...phones].filter(phone => !used.has(phone))
    for (const phone of unknown) used.set(phone, 0n)
    const received = await readReceived(db, unknown, receiving.currency, at.toISOString().slice(0, 7))
    for (const [phone, amount] of received) used.set(phone, amount)
    return rows.map(row => {
      if (!row.payable || row.phone === null) return row
      const sum = (used.get(row.phone) ?? 0n) + row.payable.target
      if (sum > ceiling) {
        const problems = [{ field: 'amount_without_fees', code: 'limit_exceeded' } as const]
        return { ...row, problems, payable: null }
      }
      used.set(row.phone, sum)
      return row
    })
  }
}

export function duplicatesOf(rows: readonly CheckedRow[]): number[][] {
  return duplicateLines(
    rows.map(({ line, phone, amount }) => ({
      line,
      ...(phone !== null && { phone }),
      ...(amount !== null && { amount: eur(amount) }),
    })),
  )
}
