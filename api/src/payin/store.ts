// The SQL of pay-ins, and what is read to decide about one.
import { sql } from 'kysely'
import type { Operation, PayIn, PayoutAttempt } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { type Payer, readPayer } from '../people/payers.ts'

type Db = Pick<Deps, 'db'>

export async function readPayIn({ db }: Db, id: string): Promise<PayIn | undefined> {
  return db.selectFrom('app.pay_ins').selectAll().where('id', '=', id).executeTakeFirst()
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

export async function payerOf(deps: Pick<Deps, 'pool'>, op: Operation): Promise<Payer> {
  const payer = await readPayer(deps, op.user_id)
  if (!payer) throw new Error(`The payer of ${op.id} is not known`)
  return payer
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

/** Refunds of this payment that its company refused and of which a person has the next word. */
export async function refundsWaiting({ pool }: Pick<Deps, 'pool'>, payInId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct o.id from app.payout_attempts a join app.operations o on o.id = a.operation_id
     where a.destination ->> 'pay_in' = $1 and a.destination ->> 'kind' = 'refund' and o.ended_at is null
       and (o.state = 'refunding' or (o.kind = 'refund' and o.state = 'waiting'))`,
    [payInId],
  )
  return rows.map(({ id }) => id)
}
