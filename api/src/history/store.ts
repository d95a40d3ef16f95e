// Reads a customer's operations in any order: keyset pages over the index of that order, as sender and as receiver.
import type { OperationsQuery } from '@jokko/contract/history'
import { fold } from '@jokko/core/search'
import { type RawBuilder, sql } from 'kysely'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

export type SortKey = OperationsQuery['sort_by']

/** What each order sorts by, exactly as its index is written. Text compares byte by byte on both sides. */
const sortExpressions: Record<SortKey, { expression: string; type: string }> = {
  start_date: { expression: 'started_at', type: 'timestamptz' },
  end_date: { expression: `coalesce(ended_at, 'infinity'::timestamptz)`, type: 'timestamptz' },
  type: { expression: 'operation_type', type: 'text' },
  country: { expression: `coalesce(receiving_country, '')`, type: 'text' },
  name: { expression: 'counterparty', type: 'text' },
  amount: { expression: 'total', type: 'bigint' },
  status: { expression: 'customer_status', type: 'text' },
}

export type Cursor = { value: string; id: string }

export type HistoryFilter = Pick<
  OperationsQuery,
  'sort_by' | 'sort_order' | 'per_page' | 'country' | 'status' | 'contact'
> & {
  customerId: string
  types?: string[]
  search?: string
  from?: Date
  before?: Date
  cursor?: Cursor
  offset: number
}

export type HistoryRow = Operation & { sort_value: string }

/** One row more than a page, so that the caller sees whether there is a next one. */
export async function readPage({ db, config }: Deps, filter: HistoryFilter): Promise<HistoryRow[]> {
  const sort = sortExpressions[filter.sort_by]
  const direction = sql.raw(filter.sort_order)
  const wanted = filter.offset + filter.per_page + 1
  const side = (column: 'customer_id' | 'receiver_customer_id') => sql`
    (select *, (${sql.raw(sort.expression)})::text as sort_value
     from app.operations
     where ${sql.raw(column)} = ${filter.customerId} and book = ${config.book} and ${visibleTo(column)} ${conditions(filter)} ${after(filter, sort)}
     order by ${sql.raw(sort.expression)} ${direction}, id ${direction}
     limit ${wanted})`
  const { rows } = await sql<HistoryRow>`
    select * from (${side('customer_id')} union all ${side('receiver_customer_id')}) as seen
    order by ${sql.raw(sort.expression)} ${direction}, id ${direction}
    limit ${filter.per_page + 1} offset ${filter.offset}`.execute(db)
  return rows
}

/** A receiver sees what arrived, not what is still under way; and nobody sees a transfer to themselves twice. */
function visibleTo(column: string): RawBuilder<unknown> {
  return column === 'customer_id' ? sql`true` : sql`state = 'paid' and customer_id <> receiver_customer_id`
}

function after(
  { cursor, sort_order }: HistoryFilter,
  sort: { expression: string; type: string },
): RawBuilder<unknown> {
  if (!cursor) return sql``
  const comparison = sql.raw(sort_order === 'asc' ? '>' : '<')
  return sql`and (${sql.raw(sort.expression)}, id) ${comparison} (${cursor.value}::${sql.raw(sort.type)}, ${cursor.id})`
}

function conditions(filter: HistoryFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (filter.types) parts.push(sql`operation_type = any(${filter.types})`)
  if (filter.status) parts.push(sql`customer_status = ${filter.status}`)
  // Written as its index is.
  if (filter.country) parts.push(sql`coalesce(receiving_country, '') = ${filter.country}`)
  if (filter.from) parts.push(sql`started_at >= ${filter.from}`)
  if (filter.before) parts.push(sql`started_at < ${filter.before}`)
  if (filter.contact) parts.push(sql`position(${fold(filter.contact)} in search) > 0`)
  for (const word of (filter.search ?? '').split(/\s+/).filter(Boolean)) {
    parts.push(sql`position(${fold(word)} in search) > 0`)
  }
  return parts.length === 0 ? sql`` : sql`and ${sql.join(parts, sql` and `)}`
}

const isFiltered = (filter: HistoryFilter): boolean =>
  Boolean(
    filter.types ??
      filter.status ??
      filter.country ??
      filter.from ??
      filter.before ??
      filter.contact ??
      filter.search,
  )

/** Counted one by one up to here, which is further than pages by number reach; beyond, a list is "more than". */
export const COUNT_MOST = 5_100

/** Exact: the kept count where nothing is filtered, else counted up to a limit. */
export async function countOperations({ db, config }: Deps, filter: HistoryFilter): Promise<bigint> {
  const received = sql`(select count(*) from (select 1 from app.operations
      where receiver_customer_id = ${filter.customerId} and book = ${config.book} and ${visibleTo('receiver_customer_id')} ${conditions(filter)}
      limit ${COUNT_MOST}) r)`
  const sent = isFiltered(filter)
    ? sql`(select count(*) from (select 1 from app.operations
        where customer_id = ${filter.customerId} and book = ${config.book} ${conditions(filter)} limit ${COUNT_MOST}) s)`
    : sql`coalesce((select total from app.operation_totals where customer_id = ${filter.customerId}), 0)`
  const { rows } = await sql<{ total: bigint }>`select (${sent} + ${received})::bigint as total`.execute(db)
  return rows[0]?.total ?? 0n
}

/** An operation that this customer sent, or received once it was paid. */
export async function readSeen(
  { db, config }: Deps,
  customerId: string,
  id: string,
): Promise<Operation | undefined> {
  return db
    .selectFrom('app.operations')
    .selectAll()
    .where('id', '=', id)
    .where('book', '=', config.book)
    .where(eb =>
      eb.or([
        eb('customer_id', '=', customerId),
        eb.and([eb('receiver_customer_id', '=', customerId), eb('state', '=', 'paid')]),
      ]),
    )
    .executeTakeFirst()
}

export async function readLinked({ db }: Deps, operation: Operation): Promise<Operation[]> {
  return db
    .selectFrom('app.operations')
    .selectAll()
    .where('customer_id', '=', operation.customer_id)
    .where(eb => eb.or([eb('parent_id', '=', operation.id), eb('id', '=', operation.parent_id ?? '')]))
    .orderBy('started_at')
    .limit(20)
    .execute()
}

/** Who ordered an operation, as a receipt names them. */
export type Sender = { first_name: string; last_name: string; company_name: string | null; country: string }

export async function readSender({ db }: Deps, userId: string): Promise<Sender | undefined> {
  return db
    .selectFrom('app.users as u')
    .leftJoin('app.companies as c', 'c.id', 'u.company_id')
    .select(['u.first_name', 'u.last_name', 'c.name as company_name', 'u.country'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
}
