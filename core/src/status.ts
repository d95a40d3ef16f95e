// Answers for what a customer sees of an operation: the published status, its badge, the steps of its timeline and
// the actions that are offered. One table per kind; the server computes, the screens only show.
import { type Kind, type StateOf, statesOf } from './lifecycles.ts'

export type CustomerStatus =
  | 'payment_started'
  | 'payment_requested'
  | 'payment_completed'
  | 'payment_failed'
  | 'funds_received'
  | 'deposit_in_progress'
  | 'deposit_completed'
  | 'deposit_failed'
  | 'withdraw_requested'
  | 'withdraw_pending'
  | 'withdraw_in_progress'
  | 'withdraw_completed'
  | 'withdraw_failed'
  | 'transfer_in_progress'
  | 'transfer_completed'
  | 'transfer_failed'
  | 'pending'
  | 'suspicious'

export type Badge = 'done' | 'progress' | 'failed' | 'started'

export type StepName = CustomerStatus | 'payment_aborted' | 'refund_completed' | 'put_on_balance'

export type StatusView = {
  readonly status: CustomerStatus
  readonly aborted: boolean
  /** The provider has not said what happened; nothing is sent twice. */
  readonly unknown?: true
  readonly badge: Badge
  readonly step: StepName
}

export type StatusFacts = {
  /** State of the pay-in while an operation waits for its money. */
  readonly payIn?: StateOf<'payIn'>
  /** The pay-in is a bank transfer onto our own account. */
  readonly byBankTransfer?: boolean
}

type Shown = CustomerStatus | readonly [CustomerStatus, 'aborted' | 'unknown']

const gaveUp = ['payment_failed', 'aborted'] as const

const shown: { readonly [K in Kind]: { readonly [S in StateOf<K>]: Shown } } = {
  payIn: {
    started: 'payment_started',
    requested: 'payment_requested',
    action_required: 'payment_requested',
    processing: 'payment_requested',
    cancelling: 'payment_requested',
    collected: 'payment_completed',
    failed: 'payment_failed',
    aborted: gaveUp,
    expired: gaveUp,
  },
  transfer: {
    funding: 'payment_started',
    short: 'pending',
    screening: 'transfer_in_progress',
    pricing: 'transfer_in_progress',
    on_balance: 'pending',
    held: 'suspicious',
    frozen: 'suspicious',
    sending: 'transfer_in_progress',
    waiting: 'pending',
    sent: 'transfer_in_progress',
    unknown: ['transfer_in_progress', 'unknown'],
    returned: 'transfer_failed',
    refunding: 'transfer_failed',
    paid: 'transfer_completed',
    refunded: 'transfer_failed',
    failed: 'payment_failed',
    aborted: gaveUp,
    expired: gaveUp,
    cancelled: gaveUp,
  },
  withdrawal: {
    created: 'withdraw_requested',
    verified: 'withdraw_pending',
    screening: 'withdraw_pending',
    sent: 'withdraw_in_progress',
    unknown: ['withdraw_in_progress', 'unknown'],
    booked: 'withdraw_completed',
    failed: 'withdraw_failed',
    returned: 'withdraw_failed',
    expired: 'withdraw_failed',
    cancelled: ['withdraw_failed', 'aborted'],
  },
  deposit: {
    requested: 'payment_requested',
    processing: 'deposit_in_progress',
    completed: 'deposit_completed',
    failed: 'deposit_failed',
    aborted: ['deposit_failed', 'aborted'],
  },
  bulk: {
    draft: 'payment_started',
    checked: 'payment_started',
    paying: 'payment_requested',
    running: 'transfer_in_progress',
    done: 'transfer_completed',
    failed: 'payment_failed',
    expired: gaveUp,
  },
  request: {
    open: 'payment_requested',
    accepted: 'payment_requested',
    paid: 'payment_completed',
    declined: gaveUp,
    expired: gaveUp,
    cancelled: gaveUp,
  },
  refund: {
    asked: 'pending',
    sent: 'pending',
    unknown: ['pending', 'unknown'],
    waiting: 'pending',
    done: 'payment_completed',
    credited: 'payment_completed',
  },
  return: {
    reported: 'pending',
    confirmed: 'transfer_failed',
    given_back: 'transfer_failed',
  },
  dispute: {
    opened: 'suspicious',
    contested: 'suspicious',
    lost: 'suspicious',
    won: 'payment_completed',
    settled: 'payment_completed',
    written_off: 'payment_failed',
  },
}

const badgeOf: { readonly [status in CustomerStatus]: Badge } = {
  payment_started: 'started',
  payment_requested: 'started',
  payment_completed: 'done',
  payment_failed: 'failed',
  funds_received: 'done',
  deposit_in_progress: 'progress',
  deposit_completed: 'done',
  deposit_failed: 'failed',
  withdraw_requested: 'started',
  withdraw_pending: 'progress',
  withdraw_in_progress: 'progress',
  withdraw_completed: 'done',
  withdraw_failed: 'failed',
  transfer_in_progress: 'progress',
  transfer_completed: 'done',
  transfer_failed: 'failed',
  pending: 'progress',
  suspicious: 'failed',
}

