// The real stack for a run of browser tests: what `npm start` starts, with its own ports and a data folder that is
// deleted at the end. Each worker has a stack to itself, and finds it through the environment.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { removeCluster } from '../../scripts/cluster.ts'
import { freePort } from '../../scripts/ports.ts'

type Ready = { readonly ready: true; readonly webUrl: string; readonly sandboxUrl: string }

/** Where the programs of one worker are. */
export type Stack = { readonly webUrl: string; readonly sandboxUrl: string; readonly dataDir: string }

const root = resolve(import.meta.dirname, '../..')

function isReady(message: unknown): message is Ready {
  return typeof message === 'object' && message !== null && 'ready' in message
}

async function untilReady(supervisor: ChildProcess): Promise<Ready> {
  return new Promise((settle, reject) => {
    supervisor.on('message', message => {
      if (isReady(message)) settle(message)
    })
    supervisor.once('error', reject)
    supervisor.once('exit', code => reject(new Error(`The stack did not start (code ${code}).`)))
  })
}

async function stop(supervisor: ChildProcess): Promise<void> {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null) return
  const ended = new Promise(settle => supervisor.once('exit', settle))
  supervisor.kill('SIGTERM')
  await ended
}

async function stackEnvironment(dataDir: string): Promise<NodeJS.ProcessEnv> {
  const { DATABASE_URL: _url, DATABASE_OWNER_URL: _ownerUrl, ...inherited } = process.env
  const ports = { PORT: await freePort(), SANDBOX_PORT: await freePort(), SMTP_PORT: await freePort() }
  const texts = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]))
  return { ...inherited, ...texts, APP_ENV: 'test', JOKKO_DATA_DIR: dataDir, JOKKO_FAST: '1' }
}

type Started = { readonly stack: Stack; readonly end: () => Promise<void> }

async function startStack(stdout: 'inherit' | 'ignore'): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jokko-e2e-'))
  const env = await stackEnvironment(dataDir)
  const supervisor = spawn(process.execPath, ['scripts/run.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  })
  const { webUrl, sandboxUrl } = await untilReady(supervisor)
  return {
    stack: { webUrl, sandboxUrl, dataDir },
    async end() {
      await stop(supervisor)
      await removeCluster(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  // The first builds the web app, which the others find.
  const first = await startStack('inherit')
  const others = await Promise.all(Array.from({ length: workers - 1 }, () => startStack('ignore')))
  const all = [first, ...others]
  process.env['E2E_STACKS'] = JSON.stringify(all.map(({ stack }) => stack))
  return async () => {
    await Promise.all(all.map(({ end }) => end()))
  }
}

/** The stack of the worker that asks. */
export function ownStack(): Stack {
  const stacks = JSON.parse(process.env['E2E_STACKS'] ?? '[]') as readonly Stack[]
  const stack = stacks[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]
  if (stack === undefined) throw new Error('There is no stack: e2e/src/stack.ts starts it before the tests.')
  return stack
}
