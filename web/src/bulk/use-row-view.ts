// The order in which rows are shown: as in the file, sorted, or only those that are to be corrected. It is decided when
// somebody asks for it, so that no row jumps away while it is typed in.
import { useMemo, useState } from 'react'
import type { Column } from './bulk-columns.ts'
import type { TableRow } from './bulk-table.ts'
import { type Checked, isWrong } from './table-facts.ts'

export type SortKey = Column | 'line'
export type Sort = { readonly key: SortKey; readonly isDown: boolean }

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function compareRows(one: TableRow, other: TableRow, key: SortKey): number {
  if (key === 'line') return one.line - other.line
  if (key !== 'amount_without_fees') return collator.compare(one.cells[key], other.cells[key])
  const difference = (one.read?.amount?.minor ?? -1n) - (other.read?.amount?.minor ?? -1n)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export function sortedLines(rows: readonly TableRow[], { key, isDown }: Sort): readonly number[] {
  return rows
    .toSorted((one, other) => compareRows(one, other, key) * (isDown ? -1 : 1) || one.line - other.line)
    .map(({ line }) => line)
}

type Order = { readonly lines: readonly number[]; readonly isPart: boolean }

/** Rows that came after the order was decided stand at its end. */
function ordered(rows: readonly TableRow[], order: Order | undefined): readonly TableRow[] {
  if (order === undefined) return rows
  const byLine = new Map(rows.map(row => [row.line, row]))
  const known = order.lines.flatMap(line => {
    const row = byLine.get(line)
    byLine.delete(line)
    return row === undefined ? [] : [row]
  })
  return order.isPart ? known : [...known, ...byLine.values()]
}

export function useRowView(rows: readonly TableRow[], checked: Checked | undefined) {
  const [sort, setSort] = useState<Sort>({ key: 'line', isDown: false })
  const [order, setOrder] = useState<Order>()
  const shown = useMemo(() => ordered(rows, order), [rows, order])
  const isPart = order?.isPart ?? false
  const sortBy = (next: Sort) => {
    setSort(next)
    setOrder({ lines: sortedLines(shown, next), isPart })
  }
  const showOnlyWrong = (onlyWrong: boolean) => {
    const part = onlyWrong ? rows.filter(row => isWrong(row, checked)) : rows
    setOrder({ lines: sortedLines(part, sort), isPart: onlyWrong })
  }
  return { shown, sort, sortBy, isPart, showOnlyWrong }
}
