// TrueLayer's services for programs under /truelayer: sign-in (/auth), payments (/api) and the webhooks' keys (/webhooks).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isoTime } from '../world/clock.ts'
import { failOnPurpose } from '../world/request-faults.ts'
import type { World } from '../world/world.ts'
import { answerOnce, type KeptAnswer } from './idempotency.ts'
import { parseBody, readPaymentRequest } from './payment-request.ts'
import {
  createdPayment,
  knownPayment,
  latestPayments,
  type PaymentRow,
  paymentObject,
} from './payment-store.ts'
import { attendPayments, cancelByClient, openPayment } from './payments.ts'
import { invalidField, notFound, SignInRefusal, sendProblem, TrueLayerProblem } from './problems.ts'
import { askRefund, attendRefunds, knownRefund, refundObject, refundsOf } from './refunds.ts'
import { checkSignature, publicKeySet, signAsTrueLayer } from './signatures.ts'
import { attendSweeps, merchantAccount, merchantTransactions } from './sweeps.ts'
import { checkToken, giveToken, type TokenRequest, verifyName } from './tokens.ts'

const prefix = '/truelayer/api'

export function openTrueLayer(world: World) {
  attendPayments(world)
  attendRefunds(world)
  attendSweeps(world)
  world.deliveries.signWith('truelayer', (message, spoiled) => signAsTrueLayer(world, message, spoiled))
}

export function truelayerRoutes(app: FastifyInstance, world: World) {
  app.register(async scope => signInRoutes(scope, world), { prefix: '/auth' })
  app.register(async scope => apiRoutes(scope, world), { prefix: '/api' })
  app.get('/webhooks/.well-known/jwks', async () => publicKeySet())
}

function signInRoutes(app: FastifyInstance, world: World) {
  failOnPurpose(app, world, 'truelayer', reply => reply.code(503).send({ error: 'temporarily_unavailable' }))
  app.setErrorHandler<Error>((error, request, reply) => {
    if (error instanceof SignInRefusal) return reply.code(400).send({ error: error.error })
    request.log.error(error)
    return reply.code(500).send({ error: 'server_error' })
  })
  app.post<{ Body: TokenRequest | undefined }>('/connect/token', async request =>
    giveToken(world, request.body ?? {}),
  )
}

function apiRoutes(app: FastifyInstance, world: World) {
  const unavailable = new TrueLayerProblem(503, 'service-unavailable', 'The service is not available.')
  failOnPurpose(app, world, 'truelayer', reply => sendProblem(reply, unavailable))
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error instanceof TrueLayerProblem) return sendProblem(reply, error)
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    const type = status >= 500 ? 'internal-server-error' : 'invalid-parameters'
    return sendProblem(reply, new TrueLayerProblem(status, type, error.message))
  })
  // Signatures are over the body as it came.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post('/verification/v1/verify', async request => {
    const { account } = checkToken(world, request.headers.authorization, 'info accounts')
    const { name } = parseBody(bodyOf(request))
    if (typeof name !== 'string' || name.trim() === '') throw invalidField('name', 'This field is required.')
    return verifyName(account ?? 'silent', name)
  })
  app.register(async scope => paymentRoutes(scope, world), { prefix: '/v3' })
}

const bodyOf = ({ body }: FastifyRequest) => (typeof body === 'string' ? body : '')

type WithId = { Params: { id: string } }
type WithRefund = { Params: { id: string; refundId: string } }
type Period = { Querystring: { from?: string; to?: string } }

function paymentRoutes(app: FastifyInstance, world: World) {
  const { settings } = world
  app.addHook('onRequest', async request => {
    checkToken(world, request.headers.authorization, 'payments')
  })
  app.post('/payments', async (request, reply) =>
    doOnce(world, request, reply, fields => {
      const wanted = readPaymentRequest(fields, settings.truelayerMerchantAccountId)
      const baseUrl = `${request.protocol}://${request.host}`
      return { status: 201, body: createdPayment(openPayment(world, wanted, baseUrl)) }
    }),
  )
  app.get<WithId>('/payments/:id', async request => paymentObject(knownPayment(world, request.params.id)))
  app.post<WithId>('/payments/:id/actions/cancel', async (request, reply) =>
    doOnce(world, request, reply, () => {
      cancelByClient(world, request.params.id)
      return { status: 202, body: undefined }
    }),
  )
  app.post<WithId>('/payments/:id/refunds', async (request, reply) =>
    doOnce(world, request, reply, fields => ({
      status: 201,
      body: askRefund(world, request.params.id, fields),
    })),
  )
  app.get<WithId>('/payments/:id/refunds', async request => {
    const { id } = knownPayment(world, request.params.id)
    return { items: refundsOf(world, id).map(refundObject) }
  })
  app.get<WithRefund>('/payments/:id/refunds/:refundId', async request =>
    refundObject(knownRefund(world, request.params.id, request.params.refundId)),
  )
  app.get('/merchant-accounts', async () => ({ items: [merchantAccount(world)] }))
  app.get<WithId & Period>('/merchant-accounts/:id/transactions', async request => {
    if (request.params.id !== settings.truelayerMerchantAccountId)
      throw notFound('The merchant account was not found.')
    const { from, to } = request.query
    return merchantTransactions(world, momentOf(from, 'from'), momentOf(to, 'to'))
  })
}

function momentOf(text: string | undefined, name: string): number {
  const moment = Date.parse(text ?? '')
  if (Number.isNaN(moment)) throw invalidField(name, 'Must be a date with a time.')
  return moment
}

type Work = (fields: Readonly<Record<string, unknown>>) => KeptAnswer

function doOnce(world: World, request: FastifyRequest, reply: FastifyReply, work: Work) {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
  const body = bodyOf(request)
  const path = request.url.slice(prefix.length)
  checkSignature(world, { signature: headers['tl-signature'] ?? '', path, headers, body })
  const key = headers['idempotency-key'] ?? ''
  const answer = answerOnce(world, { key, path, body }, () => work(body === '' ? {} : parseBody(body)))
  return reply.code(answer.status).send(answer.body)
}

/** TrueLayer's own books; never disturbed by faults. */
export function truelayerOutsideRoutes(app: FastifyInstance, world: World) {
  app.get('/control/truelayer/ledger', async () => ({
    balance: merchantAccount(world).current_balance_in_minor,
    payments: latestPayments(world, 10_000)
      .reverse()
      .map(payment => ledgerEntry(world, payment)),
  }))
}

function ledgerEntry(world: World, payment: PaymentRow) {
  const { metadata, status, amount_in_minor } = paymentObject(payment)
  return {
    id: payment.id,
    metadata,
    amount: amount_in_minor,
    status,
    failure_reason: payment.failure_reason,
    holder: payment.holder,
    sweep: payment.sweep,
    created_at: isoTime(payment.created_at),
    refunds: refundsOf(world, payment.id).map(({ id, amount, metadata: ours, status: state, sweep }) => ({
      id,
      amount,
      metadata: JSON.parse(ours) as unknown,
      status: state,
      sweep,
    })),
  }
}
