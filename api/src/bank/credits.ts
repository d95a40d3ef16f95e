// What a credit on our bank account does to the operation it names, or to the balance of whom it names. Pure: from
// the line, the operation and its owner to the one change that is written.
import type { StateOf } from '@jokko/core/lifecycles'
import { add, eur, type Money, subtract } from '@jokko/core/money'
import type { Entry } from '@jokko/core/recipes'
import {
  creditAfterClosing,
  creditMatched,
  creditOver,
  creditPaidTwice,
  creditSentBack,
  creditWithinTolerance,
  depositByBank,
} from '@jokko/core/recipes-payin'
import type { Operation } from '../db/schema.ts'
import type { AttemptWrite, Change, JobWrite, LinkedOperation } from '../ledger/change.ts'
import { type Continuation, forOperation, type Step, walk } from '../ledger/walk.ts'
import { type NoticeTemplate, notice } from '../messages/owner-notice.ts'
import type { Payer } from '../people/payers.ts'
import { alone, amountOf, BANK, keyed, type LineFacts, lineChange, ownerOf, rowBeside } from './change.ts'
import { recovery } from './debts.ts'

export type CreditFacts = LineFacts & {
  operation: Operation
  payer: Payer
  /** How an amount is written in the payer's language. */
  amountText: (amount: Money) => string
  linkToReceived: (operationId: string) => string
}

export type Reception =
  | 'exact'
  | 'over'
  | 'within_tolerance'
  | 'short'
  | 'deposit'
  | 'paid_twice'
  | 'after_closing'
  /** Only a person may decide. */
  | 'for_a_person'

/** What a credit pays for, whoever owns it. */
export type PaidFor = 'transfer' | 'bulk'

const waiting: ReadonlySet<string> = new Set(['funding', 'short', 'paying'])
const closed: ReadonlySet<string> = new Set([
  'failed',
  'aborted',
  'expired',
  'cancelled',
  'refunding',
  'refunded',
  'returned',
])

export function receptionOf(op: Operation, amount: Money, tolerance: Money): Reception {
  if (op.kind === 'deposit') return depositReception(op, amount)
  if ((op.kind !== 'transfer' && op.kind !== 'bulk') || op.state === 'frozen') return 'for_a_person'
  if (waiting.has(op.state)) return fundingReception(op, amount, tolerance)
  return closed.has(op.state) && op.received < op.total ? 'after_closing' : 'paid_twice'
}

/** A deposit that was asked for is completed by what it asked for; any other amount is a deposit of its own. */
function depositReception(op: Operation, amount: Money): Reception {
  if (op.state === 'requested' || op.state === 'processing')
    return amount.minor === op.total ? 'deposit' : 'after_closing'
  return op.state === 'completed' ? 'paid_twice' : 'after_closing'
}

function fundingReception(op: Operation, amount: Money, tolerance: Money): Reception {
  const rest = missingOf(op).minor - amount.minor
  if (rest === 0n) return 'exact'
  if (rest < 0n) return 'over'
  return rest <= tolerance.minor ? 'within_tolerance' : 'short'
}

const missingOf = (op: Operation): Money => subtract(eur(op.total), eur(op.held))

export const completes = (reception: Reception): reception is 'exact' | 'over' | 'within_tolerance' =>
  reception === 'exact' || reception === 'over' || reception === 'within_tolerance'

/** Part of the money came: it is held, and the sender chooses how to go on. */
export function fundInPart(facts: CreditFacts): Change {
  const { line, operation } = facts
  const amount = amountOf(line)
  const entry = creditMatched({ iban: line.iban, customer: operation.customer_id, amount })
  return moveFunded(facts, [{ event: 'funds_short', actor: BANK, entries: [keyed(facts, entry)] }], {
    reserved: amount,
    jobs: [shortNotice(operation)],
  })
}

/** Whoever pays is told what is missing. */
export const shortNotice = ({ id, kind }: Operation): JobWrite =>
  forOperation({ task: kind === 'bulk' ? 'tell_bulk_short' : 'tell_short' }, id)

