// What became of each row, as a file that spreadsheets open: nothing in it is run as a formula.
import type { BulkRow } from '@jokko/contract/bulk'
import type { Language } from '@jokko/contract/common'
import type { Deps } from '../deps.ts'
import { translate } from '../http/texts.ts'
import { type BulkRecord, readRows } from './store.ts'
import { rowView } from './views.ts'

const ROWS_AT_ONCE = 1_000
const columns = [
  'line',
  'identification_number',
  'first_name',
  'last_name',
  'phone_number',
  'amount_without_fees',
  'fee',
  'local_amount',
  'local_currency',
  'status',
  'reason',
] as const

/** Text of a CSV file, part by part; with a byte-order mark, without which spreadsheets guess the accents wrong. */
export async function* resultFile(deps: Deps, bulk: BulkRecord, language: Language): AsyncGenerator<string> {
  const view = await rowView(deps, bulk, language)
  yield `\ufeff${columns.map(column => quoted(translate(language, `receipt:bulk_result.${column}`))).join(';')}\r\n`
  for (let after = 0; ; ) {
    const rows = await readRows(deps, bulk.id, { after, limit: ROWS_AT_ONCE })
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    yield rows
      .map(view)
      .map(row =>
        [
          String(row.line),
          text(row.identification_number),
          text(row.first_name),
          text(row.last_name),
          // As text: a spreadsheet would take the plus for a sign and lose the last digits.
          text(row.full_phone_number ?? row.phone_number),
          quoted(decimal(row.amount_in_euros, language)),
          quoted(decimal(row.fee, language)),
          quoted(decimal(row.local_amount, language)),
          quoted(row.local_currency ?? ''),
          quoted(statusOf(row, language)),
          text(row.failure ?? row.problems[0]?.message ?? ''),
        ].join(';'),
      )
      .join('\r\n')
    yield '\r\n'
  }
}

function statusOf({ status, cancelled }: BulkRow, language: Language): string {
  if (cancelled) return translate(language, 'receipt:bulk_result.cancelled')
  return status === null ? '' : translate(language, `statuses:status.${status as 'pending'}`)
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/** A cell that begins like a formula is shown with an apostrophe, and evaluated by no spreadsheet. */
const text = (cell: string): string => quoted(/^[\s]*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

/** Figures stay figures: with the comma of those who write one. */
const decimal = (amount: string | null, language: Language): string =>
  language === 'en' ? (amount ?? '') : (amount ?? '').replace('.', ',')
