// A customer's history: pages with whole days in the reader's zone, and one operation with everything about it.

import type { Language } from '@jokko/contract/common'
import type { OperationDetail, OperationsPage, OperationsQuery } from '@jokko/contract/history'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { Problem } from '../http/problem.ts'
import type { Caller } from '../http/session.ts'
import {
  countHeldRows,
  hasUnsentRows,
  readBalanceFor,
  readCustomerName,
  readEvents,
  readPayInState,
} from '../ledger/operations.ts'
import { referenceData } from '../reference/data.ts'
import {
  type Cursor,
  countOperations,
  type HistoryFilter,
  type HistoryRow,
  readLinked,
  readPage,
  readSeen,
} from './store.ts'
import { detailView, rowView, type Viewer } from './views.ts'

/** Pages by number reach this far; further on, the cursor of the page before leads. */
const OFFSET_MOST = 5_000

export async function listOperations(
  deps: Deps,
  caller: Caller,
  query: OperationsQuery,
): Promise<OperationsPage> {
  const filter = filterOf(caller, query)
  const [rows, total] = await Promise.all([pageOf(deps, filter), countOperations(deps, filter)])
  const page = rows.slice(0, query.per_page)
  const last = page.at(-1)
  return {
    paginated: true,
    results: page.map(row => rowView(row, viewerOf(caller, row))),
    total_count: Number(total),
    next_cursor:
      rows.length > query.per_page && last ? encodeCursor({ value: last.sort_value, id: last.id }) : null,
  }
}

/** A cursor that we did not write may not be a value of what is sorted by. */
async function pageOf(deps: Deps, filter: HistoryFilter): Promise<HistoryRow[]> {
  try {
    return await readPage(deps, filter)
  } catch (error) {
    const isUnreadable = /^22/.test(String((error as { code?: unknown }).code))
    if (filter.cursor && isUnreadable) throw new Problem('cursor_invalid')
    throw error
  }
}

export const viewerOf = (caller: Caller, op: Operation): Viewer =>
  op.customer_id === caller.customerId ? 'sender' : 'receiver'

function filterOf(caller: Caller, query: OperationsQuery): HistoryFilter {
  const zone = query.time_zone ?? 'Europe/Paris'
  const from = query.from === undefined ? undefined : startOfDay(query.from, zone)
  const before = query.to === undefined ? undefined : startOfDay(nextDay(query.to), zone)
  if (from && before && before <= from)
    throw new Problem('date_range_invalid', { fields: { to: ['date_range_invalid'] } })
  const type = query.type ?? query.operation_type
  const search = query.search ?? query.keyword
  const offset = query.cursor === undefined ? (query.page - 1) * query.per_page : 0
  if (offset > OFFSET_MOST) throw new Problem('cursor_invalid')
  return {
    customerId: caller.customerId,
    sort_by: query.sort_by,
    sort_order: query.sort_order,
    per_page: query.per_page,
    offset,
    ...(type !== undefined && {
      types: type === 'payment_request' ? ['payment_request', 'payment_demand'] : [type],
    }),
    ...(query.status !== undefined && { status: query.status }),
    ...(query.country !== undefined && { country: query.country }),
    ...(query.contact !== undefined && { contact: query.contact }),
    ...(search !== undefined && { search }),
    ...(from && { from }),
    ...(before && { before }),
    ...(query.cursor !== undefined && { cursor: decodeCursor(query.cursor) }),
  }
}

/** Midnight of a day where the reader lives, also on the days when clocks change. */
function startOfDay(day: string, zone: string): Date {
  try {
    return new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds)
  } catch {
    throw new Problem('date_range_invalid', { fields: { from: ['date_range_invalid'] } })
  }
}

const nextDay = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

const encodeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify([cursor.value, cursor.id])).toString('base64url')

function decodeCursor(text: string): Cursor {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (typeof value === 'string' && typeof id === 'string') return { value, id }
  } catch {
    // Falls through to the refusal.
  }
  throw new Problem('cursor_invalid')
}

export async function operationDetail(
  deps: Deps,
  caller: Caller,
  id: string,
  language: Language,
): Promise<OperationDetail> {
  const op = await readSeen(deps, caller.customerId, id)
  if (!op) throw new Problem('not_found')
  const [events, linked, sender, reference, balance, hasUnsent, heldRows, payIn] = await Promise.all([
    readEvents(deps, op.id),
    readLinked(deps, op),
    readCustomerName(deps, op.user_id),
    referenceData(deps),
    readBalanceFor(deps, caller, op),
    hasUnsentRows(deps, op),
    countHeldRows(deps, op),
    readPayInState(deps, op),
  ])
  return detailView({
    op,
    events,
    linked,
    senderName: sender,
    reference,
    viewer: viewerOf(caller, op),
    language,
    standing: { balance, hasUnsentRows: hasUnsent, heldRows, payIn },
  })
}
