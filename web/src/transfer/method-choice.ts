// Which way to pay can be chosen, which is proposed first, and why another one cannot.
import type { CashInMethod } from '@jokko/contract/reference'
import type { Minutes } from '@jokko/core/delivery'
import { type Currency, compare, fromDecimal, type Money } from '@jokko/core/money'

export type Payer = {
  /** Restricted people pay by bank transfer only. */
  readonly isRestricted: boolean
  readonly balance: string
}

export type MethodObstacle =
  | 'not_open'
  | 'temp_restriction'
  | 'guinea'
  | 'method_limit_error_max'
  | 'insufficient'

type Asked = {
  readonly source: Money | undefined
  readonly total: string | undefined
  readonly localCurrency: Currency
  /** False where the money goes to a Jokko balance, in euros. */
  readonly isPaidOut: boolean
}

const exceeds = (amount: Money | undefined, bound: string): boolean => {
  const limit = fromDecimal(bound, 'EUR')
  return amount !== undefined && limit !== undefined && compare(amount, limit) > 0
}

/** Takes days, in which a rate that is not fixed moves. */
const isSlow = ({ name }: CashInMethod): boolean => name === 'bank_transfer' || name === 'direct_debit'

/** What stands in the way of a method for this amount; nothing when it can be chosen. */
export function obstacleOf(method: CashInMethod, payer: Payer, asked: Asked): MethodObstacle | undefined {
  if (payer.isRestricted && method.name !== 'bank_transfer') return 'temp_restriction'
  if (!method.available) return 'not_open'
  if (isSlow(method) && asked.localCurrency === 'GNF' && asked.isPaidOut) return 'guinea'
  if (exceeds(asked.source, method.max_amount)) return 'method_limit_error_max'
  if (method.name !== 'balance') return undefined
  const total = asked.total === undefined ? asked.source : fromDecimal(asked.total, 'EUR')
  return exceeds(total, payer.balance) ? 'insufficient' : undefined
}

/** The balance where there is some, else the first one that is open. */
export function proposedMethod(methods: readonly CashInMethod[], payer: Payer): CashInMethod | undefined {
  const open = methods.filter(
    method => method.available && (!payer.isRestricted || method.name === 'bank_transfer'),
  )
  const balance = fromDecimal(payer.balance, 'EUR')
  const hasBalance = balance !== undefined && balance.minor > 0n
  return (hasBalance ? open.find(method => method.name === 'balance') : undefined) ?? open[0]
}

export type Quality = 'cheapest' | 'fastest' | 'most_practical'

export type Way = Pick<CashInMethod, 'id' | 'name'> & {
  readonly fee: string | undefined
  readonly minutes: Minutes | undefined
}

/** The way that beats every other one; none while a figure is missing, and none between equals. */
function best<Figure>(
  ways: readonly Way[],
  figureOf: (way: Way) => Figure | undefined,
  isLess: (one: Figure, other: Figure) => boolean,
): number | undefined {
  const measured = ways.flatMap(way => {
    const figure = figureOf(way)
    return figure === undefined ? [] : [{ id: way.id, figure }]
  })
  if (measured.length < ways.length || ways.length < 2) return undefined
  return measured.find(({ id, figure }) =>
    measured.every(other => other.id === id || isLess(figure, other.figure)),
  )?.id
}

/** What sets a way apart from the others that this person can choose for this amount. */
export function qualitiesOf(ways: readonly Way[]): (way: Pick<Way, 'id' | 'name'>) => readonly Quality[] {
  const cheapest = best(
    ways,
    ({ fee }) => (fee === undefined ? undefined : fromDecimal(fee, 'EUR')),
    (one, other) => compare(one, other) < 0,
  )
  const fastest = best(
    ways,
    ({ minutes }) => minutes?.max,
    (one, other) => one < other,
  )
  return ({ id, name }) => [
    ...(id === cheapest ? (['cheapest'] as const) : []),
    ...(id === fastest ? (['fastest'] as const) : []),
    ...(name === 'card' ? (['most_practical'] as const) : []),
  ]
}
