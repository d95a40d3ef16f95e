// The operator's own page, to which a payer is sent: approve, decline or leave.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { explainRefusals } from '../http/answer.ts'
import { showCheckout } from '../http/checkout.ts'
import { form, html, page } from '../http/html.ts'
import { ControlRefusal } from '../http/read-body.ts'
import type { Redirections } from '../hub2/intent-request.ts'
import { findPayment, type PaymentRow } from '../hub2/intent-store.ts'
import { answerPage } from '../hub2/intents.ts'
import type { World } from '../world/world.ts'

type WithId = { Params: { id: string } }

export function mobileMoneyRoutes(app: FastifyInstance, world: World) {
  explainRefusals(app)
  app.get<WithId>('/mobile-money/:id', (request, reply) => show(reply, payment(world, request.params.id)))
  for (const answer of ['approve', 'decline', 'cancel'] as const)
    app.post<WithId>(`/mobile-money/:id/${answer}`, (request, reply) =>
      reply.redirect(answerPage(world, payment(world, request.params.id), answer), 303),
    )
}

function payment(world: World, id: string): PaymentRow {
  const found = findPayment(world, id)
  if (found?.page_url) return found
  throw new ControlRefusal(404, 'There is no such payment')
}

function show(reply: FastifyReply, row: PaymentRow) {
  const returns: Redirections = JSON.parse(row.redirections ?? '{}')
  const text = row.step === 'redirection' ? openPage(row) : overPage(row, returns)
  return showCheckout(reply, text, Object.values(returns))
}

const priceOf = ({ amount, currency }: PaymentRow) => `${amount} ${currency}`

function openPage(row: PaymentRow): string {
  const body = html`
<p>Simulated page of the operator <code>${row.provider}</code> for the phone ${row.msisdn}.</p>
<section><h2>Pay ${priceOf(row)} to Jokko?</h2>
${form(`/mobile-money/${row.id}/approve`, 'Approve', [])}
${form(`/mobile-money/${row.id}/decline`, 'Decline', [])}
${form(`/mobile-money/${row.id}/cancel`, 'Go back without paying', [])}</section>`
  return page(`Pay ${priceOf(row)}`, body)
}

function overPage(row: PaymentRow, { success, failed }: Redirections): string {
  const state = row.failure_message ? `${row.status}: ${row.failure_message}` : row.status
  const body = html`
<p>${priceOf(row)}: ${state}.</p>
<p><a href="${row.status === 'failed' ? failed : success}">Go back to the shop</a></p>`
  return page(row.status === 'processing' ? 'This payment is under way' : 'This payment is over', body)
}
