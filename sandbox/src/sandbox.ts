// Starts the simulated world: one HTTP server for all companies, one mail server, one clock that makes things happen.
import formBody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { bankChannelRoutes, bankOutsideRoutes, openBank } from './bank/routes.ts'
import { payPageRoutes } from './bridge/pay-page.ts'
import { bridgeRoutes, openBridge } from './bridge/routes.ts'
import { controlRoutes } from './control/routes.ts'
import { explainRefusals } from './http/answer.ts'
import { phoneRoutes } from './hub2/phone-routes.ts'
import { hub2Routes, openHub2 } from './hub2/routes.ts'
import { startMailServer } from './messages/smtp.ts'
import { openTwilio, twilioRoutes } from './messages/twilio.ts'
import { hostedPageRoutes } from './monext/hosted-page.ts'
import { monextOutsideRoutes, monextRoutes, openMonext } from './monext/routes.ts'
import { mobileMoneyRoutes } from './pages/mobile-money.ts'
import { pageRoutes } from './pages/routes.ts'
import { openPartner, partnerControlRoutes, partnerRoutes } from './partner/routes.ts'
import { ratesControlRoutes, ratesRoutes } from './rates/rates.ts'
import { restrictedListControlRoutes, restrictedListRoutes } from './restricted-list/sheet.ts'
import { defaultSettings, type Settings } from './settings.ts'
import { trackerControlRoutes, trackerRoutes } from './tracker/tracker.ts'
import { consentPageRoutes } from './truelayer/consent-page.ts'
import { paymentPageRoutes } from './truelayer/hosted-page.ts'
import { openTrueLayer, truelayerOutsideRoutes, truelayerRoutes } from './truelayer/routes.ts'
import { openWorld, type World } from './world/world.ts'

export type Sandbox = {
  readonly url: string
  readonly smtpPort: number
  readonly settings: Settings
  close(): Promise<void>
}

const tickMs = 50
const bodyLimit = 16 * 1024 * 1024

export async function startSandbox(chosen: Partial<Settings> = {}): Promise<Sandbox> {
  const settings = { ...defaultSettings, ...chosen }
  const app = Fastify({
    bodyLimit,
    forceCloseConnections: true,
    logger: { level: 'warn' },
    routerOptions: { ignoreTrailingSlash: true },
  })
  const report = (error: unknown) => app.log.error(error)
  const world = openWorld(settings, report)
  await openCompanies(app, world)
  for (const begin of world.beginnings) begin()

  const mailServer = await startMailServer(world, report)
  const url = await app.listen({ host: settings.host, port: settings.port })
  const ticker = setInterval(() => {
    world.agenda.handleDue()
    world.deliveries.sendDue()
  }, tickMs)

  const stop = async () => {
    clearInterval(ticker)
    await mailServer.close()
    await app.close()
    await world.deliveries.close()
    world.store.close()
  }
  let closing: Promise<void> | undefined
  return {
    url,
    smtpPort: mailServer.port,
    settings,
    close: () => {
      closing ??= stop()
      return closing
    },
  }
}

async function openCompanies(app: FastifyInstance, world: World) {
  await app.register(formBody)
  // Pages of other sites, open in the same browser, must not press this world's buttons.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site')
      return reply.code(403).send({ message: 'not from another site' })
  })
  openHub2(world)
  openBridge(world)
  openBank(world)
  openTwilio(world)
  openMonext(world)
  openPartner(world)
  openTrueLayer(world)
  await app.register(async scope => hub2Routes(scope, world), { prefix: '/hub2' })
  await app.register(async scope => twilioRoutes(scope, world))
  await app.register(async scope => bankChannelRoutes(scope, world), { prefix: '/bank' })
  await app.register(async scope => ratesRoutes(scope, world))
  await app.register(async scope => trackerRoutes(scope, world))
  await app.register(async scope => restrictedListRoutes(scope, world))
  await app.register(async scope => bridgeRoutes(scope, world), { prefix: '/bridge' })
  await app.register(async scope => payPageRoutes(scope, world))
  await app.register(async scope => monextRoutes(scope, world), { prefix: '/monext' })
  await app.register(async scope => hostedPageRoutes(scope, world))
  await app.register(async scope => partnerRoutes(scope, world), { prefix: '/partner' })
  await app.register(async scope => truelayerRoutes(scope, world), { prefix: '/truelayer' })
  await app.register(async scope => consentPageRoutes(scope, world))
  await app.register(async scope => paymentPageRoutes(scope, world))
  await app.register(async scope => {
    explainRefusals(scope)
    controlRoutes(scope, world)
    phoneRoutes(scope, world)
    bankOutsideRoutes(scope, world)
    ratesControlRoutes(scope, world)
    trackerControlRoutes(scope, world)
    restrictedListControlRoutes(scope, world)
    monextOutsideRoutes(scope, world)
    partnerControlRoutes(scope, world)
    truelayerOutsideRoutes(scope, world)
  })
  await app.register(async scope => mobileMoneyRoutes(scope, world))
  await app.register(async scope => pageRoutes(scope, world))
}
