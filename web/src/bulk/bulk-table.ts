// A bulk payment in the making: its rows as they are typed, what is read from each, and what was chosen for all. Pure:
// what happens goes in, the next table comes out.
import type { ReadRow } from '@jokko/core/bulk-rows'
import { type Cells, type Column, columns, emptyCells } from './bulk-columns.ts'
import type { ReadLine } from './read-file.ts'

/** What the server's schema takes; longer names and addresses are told as too long well before. */
const longestCell: Readonly<Record<Column, number>> = {
  identification_number: 80,
  first_name: 200,
  last_name: 200,
  email: 320,
  phone_number: 80,
  operator: 40,
  amount_without_fees: 80,
}

export const mostRows = 999

export type TableRow = {
  readonly line: number
  readonly cells: Cells
  /** Absent until it was read by the rules of the chosen country. */
  readonly read?: ReadRow
}

export type BulkTable = {
  readonly country: string
  readonly fileName: string
  readonly rows: readonly TableRow[]
  readonly reason: string
  readonly methodId: number | undefined
  /** The repeated lines that are meant, as they were when that was said. */
  readonly keptRepeats: string
  /** Grows with every change that the server does not know of. */
  readonly edit: number
}

export const emptyTable = (country: string): BulkTable => ({
  country,
  fileName: '',
  rows: [],
  reason: '',
  methodId: undefined,
  keptRepeats: '',
  edit: 0,
})

export type BulkEvent =
  | { readonly type: 'country_chosen'; readonly country: string }
  | { readonly type: 'rows_loaded'; readonly rows: readonly ReadLine[]; readonly fileName: string }
  /** Under those that are there. */
  | { readonly type: 'rows_appended'; readonly rows: readonly ReadLine[] }
  | { readonly type: 'cell_typed'; readonly line: number; readonly column: Column; readonly text: string }
  /** Over the lines as they are shown, from the one where the cursor is; what is more makes new ones. */
  | {
      readonly type: 'block_pasted'
      readonly lines: readonly number[]
      readonly column: Column
      readonly block: readonly (readonly string[])[]
    }
  | { readonly type: 'row_added' }
  | { readonly type: 'rows_removed'; readonly lines: readonly number[] }
  | { readonly type: 'rows_read'; readonly country: string; readonly reads: ReadonlyMap<Cells, ReadRow> }
  | { readonly type: 'repeats_kept'; readonly repeats: string }
  | { readonly type: 'reason_typed'; readonly reason: string }
  | { readonly type: 'method_chosen'; readonly methodId: number }

/** A new number is proposed its own operator. */
function withCell(cells: Cells, column: Column, text: string): Cells {
  const changed = { ...cells, [column]: text.slice(0, longestCell[column]) }
  return column === 'phone_number' ? { ...changed, operator: '' } : changed
}

const nextLine = (rows: readonly TableRow[]): number => Math.max(0, ...rows.map(({ line }) => line)) + 1

const clipped = (cells: Cells): Cells => ({
  ...cells,
  ...Object.fromEntries(columns.map(column => [column, cells[column].slice(0, longestCell[column])])),
})

function pasteInto(cells: Cells, from: Column, texts: readonly string[]): Cells {
  const start = columns.indexOf(from)
  return texts.reduce((all, text, place) => {
    const column = columns[start + place]
    return column === undefined ? all : withCell(all, column, text.trim())
  }, cells)
}

type Pasted = Extract<BulkEvent, { type: 'block_pasted' }>

function pasteBlock(rows: readonly TableRow[], { lines, column, block }: Pasted): readonly TableRow[] {
  const textsAt = new Map(lines.slice(0, block.length).map((line, place) => [line, block[place] ?? []]))
  const changed = rows.map(row => {
    const texts = textsAt.get(row.line)
    return texts === undefined ? row : { line: row.line, cells: pasteInto(row.cells, column, texts) }
  })
  const first = nextLine(rows)
  const added = block
    .slice(lines.length)
    .map((texts, place) => ({ line: first + place, cells: pasteInto(emptyCells, column, texts) }))
  return [...changed, ...added]
}

const isBlank = ({ cells }: TableRow): boolean => columns.every(column => cells[column].trim() === '')

/** A row in which nothing was typed yet makes room. */
function appended(rows: readonly TableRow[], more: readonly ReadLine[]): readonly TableRow[] {
  const kept = rows.filter(row => !isBlank(row))
  const first = nextLine(kept)
  return [...kept, ...more.map(({ cells }, place) => ({ line: first + place, cells: clipped(cells) }))]
}

/** How many rows there would be once more were appended. */
export const rowsAfterAppending = (rows: readonly TableRow[], more: number): number =>
  rows.filter(row => !isBlank(row)).length + more

/** How many rows there would be: asked before, so that nothing is cut to fit. */
export const rowsAfterPaste = (rows: number, linesBelow: number, pasted: number): number =>
  rows + Math.max(0, pasted - linesBelow)

function takeReads(
  table: BulkTable,
  { country, reads }: Extract<BulkEvent, { type: 'rows_read' }>,
): BulkTable {
  if (country !== table.country) return table
  const rows = table.rows.map(row => {
    const read = reads.get(row.cells)
    return read === undefined ? row : { ...row, read }
  })
  return { ...table, rows }
}

function edited(table: BulkTable, event: BulkEvent): Partial<BulkTable> | undefined {
  const { rows } = table
  switch (event.type) {
    case 'country_chosen':
      // The operators of one country are not those of another.
      return {
        country: event.country,
        rows: rows.map(({ line, cells }) => ({ line, cells: { ...cells, operator: '' } })),
      }
    case 'rows_loaded':
      return {
        fileName: event.fileName,
        rows: event.rows.map(({ line, cells }) => ({ line, cells: clipped(cells) })),
        keptRepeats: '',
      }
    case 'rows_appended':
      return { rows: appended(rows, event.rows) }
    case 'cell_typed':
      return {
        rows: rows.map(row =>
          row.line === event.line
            ? { line: row.line, cells: withCell(row.cells, event.column, event.text) }
            : row,
        ),
      }
    case 'block_pasted':
      return { rows: pasteBlock(rows, event) }
    case 'row_added':
      return rows.length < mostRows
        ? { rows: [...rows, { line: nextLine(rows), cells: emptyCells }] }
        : undefined
    case 'rows_removed':
      return { rows: rows.filter(({ line }) => !event.lines.includes(line)) }
    case 'reason_typed':
      return { reason: event.reason }
    case 'method_chosen':
      return event.methodId === table.methodId ? undefined : { methodId: event.methodId }
    default:
      return undefined
  }
}

export function bulkReducer(table: BulkTable, event: BulkEvent): BulkTable {
  if (event.type === 'rows_read') return takeReads(table, event)
  if (event.type === 'repeats_kept') return { ...table, keptRepeats: event.repeats }
  const changes = edited(table, event)
  return changes === undefined ? table : { ...table, ...changes, edit: table.edit + 1 }
}
