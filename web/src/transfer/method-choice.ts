// Which way to pay can be chosen, which is proposed first, and why another one cannot.
import type { CashInMethod } from '@jokko/contract/reference'
import { takesDays } from '@jokko/core/arrival'
import { type Currency, compare, fromDecimal, type Money } from '@jokko/core/money'
import { type MethodLimit, passedLimit } from '../common/method-limits.ts'

export type Payer = {
  /** Restricted people pay by bank transfer only. */
  readonly isRestricted: boolean
  readonly balance: string
}

export type MethodObstacle = 'not_open' | 'temp_restriction' | MethodLimit | 'insufficient'

type Asked = {
  readonly source: Money | undefined
  readonly total: string | undefined
}

const exceeds = (amount: Money | undefined, bound: string): boolean => {
  const limit = fromDecimal(bound, 'EUR')
  return amount !== undefined && limit !== undefined && compare(amount, limit) > 0
}

/** What stands in the way of a method for this amount; nothing when it can be chosen. */
export function obstacleOf(method: CashInMethod, payer: Payer, asked: Asked): MethodObstacle | undefined {
  if (payer.isRestricted && method.name !== 'bank_transfer') return 'temp_restriction'
  if (!method.available) return 'not_open'
  const limit = passedLimit(method, asked.source)
  if (limit !== undefined) return limit
  if (method.name !== 'balance') return undefined
  const total = asked.total === undefined ? asked.source : fromDecimal(asked.total, 'EUR')
  return exceeds(total, payer.balance) ? 'insufficient' : undefined
}

/** Days pass until its money is here, in which a rate that is not fixed moves; a Jokko balance is in euros. */
export const isPricedOnArrival = (
  { name }: CashInMethod,
  asked: { readonly localCurrency: Currency; readonly isPaidOut: boolean },
): boolean => takesDays(name) && asked.localCurrency === 'GNF' && asked.isPaidOut

/** The balance where there is some, else the first one that is open. */
export function proposedMethod(methods: readonly CashInMethod[], payer: Payer): CashInMethod | undefined {
  const open = methods.filter(
    method => method.available && (!payer.isRestricted || method.name === 'bank_transfer'),
  )
  const balance = fromDecimal(payer.balance, 'EUR')
  const hasBalance = balance !== undefined && balance.minor > 0n
  return (hasBalance ? open.find(method => method.name === 'balance') : undefined) ?? open[0]
}
