// Writes contract/openapi.json from the routes: node api/src/export-openapi.ts. Nothing listens and nothing is asked:
// the connections that the application is built with are never opened.
import { writeFile } from 'node:fs/promises'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { connect } from './db/database.ts'
import { createLedger } from './ledger/commit.ts'
import { createLog } from './log.ts'
import { createProviders } from './providers.ts'

export const OPENAPI_FILE = new URL('../../contract/openapi.json', import.meta.url)

export async function describeApi(): Promise<string> {
  const config = readConfig({ DATABASE_URL: 'postgres://localhost/none' })
  const log = createLog('openapi', 'silent')
  const { pool, db, close } = connect(config.databaseUrl, log)
  const now = () => new Date(0)
  const clock = { now, nowText: () => now().toISOString(), refresh: async () => {} }
  const app = await buildApp({
    config,
    pool,
    db,
    ledger: createLedger({ pool, log }),
    clock,
    log,
    providers: createProviders(config),
  })
  await app.ready()
  const text = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  await close()
  return text
}

if (import.meta.main) await writeFile(OPENAPI_FILE, await describeApi())
