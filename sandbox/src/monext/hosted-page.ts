// The page on which a buyer pays: card, then the bank's question, then back to the shop whatever the outcome.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { form, html, page, table } from '../http/html.ts'
import { fieldsOf } from '../http/read-body.ts'
import type { World } from '../world/world.ts'
import { cardScripts, compactNumber, expiryOf, isCardNumber, maskNumber, networkOf } from './cards.ts'
import { MonextRefusal } from './errors.ts'
import { authenticate, cancelByBuyer } from './outcomes.ts'
import { keepCard, knownSession, requestOf, type SessionRow } from './sessions.ts'
import { euros } from './settlements.ts'

type WithId = { Params: { id: string } }

export function hostedPageRoutes(app: FastifyInstance, world: World) {
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error instanceof MonextRefusal ? error.status : (error.statusCode ?? 500)
    if (status >= 500) request.log.error(error)
    return show(reply.code(status), page('This did not work', html`<p>${error.message}.</p>`))
  })
  app.get<WithId>('/monext/pay/:id', (request, reply) => showStage(world, request.params.id, reply))
  app.post<WithId>('/monext/pay/:id/card', (request, reply) => {
    const session = knownSession(world, request.params.id)
    if (session.stage !== 'card') return reply.redirect(addressOf(session.id), 303)
    const { card, problems } = readCard(request.body, world.clock.now())
    if (!card) return show(reply.code(422), cardPage(session, problems), session)
    keepCard(world, session.id, card)
    return reply.redirect(addressOf(session.id), 303)
  })
  app.post<WithId>('/monext/pay/:id/authentication', (request, reply) => {
    authenticate(world, request.params.id, fieldsOf(request.body)['answer'] === 'approve')
    return goBack(reply, knownSession(world, request.params.id))
  })
  app.post<WithId>('/monext/pay/:id/cancel', (request, reply) => {
    cancelByBuyer(world, request.params.id)
    return goBack(reply, knownSession(world, request.params.id))
  })
}

const addressOf = (sessionId: string) => `/monext/pay/${sessionId}`

function showStage(world: World, id: string, reply: FastifyReply) {
  const session = knownSession(world, id)
  if (session.stage === 'card') return show(reply, cardPage(session, []), session)
  if (session.stage === 'authentication') return show(reply, authenticationPage(session), session)
  return show(reply, overPage(session), session)
}

const goBack = (reply: FastifyReply, session: SessionRow) => reply.redirect(returnAddress(session), 303)

function returnAddress(session: SessionRow): string {
  const url = new URL(requestOf(session).returnURL)
  url.searchParams.set('paylinetoken', session.id)
  return url.href
}

/** A form of this page may end at the shop: its answer is a redirection there. */
function show(reply: FastifyReply, text: string, session?: SessionRow) {
  const shop = session ? ` ${new URL(requestOf(session).returnURL).origin}` : ''
  return reply
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src data:; form-action 'self'${shop}; base-uri 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(text)
}

const priceOf = (session: SessionRow) => `${euros(session.amount)} ${session.currency}`

const cancelForm = (session: SessionRow) => form(`${addressOf(session.id)}/cancel`, 'Cancel and go back', [])

function cardPage(session: SessionRow, problems: readonly string[]): string {
  const body = html`
<p>Simulated card page of Monext. Payment <code>${session.reference}</code>. Never type a real card number here.</p>
${problems.length > 0 && html`<div role="alert"><p>The card was not taken:</p><ul>${problems.map(problem => html`<li>${problem}</li>`)}</ul></div>`}
<section><h2>Card</h2>
${form(`${addressOf(session.id)}/card`, `Pay ${priceOf(session)}`, [
  { name: 'number', label: 'Card number', inputMode: 'numeric' },
  { name: 'expiry', label: 'Expiry date', inputMode: 'numeric', hint: 'MM/YY, not in the past' },
  { name: 'cvc', label: 'CVC', inputMode: 'numeric', hint: 'Any 3 digits' },
])}
</section>
<section><h2>Not now?</h2>${cancelForm(session)}</section>
<section><h2>Which card does what</h2>
${table({
  caption: 'By the last four digits',
  columns: ['Card number', 'What happens'],
  rows: cardScripts.map(({ number, meaning }) => [html`<code>${number}</code>`, meaning]),
})}</section>`
  return page(`Pay ${priceOf(session)}`, body)
}

function authenticationPage(session: SessionRow): string {
  const answer = (value: string, button: string) =>
    html`<form method="post" action="${addressOf(session.id)}/authentication"><input type="hidden" name="answer" value="${value}"><p><button>${button}</button></p></form>`
  const body = html`
<p>Simulated 3-D Secure step of the card's bank.</p>
<section><h2>Is this you?</h2>
<p>${priceOf(session)} with the card <code>${session.card_masked}</code>.</p>
${answer('approve', 'Approve')}
${answer('refuse', 'Refuse')}
</section>`
  return page('Confirm the payment', body)
}

function overPage(session: SessionRow): string {
  const body = html`
<p>${priceOf(session)}: ${session.title} (${session.code}, ${session.detail}).</p>
<p><a href="${returnAddress(session)}">Go back to the shop</a></p>`
  return page('This payment is over', body)
}

function readCard(body: unknown, now: number) {
  const fields = fieldsOf(body)
  const typed = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const number = compactNumber(typed('number'))
  const expiry = expiryOf(typed('expiry'), now)
  const problems = [
    isCardNumber(number) ? '' : 'Card number: this is not a card number',
    expiry === undefined ? 'Expiry date: it must look like 08/31 and not be over' : '',
    /^\d{3,4}$/.test(typed('cvc').trim()) ? '' : 'CVC: it has 3 digits',
  ].filter(problem => problem !== '')
  if (problems.length > 0 || expiry === undefined) return { problems }
  const card = { ending: number.slice(-4), masked: maskNumber(number), network: networkOf(number), expiry }
  return { card, problems }
}
