// What a provider's word about a pay-in does: pure, from where it stands to the one change that is written. Only
// `collected` moves money, once for ever under the pay-in's own key; whatever it can no longer pay for goes to the
// payer's balance, or back to where it came from.
import { isTerminal, legalEvents, move, type StateOf } from '@jokko/core/lifecycles'
import { type Currency, type Money, money, toDecimal } from '@jokko/core/money'
import { collectionCost } from '@jokko/core/recipes-treasury'
import type { PayInAction, PayInReport, PayInState } from '@jokko/providers/port'
import type { Operation, OperationDetails, PayIn } from '../db/schema.ts'
import type { Change, EntryWrite, PayInWrite } from '../ledger/change.ts'
import type { Collection, EndEvent, Funding } from '../ledger/paying.ts'

export type PayInFacts = {
  op: Operation
  payIn: PayIn
  /** ISO 8601. */
  now: string
}

export const isOver = (payIn: PayIn): boolean => isTerminal('payIn', payIn.state)

/** Seconds until a pay-in is asked about again, by how often it was asked; afterwards a person would have to look. */
const ASK_AFTER = [30, 60, 120, 300, 600, 900, 1_800, 3_600, 21_600, 86_400, 172_800]

export function askAgain(payIn: Pick<PayIn, 'id' | 'asked'>, now: string) {
  const seconds = ASK_AFTER[payIn.asked]
  if (seconds === undefined) return []
  const due_at = new Date(Date.parse(now) + seconds * 1_000).toISOString()
  return [{ due_at, kind: 'ask_pay_in', payload: { pay_in_id: payIn.id } }]
}

/** As long as a bank transfer is waited for. */
const UNDER_WAY_MS = 5 * 86_400_000

/** When a pay-in is given up. Money that is under way is waited for: nothing is called expired that may succeed. */
export const endOfWaiting = ({ created_at, expires_at }: PayIn, state: PayIn['state']): Date =>
  state === 'processing' ? new Date(created_at.getTime() + UNDER_WAY_MS) : expires_at

export const lastAsk = (payIn: PayIn, state: PayIn['state']) => ({
  due_at: new Date(endOfWaiting(payIn, state).getTime() + 1_000).toISOString(),
  kind: 'ask_pay_in',
  payload: { pay_in_id: payIn.id },
})

/** Hours after its end at which a pay-in is asked about once more: money that comes late must be found. */
const ASK_LATE = [1, 24, 72]

export function lateAsks(payIn: PayIn, now: string) {
  if (payIn.provider_id === null) return []
  return ASK_LATE.map(hours => ({
    due_at: new Date(Date.parse(now) + hours * 3_600_000).toISOString(),
    kind: 'ask_pay_in',
    payload: { pay_in_id: payIn.id },
  }))
}

export const amountOf = (payIn: PayIn): Money => money(payIn.amount, payIn.currency as Currency)

/** A pay-in that brought another amount than was asked: seen by a person, and by the payer where it paid for nothing. */
export const OTHER_AMOUNT = 'other_amount'

export type Fit = 'exact' | 'over' | 'other'

/** Whether what came can pay for the operation: as it was asked, with something to spare, or not at all. */
export function fitOf(payIn: PayIn, { amount }: PayInReport): Fit {
  if (amount.currency !== payIn.currency || amount.minor < payIn.amount) return 'other'
  return amount.minor === payIn.amount ? 'exact' : 'over'
}

/** By which pay-in money came, and how much: it goes back through it. */
export const broughtBy = (payIn: PayIn, amount: Money): NonNullable<OperationDetails['pay_in']> => ({
  id: payIn.id,
  provider: payIn.provider,
  amount: toDecimal(amount),
  currency: amount.currency,
})

/** All of a pay-in as it is written again, with what changed. */
export function payInAs(payIn: PayIn, changed: Partial<PayInWrite> = {}): PayInWrite {
  return {
    id: payIn.id,
    provider: payIn.provider,
    method: payIn.method,
    state: payIn.state,
    amount: payIn.amount,
    currency: payIn.currency,
    asked: payIn.asked,
    expires_at: payIn.expires_at.toISOString(),
    seen: payIn.version,
    ...(payIn.action !== null && { action: payIn.action }),
    ...(payIn.failure !== null && { failure: payIn.failure }),
    ...changed,
  }
}

export const keyOf = (payIn: PayIn, what: string) => ({
  scope: `payin:${payIn.provider}`,
  key: `${payIn.id}:${what}`,
  body_hash: what,
})

/** What every change about a pay-in says, when its operation does not move. */
export function noted(
  { op, payIn, now }: PayInFacts,
  what: string,
  written: PayInWrite,
  more: Partial<Change> = {},
): Change {
  return {
    // What was read is what is written on: the same answer to the same reading is one change.
    ...keyOf(payIn, `${what}:${payIn.version}:${op.version}`),
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    events: [],
    patch: {},
    pay_ins: [written],
    ...more,
  }
}

