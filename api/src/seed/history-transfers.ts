// Transfers of the seeded history: each is walked along the lifecycle's table with the same recipes and decisions as in
// real life, to the state in which the plan leaves it.
//
// A transfer that is still open when the history ends has no job and, but for its time to pay, no timer: the simulated
// companies have never heard of it, so that asking them would end a story that is there to be looked at. So it names no
// time at which it would go on. People can still act on it as on any other.
import type { StateOf } from '@jokko/core/lifecycles'
import { eur, type Money, subtract, toStep } from '@jokko/core/money'
import { creditMatched, creditOver, refundAsked } from '@jokko/core/recipes-payin'
import { payoutPaid, release, reserve, undoSend } from '@jokko/core/recipes-transfer'
import { searchText } from '@jokko/core/search'
import type { OperationDetails } from '../db/schema.ts'
import { newId } from '../http/ids.ts'
import type { AttemptWrite, Change, LinkedOperation } from '../ledger/change.ts'
import { waitingFacts } from '../payouts/change.ts'
import { payable, sendingOf } from '../payouts/figures.ts'
import { limitKeys } from '../payouts/limits.ts'
import { fundedFrom, pass } from '../transfer/decisions.ts'
import type { TransferPlan } from './history-plan.ts'
import {
  type Draft,
  euros,
  later,
  momentOf,
  type PastStep,
  providerIdOf,
  rowFor,
  type Scene,
  walkPast,
} from './history-scene.ts'
import { type Row, rowOf } from './history-transfer-row.ts'

/** An account of nobody at a bank that is none. */
export const OWN_IBAN = 'FR7699999000010000001234537'

type End = StateOf<'transfer'>
type TransferStep = PastStep<'transfer'>

type Story = { scene: Scene; plan: TransferPlan; id: string; row: Row; attemptId: string; startedAt: string }

type Script = {
  steps: TransferStep[]
  attempts?: AttemptWrite[]
  received?: Money
  refunded?: Money
  details?: OperationDetails
  linked?: LinkedOperation[]
}

const SYSTEM = 'system'
const PROVIDER = 'provider:hub2'
const BANK = 'bank'

export function transferDraft(scene: Scene, plan: TransferPlan): Draft {
  const startedAt = momentOf(scene, plan.when)
  const customer = plan.byColleague ? scene.colleague : scene.owner
  const row = rowOf(scene, plan, customer, startedAt)
  return draftOf({ scene, plan, id: newId('opn'), row, attemptId: newId('pat'), startedAt })
}

function draftOf(story: Story): Draft {
  const { plan, id, row, startedAt, scene } = story
  const script = scripts[plan.end](story)
  const walked = walkPast({
    kind: 'transfer',
    operationId: id,
    book: scene.book,
    startedAt,
    openedBy: row.user_id,
    steps: script.steps,
    facts: waitingFacts(plan.pay),
  })
  return {
    key: plan.key,
    at: startedAt,
    change: {
      operation_id: id,
      expect: 0,
      create: {
        ...row,
        ...walked.shown,
        kind: 'transfer',
        received: (script.received ?? eur(0n)).minor,
        refunded: (script.refunded ?? eur(0n)).minor,
        details: { ...row.details, ...script.details },
      },
      events: walked.events,
      entries: walked.entries,
      attempts: script.attempts ?? [],
      linked: script.linked ?? [],
      timers: timersOf(story),
      counters: usageOf(story),
    },
  }
}

/** The time to pay passes also for a transfer that was there from the start. */
function timersOf({ plan, row }: Story): NonNullable<Change['timers']> {
  const waits = ['funding', 'short', 'on_balance'].includes(plan.end)
  return waits && row.fund_by ? [{ due_at: row.fund_by, kind: 'fund_by_passed' }] : []
}

const givenBack: readonly End[] = [
  'on_balance',
  'returned',
  'refunding',
  'refunded',
  'failed',
  'aborted',
  'expired',
  'cancelled',
]

function usageOf({ plan, row }: Story): NonNullable<Change['counters']> {
  if (givenBack.includes(plan.end)) return []
  return limitKeys({
    ...row,
    target: row.target ?? null,
    target_currency: row.target_currency ?? null,
    details: row.details ?? {},
  })
}

const totalOf = ({ row }: Story): Money => eur(row.total)
const cameOf = ({ plan }: Story): Money => euros(plan.came ?? '0')
const payerDetails = ({ row }: Story): OperationDetails => ({
  payer_name: row.details?.sender_name ?? '',
  payer_iban: OWN_IBAN,
})

const BANK_TAKES_SECONDS = 93_000

function funded(story: Story): TransferStep {
  const { row, plan, scene } = story
  const customer = row.customer_id
  if (plan.pay === 'balance') {
    const entry = reserve({ customer, amount: totalOf(story) })
    return { event: 'funds_complete', actor: row.user_id, entries: [entry] }
  }
  const credit = { iban: scene.iban, customer, amount: plan.came ? cameOf(story) : totalOf(story) }
  const entry = plan.came
    ? creditOver({ ...credit, expected: totalOf(story), excessTo: 'balance' })
    : creditMatched(credit)
  return { event: 'funds_complete', actor: BANK, after: BANK_TAKES_SECONDS, entries: [entry] }
}

