// The whole world in one test process: database, simulated companies, API and worker, with one clock to move.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type Sandbox, startSandbox } from '@jokko/sandbox/sandbox'
import { buildApp } from '../app.ts'
import { CLOCK_CHANNEL, createClock } from '../clock/clock.ts'
import { readConfig } from '../config.ts'
import { connect } from '../db/database.ts'
import { listen } from '../db/listener.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/app-types.ts'
import { startRunner } from '../jobs/runner.ts'
import { startSweeper } from '../jobs/sweeper.ts'
import { routines, tasks } from '../jobs/tasks.ts'
import { createLedger } from '../ledger/commit.ts'
import { createLog } from '../log.ts'
import { createProviders } from '../providers.ts'
import { watchReference } from '../reference/data.ts'
import { seedReference } from '../seed/reference.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export type World = {
  deps: Deps
  app: App
  database: TestDatabase
  sandbox: Sandbox
  /** Moves both worlds' clocks, due time by due time, and waits until nothing is left to do. */
  advance(seconds: number): Promise<void>
  /** A call to the simulated world's control or to a company's outside. */
  outside(path: string, body?: unknown): Promise<unknown>
  /** Every invariant; the test fails on the first that does not hold. */
  verify(): Promise<void>
  close(): Promise<void>
}

export async function startWorld(): Promise<World> {
  const database = await createTestDatabase()
  await seedReference(database.owner)
  const { port, release } = await reservePort()
  const jokkoUrl = `http://127.0.0.1:${port}`
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:', jokkoUrl, silenceMs: 200 })
  const log = createLog('test', process.env['TEST_LOG'] ?? 'silent')
  const config = readConfig({
    APP_ENV: 'test',
    DATABASE_URL: database.appUrl,
    PUBLIC_URL: jokkoUrl,
    SANDBOX_URL: sandbox.url,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
  })
  const { pool, db, close } = connect(database.appUrl, log)
  const listener = await listen(database.appUrl, log)
  const clock = await createClock(pool, listener)
  watchReference({ db }, listener)
  const deps: Deps = {
    config,
    pool,
    db,
    ledger: createLedger({ pool, log }),
    clock,
    log,
    providers: createProviders(config),
  }
  const app = await buildApp(deps)
  await release()
  await app.listen({ port, host: '127.0.0.1' })
  const runner = await startRunner({
    databaseUrl: database.appUrl,
    log,
    taskList: tasks(deps),
  })
  const sweeper = startSweeper(deps, routines)
  listener.on(CLOCK_CHANNEL, async () => {
    await clock.refresh()
    await sweeper.sweep()
  })
  const outside = (path: string, body?: unknown) => call(`${sandbox.url}${path}`, body)
  return {
    deps,
    app,
    database,
    sandbox,
    outside,
    advance: async seconds => {
      await outside('/control/clock', { advance_seconds: seconds })
    },
    verify: () => verify(database),
    async close() {
      await sweeper.stop()
      await runner.stop()
      await app.close()
      await sandbox.close()
      await listener.close()
      await close()
      await database.close()
    },
  }
}

async function verify({ owner }: TestDatabase): Promise<void> {
  const { rows } = await owner.query<{ invariant: string; ok: boolean; detail: string }>(
    'select * from ledger.verify()',
  )
  const broken = rows.filter(row => !row.ok)
  if (broken.length > 0) throw new Error(broken.map(row => `${row.invariant}: ${row.detail}`).join('\n'))
}

async function call(url: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(
    url,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return JSON.parse(text) as unknown
}

/**
 * The sandbox must know our port before we can listen on it. It is kept until the moment we do: a port that is only known
 * to be free is given to the next outgoing connection.
 */
async function reservePort(): Promise<{ port: number; release(): Promise<void> }> {
  const keeper = createServer().listen(0, '127.0.0.1')
  await once(keeper, 'listening')
  const { port } = keeper.address() as AddressInfo
  const release = async () => {
    keeper.close()
    await once(keeper, 'close')
  }
  return { port, release }
}
