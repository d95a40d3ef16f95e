// A refund that its account did not take waits for a person: who tries again, or puts the money on the balance.
import { eur } from '@jokko/core/money'
import { refundFailed } from '@jokko/core/recipes-payin'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import type { Change } from '../ledger/change.ts'
import { type Step, walk } from '../ledger/walk.ts'
import { type Payer, readPayer } from '../people/payers.ts'
import { BANK } from './change.ts'
import type { ByHand } from './match-by-hand.ts'
import { readOperation } from './store.ts'

type Facts = { op: Operation; payer: Payer; by: ByHand; now: string }

export async function settleRefund(
  deps: Deps,
  operationId: string,
  to: 'source' | 'balance',
  by: ByHand,
): Promise<string> {
  const op = await readOperation(deps, operationId)
  const payer = op && (await readPayer(deps, op.user_id))
  if (op?.kind !== 'refund' || !payer) throw new Error(`${operationId} is no refund.`)
  if (op.state !== 'waiting') throw new Error(`${operationId} is ${op.state}: it does not wait for a person.`)
  const facts = { op, payer, by, now: deps.clock.nowText() }
  const change = to === 'source' ? triedAgain(facts) : credited(facts)
  const verdict = await deps.ledger.commit(change)
  if (verdict.verdict === 'refused') throw new Error(`Not done: ${verdict.code}.`)
  return `${operationId}: ${change.patch?.state ?? 'done'}`
}

/** The earlier payment is known to have failed, so that this one is a new one. */
function triedAgain(facts: Facts): Change {
  const { op } = facts
  const { payer_iban: iban, payer_name: name = '' } = op.details
  if (!iban || op.details.pay_in) throw new Error(`${op.id} is not given back by our bank.`)
  return {
    ...moved(facts, { event: 'tried_again' }),
    attempts: [
      {
        id: newId('pat'),
        provider: BANK,
        state: 'created',
        amount: op.total,
        currency: 'EUR',
        destination: { kind: 'refund', name, iban },
      },
    ],
    jobs: [{ task: 'send_refund', payload: { operation_id: op.id } }],
  }
}

function credited(facts: Facts): Change {
  const { op, payer } = facts
  if (!payer.has_balance) throw new Error(`${op.id} is of somebody without a balance.`)
  if (op.payin_method === 'card')
    throw new Error(`${op.id} was paid by card: its money goes back to the card, never to the balance.`)
  const { provider, currency = 'EUR' } = op.details.pay_in ?? { provider: BANK }
  if (currency !== 'EUR')
    throw new Error(`${op.id} was paid in ${currency}: it is ordered again for the phone.`)
  const entry = refundFailed({ provider, customer: op.customer_id, amount: eur(op.total) })
  const change = moved(facts, { event: 'credited', entries: [entry] })
  return { ...change, patch: { ...change.patch, details: { refund_to: 'balance' } } }
}

function moved({ op, by, now }: Facts, step: Pick<Step<'refund'>, 'event' | 'entries'>): Change {
  const { events, entries, shown } = walk({
    kind: 'refund',
    operationId: op.id,
    book: op.book,
    from: 'waiting',
    steps: [{ ...step, actor: `operator:${by.operator}`, reason: by.reason }],
    now,
  })
  return {
    scope: 'operator',
    key: `${op.id}:${step.event}:${op.version}`,
    body_hash: step.event,
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    patch: shown,
    events,
    entries,
  }
}
