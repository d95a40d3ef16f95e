// What happens to a transfer before and while it is funded, decided as values: pure functions from where it stands
// and what is known to what is to be written. Nothing here reads, calls or waits.
import { eur } from '@jokko/core/money'
import { release, reserve, send, transferToBalance } from '@jokko/core/recipes-transfer'
import type { NewOperation, Operation } from '../db/schema.ts'
import type { Change, Command, CounterWrite } from '../ledger/change.ts'
import { type Continuation, forOperation, type Step, walk } from '../ledger/walk.ts'
import { change, givenBackLimits, waitingFacts } from '../payouts/change.ts'
import { type FigureColumns, payable, sendingOf } from '../payouts/figures.ts'
import { isToBePriced } from '../payouts/on-arrival.ts'
import { orderedPayee } from '../payouts/payee-order.ts'
import type { ScreeningVerdict } from '../payouts/screening.ts'

/** A pay-in through a company, opened together with its transfer. */
export type OpenedPayIn = NonNullable<Change['pay_ins']>[number]

export type Funded = FigureColumns &
  Pick<Operation, 'payout_kind' | 'receiver_customer_id' | 'receiving_country'>

export type ContinuationFacts = {
  screening: ScreeningVerdict
  /** Id of the payout attempt, should one be made. */
  attemptId: string
}

const SYSTEM = 'system'

/**
 * Whichever way the money came. What a list forbids stays where it is, also where its price would set it free; else, where the
 * rate floated meanwhile, it is priced first, and comes by here again.
 */
export function onceFunded(op: Funded, { screening, attemptId }: ContinuationFacts): Continuation {
  if (screening.verdict === 'freeze') return stop(frozenBy(screening))
  if (isToBePriced(op))
    return {
      steps: [{ event: 'rate_wanted', actor: SYSTEM }],
      attempts: [],
      jobs: [{ task: 'price_transfer' }],
    }
  if (screening.verdict === 'hold')
    return stop({ event: 'screening_held', actor: SYSTEM, reason: screening.rule })
  return pass(op, attemptId, 'screening_passed')
}

export type Listed = Extract<ScreeningVerdict, { verdict: 'freeze' }>

const frozenBy = ({ rule, matched }: Listed): Step<'transfer'> => ({
  event: 'screening_frozen',
  actor: SYSTEM,
  reason: rule,
  data: { matched },
})

/** A list forbids it since its money is here: whatever was about to happen to it, nothing moves. */
export const freeze = (op: Operation, listed: Listed, command: Command, now: string): Change =>
  change({ op, command, now, steps: [frozenBy(listed)] })

const stop = (step: Step<'transfer'>): Continuation => ({ steps: [step], attempts: [], jobs: [] })

/** From screening, or released by an operator: to the beneficiary's balance at once, or to the provider. */
export function pass(
  op: Funded,
  attemptId: string,
  event: 'screening_passed' | 'released',
  actor = SYSTEM,
): Continuation {
  if (op.payout_kind === 'balance') {
    const { customer, principal, fees } = sendingOf(op)
    const credit = transferToBalance({ from: customer, to: receiverOf(op), amount: principal, fees })
    return {
      steps: [{ event: 'credited', actor, entries: [credit] }],
      attempts: [],
      jobs: [{ task: 'tell_paid' }],
    }
  }
  const amount = payable(op)
  return {
    steps: [
      { event, actor, entries: [{ ...send(sendingOf(op)), ...(op.rate !== null && { rate: op.rate }) }] },
    ],
    attempts: [
      {
        id: attemptId,
        provider: op.provider ?? 'hub2',
        state: 'created',
        amount: amount.minor,
        currency: amount.currency,
        destination: orderedPayee(op),
      },
    ],
    jobs: [{ task: 'send_payout' }],
  }
}

function receiverOf(op: Funded): string {
  if (op.receiver_customer_id === null) throw new RangeError('A payout to a balance needs its customer')
  return op.receiver_customer_id
}

export type Acceptance = {
  id: string
  command: Command
  now: string
  /** The columns that are known before anything moves. */
  row: Omit<NewOperation, 'kind' | 'state' | 'customer_status' | 'aborted'> & {
    payout_kind: string
    payin_method: string
  }
  quoteId?: string
  counters: CounterWrite[]
  continuation: ContinuationFacts
  payIn?: OpenedPayIn
}

