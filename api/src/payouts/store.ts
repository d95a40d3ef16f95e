// The SQL of payout attempts.
import type { PayoutAttempt } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

/** The attempt that may still be paid, or was. */
export async function readLiveAttempt({ db }: Deps, operationId: string): Promise<PayoutAttempt | undefined> {
  return db
    .selectFrom('app.payout_attempts')
    .selectAll()
    .where('operation_id', '=', operationId)
    .where('state', '<>', 'failed')
    .executeTakeFirst()
}

export async function readAttempt({ db }: Deps, id: string): Promise<PayoutAttempt | undefined> {
  return db.selectFrom('app.payout_attempts').selectAll().where('id', '=', id).executeTakeFirst()
}
