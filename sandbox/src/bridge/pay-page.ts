// Bridge's page for payers: choose a bank, confirm there or refuse, pay by hand, or leave at any step.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { compactIban, isIban } from '../bank/iban.ts'
import { showCheckout } from '../http/checkout.ts'
import { form, type Html, html, page, table } from '../http/html.ts'
import { choiceField, fieldsOf, textField } from '../http/read-body.ts'
import type { World } from '../world/world.ts'
import { BridgeRefusal } from './errors.ts'
import { chooseBank, confirmAtBank, refuseAtBank } from './links.ts'
import { findLink, knownLink, knownRequest, type LinkRow, priceOf, type RequestRow } from './store.ts'

type WithId = { Params: { id: string } }
type WithRequest = { Params: { id: string; request: string } }

const banks = ['Banque Simulée', 'Caisse d’Essai', 'Bank of Nowhere'] as const
const leavingSteps = ['banks_list', 'bank_page', 'manual_transfer_page'] as const
type LeavingStep = (typeof leavingSteps)[number]

export const refusals = ['debit_account_insufficient_funds', 'MS03'] as const

/** What the browser comes back with after a refusal; the documents name only success, manual_transfer and abort. */
const refusedStatus = 'failed'

const usualIban = 'FR7599999000010000001A23472'

export function payPageRoutes(app: FastifyInstance, world: World) {
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error instanceof BridgeRefusal ? error.status : (error.statusCode ?? 500)
    if (status >= 500) request.log.error(error)
    const params = request.params as Partial<WithId['Params']>
    const link = findLink(world, params.id ?? '')
    return show(reply.code(status), page('This did not work', html`<p>${error.message}.</p>`), link)
  })
  app.get<WithId>('/bridge/pay/:id', (request, reply) => {
    const link = knownLink(world, request.params.id)
    return show(reply, link.status === 'valid' ? banksPage(link) : closedPage(link), link)
  })
  app.post<WithId>('/bridge/pay/:id/bank', (request, reply) => {
    const link = knownLink(world, request.params.id)
    const bank = choiceField(fieldsOf(request.body), 'bank', banks)
    return reply.redirect(`${addressOf(link)}/bank/${chooseBank(world, link, bank).id}`, 303)
  })
  bankPageRoutes(app, world)
  manualRoutes(app, world)
  app.post<WithId>('/bridge/pay/:id/leave', (request, reply) => {
    const step = choiceField(fieldsOf(request.body), 'step', leavingSteps)
    return goBack(reply, knownLink(world, request.params.id), { status: 'abort', step })
  })
}

function bankPageRoutes(app: FastifyInstance, world: World) {
  app.get<WithRequest>('/bridge/pay/:id/bank/:request', (request, reply) => {
    const { link, row } = ofLink(world, request.params)
    const open = row.status === 'ACTC' && link.status === 'valid'
    return show(reply, open ? bankPage(link, row) : closedPage(link, row), link)
  })
  app.post<WithRequest>('/bridge/pay/:id/bank/:request/confirm', (request, reply) => {
    const { link, row } = ofLink(world, request.params)
    const fields = fieldsOf(request.body)
    const iban = compactIban(textField(fields, 'payer_iban', /^[A-Z0-9 ]*$/i, '') || usualIban)
    if (!isIban(iban)) throw new BridgeRefusal(400, 'invalid_parameter', 'The IBAN is not an IBAN')
    const { id } = confirmAtBank(world, row, {
      name: textField(fields, 'payer_name', /^.{0,70}$/, '') || link.payer_name,
      iban,
      moneyComes: choiceField(fields, 'money', ['arrives', 'never comes'], 'arrives') === 'arrives',
    })
    return goBack(reply, link, { payment_request_id: id, status: 'success' })
  })
  app.post<WithRequest>('/bridge/pay/:id/bank/:request/refuse', (request, reply) => {
    const { link, row } = ofLink(world, request.params)
    const reason = choiceField(fieldsOf(request.body), 'reason', refusals)
    const { id } = refuseAtBank(world, row, reason)
    return goBack(reply, link, { payment_request_id: id, status: refusedStatus })
  })
}

