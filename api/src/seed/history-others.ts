// What stands beside the transfers of the seeded history: deposits, withdrawals, requests for money and a
// reward, each walked along its table with its recipes.
import { feeFor } from '@jokko/core/fees'
import type { Kind, StateOf } from '@jokko/core/lifecycles'
import { add, eur, type Money, toDecimal } from '@jokko/core/money'
import { depositByBank } from '@jokko/core/recipes-payin'
import {
  release,
  reserve,
  sponsorshipReward,
  transferToBalance,
  withdrawalBooked,
  withdrawalOrdered,
  withdrawalUndone,
} from '@jokko/core/recipes-transfer'
import { searchText } from '@jokko/core/search'
import { targetDayAfter } from '@jokko/core/target-days'
import { newId } from '../http/ids.ts'
import { walk } from '../ledger/walk.ts'
import { limitKeys } from '../payouts/limits.ts'
import type { When } from './history-plan.ts'
import {
  beside,
  type Customer,
  type Draft,
  euros,
  later,
  momentOf,
  type PastStep,
  providerIdOf,
  referenceOf,
  rowFor,
  type Scene,
  walkPast,
} from './history-scene.ts'
import { OWN_IBAN } from './history-transfers.ts'

const BANK = 'bank'

type Told<K extends Kind> = { key: string; when: When; end: StateOf<K> }

const inEuros = (amount: Money) => ({
  principal: amount.minor,
  target: amount.minor,
  target_currency: 'EUR',
})

/** By bank transfer, which costs nothing. */
export function depositDraft(scene: Scene, { key, when, end }: Told<'deposit'>, amount: Money): Draft {
  const { owner, iban } = scene
  const id = newId('opn')
  const at = momentOf(scene, when)
  const done = end === 'completed'
  const entry = depositByBank({ iban, customer: owner.customerId, amount, fee: eur(0n) })
  const { events, entries, shown } = walkPast({
    kind: 'deposit',
    operationId: id,
    book: scene.book,
    startedAt: at,
    openedBy: owner.userId,
    steps: done ? [{ event: 'completed', actor: BANK, after: 86_000, entries: [entry] }] : [],
  })
  const reference = referenceOf(key)
  const create = {
    ...rowFor(scene, owner, at),
    ...shown,
    ...inEuros(amount),
    kind: 'deposit' as const,
    operation_type: 'deposit',
    reference,
    payin_method: 'bank_transfer',
    counterparty: owner.name,
    total: amount.minor,
    received: done ? amount.minor : 0n,
    details: {
      bank_account_id: scene.reference.ourBankAccounts[0]?.id ?? 1,
      ...(done && { payer_name: owner.name, payer_iban: OWN_IBAN }),
    },
    search: searchText([owner.name, reference]),
    fund_by: `${targetDayAfter(at, 5)}T23:59:59.000Z`,
  }
  return { key, at, change: { operation_id: id, expect: 0, create, events, entries } }
}

type WithdrawalPlan = Told<'withdrawal'> & { amount: string }
type WithdrawalStep = PastStep<'withdrawal'>

