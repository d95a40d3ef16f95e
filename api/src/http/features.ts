// Parts of Jokko that an operator opens, in the setting `features`: `{ "deposit": true }`. What is not open is offered to
// nobody, and refused by the server.
import type { Permissions } from '@jokko/contract/access'
import type * as z from 'zod/mini'
import type { Deps } from '../deps.ts'

export type Permission = keyof z.infer<typeof Permissions>

export type Features = Partial<Record<Permission, boolean>>

export function readFeatures(setting: unknown): Features {
  if (typeof setting !== 'object' || setting === null) return {}
  return Object.fromEntries(Object.entries(setting).filter(([, open]) => open === true))
}

/** The setting as a column of whoever is read: what is open is known with the caller. */
export const FEATURES = `(select value from app.settings where key = 'features') as features`

export const isOpenPart = ({ features }: { features: Features }, part: Permission): boolean =>
  features[part] === true

/** An operator can close withdrawals for a while; money on a balance stays there. */
export async function isWithdrawOpen({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const row = await db
    .selectFrom('app.settings')
    .select('value')
    .where('key', '=', 'withdraw_open')
    .executeTakeFirst()
  return row?.value === true
}
