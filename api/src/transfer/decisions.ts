// What happens to a transfer before and while it is funded, decided as values: pure functions from where it stands
// and what is known to what is to be written. Nothing here reads, calls or waits.
import type { StateOf } from '@jokko/core/lifecycles'
import { eur, type Money, subtract } from '@jokko/core/money'
import { refundAsked } from '@jokko/core/recipes-payin'
import { release, reserve, send, transferToBalance } from '@jokko/core/recipes-transfer'
import type { StatusFacts } from '@jokko/core/status'
import type { NewOperation, Operation, PayeeDetails } from '../db/schema.ts'
import type { AttemptWrite, Change, CounterWrite, JobWrite } from '../ledger/change.ts'
import { type Step, walk } from '../ledger/walk.ts'
import { type FigureColumns, payable, sendingOf } from './figures.ts'
import { limitKeys } from './limits.ts'
import type { ScreeningVerdict } from './screening.ts'

export type Companions = Pick<Change, 'attempts' | 'jobs' | 'timers' | 'counters'>

/** What follows, in the same change, once a transfer has all its money. */
export type Continuation = { steps: Step<'transfer'>[]; attempts: AttemptWrite[]; jobs: JobWrite[] }

export type Funded = FigureColumns &
  Pick<Operation, 'payout_kind' | 'receiver_customer_id' | 'receiving_country'>

export type ContinuationFacts = {
  screening: ScreeningVerdict
  /** Id of the payout attempt, should one be made. */
  attemptId: string
}

const SYSTEM = 'system'

export function onceFunded(op: Funded, { screening, attemptId }: ContinuationFacts): Continuation {
  if (screening.verdict === 'freeze') {
    return stop({
      event: 'screening_frozen',
      actor: SYSTEM,
      reason: screening.rule,
      data: { matched: screening.matched },
    })
  }
  if (screening.verdict === 'hold')
    return stop({ event: 'screening_held', actor: SYSTEM, reason: screening.rule })
  return pass(op, attemptId, 'screening_passed')
}

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
        destination: payeeOf(op),
      },
    ],
    jobs: [{ task: 'send_payout' }],
  }
}

function receiverOf(op: Funded): string {
  if (op.receiver_customer_id === null) throw new RangeError('A payout to a balance needs its customer')
  return op.receiver_customer_id
}

/** The payee in the words of the providers' port. */
function payeeOf(op: Funded): { [key: string]: string | { [key: string]: string } } {
  const payee: PayeeDetails = op.details.payee ?? { name: '' }
  const country = op.receiving_country ?? ''
  if (op.payout_kind === 'mobile_money') {
    return {
      kind: 'mobile_money',
      name: payee.name,
      country,
      phone: payee.phone ?? '',
      operator: payee.operator ?? '',
    }
  }
  const account: { [key: string]: string } = payee.iban
    ? { kind: 'iban', iban: payee.iban }
    : { kind: 'local', bankCode: payee.bank_code ?? '', account: payee.account ?? '' }
  return { kind: 'bank_account', name: payee.name, country, bankName: payee.bank_name ?? '', account }
}

export type Acceptance = {
  id: string
  command: Pick<Change, 'scope' | 'key' | 'body_hash'>
  now: string
  /** The columns that are known before anything moves. */
  row: Omit<NewOperation, 'kind' | 'state' | 'customer_status' | 'aborted'> & {
    payout_kind: string
    payin_method: string
  }
  quoteId?: string
  counters: CounterWrite[]
  continuation: ContinuationFacts
}

/** The sender accepts a quote: from the balance it is paid and sent in one change, else it waits for its money. */
export function accept({ id, command, now, row, quoteId, counters, continuation }: Acceptance): Change {
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
    timers: fromBalance || !row.fund_by ? [] : [{ due_at: row.fund_by, kind: 'fund_by_passed' }],
  }
}

export function fundedFrom(row: Acceptance['row']): Funded {
  return {
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

/** While it waits for money: a bank transfer has its instructions from the start. */
export function waitingFacts(payinMethod: string | null): StatusFacts {
  return payinMethod === 'bank_transfer' ? { byBankTransfer: true, payIn: 'requested' } : {}
}

export function forOperation(job: JobWrite, id: string): JobWrite {
  return { task: job.task, payload: { ...(job.payload as object | undefined), operation_id: id } }
}

type Move = {
  op: Operation
  command: Pick<Change, 'scope' | 'key' | 'body_hash'>
  now: string
  steps: Step<'transfer'>[]
  patch?: Change['patch']
  companions?: Companions
  answer?: Change['answer']
}

/** A change of an operation that exists, decided on the version that was read. */
export function change({ op, command, now, steps, patch = {}, companions = {}, answer }: Move): Change {
  const walked = walk({
    kind: 'transfer',
    operationId: op.id,
    book: op.book,
    from: op.state as StateOf<'transfer'>,
    steps,
    facts: waitingFacts(op.payin_method),
    now,
  })
  return {
    ...command,
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    answer: answer ?? { id: op.id },
    patch: { ...walked.shown, ...patch },
    events: walked.events,
    entries: walked.entries,
    ...companions,
    ...(companions.jobs && { jobs: companions.jobs.map(job => forOperation(job, op.id)) }),
  }
}

type Command = Pick<Change, 'scope' | 'key' | 'body_hash'>

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
    companions: { counters: givenBackLimits(op) },
  })
}