export function withdrawalDraft(scene: Scene, plan: WithdrawalPlan): Draft {
  const { owner } = scene
  const rule = scene.reference.feeRule('payout', 'sepa', scene.now)
  const route = scene.reference
    .routesTo(owner.country, scene.now)
    .find(({ kind, currency }) => kind === 'bank_transfer' && currency === 'EUR')
  if (!rule || !route) throw new Error('a withdrawal has no price or no way')
  const amount = euros(plan.amount)
  const fee = feeFor(rule, amount)
  const total = add(amount, fee)
  const id = newId('opn')
  const at = momentOf(scene, plan.when)
  const walked = walkPast({
    kind: 'withdrawal',
    operationId: id,
    book: scene.book,
    startedAt: at,
    openedBy: owner.userId,
    steps: withdrawalSteps(scene, plan.end, amount, fee),
  })
  const reference = referenceOf(plan.key)
  const account = { name: owner.name, iban: OWN_IBAN, bank_name: 'Banque Témoin' }
  const isGivenBack = plan.end === 'failed' || plan.end === 'expired'
  const create = {
    ...rowFor(scene, owner, at),
    ...walked.shown,
    ...inEuros(amount),
    kind: 'withdrawal' as const,
    operation_type: 'withdraw',
    reference,
    receiving_country: owner.country,
    payin_method: 'balance',
    payout_kind: 'bank_transfer',
    provider: BANK,
    counterparty: owner.name,
    fee: fee.minor,
    total: total.minor,
    received: total.minor,
    refunded: isGivenBack ? total.minor : 0n,
    details: {
      payee: account,
      quote: { lines: [{ kind: 'payout_fee', amount: toDecimal(fee), currency: 'EUR' }], snapped_from: null },
      delivery: { min: route.delivery_min, max: route.delivery_max },
      ...(isGivenBack && { refund_to: 'balance' as const }),
    },
    search: searchText([owner.name, reference]),
  }
  return {
    key: plan.key,
    at,
    change: {
      operation_id: id,
      expect: 0,
      create,
      events: walked.events,
      entries: [
        beside(scene, id, at, reserve({ customer: owner.customerId, amount: total })),
        ...walked.entries,
      ],
      attempts: withdrawalAttempts(plan, amount),
      counters: isGivenBack ? [] : limitKeys({ ...create, started_at: at, details: {} }),
    },
  }
}

function withdrawalSteps(
  { owner, iban }: Scene,
  end: StateOf<'withdrawal'>,
  amount: Money,
  fee: Money,
): WithdrawalStep[] {
  const customer = owner.customerId
  if (end === 'expired') {
    const entries = [release({ customer, amount: add(amount, fee) })]
    return [{ event: 'expired', actor: 'timer', after: 900, entries }]
  }
  const ordered: WithdrawalStep[] = [
    { event: 'code_verified', actor: owner.userId, after: 35 },
    { event: 'screening_started', actor: 'system' },
    {
      event: 'screening_passed',
      actor: 'system',
      after: 1,
      entries: [withdrawalOrdered({ customer, amount, fee })],
    },
  ]
  if (end === 'booked') {
    return [
      ...ordered,
      { event: 'booked', actor: BANK, after: 80_000, entries: [withdrawalBooked({ iban, amount })] },
    ]
  }
  if (end !== 'failed') return ordered
  const entries = [withdrawalUndone({ customer, amount, fee })]
  return [
    ...ordered,
    { event: 'declined', actor: BANK, after: 3_000, reason: 'invalid_payee_account', entries },
  ]
}

function withdrawalAttempts({ key, end }: WithdrawalPlan, amount: Money) {
  if (end === 'expired') return []
  const state = end === 'booked' ? 'paid' : end === 'failed' ? 'failed' : 'accepted'
  return [
    {
      id: newId('pat'),
      provider: BANK,
      state,
      amount: amount.minor,
      currency: 'EUR',
      destination: { kind: 'iban', iban: OWN_IBAN },
      provider_id: providerIdOf(key),
    } as const,
  ]
}

type RequestPlan = Told<'request'> & { amount: string; reason: string }

/** The owner asks an individual for money; where it is paid, their transfer is a draft of its own. */
export function requestDrafts(scene: Scene, plan: RequestPlan): Draft[] {
  const { owner, person } = scene
  const amount = euros(plan.amount)
  const id = newId('opn')
  const at = momentOf(scene, plan.when)
  const { events, shown, lastAt } = walkPast({
    kind: 'request',
    operationId: id,
    book: scene.book,
    startedAt: at,
    openedBy: owner.userId,
    steps: plan.end === 'paid' ? [{ event: 'accepted', actor: person.userId, after: 5_000 }] : [],
  })
  const accepted_by = { user_id: person.userId, customer_id: person.customerId, at: lastAt }
  const reference = referenceOf(plan.key)
  const create = {
    ...rowFor(scene, owner, at),
    ...shown,
    ...inEuros(amount),
    kind: 'request' as const,
    operation_type: 'payment_request',
    reference,
    counterparty: person.name,
    reason: plan.reason,
    total: amount.minor,
    details: {
      payee: { name: owner.name },
      sender_name: owner.name,
      request: {},
      ...(plan.end === 'paid' && { accepted_by }),
    },
    search: searchText([person.name, reference, plan.reason]),
    fund_by: later(at, 30 * 86_400),
  }
  const request: Draft = { key: plan.key, at, change: { operation_id: id, expect: 0, create, events } }
  if (plan.end !== 'paid') return [request]
  return [
    request,
    answerDraft(scene, plan, lastAt),
    paidDraft(scene, plan, { id, version: events.length, at: lastAt }),
  ]
}

