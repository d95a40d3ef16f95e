// Everyone's mail in one box, as text: a mail's own HTML is shown as its source, never rendered.

import { html, moment, page, table } from '../http/html.ts'
import { listMessages, type MessageRow } from '../messages/inbox.ts'
import type { World } from '../world/world.ts'

export function mailboxPage(world: World, to: string | undefined): string {
  const mails = listMessages(world, { to, channel: 'mail' }, 100)
  const body = html`
<form method="get" action="/mailbox"><div class="field"><label for="to">Only mail to</label>
<input id="to" name="to" value="${to ?? ''}" autocomplete="off"></div><button>Show</button></form>
${table({
  caption: 'Mail, newest first',
  columns: ['When', 'To', 'Subject'],
  rows: mails.map(mail => [
    moment(mail.at),
    mail.recipient,
    html`<a href="/mailbox/${mail.id}">${mail.subject || 'No subject'}</a>`,
  ]),
})}`
  return page('Mailbox', body)
}

export function mailPage({ store }: World, id: string): string | undefined {
  const mail = store.get<MessageRow>(
    `select * from messages where channel = 'mail' and id = cast(? as integer)`,
    id,
  )
  if (!mail) return undefined
  const body = html`
<p>${moment(mail.at)} · from ${mail.sender} · to ${mail.recipient}</p>
<div class="message">${mail.body}</div>
${mail.html && html`<details><summary>The HTML part</summary><div class="message">${mail.html}</div></details>`}
<p><a href="/mailbox">Back to the mailbox</a></p>`
  return page(mail.subject || 'No subject', body)
}
