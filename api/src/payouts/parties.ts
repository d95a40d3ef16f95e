// Who sends a payout and who gets it, and whether they may still act when it is about to go.
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

export type Parties = {
  sender: string
  /** Its sender, or everybody whose balance it goes to, was rejected or is not active any more. */
  isShutOut: boolean
}

const MAY_ACT = `u.is_active and not u.is_rejected and coalesce(c.is_active, true)`

/** Who sends it, and whether both sides may still act: days may lie between the order and its money. */
export async function readParties(
  { pool }: Deps,
  { user_id, receiver_customer_id }: Pick<Operation, 'user_id' | 'receiver_customer_id'>,
): Promise<Parties> {
  const { rows } = await pool.query<Parties>(
    `select coalesce(c.name, trim(u.first_name || ' ' || u.last_name)) as sender,
       not (${MAY_ACT}) or ($2::text is not null and not exists (
         select from app.users u left join app.companies c on c.id = u.company_id
         where (u.id = $2 or u.company_id = $2) and ${MAY_ACT})) as "isShutOut"
     from app.users u left join app.companies c on c.id = u.company_id where u.id = $1`,
    [user_id, receiver_customer_id],
  )
  if (!rows[0]) throw new Error(`There is no user ${user_id}`)
  return rows[0]
}