/** The time to pay has passed; a part that came goes back to the balance. */
export function expire(op: Operation, command: Command, now: string): Change {
  const back = op.held > 0n ? [release({ customer: op.customer_id, amount: eur(op.held) })] : []
  return change({
    op,
    command,
    now,
    steps: [{ event: 'expired', actor: 'timer', entries: back }],
    patch: { refunded: op.refunded + op.held, ...(op.held > 0n && { details: { refund_to: 'balance' } }) },
    companions: { counters: givenBackLimits(op), jobs: [{ task: 'tell_expired' }] },
  })
}

/** The rest of a short bank transfer is paid from the balance. */
export function payRest(
  op: Operation,
  by: string,
  facts: ContinuationFacts,
  command: Command,
  now: string,
): Change {
  const missing = subtract(eur(op.total), eur(op.held))
  const entry = { ...reserve({ customer: op.customer_id, amount: missing }), key: `${op.id}:reserve:rest` }
  return complete(
    op,
    { event: 'funds_complete', actor: by, entries: [entry], reason: 'rest_from_balance' },
    facts,
    command,
    now,
    {
      received: op.total,
    },
  )
}

export type SmallerQuote = {
  id: string
  principal: Money
  fee: Money
  margin: Money
  total: Money
  target: Money
  lines: { kind: string; amount: string; currency: string }[]
  snapped_from: string | null
}

/** What came is enough for a smaller transfer; the cents that it cannot use go to the balance. */
export function sendLess(
  op: Operation,
  less: SmallerQuote,
  by: string,
  facts: ContinuationFacts,
  command: Command,
  now: string,
): Change {
  const left = subtract(eur(op.held), less.total)
  // A key of its own: should the smaller transfer come back, its release follows.
  const released = { ...release({ customer: op.customer_id, amount: left }), key: `${op.id}:release:left` }
  const entries = left.minor > 0n ? [released] : []
  const figures = {
    principal: less.principal.minor,
    fee: less.fee.minor,
    margin: less.margin.minor,
    total: less.total.minor,
    target: less.target.minor,
  }
  const details = { quote: { lines: less.lines, snapped_from: less.snapped_from } }
  const smaller: Operation = { ...op, ...figures, details: { ...op.details, ...details } }
  const step: Step<'transfer'> = { event: 'funds_complete', actor: by, entries, reason: 'send_less' }
  return {
    ...complete(smaller, step, facts, command, now, {
      ...figures,
      quote_id: less.id,
      details,
      refunded: op.refunded + left.minor,
    }),
    quote_id: less.id,
    counters: usageBetween(op, smaller),
  }
}

/** What limits get back when a transfer becomes smaller. */
function usageBetween(before: Operation, after: Operation): CounterWrite[] {
  const now = limitKeys(after)
  return limitKeys(before).map((key, i) => ({ ...key, amount: (now[i]?.amount ?? 0n) - key.amount }))
}

function complete(
  op: Operation,
  funded: Step<'transfer'>,
  facts: ContinuationFacts,
  command: Command,
  now: string,
  patch: NonNullable<Change['patch']>,
): Change {
  const then = onceFunded(op, facts)
  return change({
    op,
    command,
    now,
    steps: [funded, ...then.steps],
    patch,
    companions: { attempts: then.attempts, jobs: then.jobs },
  })
}

/**
 * What came short goes back to the account it came from. The attempt carries the payment to our bank; its booking
 * on the statement ends the operation with `refund_done` and the entry `refundBooked`.
 */
export function refundShort(
  op: Operation,
  by: string,
  attemptId: string,
  command: Command,
  now: string,
): Change {
  const held = eur(op.held)
  const iban = op.details.payer_iban
  if (!iban) return cancel(op, by, 'refund_to_balance', command, now)
  return change({
    op,
    command,
    now,
    steps: [
      {
        event: 'cancelled',
        actor: by,
        reason: 'refund',
        entries: [refundAsked({ provider: 'bank', customer: op.customer_id, amount: held })],
      },
    ],
    patch: { refunded: op.refunded + op.held, details: { refund_to: 'source' } },
    companions: {
      counters: givenBackLimits(op),
      attempts: [
        {
          id: attemptId,
          provider: 'bank',
          state: 'created',
          amount: held.minor,
          currency: 'EUR',
          destination: { kind: 'refund', name: op.details.payer_name ?? '', iban },
        },
      ],
      jobs: [{ task: 'send_refund' }],
    },
  })
}

/** The usage of limits that this operation took, given back because nothing arrives. */
export function givenBackLimits(op: Operation): CounterWrite[] {
  return limitKeys(op).map(key => ({ ...key, amount: -key.amount }))
}