/** The sender accepts a quote: from the balance it is paid and sent in one change, else it waits for its money. */
export function accept({
  id,
  command,
  now,
  row,
  quoteId,
  counters,
  continuation,
  payIn,
}: Acceptance): Change {
  const fromBalance = row.payin_method === 'balance'
  const funded = fundedFrom(row)
  const then = fromBalance ? onceFunded(funded, continuation) : undefined
  const reserved = reserve({ customer: row.customer_id, amount: eur(row.total) })
  const walked = walk({
    kind: 'transfer',
    operationId: id,
    book: row.book,
    from: null,
    openedBy: row.user_id,
    steps: then ? [{ event: 'funds_complete', actor: row.user_id, entries: [reserved] }, ...then.steps] : [],
    facts: waitingFacts(row.payin_method),
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
      ...walked.shown,
      kind: 'transfer',
      received: fromBalance ? row.total : 0n,
      ...(quoteId !== undefined && { quote_id: quoteId }),
      started_at: now,
    },
    events: walked.events,
    entries: walked.entries,
    counters,
    attempts: then?.attempts ?? [],
    jobs: (then?.jobs ?? []).map(job => forOperation(job, id)),
    timers: [
      ...(fromBalance || !row.fund_by ? [] : [{ due_at: row.fund_by, kind: 'fund_by_passed' }]),
      ...(payIn ? [{ due_at: payIn.expires_at, kind: 'ask_pay_in', payload: { pay_in_id: payIn.id } }] : []),
    ],
    ...(payIn && { pay_ins: [payIn] }),
  }
}

export function fundedFrom(row: Acceptance['row']): Funded {
  return {
    kind: 'transfer',
    customer_id: row.customer_id,
    provider: row.provider ?? null,
    principal: row.principal,
    fee: row.fee ?? 0n,
    margin: row.margin ?? 0n,
    total: row.total,
    target: row.target ?? null,
    target_currency: row.target_currency ?? null,
    rate: row.rate ?? null,
    details: row.details ?? {},
    payout_kind: row.payout_kind,
    receiver_customer_id: row.receiver_customer_id ?? null,
    receiving_country: row.receiving_country ?? null,
  }
}

/** The sender cancels before anything was sent; what is held goes back to the balance. */
export function cancel(
  op: Operation,
  by: string,
  reason: string | undefined,
  command: Command,
  now: string,
): Change {
  const back = op.held > 0n ? [release({ customer: op.customer_id, amount: eur(op.held) })] : []
  const cancelled: Step<'transfer'> = {
    event: 'cancelled',
    actor: by,
    entries: back,
    ...(reason && { reason }),
  }
  const steps: Step<'transfer'>[] =
    op.state === 'short' ? [cancelled, { event: 'refund_done', actor: SYSTEM }] : [cancelled]
  return change({
    op,
    command,
    now,
    steps,
    patch: { refunded: op.refunded + op.held, ...(op.held > 0n && { details: { refund_to: 'balance' } }) },
    companions: { counters: stillUsed(op) },
  })
}

/** What is on the balance until its sender decides has given its limits back already. */
const stillUsed = (op: Operation): CounterWrite[] => (op.state === 'on_balance' ? [] : givenBackLimits(op))

/** The time to pay has passed; a part that came goes back to the balance. What was put there long ago stays there. */
export function expire(op: Operation, command: Command, now: string): Change {
  const back = op.held > 0n ? [release({ customer: op.customer_id, amount: eur(op.held) })] : []
  return change({
    op,
    command,
    now,
    steps: [{ event: 'expired', actor: 'timer', entries: back }],
    patch: { refunded: op.refunded + op.held, ...(op.held > 0n && { details: { refund_to: 'balance' } }) },
    companions: {
      counters: stillUsed(op),
      jobs: op.state === 'on_balance' ? [] : [{ task: 'tell_expired' }],
    },
  })
}

/** Its money will not come: the company that was to collect it says so, or the payer gave up. */
export function close(
  op: Operation,
  event: 'pay_in_failed' | 'aborted' | 'expired' | 'cancelled',
  by: { actor: string; reason?: string },
  command: Command,
  now: string,
): Change {
  return change({
    op,
    command,
    now,
    steps: [{ event, ...by }],
    patch: by.reason === undefined ? {} : { details: { unfinished_reason: by.reason } },
    companions: { counters: givenBackLimits(op) },
  })
}
