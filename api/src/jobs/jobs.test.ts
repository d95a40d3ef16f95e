// What runs by itself: the queue's worker, what comes due, and the bridge over which the outside world moves time.
import { eur, money } from '@jokko/core/money'
import type { FloatsAnswer, PayInProvider, PayoutProvider } from '@jokko/providers/port'
import type { TaskList } from 'graphile-worker'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Deps } from '../deps.ts'
import type { App } from '../http/app-types.ts'
import { clockRoutes } from '../http/clock-routes.ts'
import { testApp, testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { jobsNamed, workOff } from '../testing/jobs.ts'
import { readFloats } from './floats.ts'
import { fetchRates } from './rates.ts'
import { startRunner } from './runner.ts'
import { startSweeper } from './sweeper.ts'

let database: TestDatabase
let deps: Deps & { close(): Promise<void> }
let app: App

beforeAll(async () => {
  database = await createTestDatabase()
  deps = await testDeps(database.appUrl)
  app = await testApp(deps, clockRoutes(deps))
})

afterAll(async () => {
  await app.close()
  await deps.close()
  await database.close()
})

type ClockState = { now: string; next_due: string | null; idle: boolean }

const headers = () => ({ 'x-control-token': deps.config.controlToken, 'x-client-key': deps.config.clientKey })
const readClock = async () =>
  (await app.inject({ url: '/api/v1/internal/clock', headers: headers() })).json<ClockState>()
const advanceTo = (advance_to: string) =>
  app.inject({ method: 'POST', url: '/api/v1/internal/clock', headers: headers(), payload: { advance_to } })
const inSeconds = (seconds: number) => new Date(deps.clock.now().getTime() + seconds * 1000).toISOString()
const addTimer = (due: string, kind: string) =>
  database.owner.query(
    `insert into app.timers (due_at, kind, operation_id, payload) values ($1, $2, 'opn_1', '{"n": 1}')`,
    [due, kind],
  )

describe('the clock bridge', () => {
  test('403 forbidden without the token, 422 for a time that is none', async () => {
    for (const token of ['', 'dev-control-tokex', 'x'])
      expect(
        (await app.inject({ url: '/api/v1/internal/clock', headers: { 'x-control-token': token } }))
          .statusCode,
      ).toBe(403)
    expect((await advanceTo('tomorrow')).statusCode).toBe(422)
  })

  test('is idle when nothing waits; a job, a webhook, a new bank line, a timer and a routine that are due are work', async () => {
    expect(await readClock()).toMatchObject({ idle: true, next_due: null })
    const works: [string, string][] = [
      [`select graphile_worker.add_job('nothing')`, 'delete from graphile_worker._private_jobs'],
      [
        `insert into app.webhook_events (provider, event_id, type, body) values ('hub2', 'e1', 't', '{}')`,
        `update app.webhook_events set handled_at = now()`,
      ],
      [
        `insert into app.bank_lines (dedupe_key, iban, statement_id, kind, amount, currency, booked_on)
         values ('k', 'FR', 's', 'credit', 1, 'EUR', '2026-11-20')`,
        `update app.bank_lines set outcome = 'ignored'`,
      ],
      [
        `insert into app.timers (due_at, kind) values (app.now() - interval '1 second', 'x')`,
        'update app.timers set fired_at = app.now()',
      ],
      [
        `insert into app.routines values ('x', '30 seconds', app.now() - interval '30 seconds')`,
        'delete from app.routines',
      ],
    ]
    for (const [begin, end] of works) {
      await database.owner.query(begin)
      expect((await readClock()).idle, begin).toBe(false)
      await database.owner.query(end)
      expect((await readClock()).idle, end).toBe(true)
    }
  })

  test('a job that waits for its next try is not work of this moment', async () => {
    await database.owner.query(`select graphile_worker.add_job('later', run_at => now() + interval '1 hour')`)
    expect((await readClock()).idle).toBe(true)
  })

  test('goes forward to the moment asked for and never back', async () => {
    const target = inSeconds(600)
    expect((await advanceTo(target)).json<ClockState>().now >= target).toBe(true)
    expect(deps.clock.nowText() >= target).toBe(true)
    await advanceTo(inSeconds(-3_600))
    expect((await readClock()).now >= target).toBe(true)
  })
})

describe('the sweeper', () => {
  test('turns timers into jobs when they are due on our clock, once on two nodes', async () => {
    const due = inSeconds(60)
    await addTimer(due, 'ring')
    expect((await readClock()).next_due).toBe(due)
    const sweepers = [startSweeper(deps, []), startSweeper(deps, [])]
    await Promise.all(sweepers.map(({ sweep }) => sweep()))
    expect(await jobsNamed(database.owner, 'ring')).toEqual([])
    await advanceTo(due)
    await Promise.all(sweepers.map(({ sweep }) => sweep()))
    await Promise.all(sweepers.map(({ stop }) => stop()))
    expect(await jobsNamed(database.owner, 'ring')).toEqual([{ n: 1, operation_id: 'opn_1' }])
  })

  test('more timers than fit into one step all fire', async () => {
    const due = inSeconds(-1)
    await database.owner.query(
      `insert into app.timers (due_at, kind) select $1, 'many' from generate_series(1, 450)`,
      [due],
    )
    const sweeper = startSweeper(deps, [])
    await sweeper.sweep()
    await sweeper.stop()
    expect(await jobsNamed(database.owner, 'many')).toHaveLength(450)
  })

  test('a routine that is asked for less often from now on is not due by what it was before', async () => {
    const often = startSweeper(deps, [{ task: 'seldom', everySeconds: 30 }])
    await often.sweep()
    await often.stop()
    await workOff(deps.pool, { seldom: async () => undefined })
    const seldom = startSweeper(deps, [{ task: 'seldom', everySeconds: 3_600 }])
    await advanceTo(inSeconds(60))
    await seldom.sweep()
    await seldom.stop()
    expect(await jobsNamed(database.owner, 'seldom')).toHaveLength(0)
    const { rows } = await database.owner.query(
      `select asked_at + every > app.now() + interval '50 minutes' as later from app.routines where task = 'seldom'`,
    )
    expect(rows).toEqual([{ later: true }])
  })

  test('asks for its routines at once, then on our clock, once on two nodes and never twice while one waits', async () => {
    const sweepers = [0, 1].map(() => startSweeper(deps, [{ task: 'routine', everySeconds: 30 }]))
    const sweep = () => Promise.all(sweepers.map(one => one.sweep()))
    await sweep()
    await sweep()
    expect(await jobsNamed(database.owner, 'routine')).toHaveLength(1)
    await workOff(deps.pool, { routine: async () => undefined })
    await sweep()
    expect(await jobsNamed(database.owner, 'routine')).toHaveLength(0)
    await advanceTo(inSeconds(31))
    await sweep()
    expect(await jobsNamed(database.owner, 'routine')).toHaveLength(1)
    await workOff(deps.pool, { routine: async () => undefined })
    await database.owner.query(`update app.routines set asked_at = app.now() + interval '1 hour'`)
    await sweep()
    await Promise.all(sweepers.map(({ stop }) => stop()))
    expect(await jobsNamed(database.owner, 'routine')).toHaveLength(1)
  })
})

test('a rate that can be believed is kept with its time, any other changes nothing', async () => {
  const asOf = new Date('2026-11-20T12:00:00Z')
  const given = { kind: 'known', rate: { value: 941_235n, scale: 2 }, asOf } as const
  const rates = async () =>
    (await database.owner.query('select currency, value, scale, observed_at from app.rates')).rows
  const ask = (answer: Awaited<ReturnType<Deps['providers']['rates']['eurGnf']>>) =>
    fetchRates({ ...deps, providers: { ...deps.providers, rates: { eurGnf: async () => answer } } })
  await ask(given)
  await ask(given)
  await ask({ kind: 'refused', reason: 'implausible', detail: '' })
  await ask({ kind: 'unavailable', detail: 'HTTP 503' })
  expect(await rates()).toEqual([{ currency: 'GNF', value: 941_235n, scale: 2, observed_at: asOf }])
})

test('what a provider holds for us is kept, with what it has reserved; one that does not say changes nothing', async () => {
  const floats = (currency: 'XOF' | 'GNF', available: bigint, reserved: bigint) => ({
    available: money(available, currency),
    reserved: money(reserved, currency),
  })
  const provider = (answer: FloatsAnswer) => ({ floats: async () => answer }) as PayoutProvider
  const known = [floats('XOF', 900n, 100n), floats('GNF', 5n, 0n)]
  const payouts = {
    silent: provider({ kind: 'unknown', reason: 'timeout', detail: '' }),
    hub2: provider({ kind: 'known', floats: known }),
  }
  const collector = (answer: FloatsAnswer) => ({ holdings: async () => answer }) as unknown as PayInProvider
  const payIns = {
    monext: {} as PayInProvider,
    truelayer: collector({ kind: 'known', floats: [{ available: eur(7n), reserved: eur(0n) }] }),
  }
  await readFloats({ ...deps, providers: { ...deps.providers, payouts, payIns } })
  const collected = await database.owner.query(
    'select provider, currency, balance from app.collected_balances',
  )
  expect(collected.rows).toEqual([{ provider: 'truelayer', currency: 'EUR', balance: 7n }])
  const { rows } = await database.owner.query(
    'select provider, currency, balance, asked_at <= clock_timestamp() as is_past from app.float_balances order by id',
  )
  expect(rows).toEqual([
    { provider: 'hub2', currency: 'XOF', balance: 1_000n, is_past: true },
    { provider: 'hub2', currency: 'GNF', balance: 5n, is_past: true },
  ])
})

test('a job that fails waits for its next try, and the worker works on', async () => {
  await database.owner.query(`select graphile_worker.add_job('fails'), graphile_worker.add_job('works')`)
  let tries = 0
  const worked = Promise.withResolvers<void>()
  const runner = await startRunner({
    databaseUrl: database.appUrl,
    log: deps.log,
    concurrency: 1,
    taskList: {
      fails: async () => {
        tries += 1
        throw new Error('not today')
      },
      works: async () => worked.resolve(),
    },
  })
  await worked.promise
  await runner.stop()
  expect(tries).toBe(1)
  const { rows } = await database.owner.query<{ last_error: string; waits: boolean }>(
    `select last_error, run_at > updated_at and locked_at is null as waits from graphile_worker._private_jobs
     where last_error is not null`,
  )
  expect(rows).toMatchObject([{ waits: true }])
  expect(rows[0]?.last_error).toContain('not today')
})

describe('workers that die', () => {
  const addJob = (task: string) => database.owner.query('select graphile_worker.add_job($1)', [task])
  const runner = (taskList: TaskList) =>
    startRunner({ databaseUrl: database.appUrl, log: deps.log, taskList })

  test('a job of a dead worker comes back, and is done by another', async () => {
    await addJob('orphan')
    await database.owner.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead'
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'orphan')`)
    await database.owner.query(`insert into app.job_workers values ('dead', 4711)`)
    const done = Promise.withResolvers<void>()
    const working = await runner({ orphan: async () => done.resolve() })
    await done.promise
    await working.stop()
    const { rows } = await database.owner.query('select worker_id from app.job_workers')
    expect(rows).toEqual([])
  })

  test('a job is locked in the name under which its process shows itself alive', async () => {
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const working = await runner({
      long: () => {
        begun.resolve()
        return mayEnd.promise
      },
    })
    await addJob('long')
    await begun.promise
    for (;;) {
      const { rows } = await database.owner.query(
        `select from graphile_worker._private_jobs j join app.job_workers w on w.worker_id = j.locked_by`,
      )
      if (rows.length === 1) break
    }
    mayEnd.resolve()
    await working.stop()
  })

  test('who lost every connection shows itself alive again, and works on', async () => {
    let done = Promise.withResolvers<void>()
    const working = await runner({ again: async () => done.resolve() })
    await addJob('again')
    await done.promise
    const admin = new pg.Client({ connectionString: inject('adminUrl') })
    await admin.connect()
    const name = new URL(database.appUrl).pathname.slice(1)
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'jokko_app'`,
      [name],
    )
    done = Promise.withResolvers()
    await addJob('again')
    await done.promise
    for (;;) {
      const { rows } = await admin.query<{ held: string }>(
        `select count(*) as held from pg_locks l join pg_database d on d.oid = l.database
         where l.locktype = 'advisory' and l.granted and d.datname = $1`,
        [name],
      )
      if (BigInt(rows[0]?.held ?? 0) === 1n) break
    }
    const { rows } = await database.owner.query('select from app.job_workers')
    expect(rows.length).toBeGreaterThan(0)
    await admin.end()
    await working.stop()
  })
})
