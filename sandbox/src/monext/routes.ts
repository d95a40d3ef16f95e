// Monext's HTTP service under /monext: sessions, transactions, refunds; and what the buyer's bank can do.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerOrGoBack } from '../http/answer.ts'
import { ControlRefusal, fieldsOf, numberField, textField } from '../http/read-body.ts'
import { isoTime } from '../world/clock.ts'
import { failOnPurpose } from '../world/request-faults.ts'
import type { World } from '../world/world.ts'
import { MonextRefusal, notFound, refusalBody } from './errors.ts'
import { attendNotifications } from './notifications.ts'
import { followUpObject, openedSession, paymentObject, refundAnswer, sessionObject } from './objects.ts'
import { attendOutcomes, openSession } from './outcomes.ts'
import {
  askRefund,
  attendRefunds,
  chargeBack,
  type FollowUpRow,
  findFollowUp,
  followUpsOf,
  readRefundRequest,
  reverseChargeback,
} from './refunds.ts'
import { readSessionRequest } from './session-request.ts'
import { knownSession, latestSessions, markFetched, sessionOfTransaction } from './sessions.ts'
import { attendSettlements, costOf } from './settlements.ts'

type WithId = { Params: { id: string } }

export function openMonext(world: World) {
  attendNotifications(world)
  attendOutcomes(world)
  attendRefunds(world)
  attendSettlements(world)
}

export function monextRoutes(app: FastifyInstance, world: World) {
  failOnPurpose(app, world, 'monext', reply =>
    reply
      .code(503)
      .send(refusalBody(new MonextRefusal(503, 'ERROR', '02102', 'The service is not available'))),
  )
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error instanceof MonextRefusal) return reply.code(error.status).send(refusalBody(error))
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    const code = status >= 500 ? '01199' : '02305'
    return reply.code(status).send(refusalBody(new MonextRefusal(status, 'ERROR', code, error.message)))
  })
  app.addHook('onRequest', async request => checkCredentials(world, request))
  app.get('/checkout/alive', async () => ({ status: 'UP' }))
  sessionRoutes(app, world)
  transactionRoutes(app, world)
}

function checkCredentials({ settings }: World, request: FastifyRequest) {
  const expected = Buffer.from(`${settings.monextMerchantId}:${settings.monextAccessKey}`)
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const given = Buffer.from(encoded, 'base64')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new MonextRefusal(401, 'ERROR', '02303', 'The merchant or the access key is not valid')
}

function sessionRoutes(app: FastifyInstance, world: World) {
  app.post('/checkout/sessions', async (request, reply) => {
    const session = openSession(world, readSessionRequest(request.body))
    const page = `${request.protocol}://${request.host}/monext/pay/${session.id}`
    return reply.code(201).send(openedSession(session, page))
  })
  app.get<WithId>('/checkout/sessions/:id', async request => {
    const session = knownSession(world, request.params.id)
    markFetched(world, session.id)
    return sessionObject(session)
  })
}

function transactionRoutes(app: FastifyInstance, world: World) {
  app.get<WithId>('/checkout/transactions/:id', async request => {
    const { id } = request.params
    const payment = sessionOfTransaction(world, id)
    if (payment?.stage === 'decided') return paymentObject(world, payment)
    const followUp = findFollowUp(world, id)
    if (!followUp) throw notFound(`there is no transaction ${id}`)
    return followUpObject(world, knownSession(world, followUp.session_id), followUp)
  })
  app.post<WithId>('/checkout/transactions/:id/refunds', async (request, reply) => {
    const answer = askRefund(world, request.params.id, readRefundRequest(request.body))
    return reply.code(201).send('session_id' in answer ? refundAnswer(answer) : { result: answer })
  })
}

/** What happens at Monext without our doing, and its own books; never disturbed by faults. */
export function monextOutsideRoutes(app: FastifyInstance, world: World) {
  app.post('/monext/control/chargebacks', async (request, reply) => {
    return answerOrGoBack(request, reply.code(201), '/monext', followed(world, request.body, chargeBack))
  })
  app.post('/monext/control/chargebacks/reverse', async (request, reply) => {
    return answerOrGoBack(
      request,
      reply.code(201),
      '/monext',
      followed(world, request.body, reverseChargeback),
    )
  })
  app.get('/control/monext/ledger', async (_request, reply: FastifyReply) => reply.send(ledger(world)))
}

function followed(world: World, body: unknown, follow: typeof chargeBack) {
  const fields = fieldsOf(body)
  const sessionId = textField(fields, 'sessionId', /^\w{1,64}$/)
  const part =
    fields['amount'] === undefined ? undefined : numberField(fields, 'amount', { min: 1, max: 100_000_000 })
  try {
    const { id, amount } = follow(world, sessionId, part)
    return { id, sessionId, amount }
  } catch (error) {
    if (error instanceof MonextRefusal) throw new ControlRefusal(error.status, error.message)
    throw error
  }
}

/** Every session with what followed from it, and the settlement that paid it. */
function ledger(world: World) {
  return {
    sessions: latestSessions(world, 10_000)
      .reverse()
      .map(session => ({
        id: session.id,
        reference: session.reference,
        amount: session.amount,
        title: session.title,
        code: session.code,
        cost: session.title === 'ACCEPTED' ? costOf(session.amount) : 0,
        transaction_id: session.transaction_id,
        settlement: session.settlement,
        created_at: isoTime(session.created_at),
        follow_ups: followUpsOf(world, session.id).map(followUpEntry),
      })),
  }
}

const followUpEntry = (row: FollowUpRow) => ({
  id: row.id,
  type: row.type,
  amount: row.amount,
  status: row.status,
  private_data: JSON.parse(row.private_data) as unknown,
  settlement: row.settlement,
})
