// Phones: which numbers received something, and what each one shows.

import { form, html, moment, page, table } from '../http/html.ts'
import type { PaymentRow } from '../hub2/intent-store.ts'
import type { TransferRow } from '../hub2/transfers.ts'
import { asAddress, listMessages, type MessageRow } from '../messages/inbox.ts'
import type { World } from '../world/world.ts'

type Phone = { number: string; messages: number; payouts: number; payments: number }

export function phonesPage({ store }: World): string {
  const phones = store.all<Phone>(
    `select number, sum(message) as messages, sum(payout) as payouts, sum(payment) as payments from (
       select recipient as number, 1 as message, 0 as payout, 0 as payment, at from messages where channel <> 'mail'
       union all
       select msisdn, 0, 1, 0, updated_at from hub2_transfers where msisdn is not null and status = 'successful'
       union all
       select msisdn, 0, 0, 1, updated_at from hub2_payments
     ) group by number order by max(at) desc limit 200`,
  )
  const body = html`
${table({
  caption: 'Phones, latest first',
  columns: ['Number', 'Messages', 'Payouts', 'Payments'],
  rows: phones.map(phone => [
    html`<a href="/phones/${encodeURIComponent(phone.number)}">${phone.number}</a>`,
    phone.messages,
    phone.payouts,
    phone.payments,
  ]),
})}
<section><h2>Take a phone in your hand</h2>
<form method="get" action="/phones">
<div class="field"><label for="phone-number">Number</label><input id="phone-number" name="number" inputmode="tel" autocomplete="off" aria-describedby="phone-number-hint"><small id="phone-number-hint">With its country code, for instance +2250707123456</small></div>
<button>Open this phone</button>
</form></section>
<section><h2>Scripted payees</h2>
<p>A number that ends in <code>0000</code> and two more digits plays a part as the payee of a payout; any other is paid within 2 seconds.</p>
<ul>
<li>01: paid</li>
<li>02: declined, the account is closed</li>
<li>03: declined, the wallet has reached its ceiling</li>
<li>05: no answer; unknown until asked 3 times, then failed</li>
<li>06: no answer; unknown, then paid after 3 hours</li>
<li>07: declined, the name is another</li>
<li>09: the operator is down for an hour</li>
<li>10: paid, then returned after 2 days</li>
</ul></section>
<section><h2>Scripted payers</h2>
<p>The same ending plays a part when the phone is asked to pay; any other pays within 2 seconds after its prompt.</p>
<ul>
<li>01: is asked for a code, which is 1234</li>
<li>02: has too little money</li>
<li>03: is asked for a code, and every code is wrong</li>
<li>04: declines on the phone</li>
<li>05: does nothing, until you approve or decline on its page</li>
<li>06: pays after 75 seconds, when the wait is over</li>
</ul></section>`
  return page('Phones', body)
}

export function phonePage(world: World, typed: string): string {
  const number = asAddress(typed)
  const messages = listMessages(world, { to: number }, 100)
  const payouts = world.store.all<TransferRow>(
    'select * from hub2_transfers where msisdn = ? order by number desc limit 100',
    number,
  )
  const payments = world.store.all<PaymentRow>(
    'select * from hub2_payments where msisdn = ? order by number desc limit 100',
    number,
  )
  const body = html`
${payments.filter(({ step }) => step === 'ussd').map(payment => promptMarkup(number, payment))}
<section><h2>Messages</h2>
${messages.length === 0 ? html`<p>No message yet.</p>` : messages.map(messageMarkup)}</section>
<section><h2>Payment code</h2>
<p>Some operators want a code that their customer makes before paying. It comes as a message.</p>
${form(`/phones/${encodeURIComponent(number)}/codes`, 'Make a payment code', [])}</section>
<section><h2>Payments</h2>
${table({
  caption: 'Payments from this number',
  columns: ['When', 'Amount', 'Operator', 'State'],
  rows: payments.map(payment => [
    moment(payment.updated_at),
    `${payment.amount} ${payment.currency}`,
    payment.provider,
    payment.failure_message ? `${payment.status}: ${payment.failure_message}` : payment.status,
  ]),
})}</section>
<section><h2>Payouts</h2>
${table({
  caption: 'Payouts to this number',
  columns: ['When', 'Amount', 'State', 'Reference'],
  rows: payouts.map(payout => [
    moment(payout.updated_at),
    `${payout.amount} ${payout.currency}`,
    payout.status,
    payout.reference,
  ]),
})}</section>`
  return page(`Phone ${number}`, body)
}

function promptMarkup(number: string, { amount, currency, provider }: PaymentRow) {
  const phone = `/phones/${encodeURIComponent(number)}`
  return html`<section><h2>Pay ${amount} ${currency} to Jokko?</h2>
<p>The operator <code>${provider}</code> asks this phone.</p>
${form(`${phone}/approve`, 'Approve', [])}
${form(`${phone}/decline`, 'Decline', [])}</section>`
}

function messageMarkup(message: MessageRow) {
  return html`<article><h3>${message.channel === 'sms' ? 'SMS' : 'WhatsApp'} from ${message.sender}</h3>
<p>${moment(message.at)} · ${message.status}</p>
<div class="message">${message.body}</div></article>`
}
