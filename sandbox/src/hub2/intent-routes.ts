// Hub2's addresses for payment intents: the merchant's, and those that a payer reaches with the intent's token.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { World } from '../world/world.ts'
import { intentObject } from './intent-objects.ts'
import { readConfirmation, readIntentRequest, readPaymentRequest } from './intent-request.ts'
import { type IntentRow, knownIntent, paymentsOf } from './intent-store.ts'
import { charge, confirmWithCode, createIntent, intentOfPayer } from './intents.ts'
import { positive } from './pagination.ts'
import { objectOf, textOf } from './request-fields.ts'

type WithId = { Params: { id: string } }
type ListQuery = { Querystring: { purchaseReference?: string; page?: string; limit?: string } }

const shown = (world: World, intent: IntentRow) => intentObject(world, intent, paymentsOf(world, intent.id))

export function intentRoutes(app: FastifyInstance, world: World) {
  app.post('/payment-intents', async (request, reply) => {
    const mode = String(request.headers['environment'])
    return reply.code(201).send(shown(world, createIntent(world, readIntentRequest(request.body), mode)))
  })
  app.get<ListQuery>('/payment-intents', async request => {
    const { purchaseReference, page, limit } = request.query
    const size = positive(limit, 25, 100)
    const rows = world.store.all<IntentRow>(
      `select * from hub2_intents where ?1 is null or purchase_reference = ?1
       order by number desc limit ?2 offset ?3`,
      purchaseReference ?? null,
      size,
      (positive(page, 1, 1_000_000) - 1) * size,
    )
    return rows.map(row => shown(world, row))
  })
  app.get<WithId>('/payment-intents/:id', async request =>
    shown(world, knownIntent(world, request.params.id)),
  )
}

/** No ApiKey is needed: the token is the permission. */
export function payerRoutes(app: FastifyInstance, world: World) {
  const chargeNow = (request: FastifyRequest<WithId>, atOnce: boolean) => {
    const token = textOf(objectOf(request.body, 'body'), 'token', /^.{1,2000}$/)
    const intent = intentOfPayer(world, request.params.id, token)
    const wanted = readPaymentRequest(request.body, intent.currency)
    const page = (paymentId: string) => `${request.protocol}://${request.host}/mobile-money/${paymentId}`
    return shown(world, charge(world, intent, wanted, { page, atOnce }))
  }
  app.post<WithId>('/payment-intents/:id/payments', async (request, reply) =>
    reply.code(201).send(chargeNow(request, false)),
  )
  app.post<WithId>('/payment-intents/:id/payments/sync', async (request, reply) =>
    reply.code(201).send(chargeNow(request, true)),
  )
  app.post<WithId>('/payment-intents/:id/authentication', async (request, reply) => {
    const { token, code } = readConfirmation(request.body)
    const intent = intentOfPayer(world, request.params.id, token)
    return reply.code(201).send(shown(world, confirmWithCode(world, intent, code)))
  })
}
