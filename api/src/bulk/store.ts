// The SQL of bulk payments: drafts with their rows, and how far a started one is.
import type { BulkRowInput } from '@jokko/contract/bulk'
import type { PoolClient } from 'pg'
import type { Deps } from '../deps.ts'
import type { CheckedProblem, CheckedRow, RowPrice } from './checked-row.ts'

/** Which rows of a bulk are paid again: those that failed, or those that its owner had cancelled. */
export type RetryRows = 'failed' | 'cancelled'

export type BulkRecord = {
  id: string
  customer_id: string
  user_id: string
  country: string
  file_name: string
  reason: string
  cashin_method_id: number | null
  state: 'checking' | 'draft' | 'checked' | 'started'
  rows: number
  rows_checked: number
  edit: number
  run: number
  rows_wrong: number
  principal: bigint
  fees: bigint
  total: bigint
  target: bigint
  duplicates: number[][]
  content_hash: string | null
  retry_of: string | null
  retry_rows: RetryRows | null
  created_at: Date
  updated_at: Date
}

/** Any connection, or the one of a transaction. */
export type Asked = Deps['pool'] | PoolClient

type Run = Pick<BulkRecord, 'id' | 'edit' | 'run'>

export type RowRecord = {
  line: number
  operation_id: string
  cells: BulkRowInput
  problems: CheckedProblem[]
  phone: string | null
  operator: string | null
  amount: bigint | null
  route_id: number | null
  principal: bigint | null
  fee: bigint | null
  margin: bigint | null
  total: bigint | null
  target: bigint | null
}

/** A row that is about to be paid. */
export type PricedRow = RowRecord & { price: RowPrice | null }

/** Where the row's own operation stands; null before it has one. */
export type RowWithState = RowRecord & {
  state: string | null
  customer_status: string | null
  failure: { code: string } | null
  /** Its owner gave it up before it left. */
  cancelled: boolean
}

export type NewBulk = Pick<
  BulkRecord,
  | 'id'
  | 'customer_id'
  | 'user_id'
  | 'country'
  | 'file_name'
  | 'reason'
  | 'cashin_method_id'
  | 'retry_of'
  | 'retry_rows'
>

export async function insertBulk(client: PoolClient, bulk: NewBulk, rows: number, now: Date): Promise<void> {
  await client.query({
    name: 'insert_bulk',
    text: `insert into app.bulks (id, customer_id, user_id, country, file_name, reason, cashin_method_id, state, rows, created_at,
       updated_at, retry_of, retry_rows)
     values ($1, $2, $3, $4, $5, $6, $7, 'checking', $8, $9, $9, $10, $11)`,
    values: [
      bulk.id,
      bulk.customer_id,
      bulk.user_id,
      bulk.country,
      bulk.file_name,
      bulk.reason,
      bulk.cashin_method_id,
      rows,
      now,
      bulk.retry_of,
      bulk.retry_rows,
    ],
  })
}

/** Nothing when it is not this customer's, or was started. */
export async function lockDraft(
  client: PoolClient,
  customerId: string,
  id: string,
): Promise<BulkRecord | undefined> {
  const { rows } = await client.query<BulkRecord>(
    'select * from app.bulks where id = $1 and customer_id = $2 for update',
    [id, customerId],
  )
  return rows[0]
}

export async function rewriteBulk(client: PoolClient, bulk: NewBulk, rows: number, now: Date): Promise<void> {
  await deleteRows(client, bulk.id)
  await client.query(
    `update app.bulks set country = $2, file_name = $3, reason = $4, cashin_method_id = $5, rows = $6, state = 'checking',
       rows_checked = 0, edit = edit + 1, updated_at = $7, content_hash = null, rows_wrong = default, principal = default,
       fees = default, total = default, target = default, duplicates = default
     where id = $1`,
    [bulk.id, bulk.country, bulk.file_name, bulk.reason, bulk.cashin_method_id, rows, now],
  )
}

type Cell = object | string | number | bigint | null | undefined

