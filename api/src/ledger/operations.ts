// Reads that every area may make of the money's state: an operation, its events, a balance, a customer's name.
import type { Operation, OperationEvent } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

export async function readOperation({ db }: Deps, id: string): Promise<Operation | undefined> {
  return db.selectFrom('app.operations').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function readEvents({ db }: Deps, operationId: string): Promise<OperationEvent[]> {
  return db
    .selectFrom('app.operation_events')
    .selectAll()
    .where('operation_id', '=', operationId)
    .orderBy('version')
    .limit(500)
    .execute()
}

export async function readBalance({ db, config }: Deps, customerId: string): Promise<bigint> {
  const row = await db
    .selectFrom('ledger.accounts')
    .select('balance')
    .where('book', '=', config.book)
    .where('name', '=', `customer:${customerId}:EUR`)
    .executeTakeFirst()
  return row?.balance ?? 0n
}

/** The sender as a beneficiary and a screening list know them. */
export async function readCustomerName({ db }: Deps, userId: string): Promise<string> {
  const row = await db
    .selectFrom('app.users as u')
    .leftJoin('app.companies as c', 'c.id', 'u.company_id')
    .select(['u.first_name', 'u.last_name', 'c.name'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return row?.name ?? `${row?.first_name ?? ''} ${row?.last_name ?? ''}`.trim()
}
