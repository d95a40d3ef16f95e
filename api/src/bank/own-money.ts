// What a line does that is no customer's credit: our own payments booked or come back, companies that settle,
// credits taken back, and whatever a person has to explain. Every line posts, so that the account in the ledger
// is the account at the bank.
import type { StateOf } from '@jokko/core/lifecycles'
import { add, eur, fromDecimal, type Money } from '@jokko/core/money'
import {
  creditAfterClosing,
  creditReversed,
  creditUnmatched,
  debitUnmatched,
  refundBooked,
} from '@jokko/core/recipes-payin'
import { withdrawalBooked, withdrawalReturned, withdrawalUndone } from '@jokko/core/recipes-transfer'
import { payInSettled } from '@jokko/core/recipes-treasury'
import type { PayoutAttempt } from '../db/schema.ts'
import { idOf } from '../http/ids.ts'
import type { AttemptWrite, Change } from '../ledger/change.ts'
import { walk } from '../ledger/walk.ts'
import { type NoticeTemplate, notice } from '../messages/owner-notice.ts'
import { givenBackLimits } from '../payouts/change.ts'
import type { Payer } from '../people/payers.ts'
import { alone, amountOf, BANK, keyed, type LineFacts, lineChange, ownerOf, rowBeside } from './change.ts'
import { settledFrom } from './debts.ts'
import type { OwnPayment } from './matching.ts'
import type { Candidate, StoredLine } from './store.ts'

/** How a company names in its payment what it kept for itself; one that names nothing kept nothing. */
const KEPT = /\bCOSTS (\d{1,9}\.\d{2})\b/

/** What a company took off a settlement because the payer's bank took it back: it is asked about it. */
const TAKEN_BACK = /\bCHARGEBACK (\w{1,64}) \d{1,9}\.\d{2}\b/g

/** What a company collected for us arrives, net of what it kept. */
export function settled(facts: LineFacts, provider: string): Change {
  const { line } = facts
  const cost = fromDecimal(KEPT.exec(line.remittance)?.[1] ?? '', 'EUR') ?? eur(0n)
  const collected = add(amountOf(line), cost)
  const entry = payInSettled({ iban: line.iban, provider, collected, cost })
  const jobs = [...line.remittance.matchAll(TAKEN_BACK)].map(([, provider_id = '']) => ({
    task: 'ask_disputes',
    payload: { provider, provider_id },
  }))
  return lineChange(facts, 'booked', { entries: [alone(facts, entry)], jobs })
}

/** The money is ours to explain: in the books under suspense, in the queue of a person. */
export function unexplained(facts: LineFacts): Change {
  const { line } = facts
  const unknown = { iban: line.iban, amount: amountOf(line) }
  const entry = line.amount > 0n ? creditUnmatched(unknown) : debitUnmatched(unknown)
  return lineChange(facts, 'suspense', { entries: [alone(facts, entry)] })
}

export type OwnPaymentFacts = LineFacts & {
  payment: OwnPayment
  payer: Payer
  amountText: (amount: Money) => string
  linkTo: (operationId: string) => string
}

/** Undefined when the operation does not stand where a booking can end it. */
export function paymentBooked(facts: OwnPaymentFacts): Change | undefined {
  const { operation, attempt } = facts.payment
  const walked = walkToBooked(facts)
  if (!walked) return undefined
  const isRefund = operation.kind === 'transfer'
  return lineChange(facts, 'booked', {
    operation_id: operation.id,
    expect: operation.version,
    patch: walked.shown,
    events: walked.events,
    entries: walked.entries,
    attempts: [asPaid(attempt)],
    jobs: isRefund
      ? [refundNotice(facts, operation.id, 'sender_refunded_to_source')]
      : operation.kind === 'withdrawal'
        ? [{ task: 'tell_withdrawal', payload: { operation_id: operation.id } }]
        : [],
  })
}

function walkToBooked(facts: OwnPaymentFacts) {
  const { line, now } = facts
  const { operation: op, attempt } = facts.payment
  const amount = amountOf(line)
  const base = { operationId: op.id, book: op.book, now }
  const step = { actor: BANK, provider_reference: attempt.id }
  const refunded = [keyed(facts, refundBooked({ iban: line.iban, amount }))]
  if (op.kind === 'transfer' && op.state === 'refunding') {
    return walk({
      ...base,
      kind: 'transfer',
      from: 'refunding',
      steps: [{ ...step, event: 'refund_done', entries: refunded }],
    })
  }
  if (op.kind === 'refund' && isOneOf(op.state, ['asked', 'sent', 'unknown'])) {
    return walk({
      ...base,
      kind: 'refund',
      from: op.state as StateOf<'refund'>,
      steps: [{ ...step, event: 'done', entries: refunded }],
    })
  }
  if (op.kind === 'withdrawal' && isOneOf(op.state, ['sent', 'unknown'])) {
    const entries = [keyed(facts, withdrawalBooked({ iban: line.iban, amount }))]
    return walk({
      ...base,
      kind: 'withdrawal',
      from: op.state as StateOf<'withdrawal'>,
      steps: [{ ...step, event: 'booked', entries }],
    })
  }
  return undefined
}

const isOneOf = (state: string, states: readonly string[]): boolean => states.includes(state)

const asPaid = (attempt: PayoutAttempt): AttemptWrite => ({
  id: attempt.id,
  provider: attempt.provider,
  state: 'paid',
  amount: attempt.amount,
  currency: attempt.currency,
  asked: attempt.asked,
})

