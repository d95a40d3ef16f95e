// The columns of a transfer of the seeded history that are known before anything moves, priced as a customer would be.
import { usualTolerance } from '@jokko/core/arrival'
import { type Currency, fromDecimal } from '@jokko/core/money'
import { searchText } from '@jokko/core/search'
import { targetDayAfter } from '@jokko/core/target-days'
import type { PayeeDetails } from '../db/schema.ts'
import { price } from '../quotes/quoting.ts'
import type { Acceptance } from '../transfer/decisions.ts'
import { acceptedAtLeast } from '../transfer/new-figures.ts'
import type { TransferPlan } from './history-plan.ts'
import { type Customer, euros, type Payee, referenceOf, rowFor, type Scene } from './history-scene.ts'

export type Row = Acceptance['row'] & { started_at: string }

export function rowOf(scene: Scene, plan: TransferPlan, customer: Customer, startedAt: string): Row {
  const payee = scene.payees[plan.to]
  const { wire, route } = priced(scene, plan, payee)
  const cents = (kind: string) =>
    wire.lines.filter(line => line.kind === kind).reduce((sum, line) => sum + euros(line.amount).minor, 0n)
  const reference = referenceOf(plan.key)
  const isByBank = plan.pay === 'bank_transfer'
  const { currency } = wire.payable_target
  return {
    ...rowFor(scene, customer, startedAt),
    started_at: startedAt,
    receiver_customer_id: route ? null : payee.customerId,
    reference,
    operation_type: route ? 'direct_transfer' : 'instant_transfer',
    receiving_country: payee.country,
    payin_method: plan.pay,
    payout_kind: route?.kind ?? 'balance',
    route_id: route?.id ?? null,
    provider: route?.provider ?? 'jokko',
    beneficiary_id: payee.beneficiaryId,
    counterparty: payee.name,
    reason: plan.reason,
    principal: euros(wire.source.amount).minor,
    fee: cents('pay_in_fee') + cents('payout_fee'),
    margin: cents('margin'),
    total: euros(wire.total_to_pay.amount).minor,
    target: fromDecimal(wire.payable_target.amount, currency as Currency)?.minor ?? 0n,
    target_currency: currency,
    rate: wire.rate,
    details: {
      payee: payeeDetails(scene, payee),
      sender_name: customer.name,
      quote: { lines: wire.lines, snapped_from: wire.snapped_from },
      delivery: wire.delivery,
      ...acceptedAtLeast(wire, usualTolerance),
      ...(isByBank && { bank_account_id: scene.reference.ourBankAccounts[0]?.id ?? 1 }),
    },
    search: searchText([payee.name, payee.e164, reference, plan.reason]),
    fund_by: isByBank ? `${targetDayAfter(startedAt, 5)}T23:59:59.000Z` : null,
  }
}

/** At today's prices: the history is as old as its demo, not as the price list. */
function priced({ reference, now, owner }: Scene, plan: TransferPlan, payee: Payee) {
  const route = payee.route === undefined ? undefined : reference.routeById(payee.route)
  const sending = reference.countryByIso(owner.country)
  const receiving = reference.countryByIso(payee.country)
  const method = reference.payinMethodByName(plan.pay)
  if (!sending || !receiving || !method) throw new Error(`the history's ${plan.key} has no corridor`)
  const subject = { kind: 'transfer' as const, sending, receiving, method, ...(route && { route }) }
  return { route, wire: price(reference, subject, { fix: 'source', amount: euros(plan.euros) }, now).wire }
}

function payeeDetails({ reference }: Scene, payee: Payee): PayeeDetails {
  const route = payee.route === undefined ? undefined : reference.routeById(payee.route)
  const known = { name: payee.name, phone: payee.e164 }
  if (payee.account) return { ...known, bank_name: payee.account.bank, iban: payee.account.iban }
  const operator = route?.operator_code ? reference.operator(route.operator_code) : undefined
  return operator ? { ...known, operator: operator.code, operator_name: operator.name } : known
}
