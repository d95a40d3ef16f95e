// What happens to a request, decided as values: asked, agreed to, let go again, paid, or closed without money. No money
// of its own ever moves: what pays it is a transfer, and the database holds that only one does (0011_payment_requests.sql).
import type { StateOf } from '@jokko/core/lifecycles'
import type { NewOperation, Operation, OperationDetails } from '../db/schema.ts'
import type { Change, Command, JobWrite } from '../ledger/change.ts'
import { type Step, walk } from '../ledger/walk.ts'

/** How long who agreed to pay is waited for before anybody may pay again. */
export const LAPSES_AFTER_MS = 15 * 60_000

export type Opening = {
  id: string
  command: Command
  now: string
  row: Omit<NewOperation, 'kind' | 'state' | 'customer_status' | 'aborted' | 'operation_type'> & {
    fund_by: string
  }
}

export function open({ id, command, now, row }: Opening): Change {
  const { shown, events } = walk({
    kind: 'request',
    operationId: id,
    book: row.book,
    from: null,
    openedBy: row.user_id,
    steps: [],
    now,
  })
  return {
    ...command,
    received_at: now,
    operation_id: id,
    expect: 0,
    answer: { id },
    create: { ...row, ...shown, kind: 'request', operation_type: 'payment_request', started_at: now },
    events,
    timers: [{ due_at: row.fund_by, kind: 'request_due' }],
  }
}

type Moved = { steps: Step<'request'>[]; details?: OperationDetails; jobs?: JobWrite[] }

function moved(op: Operation, { steps, details, jobs = [] }: Moved, command: Command, now: string): Change {
  const { shown, events } = walk({
    kind: 'request',
    operationId: op.id,
    book: op.book,
    from: op.state as StateOf<'request'>,
    steps,
    now,
  })
  return {
    ...command,
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    answer: { id: op.id },
    patch: { ...shown, ...(details && { details }) },
    events,
    jobs,
  }
}

type By = { userId: string; customerId: string }

/** From now on it is this payer's, until they paid or let it go. */
export function agree(op: Operation, { userId, customerId }: By, command: Command, now: string): Change {
  const agreed = moved(
    op,
    {
      steps: [{ event: 'accepted', actor: userId }],
      details: { accepted_by: { user_id: userId, customer_id: customerId, at: now } },
    },
    command,
    now,
  )
  const due_at = new Date(Date.parse(now) + LAPSES_AFTER_MS).toISOString()
  return { ...agreed, timers: [{ due_at, kind: 'request_lapses' }] }
}

const letGo = (op: Operation, actor: string): Step<'request'>[] =>
  op.state === 'accepted' ? [{ event: 'pay_in_failed', actor }] : []

/** Its payment has come to nothing, or was never made: it is open again, or over when its time has passed. */
export function reopen(op: Operation, command: Command, now: string): Change {
  const isOver = op.fund_by !== null && op.fund_by <= new Date(now)
  const expired: Step<'request'>[] = isOver ? [{ event: 'expired', actor: 'timer' }] : []
  const steps = [...letGo(op, 'system'), ...expired]
  return moved(op, { steps, details: { accepted_by: null } }, command, now)
}

export const paid = (op: Operation, jobs: JobWrite[], command: Command, now: string): Change =>
  moved(op, { steps: [{ event: 'paid', actor: 'system' }], jobs }, command, now)

/** The payer says no, its owner takes it back, or nobody paid in time. */
export const close = (
  op: Operation,
  event: 'declined' | 'cancelled' | 'expired',
  actor: string,
  command: Command,
  now: string,
): Change => moved(op, { steps: [...letGo(op, actor), { event, actor }] }, command, now)