/** The step of the timeline that a state has reached. */
const stepFor = (status: CustomerStatus, aborted: boolean): StepName => {
  if (status === 'payment_failed' && aborted) return 'payment_aborted'
  if (status === 'transfer_in_progress') return 'payment_completed'
  return status
}

const looked = (kind: Kind, state: string): Shown => {
  const table: { readonly [state: string]: Shown } = shown[kind]
  const found = table[state]
  if (found === undefined) throw new RangeError(`${kind} has no state ${state}`)
  return found
}

const viewOf = (entry: Shown): StatusView => {
  const [status, flag] = typeof entry === 'string' ? [entry, undefined] : entry
  const aborted = flag === 'aborted'
  return {
    status,
    aborted,
    ...(flag === 'unknown' && { unknown: true as const }),
    badge: aborted ? 'failed' : badgeOf[status],
    step: stepFor(status, aborted),
  }
}

export const customerStatus = <K extends Kind>(
  kind: K,
  state: StateOf<K>,
  facts: StatusFacts = {},
): StatusView => {
  if (kind === 'payIn' && state === 'collected' && facts.byBankTransfer) return viewOf('funds_received')
  if (kind === 'transfer' && state === 'funding' && facts.payIn) {
    return customerStatus('payIn', facts.payIn, facts)
  }
  return viewOf(looked(kind, state))
}

/** Every state that shows a status: for lists that filter by what customers see. */
export const statesShowing = <K extends Kind>(kind: K, status: CustomerStatus): readonly StateOf<K>[] =>
  statesOf(kind).filter(state => customerStatus(kind, state).status === status)

export type PastMove = { readonly to: string; readonly at: string }

export type TimelineStep = {
  readonly step: StepName
  /** Absent while it has not happened: the screen says "on hold". */
  readonly at?: string
  readonly state: 'done' | 'failed' | 'waiting'
}

type StepRule = {
  readonly step: StepName
  readonly states: readonly string[]
  readonly failed?: true
  /** Told where it happened, and not expected elsewhere. */
  readonly seldom?: true
}

/** A timeline is its normal steps, or the bad end that replaces what it made impossible. */
type TimelineRules = { readonly steps: readonly StepRule[]; readonly ends: readonly (readonly StepRule[])[] }

const transferRules: TimelineRules = {
  steps: [
    { step: 'payment_completed', states: ['screening'] },
    { step: 'put_on_balance', states: ['on_balance'], seldom: true },
    { step: 'transfer_completed', states: ['paid'] },
  ],
  ends: [
    [
      { step: 'put_on_balance', states: ['on_balance'], seldom: true },
      { step: 'payment_aborted', states: ['aborted', 'expired', 'cancelled'], failed: true },
    ],
    [{ step: 'payment_failed', states: ['failed'], failed: true }],
    [
      { step: 'payment_completed', states: ['screening'] },
      { step: 'put_on_balance', states: ['on_balance'], seldom: true },
      { step: 'transfer_failed', states: ['returned', 'refunding'], failed: true },
      { step: 'refund_completed', states: ['refunded'] },
    ],
  ],
}

const rulesFor: { readonly [kind in 'transfer' | 'withdrawal' | 'deposit' | 'bulk']: TimelineRules } = {
  transfer: transferRules,
  bulk: {
    steps: [
      { step: 'payment_completed', states: ['running'] },
      { step: 'transfer_completed', states: ['done'] },
    ],
    ends: [
      [{ step: 'payment_aborted', states: ['expired'], failed: true }],
      [{ step: 'payment_failed', states: ['failed'], failed: true }],
    ],
  },
  deposit: {
    steps: [
      { step: 'payment_completed', states: ['completed'] },
      { step: 'deposit_completed', states: ['completed'] },
    ],
    ends: [
      [{ step: 'payment_aborted', states: ['aborted'], failed: true }],
      [{ step: 'payment_failed', states: ['failed'], failed: true }],
    ],
  },
  withdrawal: {
    steps: [
      { step: 'withdraw_in_progress', states: ['sent'] },
      { step: 'withdraw_completed', states: ['booked'] },
    ],
    ends: [
      [{ step: 'withdraw_failed', states: ['failed', 'returned', 'expired', 'cancelled'], failed: true }],
    ],
  },
}

export type KindWithTimeline = keyof typeof rulesFor

const firstTime = (moves: readonly PastMove[], states: readonly string[]): string | undefined =>
  moves.find(move => states.includes(move.to))?.at

const stepView = ({ step, states, failed }: StepRule, moves: readonly PastMove[]): TimelineStep => {
  const at = firstTime(moves, states)
  if (at === undefined) return { step, state: 'waiting' }
  return { step, at, state: failed ? 'failed' : 'done' }
}

