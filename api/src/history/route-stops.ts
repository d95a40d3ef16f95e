// Where the money was, is and will be: the stops of an operation's route, each with a sentence in the reader's
// language filled in. Pure; the screen draws exactly this.
import type { Language } from '@jokko/contract/common'
import type { RouteStop } from '@jokko/contract/history'
import { payoutTime } from '@jokko/core/delivery'
import { eur } from '@jokko/core/money'
import type { Operation } from '../db/schema.ts'
import { clockText, lastDayText, moneyText } from '../http/money-text.ts'
import { leastOf, whyOnBalance } from '../payouts/on-arrival.ts'
import { type Journey, latest, reasonOf, type Stop, stop, targetOf, timeOf } from './stop.ts'
import { withdrawalStops } from './withdrawal-stops.ts'

const CLOSED_UNPAID = ['failed', 'aborted', 'expired', 'cancelled']
const GIVEN_BACK = ['returned', 'refunding', 'refunded']
/** Where it goes on only once a person, an operator or a list has said something: no time can be promised. */
const UNTIMED = ['held', 'frozen', 'waiting', 'unknown']
const HANDED_OVER = ['sending', 'waiting', 'sent', 'unknown', 'paid', ...GIVEN_BACK]

export function routeStops(journey: Journey): RouteStop[] {
  const { op } = journey
  if (op.kind === 'transfer') return transferStops(journey)
  if (op.kind === 'deposit') return depositStops(journey)
  if (op.kind === 'withdrawal') return withdrawalStops(journey)
  return []
}

/** Given back before anybody was asked to pay it out. */
const isTurnedBack = ({ op, events }: Journey): boolean =>
  [...CLOSED_UNPAID, ...GIVEN_BACK].includes(op.state) && timeOf(events, 'returned') === undefined

function transferStops(journey: Journey): RouteStop[] {
  const { op } = journey
  const arrival = op.payin_method === 'balance' ? [] : [payInStop(journey)]
  // What was never paid for has no way beyond the pay-in.
  if (CLOSED_UNPAID.includes(op.state) && op.refunded === 0n) {
    return [senderStop(journey), ...arrival, beneficiaryStop(journey)]
  }
  return [
    senderStop(journey),
    ...arrival,
    jokkoStop(journey),
    ...(op.payout_kind === 'balance' || isTurnedBack(journey) ? [] : [payoutStop(journey)]),
    beneficiaryStop(journey),
  ]
}

const wordFor: Readonly<Record<string, string>> = {
  card: 'card',
  instant_bank_transfer: 'instant',
  direct_debit: 'debit',
  mobile_money: 'mobile',
}

/** How the sender pays, as the notes call it. */
const by = ({ payin_method }: Operation): string => wordFor[payin_method ?? ''] ?? 'bank'

/** Money that is to come: a bank transfer by its day, anything else when its payer has paid. */
const expected = (op: Operation, language: Language): Pick<Stop, 'note' | 'params'> =>
  by(op) === 'bank'
    ? { note: 'pay_in_waiting_bank', params: { date: op.fund_by ? lastDayText(op.fund_by, language) : '' } }
    : { note: 'pay_in_waiting_payment' }

/** Ordered at a company, so that nothing is left to do for its payer. */
function orderedStop({ op, language }: Journey): RouteStop {
  return stop('sender', {
    state: 'done',
    note: 'sender_ordered',
    params: { amount: moneyText(eur(op.total), language) },
  })
}

function senderStop(journey: Journey): RouteStop {
  const { op, events, language } = journey
  if (journey.isOrdered) return orderedStop(journey)
  const amount = moneyText(eur(op.total), language)
  if (op.payin_method === 'balance') {
    return stop('sender', {
      state: 'done',
      note: 'sender_from_balance',
      at: op.started_at,
      params: { amount },
    })
  }
  const funded = timeOf(events, 'screening')
  if (funded)
    return stop('sender', { state: 'done', note: `sender_paid_${by(op)}`, at: funded, params: { amount } })
  // What came was not all: it waits for the rest, or goes back.
  const part = op.state === 'short' ? op.held : op.refunded
  if (part > 0n) {
    return stop('sender', {
      state: 'done',
      note: `sender_paid_${by(op)}`,
      at: timeOf(events, 'short'),
      params: { amount: moneyText(eur(part), language) },
    })
  }
  const state = op.state === 'funding' ? 'current' : CLOSED_UNPAID.includes(op.state) ? 'failed' : 'done'
  return stop('sender', { state, note: `sender_will_pay_${by(op)}`, at: op.started_at, params: { amount } })
}