/** All the money is there: it is set aside, and the transfer goes on in the same change. */
export function fundInFull(
  facts: CreditFacts,
  reception: 'exact' | 'over' | 'within_tolerance',
  then: Continuation,
): Change {
  const { operation, line } = facts
  const expected = missingOf(operation)
  const amount = amountOf(line)
  const funded: Step<PaidFor> = {
    event: 'funds_complete',
    actor: BANK,
    entries: [keyed(facts, fundingEntry(facts, reception, expected))],
  }
  const excess = subtract(amount, expected)
  return moveFunded(facts, [funded, ...then.steps], {
    reserved: expected,
    attempts: then.attempts,
    jobs: then.jobs.map(job => forOperation(job, operation.id)),
    ...(reception === 'over' && { beside: besideExcess(facts, excess) }),
  })
}

function fundingEntry({ line, operation, payer }: CreditFacts, reception: Reception, expected: Money): Entry {
  const credit = { iban: line.iban, customer: operation.customer_id, amount: amountOf(line) }
  if (reception === 'over')
    return creditOver({ ...credit, expected, excessTo: payer.has_balance ? 'balance' : 'source' })
  return reception === 'within_tolerance'
    ? creditWithinTolerance({ ...credit, expected })
    : creditMatched(credit)
}

type Moved = {
  reserved: Money
  attempts?: AttemptWrite[]
  jobs: JobWrite[]
  beside?: { linked: LinkedOperation; jobs: JobWrite[] }
}

/** The operation with more of its money set aside, as part of a change. */
export function fundingMove(
  { line, operation, now }: Pick<CreditFacts, 'line' | 'operation' | 'now'>,
  steps: Step<PaidFor>[],
  reserved: Money,
) {
  const walked = walk({
    kind: operation.kind as PaidFor,
    operationId: operation.id,
    book: operation.book,
    from: operation.state as StateOf<PaidFor>,
    steps,
    facts: { byBankTransfer: true },
    now,
  })
  return {
    operation_id: operation.id,
    expect: operation.version,
    patch: {
      ...walked.shown,
      received: add(eur(operation.received), reserved).minor,
      details: { payer_name: line.payer_name, payer_iban: refundAccount(operation, line.payer_iban) },
    },
    events: walked.events,
    entries: walked.entries,
  }
}

function moveFunded(facts: CreditFacts, steps: Step<PaidFor>[], moved: Moved): Change {
  return lineChange(facts, 'matched', {
    ...fundingMove(facts, steps, moved.reserved),
    attempts: moved.attempts ?? [],
    jobs: [...moved.jobs, ...(moved.beside?.jobs ?? [])],
    linked: moved.beside ? [moved.beside.linked] : [],
  })
}

/** Parts that came from several accounts can go back to none of them as a whole: then the balance takes them. */
const refundAccount = ({ held, details }: Operation, iban: string): string =>
  held === 0n || details.payer_iban === undefined || details.payer_iban === iban ? iban : ''

/** What came too much, beside the transfer that it paid: on the balance, or on its way back. */
export function besideExcess(
  facts: CreditFacts,
  excess: Money,
): { linked: LinkedOperation; jobs: JobWrite[] } {
  const { operation, operationId, payer } = facts
  const row = { owner: ownerOf(payer), amount: excess, parentId: operation.id }
  if (payer.has_balance) {
    const { events, shown } = openDeposit(facts, [])
    return {
      linked: {
        operation_id: operationId,
        events,
        create: rowBeside(facts, { ...shown, kind: 'deposit', operation_type: 'deposit' }, row),
      },
      jobs: [noticeFor(facts, 'deposit_excess', excess), recovery(operation.customer_id)],
    }
  }
  const { events, shown } = openRefund(facts)
  return {
    linked: {
      operation_id: operationId,
      events,
      create: rowBeside(facts, { ...shown, kind: 'refund', operation_type: 'deposit' }, row),
    },
    jobs: [{ task: 'start_refund', payload: { operation_id: operationId } }],
  }
}

function openDeposit(
  { operationId, book, now }: LineFacts,
  entries: NonNullable<Step<'deposit'>['entries']>,
) {
  return walk({
    kind: 'deposit',
    operationId,
    book,
    from: null,
    openedBy: BANK,
    steps: [{ event: 'completed', actor: BANK, entries }],
    now,
  })
}

function openRefund({ operationId, book, now }: LineFacts) {
  return walk({ kind: 'refund', operationId, book, from: null, openedBy: BANK, steps: [], now })
}

