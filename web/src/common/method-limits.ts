// The bounds of a way to pay, and which of them an amount passes.
import type { CashInMethod } from '@jokko/contract/reference'
import { compare, fromDecimal, type Money } from '@jokko/core/money'
import { useAmountFormat } from './amount.tsx'

type Bounds = Pick<CashInMethod, 'min_amount' | 'max_amount'>

export type MethodLimit = 'method_limit_error_min' | 'method_limit_error_max'

export function passedLimit(
  { min_amount, max_amount }: Bounds,
  amount: Money | undefined,
): MethodLimit | undefined {
  const [floor, ceiling] = [fromDecimal(min_amount ?? '0', 'EUR'), fromDecimal(max_amount, 'EUR')]
  if (amount && floor && compare(amount, floor) < 0) return 'method_limit_error_min'
  return amount && ceiling && compare(amount, ceiling) > 0 ? 'method_limit_error_max' : undefined
}

export const isLimit = (obstacle: string | undefined): obstacle is MethodLimit =>
  obstacle === 'method_limit_error_min' || obstacle === 'method_limit_error_max'

/** What fills the sentence of a passed bound. */
export function useLimitBlanks(): (bounds: Bounds) => { min: string; max: string } {
  const format = useAmountFormat()
  return ({ min_amount, max_amount }) => ({
    min: format(min_amount ?? '0', 'EUR'),
    max: format(max_amount, 'EUR'),
  })
}