/** A payment of ours that had been booked came back: the customer gets it on the balance. */
export function paymentReturned(facts: OwnPaymentFacts): Change | undefined {
  const { operation } = facts.payment
  if (operation.kind === 'withdrawal' && operation.state === 'booked') return withdrawalCameBack(facts)
  if (operation.kind === 'transfer' && operation.state === 'refunded' && facts.payer.has_balance)
    return refundCameBack(facts)
  return undefined
}

function withdrawalCameBack(facts: OwnPaymentFacts): Change {
  const { line, payment, payer, operationId, book, now } = facts
  const { operation } = payment
  const amount = amountOf(line)
  const undone = withdrawalUndone({
    customer: operation.customer_id,
    amount: eur(operation.principal),
    fee: eur(operation.fee),
  })
  const walked = walk({
    kind: 'return',
    operationId,
    book,
    from: null,
    openedBy: BANK,
    steps: [
      {
        event: 'confirmed',
        actor: BANK,
        entries: [
          keyed(facts, withdrawalReturned({ iban: line.iban, amount })),
          // Under the withdrawal's own key: its fee is given back once, however often a line says that it came back.
          { ...undone, key: `${operation.id}:undone:came_back` },
        ],
      },
      { event: 'given_back', actor: BANK },
    ],
    now,
  })
  return lineChange(facts, 'returned', {
    operation_id: operationId,
    expect: 0,
    create: rowBeside(
      facts,
      { ...walked.shown, kind: 'return', operation_type: 'withdraw' },
      {
        owner: ownerOf(payer),
        amount,
        parentId: operation.id,
      },
    ),
    events: walked.events,
    entries: walked.entries,
    counters: givenBackLimits(operation),
    jobs: [
      {
        task: 'tell_withdrawal_returned',
        payload: { operation_id: operation.id, return_id: operationId },
      },
    ],
  })
}

function refundCameBack(facts: OwnPaymentFacts): Change {
  const { line, payment, payer, book, now } = facts
  const { operation } = payment
  // Always the same of one refund: it comes back once, however often and whenever a line says so.
  const operationId = idOf('opn', ['refund_came_back', operation.id])
  const entry = creditAfterClosing({
    iban: line.iban,
    customer: operation.customer_id,
    amount: amountOf(line),
  })
  const walked = walk({
    kind: 'deposit',
    operationId,
    book,
    from: null,
    openedBy: BANK,
    steps: [{ event: 'completed', actor: BANK, reason: 'refund_came_back', entries: [keyed(facts, entry)] }],
    now,
  })
  return lineChange(facts, 'returned', {
    operation_id: operationId,
    expect: 0,
    create: rowBeside(
      facts,
      { ...walked.shown, kind: 'deposit', operation_type: 'deposit' },
      {
        owner: ownerOf(payer),
        amount: amountOf(line),
        parentId: operation.id,
      },
    ),
    events: walked.events,
    entries: walked.entries,
    jobs: [refundNotice(facts, operationId, 'sender_refunded_to_balance')],
  })
}

function refundNotice(facts: OwnPaymentFacts, about: string, template: NoticeTemplate) {
  const { payment, payer, line, amountText, linkTo } = facts
  return notice(about, payer, template, {
    amount: amountText(amountOf(line)),
    beneficiary: payment.operation.counterparty,
    reference: payment.operation.reference ?? payer.payment_reference,
    link: linkTo(payment.operation.id),
  })
}

export type ReversalFacts = LineFacts & {
  credit: StoredLine
  /** What the credit paid; absent while its owner was not known. */
  owned?: {
    operation: Candidate
    payer: Payer
    /** Cents free on the owner's balance. */
    free: bigint
    /** How the operation is cancelled first, while its money is still only set aside. */
    cancel?: Change
  }
}

/** The bank takes a credit back: from the balance as far as it goes, the rest is owed to us. */
export function creditTakenBack(facts: ReversalFacts): Change {
  const { line, credit, owned, operationId, book, now } = facts
  const undone = {
    id: credit.id,
    outcome: 'reversed',
    ...(credit.operation_id !== null && { operation_id: credit.operation_id }),
  }
  if (!owned) {
    const entry = debitUnmatched({ iban: line.iban, amount: amountOf(line) })
    return lineChange(facts, 'reversed', { entries: [alone(facts, entry)], bank_lines: [undone] })
  }
  const { operation, payer, free, cancel } = owned
  const available = free + (cancel ? operation.held : 0n)
  const customer = operation.customer_id
  const entry = creditReversed({ iban: line.iban, customer, amount: amountOf(line), free: eur(available) })
  const isCovered = available >= amountOf(line).minor
  const { events, shown } = walk({
    kind: 'dispute',
    operationId,
    book,
    from: null,
    openedBy: BANK,
    steps: isCovered ? settledFrom('opened') : [],
    now,
  })
  const create = rowBeside(
    facts,
    { ...shown, kind: 'dispute', operation_type: 'deposit' },
    {
      owner: ownerOf(payer),
      amount: amountOf(line),
      parentId: operation.id,
    },
  )
  const entries = [...(cancel?.entries ?? []), alone(facts, entry)]
  const opened = { operation_id: operationId, create, events }
  return lineChange(facts, 'reversed', {
    ...(cancel ? { ...cancel, linked: [opened] } : { ...opened, expect: 0 }),
    entries,
    bank_lines: [undone],
  })
}