const stateFor: { readonly [S in Exclude<PayInState, 'collected'>]: StateOf<'payIn'> } = {
  pending: 'processing',
  ordered: 'processing',
  action_required: 'action_required',
  failed: 'failed',
  aborted: 'aborted',
  expired: 'expired',
}

/** The state that a report leads to, where the table allows it; else where it stands. */
function nextState({ state }: PayIn, report: PayInReport): StateOf<'payIn'> {
  const wanted = report.action?.kind === 'redirect' ? 'requested' : stateFor[withoutMoney(report.state)]
  const leads = legalEvents('payIn', state).some(event => move('payIn', state, event)?.to === wanted)
  if (leads) return wanted
  // A pay-in that is being cancelled ends as aborted, whatever the provider calls it.
  return state === 'cancelling' && isTerminal('payIn', wanted) ? 'aborted' : state
}

const withoutMoney = (state: PayInState): Exclude<PayInState, 'collected'> =>
  state === 'collected' ? 'pending' : state

const endOf = { failed: 'pay_in_failed', aborted: 'aborted', expired: 'expired' } as const satisfies Record<
  string,
  EndEvent
>

/** The event that ends an operation whose pay-in ended without money. */
export const endEvent = (state: StateOf<'payIn'>): EndEvent | undefined =>
  state === 'failed' || state === 'aborted' || state === 'expired' ? endOf[state] : undefined

export type Reported = { payIn: PayInWrite; end: EndEvent | undefined; isNews: boolean }

/** A report without money, as what is written about the pay-in and whether it ends the operation. */
export function reported({ payIn }: PayInFacts, report: PayInReport): Reported {
  const state = nextState(payIn, report)
  const { failure, action, source, handle } = report
  const written = payInAs(payIn, {
    state,
    asked: state === payIn.state ? payIn.asked + 1 : 0,
    // What was refused before a company opened it has no id there.
    ...(report.providerId !== '' && { provider_id: report.providerId }),
    ...(handle && { handle: { ...handle } }),
    ...(source && { source: { ...source } }),
  })
  const { action: _action, failure: _failure, ...kept } = written
  return {
    payIn: { ...kept, ...(action && { action: { ...action } }), ...(failure && { failure: failure.code }) },
    end: state === payIn.state ? undefined : endEvent(state),
    isNews: state !== payIn.state || !sameAction(payIn.action, action),
  }
}

const sameAction = (before: PayInAction | null, after: PayInAction | undefined): boolean =>
  JSON.stringify(before ?? null) === JSON.stringify(after ?? null)

/** The money is there and pays for its operation, which goes on in the same change. */
export function fund({ op, payIn, now }: PayInFacts, report: PayInReport, funding: Funding): Change {
  const { patch, entries } = funding
  return {
    ...keyOf(payIn, 'collected'),
    ...funding,
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    patch: { ...patch, received: op.total, details: { pay_in: broughtBy(payIn, amountOf(payIn)) } },
    entries: [...entries, ...costOf({ op, payIn, now }, report)],
    pay_ins: [collectedAs(payIn, report, 'funded')],
  }
}

/** The money of a pay-in as its operation books it. */
export const collectionOf = ({ payIn, now }: PayInFacts, report: PayInReport): Collection => ({
  provider: payIn.provider,
  amount: amountOf(payIn),
  key: collectedKey(payIn),
  actor: `provider:${payIn.provider}`,
  reference: report.providerId,
  now,
})

/** What the operator keeps is ours to bear; companies that settle in euros keep it when they settle. */
export function costOf({ op, payIn }: PayInFacts, { cost }: PayInReport): EntryWrite[] {
  if (!cost || cost.currency === 'EUR' || cost.minor === 0n) return []
  const entry = collectionCost({ provider: payIn.provider, amount: cost })
  return [{ ...entry, key: `payin:${payIn.id}:cost`, book: op.book }]
}

export const collectedKey = (payIn: PayIn): string => `payin:${payIn.id}:collected`

/** What ended stays ended in its row; what became of the money is told by `outcome`, and another amount by `failure`. */
export function collectedAs(
  payIn: PayIn,
  report: PayInReport,
  outcome: NonNullable<PayIn['outcome']>,
): PayInWrite {
  const {
    action: _action,
    failure,
    ...kept
  } = payInAs(payIn, {
    state: isOver(payIn) ? payIn.state : 'collected',
    provider_id: report.providerId,
    outcome,
    asked: 0,
    ...(report.source && { source: { ...report.source } }),
    ...(report.handle && { handle: { ...report.handle } }),
  })
  const told = fitOf(payIn, report) === 'exact' ? failure : OTHER_AMOUNT
  return { ...kept, ...(told !== undefined && { failure: told }) }
}
