// TrueLayer's page: every payment with what became of it, its refunds, and what is still on the merchant account.
import { html, moment, page, table } from '../http/html.ts'
import { latestPayments, type PaymentRow, type RefundRow } from '../truelayer/payment-store.ts'
import { refundsOf } from '../truelayer/refunds.ts'
import { euros, merchantAccount } from '../truelayer/sweeps.ts'
import type { World } from '../world/world.ts'

export function truelayerPage(world: World): string {
  const { current_balance_in_minor } = merchantAccount(world)
  const body = html`
<p>Simulated. On the merchant account: ${euros(current_balance_in_minor)} EUR. What was settled is paid to the bank a day later.</p>
${table({
  caption: 'Payments, newest first',
  columns: ['When', 'EUR', 'Payment', 'Name on the account', 'State', 'Afterwards'],
  rows: latestPayments(world, 100).map(payment => rowOf(payment, refundsOf(world, payment.id))),
})}`
  return page('TrueLayer', body)
}

const rowOf = (payment: PaymentRow, refunds: readonly RefundRow[]) => [
  moment(payment.created_at),
  euros(payment.amount),
  html`<code>${payment.id}</code>`,
  payment.holder,
  `${payment.status}${payment.failure_reason === null ? '' : ` (${payment.failure_reason})`}`,
  [
    ...refunds.map(({ amount, status }) => `refund ${euros(amount)} ${status}`),
    ...(payment.sweep === null ? [] : ['paid to the bank']),
  ].join(', '),
]
