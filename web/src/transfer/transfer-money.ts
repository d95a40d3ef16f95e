// The limits that the amount of a transfer must respect.

import { parseAmountInput } from '@jokko/core/amount-input'
import type { ErrorCode } from '@jokko/core/errors'
import {
  type Currency,
  compare,
  fromDecimal,
  isPositive,
  type Money,
  maxOf,
  toDecimal,
} from '@jokko/core/money'
import { type KnownRate, linkedAmounts, type TypedAmount } from '../common/linked-amounts.ts'

/** The highest ceiling among the ways to pay, in euros. */
export function highestCeiling(methods: readonly { readonly max_amount: string }[]): string | undefined {
  const ceilings = methods.flatMap(({ max_amount }) => fromDecimal(max_amount, 'EUR') ?? [])
  const [first, ...others] = ceilings
  return first === undefined ? undefined : toDecimal(others.reduce(maxOf, first))
}

export type AmountProblem = {
  readonly field: 'euro' | 'local' | 'reason'
  readonly code: ErrorCode | 'ambiguous' | 'too_many_decimals'
  /** The bound that was passed, or the balance that could pay, in euros. */
  readonly bound?: string
}

export type AmountLimits = {
  readonly min: string | null
  readonly max: string | null
  /** The highest ceiling of the ways to pay. */
  readonly highestMethod: string | undefined
  /** Where the balance would pay: what it holds. */
  readonly balance?: string | undefined
}

const bounded = (text: string | null | undefined): Money | undefined =>
  text === null || text === undefined ? undefined : fromDecimal(text, 'EUR')

function limitProblem(source: Money, limits: AmountLimits): AmountProblem | undefined {
  const min = bounded(limits.min)
  const max = bounded(limits.max)
  const highest = bounded(limits.highestMethod)
  if (min !== undefined && compare(source, min) < 0) {
    return { field: 'euro', code: 'the_minimum_transfer_amount_is', bound: limits.min ?? '' }
  }
  if (max !== undefined && compare(source, max) > 0) {
    return { field: 'euro', code: 'the_maximum_transfer_amount_is', bound: limits.max ?? '' }
  }
  if (highest !== undefined && compare(source, highest) > 0) {
    return { field: 'euro', code: 'max_amount_exceeded', bound: limits.highestMethod ?? '' }
  }
  return undefined
}

/** An amount of nothing is told with what the balance could pay. */
function nothingTyped(isSource: boolean, balance: string | undefined): Omit<AmountProblem, 'field'> {
  if (!isSource) return { code: 'enterCfa' }
  return balance === undefined ? { code: 'enterEuros' } : { code: 'expectAmount', bound: balance }
}

function typedProblem(
  amount: TypedAmount,
  localCurrency: Currency,
  { balance }: Pick<AmountLimits, 'balance'>,
): AmountProblem | undefined {
  const isSource = amount.side === 'source'
  const field = isSource ? 'euro' : 'local'
  const typed = parseAmountInput(amount.text, isSource ? 'EUR' : localCurrency)
  if (typed.ok) {
    return isPositive(typed.money) ? undefined : { field, ...nothingTyped(isSource, balance) }
  }
  if (typed.reason === 'empty') {
    return { field, code: isSource ? 'the_euro_amount_field_is_required' : 'enterCfa' }
  }
  if (typed.reason === 'ambiguous' || typed.reason === 'too_many_decimals')
    return { field, code: typed.reason }
  return { field, code: 'amount_invalid' }
}

/** What is wrong with the amount, if anything: its writing first, then the limits. */
export function amountProblem(
  amount: TypedAmount,
  localCurrency: Currency,
  known: KnownRate | undefined,
  limits: AmountLimits,
): AmountProblem | undefined {
  const typed = typedProblem(amount, localCurrency, limits)
  if (typed !== undefined) return typed
  const { source } = linkedAmounts(amount, localCurrency, known)
  return source === undefined ? undefined : limitProblem(source, limits)
}
