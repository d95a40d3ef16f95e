// Hub2's page: both accounts, the payouts it was asked for and the payments it collected.

import { html, moment, page, table } from '../http/html.ts'
import { accountStatement, transferCurrencies } from '../hub2/account.ts'
import { collectedBalance, type PaymentRow } from '../hub2/intent-store.ts'
import type { TransferRow } from '../hub2/transfers.ts'
import type { World } from '../world/world.ts'

export function hub2Page(world: World): string {
  const transfers = world.store.all<TransferRow>(
    'select * from hub2_transfers order by number desc limit 100',
  )
  const payments = world.store.all<PaymentRow & { purchase_reference: string }>(
    `select hub2_payments.*, purchase_reference from hub2_payments
     join hub2_intents on hub2_intents.id = intent_id order by hub2_payments.number desc limit 100`,
  )
  const body = html`
${table({
  caption: 'Transfer account',
  columns: ['Currency', 'Available', 'Reserved', 'Paid', 'Returned', 'Fees'],
  rows: transferCurrencies.map(currency => {
    const account = accountStatement(world, currency)
    return [currency, account.available, account.reserved, account.paid, account.returned, account.fees]
  }),
})}
${table({
  caption: 'Transfers, newest first',
  columns: ['When', 'Amount', 'To', 'State', 'Script', 'Reference'],
  rows: transfers.map(transfer => [
    moment(transfer.created_at),
    `${transfer.amount} ${transfer.currency}`,
    transfer.msisdn
      ? html`<a href="/phones/${encodeURIComponent(transfer.msisdn)}">${transfer.msisdn}</a>`
      : 'bank',
    transfer.failure_message ? `${transfer.status}: ${transfer.failure_message}` : transfer.status,
    transfer.script,
    transfer.reference,
  ]),
})}
${table({
  caption: 'Collection account',
  columns: ['Currency', 'Available'],
  rows: transferCurrencies.map(currency => [currency, collectedBalance(world, currency)]),
})}
${table({
  caption: 'Payments, newest first',
  columns: ['When', 'Amount', 'From', 'Operator', 'State', 'Script', 'Reference'],
  rows: payments.map(payment => [
    moment(payment.created_at),
    `${payment.amount} ${payment.currency}`,
    html`<a href="/phones/${encodeURIComponent(payment.msisdn)}">${payment.msisdn}</a>`,
    payment.provider,
    payment.failure_message ? `${payment.status}: ${payment.failure_message}` : payment.status,
    payment.script,
    payment.purchase_reference,
  ]),
})}`
  return page('Hub2', body)
}
