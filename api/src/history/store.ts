// Reads a customer's operations in any order: keyset pages over the index of that order, as sender and as receiver.
import type { OperationsQuery } from '@jokko/contract/history'
import { fold } from '@jokko/core/search'
import { type RawBuilder, sql } from 'kysely'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { countWithWords, firstWithWords, type Searched } from './words.ts'

export type SortKey = OperationsQuery['sort_by']

type SortPart = { expression: string; type: string }

/** What each order sorts by, exactly as its index is written. Text compares byte by byte on both sides. */
const sortParts: Record<SortKey, readonly SortPart[]> = {
  start_date: [{ expression: 'started_at', type: 'timestamptz' }],
  end_date: [{ expression: `coalesce(ended_at, 'infinity'::timestamptz)`, type: 'timestamptz' }],
  type: [{ expression: 'operation_type', type: 'text' }],
  country: [{ expression: `coalesce(receiving_country, '')`, type: 'text' }],
  name: [{ expression: 'counterparty', type: 'text' }],
  amount: [{ expression: 'total', type: 'bigint' }],
  // By age within a status, so that one index also finds the newest of a status.
  status: [
    { expression: 'customer_status', type: 'text' },
    { expression: 'started_at', type: 'timestamptz' },
  ],
}

/** Where a list is: the values that it is sorted by, with a space between them, and the id. */
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
export async function readPage({ db, pool, config }: Deps, filter: HistoryFilter): Promise<HistoryRow[]> {
  const sort = sortParts[filter.sort_by]
  const inOrder = sql.raw(
    [...sort.map(({ expression }) => expression), 'id'].map(key => `${key} ${filter.sort_order}`).join(', '),
  )
  const sortValue = sql.raw(sort.map(({ expression }) => `(${expression})::text`).join(` || ' ' || `))
  const wanted = filter.offset + filter.per_page + 1
  const words = wordsOf(filter)
  const side = (column: Side) => {
    const rows = sql`from app.operations
      where ${ofSide(column, filter, config.book)} ${conditions(filter)} ${after(filter, sort)}`
    const order = sql`order by ${inOrder}`
    if (words.length > 0) {
      const found = firstWithWords(searched(column, filter, words, rows, config.book), order, wanted)
      return sql`(select *, ${sortValue} as sort_value from app.operations where id = any(${found}))`
    }
    const found = sql`${rows} ${order} limit ${sql.lit(wanted)}`
    // A filter may leave many rows to be put in order: that is done in an index, and only the page's rows are read.
    return isFiltered(filter)
      ? sql`(select *, ${sortValue} as sort_value from app.operations where id = any(array(select id ${found})))`
      : sql`(select *, ${sortValue} as sort_value ${found})`
  }
  const { sql: text, parameters } = sql`
    select * from (${side('customer_id')} union all ${side('receiver_customer_id')}) as seen
    order by ${inOrder}
    limit ${sql.lit(filter.per_page + 1)} offset ${sql.lit(filter.offset)}`.compile(db)
  const name = statementName(filter)
  const { rows } = await pool.query<HistoryRow>({ ...(name && { name }), text, values: [...parameters] })
  return rows
}

/** Page sizes of our own screens. */
const usualSizes = [5, 10, 20]

/**
 * Without a filter the plan is always the same, and making it takes longer than the page itself: it is made once. A
 * filter may be rare or frequent, so its plan is made anew; and no caller can have us keep plans without end.
 */
function statementName(filter: HistoryFilter): string | undefined {
  const { sort_by, sort_order, per_page, cursor, offset } = filter
  if (isFiltered(filter) || offset > 0 || !usualSizes.includes(per_page)) return undefined
  return `history ${sort_by} ${sort_order} ${per_page} ${cursor ? 'next' : 'first'}`
}

type Side = 'customer_id' | 'receiver_customer_id'

const ofSide = (column: Side, { customerId }: HistoryFilter, book: string): RawBuilder<unknown> =>
  sql`${sql.raw(column)} = ${customerId} and book = ${book} and ${visibleTo(column)}`

/**
 * A sender sees a bulk, whose rows are shown in it. A receiver sees what arrived, not what is still under way; and nobody
 * sees a transfer to themselves twice.
 */
function visibleTo(column: Side): RawBuilder<unknown> {
  return column === 'customer_id'
    ? sql`handed = 0`
    : sql`state = 'paid' and customer_id <> receiver_customer_id`
}