function manualRoutes(app: FastifyInstance, world: World) {
  app.get<WithId>('/bridge/pay/:id/manual', (request, reply) => {
    const link = knownLink(world, request.params.id)
    return show(reply, link.status === 'valid' ? manualPage(link) : closedPage(link), link)
  })
  app.post<WithId>('/bridge/pay/:id/manual', (request, reply) =>
    goBack(reply, knownLink(world, request.params.id), { status: 'manual_transfer' }),
  )
}

function ofLink(world: World, { id, request }: WithRequest['Params']) {
  const row = knownRequest(world, request)
  if (row.link_id !== id) throw new BridgeRefusal(404, 'not_found', 'There is no such payment')
  return { link: knownLink(world, id), row }
}

const addressOf = ({ id }: LinkRow) => `/bridge/pay/${id}`

function goBack(reply: FastifyReply, link: LinkRow, told: Record<string, string>) {
  const url = new URL(link.callback_url)
  for (const [name, value] of Object.entries({ payment_link_id: link.id, ...told }))
    url.searchParams.set(name, value)
  return reply.redirect(url.href, 303)
}

const show = (reply: FastifyReply, text: string, link: LinkRow | undefined) =>
  showCheckout(reply, text, link ? [link.callback_url] : [])

const leaveForm = (link: LinkRow, step: LeavingStep) =>
  html`<form method="post" action="${addressOf(link)}/leave"><input type="hidden" name="step" value="${step}"><p><button>Cancel and go back</button></p></form>`

const whatFor = (link: LinkRow): Html =>
  html`<p>${priceOf(link)} EUR to ${link.beneficiary_name}, for ${link.label}.</p>`

function banksPage(link: LinkRow): string {
  const body = html`
<p>Simulated payment page of Bridge.</p>
<section><h2>Choose your bank</h2>
${whatFor(link)}
${form(`${addressOf(link)}/bank`, 'Continue', [{ name: 'bank', label: 'Bank', options: banks.map(bank => [bank, bank]) }])}
<p><a href="${addressOf(link)}/manual">Pay by manual transfer</a></p>
${leaveForm(link, 'banks_list')}</section>`
  return page(`Pay ${priceOf(link)} EUR`, body)
}

function bankPage(link: LinkRow, { id, bank }: RequestRow): string {
  const address = `${addressOf(link)}/bank/${id}`
  const refusal = (reason: (typeof refusals)[number], button: string) =>
    html`<form method="post" action="${address}/refuse"><input type="hidden" name="reason" value="${reason}"><p><button>${button}</button></p></form>`
  const body = html`
<p>Simulated page of the payer's bank.</p>
<section><h2>Confirm the payment</h2>
${whatFor(link)}
${form(`${address}/confirm`, 'Confirm the payment', [
  { name: 'payer_name', label: 'Account holder', value: link.payer_name },
  { name: 'payer_iban', label: 'IBAN of the account', value: link.sender_iban ?? usualIban },
  {
    name: 'money',
    label: 'The money',
    options: [
      ['arrives', 'arrives some seconds later'],
      ['never comes', 'never comes'],
    ],
  },
])}</section>
<section><h2>Or not</h2>
${refusal('debit_account_insufficient_funds', 'Refuse: insufficient funds')}
${refusal('MS03', 'Refuse without a reason')}
${leaveForm(link, 'bank_page')}</section>`
  return page(bank, body)
}

function manualPage(link: LinkRow): string {
  const body = html`
<p>Simulated payment page of Bridge. Nothing is sent from here: the transfer itself is made on the <a href="/bank">bank's page</a>.</p>
<section><h2>Make this transfer yourself</h2>
${table({
  caption: 'Transfer',
  columns: ['What', 'Value'],
  rows: [
    ['Amount', `${priceOf(link)} EUR`],
    ['Beneficiary', link.beneficiary_name],
    ['IBAN', html`<code>${link.beneficiary_iban}</code>`],
    ['Reference', link.label],
  ],
})}
${form(`${addressOf(link)}/manual`, 'I have made the transfer', [])}
${leaveForm(link, 'manual_transfer_page')}</section>`
  return page('Manual transfer', body)
}

function closedPage(link: LinkRow, row?: RequestRow): string {
  const state = row ? `the payment is ${row.status}, the link ${link.status}` : `the link is ${link.status}`
  const body = html`
<p>${priceOf(link)} EUR: ${state}.</p>
<p><a href="${link.callback_url}">Go back to the shop</a></p>`
  return page('This payment is over', body)
}
