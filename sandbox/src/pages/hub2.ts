// Hub2's page: the transfer account and the payouts it was asked for.

import { html, moment, page, table } from '../http/html.ts'
import { accountStatement, transferCurrencies } from '../hub2/account.ts'
import type { TransferRow } from '../hub2/transfers.ts'
import type { World } from '../world/world.ts'

export function hub2Page(world: World): string {
  const transfers = world.store.all<TransferRow>(
    'select * from hub2_transfers order by number desc limit 100',
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
})}`
  return page('Hub2', body)
}
