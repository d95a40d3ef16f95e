// Phones: which numbers received something, and what each one shows.

import { html, moment, page, table } from '../http/html.ts'
import type { TransferRow } from '../hub2/transfers.ts'
import { asAddress, listMessages, type MessageRow } from '../messages/inbox.ts'
import type { World } from '../world/world.ts'

type Phone = { number: string; messages: number; payouts: number }

export function phonesPage({ store }: World): string {
  const phones = store.all<Phone>(
    `select number, sum(message) as messages, sum(payout) as payouts from (
       select recipient as number, 1 as message, 0 as payout, at from messages where channel <> 'mail'
       union all
       select msisdn, 0, 1, updated_at from hub2_transfers where msisdn is not null and status = 'successful'
     ) group by number order by max(at) desc limit 200`,
  )
  const body = html`
${table({
  caption: 'Phones, latest first',
  columns: ['Number', 'Messages', 'Payouts'],
  rows: phones.map(phone => [
    html`<a href="/phones/${encodeURIComponent(phone.number)}">${phone.number}</a>`,
    phone.messages,
    phone.payouts,
  ]),
})}
<section><h2>Scripted numbers</h2>
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
  const body = html`
<section><h2>Messages</h2>
${messages.length === 0 ? html`<p>No message yet.</p>` : messages.map(messageMarkup)}</section>
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

function messageMarkup(message: MessageRow) {
  return html`<article><h3>${message.channel === 'sms' ? 'SMS' : 'WhatsApp'} from ${message.sender}</h3>
<p>${moment(message.at)} · ${message.status}</p>
<div class="message">${message.body}</div></article>`
}
