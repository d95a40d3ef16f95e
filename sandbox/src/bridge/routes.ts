// Bridge's HTTP service under /bridge: payment links and payment requests.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { failOnPurpose } from '../world/request-faults.ts'
import type { World } from '../world/world.ts'
import { BridgeRefusal, refusalBody } from './errors.ts'
import { readLinkRequest } from './link-request.ts'
import { attendLinks, openLink, revokeLink } from './links.ts'
import { knownLink, knownRequest, linkObject, requestObject, requestsOf } from './store.ts'
import { signAsBridge } from './webhooks.ts'

type WithId = { Params: { id: string } }
type RequestsQuery = { Querystring: { payment_link_id?: string } }

export function openBridge(world: World) {
  attendLinks(world)
  world.deliveries.signWith('bridge', (message, spoiled) => signAsBridge(world, message, spoiled))
}

export function bridgeRoutes(app: FastifyInstance, world: World) {
  failOnPurpose(app, world, 'bridge', reply =>
    reply
      .code(503)
      .send(refusalBody({ code: 'service_unavailable', message: 'The service is not available' })),
  )
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (error instanceof BridgeRefusal) return reply.code(error.status).send(refusalBody(error))
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    const code = status >= 500 ? 'internal_error' : 'invalid_body'
    return reply.code(status).send(refusalBody({ code, message: error.message }))
  })
  app.addHook('onRequest', async request => checkHeaders(world, request))
  linkRoutes(app, world)
  requestRoutes(app, world)
}

function checkHeaders({ settings }: World, { headers }: FastifyRequest) {
  const isOurs =
    same(headers['client-id'], settings.bridgeClientId) &&
    same(headers['client-secret'], settings.bridgeClientSecret)
  if (!isOurs) throw new BridgeRefusal(401, 'unauthorized', 'Client-Id or Client-Secret is not valid')
  const version = headers['bridge-version']
  if (typeof version !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(version))
    throw new BridgeRefusal(400, 'invalid_version', 'Bridge-Version is missing or malformed')
}

function same(given: string | string[] | undefined, expected: string): boolean {
  if (typeof given !== 'string' || given.length !== expected.length) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

function linkRoutes(app: FastifyInstance, world: World) {
  app.post('/v3/payment/payment-links', async (request, reply) => {
    const { id } = openLink(world, readLinkRequest(request.body, world.clock.now()))
    return reply.code(201).send({ id, url: `${request.protocol}://${request.host}/bridge/pay/${id}` })
  })
  app.get<WithId>('/v3/payment/payment-links/:id', async request =>
    linkObject(knownLink(world, request.params.id)),
  )
  app.post<WithId>('/v3/payment/payment-links/:id/revoke', async request =>
    linkObject(revokeLink(world, request.params.id)),
  )
}

function requestRoutes(app: FastifyInstance, world: World) {
  app.get<RequestsQuery>('/v3/payment/payment-requests', async request => {
    const linkId = request.query.payment_link_id
    if (linkId === undefined) throw new BridgeRefusal(400, 'invalid_parameter', 'payment_link_id is missing')
    const link = knownLink(world, linkId)
    return {
      resources: requestsOf(world, linkId).map(row => requestObject(link, row)),
      pagination: { next_uri: null },
    }
  })
  app.get<WithId>('/v3/payment/payment-requests/:id', async request => {
    const found = knownRequest(world, request.params.id)
    return requestObject(knownLink(world, found.link_id), found)
  })
}
