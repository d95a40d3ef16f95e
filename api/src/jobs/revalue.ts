// What our open position in a floating currency is worth today. Once a day the difference to what it cost is booked as
// a gain or a loss, so that the position in euros is the value of the local money that we hold.
import { type Currency, eur, money } from '@jokko/core/money'
import { toPrincipal } from '@jokko/core/rates'
import { accounts } from '@jokko/core/recipes'
import { revalue } from '@jokko/core/recipes-treasury'
import type { Deps } from '../deps.ts'
import { referenceData } from '../reference/data.ts'

/** CFA francs are fixed by law: their position keeps its value by itself. */
const FLOATING: readonly Currency[] = ['GNF']

export async function revaluePositions(deps: Deps): Promise<void> {
  const reference = await referenceData(deps)
  for (const currency of FLOATING) {
    const known = reference.rate(currency)
    if (!known) {
      deps.log.warn({ currency }, 'no rate to revalue a position with')
      continue
    }
    const { local, euros } = await readPosition(deps, currency)
    // A positive local half is money that we hold, a negative one is owed: both are worth their price of today.
    const worth = toPrincipal(money(local < 0n ? -local : local, currency), known.rate).minor
    const gain = (local < 0n ? -worth : worth) + euros
    if (gain !== 0n) await book(deps, currency, gain)
  }
}

async function readPosition({ pool, config }: Deps, currency: Currency) {
  const names = { local: accounts.position(currency, 'local'), euros: accounts.position(currency, 'EUR') }
  const { rows } = await pool.query<{ name: string; balance: bigint }>(
    'select name, balance from ledger.accounts where book = $1 and name = any($2)',
    [config.book, Object.values(names)],
  )
  const of = (name: string) => rows.find(row => row.name === name)?.balance ?? 0n
  return { local: of(names.local), euros: of(names.euros) }
}

async function book({ ledger, clock, config }: Deps, currency: Currency, gain: bigint): Promise<void> {
  const now = clock.nowText()
  const key = `revalue:${currency}:${now.slice(0, 10)}`
  await ledger.commit({
    scope: 'treasury',
    key,
    body_hash: 'revalue',
    received_at: now,
    entries: [{ ...revalue({ currency, gain: eur(gain) }), key, book: config.book }],
  })
}
