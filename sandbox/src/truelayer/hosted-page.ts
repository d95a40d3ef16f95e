// The page on which a payer pays: choose a bank, sign in there, then back to the client whatever the outcome. The link
// carries its values behind the # where no server sees them, so a small script asks for them again behind the ?.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { form, html, page, table } from '../http/html.ts'
import { type Fields, fieldsOf } from '../http/read-body.ts'
import type { World } from '../world/world.ts'
import { findBank, findLogin, logins, mockBanks } from './banks.ts'
import { explainProblems, returnAddress, show } from './page-answers.ts'
import { knownPayment, type PaymentRow, requestOf } from './payment-store.ts'
import { authorise, cancelByPayer, chooseBank } from './payments.ts'
import { invalidField, TrueLayerProblem } from './problems.ts'
import { euros } from './sweeps.ts'

const address = '/truelayer/payment/payments'

const fragmentScript = `if (location.hash.length > 1) location.replace(location.pathname + '?' + location.hash.slice(1))\n`

export function paymentPageRoutes(app: FastifyInstance, world: World) {
  explainProblems(app)
  app.get('/truelayer/payment/fragment.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(fragmentScript),
  )
  app.get<{ Querystring: Fields }>(address, (request, reply) => {
    if (request.query['payment_id'] === undefined) return show(reply, fragmentPage)
    const visit = readVisit(world, request.query)
    return show(reply, stagePage(visit), visit.client)
  })
  app.post('/truelayer/payment/bank', (request, reply) => {
    const fields = fieldsOf(request.body)
    const visit = readVisit(world, fields)
    const bank = findBank(fields['provider_id'])
    if (!bank) throw invalidField('provider_id', 'There is no such bank.')
    chooseBank(world, visit.payment.id, bank)
    return reply.redirect(`${address}?${new URLSearchParams(keptFields(visit))}`, 303)
  })
  app.post('/truelayer/payment/authorise', (request, reply) => {
    const fields = fieldsOf(request.body)
    const visit = readVisit(world, fields)
    const login = findLogin(fields['username'])
    const holder = fields['holder']
    if (!login) throw invalidField('username', 'This bank does not know the user name.')
    if (typeof holder !== 'string' || !/\S/.test(holder) || holder.length > 70)
      throw invalidField('holder', 'An account has a holder.')
    authorise(world, visit.payment.id, login, holder.trim())
    return goBack(reply, visit)
  })
  app.post('/truelayer/payment/cancel', (request, reply) => {
    const visit = readVisit(world, fieldsOf(request.body))
    cancelByPayer(world, visit.payment.id)
    return goBack(reply, readVisit(world, fieldsOf(request.body)))
  })
}

type Visit = { readonly payment: PaymentRow; readonly client: URL }

function readVisit(world: World, fields: Fields): Visit {
  const payment = knownPayment(world, String(fields['payment_id']))
  if (fields['resource_token'] !== payment.resource_token)
    throw new TrueLayerProblem(401, 'unauthenticated', 'The link is not complete.')
  return { payment, client: returnAddress(world, fields['return_uri'], 'return_uri') }
}

const keptFields = ({ payment, client }: Visit) => ({
  payment_id: payment.id,
  resource_token: payment.resource_token,
  return_uri: client.href,
})

function wayBack({ payment, client }: Visit): string {
  const url = new URL(client)
  url.searchParams.set('payment_id', payment.id)
  if (payment.failure_reason === 'canceled') url.searchParams.set('error', 'tl_hpp_abandoned')
  return url.href
}

const goBack = (reply: FastifyReply, visit: Visit) => reply.redirect(wayBack(visit), 303)

const fragmentPage = page(
  'Pay by bank',
  html`<p>Simulated payment page of TrueLayer. The link must name a payment.</p>
<noscript><p>This page needs JavaScript to read its link.</p></noscript>
<script src="/truelayer/payment/fragment.js"></script>`,
)

const priceOf = ({ amount }: PaymentRow) => `${euros(amount)} EUR`

function stagePage(visit: Visit): string {
  const { status } = visit.payment
  if (status === 'authorization_required') return bankChoicePage(visit)
  return status === 'authorizing' ? bankLoginPage(visit) : overPage(visit)
}

function bankChoicePage(visit: Visit): string {
  const body = html`
<p>Simulated payment page of TrueLayer. The money moves from your bank at once.</p>
<section><h2>Your bank</h2>
${form(
  '/truelayer/payment/bank',
  'Continue to the bank',
  [{ name: 'provider_id', label: 'Bank', options: mockBanks.map(({ id, name }) => [id, name]) }],
  keptFields(visit),
)}
${form('/truelayer/payment/cancel', 'Cancel', [], keptFields(visit))}
</section>`
  return page(`Pay ${priceOf(visit.payment)}`, body)
}

function bankLoginPage(visit: Visit): string {
  const { payment } = visit
  const bank = findBank(payment.provider_id)
  const body = html`
<p>Simulated page of a bank. ${priceOf(payment)} from the account <code>${bank?.iban}</code>.</p>
<section><h2>Sign in and pay</h2>
${form(
  '/truelayer/payment/authorise',
  `Pay ${priceOf(payment)}`,
  [
    { name: 'username', label: 'User name', options: logins },
    {
      name: 'holder',
      label: 'Name on the account',
      value: requestOf(payment).user.name,
      hint: 'Write another name to pay from the account of another person.',
    },
  ],
  keptFields(visit),
)}
${form('/truelayer/payment/cancel', 'Cancel', [], keptFields(visit))}
</section>`
  return page(bank?.name ?? 'Your bank', body)
}

function overPage(visit: Visit): string {
  const { payment } = visit
  const body = html`
${table({
  caption: 'The payment',
  columns: ['EUR', 'State'],
  rows: [[euros(payment.amount), `${payment.status} ${payment.failure_reason ?? ''}`]],
})}
<p><a href="${wayBack(visit)}">Go back to Jokko</a></p>`
  return page('This payment is over', body)
}
