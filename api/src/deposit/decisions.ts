// What happens to a deposit, decided as values: opened, on its way, on the balance, or closed without money. What a bank
// transfer brings is decided where the lines of our bank are read (bank/credits.ts).
import type { EventOf, StateOf } from '@jokko/core/lifecycles'
import { eur } from '@jokko/core/money'
import { depositCollected, mobileMoneyDeposit } from '@jokko/core/recipes-payin'
import type { NewOperation, Operation } from '../db/schema.ts'
import type { Change, Command, JobWrite, PayInWrite } from '../ledger/change.ts'
import { isOrderedAtBank } from '../ledger/operations.ts'
import type { Collection, EndEvent, Funding } from '../ledger/paying.ts'
import { type Step, walk } from '../ledger/walk.ts'

export type Opening = {
  id: string
  command: Command
  now: string
  /** The columns that are known before anything moves. */
  row: Omit<NewOperation, 'kind' | 'state' | 'customer_status' | 'aborted' | 'operation_type'>
  quoteId?: string
  payIn?: PayInWrite
}

export function open({ id, command, now, row, quoteId, payIn }: Opening): Change {
  const { shown, events } = walk({
    kind: 'deposit',
    operationId: id,
    book: row.book,
    from: null,
    openedBy: row.user_id,
    steps: [],
    now,
  })
  const quoted = quoteId !== undefined && { quote_id: quoteId }
  return {
    ...command,
    ...quoted,
    received_at: now,
    operation_id: id,
    expect: 0,
    answer: { id },
    create: { ...row, ...shown, ...quoted, kind: 'deposit', operation_type: 'deposit', started_at: now },
    events,
    timers: [
      ...(row.fund_by ? [{ due_at: row.fund_by, kind: 'deposit_due' }] : []),
      ...(payIn ? [{ due_at: payIn.expires_at, kind: 'ask_pay_in', payload: { pay_in_id: payIn.id } }] : []),
    ],
    ...(payIn && { pay_ins: [payIn] }),
  }
}

/** Waits for its money, or for the company that collects it. */
export const awaits = ({ state }: Operation): boolean => state === 'requested' || state === 'processing'

function moved(op: Operation, steps: Step<'deposit'>[], now: string) {
  const { shown, events, entries } = walk({
    kind: 'deposit',
    operationId: op.id,
    book: op.book,
    from: op.state as StateOf<'deposit'>,
    steps,
    now,
  })
  return { patch: shown, events, entries }
}

/** The company has the money: the balance has it, too. */
export function collected(op: Operation, collection: Collection, jobs: JobWrite[]): Funding {
  const { provider, amount, key, actor, reference, now } = collection
  const deposit = { provider, customer: op.customer_id, amount: eur(op.principal), fee: eur(op.fee) }
  const entry =
    amount.currency === 'EUR'
      ? depositCollected(deposit)
      : mobileMoneyDeposit({ ...deposit, collected: amount })
  const step: Step<'deposit'> = {
    event: 'completed',
    actor,
    provider_reference: reference,
    entries: [{ ...entry, key }],
  }
  return { ...moved(op, [step], now), jobs }
}

/** The payer has done their part, and the money is on its way. */
export function stepped(
  op: Operation,
  payIn: StateOf<'payIn'>,
  now: string,
): Pick<Change, 'patch' | 'events'> {
  if (op.state !== 'requested' || !isOrderedAtBank(op.payin_method, payIn)) return {}
  const { patch, events } = moved(op, [{ event: 'processing_started', actor: 'system' }], now)
  return { patch, events }
}

/** Its money will not come. Who gives up while the company already works on it aborts it. */
export function close(
  op: Operation,
  event: EndEvent | 'cancelled',
  by: { actor: string; reason?: string },
  command: Command,
  now: string,
): Change {
  return {
    ...command,
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    answer: { id: op.id },
    ...closed(op, { event: endOf(op, event), ...by }, now),
  }
}

function closed(op: Operation, step: Step<'deposit'>, now: string): Pick<Change, 'patch' | 'events'> {
  const { patch, events } = moved(op, [step], now)
  const { reason } = step
  return {
    patch: { ...patch, ...(reason !== undefined && { details: { unfinished_reason: reason } }) },
    events,
  }
}

function endOf({ state }: Operation, event: EndEvent | 'cancelled'): EventOf<'deposit'> {
  if (event === 'pay_in_failed') return 'failed'
  return event === 'cancelled' && state === 'processing' ? 'aborted' : event
}