/** Columns of `app.bulk_rows` that a check writes: the type of each, and its value. */
const COLUMNS: Readonly<Record<string, readonly [type: string, of: (row: CheckedRow) => Cell]>> = {
  line: ['int', row => row.line],
  cells: ['text', row => row.cells],
  problems: ['text', row => row.problems],
  phone: ['text', row => row.phone],
  operator: ['text', row => row.operator],
  amount: ['bigint', row => row.amount],
  route_id: ['int', row => row.payable?.routeId],
  principal: ['bigint', row => row.payable?.principal],
  fee: ['bigint', row => row.payable?.fee],
  margin: ['bigint', row => row.payable?.margin],
  total: ['bigint', row => row.payable?.total],
  target: ['bigint', row => row.payable?.target],
}
const ROW_COLUMNS = Object.keys(COLUMNS)
const ROW_VALUES = Object.entries(COLUMNS).map(([column, [type]]) => `${column}::${type}`)
/**
 * Each column of all rows as one text, from the second parameter on, which is much cheaper to read than lists or objects.
 * Values are parted by a character that none of them holds: JSON writes it as an escape, the others are codes and figures.
 */
const ROW_LISTS = ROW_COLUMNS.map((_, i) => `string_to_table($${i + 2}, e'\\x1e', '')`)
const ROWS = `(select ${ROW_VALUES} from rows from (${ROW_LISTS}) as r (${ROW_COLUMNS}))`

/** What the lists of `ROWS` are. */
const columnsOf = (rows: readonly CheckedRow[]): string[] =>
  Object.values(COLUMNS).map(([, of]) => rows.map(row => textOf(of(row))).join('\x1e'))

const textOf = (value: Cell): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')

/** Writes the rows of one bulk, part by part, and each price once. */
export function rowWriter(
  client: PoolClient,
  bulkId: string,
): (rows: readonly CheckedRow[]) => Promise<void> {
  const writePrices = priceWriter(client, bulkId)
  return async rows => {
    const insert = {
      // Prepared once on a connection: part after part is written with it.
      name: 'insert_bulk_rows',
      text: `insert into app.bulk_rows (bulk_id, ${ROW_COLUMNS}) select $1, r.* from ${ROWS} r`,
      values: [bulkId, ...columnsOf(rows)],
    }
    await Promise.all([writePrices(rows), client.query(insert)])
  }
}

type Price = { route_id: number; amount: string; price: RowPrice }

/** Checked anew, an amount may cost something else. */
function priceWriter(client: PoolClient, bulkId: string): (rows: readonly CheckedRow[]) => Promise<void> {
  const written = new Set<string>()
  return async rows => {
    const prices: Price[] = []
    for (const { amount, payable } of rows) {
      if (payable === null || amount === null || written.has(`${payable.routeId} ${amount}`)) continue
      written.add(`${payable.routeId} ${amount}`)
      prices.push({ route_id: payable.routeId, amount: String(amount), price: payable.price })
    }
    if (prices.length === 0) return
    await client.query({
      name: 'insert_bulk_prices',
      text: `insert into app.bulk_prices (bulk_id, route_id, amount, price)
       select $1, p.* from json_to_recordset($2) as p (route_id int, amount bigint, price json)
       on conflict (bulk_id, route_id, amount) do update set price = excluded.price`,
      values: [bulkId, JSON.stringify(prices)],
    })
  }
}

/** Begins to check this writing of the rows; whoever had begun before is to stop. Nothing when it is not to be checked. */
export async function beginCheck(
  { pool }: Pick<Deps, 'pool'>,
  { id, edit }: Pick<BulkRecord, 'id' | 'edit'>,
): Promise<BulkRecord | undefined> {
  const { rows } = await pool.query<BulkRecord>(
    `update app.bulks set run = run + 1, rows_checked = 0 where id = $1 and edit = $2 and state = 'checking' returning *`,
    [id, edit],
  )
  return rows[0]
}

