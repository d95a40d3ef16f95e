// From `npm start` to the first answer, the second time and later; and a stop in the middle of work, which may leave
// no request without its answer.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { removeCluster } from '../../scripts/cluster.ts'
import { freePort } from '../../scripts/ports.ts'
import { type Figure, measured, say } from './report.ts'
import { ROUNDS } from './rounds.ts'
import { addCustomers, type Customer, end, openStage, root, type Stage, untilAnswers } from './stage.ts'

export async function benchStart(): Promise<Figure[]> {
  return [await secondStart(), await stopUnderLoad()]
}

async function secondStart(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'jokko-bench-start-'))
  const [port, sandboxPort, smtpPort] = await Promise.all([1, 2, 3].map(() => freePort()))
  const environment = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SMTP_PORT: String(smtpPort),
    JOKKO_DATA_DIR: folder,
  }
  const once = async (patienceMs: number): Promise<number> => {
    const started = performance.now()
    const log = join(folder, 'start.log')
    const output = openSync(log, 'w')
    const command = ['start', '--silent']
    const child = spawn('npm', command, {
      cwd: root,
      env: environment,
      stdio: ['ignore', output, output],
      detached: true,
    })
    closeSync(output)
    try {
      await untilAnswers(`http://127.0.0.1:${port}/api/v1/health`, patienceMs)
      return (performance.now() - started) / 1000
    } catch (error) {
      throw new Error(`npm start did not come up:\n${readFileSync(log, 'utf8')}`, { cause: error })
    } finally {
      await endGroup(child)
    }
  }
  try {
    say(`start, the first: ${(await once(180_000)).toFixed(1)} s`)
    const seconds: number[] = []
    for (let i = 1; i <= ROUNDS; i += 1) {
      seconds.push(await once(60_000))
      say(`start round ${i}: ${seconds.at(-1)?.toFixed(1)} s`)
    }
    return measured('start', seconds, { floor: 10, goal: 3 }, { unit: 's' })
  } finally {
    await removeCluster(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As Ctrl-C does it: the whole group hears it, and npm ends when all have ended. */
async function endGroup(child: ChildProcess): Promise<void> {
  const ended = new Promise(settle => child.once('exit', settle))
  if (child.pid === undefined || child.exitCode !== null) return
  process.kill(-child.pid, 'SIGINT')
  await ended
}

const CLIENTS = 32

async function stopUnderLoad(): Promise<Figure> {
  const stage = await openStage({ fast: true })
  try {
    const customers = await addCustomers(stage.owner, CLIENTS)
    const failed: number[] = []
    let answered = 0
    for (let i = 1; i <= ROUNDS; i += 1) {
      const result = await stopOnce(stage, customers)
      failed.push(result.failed.length)
      answered += result.answered
      say(
        `stop round ${i}: ${result.failed.length} of ${result.answered} failed ${[...new Set(result.failed)]}`,
      )
    }
    return measured('stop', failed, { floor: 0, goal: 0 }, { unit: 'requests failed', answered })
  } finally {
    await stage.close()
  }
}

type Served = { answered: number; failed: string[] }

/** A request that was never taken, because nobody listens any more, is not one that failed. */
async function stopOnce(stage: Stage, customers: readonly Customer[]): Promise<Served> {
  const port = await freePort()
  const server = stage.program('api/src/server.ts', { PORT: String(port) })
  await untilAnswers(`http://127.0.0.1:${port}/api/v1/live`)
  const agent = new Agent({ keepAlive: true })
  const served: Served = { answered: 0, failed: [] }
  const client = async (customer: Customer): Promise<void> => {
    for (;;) {
      const outcome = await readBalance(agent, port, customer)
      if (outcome === 'ECONNREFUSED') return
      if (outcome === '200') served.answered += 1
      else served.failed.push(outcome)
    }
  }
  const clients = customers.map(client)
  await pause(1_000)
  await end(server)
  await Promise.all(clients)
  agent.destroy()
  return served
}

/** The status, or the code of what went wrong. */
function readBalance(agent: Agent, port: number, { token }: Customer): Promise<string> {
  return new Promise(settle => {
    const options = { agent, host: '127.0.0.1', port, path: '/api/v1/auth/current' }
    get({ ...options, headers: { authorization: `Bearer ${token}` } }, answer => {
      answer.resume()
      answer.on('end', () => settle(String(answer.statusCode)))
      answer.on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message))
    }).on('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message))
  })
}
