// The route of a withdrawal: the balance, the code and the checks, whoever pays it out, and the own account.
import type { RouteStop } from '@jokko/contract/history'
import { eur } from '@jokko/core/money'
import { clockText, moneyText } from '../http/money-text.ts'
import { payeeName } from '../payouts/own-account-name.ts'
import { type Journey, latest, reasonOf, type Stop, stop, targetOf, timeOf } from './stop.ts'

const GIVEN_UP = ['expired', 'cancelled']

export function withdrawalStops(journey: Journey): RouteStop[] {
  const { op, language } = journey
  const amount = moneyText(eur(op.total), language)
  const balance = stop('sender', {
    state: 'done',
    note: op.ended_at === null && op.held > 0n ? 'withdraw_set_aside' : 'sender_from_balance',
    at: op.started_at,
    params: { amount },
  })
  if (GIVEN_UP.includes(op.state)) return [balance, jokkoStop(journey), accountStop(journey)]
  return [balance, jokkoStop(journey), payoutStop(journey), accountStop(journey)]
}

function jokkoStop({ op, events, language }: Journey): RouteStop {
  if (op.refunded > 0n && op.ended_at) {
    const amount = moneyText(eur(op.refunded), language)
    return stop('jokko', { state: 'done', note: 'jokko_refunded', at: op.ended_at, params: { amount } })
  }
  if (op.state === 'created') return stop('jokko', { state: 'current', note: 'withdraw_code' })
  if (op.state === 'screening')
    return stop('jokko', { state: 'waiting', note: 'jokko_held', at: op.updated_at })
  return stop('jokko', { state: 'done', note: 'jokko_checks_passed', at: timeOf(events, 'sent') })
}

function payoutStop(journey: Journey): RouteStop {
  const { op, language, returned } = journey
  const name = op.details.payee?.operator_name ?? op.details.payee?.bank_name ?? null
  const amount = moneyText(targetOf(op), language)
  const at = op.ended_at
  switch (op.state) {
    case 'sent':
      return stop('payout', { name, ...underWay(journey, name ?? '') })
    case 'unknown':
      return stop('payout', { state: 'waiting', name, ...unknown(journey) })
    case 'booked':
      return returned
        ? stop('payout', { state: 'failed', note: 'payout_returned', name, at })
        : stop('payout', { state: 'done', note: 'payout_paid', name, at, params: { amount } })
    case 'failed':
    case 'returned':
      return stop('payout', {
        state: 'failed',
        note: 'payout_declined',
        name,
        at,
        params: { reason: reasonOf(op, language) },
      })
    default:
      return stop('payout', { state: 'upcoming', note: 'payout_will_send', name, params: { amount } })
  }
}

const handedOver = (events: Journey['events']) =>
  events.findLast(({ event }) => ['accepted', 'found_sent', 'operator_down'].includes(event))

/** Its operator is down, or our money there is short. */
const isPutOff = (events: Journey['events']): boolean => handedOver(events)?.event === 'operator_down'

/** Handed over, or about to be handed over again. */
function underWay(
  { op, events, language }: Journey,
  name: string,
): Pick<Stop, 'state' | 'note' | 'at' | 'params'> {
  const last = handedOver(events)
  const next = op.details.next_check_at
  if (last?.event !== 'operator_down')
    return { state: 'current', note: 'payout_sent_waiting', at: timeOf(events, 'sent'), params: { name } }
  const cause = last.reason === 'operator_down' ? 'payout_operator_down' : 'payout_waiting'
  return {
    state: 'waiting',
    note: next ? cause : `${cause}_untimed`,
    at: last.at,
    params: { name, ...(next && { date: latest(new Date(next), language) }) },
  }
}

function unknown({ op, language }: Journey): Pick<Stop, 'note' | 'params'> {
  const next = op.details.next_check_at
  if (!next) return { note: 'payout_unknown_untimed' }
  return { note: 'payout_unknown', params: { time: clockText(new Date(next), language) } }
}

function accountStop({ op, events, language, returned }: Journey): RouteStop {
  const name = op.details.payee ? payeeName(op.details.payee, language) : op.counterparty
  if (op.state === 'booked' && !returned) {
    const amount = moneyText(targetOf(op), language)
    return stop('beneficiary', {
      state: 'done',
      note: 'beneficiary_paid',
      name,
      at: op.ended_at,
      params: { amount },
    })
  }
  if (returned || op.ended_at !== null)
    return stop('beneficiary', { state: 'failed', note: 'beneficiary_not_paid', name })
  if (op.state === 'unknown' || isPutOff(events))
    return stop('beneficiary', { state: 'upcoming', note: 'beneficiary_untimed', name })
  const minutes = op.details.delivery?.max ?? 5
  return minutes < 120
    ? stop('beneficiary', {
        state: 'upcoming',
        note: 'withdraw_arrives',
        name,
        params: { minutes: String(minutes) },
      })
    : stop('beneficiary', {
        state: 'upcoming',
        note: 'withdraw_arrives_hours',
        name,
        params: { hours: String(Math.ceil(minutes / 60)) },
      })
}
