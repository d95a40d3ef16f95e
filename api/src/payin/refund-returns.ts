// A refund that a company paid out of our float and took back later: a return with a life of its own puts the money on
// the payer's balance, or, for a payer without one, into a refund that waits for a person. Pure, like all decisions.

import type { Currency } from '@jokko/core/money'
import { eur, type Money, money } from '@jokko/core/money'
import type { Entry } from '@jokko/core/recipes'
import { mobileMoneyRefundFailed, refundFailed, refundReturned } from '@jokko/core/recipes-payin'
import type { NewOperation, Operation, PayIn, PayoutAttempt } from '../db/schema.ts'
import type { Change, LinkedOperation } from '../ledger/change.ts'
import { walk } from '../ledger/walk.ts'
import type { Payer } from '../people/payers.ts'

type Returned = {
  /** The transfer that was refunded, or the refund that stood on its own. */
  op: Operation
  attempt: PayoutAttempt
  payIn: PayIn
  payer: Payer
  now: string
  /** Why it came back, in the company's words. */
  reason: string
  /** Ids of what is opened for it. */
  ids: { returnId: string; refundId: string }
}

/** What did not go back is the customer's, in the euros that were paid. */
export function creditEntry(provider: string, op: Operation, { minor, currency }: Money): Entry {
  const customer = op.customer_id
  if (currency === 'EUR') return refundFailed({ provider, customer, amount: eur(minor) })
  return mobileMoneyRefundFailed({
    provider,
    customer,
    collected: money(minor, currency),
    total: eur(op.total),
  })
}

export function refundCameBack(facts: Returned): Change {
  const { op, attempt, payIn, payer, now, reason, ids } = facts
  const { provider } = payIn
  const actor = `provider:${provider}`
  const amount = money(attempt.amount, attempt.currency as Currency)
  const key = `refund:${attempt.id}:returned`
  const place = { kind: 'return' as const, operationId: ids.returnId, book: op.book, from: null, now }
  const walked = walk({
    ...place,
    openedBy: actor,
    steps: [
      { event: 'confirmed', actor, reason, entries: [{ ...refundReturned({ provider, amount }), key }] },
      {
        event: 'given_back',
        actor: 'system',
        entries: payer.has_balance ? [creditEntry(provider, op, amount)] : [],
      },
    ],
  })
  const to = payer.has_balance ? ('balance' as const) : ('source' as const)
  return {
    scope: actor,
    key,
    body_hash: key,
    received_at: now,
    operation_id: ids.returnId,
    expect: 0,
    create: {
      ...rowFor(op, now),
      ...walked.shown,
      kind: 'return',
      parent_id: op.id,
      refunded: op.total,
      details: { failure: { code: reason }, refund_to: to },
    },
    events: walked.events,
    entries: walked.entries,
    linked: payer.has_balance ? [] : [waitingRefund(facts)],
  }
}

function waitingRefund({ op, payIn, now, reason, ids }: Returned): LinkedOperation {
  const actor = `provider:${payIn.provider}`
  const { shown, events } = walk({
    kind: 'refund',
    operationId: ids.refundId,
    book: op.book,
    from: null,
    openedBy: actor,
    steps: [{ event: 'rejected', actor, reason }],
    now,
  })
  const create = {
    ...rowFor(op, now),
    ...shown,
    kind: 'refund' as const,
    parent_id: ids.returnId,
    details: {
      failure: { code: reason },
      refund_to: 'source' as const,
      ...(op.details.pay_in && { pay_in: op.details.pay_in }),
    },
  }
  return { operation_id: ids.refundId, create, events }
}

type Columns = Omit<NewOperation, 'kind' | 'state' | 'customer_status'>

const rowFor = (op: Operation, now: string): Columns => ({
  book: op.book,
  customer_id: op.customer_id,
  user_id: op.user_id,
  operation_type: 'deposit',
  payin_method: op.payin_method,
  provider: op.details.pay_in?.provider ?? null,
  counterparty: op.details.sender_name ?? '',
  principal: op.total,
  total: op.total,
  received: op.total,
  target: op.total,
  target_currency: 'EUR',
  search: '',
  started_at: now,
})
