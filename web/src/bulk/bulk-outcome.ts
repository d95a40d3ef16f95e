// How a bulk stands, in one word: what the heading of its last screen says.
import type { Bulk } from '@jokko/contract/bulk'
import type { OperationDetail } from '@jokko/contract/history'

export type RowCounts = NonNullable<Bulk['progress']>

/** Before the money is there, every row waits. */
export const countsOf = ({ progress, rows }: Pick<Bulk, 'progress' | 'rows'>): RowCounts =>
  progress ?? { waiting: rows, under_way: 0, paid: 0, failed: 0, cancelled: 0, held: 0 }

export type Outcome =
  | 'money_awaited'
  | 'under_way'
  | 'held'
  | 'paid'
  | 'mixed'
  | 'failed'
  | 'cancelled'
  | 'closed'

type Stands = Pick<OperationDetail, 'aborted' | 'done_at' | 'allowed_actions'>

export function headingOf(operation: Stands, counts: RowCounts, rows: number): Outcome {
  const { paid, failed, cancelled } = counts
  if (operation.aborted) return 'closed'
  if (operation.allowed_actions.includes('see_bank_details')) return 'money_awaited'
  if (operation.done_at === null) return isHeldUp(counts) ? 'held' : 'under_way'
  if (paid === rows) return 'paid'
  if (cancelled > 0 && failed === 0) return 'cancelled'
  return paid === 0 && failed > 0 ? 'failed' : 'mixed'
}

/** Nothing moves any more but by the hand of whoever checks: that is told when it happens, and not asked for. */
const isHeldUp = ({ waiting, under_way, held }: RowCounts): boolean =>
  held > 0 && waiting === 0 && under_way === 0
