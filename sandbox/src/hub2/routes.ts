// Hub2's HTTP service under /hub2: header check, transfers, payment intents, balance and webhooks.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { failOnPurpose, neverAnswer } from '../world/request-faults.ts'
import type { World } from '../world/world.ts'
import { availableBalance, prefund, reservedBalance, transferCurrencies } from './account.ts'
import { Hub2Refusal, sendRefusal } from './errors.ts'
import { intentRoutes, payerRoutes } from './intent-routes.ts'
import { collectedBalance } from './intent-store.ts'
import { attendIntents } from './intents.ts'
import { positive } from './pagination.ts'
import { readTransferRequest } from './transfer-request.ts'
import { acceptTransfer, askFor, attendTransfers, listTransfers, transferObject } from './transfers.ts'
import {
  changeWebhook,
  listWebhooks,
  readWebhookFields,
  registerOwnWebhook,
  registerWebhook,
  removeWebhook,
  rotateSecret,
  showWebhook,
  signAsHub2,
} from './webhooks.ts'

type WithId = { Params: { id: string } }
type ListQuery = { Querystring: { reference?: string; page?: string; limit?: string } }

export function openHub2(world: World) {
  attendTransfers(world)
  attendIntents(world)
  world.deliveries.signWith('hub2', (message, spoiled) => signAsHub2(world, message, spoiled))
  world.beginnings.push(() => {
    prefund(world)
    registerOwnWebhook(world)
  })
}

export function hub2Routes(app: FastifyInstance, world: World) {
  failOnPurpose(app, world, 'hub2', reply =>
    sendRefusal(reply.request, reply, new Hub2Refusal(503, 'service_unavailable', 'Hub2 is not available')),
  )
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error instanceof Hub2Refusal) return sendRefusal(request, reply, error)
    const status = error.statusCode ?? 500
    const code = status < 500 ? 'bad_request' : 'internal_error'
    if (status >= 500) request.log.error(error)
    return sendRefusal(request, reply, new Hub2Refusal(status, code, error.message))
  })
  payerRoutes(app, world)
  app.register(async keyed => {
    keyed.addHook('onRequest', async request => checkHeaders(world, request))
    transferRoutes(keyed, world)
    intentRoutes(keyed, world)
    webhookRoutes(keyed, world)
  })
}

function checkHeaders({ settings }: World, request: FastifyRequest) {
  const { apikey, merchantid, environment } = request.headers
  if (!same(apikey, settings.hub2ApiKey))
    throw new Hub2Refusal(401, 'unauthorized', 'The ApiKey is not valid')
  if (!same(merchantid, settings.hub2MerchantId))
    throw new Hub2Refusal(403, 'merchant-not-found', 'The MerchantId is not known')
  if (environment !== 'sandbox' && environment !== 'live')
    throw new Hub2Refusal(400, 'bad_request', 'Environment must be sandbox or live')
}

function same(given: string | string[] | undefined, expected: string): boolean {
  if (typeof given !== 'string' || given.length !== expected.length) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

function transferRoutes(app: FastifyInstance, world: World) {
  app.post('/transfers', async (request, reply) => {
    const accepted = acceptTransfer(
      world,
      readTransferRequest(request.body),
      String(request.headers['environment']),
    )
    if (!accepted.answers) return neverAnswer(reply, world.settings.silenceMs)
    return reply.code(201).send(transferObject(world, accepted.transfer))
  })
  app.get<ListQuery>('/transfers', async request => {
    const { reference, page, limit } = request.query
    if (reference !== undefined) {
      const found = askFor(world, 'reference', reference)
      return found ? [transferObject(world, found)] : []
    }
    const rows = listTransfers(world, positive(page, 1, 1_000_000), positive(limit, 25, 100))
    return rows.map(row => transferObject(world, row))
  })
  app.get<WithId>('/transfers/:id', async request => {
    const found = askFor(world, 'id', request.params.id)
    if (!found)
      throw new Hub2Refusal(404, 'transaction-not-found', `there is no transfer ${request.params.id}`)
    return transferObject(world, found)
  })
  app.get('/balance', async () => ({
    collectionAccount: transferCurrencies.map(currency => ({
      availableBalance: collectedBalance(world, currency),
      currency,
    })),
    transferAccount: transferCurrencies.map(currency => ({
      availableBalance: availableBalance(world, currency),
      reservedBalance: reservedBalance(world, currency),
      currency,
    })),
  }))
}

function webhookRoutes(app: FastifyInstance, world: World) {
  app.post('/webhooks', async (request, reply) =>
    reply.code(201).send(registerWebhook(world, readWebhookFields(request.body))),
  )
  app.get('/webhooks', async () => listWebhooks(world))
  app.get<WithId>('/webhooks/:id', async request => showWebhook(world, request.params.id))
  app.patch<WithId>('/webhooks/:id', async request => changeWebhook(world, request.params.id, request.body))
  app.delete<WithId>('/webhooks/:id', async (request, reply) => {
    removeWebhook(world, request.params.id)
    return reply.code(204).send()
  })
  app.post<WithId>('/webhooks/:id/rotate-secret', async request => rotateSecret(world, request.params.id))
}
