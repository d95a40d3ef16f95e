// Which customer's program is calling: the app behind an API key.
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { FEATURES, type Features, readFeatures } from './features.ts'
import { Problem } from './problem.ts'
import { hashToken } from './session.ts'

export type CallingApp = {
  id: string
  name: string
  customerId: string
  userId: string
  redirectAddresses: readonly string[]
  /** Of its owner. */
  companyName: string | null
  ownerName: string
  country: string
  language: 'fr' | 'en' | 'es'
  /** The owner may still ask for payments: active, with their company, and its owner. */
  isEntitled: boolean
  /** Parts of Jokko that are open at this moment. */
  features: Features
}

type Row = Omit<CallingApp, 'features'> & { features: unknown }

/** Keys say which world they are for, so that a key of one is never tried in the other. */
export const keyPrefix = (book: 'live' | 'test'): string => `jk_${book}_`

export async function callingApp(deps: Deps, request: FastifyRequest): Promise<CallingApp> {
  const { authorization = '' } = request.headers
  const key = authorization.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : ''
  if (!key.startsWith(keyPrefix(deps.config.book))) throw new Problem('unauthenticated')
  const { rows } = await deps.pool.query<Row>(
    `select a.id, a.name, a.customer_id as "customerId", a.user_id as "userId",
       a.redirect_addresses as "redirectAddresses", c.name as "companyName",
       btrim(u.first_name || ' ' || u.last_name) as "ownerName", u.country, u.language,
       u.is_company_owner and u.is_active and not u.is_rejected and coalesce(c.is_active, false) as "isEntitled",
       ${FEATURES}
     from app.apps a join app.users u on u.id = a.user_id left join app.companies c on c.id = u.company_id
     where a.key_hash = $1 and a.revoked_at is null`,
    [hashToken(key)],
  )
  const [app] = rows
  if (!app) throw new Problem('unauthenticated')
  return { ...app, features: readFeatures(app.features) }
}