function after({ cursor, sort_order }: HistoryFilter, sort: readonly SortPart[]): RawBuilder<unknown> {
  if (!cursor) return sql``
  const comparison = sql.raw(sort_order === 'asc' ? '>' : '<')
  const keys = sql.raw([...sort.map(({ expression }) => expression), 'id'].join(', '))
  const values = partsOf(cursor.value, sort.length).map(
    (part, i) => sql`${part}::${sql.raw(sort[i]?.type ?? 'text')}`,
  )
  return sql`and (${keys}) ${comparison} (${sql.join([...values, sql`${cursor.id}`])})`
}

/** A single value may have spaces in it; of several, only the last. */
function partsOf(value: string, count: number): string[] {
  if (count === 1) return [value]
  const [first = '', ...rest] = value.split(' ')
  return [first, rest.join(' ')]
}

function conditionParts(filter: HistoryFilter): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = []
  if (filter.types) parts.push(sql`operation_type = any(${filter.types})`)
  if (filter.status) parts.push(sql`customer_status = ${filter.status}`)
  // Written as its index is.
  if (filter.country) parts.push(sql`coalesce(receiving_country, '') = ${filter.country}`)
  if (filter.from) parts.push(sql`started_at >= ${filter.from}`)
  if (filter.before) parts.push(sql`started_at < ${filter.before}`)
  return parts
}

/** What an operation's words must contain: a contact as it was typed, and each word of a search. */
function wordsOf({ contact, search = '' }: HistoryFilter): string[] {
  return [contact ?? '', ...search.split(/\s+/)].map(fold).filter(Boolean)
}

function searched(
  column: Side,
  { customerId }: HistoryFilter,
  words: string[],
  rows: RawBuilder<unknown>,
  book: string,
): Searched {
  return { viewer: customerId, receives: column === 'receiver_customer_id', book, words, rows }
}

function conditions(filter: HistoryFilter): RawBuilder<unknown> {
  const parts = conditionParts(filter)
  return parts.length === 0 ? sql`` : sql`and ${sql.join(parts, sql` and `)}`
}

const isFiltered = (filter: HistoryFilter): boolean =>
  conditionParts(filter).length > 0 || wordsOf(filter).length > 0

/** A filtered list is counted one by one up to here; this number means "so many or more". */
export const COUNT_MOST = 1_000
/** What others sent has no kept count. */
const RECEIVED_MOST = 10_000

/** Exact: the kept count where nothing is filtered, else counted up to a limit. */
export async function countOperations({ db, pool, config }: Deps, filter: HistoryFilter): Promise<bigint> {
  const received = countOfSide('receiver_customer_id', filter, config.book)
  const sent = isFiltered(filter)
    ? countOfSide('customer_id', filter, config.book)
    : sql`coalesce((select total from app.operation_totals where customer_id = ${filter.customerId}), 0)`
  const { sql: text, parameters } = sql`select (${sent} + ${received})::bigint as total`.compile(db)
  const name = isFiltered(filter) ? {} : { name: 'history-count' }
  const { rows } = await pool.query<{ total: bigint }>({ ...name, text, values: [...parameters] })
  return rows[0]?.total ?? 0n
}

function countOfSide(column: Side, filter: HistoryFilter, book: string): RawBuilder<unknown> {
  const most = isFiltered(filter) ? COUNT_MOST : RECEIVED_MOST
  const words = wordsOf(filter)
  const rows = sql`from app.operations where ${ofSide(column, filter, book)} ${conditions(filter)}`
  if (words.length > 0) {
    // A sender sees all that the index finds; what a receiver sees depends on its state.
    const isWhole = column === 'customer_id' && conditionParts(filter).length === 0
    return countWithWords(searched(column, filter, words, rows, book), most, isWhole)
  }
  const inOrder = column === 'customer_id' ? whileCounting(filter) : sql``
  return sql`(select count(*) from (select 1 ${rows} ${inOrder} limit ${sql.lit(most)}) counted)`
}

/** Nearly every row fits: without an order the whole table would be walked, past everybody else's rows. */
function whileCounting({ status, types, country }: HistoryFilter): RawBuilder<unknown> {
  return status || !(types || country) ? sql`order by started_at desc` : sql``
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
    .where('handed', '=', 0n)
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
