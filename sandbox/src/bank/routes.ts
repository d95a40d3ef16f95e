// The bank's channel under /bank: files to fetch, orders to hand in, the payee check; and what people do at their banks.
import type { FastifyInstance } from 'fastify'
import { answerOrGoBack } from '../http/answer.ts'
import { ControlRefusal, choiceField, fieldsOf, textField } from '../http/read-body.ts'
import { isoTime } from '../world/clock.ts'
import { failOnPurpose } from '../world/request-faults.ts'
import type { World } from '../world/world.ts'
import { centsFrom, decimalOf } from './amounts.ts'
import {
  allEntries,
  bookedBalance,
  chooseCamtVersion,
  closeDay,
  keepBooks,
  setBookedBalance,
} from './books.ts'
import { bookPendingCredit, receiveCredit, reverseCredit } from './credits.ts'
import { findFile, listFiles } from './files.ts'
import { compactIban } from './iban.ts'
import { checkPayee, rememberHolder } from './payee-check.ts'
import {
  attendPayments,
  bookPayment,
  latestPayments,
  PaymentRefusal,
  paymentObject,
  paymentsByEndToEndId,
  paymentsOfMessage,
  returnPayment,
  takeOrders,
} from './payments.ts'
import { signAsBank } from './webhook.ts'

type WithId = { Params: { id: string } }

export function openBank(world: World) {
  keepBooks(world)
  attendPayments(world)
  world.deliveries.signWith('bank', (message, spoiled) => signAsBank(world, message, spoiled))
}

/** What Jokko's own software calls. */
export function bankChannelRoutes(app: FastifyInstance, world: World) {
  failOnPurpose(app, world, 'bank', reply =>
    reply.code(503).send({ code: 'service_unavailable', message: 'The bank is not available' }),
  )
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error instanceof PaymentRefusal)
      return reply.code(error.statusCode).send({ code: error.code, message: error.message })
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    return reply
      .code(status)
      .send({ code: status >= 500 ? 'internal_error' : 'bad_request', message: error.message })
  })
  app.addContentTypeParser(['application/xml', 'text/xml'], { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  statementRoutes(app, world)
  paymentRoutes(app, world)
  app.post('/vop', async request => {
    const fields = fieldsOf(request.body)
    return checkPayee(world, textField(fields, 'iban', /^.{1,60}$/), textField(fields, 'name', /^.{1,140}$/s))
  })
}

function statementRoutes(app: FastifyInstance, world: World) {
  app.get<{ Querystring: { since?: string } }>('/statements', async request =>
    listFiles(world, request.query.since).map(file => ({
      id: file.id,
      type: file.type,
      iban: file.iban,
      created_at: isoTime(file.created_at),
    })),
  )
  app.get<WithId>('/statements/:id', async (request, reply) => {
    const file = findFile(world, request.params.id)
    if (!file) return reply.code(404).send({ code: 'not_found', message: 'there is no such file' })
    return reply.type('application/xml; charset=utf-8').send(file.xml)
  })
}

function paymentRoutes(app: FastifyInstance, world: World) {
  app.post('/payments', async (request, reply) => {
    if (typeof request.body !== 'string')
      throw new PaymentRefusal(415, 'FF01', 'a pain.001 message is expected')
    return reply.code(201).send(takeOrders(world, request.body))
  })
  type PaymentQuery = { Querystring: { message_id?: string; end_to_end_id?: string } }
  app.get<PaymentQuery>('/payments', async request => {
    const { message_id, end_to_end_id } = request.query
    if (message_id !== undefined) return paymentsOfMessage(world, message_id)
    if (end_to_end_id !== undefined) return paymentsByEndToEndId(world, end_to_end_id)
    return latestPayments(world, 100).map(paymentObject)
  })
}

/** What payers, payees and clerks do; never disturbed by faults. */
export function bankOutsideRoutes(app: FastifyInstance, world: World) {
  app.post('/bank/credits', async (request, reply) =>
    answerOrGoBack(request, reply.code(201), '/bank', receiveCredit(world, request.body)),
  )
  app.post<WithId>('/bank/credits/:id/reverse', async (request, reply) =>
    answerOrGoBack(request, reply, '/bank', reverseCredit(world, request.params.id)),
  )
  app.post<WithId>('/bank/credits/:id/book', async (request, reply) =>
    answerOrGoBack(request, reply, '/bank', bookPendingCredit(world, request.params.id)),
  )
  app.post<WithId>('/bank/payments/:id/book', async (request, reply) =>
    answerOrGoBack(request, reply, '/bank', paymentObject(bookPayment(world, request.params.id))),
  )
  app.post<WithId>('/bank/payments/:id/return', async (request, reply) => {
    const reason = textField(fieldsOf(request.body), 'reason', /^[A-Z]{2}\d{2}$/, 'AC04')
    return answerOrGoBack(
      request,
      reply,
      '/bank',
      paymentObject(returnPayment(world, request.params.id, reason)),
    )
  })
  app.post('/bank/end-of-day', async (request, reply) => {
    const iban = compactIban(
      textField(fieldsOf(request.body), 'iban', /^[A-Z0-9 ]+$/i, world.settings.bankIban),
    )
    return answerOrGoBack(request, reply, '/bank', { statement_id: closeDay(world, iban) ?? null })
  })
  bankControlRoutes(app, world)
}

function bankControlRoutes(app: FastifyInstance, world: World) {
  app.post('/control/bank/version', async (request, reply) => {
    const version = choiceField(fieldsOf(request.body), 'version', ['02', '08'])
    chooseCamtVersion(world, version)
    return answerOrGoBack(request, reply, '/bank', { version })
  })
  app.post('/control/bank/balance', async request => {
    const fields = fieldsOf(request.body)
    const iban = compactIban(textField(fields, 'iban', /^[A-Z0-9 ]+$/i, world.settings.bankIban))
    const cents = centsFrom(textField(fields, 'balance', /^[\d.]+$/))
    if (cents === undefined) throw new ControlRefusal(400, 'balance must look like 100000.00')
    setBookedBalance(world, iban, cents)
    return { iban, balance: decimalOf(cents) }
  })
  app.post('/control/bank/holders', async request => {
    const fields = fieldsOf(request.body)
    const iban = textField(fields, 'iban', /^[A-Z0-9 ]+$/i)
    const name = textField(fields, 'name', /^.{1,140}$/s)
    rememberHolder(world, iban, name)
    return { iban: compactIban(iban), name }
  })
  app.get('/control/bank/ledger', async () => ({
    accounts: world.store
      .all<{ iban: string }>('select iban from bank_accounts order by iban')
      .map(({ iban }) => ({ iban, balance: signedDecimal(bookedBalance(world, iban)) })),
    entries: allEntries(world).map(entry => ({
      reference: entry.reference,
      iban: entry.iban,
      amount: signedDecimal(entry.cents),
      status: entry.status,
      reversal: entry.reversal,
      end_to_end_ids: entry.transactions.map(({ endToEndId }) => endToEndId),
      at: isoTime(entry.at),
    })),
    payments: latestPayments(world, 10_000).map(paymentObject),
  }))
}

const signedDecimal = (cents: bigint) => `${cents < 0n ? '-' : ''}${decimalOf(cents)}`
