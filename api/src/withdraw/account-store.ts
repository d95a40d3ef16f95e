// The SQL of a customer's own accounts: where a balance may be withdrawn to.
import type { Selectable } from 'kysely'
import type { OwnAccountDetails, Schema } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'

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

/** Whose it is is written differently; the account stays what it is. */
export async function renameHolder(
  { db }: Pick<Deps, 'db'>,
  { customerId, id, ownerName }: { customerId: string; id: string; ownerName: string },
): Promise<OwnAccount | undefined> {
  return db
    .updateTable('app.own_accounts')
    .set({ owner_name: ownerName })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'bank_transfer')
    .returningAll()
    .executeTakeFirst()
}

/** Money arrived there: it is known from now on. */
export async function markPaid({ db }: Pick<Deps, 'db'>, id: string, at: Date): Promise<void> {
  await db.updateTable('app.own_accounts').set({ paid_at: at }).where('id', '=', id).execute()
}
