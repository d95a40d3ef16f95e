// What a bank transfer that came short means in figures: what is missing, and what a smaller transfer gives back.
import type { OperationDetail } from '@jokko/contract/history'
import type { Quote } from '@jokko/contract/transfer'
import { fromDecimal, isPositive, type Money, subtract, toDecimal } from '@jokko/core/money'

const euros = (decimal: string): Money => {
  const read = fromDecimal(decimal, 'EUR')
  if (read === undefined) throw new RangeError(`${decimal} is not an amount in euros`)
  return read
}

/** The received share as a width: whole percents, never full while something is missing. */
export function shareReceived(received: string, total: string): `${bigint}%` {
  const whole = euros(total).minor
  const percent = whole === 0n ? 0n : (euros(received).minor * 100n) / whole
  return `${percent > 99n ? 99n : percent}%`
}

/** What remains of the money that came once the smaller transfer is paid; undefined when nothing does. */
export function leftAfter(quote: Pick<Quote, 'total_to_pay'>, received: string): string | undefined {
  const left = subtract(euros(received), euros(quote.total_to_pay.amount))
  return isPositive(left) ? toDecimal(left) : undefined
}

/** The balance once the rest is paid from it. */
export const balanceAfter = (balance: string, missing: string): string =>
  toDecimal(subtract(euros(balance), euros(missing)))

export type ShortOperation = OperationDetail & { readonly missing: string; readonly received_so_far: string }

export const isShort = (operation: OperationDetail): operation is ShortOperation =>
  operation.missing !== null && operation.received_so_far !== null
