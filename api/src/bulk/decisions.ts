// What happens to a bulk, decided as values: paid or waiting for its money, its rows handed their parts, given up, done.
import type { StateOf } from '@jokko/core/lifecycles'
import { eur } from '@jokko/core/money'
import { release, reserve } from '@jokko/core/recipes-transfer'
import { searchText } from '@jokko/core/search'
import type { NewOperation, Operation } from '../db/schema.ts'
import type { Change, Command, LinkedOperation } from '../ledger/change.ts'
import { type Step, walk } from '../ledger/walk.ts'
import { waitingFacts } from '../payouts/change.ts'
import { countersGivenBack } from '../payouts/limits.ts'
import type { PricedRow } from './store.ts'

const SYSTEM = 'system'

export type Starting = {
  id: string
  command: Command
  now: string
  row: Omit<NewOperation, 'kind' | 'state' | 'customer_status' | 'aborted' | 'operation_type'>
  limits: Pick<Change, 'counters' | 'row_counters'>
}

/** From the balance it is paid in the same change; by bank it waits for its money. */
export function start({ id, command, now, row, limits }: Starting): Change {
  const fromBalance = row.payin_method === 'balance'
  const actor = row.user_id
  const paid: Step<'bulk'> = {
    event: 'funds_complete',
    actor,
    entries: [reserve({ customer: row.customer_id, amount: eur(row.total) })],
  }
  const { shown, events, entries } = walk({
    kind: 'bulk',
    operationId: id,
    book: row.book,
    from: null,
    openedBy: actor,
    steps: [{ event: 'checked', actor }, { event: 'pay_started', actor }, ...(fromBalance ? [paid] : [])],
    facts: waitingFacts(row.payin_method ?? null),
    now,
  })
  return {
    ...command,
    received_at: now,
    operation_id: id,
    expect: 0,
    answer: { id },
    create: {
      ...row,
      ...shown,
      kind: 'bulk',
      operation_type: 'bulk_transfer',
      received: fromBalance ? row.total : 0n,
      started_at: now,
    },
    events,
    entries,
    ...limits,
    jobs: fromBalance ? [{ task: 'hand_out_bulk', payload: { bulk_id: id } }] : [],
    timers: fromBalance || !row.fund_by ? [] : [{ due_at: row.fund_by, kind: 'bulk_due' }],
  }
}

function moved(op: Operation, step: Step<'bulk'>, command: Command, now: string): Change {
  const { shown, events, entries } = walk({
    kind: 'bulk',
    operationId: op.id,
    book: op.book,
    from: op.state as StateOf<'bulk'>,
    steps: [step],
    facts: waitingFacts(op.payin_method),
    now,
  })
  return {
    ...command,
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    answer: { id: op.id },
    patch: shown,
    events,
    entries,
  }
}

/** Nobody pays it any more: what came in part goes back to the balance. */
export function giveUp(
  op: Operation,
  step: { event: 'cancelled' | 'expired'; actor: string; reason?: string },
  command: Command,
  now: string,
): Change {
  const entries = op.held > 0n ? [release({ customer: op.customer_id, amount: eur(op.held) })] : []
  const change = moved(op, { ...step, entries }, command, now)
  return {
    ...change,
    patch: {
      ...change.patch,
      refunded: op.refunded + op.held,
      ...(op.held > 0n && { details: { refund_to: 'balance' } }),
    },
    ...countersGivenBack(op),
  }
}

/** What has not left comes back, row by row; what has left goes on. */
export function cancelRows(op: Operation, actor: string, command: Command, now: string): Change {
  const change = moved(op, { event: 'cancelled', actor }, command, now)
  return {
    ...change,
    patch: { ...change.patch, details: { rows_cancelled_by: actor } },
    jobs: [{ task: 'cancel_rows', payload: { bulk_id: op.id } }],
  }
}

/** Every row has come to its end. */
export const done = (op: Operation, command: Command, now: string): Change => ({
  ...moved(op, { event: 'done', actor: SYSTEM }, command, now),
  jobs: [{ task: 'tell_bulk_done', payload: { operation_id: op.id } }],
})

/** These rows take over their parts of what the bulk holds, and each begins a transfer's life of its own. */
export function handOut(op: Operation, rows: readonly PricedRow[], command: Command, now: string): Change {
  return {
    ...command,
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    linked: rows.map(row => rowOperation(op, row, now)),
    jobs: [{ task: 'hand_out_bulk', payload: { bulk_id: op.id } }],
  }
}

function rowOperation(op: Operation, row: PricedRow, now: string): LinkedOperation {
  const { shown, events } = walk({
    kind: 'transfer',
    operationId: row.operation_id,
    book: op.book,
    from: null,
    openedBy: op.user_id,
    steps: [{ event: 'funds_complete', actor: SYSTEM }],
    now,
  })
  const name = `${row.cells.first_name.trim()} ${row.cells.last_name.trim()}`.replace(/\s+/g, ' ')
  const email = row.cells.email?.trim()
  const total = row.total ?? 0n
  return {
    operation_id: row.operation_id,
    events,
    create: {
      ...shown,
      book: op.book,
      kind: 'transfer',
      operation_type: 'direct_transfer',
      customer_id: op.customer_id,
      user_id: op.user_id,
      parent_id: op.id,
      handed: total,
      received: total,
      sending_country: op.sending_country,
      receiving_country: op.receiving_country,
      payin_method: op.payin_method,
      payout_kind: 'mobile_money',
      route_id: row.route_id,
      provider: row.price?.provider ?? op.provider,
      counterparty: name,
      reason: op.reason,
      principal: row.principal ?? 0n,
      fee: row.fee ?? 0n,
      margin: row.margin ?? 0n,
      total,
      target: row.target,
      target_currency: op.target_currency,
      rate: row.price?.rate ?? null,
      details: {
        payee: {
          name,
          phone: row.phone ?? '',
          operator: row.operator ?? '',
          operator_name: row.price?.operator ?? '',
          ...(email && { email }),
        },
        sender_name: op.details.sender_name ?? '',
        bulk_line: row.line,
        ...(row.price && {
          quote: { lines: row.price.lines, snapped_from: row.price.snapped_from },
          delivery: row.price.delivery,
        }),
      },
      search: searchText([name, row.phone ?? '', op.reference ?? '', op.reason ?? '']),
      // The day whose limits it was counted against.
      started_at: op.started_at.toISOString(),
    },
  }
}
