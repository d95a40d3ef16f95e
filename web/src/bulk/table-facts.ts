// What is told of a table as a whole: what it sums up to, which lines repeat another, and what keeps it from being paid.
import type { Bulk, BulkDraftInput, BulkRow, BulkRowInput } from '@jokko/contract/bulk'
import { eur, toDecimal } from '@jokko/core/money'
import type { BulkTable, TableRow } from './bulk-table.ts'

/** What the server said, and of which edit. */
export type Checked = {
  readonly edit: number
  readonly bulk: Bulk
  readonly rows: ReadonlyMap<number, BulkRow>
}

/** What the server said anew, keeping the rows of which it says the same: they need not be drawn again. */
export function servedRows(
  rows: readonly BulkRow[],
  before: Checked | undefined,
): ReadonlyMap<number, BulkRow> {
  return new Map(
    rows.map(row => {
      const known = before?.rows.get(row.line)
      return [row.line, known !== undefined && saysTheSame(known, row) ? known : row]
    }),
  )
}

const saysTheSame = ({ problems: before, ...one }: BulkRow, { problems, ...other }: BulkRow): boolean =>
  before.length === problems.length &&
  before.every(({ field, message }, place) => {
    const now = problems[place]
    return now?.field === field && now.message === message
  }) &&
  Object.entries(one).every(([name, value]) => other[name as keyof typeof other] === value)

/** The amounts that can be read, without fees: exact, and there before the server answers. */
export function sumOf(rows: readonly TableRow[]): string {
  return toDecimal(eur(rows.reduce((sum, { read }) => sum + (read?.amount?.minor ?? 0n), 0n)))
}

/** Lines that pay the same number the same amount, each group in order. */
export function repeatedLines(rows: readonly TableRow[]): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>()
  for (const { line, read } of rows) {
    if (read?.phone === undefined || read.amount === undefined) continue
    const key = `${read.phone} ${read.amount.minor}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [line])
    else group.push(line)
  }
  return [...groups.values()].filter(lines => lines.length > 1)
}

/** The lines after the first of each group. */
export const repeatsOf = (groups: readonly (readonly number[])[]): readonly number[] =>
  groups.flatMap(lines => lines.slice(1))

/** Said once, it holds until other lines repeat. */
export const repeatsName = (groups: readonly (readonly number[])[]): string =>
  groups.map(lines => lines.join('=')).join(';')

/** What the server found in a row as it stands. */
export function servedRow(row: TableRow, checked: Checked | undefined): BulkRow | undefined {
  const served = checked?.rows.get(row.line)
  if (served === undefined) return undefined
  const { cells } = row
  const isSame =
    served.first_name === cells.first_name &&
    served.last_name === cells.last_name &&
    served.email === cells.email &&
    served.phone_number === cells.phone_number &&
    served.amount_without_fees === cells.amount_without_fees &&
    (cells.operator === '' || served.operator === cells.operator)
  return isSame ? served : undefined
}

/** Whether the draft of the server is this table, as it was sent. */
export const isSameTable = (table: BulkTable, checked: Checked): boolean =>
  sameChoices(table, checked.bulk) &&
  checked.rows.size === table.rows.length &&
  table.rows.every(row => {
    const served = servedRow(row, checked)
    return served?.identification_number === row.cells.identification_number
  })

const sameChoices = (table: BulkTable, bulk: Bulk): boolean =>
  bulk.country_code === table.country &&
  bulk.reason === table.reason &&
  (bulk.cashin_method_id ?? undefined) === table.methodId

export const isWrong = (row: TableRow, checked: Checked | undefined): boolean =>
  (row.read?.problems.length ?? 0) > 0 || (servedRow(row, checked)?.problems.length ?? 0) > 0

const toWire = ({ line, cells }: TableRow): BulkRowInput => {
  const { identification_number, email, operator, ...needed } = cells
  return {
    line,
    ...needed,
    ...(identification_number !== '' && { identification_number }),
    ...(email !== '' && { email }),
    ...(operator !== '' && { operator }),
  }
}

export const draftInput = (table: BulkTable): BulkDraftInput => ({
  country_code: table.country,
  beneficiaries: table.rows.map(toWire),
  ...(table.fileName !== '' && { file_name: table.fileName.slice(0, 200) }),
  ...(table.reason !== '' && { reason: table.reason.slice(0, 140) }),
  ...(table.methodId !== undefined && { cashin_method_id: table.methodId }),
})

/** A draft of the server, as the table that it was. */
export function tableFrom(bulk: Bulk, rows: readonly BulkRow[]): BulkTable {
  return {
    country: bulk.country_code,
    fileName: bulk.file_name,
    reason: bulk.reason,
    methodId: bulk.cashin_method_id ?? undefined,
    keptRepeats: '',
    edit: 0,
    rows: rows.map(row => ({
      line: row.line,
      cells: {
        identification_number: row.identification_number,
        first_name: row.first_name,
        last_name: row.last_name,
        email: row.email,
        phone_number: row.phone_number,
        operator: row.operator ?? '',
        amount_without_fees: row.amount_without_fees,
      },
    })),
  }
}
