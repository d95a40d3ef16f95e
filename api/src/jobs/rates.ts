// Asks for the rates that float, and keeps each one that can be believed.
import type { Rate } from '@jokko/core/rates'
import type { Deps } from '../deps.ts'

export async function fetchRates({ pool, clock, providers, log }: Deps): Promise<void> {
  const last = await lastRate(pool, 'GNF')
  const answer = await providers.rates.eurGnf({ now: clock.now(), ...(last && { last }) })
  if (answer.kind !== 'known') {
    // The rate in force stays; quotes are refused once it is too old.
    log.warn({ kind: answer.kind, detail: answer.detail }, 'no new GNF rate')
    return
  }
  await pool.query(
    `insert into app.rates (currency, value, scale, source, observed_at) values ('GNF', $1, $2, 'openexchangerates', $3)
     on conflict (currency, observed_at) do nothing`,
    [answer.rate.value, answer.rate.scale, answer.asOf],
  )
}

async function lastRate(pool: Deps['pool'], currency: string): Promise<Rate | undefined> {
  const { rows } = await pool.query<Rate>(
    'select value, scale from app.rates where currency = $1 order by observed_at desc limit 1',
    [currency],
  )
  return rows[0]
}
