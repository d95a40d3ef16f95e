// The pages on which a developer plays the outside world. Plain HTML, no script.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { World } from '../world/world.ts'
import { bankPage } from './bank.ts'
import { bridgePage } from './bridge.ts'
import { homePage } from './home.ts'
import { hub2Page } from './hub2.ts'
import { mailboxPage, mailPage } from './mailbox.ts'
import { monextPage } from './monext.ts'
import { partnerPage } from './partner.ts'
import { phonePage, phonesPage } from './phones.ts'
import { ratesPage } from './rates.ts'
import { style } from './style.ts'
import { truelayerPage } from './truelayer.ts'

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export function pageRoutes(app: FastifyInstance, world: World) {
  app.addHook('onSend', async (_request, reply, payload) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    return payload
  })
  app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  app.get('/', (_request, reply) => show(reply, homePage(world)))
  app.get<{ Querystring: { number?: string } }>('/phones', (request, reply) => {
    const number = request.query.number?.replace(/[\s().-]/g, '')
    return number
      ? reply.redirect(`/phones/${encodeURIComponent(number)}`, 303)
      : show(reply, phonesPage(world))
  })
  app.get<{ Params: { msisdn: string } }>('/phones/:msisdn', (request, reply) =>
    show(reply, phonePage(world, request.params.msisdn)),
  )
  app.get<{ Querystring: { to?: string } }>('/mailbox', (request, reply) =>
    show(reply, mailboxPage(world, request.query.to || undefined)),
  )
  app.get<{ Params: { id: string } }>('/mailbox/:id', (request, reply) => {
    const text = mailPage(world, request.params.id)
    return text === undefined ? reply.callNotFound() : show(reply, text)
  })
  app.get('/bank', (_request, reply) => show(reply, bankPage(world)))
  app.get('/bridge', (_request, reply) => show(reply, bridgePage(world)))
  app.get('/hub2', (_request, reply) => show(reply, hub2Page(world)))
  app.get('/monext', (_request, reply) => show(reply, monextPage(world)))
  app.get('/truelayer', (_request, reply) => show(reply, truelayerPage(world)))
  app.get('/partner', (_request, reply) => show(reply, partnerPage(world)))
  app.get('/rates', (_request, reply) => show(reply, ratesPage(world)))
}

const show = (reply: FastifyReply, text: string) => reply.type('text/html; charset=utf-8').send(text)
