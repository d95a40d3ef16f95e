// What sets a way to pay apart from the others: the cheapest, the fastest, the most practical.
import type { CashInMethod } from '@jokko/contract/reference'
import type { Minutes } from '@jokko/core/delivery'
import { compare, fromDecimal } from '@jokko/core/money'

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
