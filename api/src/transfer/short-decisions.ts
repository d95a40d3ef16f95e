// What becomes of a bank transfer that came short, decided as values: the rest is paid, a smaller transfer is sent, or
// everything goes back.
import { eur, type Money, subtract } from '@jokko/core/money'
import { refundAsked } from '@jokko/core/recipes-payin'
import { release, reserve } from '@jokko/core/recipes-transfer'
import type { Operation } from '../db/schema.ts'
import type { Change, Command, CounterWrite } from '../ledger/change.ts'
import type { Step } from '../ledger/walk.ts'
import { change, givenBackLimits } from '../payouts/change.ts'
import { limitKeys } from '../payouts/limits.ts'
import { type ContinuationFacts, cancel, onceFunded } from './decisions.ts'

/** The rest of a short bank transfer is paid from the balance. */
export function payRest(
  op: Operation,
  by: string,
  facts: ContinuationFacts,
  command: Command,
  now: string,
): Change {
  const missing = subtract(eur(op.total), eur(op.held))
  const entry = { ...reserve({ customer: op.customer_id, amount: missing }), key: `${op.id}:reserve:rest` }
  return complete(
    op,
    { event: 'funds_complete', actor: by, entries: [entry], reason: 'rest_from_balance' },
    facts,
    command,
    now,
    {
      received: op.total,
    },
  )
}

export type SmallerQuote = {
  id: string
  principal: Money
  fee: Money
  margin: Money
  total: Money
  target: Money
  lines: { kind: string; amount: string; currency: string }[]
  snapped_from: string | null
}

/** What came is enough for a smaller transfer; the cents that it cannot use go to the balance. */
export function sendLess(
  op: Operation,
  less: SmallerQuote,
  by: string,
  facts: ContinuationFacts,
  command: Command,
  now: string,
): Change {
  const left = subtract(eur(op.held), less.total)
  // A key of its own: should the smaller transfer come back, its release follows.
  const released = { ...release({ customer: op.customer_id, amount: left }), key: `${op.id}:release:left` }
  const entries = left.minor > 0n ? [released] : []
  const figures = {
    principal: less.principal.minor,
    fee: less.fee.minor,
    margin: less.margin.minor,
    total: less.total.minor,
    target: less.target.minor,
  }
  const details = { quote: { lines: less.lines, snapped_from: less.snapped_from } }
  const smaller: Operation = { ...op, ...figures, details: { ...op.details, ...details } }
  const step: Step<'transfer'> = { event: 'funds_complete', actor: by, entries, reason: 'send_less' }
  return {
    ...complete(smaller, step, facts, command, now, {
      ...figures,
      quote_id: less.id,
      details,
      refunded: op.refunded + left.minor,
    }),
    quote_id: less.id,
    counters: usageBetween(op, smaller),
  }
}

/** What limits get back when a transfer becomes smaller. */
function usageBetween(before: Operation, after: Operation): CounterWrite[] {
  const now = limitKeys(after)
  return limitKeys(before).map((key, i) => ({ ...key, amount: (now[i]?.amount ?? 0n) - key.amount }))
}

function complete(
  op: Operation,
  funded: Step<'transfer'>,
  facts: ContinuationFacts,
  command: Command,
  now: string,
  patch: NonNullable<Change['patch']>,
): Change {
  const then = onceFunded(op, facts)
  return change({
    op,
    command,
    now,
    steps: [funded, ...then.steps],
    patch,
    companions: { attempts: then.attempts, jobs: then.jobs },
  })
}

/**
 * What came short goes back to the account it came from. The attempt carries the payment to our bank; its booking
 * on the statement ends the operation with `refund_done` and the entry `refundBooked`.
 */
export function refundShort(
  op: Operation,
  by: string,
  attemptId: string,
  command: Command,
  now: string,
): Change {
  const held = eur(op.held)
  const iban = op.details.payer_iban
  if (!iban) return cancel(op, by, 'refund_to_balance', command, now)
  return change({
    op,
    command,
    now,
    steps: [
      {
        event: 'cancelled',
        actor: by,
        reason: 'refund',
        entries: [refundAsked({ provider: 'bank', customer: op.customer_id, amount: held })],
      },
    ],
    patch: { refunded: op.refunded + op.held, details: { refund_to: 'source' } },
    companions: {
      counters: givenBackLimits(op),
      attempts: [
        {
          id: attemptId,
          provider: 'bank',
          state: 'created',
          amount: held.minor,
          currency: 'EUR',
          destination: { kind: 'refund', name: op.details.payer_name ?? '', iban },
        },
      ],
      jobs: [{ task: 'send_refund' }],
    },
  })
}
