// An application of some areas' routes for a test file, with the guards, plugins and error answers of the real one.
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import { API_BASE } from '@jokko/contract/common'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { createClock } from '../clock/clock.ts'
import { readConfig } from '../config.ts'
import { connect } from '../db/database.ts'
import type { Deps, Providers } from '../deps.ts'
import type { App, Routes } from '../http/app-types.ts'
import { requireClientKey } from '../http/client-key.ts'
import { Problem, problemFrom, sendProblem } from '../http/problem.ts'
import { createLedger } from '../ledger/commit.ts'
import { createLog } from '../log.ts'

/** Dependencies on a test database. Providers are what the test gives; asking for another one fails. */
export async function testDeps(
  appUrl: string,
  providers: Partial<Providers> = {},
  variables: Record<string, string> = {},
): Promise<Deps & { close(): Promise<void> }> {
  const log = createLog('test', 'silent')
  const { pool, db, close } = connect(appUrl, log)
  return {
    config: readConfig({ APP_ENV: 'development', DATABASE_URL: appUrl, ...variables }),
    pool,
    db,
    ledger: createLedger({ pool, log }),
    clock: await createClock(pool),
    log,
    providers: new Proxy(providers as Providers, {
      get(given, name: keyof Providers) {
        if (name in given) return given[name]
        if (name === 'payouts' || name === 'payIns' || name === 'webhooks') return {}
        throw new Error(`this test has no provider of ${name}`)
      },
    }),
    close,
  }
}

export async function testApp(deps: Deps, ...areas: Routes[]): Promise<App> {
  const app: App = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('caller', null)
  app.setErrorHandler((error: Error, request, reply) =>
    sendProblem(request, reply, problemFrom(error, request)),
  )
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, new Problem('not_found')))
  await app.register(cookie)
  await app.register(formbody)
  await app.register(
    async (api: App) => {
      api.addHook('onRequest', requireClientKey(deps))
      for (const area of areas) area(api)
    },
    { prefix: API_BASE },
  )
  await app.ready()
  return app
}
