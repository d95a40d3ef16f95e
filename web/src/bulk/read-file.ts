// A CSV file, or cells pasted from a spreadsheet, as rows of the table: in whichever encoding, with whichever
// delimiter, and with a reason when it cannot be read. Runs in a worker, away from the screen.
import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { type Cells, type Column, columnOf, emptyCells, neededColumns, orderOfWidth } from './bulk-columns.ts'

export type ReadLine = { readonly line: number; readonly cells: Cells }

export type RefusalCode =
  | 'Drag_Drop_Csv_Error'
  | 'Upload_Csv_Toast_Error'
  | 'bulk_too_many_rows'
  | 'bulk_is_empty'

export type FileReading =
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly line?: number }
  | {
      readonly kind: 'read'
      readonly rows: readonly ReadLine[]
      /** Headers that name no column of ours: their cells are left aside. */
      readonly unknown: readonly string[]
      /** Columns that are needed and that no header names. */
      readonly missing: readonly Column[]
    }

type Grid = readonly (readonly string[])[]
type Refused = Extract<FileReading, { kind: 'refused' }>

const refused = (code: RefusalCode, line?: number): Refused => ({
  kind: 'refused',
  code,
  ...(line !== undefined && { line }),
})

/** A file of 999 rows has some 100 kB. */
const largestFile = 5_000_000

/** UTF-16 has zeros between its letters, and says so with its first two bytes. */
const utf16: Readonly<Record<string, string>> = { '255,254': 'utf-16le', '254,255': 'utf-16be' }

/** Control characters that no text has: what only bears the name of a CSV file is found by them. */
const isBinary = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04) ||
  bytes.subarray(0, 4096).some(byte => byte < 0x09 || (byte > 0x0d && byte < 0x20))

/** French Excel writes Windows-1252, in which hardly any text with accents is also right as UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  const encoding = utf16[bytes.subarray(0, 2).join()]
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes)
  if (isBinary(bytes)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const delimiters = [';', ',', '\t', '|'] as const

function cellsOf(text: string, delimiter: string, records?: number): Grid {
  return parse(text, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    // Where tabs part the cells, they are no space around them.
    trim: delimiter !== '\t',
    ...(records !== undefined && { to: records }),
  })
}

/** The delimiter under which the first line has the most columns that we know, then the most columns. */
function delimiterOf(text: string): string {
  const first = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const scored = delimiters.map(delimiter => {
    const header = cellsOf(first, delimiter, 1)[0] ?? []
    return { delimiter, known: header.filter(columnOf).length, width: header.length }
  })
  return scored.reduce((best, one) =>
    one.known > best.known || (one.known === best.known && one.width > best.width) ? one : best,
  ).delimiter
}

type Sheet = { readonly grid: Grid; readonly delimiter: string }

/** `sep=;` on a line of its own is Excel's note to itself. */
function sheetOf(text: string): Sheet {
  const [note, named] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const rest = note === undefined ? text : text.slice(note.length)
  const delimiter = named ?? delimiterOf(rest)
  return { grid: cellsOf(rest, delimiter), delimiter }
}

const isBlank = (record: readonly string[]): boolean => record.every(cell => cell.trim() === '')

/**
 * Cells beyond the last column are kept where they can be seen: at the amount. After the last column a decimal comma
 * that was taken for a delimiter is whole again; anything else makes an amount that nobody can pay.
 */
function withExtras(
  cells: Cells,
  extras: readonly string[],
  isAmountLast: boolean,
  delimiter: string,
): Cells {
  const seen = extras.filter(cell => cell.trim() !== '')
  if (seen.length === 0) return cells
  const amount = [cells.amount_without_fees, ...seen].join(isAmountLast ? delimiter : ' | ')
  return { ...cells, amount_without_fees: amount }
}

type Layout = { readonly order: readonly (Column | undefined)[]; readonly delimiter: string }

function toCells(record: readonly string[], { order, delimiter }: Layout): Cells {
  const named = order.flatMap((column, place) =>
    column === undefined ? [] : [[column, (record[place] ?? '').trim()] as const],
  )
  const cells: Cells = { ...emptyCells, ...Object.fromEntries(named) }
  const isAmountLast = order.at(-1) === 'amount_without_fees'
  return withExtras(cells, record.slice(order.length), isAmountLast, delimiter)
}

/** Rows keep the number that they have in the person's own sheet, blank ones counted. */
const toRows = (records: Grid, layout: Layout): readonly ReadLine[] =>
  records.flatMap((record, place) =>
    isBlank(record) ? [] : [{ line: place + 1, cells: toCells(record, layout) }],
  )

/** A second header for the same column is as unknown as one for none. */
function columnsOf(header: readonly string[]) {
  const taken = new Set<Column>()
  const unknown: string[] = []
  const order = header.map(name => {
    const column = columnOf(name)
    if (column !== undefined && !taken.has(column)) {
      taken.add(column)
      return column
    }
    if (name.trim() !== '') unknown.push(name.replace(/^[\s"]+|[\s"]+$/g, ''))
    return undefined
  })
  return { order, unknown, missing: neededColumns.filter(column => !taken.has(column)) }
}

/** Blank columns at the end of the header are no columns. */
const trimmedEnd = (header: readonly string[]): readonly string[] =>
  header.slice(0, header.findLastIndex(name => name.trim() !== '') + 1)

function readSheet({ grid, delimiter }: Sheet, mostRows: number): FileReading {
  const start = grid.findIndex(record => !isBlank(record))
  const header = trimmedEnd(grid[start] ?? [])
  const { order, unknown, missing } = columnsOf(header)
  const rows = toRows(grid.slice(start + 1), { order, delimiter })
  if (rows.length > mostRows) return refused('bulk_too_many_rows')
  if (rows.length === 0) return refused('bulk_is_empty')
  return { kind: 'read', rows, unknown, missing }
}

/** Quotes that never close, for instance: where it happened is told. */
function orRefused(read: () => FileReading): FileReading {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line: unknown = error['lines']
    return refused('Upload_Csv_Toast_Error', typeof line === 'number' ? line : undefined)
  }
}

export function readFile(bytes: Uint8Array, mostRows: number): FileReading {
  if (bytes.length > largestFile) return refused('Upload_Csv_Toast_Error')
  const text = textOf(bytes)
  if (text === undefined) return refused('Drag_Drop_Csv_Error')
  return orRefused(() => readSheet(sheetOf(text), mostRows))
}

/** What a spreadsheet puts on the clipboard, cell by cell. */
export const pastedCells = (text: string): Grid => {
  const { grid } = text.includes('\t') ? { grid: cellsOf(text, '\t') } : sheetOf(text)
  const last = grid.findLastIndex(record => !isBlank(record))
  return grid.slice(0, last + 1)
}

/** Pasted where there is no table yet: with a header as in a file, or without one in the template's order. */
export function readPasted(text: string, mostRows: number): FileReading {
  return orRefused(() => {
    const grid = pastedCells(text)
    const first = grid.find(record => !isBlank(record))
    if (first === undefined) return refused('bulk_is_empty')
    const delimiter = '\t'
    if (first.filter(columnOf).length > 1) return readSheet({ grid, delimiter }, mostRows)
    const order = orderOfWidth(Math.max(...grid.map(record => record.length)))
    if (order === undefined) return { kind: 'read', rows: [], unknown: [], missing: neededColumns }
    const rows = toRows(grid, { order, delimiter })
    return rows.length > mostRows
      ? refused('bulk_too_many_rows')
      : { kind: 'read', rows, unknown: [], missing: [] }
  })
}
