// The SQL of signing in: people by e-mail, sessions, used captchas, and who is signed in with what balance.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { gather } from '../db/gather.ts'
import type { Deps } from '../deps.ts'
import { FEATURES } from '../http/features.ts'
import { newId } from '../http/ids.ts'
import { hashToken } from '../http/session.ts'

export type SignInRow = {
  id: string
  password_hash: string
  is_active: boolean
  is_rejected: boolean
  verification_result: 'RED-FINAL' | 'RED-RETRY' | null
}

export async function findByEmail(pool: pg.Pool, email: string): Promise<SignInRow | undefined> {
  const { rows } = await pool.query<SignInRow>(
    `select id, password_hash, is_active, is_rejected, verification_result from app.users where lower(email) = lower($1)`,
    [email],
  )
  return rows[0]
}

const TOKEN_BYTES = 32
const AGENT_MAX = 300

/** The token itself is nowhere but in the answer. */
export async function openSession(
  pool: pg.Pool,
  session: { userId: string; userAgent: string | undefined; absoluteSeconds: number },
): Promise<{ id: string; token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const id = newId('ses')
  await pool.query(
    `insert into app.sessions (id, token_hash, user_id, user_agent, expires_at)
     values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))`,
    [
      id,
      hashToken(token),
      session.userId,
      session.userAgent?.slice(0, AGENT_MAX) ?? null,
      session.absoluteSeconds,
    ],
  )
  return { id, token }
}

export async function revokeSession(pool: pg.Pool, token: string): Promise<void> {
  await pool.query(
    'update app.sessions set revoked_at = clock_timestamp() where token_hash = $1 and revoked_at is null',
    [hashToken(token)],
  )
}

/** False when this captcha was used before. Sweeps a few expired ones on the way. */
export async function spendCaptcha(pool: pg.Pool, signature: string, expiresAt: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with swept as (
       delete from app.captchas_used where signature in (
         select signature from app.captchas_used
         where expires_at < clock_timestamp() - interval '1 minute' limit 20 for update skip locked)
     )
     insert into app.captchas_used (signature, expires_at) values ($1, to_timestamp($2)) on conflict do nothing`,
    [signature, expiresAt],
  )
  return rowCount === 1
}

export type UserRow = {
  id: string
  email: string
  first_name: string
  last_name: string
  phone_e164: string | null
  dial_code: number | null
  country: string
  company_id: string | null
  is_company_owner: boolean
  is_active: boolean
  is_verified: boolean
  is_rejected: boolean
  verification_result: 'RED-FINAL' | 'RED-RETRY' | null
  activation_level: 'GREEN' | 'YELLOW' | null
  /** On the operator's list, which the setting `bank_transfer_only` is. */
  is_listed: boolean
  on_boarding_status: string
  email_verified_at: Date | null
  has_temporary_password: boolean
  client_type: 'customer' | 'temporary-customer'
  meta: unknown[] | Record<string, unknown>
  payment_reference: string
  company_name: string | null
  company_registered_id: string | null
  company_country: string | null
  company_is_active: boolean | null
  company_is_verified: boolean | null
  company_kyb_submitted_at: Date | null
  company_on_boarding_status: string | null
  balance: bigint
  /** The setting `features`: which parts of Jokko are open. */
  features: unknown
}

const READ_USERS = {
  name: 'read-users',
  text: `select u.id, u.email, u.first_name, u.last_name, u.phone_e164, u.dial_code, u.country, u.company_id,
      u.is_company_owner, u.is_active, u.is_verified, u.is_rejected, u.verification_result,
      app.activation_level_of(u) as activation_level,
      coalesce((select value from app.settings where key = 'bank_transfer_only') ? u.id, false) as is_listed,
      u.on_boarding_status, u.email_verified_at,
      u.has_temporary_password, u.client_type, u.meta, u.payment_reference,
      c.name as company_name, c.registered_id as company_registered_id, c.country as company_country,
      c.is_active as company_is_active, c.is_verified as company_is_verified,
      c.kyb_submitted_at as company_kyb_submitted_at, c.on_boarding_status as company_on_boarding_status,
      coalesce(a.balance, 0) as balance,
      ${FEATURES}
    from app.users u
    left join app.companies c on c.id = u.company_id
    left join ledger.accounts a on a.book = $2 and a.name = 'customer:' || app.customer_of(u) || ':EUR'
    where u.id = any($1)`,
}

/** People with their balance, read for all requests of the moment in one query. */
export function userReader({ pool, config }: Deps): (userId: string) => Promise<UserRow | undefined> {
  return gather<string, UserRow>(async ids => {
    const { rows } = await pool.query<UserRow>({ ...READ_USERS, values: [ids, config.book] })
    const found = new Map(rows.map(row => [row.id, row]))
    return ids.map(id => found.get(id))
  })
}
