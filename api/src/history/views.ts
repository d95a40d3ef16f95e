// Operations in the words of the wire, seen from the sender's or the receiver's side.
import type { Language } from '@jokko/contract/common'
import type {
  CustomerStatus,
  OperationDetail,
  OperationRow,
  OperationType,
  TimelineStep,
} from '@jokko/contract/history'
import type { PayinMethod, PayoutKind } from '@jokko/contract/reference'
import { isState, type Kind, type StateOf } from '@jokko/core/lifecycles'
import { type Currency, eur, type Money, money, subtract, toDecimal } from '@jokko/core/money'
import { maskPhone } from '@jokko/core/phone'
import {
  type ActionFacts,
  allowedActions,
  customerStatus,
  type KindWithTimeline,
  timelineSteps,
} from '@jokko/core/status'
import type { Operation, OperationEvent } from '../db/schema.ts'
import { translate } from '../http/texts.ts'
import { isOrderedAtBank, paysRequest } from '../ledger/operations.ts'
import { isToBePriced, leastView } from '../payouts/on-arrival.ts'
import type { ReferenceData } from '../reference/data.ts'
import { routeStops } from './route-stops.ts'
import { reasonOf } from './stop.ts'

export type Viewer = 'sender' | 'receiver'

/** Of a refund, what really goes back: what its card's bank took itself is not given a second time. */
const givenBy = ({ total, details }: Operation): Money => eur(total - BigInt(details.kept ?? '0'))

const amountOf = (op: Operation, viewer: Viewer): Money =>
  viewer === 'sender' ? givenBy(op) : eur(op.principal)

function localOf(op: Operation): Money | undefined {
  return op.target === null ? undefined : money(op.target, (op.target_currency ?? 'EUR') as Currency)
}

/** A reward has no lifecycle of its own: it is there from the start. */
function kindOf(op: Operation): Kind | undefined {
  return op.kind === 'reward' ? undefined : op.kind
}

/** What decides which actions are offered, beside the operation itself. */
type Standing = {
  balance: bigint
  hasUnsentRows: boolean
  heldRows: number
  /** Of a payment that a company collects. */
  payIn: StateOf<'payIn'> | undefined
}
const unknownStanding: Standing = { balance: 0n, hasUnsentRows: false, heldRows: 0, payIn: undefined }

function actionsOf(op: Operation, viewer: Viewer, { balance, hasUnsentRows, payIn }: Standing) {
  const kind = kindOf(op)
  if (!kind || !isState(kind, op.state)) return []
  const facts: ActionFacts = {
    viewer,
    type: op.operation_type as OperationType,
    balanceCoversRest: balance >= op.total - op.held,
    hasUnsentRows,
    paysRequest: paysRequest(op),
    isOrdered: isOrderedAtBank(op.payin_method, payIn),
    ...(payIn && { payIn }),
    ...(op.payin_method === 'bank_transfer' && { byBankTransfer: true, payIn: 'requested' as const }),
  }
  return [...allowedActions(kind, op.state as StateOf<typeof kind>, facts)]
}

function badgeOf(op: Operation) {
  const kind = kindOf(op)
  if (!kind || !isState(kind, op.state)) return 'done' as const
  return customerStatus(
    kind,
    op.state as StateOf<typeof kind>,
    op.payin_method === 'bank_transfer' ? { byBankTransfer: true, payIn: 'requested' } : {},
  ).badge
}

const comesToOwner: ReadonlySet<Operation['kind']> = new Set(['deposit', 'reward', 'return', 'request'])

/** A deposit or a refund is money that comes to its owner, and so is what they asked for. */
function directionOf(op: Operation, viewer: Viewer): 'Sending' | 'Receiving' {
  return viewer === 'receiver' || comesToOwner.has(op.kind) ? 'Receiving' : 'Sending'
}

const statusKey = (op: Operation): string =>
  op.aborted ? 'statuses:status.aborted' : `statuses:status.${op.customer_status}`

export function rowView(op: Operation, viewer: Viewer, standing = unknownStanding): OperationRow {
  // What arrives at a rate that is not known yet is no amount to show.
  const local = isToBePriced(op) ? undefined : localOf(op)
  return {
    id: op.id,
    operation_type: op.operation_type as OperationType,
    operation_type_en: translate('en', `statuses:type.${op.operation_type}`),
    operation_type_fr: translate('fr', `statuses:type.${op.operation_type}`),
    operation_direction: directionOf(op, viewer),
    logged_in_transactor: viewer,
    status: op.customer_status as CustomerStatus,
    operation_status_en: translate('en', statusKey(op)),
    operation_status_fr: translate('fr', statusKey(op)),
    badge: badgeOf(op),
    aborted: op.aborted,
    amount: toDecimal(amountOf(op, viewer)),
    amount_without_fee: toDecimal(op.kind === 'refund' ? givenBy(op) : eur(op.principal)),
    local_amount: local ? toDecimal(local) : null,
    local_currency: local?.currency ?? null,
    exchange_rate_applied: local ? op.rate : null,
    fullname: viewer === 'sender' ? op.counterparty : (op.details.sender_name ?? ''),
    country: viewer === 'sender' ? op.receiving_country : op.sending_country,
    payout_kind: op.payout_kind as PayoutKind | null,
    payout_name: op.details.payee?.operator_name ?? op.details.payee?.bank_name ?? null,
    start_date: op.started_at.toISOString(),
    end_date: op.ended_at?.toISOString() ?? null,
    updated_at: op.updated_at.toISOString(),
    beneficiaries: op.details.beneficiaries ?? null,
    allowed_actions: actionsOf(op, viewer, standing),
  }
}

