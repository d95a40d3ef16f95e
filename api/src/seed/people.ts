// The demo people, their companies and the owner's contacts. Whoever is there already is left as they are.
import { createHash } from 'node:crypto'
import { guessOperator } from '@jokko/core/operators'
import { parsePhone } from '@jokko/core/phone'
import { paymentReference } from '@jokko/core/references'
import type pg from 'pg'
import contacts from '../../seed/contacts.json' with { type: 'json' }
import people from '../../seed/people.json' with { type: 'json' }
import { hashPassword } from '../access/password.ts'
import { addContact, findRegistered, saveBeneficiary } from '../contacts/store.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { keepAccount } from '../people/beneficiaries.ts'

export const DEMO_PASSWORD = 'Jokko-2026!'
export const OWNER_EMAIL = 'owner@jokko.example'

type DemoCompany = {
  name: string
  country: string
  city: string
  registered_id: string
  address: string
  is_active?: boolean
  is_verified?: boolean
  on_boarding_status?: string
  kyb_submitted?: boolean
}

export type DemoPerson = {
  email: string
  /** Printed at the start. */
  what: string
  first_name: string
  last_name: string
  country: string
  dial_code: number
  phone: string | null
  company?: DemoCompany
  colleague_of?: string
  is_company_owner?: boolean
  is_active?: boolean
  is_verified?: boolean
  is_rejected?: boolean
  verification_result?: string
  activation_level?: string
  on_boarding_status?: string
  email_verified?: boolean
  has_temporary_password?: boolean
  client_type?: string
  meta?: unknown[]
  bank_transfer_only?: boolean
  /** Euros that the first deposit brings. */
  balance?: string
}

export const demoPeople: readonly DemoPerson[] = people

export async function seedPeople({ pool }: Pick<Deps, 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ email: string }>('select lower(email) as email from app.users')
  const known = new Set(rows.map(row => row.email))
  const missing = demoPeople.filter(person => !known.has(person.email))
  const hashes = await Promise.all(missing.map(() => hashPassword(DEMO_PASSWORD)))
  for (const [at, person] of missing.entries()) await addPerson(pool, person, hashes[at] ?? '')
}

/** The same for a person on every machine, so that a reference in a guide is the one on the screen. */
function referenceOf(email: string): string {
  return paymentReference(createHash('sha256').update(email).digest().subarray(0, 5))
}

async function addPerson(pool: pg.Pool, person: DemoPerson, passwordHash: string): Promise<void> {
  const id = newId('usr')
  const companyId = await companyOf(pool, person)
  const phone = person.phone === null ? undefined : parsePhone(person.phone, person.dial_code)
  await pool.query(
    `insert into app.users (id, email, password_hash, first_name, last_name, phone_e164, dial_code, country, company_id,
       is_company_owner, is_active, is_verified, is_rejected, verification_result, activation_level, on_boarding_status,
       email_verified_at, has_temporary_password, client_type, meta, payment_reference)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
       case when $17 then clock_timestamp() end, $18, $19, coalesce($20::jsonb, '{"user_origin": "Google"}'), $21)`,
    [
      id,
      person.email,
      passwordHash,
      person.first_name,
      person.last_name,
      phone?.ok ? phone.e164 : null,
      person.dial_code,
      person.country,
      companyId,
      person.is_company_owner ?? false,
      person.is_active ?? false,
      person.is_verified ?? false,
      person.is_rejected ?? false,
      person.verification_result ?? null,
      person.activation_level ?? (person.is_active ? 'GREEN' : null),
      person.on_boarding_status ?? 'pending',
      person.email_verified ?? true,
      person.has_temporary_password ?? false,
      person.client_type ?? 'customer',
      person.meta ? JSON.stringify(person.meta) : null,
      referenceOf(person.email),
    ],
  )
  if (person.bank_transfer_only) await listForBankTransfer(pool, id)
}

async function companyOf(pool: pg.Pool, { company, colleague_of }: DemoPerson): Promise<string | null> {
  if (colleague_of !== undefined) {
    const { rows } = await pool.query<{ company_id: string | null }>(
      'select company_id from app.users where email = $1',
      [colleague_of],
    )
    return rows[0]?.company_id ?? null
  }
  if (!company) return null
  const id = newId('cmp')
  await pool.query(
    `insert into app.companies (id, name, registered_id, country, city, address, is_active, is_verified,
       on_boarding_status, kyb_submitted_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $10 then clock_timestamp() end)`,
    [
      id,
      company.name,
      company.registered_id,
      company.country,
      company.city,
      company.address,
      company.is_active ?? false,
      company.is_verified ?? false,
      company.on_boarding_status ?? 'pending',
      company.kyb_submitted ?? company.is_active ?? false,
    ],
  )
  return id
}

async function listForBankTransfer(pool: pg.Pool, userId: string): Promise<void> {
  await pool.query(
    `insert into app.settings (key, value) values ('bank_transfer_only', jsonb_build_array($1::text))
     on conflict (key) do update set value = app.settings.value || excluded.value`,
    [userId],
  )
}

/** Only for an owner without contacts: what a person removed stays removed. */
export async function seedContacts(deps: Pick<Deps, 'pool' | 'db'>): Promise<void> {
  const { rows } = await deps.pool.query<{ company_id: string }>(
    `select company_id from app.users u where email = $1 and company_id is not null
     and not exists (select from app.beneficiaries b where b.customer_id = u.company_id)`,
    [OWNER_EMAIL],
  )
  const customerId = rows[0]?.company_id
  if (customerId === undefined) return
  for (const contact of contacts) await keepContact(deps, customerId, contact)
}

async function keepContact(
  deps: Pick<Deps, 'pool' | 'db'>,
  customerId: string,
  contact: (typeof contacts)[number],
): Promise<void> {
  const phone = parsePhone(contact.phone, contact.dial_code)
  if (!phone.ok || phone.country === undefined)
    throw new Error(`the demo contact ${contact.phone} has no real number`)
  const registered = await findRegistered(deps.pool, phone.e164)
  const beneficiaryId = await saveBeneficiary(deps.pool, {
    id: newId('ben'),
    customerId,
    phone: phone.e164,
    dialCode: phone.dialCode,
    country: phone.country,
    firstName: contact.first_name,
    lastName: contact.last_name,
    email: contact.email,
    isIndividual: contact.company_name === null,
    companyName: contact.company_name,
    userId: registered?.id ?? null,
  })
  await addContact(deps.pool, { id: newId('ctc'), customerId, beneficiaryId })
  const operator = guessOperator(phone.e164)
  if (operator === undefined) return
  await keepAccount(
    deps,
    { customerId, beneficiaryId },
    { kind: 'mobile_money', number: phone.e164, details: { operator, country: phone.country } },
  )
}
