// What a customer owes because of one dispute (all that a customer owes is on one account, and several payments may be
// disputed at once), and whether a payment's money may still go back to its card.
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

/** How a refund failed whose payment its bank had taken back: the card has the money already. */
export const TAKEN_BACK = 'taken_back'

/** Its bank took it back and the dispute was not won: what else were given to the card, the card would have twice. */
export async function isTakenBack({ pool }: Books, payInId: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select from app.pay_ins p join app.operations d on d.parent_id = p.operation_id
     where p.id = $1 and d.kind = 'dispute' and d.state <> 'won' and d.details #>> '{pay_in,id}' = p.id`,
    [payInId],
  )
  return rows.length > 0
}

/** A bank took back what paid this operation, and that is neither made up for nor won yet. */
export async function isInDispute({ pool }: Books, operationId: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select from app.operations where parent_id = $1 and kind = 'dispute' and ended_at is null`,
    [operationId],
  )
  return rows.length > 0
}

/** An order that was split: a part of it went to the balance, the rest is ordered anew. */
export const PARTLY_TAKEN_BACK = 'partly_taken_back'

/**
 * Cents that were meant for the card of a payment and went to the balance, where the dispute's debt took them, less what
 * the card was given since because a dispute was won.
 */
const KEPT = `(
  select coalesce(sum(case when a.failure = '${TAKEN_BACK}' then a.amount else 0 end
    + coalesce((a.destination ->> 'kept')::bigint, 0)), 0)
  from app.payout_attempts a where a.destination ->> 'pay_in' = $1
) - (
  select coalesce(sum(r.total), 0) from app.operations r join app.operations d on d.id = r.parent_id
  where r.kind = 'refund' and d.kind = 'dispute' and r.details #>> '{pay_in,id}' = $1
)`

export async function keptFromCard({ pool }: Books, payInId: string): Promise<bigint> {
  const { rows } = await pool.query<{ kept: bigint }>(`select greatest(0, ${KEPT})::bigint as kept`, [
    payInId,
  ])
  return rows[0]?.kept ?? 0n
}

/** Cents of a payment that its card's bank took back, and that no refund which was kept from the card has made up for. */
export async function takenByCard({ pool }: Books, payInId: string): Promise<bigint> {
  const { rows } = await pool.query<{ taken: bigint }>(
    `select greatest(0, coalesce(sum(d.total), 0) - (${KEPT}))::bigint as taken
     from app.pay_ins p join app.operations d on d.parent_id = p.operation_id
     where p.id = $1 and d.kind = 'dispute' and d.state <> 'won' and d.details #>> '{pay_in,id}' = p.id`,
    [payInId],
  )
  return rows[0]?.taken ?? 0n
}
