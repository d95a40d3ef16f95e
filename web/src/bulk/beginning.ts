// What a bulk payment begins with: the newest draft of the server, the rows of an earlier one, or nothing.
import { queryOptions } from '@tanstack/react-query'
import { readBulk, readDraft, readRows } from './bulk-api.ts'
import { type BulkTable, mostRows } from './bulk-table.ts'
import { type Checked, servedRows, tableFrom } from './table-facts.ts'

export type Beginning = {
  readonly table?: BulkTable
  /** The draft that the table is kept in. */
  readonly start?: { readonly id: string; readonly checked: Checked }
}

/** An earlier bulk's rows make a draft of their own. */
async function repeated(id: string, signal: AbortSignal): Promise<Beginning> {
  const [bulk, rows] = await Promise.all([readBulk(id, signal), readRows(id, signal)])
  return bulk.rows > mostRows ? {} : { table: { ...tableFrom(bulk, rows), edit: 1 } }
}

async function found(signal: AbortSignal): Promise<Beginning> {
  const bulk = await readDraft(signal)
  // What a program sent in thousands is its own; this screen takes no more than it can show.
  if (bulk === null || bulk.rows === 0 || bulk.rows > mostRows) return {}
  const rows = await readRows(bulk.id, signal)
  const checked: Checked = { edit: 0, bulk, rows: servedRows(rows, undefined) }
  return { table: tableFrom(bulk, rows), start: { id: bulk.id, checked } }
}

/** Read once for each visit: from then on the table itself is the truth. */
export const beginningQuery = (from: string | undefined, visit: number) =>
  queryOptions({
    queryKey: ['bulk-draft', from ?? 'newest', visit],
    queryFn: ({ signal }) => (from === undefined ? found(signal) : repeated(from, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { isOnce: true },
  })
