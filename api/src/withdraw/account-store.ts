// The SQL of a customer's own accounts: where a balance may be withdrawn to.
import { type Selectable, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { OwnAccountDetails, Schema } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'

const UNIQUE_VIOLATION = '23505'

export type OwnAccount = Selectable<Schema['app.own_accounts']>
export type AccountKind = OwnAccount['kind']

export async function ownAccounts(
  { db }: Pick<Deps, 'db'>,
  customerId: string,
  kind: AccountKind,
): Promise<OwnAccount[]> {
  return db
    .selectFrom('app.own_accounts')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('kind', '=', kind)
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function readOwnAccount(
  { db }: Pick<Deps, 'db'>,
  customerId: string,
  id: string,
): Promise<OwnAccount | undefined> {
  return db
    .selectFrom('app.own_accounts')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

export type NewAccount = Pick<OwnAccount, 'kind' | 'title' | 'country' | 'owner_name' | 'number'> & {
  details: OwnAccountDetails
}

/** Undefined when this customer has it already. */
export async function insertOwnAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { customerId, userId }: { customerId: string; userId: string },
  account: NewAccount,
): Promise<OwnAccount | undefined> {
  return db
    .insertInto('app.own_accounts')
    .values({
      ...account,
      id: newId('own'),
      customer_id: customerId,
      added_by: userId,
      added_at: clock.now(),
      details: JSON.stringify(account.details),
    })
    .onConflict(conflict => conflict.columns(['customer_id', 'kind', 'number']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

type Change = Omit<NewAccount, 'kind'> & { userId: string }

/**
 * Written over the account as it was read: `stale` when it has changed since, `taken` when this customer has the other
 * number already. Another number is another account: it is new, and money has never arrived there.
 */
export async function changeOwnAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  before: OwnAccount,
  { userId, details, ...changes }: Change,
): Promise<OwnAccount | 'stale' | 'taken'> {
  const isOther = changes.number !== before.number || details.operator !== before.details.operator
  const update = db
    .updateTable('app.own_accounts')
    .set({
      ...changes,
      details: JSON.stringify(details),
      ...(isOther && { added_by: userId, added_at: clock.now(), paid_at: null }),
    })
    .where('id', '=', before.id)
    .where('customer_id', '=', before.customer_id)
    .where('number', '=', before.number)
    .where('added_at', '=', before.added_at)
    .where('owner_name', '=', before.owner_name)
    .where('title', '=', before.title)
    .where(sql<boolean>`details = ${JSON.stringify(before.details)}::jsonb`)
    .returningAll()
  try {
    return (await update.executeTakeFirst()) ?? 'stale'
  } catch (error) {
    if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION) return 'taken'
    throw error
  }
}

export async function deleteOwnAccount(
  { db }: Pick<Deps, 'db'>,
  { customerId, kind, id }: { customerId: string; kind: AccountKind; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('app.own_accounts')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Money arrived there: it is known from now on. */
export async function markPaid(
  { db }: Pick<Deps, 'db'>,
  { id, number, added_at }: OwnAccount,
  at: Date,
): Promise<void> {
  await db
    .updateTable('app.own_accounts')
    .set({ paid_at: at })
    .where('id', '=', id)
    .where('number', '=', number)
    .where('added_at', '=', added_at)
    .execute()
}
