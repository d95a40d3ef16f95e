// What the check made of one row of a bulk: who is paid and at what price, or what is wrong with it.
import type { BulkRowInput } from '@jokko/contract/bulk'
import type { RowProblem } from '@jokko/core/bulk-rows'
import type { Currency } from '@jokko/core/money'
import type { OperationDetails } from '../db/schema.ts'

export type RowPrice = {
  provider: string
  /** As people know it. */
  operator: string
  lines: NonNullable<OperationDetails['quote']>['lines']
  snapped_from: string | null
  rate: string
  delivery: { min: number; max: number }
}

/** Amounts that its sentence names, as decimal text. */
export type CheckedProblem = RowProblem & {
  readonly params?: Readonly<Record<string, { amount: string; currency: Currency }>>
}

export type CheckedRow = {
  line: number
  cells: BulkRowInput
  problems: CheckedProblem[]
  phone: string | null
  operator: string | null
  /** Cents, as it was typed. */
  amount: bigint | null
  payable: PayableRow | null
}

/** Cents; `target` in minor units of the route's currency. */
export type PayableRow = {
  routeId: number
  principal: bigint
  fee: bigint
  margin: bigint
  total: bigint
  target: bigint
  price: RowPrice
}
