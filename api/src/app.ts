// Builds the HTTP application: plugins, guards and every area's routes, with plain calls.
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import { API_BASE } from '@jokko/contract/common'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { accessRoutes } from './access/routes.ts'
import { bankRoutes } from './bank/routes.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { contactRoutes } from './contacts/routes.ts'
import { depositRoutes } from './deposit/routes.ts'
import type { Deps } from './deps.ts'
import { historyRoutes } from './history/routes.ts'
import type { App } from './http/app-types.ts'
import { requireClientKey } from './http/client-key.ts'
import { clockRoutes } from './http/clock-routes.ts'
import { openApi } from './http/openapi.ts'
import { Problem, problemFrom, sendProblem } from './http/problem.ts'
import { publicRoutes } from './http/public-routes.ts'
import { requireStorableText } from './http/storable-text.ts'
import { webApp } from './http/web-app.ts'
import { paidHooks, payInsOf } from './jobs/pay-ins.ts'
import { paymentHooksOf, requestedPaymentsOf } from './jobs/payment-requests.ts'
import { openPayIn } from './payin/opening.ts'
import { payInRoutes, returnRoutes } from './payin/routes.ts'
import { appRequestRoutes, paymentRequestRoutes } from './payment-request/routes.ts'
import { realtimeRoutes } from './realtime/routes.ts'
import type { Realtime } from './realtime/server.ts'
import { referenceRoutes } from './reference/routes.ts'
import { trackingRoutes } from './tracking/routes.ts'
import { transferRoutes } from './transfer/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { withdrawRoutes } from './withdraw/routes.ts'

const BODY_MAX = 1_000_000

export async function buildApp(deps: Deps, realtime?: Realtime): Promise<App> {
  const app: App = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    bodyLimit: BODY_MAX,
    genReqId: () => randomUUID(),
    trustProxy: deps.config.environment === 'production',
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('caller', null)
  app.setErrorHandler((error: Error, request, reply) =>
    sendProblem(request, reply, problemFrom(error, request)),
  )
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, new Problem('not_found')))

  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  await app.register(cookie)
  await app.register(formbody)
  await openApi(app, deps)
  await app.register(
    async (api: App) => {
      api.addHook('onRequest', requireClientKey(deps))
      api.addHook('preValidation', requireStorableText)
      publicRoutes(deps)(api)
      referenceRoutes(deps)(api)
      accessRoutes(deps)(api)
      contactRoutes(deps)(api)
      transferRoutes(deps, payInsOf(deps), openPayIn, requestedPaymentsOf(deps))(api)
      paymentRequestRoutes(deps, paymentHooksOf(deps))(api)
      depositRoutes(deps, payInsOf(deps), openPayIn)(api)
      bulkRoutes(deps)(api)
      bankRoutes(deps)(api)
      payInRoutes(deps, paidHooks(deps))(api)
      withdrawRoutes(deps)(api)
      historyRoutes(deps)(api)
      realtimeRoutes(deps)(api)
      trackingRoutes(deps)(api)
    },
    { prefix: API_BASE },
  )
  await app.register(
    async (outside: App) => {
      webhookRoutes(deps)(outside)
      appRequestRoutes(deps)(outside)
      returnRoutes(deps, paidHooks(deps))(outside)
      if (deps.config.environment !== 'production') clockRoutes(deps)(outside)
    },
    { prefix: API_BASE },
  )
  await webApp(app, deps)
  if (realtime) realtime.attach(app.server)
  return app
}
