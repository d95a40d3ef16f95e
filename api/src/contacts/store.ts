// The SQL of contacts: beneficiaries as one customer sees them, favourites, and who has a number.
import { fold } from '@jokko/core/search'
import type pg from 'pg'
import { joinJokkoCustomer } from '../people/beneficiaries.ts'

export type BeneficiaryView = {
  id: string
  phone_e164: string
  dial_code: number
  country: string
  first_name: string
  last_name: string
  email: string | null
  is_individual: boolean
  company_name: string | null
  company_registered_id: string | null
  company_city: string | null
  company_country: string | null
  company_is_active: boolean | null
  company_is_verified: boolean | null
  is_registered: boolean
  is_active: boolean
  is_verified: boolean
  contact_id: string | null
  /** A payment between the two has arrived, in either direction; true also where nobody is registered. */
  has_met: boolean
  /** This customer has paid or tried to pay this beneficiary. */
  has_history: boolean
}

const VIEW = `select b.id, b.phone_e164, b.dial_code, b.country, coalesce(b.email, u.email) as email,
    coalesce(u.first_name, b.first_name) as first_name, coalesce(u.last_name, b.last_name) as last_name,
    case when u.id is null then b.is_individual else u.company_id is null end as is_individual,
    case when u.id is null then b.company_name else c.name end as company_name,
    c.registered_id as company_registered_id, c.city as company_city, c.country as company_country,
    c.is_active as company_is_active, c.is_verified as company_is_verified,
    u.id is not null as is_registered,
    coalesce(u.is_active and coalesce(c.is_active, true), false) as is_active,
    coalesce(u.is_verified and coalesce(c.is_verified, true), false) as is_verified,
    ct.id as contact_id,
    u.id is null or exists (
      select from app.operations o
      where o.state = 'paid' and (
        (o.customer_id = b.customer_id and o.receiver_customer_id = coalesce(u.company_id, u.id))
        or (o.customer_id = coalesce(u.company_id, u.id) and o.receiver_customer_id = b.customer_id))) as has_met,
    exists (select from app.operations o where o.customer_id = b.customer_id and o.beneficiary_id = b.id) as has_history
  from app.beneficiaries b
  left join app.contacts ct on ct.customer_id = b.customer_id and ct.beneficiary_id = b.id ${joinJokkoCustomer}`

export async function findByPhone(
  pool: pg.Pool,
  customerId: string,
  phone: string,
): Promise<BeneficiaryView | undefined> {
  const { rows } = await pool.query<BeneficiaryView>(
    `${VIEW} where b.customer_id = $1 and b.phone_e164 = $2`,
    [customerId, phone],
  )
  return rows[0]
}

export type RegisteredRow = {
  id: string
  first_name: string
  last_name: string
  company_name: string | null
}

export async function findRegistered(pool: pg.Pool, phone: string): Promise<RegisteredRow | undefined> {
  const { rows } = await pool.query<RegisteredRow>(
    `select u.id, u.first_name, u.last_name, c.name as company_name
     from app.users u left join app.companies c on c.id = u.company_id
     where u.phone_e164 = $1 and not u.is_rejected`,
    [phone],
  )
  return rows[0]
}

export async function phoneOfUser(pool: pg.Pool, userId: string): Promise<string | null> {
  const { rows } = await pool.query<{ phone_e164: string | null }>(
    'select phone_e164 from app.users where id = $1',
    [userId],
  )
  return rows[0]?.phone_e164 ?? null
}

export type NewBeneficiary = {
  id: string
  customerId: string
  phone: string
  dialCode: number
  country: string
  firstName: string
  lastName: string
  email: string | null
  isIndividual: boolean
  companyName: string | null
  userId: string | null
}

/** One beneficiary per customer and number; what was typed last is what is kept. */
export async function saveBeneficiary(pool: pg.Pool, one: NewBeneficiary): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into app.beneficiaries as b (id, customer_id, phone_e164, dial_code, country, first_name, last_name, email,
       is_individual, company_name, user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (customer_id, phone_e164) do update set
       first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email,
       is_individual = excluded.is_individual, company_name = excluded.company_name,
       user_id = coalesce(b.user_id, excluded.user_id)
     returning id`,
    [
      one.id,
      one.customerId,
      one.phone,
      one.dialCode,
      one.country,
      one.firstName,
      one.lastName,
      one.email,
      one.isIndividual,
      one.companyName,
      one.userId,
    ],
  )
  return rows[0]?.id ?? one.id
}

/** False when the beneficiary is a contact already. */
export async function addContact(
  pool: pg.Pool,
  { id, customerId, beneficiaryId }: { id: string; customerId: string; beneficiaryId: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into app.contacts (id, customer_id, beneficiary_id) values ($1, $2, $3) on conflict do nothing`,
    [id, customerId, beneficiaryId],
  )
  return rowCount === 1
}

export async function removeContact(pool: pg.Pool, customerId: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query('delete from app.contacts where customer_id = $1 and id = $2', [
    customerId,
    id,
  ])
  return rowCount === 1
}

export type ContactView = Pick<
  BeneficiaryView,
  | 'id'
  | 'phone_e164'
  | 'dial_code'
  | 'country'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'is_individual'
  | 'company_name'
> & { contact_id: string }

/** The same as `fold` of core. */
const foldedInSql = (column: string): string =>
  `lower(regexp_replace(normalize(${column}, NFKD), '[\\u0300-\\u036f''’]', '', 'g'))`

const CONTACTS = `with contacts as (
  select ct.id as contact_id, ct.created_at, b.id, b.phone_e164, b.dial_code, b.country,
    coalesce(u.first_name, b.first_name) as first_name, coalesce(u.last_name, b.last_name) as last_name,
    coalesce(b.email, u.email) as email,
    case when u.id is null then b.is_individual else u.company_id is null end as is_individual,
    case when u.id is null then b.company_name else c.name end as company_name
  from app.contacts ct
  join app.beneficiaries b on b.id = ct.beneficiary_id ${joinJokkoCustomer}
  where ct.customer_id = $1
), found as (
  select * from contacts
  where ($2::boolean is null or is_individual = $2)
    and ($3::text is null
      or position($3 in ${foldedInSql("concat_ws(' ', first_name, last_name, company_name, email)")}) > 0)
)`

export type ContactFilter = { isIndividual: boolean | null; search: string | null }
export type ContactPage = { order: 'name' | 'newest'; limit: number; offset: number }

const orders = {
  name: `${foldedInSql("concat_ws(' ', first_name, last_name)")}, contact_id`,
  newest: 'created_at desc, contact_id desc',
}

export async function listContacts(
  pool: pg.Pool,
  customerId: string,
  { isIndividual, search }: ContactFilter,
  { order, limit, offset }: ContactPage,
): Promise<{ rows: ContactView[]; total: number }> {
  const filter = [customerId, isIndividual, search === null ? null : fold(search)]
  const page = pool.query<ContactView>(
    `${CONTACTS} select * from found order by ${orders[order]} limit $4 offset $5`,
    [...filter, limit, offset],
  )
  const count = pool.query<{ total: number }>(`${CONTACTS} select count(*)::int as total from found`, filter)
  const [{ rows }, counted] = await Promise.all([page, count])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
