// Payment requests of the fault run: one customer asks, another pays in any of the ways; sometimes a third pays at the same
// moment, and only one of the two may.
import type { PaymentRequest, RequestedPayment } from '@jokko/contract/payment-request'
import type { Customer } from '../stage.ts'
import { IVORY_COAST, insist } from './customers.ts'
import { methodOf, pay } from './payers.ts'
import type { Random } from './random.ts'
import type { Town } from './town.ts'
import type { Payin } from './wishes.ts'
import { type Acknowledged, cents, decimal, type Refused, type Wish } from './wishes.ts'

const DAY = 86_400

export type Asking = { requester: Customer; rival: Customer | undefined }

export async function payRequest(
  town: Town,
  random: Random,
  wish: Wish,
  { requester, rival }: Asking,
): Promise<Acknowledged | Refused> {
  const asking = { key: `${wish.key}-ask`, customer: requester }
  const request = await insist<PaymentRequest>(town, random, asking, 'POST', '/payment-requests', {
    amount: decimal(wish.cents),
    reason: 'Facture',
    expires_in: DAY,
  })
  if ('code' in request) return request
  const asked = { id: request.id, key: asking.key, requester }
  const first = payAs(town, random, wish, request.id)
  if (!rival) return withRequest(await first, asked)
  const [one, other] = await Promise.all([
    first,
    payAs(town, random, { ...wish, key: `${wish.key}-rival`, customer: rival, payin: 'balance' }, request.id),
  ])
  if ('code' in one) return withRequest(other, asked)
  if ('id' in other) return { ...one, repeatedAs: other.id }
  return withRequest(one, asked)
}

const withRequest = (
  outcome: Acknowledged | Refused,
  request: NonNullable<Acknowledged['request']>,
): Acknowledged | Refused => ('code' in outcome ? outcome : { ...outcome, request })

async function payAs(
  town: Town,
  random: Random,
  wish: Wish,
  requestId: string,
): Promise<Acknowledged | Refused> {
  const path = `/payments/${requestId}`
  const seen = await insist<RequestedPayment>(town, random, wish, 'GET', path)
  if ('code' in seen) return seen
  const total = totalBy(seen, wish.payin)
  const order = {
    cashin_method_id: methodOf(wish.payin),
    ...(total !== undefined && { total_to_pay: total }),
    ...(wish.payin.startsWith('mobile') && { wallet_country_id: IVORY_COAST }),
  }
  const put = async () => {
    const shown = await insist<RequestedPayment>(town, random, wish, 'PUT', path, order)
    if ('code' in shown) return shown
    return shown.payment ?? { wish, status: 0, code: 'no payment is shown' }
  }
  const payment = await put()
  if ('code' in payment) return payment
  const charged = cents(payment.total_to_pay)
  const paying = { town, random, wish, again: put, ask: insist, place: '/payments' as const }
  return { wish, id: payment.id, total: charged, paidIn: await pay(paying, payment, charged) }
}

const totalBy = ({ request }: RequestedPayment, payin: Payin): string | undefined =>
  request.ways.find(way => way.cashin_method_id === methodOf(payin))?.total_to_pay ?? undefined
