// What is read of requests, and of the payments that were made for them.
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

const dead = ['failed', 'aborted', 'expired', 'cancelled', 'refunded']

/** The newest payment of a request; of one payer where they are named. */
export async function newestPayment(
  { db }: Deps,
  requestId: string,
  customerId?: string,
): Promise<Operation | undefined> {
  let query = db
    .selectFrom('app.operations')
    .selectAll()
    .where('parent_id', '=', requestId)
    .where('kind', '=', 'transfer')
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId)
  return query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** Under way, or arrived: while one stands, there is no other. */
export const stands = (payment: Operation | undefined): boolean =>
  payment !== undefined && !dead.includes(payment.state)

export type ListedRequest = Operation & {
  paid_by: string | null
  app_name: string | null
  /** A payment for it stands. */
  is_being_paid: boolean
}

/** Whose requests are looked at: a customer's, or only those that one of their apps made. */
export type Requester = { customerId: string; appId?: string }

const shown = `o.*, a.name as app_name, paid.details ->> 'sender_name' as paid_by,
     exists (select from app.operations standing where standing.parent_id = o.id and standing.kind = 'transfer'
       and standing.state not in (${dead.map(state => `'${state}'`).join(', ')})) as is_being_paid`

const requested = `from app.operations o
     left join app.apps a on a.id = o.details -> 'request' ->> 'app_id'
     left join app.operations paid on paid.parent_id = o.id and paid.kind = 'transfer' and paid.state = 'paid'
     where o.customer_id = $1 and o.kind = 'request' and o.book = $2
       and ($3::text is null or o.details -> 'request' ->> 'app_id' = $3)`

export async function listRequests(
  { pool, config }: Deps,
  { customerId, appId }: Requester,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListedRequest[]; total: number }> {
  const whose = [customerId, config.book, appId]
  const { rows } = await pool.query<ListedRequest>(
    `select ${shown} ${requested}
     order by o.started_at desc, o.id desc limit $4 offset $5`,
    [...whose, limit, offset],
  )
  const counted = await pool.query<{ total: number }>(`select count(*)::int as total ${requested}`, whose)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function readOwnRequest(
  { pool, config }: Deps,
  { customerId, appId }: Requester,
  id: string,
): Promise<ListedRequest | undefined> {
  const { rows } = await pool.query<ListedRequest>(`select ${shown} ${requested} and o.id = $4`, [
    customerId,
    config.book,
    appId,
    id,
  ])
  return rows[0]
}

/** Where the app that made a request may send its payers, as it stands now. */
export async function registeredAddresses({ pool }: Deps, appId: string): Promise<string[]> {
  const { rows } = await pool.query<{ redirect_addresses: string[] }>(
    'select redirect_addresses from app.apps where id = $1 and revoked_at is null',
    [appId],
  )
  return rows[0]?.redirect_addresses ?? []
}

/** Neither this person nor their company was rejected or shut out. */
export async function mayReceive({ pool }: Deps, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from app.users u left join app.companies c on c.id = u.company_id
     where u.id = $1 and u.is_active and not u.is_rejected and coalesce(c.is_active, true)`,
    [userId],
  )
  return rowCount === 1
}
