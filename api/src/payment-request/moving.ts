// A request's moves against the payments that are opened under it at the same moment: the database lets no request go
// while a payment of it stands, and what it refuses is looked at again and decided anew.
import { decideAndCommit } from '../commands/decide.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { Change, Verdict } from '../ledger/change.ts'

const TRIES = 3

/** The database's word for: not accepted by this payer, or a payment stands. */
export const isRefusedByPayment = (error: unknown): boolean => (error as { code?: unknown }).code === 'JK010'

export async function moveRequest(
  deps: Deps,
  read: () => Promise<Operation | undefined>,
  decide: (op: Operation) => Promise<Change | undefined>,
): Promise<Verdict | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await decideAndCommit(deps, read, decide)
    } catch (error) {
      if (!isRefusedByPayment(error) || attempt >= TRIES) throw error
    }
  }
}