function payInStop({ op, events, language, isOrdered }: Journey): RouteStop {
  if (isOrdered) return stop('pay_in', { state: 'current', note: 'pay_in_ordered' })
  const total = moneyText(eur(op.total), language)
  const funded = timeOf(events, 'screening')
  if (funded)
    return stop('pay_in', { state: 'done', note: 'pay_in_received', at: funded, params: { amount: total } })
  if (op.state === 'short') {
    return stop('pay_in', {
      state: 'waiting',
      note: 'pay_in_short',
      at: op.updated_at,
      params: { received: moneyText(eur(op.held), language), total },
    })
  }
  if (CLOSED_UNPAID.includes(op.state) || GIVEN_BACK.includes(op.state)) {
    const note =
      op.state === 'expired' ? 'pay_in_expired' : op.state === 'failed' ? 'pay_in_failed' : 'pay_in_cancelled'
    return stop('pay_in', { state: 'failed', note, at: op.ended_at })
  }
  return stop('pay_in', { state: 'upcoming', ...expected(op, language) })
}

function jokkoStop({ op, events, language }: Journey): RouteStop {
  const refunded = { amount: moneyText(eur(op.refunded), language) }
  // Of what arrived, only the cents that it could not use went back.
  if (op.refunded > 0n && op.ended_at && op.state !== 'paid')
    return stop('jokko', { state: 'done', note: 'jokko_refunded', at: op.ended_at, params: refunded })
  if (op.state === 'returned' || op.state === 'refunding')
    return stop('jokko', { state: 'current', note: 'jokko_refunding', params: refunded })
  if (op.state === 'held' || op.state === 'frozen')
    return stop('jokko', { state: 'waiting', note: 'jokko_held', at: op.updated_at })
  if (HANDED_OVER.includes(op.state)) {
    return stop('jokko', {
      state: 'done',
      note: 'jokko_checks_passed',
      at: timeOf(events, 'sending', 'paid'),
    })
  }
  if (op.state === 'pricing') {
    const note = op.details.on_arrival?.asked ? 'jokko_no_rate' : 'jokko_pricing'
    return stop('jokko', { state: 'current', note })
  }
  if (op.state === 'on_balance')
    return stop('jokko', { state: 'waiting', at: op.updated_at, ...whyOnBalance(op, language) })
  if (op.state === 'screening') return stop('jokko', { state: 'current', note: 'jokko_checking' })
  return stop('jokko', { state: 'upcoming', note: 'jokko_will_check' })
}

function payoutStop(journey: Journey): RouteStop {
  const { op, events, language, returned } = journey
  const payee = op.details.payee
  const name = payee?.operator_name ?? payee?.bank_name ?? null
  const amount = moneyText(targetOf(op), language)
  const failed = (note: string, params = {}) =>
    stop('payout', { state: 'failed', note, name, at: timeOf(events, 'returned'), params })
  switch (op.state) {
    case 'sending':
      return stop('payout', { state: 'current', note: 'payout_sending', name, params: { amount } })
    case 'waiting':
      return waitingStop(journey, name)
    case 'sent':
      return stop('payout', {
        state: 'current',
        note: 'payout_sent_waiting',
        name,
        at: timeOf(events, 'sent'),
        params: { name: name ?? '' },
      })
    case 'unknown':
      return stop('payout', {
        state: 'waiting',
        name,
        ...(op.details.next_check_at
          ? {
              note: 'payout_unknown',
              params: { time: clockText(new Date(op.details.next_check_at), language) },
            }
          : { note: 'payout_unknown_untimed' }),
      })
    case 'paid':
      if (returned) return failed('payout_returned')
      return stop('payout', { state: 'done', note: 'payout_paid', name, at: op.ended_at, params: { amount } })
    case 'returned':
    case 'refunding':
    case 'refunded':
      return failed('payout_declined', { reason: reasonOf(op, language) })
    default:
      return plannedStop(journey, name)
  }
}

