// Who is calling: the session behind a cookie or a bearer token, read in one query.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { gather } from '../db/gather.ts'
import type { Deps } from '../deps.ts'
import { FEATURES, type Features, readFeatures } from './features.ts'
import { languageOf, Problem } from './problem.ts'

export const COOKIE = '__Host-jokko'
const TOUCH_AFTER_MS = 30_000

/** The caller. `customerId` owns the balance: the company where there is one, else the person. */
export type Caller = {
  sessionId: string
  userId: string
  customerId: string
  companyId: string | null
  companyName: string | null
  firstName: string
  lastName: string
  country: string
  language: 'fr' | 'en' | 'es'
  isIndividual: boolean
  isOwner: boolean
  /** The user and, where there is one, the company are active. */
  isActive: boolean
  isRejected: boolean
  activationLevel: 'GREEN' | 'YELLOW' | null
  /** Parts of Jokko that are open at this moment. */
  features: Features
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export function tokenOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  if (authorization?.startsWith('Bearer ')) return authorization.slice(7)
  return request.cookies[COOKIE]
}

type SessionRow = {
  session_id: string
  token_hash: string
  last_seen_at: Date
  user_id: string
  company_id: string | null
  company_name: string | null
  first_name: string
  last_name: string
  country: string
  language: Caller['language']
  is_company_owner: boolean
  is_active: boolean
  is_rejected: boolean
  activation_level: Caller['activationLevel']
  features: unknown
}

const READ_SESSIONS = {
  name: 'read-sessions',
  text: `select s.id as session_id, encode(s.token_hash, 'hex') as token_hash, s.last_seen_at, u.id as user_id, u.company_id, c.name as company_name, u.first_name, u.last_name, u.country,
      u.language, u.is_company_owner, u.is_rejected,
      case when u.activation_level = 'YELLOW' or (select value from app.settings where key = 'bank_transfer_only') ? u.id
        then app.activation_level_of(u) else u.activation_level end as activation_level,
      u.is_active and coalesce(c.is_active, true) as is_active, ${FEATURES}
    from app.sessions s
    join app.users u on u.id = s.user_id
    left join app.companies c on c.id = u.company_id
    where s.token_hash = any($1) and s.revoked_at is null and s.expires_at > clock_timestamp()
      and s.last_seen_at > clock_timestamp() - make_interval(secs => $2)`,
}

/** The caller behind a token, read for all requests of the moment in one query. */
export function callerReader(deps: Deps): (token: string) => Promise<Caller | undefined> {
  const read = gather<string, SessionRow>(async hashes => {
    const { rows } = await deps.pool.query<SessionRow>({
      ...READ_SESSIONS,
      values: [hashes.map(hash => Buffer.from(hash, 'hex')), deps.config.session.idleSeconds],
    })
    const found = new Map(rows.map(row => [row.token_hash, row]))
    return hashes.map(hash => found.get(hash))
  })
  return async token => {
    const row = await read(hashToken(token).toString('hex'))
    if (!row) return undefined
    if (Date.now() - row.last_seen_at.getTime() > TOUCH_AFTER_MS) await touch(deps, row.session_id)
    return callerFrom(row)
  }
}

function callerFrom(row: SessionRow): Caller {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    customerId: row.company_id ?? row.user_id,
    companyId: row.company_id,
    companyName: row.company_name,
    firstName: row.first_name,
    lastName: row.last_name,
    country: row.country,
    language: row.language,
    isIndividual: row.company_id === null,
    isOwner: row.company_id !== null && row.is_company_owner,
    isActive: row.is_active,
    isRejected: row.is_rejected,
    activationLevel: row.activation_level,
    features: readFeatures(row.features),
  }
}

async function touch(deps: Deps, sessionId: string): Promise<void> {
  await deps.pool.query('update app.sessions set last_seen_at = clock_timestamp() where id = $1', [sessionId])
}

/** A guard, before anything is read or checked: the route is for signed-in people only. */
export function requireSession(deps: Deps) {
  const read = callerReader(deps)
  return async (request: FastifyRequest): Promise<void> => {
    const token = tokenOf(request)
    const caller = token ? await read(token) : undefined
    if (!caller) throw new Problem('unauthenticated')
    request.caller = caller
  }
}

/** The caller of a guarded route. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Problem('unauthenticated')
  return request.caller
}

/** The caller, to be answered in the language of this request. */
export const readerOf = (request: FastifyRequest): Caller => ({
  ...callerOf(request),
  language: languageOf(request),
})

/** Moving money is for active people of active companies. */
export function requireActive(caller: Caller): void {
  if (!caller.isActive || caller.isRejected) throw new Problem('account_inactive')
}
