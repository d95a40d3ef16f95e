// Monext's page: every payment session, what became of it, and a button for the buyer's bank.
import { html, moment, page, table } from '../http/html.ts'
import { cardScripts } from '../monext/cards.ts'
import { type FollowUpRow, followUpsOf } from '../monext/refunds.ts'
import { latestSessions, type SessionRow } from '../monext/sessions.ts'
import { euros } from '../monext/settlements.ts'
import type { World } from '../world/world.ts'

export function monextPage(world: World): string {
  const body = html`
${table({
  caption: 'Payment sessions, newest first',
  columns: ['When', 'EUR', 'Reference', 'State', 'Afterwards', 'Action'],
  rows: latestSessions(world, 100).map(session => rowOf(session, followUpsOf(world, session.id))),
})}
<section><h2>Test cards</h2>
${table({
  caption: 'By the last four digits',
  columns: ['Card number', 'What happens'],
  rows: cardScripts.map(({ number, meaning }) => [html`<code>${number}</code>`, meaning]),
})}</section>`
  return page('Monext', body)
}

function rowOf(session: SessionRow, followUps: readonly FollowUpRow[]) {
  const has = (wanted: FollowUpRow['type']) => followUps.some(({ type }) => type === wanted)
  return [
    moment(session.created_at),
    euros(session.amount),
    html`<a href="/monext/pay/${session.id}">${session.reference}</a>`,
    `${session.title} (${session.code})${session.settlement === null ? '' : ', settled'}`,
    followUps
      .map(({ type, amount, status }) => `${type.toLowerCase()} ${euros(amount)} ${status}`)
      .join(', '),
    session.title === 'ACCEPTED' && !has('REPRESENTMENT') && chargebackForm(session, has('CHARGEBACK')),
  ]
}

const chargebackForm = ({ id }: SessionRow, isTaken: boolean) =>
  html`<form method="post" action="/monext/control/chargebacks${isTaken ? '/reverse' : ''}"><input type="hidden" name="sessionId" value="${id}"><button>${isTaken ? 'Give it back' : 'Charge back'}</button></form>`
