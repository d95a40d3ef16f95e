// Who pays: the person, the customer who owns the balance, and how to write to them.
import type { Deps } from '../deps.ts'

/** Who owns a balance, and how to write to them. */
export type Payer = {
  user_id: string
  customer_id: string
  payment_reference: string
  first_name: string
  last_name: string
  company_name: string | null
  email: string
  /** E.164, when known. */
  phone: string | null
  language: 'fr' | 'en' | 'es'
  country: string
  /** Money of a payer without a balance of their own goes back to its source. */
  has_balance: boolean
}

export const PAYERS = `select u.id as user_id, app.customer_of(u) as customer_id, u.payment_reference, u.first_name, u.last_name,
    c.name as company_name, u.email, u.phone_e164 as phone, u.language, u.country, u.client_type = 'customer' as has_balance
  from app.users u left join app.companies c on c.id = u.company_id`

export async function readPayer({ pool }: Pick<Deps, 'pool'>, userId: string): Promise<Payer | undefined> {
  const { rows } = await pool.query<Payer>(`${PAYERS} where u.id = $1`, [userId])
  return rows[0]
}

export const payerName = ({ company_name, first_name, last_name }: Payer): string =>
  company_name ?? `${first_name} ${last_name}`.trim()