function cameShort(story: Story): TransferStep {
  const { scene, row } = story
  const entry = creditMatched({ iban: scene.iban, customer: row.customer_id, amount: cameOf(story) })
  return { event: 'funds_short', actor: BANK, after: BANK_TAKES_SECONDS, entries: [entry] }
}

/** Paid for, checked and promised; the attempt is what the provider is handed. */
function handedOver(story: Story): { steps: TransferStep[]; attempt: AttemptWrite } {
  const { steps, attempts } = pass(fundedFrom(story.row), story.attemptId, 'screening_passed')
  const [attempt] = attempts
  if (!attempt) throw new Error(`${story.plan.key} has nothing to hand over`)
  return { steps: [funded(story), ...steps.map(step => ({ ...step, after: 1 }))], attempt }
}

function accepted({ plan }: Story): TransferStep[] {
  const provider_reference = providerIdOf(plan.key)
  return plan.wasUnknown
    ? [
        { event: 'outcome_unknown', actor: PROVIDER, after: 15, reason: 'timeout' },
        { event: 'found_sent', actor: PROVIDER, after: 60, provider_reference },
      ]
    : [{ event: 'accepted', actor: PROVIDER, after: 2, provider_reference }]
}

const MOBILE_MONEY_TAKES_SECONDS = 38
const FOREIGN_BANK_TAKES_SECONDS = 72_000

function paid(story: Story): Script {
  const { row, plan } = story
  const received = totalOf(story)
  if (row.payout_kind === 'balance') {
    const { steps } = pass(fundedFrom(row), story.attemptId, 'screening_passed')
    return { steps: [funded(story), ...steps], received }
  }
  const { steps, attempt } = handedOver(story)
  const provider_id = providerIdOf(plan.key)
  const done: TransferStep = {
    event: 'paid',
    actor: PROVIDER,
    after: row.payout_kind === 'mobile_money' ? MOBILE_MONEY_TAKES_SECONDS : FOREIGN_BANK_TAKES_SECONDS,
    provider_reference: provider_id,
    entries: [payoutPaid({ provider: attempt.provider, amount: payable(fundedFrom(row)) })],
  }
  return {
    steps: [...steps, ...accepted(story), done],
    attempts: [{ ...attempt, state: 'paid', provider_id }],
    received,
    details: plan.pay === 'bank_transfer' ? payerDetails(story) : {},
    linked: plan.came ? [excess(story)] : [],
  }
}

/** What a bank transfer brought beyond the total is a deposit beside it. */
function excess(story: Story): LinkedOperation {
  const { scene, row, id, startedAt } = story
  const amount = subtract(cameOf(story), totalOf(story)).minor
  const at = later(startedAt, BANK_TAKES_SECONDS)
  const operation_id = newId('opn')
  const { events, shown } = walkPast({
    kind: 'deposit',
    operationId: operation_id,
    book: scene.book,
    startedAt: at,
    openedBy: BANK,
    steps: [{ event: 'completed', actor: BANK }],
  })
  const name = row.details?.sender_name ?? ''
  return {
    operation_id,
    events,
    create: {
      ...rowFor(scene, scene.owner, at),
      ...shown,
      kind: 'deposit',
      operation_type: 'deposit',
      parent_id: id,
      payin_method: 'bank_transfer',
      counterparty: name,
      principal: amount,
      total: amount,
      received: amount,
      target: amount,
      target_currency: 'EUR',
      details: payerDetails(story),
      search: searchText([name]),
    },
  }
}

function declined(story: Story): Script {
  const { row, plan } = story
  const { steps, attempt } = handedOver(story)
  const code = plan.failure ?? 'refused_by_operator'
  const provider_id = providerIdOf(plan.key)
  const undone = undoSend(sendingOf(fundedFrom(row)))
  return {
    steps: [
      ...steps,
      ...accepted(story),
      { event: 'declined', actor: PROVIDER, after: 24, reason: code, entries: [undone] },
    ],
    attempts: [{ ...attempt, state: 'failed', provider_id, failure: code }],
    received: totalOf(story),
    refunded: totalOf(story),
    details: { failure: { code }, refund_to: 'balance' },
  }
}

const givenBackTo = ({ row }: Story, amount: Money) => [release({ customer: row.customer_id, amount })]

const paidFor = (story: Story, steps: TransferStep[] = []): Script => ({
  steps: [funded(story), ...steps],
  received: totalOf(story),
  details: story.plan.pay === 'bank_transfer' ? payerDetails(story) : {},
})

