// What an operator must be able to do until the console stands: see what waits for a person, and decide it.
// Every decision carries a reason and is an event of the operation it concerns.
import { eur, type Money } from '@jokko/core/money'
import type { Entry } from '@jokko/core/recipes'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import type { AttemptWrite, Change, Command, CounterWrite } from '../ledger/change.ts'
import { isTakenBack } from '../ledger/disputes.ts'
import { readDebt, readOperation, rowCancelledBy } from '../ledger/operations.ts'
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
    command: Command
    now: string
    steps: Step<'transfer'>[]
    patch?: Change['patch']
    companions?: Pick<Change, 'attempts' | 'jobs' | 'counters'>
  }): Change
  /** Back to where the money came from, where that can be done, else to the balance. */
  giveBack(
    op: Operation,
    amount: Money,
    attemptId: string,
  ): { entry: Entry; to: 'balance' | 'source'; attempt?: AttemptWrite }
  givenBackLimits(op: Operation): CounterWrite[]
}

export type Waiting = { what: string; id: string; state: string; since: Date; detail: string }

const LIST_MOST = 200

/** Everything that does not go on without a person, oldest first. */
export async function listWaiting({ pool }: Deps): Promise<Waiting[]> {
  const { rows } = await pool.query<Waiting>(
    `select 'operation' as what, id, state, updated_at as since,
        counterparty || ', ' || (total / 100.0)::numeric(14, 2) || ' EUR' as detail
      from app.operations where state in ('held', 'frozen') or (kind = 'withdrawal' and state = 'screening') or (kind = 'refund' and state = 'waiting')
         or (state = 'unknown' and updated_at < app.now() - interval '1 day')
     union all
     select 'refund', o.id, o.state, o.updated_at,
        a.provider || case a.state when 'failed' then ' refused it: ' || coalesce(a.failure, '?') else ' does not say what became of it' end
      from app.operations o
      cross join lateral (select * from app.payout_attempts where operation_id = o.id order by created_at desc limit 1) a
      where o.state = 'refunding' and a.destination ->> 'kind' = 'refund'
        and (a.state = 'failed' or (a.state = 'unknown' and a.created_at < app.now() - interval '1 day'))
     union all
     select 'payout by hand', o.id,
        case when a.created_at + make_interval(mins => coalesce((o.details #>> '{delivery,max}')::int, 0)) < app.now()
          then 'overdue' else o.state end, o.updated_at,
        concat_ws(', ',
          case a.currency when 'EUR' then (a.amount / 100.0)::numeric(14, 2) else a.amount end || ' ' || a.currency,
          a.destination ->> 'name', a.destination ->> 'bankName', a.destination ->> 'operator',
          a.destination ->> 'phone', a.destination #>> '{account,iban}', a.destination #>> '{account,bankCode}',
          a.destination #>> '{account,account}', o.receiving_country, o.reference)
      from app.payout_attempts a join app.operations o on o.id = a.operation_id
      where a.provider = 'manual' and o.state = 'sent' and a.state <> 'failed'
     union all
     select t.what, t.provider || ' ' || t.currency, t.state, t.told_at, t.balance || ', level ' || l.level
      from (
        (select distinct on (provider, currency) 'float' as what, 'low' as state, 'float_levels' as levels, 1 as sign, provider,
           currency, balance, told_at
         from app.float_balances order by provider, currency, told_at desc, id desc)
        union all
        (select distinct on (provider, currency) 'collected', 'high', 'collection_levels', -1, provider, currency, balance, told_at
         from app.collected_balances order by provider, currency, told_at desc, id desc)
      ) t
      join app.settings s on s.key = t.levels
      cross join lateral (select (s.value ->> (t.provider || ' ' || t.currency))::bigint as level) l
      where t.balance * t.sign < l.level * t.sign
     union all
     select 'dispute', o.id, o.state, o.updated_at, concat_ws(', ', o.provider, o.payin_method,
        (o.total / 100.0)::numeric(14, 2) || ' EUR of ' || o.parent_id)
      from app.operations o
      where o.kind = 'dispute' and o.details ? 'pay_in' and o.ended_at is null and o.state in ('opened', 'contested', 'lost')
     union all
     select 'pay-in', p.id, p.outcome, p.updated_at, concat_ws(', ', p.provider,
        'asked ' || case p.currency when 'EUR' then (p.amount / 100.0)::numeric(14, 2) else p.amount end || ' ' || p.currency,
        case p.outcome when 'funded' then 'came with ' else 'came ' end || c.amount || ' ' || c.currency
          || case p.outcome when 'funded' then ' more' else '' end, coalesce(c.id, p.operation_id))
      from app.pay_ins p
      left join lateral (select id, details #>> '{pay_in,amount}' as amount, details #>> '{pay_in,currency}' as currency
        from app.operations where parent_id = p.operation_id and details #>> '{pay_in,id}' = p.id limit 1) c on true
      where p.failure = 'other_amount'
        and not exists (select from app.operator_actions where action = 'seen' and subject = p.id)
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

/** A held transfer goes on, unless its money was taken back, its sender owes us or its bulk was cancelled meanwhile. */
export async function releaseHeld(
  deps: Deps,
  moves: TransferMoves,
  { operator, operationId, reason }: Decision,
): Promise<string> {
  const op = await heldOperation(deps, operationId)
  if (op.details.pay_in && (await isTakenBack(deps, op.details.pay_in.id)))
    throw new Error(
      `The payment of ${op.id} was taken back by its bank: win the dispute first, or refuse it.`,
    )
  if ((await readDebt(deps, op.customer_id)) > 0n)
    throw new Error(`The sender of ${op.id} owes us money: refuse it, and the debt takes it.`)
  if (await rowCancelledBy(deps, op))
    throw new Error(`The bulk of ${op.id} was cancelled by its owner: refuse it, and its money goes back.`)
  const actor = `operator:${operator}`
  const { steps, attempts = [], jobs = [] } = moves.pass(op, newId('pat'), 'released', actor)
  // What was held while it waited had been sent before: each promise has a key of its own.
  const explained = steps.map(({ entries = [], ...step }) => ({
    ...step,
    reason,
    entries: entries.map(entry => ({ ...entry, key: `${op.id}:${entry.recipe}:${op.version}` })),
  }))
  return commit(deps, op, moves, 'release', explained, { attempts, jobs })
}

/** A held transfer is refused: everything goes back to the card or account that paid, or to the sender's balance. */
export async function refuseHeld(
  deps: Deps,
  moves: TransferMoves,
  { operator, operationId, reason }: Decision,
): Promise<string> {
  const op = await heldOperation(deps, operationId)
  const actor = `operator:${operator}`
  const back = moves.giveBack(op, eur(op.held), newId('pat'))
  const refused: Step<'transfer'> = { event: 'refused', actor, reason, entries: [back.entry] }
  const steps: Step<'transfer'>[] = back.attempt ? [refused] : [refused, { event: 'refund_done', actor }]
  const patch = { refunded: op.refunded + op.held, details: { refund_to: back.to } }
  const companions = {
    counters: moves.givenBackLimits(op),
    jobs: [{ task: back.attempt ? 'send_pay_in_refund' : 'tell_refunded' }],
    attempts: back.attempt ? [back.attempt] : [],
  }
  return commit(deps, op, moves, 'refuse', steps, companions, patch)
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
