// The SQL of pay-ins, and what is read to decide about one.
import { sql } from 'kysely'
import type { Operation, PayIn, PayoutAttempt } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

type Db = Pick<Deps, 'db'>

export async function readPayIn({ db }: Db, id: string): Promise<PayIn | undefined> {
  return db.selectFrom('app.pay_ins').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The newest: the one that the payer is busy with, or how it ended. */
export async function newestPayIn({ db }: Db, operationId: string): Promise<PayIn | undefined> {
  return db
    .selectFrom('app.pay_ins')
    .selectAll()
    .where('operation_id', '=', operationId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function payInBehind(
  { db }: Db,
  provider: string,
  providerId: string,
): Promise<PayIn | undefined> {
  return db
    .selectFrom('app.pay_ins')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
}

export type PayerRow = {
  customer_id: string
  user_id: string
  first_name: string
  last_name: string
  company_name: string | null
  email: string
  phone: string | null
  country: string
  language: 'fr' | 'en' | 'es'
  payment_reference: string
  /** A payer without a balance of their own cannot be credited. */
  has_balance: boolean
}

export async function readPayer({ pool }: Pick<Deps, 'pool'>, op: Operation): Promise<PayerRow> {
  const { rows } = await pool.query<PayerRow>(
    `select app.customer_of(u) as customer_id, u.id as user_id, u.first_name, u.last_name,
       c.name as company_name, u.email, u.phone_e164 as phone, u.country, u.language, u.payment_reference,
       u.client_type = 'customer' as has_balance
     from app.users u left join app.companies c on c.id = u.company_id where u.id = $1`,
    [op.user_id],
  )
  const [row] = rows
  if (!row) throw new Error(`The payer of ${op.id} is not known`)
  return row
}

/** The order to give money back through the company that collected it, the newest. */
export async function refundAttempt({ db }: Db, operationId: string): Promise<PayoutAttempt | undefined> {
  return db
    .selectFrom('app.payout_attempts')
    .selectAll()
    .where('operation_id', '=', operationId)
    .where(sql<string>`destination ->> 'kind'`, '=', 'refund')
    .where('provider', '<>', 'bank')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