export type DetailFacts = {
  op: Operation
  events: readonly OperationEvent[]
  linked: readonly Operation[]
  senderName: string
  reference: ReferenceData
  viewer: Viewer
  language: Language
  standing: Standing
}

const waitsForLook: readonly string[] = ['waiting', 'unknown']

export function detailView(facts: DetailFacts): OperationDetail {
  const { op, events, linked, viewer, language, standing } = facts
  const isSender = viewer === 'sender'
  const { payIn } = standing
  const isOrdered = isOrderedAtBank(op.payin_method, payIn)
  const returned = linked.some(other => other.kind === 'return' && other.parent_id === op.id)
  return {
    ...rowView(op, viewer, standing),
    ...peopleOf(facts),
    ...moneyOf(facts),
    ...payoutOf(facts),
    reference_number: op.reference ?? op.id,
    payment_id: op.id,
    payment_type: op.payin_method as PayinMethod | null,
    reason: op.reason,
    outcome_unknown: op.details.outcome_unknown ?? false,
    payment_under_way: isSender && (isOrdered || payIn === 'cancelling'),
    rows_held: isSender ? standing.heldRows : 0,
    failure: op.details.failure ? { code: op.details.failure.code, message: reasonOf(op, language) } : null,
    statuses: timelineOf(op, events),
    route: isSender ? routeStops({ op, events, language, returned, isOrdered }) : [],
    bank_account_id: isSender ? (op.details.bank_account_id ?? null) : null,
    fund_by: op.fund_by?.toISOString() ?? null,
    expected_by: (waitsForLook.includes(op.state) && op.details.next_check_at) || null,
    linked: isSender
      ? linked.map(other => ({
          id: other.id,
          operation_type: other.operation_type as OperationType,
          amount: toDecimal(givenBy(other)),
          status: other.customer_status as CustomerStatus,
        }))
      : [],
    created_at: op.started_at.toISOString(),
    done_at: op.ended_at?.toISOString() ?? null,
  }
}

function peopleOf({ op, senderName, viewer }: DetailFacts) {
  const phone = op.details.payee?.phone ?? null
  return {
    sender: { full_name: senderName, full_phone_number: null, country: op.sending_country },
    receiver: {
      full_name: op.counterparty,
      full_phone_number: viewer === 'sender' ? phone : phone && maskPhone(phone),
      country: op.receiving_country,
    },
  }
}

function moneyOf({ op, viewer }: DetailFacts) {
  const local = localOf(op)
  const isSender = viewer === 'sender'
  const isShort = op.state === 'short'
  return {
    amount_in_sender_currency: toDecimal(amountOf(op, viewer)),
    sender_currency: 'EUR' as const,
    amount_in_receiver_currency: local ? toDecimal(local) : null,
    receiver_currency: local?.currency ?? null,
    receives_at_least: leastView(op),
    waits_on_balance: (isSender && op.state === 'on_balance' && op.details.on_arrival?.waits) || null,
    fee_in_sender_currency: isSender ? toDecimal(eur(op.fee + op.margin)) : null,
    lines: isSender
      ? (op.details.quote?.lines ?? []).map(line => ({ ...line, currency: line.currency as Currency }))
      : [],
    received_so_far: isSender && isShort ? toDecimal(eur(op.held)) : null,
    missing: isSender && isShort ? toDecimal(subtract(eur(op.total), eur(op.held))) : null,
    refunded: isSender ? refundedOf(op) : null,
  }
}

/** What went back of an operation, or the whole of one that is about money going back. */
function refundedOf(op: Operation) {
  if (op.kind === 'refund') {
    const to = op.details.refund_to ?? ('source' as const)
    return { amount: toDecimal(givenBy(op)), to, done: op.ended_at !== null }
  }
  if (op.refunded === 0n) return null
  return {
    amount: toDecimal(eur(op.refunded)),
    to: op.details.refund_to ?? ('balance' as const),
    done: op.state !== 'returned' && op.state !== 'refunding',
  }
}

function payoutOf({ op, reference, viewer }: DetailFacts) {
  const payee = viewer === 'sender' ? op.details.payee : undefined
  return {
    withdraw_method_en: op.payout_kind && translate('en', `statuses:payout.${op.payout_kind}`),
    withdraw_method_fr: op.payout_kind && translate('fr', `statuses:payout.${op.payout_kind}`),
    operator_name: payee?.operator_name ?? null,
    country_code: reference.countryByIso(op.receiving_country ?? '')?.dial_code ?? null,
    phone_number: payee?.phone ?? null,
    bank_name: payee?.bank_name ?? null,
    iban: payee?.iban ?? null,
    account_number: payee?.account ?? null,
  }
}

const withTimeline: readonly string[] = ['transfer', 'deposit', 'withdrawal', 'bulk']

function timelineOf(op: Operation, events: readonly OperationEvent[]): TimelineStep[] {
  if (!withTimeline.includes(op.kind)) return []
  const moves = events.map(event => ({ to: event.to_state, at: event.at.toISOString() }))
  return timelineSteps(op.kind as KindWithTimeline, moves).map(({ step, at, state }) => ({
    status: step,
    datetime: at ?? null,
    state,
    message_en: translate('en', `statuses:step.${step}`),
    message_fr: translate('fr', `statuses:step.${step}`),
    message_es: translate('es', `statuses:step.${step}`),
  }))
}
