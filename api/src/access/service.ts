// Signing in and out, and the signed-in person as the screens need them.
import { createHash } from 'node:crypto'
import type { SignInByEmail, User } from '@jokko/contract/access'
import { companyChannel, userChannel } from '@jokko/contract/realtime'
import { eur, toDecimal } from '@jokko/core/money'
import type { Deps } from '../deps.ts'
import { readFeatures } from '../http/features.ts'
import { Problem } from '../http/problem.ts'
import { giveBackToLimit, type Limit, takeFromLimit } from '../http/rate-limit.ts'
import { canBeDepositedTo } from '../quotes/deposit-probe.ts'
import { referenceData } from '../reference/data.ts'
import { requireHuman } from './captcha.ts'
import { nobodysHash, verifyPassword } from './password.ts'
import { type Person, permissionsOf } from './permissions.ts'
import { findByEmail, openSession, revokeSession, type SignInRow, type UserRow, userReader } from './store.ts'

const QUARTER_HOUR = 900
const perAccount: Limit = { most: 10, seconds: QUARTER_HOUR, code: 'account_locked' }
const perAddress: Limit = { most: 50, seconds: QUARTER_HOUR }

type From = { address: string; userAgent: string | undefined }

/**
 * Every refusal but a lock reads the same and takes as long, whether the address is known or not. A try is counted
 * before the password is looked at, so that parallel tries cannot slip through, and given back when it was right.
 */
export async function signInByEmail(
  deps: Deps,
  { email, password, captcha }: SignInByEmail,
  { address, userAgent }: From,
): Promise<{ token: string; userId: string }> {
  await requireHuman(deps, captcha)
  const account = `sign-in:account:${createHash('sha256').update(email.toLowerCase()).digest('hex')}`
  const place = `sign-in:address:${address}`
  const tries = [await takeFromLimit(deps, place, perAddress), await takeFromLimit(deps, account, perAccount)]
  const found = await findByEmail(deps.pool, email)
  const right = await verifyPassword(password, found?.password_hash ?? nobodysHash)
  if (!found || !right) throw new Problem('invalid_credentials')
  for (const taken of tries) await giveBackToLimit(deps, taken)
  if (isTurnedAway(found)) throw new Problem('account_rejected')
  const { token } = await openSession(deps.pool, {
    userId: found.id,
    userAgent,
    absoluteSeconds: deps.config.session.absoluteSeconds,
  })
  return { token, userId: found.id }
}

function isTurnedAway(row: SignInRow): boolean {
  return row.verification_result === 'RED-FINAL' || (row.is_rejected && !row.is_active)
}

/** Also after the session has ended: signing out never fails. */
export async function signOut(deps: Deps, token: string | undefined): Promise<void> {
  if (token) await revokeSession(deps.pool, token)
}

export function currentUserReader(deps: Deps): (userId: string) => Promise<User> {
  const read = userReader(deps)
  return async userId => {
    const row = await read(userId)
    if (!row) throw new Problem('unauthenticated')
    return userView(deps, row)
  }
}

async function userView(deps: Deps, row: UserRow): Promise<User> {
  const reference = await referenceData(deps)
  const country = reference.countryByIso(row.country)
  const dialCode = row.dial_code ?? country?.dial_code ?? 0
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    full_name: `${row.first_name} ${row.last_name}`.trim(),
    phone_number: row.phone_e164?.slice(`+${dialCode}`.length) ?? null,
    full_phone_number: row.phone_e164,
    country: row.country,
    country_id: country?.id ?? 0,
    country_code: dialCode,
    is_individual: row.company_id === null,
    is_company_owner: row.company_id !== null && row.is_company_owner,
    is_active: row.is_active,
    is_verified: row.is_verified,
    is_rejected: row.is_rejected,
    verification_result: row.verification_result,
    activation_level: row.activation_level,
    restriction: restrictionOf(row),
    on_boarding_status: row.on_boarding_status,
    email_verified_at: row.email_verified_at?.toISOString() ?? null,
    has_temporary_password: row.has_temporary_password,
    payment_reference_number: row.payment_reference,
    meta: row.meta,
    client: { type: row.client_type, euro_balance: toDecimal(eur(row.balance)) },
    company: companyOf(row),
    can: permissionsOf(
      personOf(row, canBeDepositedTo(deps, reference, row.country)),
      readFeatures(row.features),
    ),
    channels: [userChannel(row.id), ...(row.company_id ? [companyChannel(row.company_id)] : [])],
  }
}

/** The list lasts as long as the operator wants, whatever the account's own level. */
function restrictionOf(row: UserRow): User['restriction'] {
  if (row.is_listed) return 'bank_transfer_only'
  return row.activation_level === 'YELLOW' ? 'until_first_operation' : null
}

function companyOf(row: UserRow): User['company'] {
  if (row.company_id === null) return null
  return {
    id: row.company_id,
    name: row.company_name ?? '',
    registered_id: row.company_registered_id,
    country: row.company_country ?? row.country,
    is_active: row.company_is_active ?? false,
    is_verified: row.company_is_verified ?? false,
    kyb_submitted_at: row.company_kyb_submitted_at?.toISOString() ?? null,
    on_boarding_status: row.company_on_boarding_status ?? '',
  }
}

function personOf(row: UserRow, canBeDepositedTo: boolean): Person {
  const alone = row.company_id === null
  return {
    country: row.country,
    isIndividual: alone,
    isOwner: !alone && row.is_company_owner,
    isActive: row.is_active && (alone || row.company_is_active === true),
    isVerified: row.is_verified && (alone || row.company_is_verified === true),
    isRejected: row.is_rejected,
    canBeDepositedTo,
  }
}
