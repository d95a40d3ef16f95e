// The rules a transfer is judged by: sanctions lists and ceilings. Tables that an operator edits; each process
// reads them again every few seconds, since what it decides is stored with what it decided on.
import type { Deps } from '../deps.ts'
import type { Ceilings } from './limits.ts'

export type Rules = { sanctionedNames: readonly string[]; newPayeeHoldCents: bigint; ceilings: Ceilings }

const OLDEST_MS = 10_000
const readings = new WeakMap<Deps['db'], { rules: Promise<Rules>; readAt: number }>()

export async function readRules(deps: Deps): Promise<Rules> {
  const known = readings.get(deps.db)
  if (known && performance.now() - known.readAt < OLDEST_MS) return known.rules
  const fresh = { rules: load(deps), readAt: performance.now() }
  readings.set(deps.db, fresh)
  fresh.rules.catch(() => readings.delete(deps.db))
  return fresh.rules
}

async function load({ db, clock }: Deps): Promise<Rules> {
  const [names, limits, settings] = await Promise.all([
    db.selectFrom('app.sanctioned_names').select('name').execute(),
    db
      .selectFrom('app.limits')
      .selectAll()
      .where('valid_from', '<=', clock.now())
      .orderBy('valid_from')
      .execute(),
    db.selectFrom('app.settings').selectAll().where('key', '=', 'new_payee_hold_cents').execute(),
  ])
  const wallets = limits.filter(limit => limit.kind === 'wallet_month')
  return {
    sanctionedNames: names.map(row => row.name),
    newPayeeHoldCents: BigInt(Number(settings[0]?.value ?? 1_500_000)),
    ceilings: {
      customerDay: limits.findLast(limit => limit.kind === 'customer_day')?.ceiling ?? 0n,
      walletMonth: Object.fromEntries(wallets.map(limit => [limit.currency, limit.ceiling])),
    },
  }
}

/** The next transfer reads the rules again. */
export function forgetRules({ db }: Pick<Deps, 'db'>): void {
  readings.delete(db)
}
