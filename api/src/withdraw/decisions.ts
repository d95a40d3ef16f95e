// What happens to a withdrawal until it is handed over, decided as values: its money is set aside, a code confirms it,
// and it is ordered; or the money is free again.
import { eur } from '@jokko/core/money'
import { release, reserve } from '@jokko/core/recipes-transfer'
import type { NewOperation, Operation } from '../db/schema.ts'
import type { Change, Command, CounterWrite } from '../ledger/change.ts'
import { type Step, walk } from '../ledger/walk.ts'
import { change, givenBackLimits } from '../payouts/change.ts'
import { payable } from '../payouts/figures.ts'
import { orderedEntry } from '../payouts/lives.ts'
import { orderedPayee } from '../payouts/payee-order.ts'
import type { ScreeningVerdict } from '../payouts/screening.ts'
import { CODE_SECONDS } from './codes.ts'

const SYSTEM = 'system'
export const CODE_ENDED = 'withdrawal_code_ended'

export type Opening = {
  id: string
  command: Command
  now: string
  row: Omit<NewOperation, 'kind' | 'state' | 'customer_status' | 'aborted'>
  quoteId?: string
  counters: CounterWrite[]
}

/** Amount and fee are set aside before anybody is asked for a code. */
export function openWithdrawal({ id, command, now, row, quoteId, counters }: Opening): Change {
  const reserved = reserve({ customer: row.customer_id, amount: eur(row.total) })
  const { shown, events } = walk({
    kind: 'withdrawal',
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
    ...(quoteId !== undefined && { quote_id: quoteId }),
    answer: { id },
    create: {
      ...row,
      ...shown,
      kind: 'withdrawal',
      received: row.total,
      ...(quoteId !== undefined && { quote_id: quoteId }),
      started_at: now,
    },
    events,
    entries: [{ ...reserved, key: `${id}:${reserved.recipe}`, book: row.book }],
    counters,
    // Should the first code never be sent.
    timers: [{ due_at: after(now, CODE_SECONDS), kind: CODE_ENDED }],
  }
}

export const after = (now: string, seconds: number): string =>
  new Date(Date.parse(now) + seconds * 1000).toISOString()

/** A new code was sent: its end is waited for, nothing else moves. */
export function codeSent(op: Operation, codeId: string, expiresAt: Date, now: string): Change {
  return {
    scope: 'withdrawal',
    key: `${op.id}:code:${codeId}`,
    body_hash: 'code',
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    events: [],
    patch: {},
    timers: [{ due_at: expiresAt.toISOString(), kind: CODE_ENDED }],
  }
}

/** Confirmed by its owner: ordered at once, unless a person has to look first. */
export function confirm(
  op: Operation,
  { screening, attemptId }: { screening: ScreeningVerdict; attemptId: string },
  command: Command,
  now: string,
): Change {
  const verified: Step<'withdrawal'>[] = [{ event: 'code_verified', actor: op.user_id }]
  if (screening.verdict !== 'pass') {
    const { rule } = screening
    const data = screening.verdict === 'freeze' ? { matched: screening.matched } : {}
    const stopped: Step<'withdrawal'> = { event: 'screening_started', actor: SYSTEM, reason: rule, data }
    return change({ op, command, now, steps: [...verified, stopped], patch: { details: { held_by: rule } } })
  }
  const started: Step<'withdrawal'> = { event: 'screening_started', actor: SYSTEM }
  const { steps, attempts, jobs } = order(op, attemptId, SYSTEM)
  return change({
    op,
    command,
    now,
    steps: [...verified, started, ...steps],
    companions: { attempts, jobs },
  })
}

/** The amount is promised, and an attempt waits to be handed over. */
export function order(op: Operation, attemptId: string, actor: string, reason?: string) {
  const amount = payable(op)
  const passed: Step<'withdrawal'> = {
    event: 'screening_passed',
    actor,
    entries: [{ ...orderedEntry(op), ...(op.rate !== null && { rate: op.rate }) }],
    ...(reason !== undefined && { reason }),
  }
  return {
    steps: [passed],
    attempts: [
      {
        id: attemptId,
        provider: op.provider ?? '',
        state: 'created' as const,
        amount: amount.minor,
        currency: amount.currency,
        destination: orderedPayee(op),
      },
    ],
    jobs: [{ task: 'send_payout' }],
  }
}

type End = {
  event: 'expired' | 'cancelled' | 'refused'
  actor: string
  reason?: string
}

/** It ends before anything was ordered: what was set aside is free again. */
export function end(op: Operation, { event, actor, reason }: End, command: Command, now: string): Change {
  const back = release({ customer: op.customer_id, amount: eur(op.held) })
  return change<'withdrawal'>({
    op,
    command,
    now,
    steps: [{ event, actor, entries: [back], ...(reason !== undefined && { reason }) }],
    patch: {
      refunded: op.refunded + op.held,
      details: { refund_to: 'balance', ...(reason !== undefined && { unfinished_reason: reason }) },
    },
    companions: {
      counters: givenBackLimits(op),
      jobs: event === 'refused' ? [{ task: 'tell_withdrawal' }] : [],
    },
  })
}
