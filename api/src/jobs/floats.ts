// Asks each payout provider what it holds for us, and keeps the answers: our books are compared with them.
import type { Deps } from '../deps.ts'

export async function readFloats(deps: Deps): Promise<void> {
  for (const [name, provider] of Object.entries(deps.providers.payouts)) {
    const { rows } = await deps.pool.query<{ asked_at: Date }>('select clock_timestamp() as asked_at')
    const answer = await provider.floats()
    if (answer.kind === 'unknown') {
      deps.log.warn({ provider: name, reason: answer.reason }, 'a provider did not say what it holds for us')
      continue
    }
    for (const { available, reserved } of answer.floats) {
      await deps.pool.query(
        `insert into app.float_balances (provider, currency, balance, asked_at, told_at) values ($1, $2, $3, $4, app.now())`,
        [name, available.currency, available.minor + reserved.minor, rows[0]?.asked_at],
      )
    }
  }
}
