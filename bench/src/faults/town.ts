// The stage of the fault run: two API processes and a worker that can be killed and come back, beside the simulated
// companies, which stay up and misbehave on order.
import { type ChildProcess, execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../scripts/ports.ts'
import { openStage, root, type Stage, untilAnswers } from '../stage.ts'

export type Killable = {
  readonly name: string
  /** SIGKILL, and a new process at once. */
  kill(): Promise<void>
}

export type Town = {
  readonly stage: Stage
  readonly apiUrls: readonly string[]
  readonly sandboxUrl: string
  readonly programs: readonly Killable[]
  untilUp(): Promise<void>
  /** A call to the simulated world. */
  outside<T>(path: string, body?: object): Promise<T>
  /** What one of us types on the command line; gives what it said. Cut off after so many milliseconds, if given. */
  operator(words: readonly string[], cutOffMs?: number): Promise<string>
  close(): Promise<void>
}

/** Real milliseconds until a company that does not answer cuts the connection. */
const SILENCE_MS = '300'

export async function openTown(options: { fast: boolean }): Promise<Town> {
  const stage = await openStage({ fast: options.fast })
  try {
    return await furnish(stage)
  } catch (error) {
    await stage.close()
    throw error
  }
}

async function furnish(stage: Stage): Promise<Town> {
  const [first, second, sandboxPort, smtpPort] = await Promise.all([1, 2, 3, 4].map(() => freePort()))
  const apiUrls = [`http://127.0.0.1:${first}`, `http://127.0.0.1:${second}`] as const
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  stage.program('sandbox/src/server.ts', {
    SANDBOX_PORT: String(sandboxPort),
    SMTP_PORT: String(smtpPort),
    SANDBOX_DATA: `${stage.folder}/sandbox`,
    SANDBOX_SILENCE_MS: SILENCE_MS,
    JOKKO_URL: apiUrls[0],
  })
  await untilAnswers(`${sandboxUrl}/health`)
  const environment = {
    APP_ENV: 'test',
    PUBLIC_URL: apiUrls[0],
    SANDBOX_URL: sandboxUrl,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  }
  const ending = new AbortController()
  const program = (name: string, file: string, port?: number) =>
    killable(name, ending.signal, () =>
      stage.program(file, { ...environment, ...(port !== undefined && { PORT: String(port) }) }),
    )
  const programs = [
    program('api 1', 'api/src/server.ts', first),
    program('api 2', 'api/src/server.ts', second),
    program('worker', 'api/src/worker.ts'),
  ]
  const untilUp = async () => {
    for (const url of apiUrls) await untilAnswers(`${url}/api/v1/health`, 60_000)
  }
  await untilUp()
  return {
    stage,
    apiUrls,
    sandboxUrl,
    programs,
    untilUp,
    outside: (path, body) => callOutside(`${sandboxUrl}${path}`, body),
    operator: (words, cutOffMs) =>
      typed(words, { ...environment, DATABASE_URL: stage.cluster.appUrl, LOG_LEVEL: 'warn' }, cutOffMs),
    close() {
      ending.abort()
      return stage.close()
    },
  }
}

function killable(name: string, ending: AbortSignal, start: () => ChildProcess): Killable {
  let child = start()
  return {
    name,
    async kill() {
      const ended = new Promise(settle => child.once('exit', settle))
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await ended
      }
      // Nothing may be started on a stage that is being cleared.
      if (!ending.aborted) child = start()
    },
  }
}

const TYPED_WITHIN_MS = 60_000

function typed(
  words: readonly string[],
  environment: Record<string, string>,
  cutOffMs = TYPED_WITHIN_MS,
): Promise<string> {
  return new Promise(settle => {
    const options = { cwd: root, env: { ...process.env, ...environment }, timeout: cutOffMs }
    execFile(process.execPath, ['api/src/operator.ts', ...words], options, (_, stdout, stderr) => {
      settle(`${stdout}${stderr}`.trim() || 'cut off')
    })
  })
}

async function callOutside<T>(url: string, body?: object): Promise<T> {
  const answer = await fetch(
    url,
    body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return JSON.parse(text) as T
}

/** The queue's pauses before another try run on real time; here they end at once. */
async function endQueuePauses({ stage }: Town): Promise<void> {
  await stage.owner.query(
    `update graphile_worker._private_jobs set run_at = now()
     where run_at > now() and locked_at is null and attempts < max_attempts`,
  )
}

const hour = 3_600
const day = 24 * hour
/** Through every retry, question and scripted return, then through the days a bank transfer may take. */
const strides: readonly number[] = [
  ...Array<number>(10).fill(60),
  ...Array<number>(12).fill(hour),
  ...Array<number>(12).fill(day),
]

/** Moves the clock of both worlds until nothing is left that time alone would still move. */
export async function letTimePass(town: Town): Promise<void> {
  for (const advance_seconds of strides) {
    await untilSettled(town)
    await town.outside('/control/clock', { advance_seconds })
  }
  await untilSettled(town)
}

/** What our side still has to do at this moment, in words. */
const READ_WORK = `
  select 'job ' || t.identifier || coalesce(' locked by ' || j.locked_by, '') || ' try ' || j.attempts as work
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.locked_at is not null or j.attempts < j.max_attempts
  union all select 'webhook ' || provider from app.webhook_events where handled_at is null
  union all select 'bank line ' || id from app.bank_lines where outcome = 'new'
  union all select 'timer ' || kind from app.timers where fired_at is null and due_at <= app.now()
  order by 1`

const SETTLED_WITHIN_MS = 120_000

/** Work may take long on a busy machine; work that does not become less is a finding. */
async function untilSettled(town: Town): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  let since = performance.now()
  for (;;) {
    await endQueuePauses(town)
    const { rows } = await town.stage.owner.query<{ work: string }>(READ_WORK)
    if (rows.length === 0) return
    if (rows.length < least) {
      least = rows.length
      since = performance.now()
    }
    if (performance.now() - since > SETTLED_WITHIN_MS) {
      const left = rows.slice(0, 10).map(({ work }) => work)
      throw new Error(`${rows.length} things do not get done: ${left.join(', ')}`)
    }
    await pause(100)
  }
}
