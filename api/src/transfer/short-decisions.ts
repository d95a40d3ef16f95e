// What becomes of a bank transfer that came short, decided as values: the rest is paid, a smaller transfer is sent, or
// everything goes back.
import { eur, subtract } from '@jokko/core/money'
import { refundAsked } from '@jokko/core/recipes-payin'
import { reserve } from '@jokko/core/recipes-transfer'
import type { Operation } from '../db/schema.ts'
import type { Change, Command } from '../ledger/change.ts'
import type { Step } from '../ledger/walk.ts'
import { change, givenBackLimits } from '../payouts/change.ts'
import type { Ceilings } from '../payouts/limits.ts'
import { type ContinuationFacts, cancel, onceFunded } from './decisions.ts'
import { type NewFigures, notUsed, refigured, usageBetween } from './new-figures.ts'

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

/** What came is enough for a smaller transfer; the cents that it cannot use go to the balance. */
export function sendLess(
  op: Operation,
  less: { id: string; figures: NewFigures },
  by: string,
  facts: ContinuationFacts & { ceilings: Ceilings },
  command: Command,
  now: string,
): Change {
  const left = notUsed(op, less.figures)
  const smaller = refigured(op, less.figures, 'by_sender')
  const step: Step<'transfer'> = {
    event: 'funds_complete',
    actor: by,
    entries: left.entries,
    reason: 'send_less',
  }
  return {
    ...complete(smaller.op, step, facts, command, now, {
      ...smaller.patch,
      quote_id: less.id,
      refunded: op.refunded + left.amount.minor,
    }),
    quote_id: less.id,
    counters: usageBetween(op, smaller.op, facts.ceilings),
  }
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
 * What came and is not sent goes back to the account it came from. The attempt carries the payment to our bank; its booking
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
        event: op.state === 'pricing' ? 'refused' : 'cancelled',
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