function onTheWay(story: Story, state: AttemptWrite['state'], steps: TransferStep[] = []): Script {
  const { steps: before, attempt } = handedOver(story)
  const provider_id = state === 'accepted' ? { provider_id: providerIdOf(story.plan.key) } : {}
  return {
    steps: [...before, ...steps],
    attempts: [{ ...attempt, state, ...provider_id }],
    received: totalOf(story),
  }
}

const unpaid = (event: 'pay_in_failed' | 'aborted', after: number): Script => ({
  steps: [{ event, actor: 'provider:card', after }],
})

const rateWanted: TransferStep = { event: 'rate_wanted', actor: SYSTEM }

/** Two hundredths less than it was on the day of the order: more than is usually accepted. */
function rateMoved(story: Story): Script {
  const { row } = story
  const { on_arrival } = row.details ?? {}
  if (!on_arrival) throw new Error(`the rate of ${story.plan.key} does not move`)
  const reason = 'rate_moved' as const
  const entries = givenBackTo(story, totalOf(story))
  const paid = paidFor(story, [
    rateWanted,
    { event: 'put_on_balance', actor: SYSTEM, after: 2, reason, entries },
  ])
  const offered = toStep((row.target ?? 0n) * 98n, 100n, 1_000n, 'down').toString()
  return {
    ...paid,
    refunded: totalOf(story),
    details: {
      ...paid.details,
      refund_to: 'balance',
      on_arrival: { ...on_arrival, waits: reason, offered },
    },
  }
}

/** How the plan's end is reached. */
const scripts: Record<End, (story: Story) => Script> = {
  funding: () => ({ steps: [] }),
  short: story => ({ steps: [cameShort(story)], received: cameOf(story), details: payerDetails(story) }),
  screening: story => paidFor(story),
  pricing: story => paidFor(story, [rateWanted]),
  on_balance: rateMoved,
  held: story =>
    paidFor(story, [{ event: 'screening_held', actor: SYSTEM, after: 1, reason: 'large_first_payment' }]),
  frozen: story =>
    paidFor(story, [
      {
        event: 'screening_frozen',
        actor: SYSTEM,
        after: 1,
        reason: 'sanctions_list',
        data: { matched: story.row.counterparty ?? '' },
      },
    ]),
  sending: story => onTheWay(story, 'created'),
  waiting: story =>
    onTheWay(story, 'created', [
      { event: 'operator_down', actor: PROVIDER, after: 3, reason: 'operator_down' },
    ]),
  sent: story => onTheWay(story, 'accepted', accepted(story)),
  unknown: story => ({
    ...onTheWay(story, 'unknown', [
      { event: 'outcome_unknown', actor: PROVIDER, after: 15, reason: 'timeout' },
    ]),
    details: { outcome_unknown: true },
  }),
  returned: declined,
  refunding: story => refundToSource(story),
  refunded: story => {
    const script = declined(story)
    const back: TransferStep[] = [
      { event: 'refund_started', actor: SYSTEM, entries: givenBackTo(story, totalOf(story)) },
      { event: 'refund_done', actor: SYSTEM },
    ]
    return { ...script, steps: [...script.steps, ...back] }
  },
  paid,
  failed: () => unpaid('pay_in_failed', 75),
  aborted: () => unpaid('aborted', 900),
  expired: story => {
    const passed: TransferStep = {
      event: 'expired',
      actor: 'timer',
      at: story.row.fund_by ?? story.startedAt,
    }
    if (!story.plan.came) return { steps: [passed] }
    return {
      steps: [cameShort(story), { ...passed, entries: givenBackTo(story, cameOf(story)) }],
      received: cameOf(story),
      refunded: cameOf(story),
      details: { ...payerDetails(story), refund_to: 'balance' },
    }
  },
  cancelled: story => {
    const cancelled: TransferStep = { event: 'cancelled', actor: story.row.user_id, after: 40 }
    if (story.plan.pay !== 'balance') return { steps: [{ ...cancelled, after: 7_200 }] }
    return {
      ...paidFor(story, [{ ...cancelled, entries: givenBackTo(story, totalOf(story)) }]),
      refunded: totalOf(story),
      details: { refund_to: 'balance' },
    }
  },
}

/** Cancelled while short: our bank has the order, and its statement has yet to tell the booking. */
function refundToSource(story: Story): Script {
  const { row, attemptId, plan } = story
  const amount = cameOf(story)
  const asked = refundAsked({ provider: BANK, customer: row.customer_id, amount })
  return {
    steps: [
      cameShort(story),
      { event: 'cancelled', actor: row.user_id, after: 5_400, reason: 'refund', entries: [asked] },
    ],
    attempts: [
      {
        id: attemptId,
        provider: BANK,
        state: 'accepted',
        amount: amount.minor,
        currency: 'EUR',
        destination: { kind: 'refund', name: row.details?.sender_name ?? '', iban: OWN_IBAN },
        provider_id: providerIdOf(plan.key),
      },
    ],
    received: amount,
    refunded: amount,
    details: { ...payerDetails(story), refund_to: 'source' },
  }
}
