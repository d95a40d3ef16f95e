// What becomes of a transfer whose rate floated while its money was on the way, decided as values: it goes on at the rate
// of the arrival, or its money is on the balance until its sender says what to do.
import { eur } from '@jokko/core/money'
import { release, reserve } from '@jokko/core/recipes-transfer'
import type { OnArrival, Operation, WaitsOnBalance } from '../db/schema.ts'
import type { Change, Command } from '../ledger/change.ts'
import { change, givenBackLimits } from '../payouts/change.ts'
import { later } from '../payouts/decisions.ts'
import { type Ceilings, countersFor } from '../payouts/limits.ts'
import { type ContinuationFacts, onceFunded } from './decisions.ts'
import { type NewFigures, notUsed, refigured, usageBetween } from './new-figures.ts'

type Facts = ContinuationFacts & { ceilings: Ceilings }

/** Every half hour, for a day: then the sender has waited long enough to decide. */
const ASK_EVERY_SECONDS = 1_800
export const ASK_AT_MOST = 48

const DAYS_TO_DECIDE = 30

const onArrivalOf = ({ id, details: { on_arrival } }: Operation): OnArrival => {
  if (!on_arrival) throw new RangeError(`${id} is not priced on arrival`)
  return on_arrival
}

export const asked = (op: Operation): number => onArrivalOf(op).asked ?? 0

/** Each transfer is priced once, however often it is asked to be: whoever comes second gets the first answer. */
export const pricingOf = ({ id }: Operation): Command => ({
  scope: 'arrival',
  key: `${id}:priced`,
  body_hash: 'price',
})

/** At the rate of now it brings what the sender accepts: it goes on. */
export function priced(op: Operation, figures: NewFigures, facts: Facts, now: string): Change {
  const goesOn = refigured(op, figures, 'on_arrival')
  const left = notUsed(op, figures)
  const then = onceFunded(goesOn.op, facts)
  return change({
    op,
    command: pricingOf(op),
    now,
    steps: [{ event: 'priced', actor: 'system', entries: left.entries }, ...then.steps],
    patch: { ...goesOn.patch, refunded: op.refunded + left.amount.minor },
    companions: {
      counters: usageBetween(op, goesOn.op, facts.ceilings),
      attempts: then.attempts,
      jobs: then.jobs,
    },
  })
}

/** No rate of now is known. The money stays set aside, and the rate is asked for again. */
export function askAgain(op: Operation, now: string): Change {
  const before = asked(op)
  return {
    scope: 'arrival',
    key: `${op.id}:asked:${before}`,
    body_hash: 'ask',
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    events: [],
    patch: { details: { on_arrival: { ...onArrivalOf(op), asked: before + 1 } } },
    timers: [{ due_at: later(now, ASK_EVERY_SECONDS), kind: 'price_transfer' }],
  }
}

/** Nothing was sent and no fee was taken: all that came is free, and the sender decides. */
export function putOnBalance(
  op: Operation,
  why: { reason: WaitsOnBalance; offered?: bigint },
  now: string,
): Change {
  const until = later(now, DAYS_TO_DECIDE * 86_400)
  const freed = {
    ...release({ customer: op.customer_id, amount: eur(op.held) }),
    // A key of its own: it may be sent after all, and come back.
    key: `${op.id}:release:on_balance`,
  }
  return change({
    op,
    command: pricingOf(op),
    now,
    steps: [{ event: 'put_on_balance', actor: 'system', reason: why.reason, entries: [freed] }],
    patch: {
      refunded: op.refunded + op.held,
      fund_by: until,
      details: {
        refund_to: 'balance',
        on_arrival: {
          ...onArrivalOf(op),
          waits: why.reason,
          ...(why.offered !== undefined && { offered: why.offered.toString() }),
        },
      },
    },
    companions: {
      counters: givenBackLimits(op),
      jobs: [{ task: 'tell_on_balance' }],
      timers: [{ due_at: until, kind: 'fund_by_passed' }],
    },
  })
}

/** The sender accepts what the balance pays for today. */
export function sendAnew(
  op: Operation,
  quote: { id: string; figures: NewFigures },
  by: string,
  facts: Facts,
  command: Command,
  now: string,
): Change {
  const goesOn = refigured(op, quote.figures, 'by_sender')
  const reserved = reserve({ customer: op.customer_id, amount: eur(quote.figures.total) })
  const then = onceFunded(goesOn.op, facts)
  return {
    ...change({
      op,
      command,
      now,
      steps: [{ event: 'sent_anew', actor: by, entries: [reserved] }, ...then.steps],
      patch: { ...goesOn.patch, quote_id: quote.id, refunded: 0n },
      companions: {
        counters: countersFor(goesOn.op, facts.ceilings),
        attempts: then.attempts,
        jobs: then.jobs,
      },
    }),
    quote_id: quote.id,
  }
}
