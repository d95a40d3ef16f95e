// Money of a pay-in that its operation cannot use, or not all of it: it is booked as it came, beside the operation, on
// the payer's balance or on its way back to where it came from. Pure, like all decisions.
import { isZero, type Money, subtract, zero } from '@jokko/core/money'
import type { Entry } from '@jokko/core/recipes'
import { depositCollected, mobileMoneyDeposit, payInNotHolder } from '@jokko/core/recipes-payin'
import { searchText } from '@jokko/core/search'
import type { PayInReport } from '@jokko/providers/port'
import type { NewOperation } from '../db/schema.ts'
import type { Change, JobWrite, LinkedOperation } from '../ledger/change.ts'
import type { Funding } from '../ledger/paying.ts'
import { type Walked, walk } from '../ledger/walk.ts'
import {
  amountOf,
  broughtBy,
  collectedAs,
  collectedKey,
  costOf,
  fund,
  keyOf,
  OTHER_AMOUNT,
  type PayInFacts,
} from './decisions.ts'

export type BesideFacts = PayInFacts & {
  /** Id of the operation that is opened for this money. */
  operationId: string
  report: PayInReport
  /** What is put beside, in the currency in which it came, and what it is worth in euros. */
  amount: Money
  worth: Money
}

/** The operation cannot use the money any more: it is the payer's, on the balance. */
export function depositBeside(facts: BesideFacts, jobs: JobWrite[]): Change {
  const { payIn, now, operationId, report } = facts
  const walked = completedDeposit(facts)
  return {
    ...keyOf(payIn, 'collected'),
    received_at: now,
    operation_id: operationId,
    expect: 0,
    create: rowBeside(facts, { ...walked.shown, kind: 'deposit' }),
    events: walked.events,
    entries: [...walked.entries, ...costOf(facts, report)],
    pay_ins: [collectedAs(payIn, report, 'deposited')],
    jobs,
  }
}

function completedDeposit(facts: BesideFacts, entryKey = collectedKey(facts.payIn)): Walked<'deposit'> {
  const { op, payIn, now, operationId } = facts
  const actor = `provider:${payIn.provider}`
  return walk({
    kind: 'deposit',
    operationId,
    book: op.book,
    from: null,
    openedBy: actor,
    steps: [{ event: 'completed', actor, entries: [{ ...depositEntry(facts), key: entryKey }] }],
    now,
  })
}

function depositEntry({ op, payIn, amount, worth }: BesideFacts): Entry {
  const deposit = { provider: payIn.provider, customer: op.customer_id, amount: worth, fee: zero('EUR') }
  return amount.currency === 'EUR'
    ? depositCollected(deposit)
    : mobileMoneyDeposit({ ...deposit, collected: amount })
}

/** Money that may not stay here: a card's, or of a payer who is not who they said. It goes back at once. */
export function refundBeside(facts: BesideFacts, reason: string): Change {
  const { op, payIn, now, operationId, report } = facts
  const { linked, jobs } = openRefund(facts, reason)
  return {
    ...keyOf(payIn, 'collected'),
    received_at: now,
    operation_id: operationId,
    expect: 0,
    create: linked.create,
    events: linked.events,
    entries: [{ ...backEntry(facts), key: collectedKey(payIn), book: op.book }, ...costOf(facts, report)],
    pay_ins: [collectedAs(payIn, report, 'refunded')],
    jobs,
  }
}

const backEntry = ({ payIn, amount }: BesideFacts): Entry =>
  payInNotHolder({ provider: payIn.provider, amount })

type Beside = { linked: LinkedOperation; jobs: JobWrite[] }

function openRefund(facts: BesideFacts, reason: string): Beside {
  const { op, payIn, now, operationId } = facts
  const { shown, events } = walk({
    kind: 'refund',
    operationId,
    book: op.book,
    from: null,
    openedBy: `provider:${payIn.provider}`,
    steps: [],
    now,
  })
  const row = rowBeside(facts, { ...shown, kind: 'refund' })
  const create = {
    ...row,
    details: { ...row.details, failure: { code: reason }, refund_to: 'source' as const },
  }
  const start = { task: 'start_pay_in_refund', payload: { operation_id: operationId } }
  return { linked: { operation_id: operationId, create, events }, jobs: [start] }
}

/** More came than was asked: the operation is paid as promised, and the rest is put beside it. */
export function fundOver(
  facts: BesideFacts,
  funding: Funding,
  place: { to: 'source' } | { to: 'balance'; notice: JobWrite },
): Change {
  const { op, payIn, report } = facts
  const key = `payin:${payIn.id}:excess`
  const funded = fund(facts, report, funding)
  const entry = place.to === 'source' ? backEntry(facts) : depositEntry(facts)
  const beside =
    place.to === 'source' ? openRefund(facts, OTHER_AMOUNT) : openDeposit(facts, key, place.notice)
  const { linked, jobs } = beside
  return {
    ...funded,
    entries: [...(funded.entries ?? []), { ...entry, key, book: op.book }],
    // Less than a cent of ours is nobody's operation.
    ...(!isZero(facts.worth) && { linked: [linked], jobs: [...(funded.jobs ?? []), ...jobs] }),
  }
}

function openDeposit(facts: BesideFacts, key: string, notice: JobWrite): Beside {
  const { shown, events } = completedDeposit(facts, key)
  const create = rowBeside(facts, { ...shown, kind: 'deposit' })
  return { linked: { operation_id: facts.operationId, create, events }, jobs: [notice] }
}

/** What came too much. */
export const excessOf = ({ payIn }: PayInFacts, { amount }: PayInReport): Money =>
  subtract(amount, amountOf(payIn))

type Shown = Pick<NewOperation, 'kind' | 'state' | 'customer_status'> & {
  aborted: boolean
  ended_at?: string | null
}

function rowBeside({ op, payIn, now, report, amount, worth }: BesideFacts, shown: Shown): NewOperation {
  const name = report.source?.holderName ?? op.details.sender_name ?? ''
  return {
    ...shown,
    operation_type: 'deposit',
    book: op.book,
    customer_id: op.customer_id,
    user_id: op.user_id,
    parent_id: op.id,
    sending_country: op.sending_country,
    payin_method: payIn.method,
    provider: payIn.provider,
    counterparty: name,
    principal: worth.minor,
    total: worth.minor,
    received: worth.minor,
    target: worth.minor,
    target_currency: 'EUR',
    details: { payer_name: name, pay_in: broughtBy(payIn, amount) },
    search: searchText([name]),
    started_at: now,
  }
}
