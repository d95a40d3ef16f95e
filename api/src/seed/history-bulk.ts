// Bulk payments of the seeded history: the workshop's own people, all paid by one operator. Here the rows have no
// operations of their own; what they moved is in the bulk's entries.
import { eur, fromDecimal, type Money, money, subtract } from '@jokko/core/money'
import { payoutPaid, reserve, send } from '@jokko/core/recipes-transfer'
import { searchText } from '@jokko/core/search'
import { newId } from '../http/ids.ts'
import { price } from '../quotes/quoting.ts'
import type { RouteRow } from '../reference/store.ts'
import type { When } from './history-plan.ts'
import {
  beside,
  type Draft,
  euros,
  momentOf,
  type PastStep,
  referenceOf,
  rowFor,
  type Scene,
  walkPast,
} from './history-scene.ts'

type BulkPlan = { key: string; when: When; amount: string; rows: number; paidRows: number; reason: string }

const ROUTE = 201

export function bulkDraft(scene: Scene, plan: BulkPlan): Draft {
  const { owner, book } = scene
  const priced = pricedBulk(scene, plan)
  const { route, wire, total, payable } = priced
  const id = newId('opn')
  const at = momentOf(scene, plan.when)
  const walked = walkPast({
    kind: 'bulk',
    operationId: id,
    book,
    startedAt: at,
    openedBy: owner.userId,
    steps: stepsOf(scene, plan, total),
  })
  const reference = referenceOf(plan.key)
  const create = {
    ...rowFor(scene, owner, at),
    ...walked.shown,
    kind: 'bulk' as const,
    operation_type: 'bulk_transfer',
    reference,
    receiving_country: route.country,
    payin_method: 'balance',
    payout_kind: route.kind,
    route_id: route.id,
    provider: route.provider,
    reason: plan.reason,
    principal: priced.principal.minor,
    fee: subtract(total, priced.principal).minor,
    total: total.minor,
    target: payable.minor,
    target_currency: payable.currency,
    rate: wire.rate,
    received: total.minor,
    details: {
      beneficiaries: plan.rows,
      sender_name: owner.name,
      quote: { lines: wire.lines, snapped_from: wire.snapped_from },
    },
    search: searchText([reference, plan.reason]),
  }
  const moved = rowEntries(scene, plan, priced).map(entry => beside(scene, id, walked.lastAt, entry))
  const change = { operation_id: id, expect: 0, create, events: walked.events }
  return { key: plan.key, at, change: { ...change, entries: [...walked.entries, ...moved] } }
}

function stepsOf({ owner }: Scene, plan: BulkPlan, total: Money): PastStep<'bulk'>[] {
  const actor = owner.userId
  const entries = [reserve({ customer: owner.customerId, amount: total })]
  return [
    { event: 'checked', actor, after: 240 },
    { event: 'pay_started', actor, after: 60 },
    { event: 'funds_complete', actor, after: 1, entries },
    ...(plan.paidRows === plan.rows ? [{ event: 'done', actor: 'system', after: 180 } as const] : []),
  ]
}

type Priced = ReturnType<typeof pricedBulk>

/** All rows are promised; those that were paid have left the float. */
function rowEntries({ owner }: Scene, { rows, paidRows }: BulkPlan, priced: Priced) {
  const { route, principal, payable, fees } = priced
  const provider = route.provider
  const sending = { customer: owner.customerId, provider, principal, payable, fees, margin: eur(0n) }
  const paidOut = paidRows === rows ? payable.minor : (payable.minor / BigInt(rows)) * BigInt(paidRows)
  return [send(sending), payoutPaid({ provider, amount: money(paidOut, payable.currency) })]
}

function pricedBulk({ reference, now, owner }: Scene, plan: BulkPlan) {
  const route = reference.routeById(ROUTE)
  const sending = reference.countryByIso(owner.country)
  const receiving = route && reference.countryByIso(route.country)
  const method = reference.payinMethodByName('balance')
  if (!route || !sending || !receiving || !method)
    throw new Error(`the history's ${plan.key} has no corridor`)
  const subject = { kind: 'transfer' as const, sending, receiving, method, route }
  const { wire } = price(reference, subject, { fix: 'source', amount: euros(plan.amount) }, now)
  return {
    route,
    wire,
    principal: euros(wire.source.amount),
    total: euros(wire.total_to_pay.amount),
    payable: payableOf(wire.payable_target.amount, route),
    fees: wire.lines.map(({ kind, amount }) => ({
      kind: kind === 'pay_in_fee' ? ('bulk' as const) : ('payout' as const),
      amount: euros(amount),
    })),
  }
}

const payableOf = (amount: string, { currency }: RouteRow): Money =>
  fromDecimal(amount, currency) ?? money(0n, currency)
