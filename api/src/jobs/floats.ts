// Asks each company what it holds for us, to pay out or collected, and keeps the answers: our books are compared with them.
import type { FloatsAnswer } from '@jokko/providers/port'
import type { Deps } from '../deps.ts'

export async function readFloats(deps: Deps): Promise<void> {
  const { payouts, payIns } = deps.providers
  for (const [name, provider] of Object.entries(payouts))
    await keep(deps, 'app.float_balances', name, () => provider.floats())
  for (const [name, { holdings }] of Object.entries(payIns))
    if (holdings) await keep(deps, 'app.collected_balances', name, holdings)
}

async function keep(
  { pool, log }: Deps,
  table: 'app.float_balances' | 'app.collected_balances',
  provider: string,
  ask: () => Promise<FloatsAnswer>,
): Promise<void> {
  const { rows } = await pool.query<{ asked_at: Date }>('select clock_timestamp() as asked_at')
  const answer = await ask()
  if (answer.kind === 'unknown') {
    log.warn({ provider, reason: answer.reason }, 'a provider did not say what it holds for us')
    return
  }
  for (const { available, reserved } of answer.floats) {
    await pool.query(
      `insert into ${table} (provider, currency, balance, asked_at, told_at) values ($1, $2, $3, $4, app.now())`,
      [provider, available.currency, available.minor + reserved.minor, rows[0]?.asked_at],
    )
  }
}
