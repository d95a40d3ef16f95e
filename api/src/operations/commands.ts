// What an operator must be able to do until the console stands: see what waits for a person, and decide it.
// Every decision carries a reason and is an event of the operation it concerns.
import { eur } from '@jokko/core/money'
import { release } from '@jokko/core/recipes-transfer'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import type { Change, CounterWrite } from '../ledger/change.ts'
import { readOperation } from '../ledger/operations.ts'
import type { Step } from '../ledger/walk.ts'

/** How a transfer is moved: given by whoever composes this area with the transfers. */
export type TransferMoves = {
  pass(
    op: Operation,
    attemptId: string,
    event: 'released',
    actor: string,
  ): Pick<Change, 'attempts' | 'jobs'> & { steps: Step<'transfer'>[] }
  change(move: {
    op: Operation
    command: Pick<Change, 'scope' | 'key' | 'body_hash'>
    now: string
    steps: Step<'transfer'>[]
    patch?: Change['patch']
    companions?: Pick<Change, 'attempts' | 'jobs' | 'counters'>
  }): Change
  givenBackLimits(op: Operation): CounterWrite[]
}

export type Waiting = { what: string; id: string; state: string; since: Date; detail: string }

const LIST_MOST = 200

/** Everything that does not go on without a person, oldest first. */
export async function listWaiting({ pool }: Deps): Promise<Waiting[]> {
  const { rows } = await pool.query<Waiting>(
    `select 'operation' as what, id, state, updated_at as since,
        counterparty || ', ' || (total / 100.0)::numeric(14, 2) || ' EUR' as detail
      from app.operations where state in ('held', 'frozen')
         or (state = 'unknown' and updated_at < app.now() - interval '1 day')
     union all
     select 'bank line', id::text, outcome, created_at,
        (amount / 100.0)::numeric(14, 2) || ' ' || currency || ' from ' || coalesce(payer_name, '?') || ': ' || remittance
      from app.bank_lines where outcome = 'suspense'
     order by since limit $1`,
    [LIST_MOST],
  )
  return rows
}

type Decision = { operator: string; operationId: string; reason: string }

/** A held transfer goes on. */
export async function releaseHeld(
  deps: Deps,
  moves: TransferMoves,
  { operator, operationId, reason }: Decision,
): Promise<string> {
  const op = await heldOperation(deps, operationId)
  const actor = `operator:${operator}`
  const { steps, attempts = [], jobs = [] } = moves.pass(op, newId('pat'), 'released', actor)
  const explained = steps.map(step => ({ ...step, reason }))
  return commit(deps, op, moves, 'release', explained, { attempts, jobs })
}

/** A held transfer is refused: everything goes back to the sender's balance. */
export async function refuseHeld(
  deps: Deps,
  moves: TransferMoves,
  { operator, operationId, reason }: Decision,
): Promise<string> {
  const op = await heldOperation(deps, operationId)
  const actor = `operator:${operator}`
  const back = release({ customer: op.customer_id, amount: eur(op.held) })
  const steps: Step<'transfer'>[] = [
    { event: 'refused', actor, reason, entries: [back] },
    { event: 'refund_done', actor },
  ]
  const patch = { refunded: op.refunded + op.held, details: { refund_to: 'balance' as const } }
  const counters = moves.givenBackLimits(op)
  return commit(deps, op, moves, 'refuse', steps, { counters, jobs: [{ task: 'tell_refunded' }] }, patch)
}

async function heldOperation(deps: Deps, id: string): Promise<Operation> {
  const op = await readOperation(deps, id)
  if (!op) throw new Error(`There is no operation ${id}.`)
  if (op.state !== 'held') throw new Error(`${id} is ${op.state}, not held.`)
  return op
}

async function commit(
  deps: Deps,
  op: Operation,
  moves: TransferMoves,
  what: string,
  steps: Step<'transfer'>[],
  companions: Pick<Change, 'attempts' | 'jobs' | 'counters'>,
  patch?: Change['patch'],
): Promise<string> {
  const command = { scope: 'operator', key: `${op.id}:${what}:${op.version}`, body_hash: what }
  const change = moves.change({
    op,
    command,
    now: deps.clock.nowText(),
    steps,
    companions,
    ...(patch && { patch }),
  })
  const verdict = await deps.ledger.commit(change)
  if (verdict.verdict === 'refused') throw new Error(`Not done: ${verdict.code}.`)
  return `${op.id}: ${change.patch?.state ?? 'done'}`
}
