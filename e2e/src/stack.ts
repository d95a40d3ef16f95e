// The real stack for a run of browser tests: what `npm start` starts, with its own ports and a data folder that is
// deleted at the end. Tests find it through the environment.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { removeCluster } from '../../scripts/cluster.ts'
import { freePort } from '../../scripts/ports.ts'

type Ready = { readonly ready: true; readonly webUrl: string; readonly sandboxUrl: string }

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

export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jokko-e2e-'))
  const env = await stackEnvironment(dataDir)
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  const supervisor = spawn(process.execPath, ['scripts/run.ts'], { cwd: root, env, stdio: [...stdio] })
  const { webUrl, sandboxUrl } = await untilReady(supervisor)
  Object.assign(process.env, { E2E_WEB_URL: webUrl, E2E_SANDBOX_URL: sandboxUrl, E2E_DATA_DIR: dataDir })
  return async () => {
    await stop(supervisor)
    await removeCluster(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
