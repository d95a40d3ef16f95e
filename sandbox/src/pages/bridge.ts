// Bridge's page: every payment link and what became of it.
import { type LinkRow, priceOf, requestsOf } from '../bridge/store.ts'
import { html, moment, page, table } from '../http/html.ts'
import type { World } from '../world/world.ts'

export function bridgePage(world: World): string {
  const links = world.store.all<LinkRow>('select * from bridge_links order by number desc limit 100')
  const body = html`
<p>The payer's bank accepts an order (ACSC); the money itself comes to the <a href="/bank">bank</a> some seconds later, or never.</p>
${table({
  caption: 'Payment links, newest first',
  columns: ['When', 'EUR', 'Payer', 'Link', 'Payments', 'End-to-end id', 'Expires'],
  rows: links.map(link => [
    moment(link.created_at),
    priceOf(link),
    link.payer_name,
    html`<a href="/bridge/pay/${link.id}">${link.status}</a>`,
    requestsOf(world, link.id)
      .map(({ status, status_reason }) => (status_reason ? `${status} (${status_reason})` : status))
      .join(', '),
    html`<code>${link.end_to_end_id}</code>`,
    moment(link.expires_at),
  ]),
})}`
  return page('Bridge', body)
}
