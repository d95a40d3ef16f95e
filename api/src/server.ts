// Serves the API, the web app and the live connections.
import { buildApp } from './app.ts'
import { drainable } from './http/drain.ts'
import { endWith, openProcess } from './process.ts'
import { createRealtime } from './realtime/server.ts'

const { deps, listener, close } = await openProcess('api')
const realtime = createRealtime(deps, listener)
const app = await buildApp(deps, realtime)
const drain = drainable(app.server)

endWith(deps.log, async () => {
  // Browsers are told to come back at once before their requests end.
  await realtime.close()
  await drain()
  await app.close()
  await close()
})

const address = await app.listen({ port: deps.config.port, host: process.env['HOST'] ?? '127.0.0.1' })
deps.log.info({ port: Number(new URL(address).port), version: deps.config.version }, 'listening')
