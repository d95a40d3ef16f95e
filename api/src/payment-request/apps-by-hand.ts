// Until customers register their programs themselves, an operator does it for them: the key is shown once, and kept by
// nobody but its owner.
import { randomBytes } from 'node:crypto'
import { isRegistrable } from '@jokko/core/redirects'
import type { Deps } from '../deps.ts'
import { keyPrefix } from '../http/api-key.ts'
import { newId } from '../http/ids.ts'
import { hashToken } from '../http/session.ts'

type NewApp = { owner: string; title: string; redirects: readonly string[] }

export async function registerApp(
  deps: Deps,
  { owner, title, redirects }: NewApp,
  { operator, reason }: { operator: string; reason: string },
): Promise<string> {
  const { rows } = await deps.pool.query<{ id: string; is_company_owner: boolean }>(
    'select id, is_company_owner from app.users where id = $1 or lower(email) = lower($1)',
    [owner],
  )
  const [user] = rows
  if (!user?.is_company_owner) throw new Error(`${owner} owns no company with us.`)
  const wrong = redirects.find(address => !isRegistrable(address))
  if (wrong !== undefined) throw new Error(`${wrong} is no address that a browser may be sent to.`)
  const id = newId('app')
  const key = `${keyPrefix(deps.config.book)}${randomBytes(32).toString('base64url')}`
  await deps.pool.query('select app.register_app($1, $2, $3, $4, $5, $6, $7)', [
    `operator:${operator}`,
    reason,
    id,
    user.id,
    title,
    hashToken(key),
    redirects,
  ])
  return `${id}  ${title}\nIts key, which is shown only now: ${key}`
}