/** A deposit that was asked for and came as asked. */
export function completeDeposit(facts: CreditFacts): Change {
  const { operation, line, now } = facts
  const fee = eur(operation.fee)
  const amount = subtract(amountOf(line), fee)
  const entry = depositByBank({ iban: line.iban, customer: operation.customer_id, amount, fee })
  const walked = walk({
    kind: 'deposit',
    operationId: operation.id,
    book: operation.book,
    from: operation.state as StateOf<'deposit'>,
    steps: [{ event: 'completed', actor: BANK, entries: [keyed(facts, entry)] }],
    now,
  })
  return lineChange(facts, 'matched', {
    operation_id: operation.id,
    expect: operation.version,
    patch: { ...walked.shown, received: amountOf(line).minor },
    events: walked.events,
    entries: walked.entries,
    jobs: [
      noticeFor({ ...facts, operationId: operation.id }, 'deposit_received', amount),
      recovery(operation.customer_id),
    ],
  })
}

/** The money cannot serve its operation any more: it is the payer's, as a deposit of its own. */
export function depositBeside(facts: CreditFacts, reception: 'paid_twice' | 'after_closing'): Change {
  const { line, operation, payer } = facts
  const credit = { iban: line.iban, customer: operation.customer_id, amount: amountOf(line) }
  if (!payer.has_balance) return sendBack(facts)
  const entry = reception === 'paid_twice' ? creditPaidTwice(credit) : creditAfterClosing(credit)
  const template = reception === 'paid_twice' ? 'deposit_paid_twice' : lateTemplate(operation)
  return depositChange(facts, entry, {
    parentId: operation.id,
    jobs: [noticeFor(facts, template, credit.amount)],
  })
}

/** Another amount than a deposit asked for is no lateness. */
const lateTemplate = ({ kind, ended_at }: Operation): NoticeTemplate =>
  kind === 'deposit' && ended_at === null ? 'deposit_received' : 'deposit_late'

/** A customer paid with their own standing reference. */
export function plainDeposit(facts: Omit<CreditFacts, 'operation'>): Change {
  const { line, payer, amountText, linkToReceived, operationId } = facts
  const amount = amountOf(line)
  const entry = depositByBank({ iban: line.iban, customer: payer.customer_id, amount, fee: eur(0n) })
  const told = {
    amount: amountText(amount),
    reference: payer.payment_reference,
    link: linkToReceived(operationId),
  }
  return depositChange(facts, entry, {
    parentId: null,
    jobs: [notice(operationId, payer, 'deposit_received', told)],
  })
}

function depositChange(
  facts: LineFacts & { payer: Payer },
  entry: Entry,
  { parentId, jobs }: { parentId: string | null; jobs: JobWrite[] },
): Change {
  const { events, entries, shown } = openDeposit(facts, [keyed(facts, entry)])
  return lineChange(facts, 'deposit', {
    operation_id: facts.operationId,
    expect: 0,
    create: rowBeside(
      facts,
      { ...shown, kind: 'deposit', operation_type: 'deposit' },
      {
        owner: ownerOf(facts.payer),
        amount: amountOf(facts.line),
        parentId,
      },
    ),
    events,
    entries,
    jobs: [...jobs, recovery(facts.payer.customer_id)],
  })
}

/** The payer has no balance: the money goes back to the account that it came from. */
function sendBack(facts: CreditFacts): Change {
  const { line, operation, operationId, payer } = facts
  const amount = amountOf(line)
  const { events, shown } = openRefund(facts)
  const entry = creditSentBack({ iban: line.iban, amount })
  return lineChange(facts, 'refunded', {
    operation_id: operationId,
    expect: 0,
    create: rowBeside(
      facts,
      { ...shown, kind: 'refund', operation_type: 'deposit' },
      {
        owner: ownerOf(payer),
        amount,
        parentId: operation.id,
      },
    ),
    events,
    entries: [alone(facts, entry)],
    jobs: [{ task: 'start_refund', payload: { operation_id: operationId } }],
  })
}

function noticeFor(facts: CreditFacts, template: NoticeTemplate, amount: Money): JobWrite {
  const { operation, payer, amountText, linkToReceived, operationId } = facts
  return notice(operationId, payer, template, {
    amount: amountText(amount),
    reference: operation.reference ?? payer.payment_reference,
    link: linkToReceived(operationId),
  })
}