/** What is to be paid out: as promised, or what the rate of its day brings. */
function plannedStop({ op, language }: Journey, name: string | null): RouteStop {
  if (op.state === 'on_balance') return stop('payout', { state: 'upcoming', note: 'payout_on_hold', name })
  const least = leastOf(op)
  const amount = moneyText(least ?? targetOf(op), language)
  const note = least ? 'payout_at_least' : 'payout_will_send'
  return stop('payout', { state: 'upcoming', note, name, params: { amount } })
}

/** The operator is down, or it is our money there that is short: two different truths. */
function waitingStop({ op, events, language }: Journey, name: string | null): RouteStop {
  const reason = events.findLast(event => event.to_state === 'waiting')?.reason
  const cause = reason === 'operator_down' ? 'payout_operator_down' : 'payout_waiting'
  const next = op.details.next_check_at
  return stop('payout', {
    state: 'waiting',
    note: next ? cause : `${cause}_untimed`,
    name,
    at: op.updated_at,
    params: { name: name ?? '', ...(next && { date: latest(new Date(next), language) }) },
  })
}

function beneficiaryStop({ op, language, returned }: Journey): RouteStop {
  const name = op.counterparty
  if (op.state === 'paid' && !returned) {
    const amount = moneyText(targetOf(op), language)
    return stop('beneficiary', {
      state: 'done',
      note: 'beneficiary_paid',
      name,
      at: op.ended_at,
      params: { amount },
    })
  }
  if (returned || op.ended_at || GIVEN_BACK.includes(op.state)) {
    return stop('beneficiary', { state: 'failed', note: 'beneficiary_not_paid', name })
  }
  return stop('beneficiary', { state: 'upcoming', name, ...timeLeft(op) })
}

/** Counted from the arrival of the sender's money, whose way to us nobody can promise, or from now. */
function timeLeft(op: Operation): Pick<Stop, 'note' | 'params'> {
  if (op.state === 'on_balance') return { note: 'beneficiary_when_sent' }
  if (UNTIMED.includes(op.state)) return { note: 'beneficiary_untimed' }
  const isToArrive = op.payin_method !== 'balance' && ['funding', 'short'].includes(op.state)
  const after = by(op) === 'bank' ? 'beneficiary_after_transfer' : 'beneficiary_after_payment'
  const note = isToArrive ? after : 'beneficiary_upcoming'
  const minutes = op.details.delivery ? payoutTime(op.payin_method, op.details.delivery).max : 5
  return minutes < 120
    ? { note, params: { minutes: String(minutes) } }
    : { note: `${note}_hours`, params: { hours: String(Math.ceil(minutes / 60)) } }
}

/** Why nothing came: the payer gave up, the time passed, or the payment failed. */
const closedDeposit = ({ op, events }: Journey): string => {
  if (op.state === 'failed') return 'deposit_failed'
  return events.some(({ event }) => event === 'expired') ? 'deposit_expired' : 'deposit_cancelled'
}

function depositStops(journey: Journey): RouteStop[] {
  const { op, language } = journey
  const amount = moneyText(eur(op.total), language)
  const done = op.state === 'completed'
  const open = op.ended_at === null
  if (journey.isOrdered)
    return [orderedStop(journey), stop('jokko', { state: 'current', note: 'pay_in_ordered' })]
  return [
    stop('sender', {
      state: done ? 'done' : open ? 'current' : 'failed',
      note: `${done ? 'sender_paid' : 'sender_will_pay'}_${by(op)}`,
      at: op.started_at,
      params: { amount },
    }),
    done
      ? stop('jokko', { state: 'done', note: 'pay_in_received', at: op.ended_at, params: { amount } })
      : stop('jokko', {
          state: open ? 'waiting' : 'failed',
          at: op.ended_at,
          ...(open ? expected(op, language) : { note: closedDeposit(journey) }),
        }),
  ]
}