/** Whether this is still what is checked; if so, nobody rewrites, checks, pays or drops it until the end. */
async function lockChecking(client: PoolClient, { id, edit, run }: Run): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from app.bulks where id = $1 and edit = $2 and run = $3 and state = 'checking' for update`,
    [id, edit, run],
  )
  return rowCount === 1
}

/** Keeps what was found of these rows, the last of so many that are checked; what an older run found is forgotten. */
export async function writeChecked(
  client: PoolClient,
  bulk: Run,
  rows: readonly CheckedRow[],
  soFar: number,
): Promise<boolean> {
  if (!(await lockChecking(client, bulk))) return false
  await priceWriter(client, bulk.id)(rows)
  await client.query(
    `update app.bulk_rows b set problems = r.problems, phone = r.phone, operator = r.operator, amount = r.amount,
       route_id = r.route_id, principal = r.principal, fee = r.fee, margin = r.margin, total = r.total, target = r.target
     from ${ROWS} r
     where b.bulk_id = $1 and b.line = r.line`,
    [bulk.id, ...columnsOf(rows)],
  )
  await client.query('update app.bulks set rows_checked = $2 where id = $1', [bulk.id, soFar])
  return true
}

/** All rows of this writing are checked; of an older one, that says nothing. */
export async function finishChecked(client: PoolClient, bulk: Run): Promise<void> {
  if (await lockChecking(client, bulk)) await finishCheck(client, bulk.id)
}

export type FinishedCheck = { bulk: BulkRecord; same: SameContent | null }

/** Nothing when it is gone. */
export async function finishCheck(client: PoolClient, id: string): Promise<FinishedCheck | undefined> {
  type Finished = BulkRecord & { same_id: string | null; same_started_at: Date | null }
  const { rows } = await client.query<Finished>({
    name: 'finish_bulk_check',
    text: `select b.*, same.id as same_id, same.started_at as same_started_at from app.finish_bulk_check($1) b
       left join lateral app.paid_before(b) same on true`,
    values: [id],
  })
  if (rows[0] === undefined) return undefined
  const { same_id, same_started_at, ...bulk } = rows[0]
  const same =
    same_id !== null && same_started_at !== null ? { id: same_id, started_at: same_started_at } : null
  return { bulk, same }
}

/** Of rows that are not checked yet nobody can say whether they were paid before. */
export async function queueCheck(client: PoolClient, id: string): Promise<FinishedCheck | undefined> {
  await client.query(
    `select graphile_worker.add_job('check_bulk', json_build_object('bulk_id', id, 'edit', edit), max_attempts => 25)
     from app.bulks where id = $1`,
    [id],
  )
  const { rows } = await client.query<BulkRecord>('select * from app.bulks where id = $1', [id])
  return rows[0] && { bulk: rows[0], same: null }
}

export async function readBulk({ pool }: Deps, id: string): Promise<BulkRecord | undefined> {
  const { rows } = await pool.query<BulkRecord>('select * from app.bulks where id = $1', [id])
  return rows[0]
}

export async function readOwnBulk(
  deps: Deps,
  customerId: string,
  id: string,
): Promise<BulkRecord | undefined> {
  const bulk = await readBulk(deps, id)
  return bulk?.customer_id === customerId ? bulk : undefined
}

export async function readDraft({ pool }: Deps, customerId: string): Promise<BulkRecord | undefined> {
  const { rows } = await pool.query<BulkRecord>(
    `select * from app.bulks where customer_id = $1 and state <> 'started' order by updated_at desc limit 1`,
    [customerId],
  )
  return rows[0]
}

export async function deleteDraft(client: PoolClient, id: string): Promise<void> {
  await deleteRows(client, id)
  await client.query('delete from app.bulks where id = $1', [id])
}

async function deleteRows(client: PoolClient, bulkId: string): Promise<void> {
  await client.query('delete from app.bulk_rows where bulk_id = $1', [bulkId])
  await client.query('delete from app.bulk_prices where bulk_id = $1', [bulkId])
}

/** A provider that cancels says so in words of its own. */
const CANCELLED = `(o.state = 'cancelled' or o.details -> 'failure' @> '{"code": "cancelled", "provider_code": ""}')`

export async function readRows(
  { pool }: Deps,
  bulkId: string,
  { after, limit }: { after: number; limit: number },
): Promise<RowWithState[]> {
  const { rows } = await pool.query<AsKept<RowWithState>>(
    `select r.*, o.state, o.customer_status, o.details -> 'failure' as failure, coalesce(${CANCELLED}, false) as cancelled
     from app.bulk_rows r left join app.operations o on o.id = r.operation_id
     where r.bulk_id = $1 and r.line > $2 order by r.line limit $3`,
    [bulkId, after, limit],
  )
  return rows.map(asRead)
}

type AsKept<Row extends RowRecord> = Omit<Row, 'cells' | 'problems'> & { cells: string; problems: string }

const asRead = <Row extends RowRecord>({ cells, problems, ...row }: AsKept<Row>): Row =>
  ({ ...row, cells: JSON.parse(cells), problems: JSON.parse(problems) }) as unknown as Row

/** How many rows that were handed out are in which state of their own. `cancelled` are all that their owner gave up. */
export async function readProgress({ pool }: Deps, bulkId: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ state: string; count: number }>(
    `select case when ${CANCELLED} then 'cancelled' else o.state end as state, count(*)::int as count
     from app.operations o where o.parent_id = $1 and o.handed > 0 group by 1`,
    [bulkId],
  )
  return new Map(rows.map(row => [row.state, row.count]))
}

export type SameContent = { id: string; started_at: Date }

/** The newest payment of the same rows, or of rows that these were a part of, that did not come to nothing. */
export async function readSameContent(
  { pool }: Deps,
  { id }: Pick<BulkRecord, 'id'>,
): Promise<SameContent | null> {
  const { rows } = await pool.query<SameContent>({
    name: 'read_same_content',
    text: 'select same.* from app.bulks b, app.paid_before(b) same where b.id = $1',
    values: [id],
  })
  return rows[0] ?? null
}

/** Whether some of its rows were priced for a route that is none of these. */
export async function hasOtherRoutes(
  { pool }: Deps,
  { id }: Pick<BulkRecord, 'id'>,
  open: readonly number[],
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'bulk_has_other_routes',
    text: 'select from app.bulk_rows where bulk_id = $1 and route_id <> all ($2) limit 1',
    values: [id, open],
  })
  return rowCount === 1
}

/** Whether these rows of a bulk were paid again, or are being. */
export async function isRetried({ pool }: Deps, id: string, rows: RetryRows): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from app.bulks b join app.operations o using (id)
     where b.retry_of = $1 and b.retry_rows = $2 and o.state not in ('failed', 'expired') limit 1`,
    [id, rows],
  )
  return rowCount === 1
}

