// What a customer owes because of one dispute: all that a customer owes is on one account, and several payments may be
// disputed at once.
import type pg from 'pg'
import type { Operation } from '../db/schema.ts'

type Books = { pool: pg.Pool }

/** Taken back by a card's bank, through the company that collected it: it can be contested, and won. */
export const isOfCard = ({ details }: Pick<Operation, 'details'>): boolean => details.pay_in !== undefined

/** Cents that the entries of these disputes leave owed, by dispute. */
export async function readOwed(
  { pool }: Books,
  disputes: readonly Operation[],
): Promise<Map<string, bigint>> {
  const { rows } = await pool.query<{ id: string; owed: bigint }>(
    `select e.operation_id as id, -sum(p.amount)::bigint as owed
     from ledger.entries e
     join ledger.postings p on p.entry_id = e.id
     join ledger.accounts a on a.id = p.account_id
     where e.operation_id = any($1) and a.name like 'receivable:%'
     group by e.operation_id`,
    [disputes.map(({ id }) => id)],
  )
  return new Map(rows.map(({ id, owed }) => [id, owed]))
}
