// The two programs as they are really started: they come up, work, and end in order at a signal or when whoever
// started them is gone.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'

let database: TestDatabase
const started: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})
afterAll(() => database.close())

function start(program: 'server' | 'worker', variables: Record<string, string> = {}): ChildProcess {
  const child = fork(new URL(`./${program}.ts`, import.meta.url), {
    // Without what the test runner puts around its own processes.
    execArgv: process.env['TRACE'] ? ['--trace-deprecation'] : [],
    env: {
      PATH: process.env['PATH'],
      APP_ENV: 'development',
      DATABASE_URL: database.appUrl,
      LOG_LEVEL: 'info',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  if (process.env['TRACE']) child.stderr?.pipe(process.stderr)
  started.push(child)
  return child
}

/** All that it said until then. */
function says(child: ChildProcess, words: string): Promise<string> {
  let heard = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', chunk => {
      heard += String(chunk)
      if (heard.includes(words)) resolve(heard)
    })
    child.once('exit', () => reject(new Error(`it ended and said: ${heard}`)))
  })
}

async function endOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

test('the server answers, and ends at SIGTERM', async () => {
  const child = start('server', { PORT: '0' })
  const [, port] = /"port":(\d+)/.exec(await says(child, '"msg":"listening"')) ?? []
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/health`)
  expect(await answer.json()).toMatchObject({ status: 'ok', database: 'ok' })
  const ended = endOf(child)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('the worker turns timers that are due into jobs, and ends at SIGINT', async () => {
  await database.owner.query(
    `insert into app.timers (due_at, kind, operation_id) values (app.now(), 'fund_by_passed', 'opn_none')`,
  )
  const child = start('worker')
  await says(child, 'working')
  for (;;) {
    const { rows } = await database.owner.query<{ waits: boolean }>(
      'select exists (select from app.timers where fired_at is null) as waits',
    )
    if (!rows[0]?.waits) break
  }
  const ended = endOf(child)
  child.kill('SIGINT')
  expect(await ended).toBe(0)
})

test.each(['server', 'worker'] as const)('the %s ends when whoever started it is gone', async program => {
  const child = start(program, { PORT: '0' })
  await says(child, program === 'server' ? 'listening' : 'working')
  const ended = endOf(child)
  child.disconnect()
  expect(await ended).toBe(0)
})

test('production refuses development secrets and simulated companies before it touches anything', async () => {
  const child = start('server', { APP_ENV: 'production' })
  expect(await endOf(child)).not.toBe(0)
})