/** A request is paid once its payment is there. */
function paidDraft(
  { book }: Scene,
  plan: RequestPlan,
  { id, version, at }: { id: string; version: number; at: string },
): Draft {
  const paidAt = later(at, 2)
  const { shown, events } = walk({
    kind: 'request',
    operationId: id,
    book,
    from: 'accepted',
    steps: [{ event: 'paid', actor: 'system', at: paidAt }],
    now: paidAt,
  })
  return {
    key: `${plan.key} paid`,
    at: paidAt,
    of: plan.key,
    change: { operation_id: id, expect: version, patch: shown, events },
  }
}

function answerDraft(scene: Scene, plan: RequestPlan, at: string): Draft {
  const { owner, person } = scene
  const key = `${plan.key} answer`
  const amount = euros(plan.amount)
  const fee = feeOfBalance(scene, amount)
  const total = add(amount, fee)
  const id = newId('opn')
  const credit = transferToBalance({
    from: person.customerId,
    to: owner.customerId,
    amount,
    fees: [{ kind: 'transfer', amount: fee }],
  })
  const { events, entries, shown } = walkPast({
    kind: 'transfer',
    operationId: id,
    book: scene.book,
    startedAt: at,
    openedBy: person.userId,
    steps: [
      {
        event: 'funds_complete',
        actor: person.userId,
        entries: [reserve({ customer: person.customerId, amount: total })],
      },
      { event: 'credited', actor: 'system', entries: [credit] },
    ],
  })
  const reference = referenceOf(key)
  const lines = [{ kind: 'pay_in_fee', amount: toDecimal(fee), currency: 'EUR' }]
  const create = {
    ...rowFor(scene, person, at),
    ...shown,
    ...inEuros(amount),
    kind: 'transfer' as const,
    operation_type: 'instant_transfer',
    receiver_customer_id: owner.customerId,
    reference,
    receiving_country: owner.country,
    payin_method: 'balance',
    payout_kind: 'balance',
    provider: 'jokko',
    counterparty: owner.name,
    reason: plan.reason,
    fee: fee.minor,
    total: total.minor,
    rate: '1',
    received: total.minor,
    details: { payee: { name: owner.name }, sender_name: person.name, quote: { lines, snapped_from: null } },
    search: searchText([owner.name, person.name, reference, plan.reason]),
  }
  const counters = limitKeys({ ...create, started_at: at, details: {} })
  return {
    key,
    at,
    parent: plan.key,
    change: { operation_id: id, expect: 0, create, events, entries, counters },
  }
}

function feeOfBalance({ reference, now }: Scene, amount: Money): Money {
  const rule = reference.feeRule('transfer', 'balance', now)
  if (!rule) throw new Error('a transfer from the balance has no price')
  return feeFor(rule, amount)
}

/** A reward is there from the start: it has no life to walk. */
export function rewardDraft(
  scene: Scene,
  plan: { key: string; when: When; amount: string },
  to: Customer,
): Draft {
  const amount = euros(plan.amount)
  const id = newId('opn')
  const at = momentOf(scene, plan.when)
  return {
    key: plan.key,
    at,
    change: {
      operation_id: id,
      expect: 0,
      create: {
        ...rowFor(scene, to, at),
        ...inEuros(amount),
        kind: 'reward',
        state: 'completed',
        customer_status: 'payment_completed',
        operation_type: 'campaign_referral_reward',
        counterparty: 'Jokko',
        total: amount.minor,
        received: amount.minor,
        search: searchText(['Jokko']),
        ended_at: at,
      },
      events: [{ event: 'created', from_state: null, to_state: 'completed', actor: 'system', at }],
      entries: [beside(scene, id, at, sponsorshipReward({ customer: to.customerId, amount }))],
    },
  }
}
