// The SQL of payout attempts, and of what was held before one was made.
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

/** At the arrival of its money or while it waited. */
export async function wasHeldAsShutOut({ db }: Deps, operationId: string): Promise<boolean> {
  const found = await db
    .selectFrom('app.operation_events')
    .select('version')
    .where('operation_id', '=', operationId)
    .where('event', '=', 'screening_held')
    .where('reason', '=', 'shut_out')
    .executeTakeFirst()
  return found !== undefined
}
