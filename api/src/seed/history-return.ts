// A payout of the seeded history that its bank sent back after it was paid: an operation of its own, as in real life.
import { eur } from '@jokko/core/money'
import { payoutReturned, release, undoSend } from '@jokko/core/recipes-transfer'
import { newId } from '../http/ids.ts'
import { payable, sendingOf } from '../payouts/figures.ts'
import { fundedFrom } from '../transfer/decisions.ts'
import { type Draft, later, type Scene, walkPast } from './history-scene.ts'

const PROVIDER = 'provider:hub2'
const SYSTEM = 'system'
const RETURNED_AFTER_SECONDS = 190_000

/** Everything goes to the sender, fee included. */
export function returnDraft(scene: Scene, paidTransfer: Draft): Draft {
  const { create } = paidTransfer.change
  if (!create || create.payout_kind == null || create.payin_method == null)
    throw new Error('only a transfer can come back')
  const figures = fundedFrom({
    ...create,
    payout_kind: create.payout_kind,
    payin_method: create.payin_method,
  })
  const id = newId('opn')
  const at = later(paidTransfer.at, RETURNED_AFTER_SECONDS)
  const amount = payable(figures)
  const total = eur(create.total)
  const { events, entries, shown } = walkPast({
    kind: 'return',
    operationId: id,
    book: scene.book,
    startedAt: at,
    openedBy: PROVIDER,
    steps: [
      {
        event: 'confirmed',
        actor: PROVIDER,
        reason: 'returned_by_bank',
        entries: [
          payoutReturned({ provider: figures.provider ?? 'hub2', amount }),
          undoSend(sendingOf(figures)),
        ],
      },
      {
        event: 'given_back',
        actor: SYSTEM,
        entries: [release({ customer: create.customer_id, amount: total })],
      },
    ],
  })
  return {
    key: `${paidTransfer.key} return`,
    at,
    parent: paidTransfer.key,
    change: {
      operation_id: id,
      expect: 0,
      create: {
        ...create,
        ...shown,
        kind: 'return',
        operation_type: 'pay_out',
        payin_method: null,
        reference: null,
        route_id: null,
        provider: null,
        fund_by: null,
        received: total.minor,
        refunded: total.minor,
        details: { failure: { code: 'returned_by_bank' }, refund_to: 'balance' },
        started_at: at,
      },
      events,
      entries,
      counters: (paidTransfer.change.counters ?? []).map(usage => ({ ...usage, amount: -usage.amount })),
    },
  }
}
