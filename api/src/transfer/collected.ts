// A company has collected the money of a transfer: it is set aside, and the transfer goes on in the same change.
import type { StateOf } from '@jokko/core/lifecycles'
import { eur } from '@jokko/core/money'
import type { Entry } from '@jokko/core/recipes'
import { mobileMoneyCollected, payInCollected } from '@jokko/core/recipes-payin'
import type { Operation } from '../db/schema.ts'
import type { Collection, Funding } from '../ledger/paying.ts'
import { type Continuation, forOperation, type Step, walk } from '../ledger/walk.ts'

export function collected(op: Operation, collection: Collection, then: Continuation): Funding {
  const { actor, key, reference, now } = collection
  const funded: Step<'transfer'> = {
    event: 'funds_complete',
    actor,
    provider_reference: reference,
    entries: [{ ...entryOf(op, collection), key }],
  }
  const { shown, events, entries } = walk({
    kind: 'transfer',
    operationId: op.id,
    book: op.book,
    from: op.state as StateOf<'transfer'>,
    steps: [funded, ...then.steps],
    facts: { payIn: 'collected' },
    now,
  })
  return {
    patch: shown,
    events,
    entries,
    attempts: then.attempts,
    jobs: then.jobs.map(job => forOperation(job, op.id)),
  }
}

function entryOf(op: Operation, { provider, amount }: Collection): Entry {
  const customer = op.customer_id
  return amount.currency === 'EUR'
    ? payInCollected({ provider, customer, amount })
    : mobileMoneyCollected({ provider, customer, collected: amount, total: eur(op.total) })
}
