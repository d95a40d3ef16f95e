// Whom a customer may pay, for every area that pays: the beneficiary behind an id, and the accounts kept for them.
// An id of another customer is as good as none.
import { sql } from 'kysely'
import type { KeptDetails } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { Problem } from '../http/problem.ts'
import type { Caller } from '../http/session.ts'

/** The Jokko customer who has the beneficiary's number. */
export type JokkoAccount = {
  userId: string
  /** Owns the balance: the company where there is one. */
  customerId: string
  /** The person and, where there is one, the company. */
  isActive: boolean
  isVerified: boolean
  isIndividual: boolean
  language: 'fr' | 'en' | 'es'
  email: string
}

export type KnownBeneficiary = {
  id: string
  /** E.164. */
  phone: string
  dialCode: number
  country: string
  firstName: string
  lastName: string
  fullName: string
  email: string | null
  isIndividual: boolean
  companyName: string | null
  account: JokkoAccount | null
}

type BeneficiaryRow = {
  id: string
  phone_e164: string
  dial_code: number
  country: string
  first_name: string
  last_name: string
  email: string | null
  is_individual: boolean
  company_name: string | null
  user_id: string | null
  user_company_id: string | null
  user_is_active: boolean
  user_is_verified: boolean
  user_language: JokkoAccount['language']
  user_email: string
}

/** What is known of a number's Jokko customer, as `u` and `c`, beside a beneficiary `b`. */
export const joinJokkoCustomer = `
  left join app.users u on not u.is_rejected
    and u.id = coalesce(b.user_id, (select id from app.users where phone_e164 = b.phone_e164))
  left join app.companies c on c.id = u.company_id`

const READ = `select b.id, b.phone_e164, b.dial_code, b.country, coalesce(b.email, u.email) as email,
    coalesce(u.first_name, b.first_name) as first_name, coalesce(u.last_name, b.last_name) as last_name,
    case when u.id is null then b.is_individual else u.company_id is null end as is_individual,
    case when u.id is null then b.company_name else c.name end as company_name,
    u.id as user_id, u.company_id as user_company_id, u.email as user_email, u.language as user_language,
    coalesce(u.is_active and coalesce(c.is_active, true), false) as user_is_active,
    coalesce(u.is_verified and coalesce(c.is_verified, true), false) as user_is_verified
  from app.beneficiaries b ${joinJokkoCustomer}
  where b.id = $1 and b.customer_id = $2`

export async function beneficiaryOf(
  { pool }: Pick<Deps, 'pool'>,
  { customerId }: Pick<Caller, 'customerId'>,
  id: string,
): Promise<KnownBeneficiary> {
  const { rows } = await pool.query<BeneficiaryRow>({
    name: 'beneficiary',
    text: READ,
    values: [id, customerId],
  })
  const row = rows[0]
  if (!row) throw new Problem('not_found')
  return {
    id: row.id,
    phone: row.phone_e164,
    dialCode: row.dial_code,
    country: row.country,
    firstName: row.first_name,
    lastName: row.last_name,
    fullName: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    isIndividual: row.is_individual,
    companyName: row.company_name,
    account: row.user_id === null ? null : accountOf(row, row.user_id),
  }
}

function accountOf(row: BeneficiaryRow, userId: string): JokkoAccount {
  return {
    userId,
    customerId: row.user_company_id ?? userId,
    isActive: row.user_is_active,
    isVerified: row.user_is_verified,
    isIndividual: row.is_individual,
    language: row.user_language,
    email: row.user_email,
  }
}

export type KeptAccount = {
  id: string
  kind: 'mobile_money' | 'bank_transfer' | 'mfi' | 'wallet'
  /** E.164, an IBAN, a local account number, or an institution with the member's number there. */
  number: string
  details: KeptDetails
}

type Place = { customerId: string; beneficiaryId: string }

/** The accounts that this customer used for this beneficiary, the last used first. */
export async function keptAccounts(
  { db }: Pick<Deps, 'db'>,
  { customerId, beneficiaryId }: Place,
  kind: KeptAccount['kind'],
): Promise<KeptAccount[]> {
  return db
    .selectFrom('app.beneficiary_accounts')
    .select(['id', 'kind', 'number', 'details'])
    .where('customer_id', '=', customerId)
    .where('beneficiary_id', '=', beneficiaryId)
    .where('kind', '=', kind)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function keptAccountOf(
  { db }: Pick<Deps, 'db'>,
  { customerId, beneficiaryId }: Place,
  id: string,
): Promise<KeptAccount> {
  const account = await db
    .selectFrom('app.beneficiary_accounts')
    .select(['id', 'kind', 'number', 'details'])
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('beneficiary_id', '=', beneficiaryId)
    .executeTakeFirst()
  if (!account) throw new Problem('not_found')
  return account
}

/** Keeps an account, once, and remembers that it was used now, and since when money is known to arrive there. */
export async function keepAccount(
  { db }: Pick<Deps, 'db'>,
  { customerId, beneficiaryId }: Place,
  { kind, number, details }: Omit<KeptAccount, 'id'>,
  paidAt?: Date,
): Promise<string> {
  const paid = paidAt && { paid_at: paidAt }
  const kept = await db
    .insertInto('app.beneficiary_accounts')
    .values({
      id: newId('bac'),
      customer_id: customerId,
      beneficiary_id: beneficiaryId,
      kind,
      number,
      details: JSON.stringify(details),
      ...paid,
    })
    .onConflict(conflict =>
      conflict.columns(['customer_id', 'beneficiary_id', 'kind', 'number']).doUpdateSet({
        details: sql`app.beneficiary_accounts.details || excluded.details`,
        last_used_at: sql`app.now()`,
        ...paid,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return kept.id
}
