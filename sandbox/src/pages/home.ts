// The first page: which companies there are, what time it is in this world, and what goes wrong on purpose.

import { form, html, moment, page, table } from '../http/html.ts'
import { companies, faultKinds } from '../world/faults.ts'
import type { World } from '../world/world.ts'

export function homePage({ clock, faults, settings }: World): string {
  const body = html`
<p>The companies that Jokko works with, played by one program. Webhooks go to <code>${settings.jokkoUrl || 'nobody'}</code>.</p>
<section><h2>Companies</h2><ul>
<li><a href="/hub2">Hub2</a>: payouts to mobile money and bank accounts in Africa, and mobile money that it collects</li>
<li><a href="/bridge">Bridge</a>: payments from the payer's bank (Instant SEPA)</li>
<li><a href="/bank">Bank</a>: SEPA credits, SEPA orders, statements</li>
<li><a href="/phones">Phones</a>: SMS, WhatsApp, received payouts, and payments to approve (Twilio, operators)</li>
<li><a href="/mailbox">Mailbox</a>: every mail that was sent</li>
<li><a href="/monext">Monext</a>: card payments, refunds, chargebacks</li>
<li><a href="/truelayer">TrueLayer</a>: instant bank payments, refunds, the merchant account</li>
<li><a href="/partner">Partner network</a>: microfinance, wallets, deliveries</li>
<li><a href="/rates">Rates</a>: exchange rates</li>
</ul></section>
<section><h2>Time</h2>
<p>It is ${moment(clock.now())} (UTC) here. Time only goes forward, in this world and in Jokko's together.</p>
${form('/control/clock', 'Move time forward', [
  {
    name: 'advance_seconds',
    label: 'How far',
    options: [
      ['60', '1 minute'],
      ['3600', '1 hour'],
      ['10800', '3 hours'],
      ['86400', '1 day'],
      ['172800', '2 days'],
      ['518400', '6 days'],
    ],
  },
])}</section>
<section><h2>Faults</h2>
${table({
  caption: 'What goes wrong now',
  columns: ['Company', 'Fault', 'Probability', 'Until'],
  rows: faults
    .list()
    .map(fault => [
      fault.provider,
      fault.fault,
      fault.rate,
      fault.until === undefined ? 'healed' : moment(fault.until),
    ]),
})}
${form('/control/faults', 'Apply', [
  { name: 'provider', label: 'Company', options: ['all', ...companies].map(name => [name, name]) },
  {
    name: 'fault',
    label: 'Fault',
    options: ['none', ...faultKinds].map(name => [name, name.replaceAll('_', ' ')]),
  },
  { name: 'seconds', label: 'For how many seconds', hint: 'Empty: until it is healed by "none".' },
])}</section>
<section><h2>Begin again</h2>
<p>Forgets every payout, message, statement and fault here. Jokko itself forgets nothing.</p>
${form('/control/reset', 'Forget everything', [])}</section>`
  return page('The outside world', body)
}
