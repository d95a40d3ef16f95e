// What is wrong in a row, as sentences at their columns: the server's where it has seen the row as it stands, else ours.
import type { BulkRow } from '@jokko/contract/bulk'
import type { useErrorText } from '../common/error-text.ts'
import { type Column, columns } from './bulk-columns.ts'
import type { TableRow } from './bulk-table.ts'

export type CellProblem = { readonly column: Column; readonly text: string }

export function problemsOf(
  row: TableRow,
  served: BulkRow | undefined,
  errorText: ReturnType<typeof useErrorText>,
): readonly CellProblem[] {
  const found =
    served === undefined
      ? (row.read?.problems ?? []).map(({ field, code }) => ({ field, text: errorText(code) }))
      : served.problems.map(({ field, message }) => ({ field, text: message }))
  return columns.flatMap(column =>
    found.flatMap(({ field, text }) => (field === column ? [{ column, text }] : [])),
  )
}
