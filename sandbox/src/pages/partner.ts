// The partner network's page: its accounts and the payouts it was asked for.
import { html, moment, page, table } from '../http/html.ts'
import { accountNames, availableBalance, payoutCurrencies, reservedBalance } from '../partner/accounts.ts'
import type { PayoutRow } from '../partner/payouts.ts'
import type { World } from '../world/world.ts'

export function partnerPage(world: World): string {
  const payouts = world.store.all<PayoutRow>('select * from partner_payouts order by number desc limit 100')
  const body = html`
<p>Microfinance institutions, wallets, deliveries, and the operators and banks that Hub2 does not reach.</p>
${table({
  caption: 'Accounts',
  columns: ['Account', 'Currency', 'Available', 'Reserved'],
  rows: accountNames.flatMap(account =>
    payoutCurrencies.map(currency => [
      account,
      currency,
      availableBalance(world, account, currency),
      reservedBalance(world, account, currency),
    ]),
  ),
})}
${table({
  caption: 'Payouts, newest first',
  columns: ['When', 'Account', 'Kind', 'Amount', 'To', 'State', 'Script', 'Reference'],
  rows: payouts.map(payout => [
    moment(payout.created_at),
    payout.account,
    payout.type,
    `${payout.amount} ${payout.currency}`,
    [payout.owner_name, payout.institution_id ?? payout.detail, payout.account_number]
      .filter(Boolean)
      .join(', '),
    payout.failure_message ? `${payout.status}: ${payout.failure_message}` : payout.status,
    payout.script,
    payout.reference,
  ]),
})}`
  return page('Partner network', body)
}
