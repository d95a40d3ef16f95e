// People for tests: rows as the seed would write them, sessions for them, and a solved captcha.
import { randomBytes } from 'node:crypto'
import { paymentReference } from '@jokko/core/references'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import type pg from 'pg'
import { newChallenge } from '../access/captcha.ts'
import { openSession } from '../access/store.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'

export type Human = {
  email: string
  first_name: string
  last_name: string
  country: string
  phone_e164: string | null
  dial_code: number | null
  password_hash: string
  is_active: boolean
  is_verified: boolean
  is_rejected: boolean
  verification_result: string | null
  activation_level: string | null
  is_company_owner: boolean
  company_id: string | null
}

export async function addCompany(
  owner: pg.Pool,
  company: { name: string; country?: string; is_active?: boolean },
): Promise<string> {
  const id = newId('cmp')
  const active = company.is_active ?? true
  await owner.query(
    `insert into app.companies (id, name, country, is_active, is_verified) values ($1, $2, $3, $4, true)`,
    [id, company.name, company.country ?? 'FR', active],
  )
  return id
}

export async function addHuman(owner: pg.Pool, given: Partial<Human> = {}): Promise<string> {
  const id = newId('usr')
  const human: Human = {
    email: `${id}@jokko.example`,
    first_name: 'Awa',
    last_name: 'Ndiaye',
    country: 'FR',
    phone_e164: null,
    dial_code: 33,
    password_hash: 'none',
    is_active: true,
    is_verified: true,
    is_rejected: false,
    verification_result: null,
    activation_level: 'GREEN',
    is_company_owner: false,
    company_id: null,
    ...given,
  }
  const columns = Object.keys(human)
  await owner.query(
    `insert into app.users (id, payment_reference, ${columns.join(', ')})
     values ($1, $2, ${columns.map((_, at) => `$${at + 3}`).join(', ')})`,
    [id, paymentReference(randomBytes(5)), ...Object.values(human)],
  )
  return id
}

/** Headers of a request by this person. */
export async function signedIn(deps: Deps, userId: string): Promise<Record<string, string>> {
  const { token } = await openSession(deps.pool, { userId, userAgent: 'test', absoluteSeconds: 3_600 })
  return { authorization: `Bearer ${token}`, 'x-client-key': deps.config.clientKey }
}

/** A fresh proof of work, as the browser sends it, with a single try to make. */
export async function solvedCaptcha(deps: Deps): Promise<string> {
  return proofOf(await newChallenge(deps, 1))
}

export async function proofOf(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