/** Minor units that wallets received in a month. */
export async function readReceived(
  db: Asked,
  phones: readonly string[],
  currency: string,
  month: string,
): Promise<Map<string, bigint>> {
  const { rows } = await db.query<{ phone: string; used: bigint }>({
    name: 'read_received',
    text: `select substr(subject, 8) as phone, used from app.counters
     where subject = any($1) and kind = $2 and period = $3`,
    values: [phones.map(phone => `wallet:${phone}`), `received_${currency}`, month],
  })
  return new Map(rows.map(row => [row.phone, row.used]))
}

/** Rows that have no operation yet, in order. */
export async function readUnhanded({ pool }: Deps, bulkId: string, most: number): Promise<PricedRow[]> {
  const { rows } = await pool.query<AsKept<PricedRow>>(
    `select r.*, p.price from app.bulk_rows r left join app.bulk_prices p using (bulk_id, route_id, amount)
     where r.bulk_id = $1 and not exists (select from app.operations o where o.id = r.operation_id)
     order by r.line limit $2`,
    [bulkId, most],
  )
  return rows.map(asRead)
}

/** Rows whose operation was opened, and not looked at since. */
export async function readOpened({ pool }: Deps, bulkId: string, most: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from app.operations where parent_id = $1 and handed > 0 and state = 'screening' order by id limit $2`,
    [bulkId, most],
  )
  return rows.map(row => row.id)
}

/** Rows that go on by themselves once their operator is back. */
export async function readWaiting({ pool }: Deps, bulkId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from app.operations where parent_id = $1 and handed > 0 and state = 'waiting' order by id`,
    [bulkId],
  )
  return rows.map(row => row.id)
}

/** Running bulks of which something is left to do or that are over; those that wait for others are let alone. */
export async function readRunning(
  { pool, config }: Deps,
  most: number,
): Promise<{ id: string; live: boolean }[]> {
  const { rows } = await pool.query<{ id: string; live: boolean }>(
    `select b.id, r.live
     from app.operations b
     cross join lateral (
       select count(*) > 0 as live, count(*) filter (where state = 'screening') > 0 as opened,
         count(*) filter (where state = 'waiting') > 0 as waiting
       from app.operations where parent_id = b.id and handed > 0 and ended_at is null) r
     where b.kind = 'bulk' and b.state = 'running' and b.ended_at is null and b.book = $1
       and (b.held > 0 or not r.live or r.opened or (r.waiting and b.details ? 'rows_cancelled_by'))
     order by b.updated_at limit $2`,
    [config.book, most],
  )
  return rows
}