/** Moves in the order in which they happened. */
export const timelineSteps = (
  kind: KindWithTimeline,
  moves: readonly PastMove[],
): readonly TimelineStep[] => {
  const { steps, ends } = rulesFor[kind]
  const badEnd = ends.find(end => end.some(rule => rule.failed && firstTime(moves, rule.states)))
  const isExpected = ({ step, seldom }: StepRule) =>
    !seldom && (badEnd === undefined || step !== 'payment_completed')
  return (badEnd ?? steps)
    .filter(rule => isExpected(rule) || firstTime(moves, rule.states) !== undefined)
    .map(rule => stepView(rule, moves))
}

export type OperationType =
  | 'instant_transfer'
  | 'direct_transfer'
  | 'bulk_transfer'
  | 'payment_request'
  | 'withdraw'
  | 'pay_out'
  | 'deposit'
  | 'campaign_referral_reward'

export type Action =
  | 'enter_code'
  | 'show_link'
  | 'cancel'
  | 'see_bank_details'
  | 'pay_rest_by_bank'
  | 'pay_rest_from_balance'
  | 'send_less'
  | 'send_at_todays_rate'
  | 'refund'
  | 'repeat'
  | 'use_another_method'
  | 'download_receipt'

export type ActionFacts = StatusFacts & {
  readonly viewer: 'sender' | 'receiver'
  readonly type: OperationType
  /** A running bulk has rows that nobody was handed yet. */
  readonly hasUnsentRows?: boolean
  /** The payer's free balance covers what is missing, or all of it where nothing is set aside. */
  readonly balanceCoversRest?: boolean
  /** It pays what somebody asked for: that amount, or nothing. */
  readonly paysRequest?: boolean
  /** The payer's bank carries the payment out, which nobody can stop any more. */
  readonly isOrdered?: boolean
}

const waitsForPayment: { readonly [kind in Kind]?: string } = {
  transfer: 'funding',
  deposit: 'requested',
  bulk: 'paying',
}

const withoutReceipt: readonly OperationType[] = ['payment_request', 'campaign_referral_reward']

const completed: readonly CustomerStatus[] = ['transfer_completed', 'deposit_completed', 'withdraw_completed']

const repeatOrReplace = (kind: Kind, status: CustomerStatus, { viewer, type }: ActionFacts): Action[] => {
  if (type === 'campaign_referral_reward') return []
  if (kind === 'deposit') return [status === 'deposit_failed' ? 'use_another_method' : 'repeat']
  if (kind === 'withdrawal' || viewer === 'sender' || status === 'payment_requested') return ['repeat']
  return []
}

/** The way out of a bank transfer that came in short. */
const waysOutOfShort = (facts: ActionFacts): Action[] => [
  'pay_rest_by_bank',
  ...(facts.balanceCoversRest ? (['pay_rest_from_balance'] as const) : []),
  ...(facts.paysRequest ? [] : (['send_less'] as const)),
  'refund',
]

/** The way out of a transfer whose money is on the balance until its sender has decided. */
const waysOnFromBalance = ({ balanceCoversRest }: ActionFacts): Action[] => [
  ...(balanceCoversRest ? (['send_at_todays_rate'] as const) : []),
  'cancel',
]

function waysOn(state: string, facts: ActionFacts): Action[] {
  if (state === 'short') return waysOutOfShort(facts)
  if (state === 'on_balance') return waysOnFromBalance(facts)
  return state === 'pricing' ? ['cancel'] : []
}

/** A pay-in that already ended can no longer be cancelled, whatever its operation waits for. */
const cancellable = ({ payIn, isOrdered = false }: ActionFacts): boolean =>
  !isOrdered &&
  (payIn === undefined || !['collected', 'failed', 'aborted', 'expired', 'cancelling'].includes(payIn))

const whileUnpaid = (kind: Kind, state: string, facts: ActionFacts): Action[] => {
  if (kind === 'withdrawal' && state === 'created') return ['enter_code']
  if (kind === 'request') return ['open', 'accepted'].includes(state) ? ['show_link', 'cancel'] : []
  if (kind === 'bulk' && state === 'running' && facts.hasUnsentRows) return ['cancel']
  if (waitsForPayment[kind] !== state) return []
  return [
    ...(facts.byBankTransfer ? (['see_bank_details'] as const) : []),
    ...(cancellable(facts) ? (['cancel'] as const) : []),
  ]
}

export const allowedActions = <K extends Kind>(
  kind: K,
  state: StateOf<K>,
  facts: ActionFacts,
): readonly Action[] => {
  const { status } = customerStatus(kind, state, facts)
  const isSender = facts.viewer === 'sender'
  const hasReceipt = completed.includes(status) && !withoutReceipt.includes(facts.type)
  return [
    ...(isSender ? whileUnpaid(kind, state, facts) : []),
    ...(isSender && kind === 'transfer' ? waysOn(state, facts) : []),
    ...repeatOrReplace(kind, status, facts),
    ...(isSender && hasReceipt ? (['download_receipt'] as const) : []),
  ]
}
