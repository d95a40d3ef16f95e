// The supervisor behind `npm start` and `npm run dev`: database, migrations, seed, sandbox, API and worker, web app,
// and the end of all of them. Whatever ends this process ends its children too.
import { existsSync, mkdirSync, readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../api/src/db/migrate.ts'
import { type Cluster, openDatabase } from './cluster.ts'
import {
  applicationEnvironment,
  type Environment,
  type Places,
  readPlaces,
  root,
  sandboxEnvironment,
  sandboxUrl,
  viteEnvironment,
  webUrl,
} from './environment.ts'
import { AlreadyRunning, runningSupervisor, takeLock } from './lock.ts'
import { requireFreePorts } from './ports.ts'
import { createProgress, type Progress } from './progress.ts'
import { answers, type Service, startService } from './services.ts'
import { buildWeb, outdatedBuild } from './web-build.ts'

type World = {
  readonly places: Places
  readonly dev: boolean
  readonly progress: Progress
  readonly stopping: AbortController
  /** What has to be undone, in the order in which it was done. */
  readonly undo: { name: string; stop: () => Promise<void> | void }[]
}

const seedFile = '../api/src/seed/seed.ts'

class Stopped extends Error {}

function createWorld(): World {
  const dev = process.argv.includes('--dev')
  const places = readPlaces(process.env, dev)
  return { places, dev, progress: createProgress(), stopping: new AbortController(), undo: [] }
}

async function stopWorld(world: World): Promise<void> {
  for (const { name, stop } of world.undo.splice(0).reverse()) {
    try {
      await stop()
    } catch (error) {
      console.error(`Stopping ${name} failed:`, error)
    }
  }
}

/** Each program's log is in the data folder; the screen shows only what a person needs. */
function service(world: World, name: string, command: readonly string[], environment: Environment): Service {
  const logDir = join(world.places.dataDir, 'logs')
  mkdirSync(logDir, { recursive: true, mode: 0o700 })
  const { stopping, progress } = world
  const onFailure = (error: Error) => stopping.abort(error)
  const ending = stopping.signal
  return startService({ name, command, environment, logDir, say: progress.say, ending, onFailure })
}

async function prepareDatabase(world: World): Promise<Cluster> {
  const { step } = world.progress
  const fast = process.env['JOKKO_FAST'] === '1'
  const cluster = await step('PostgreSQL 18', () => openDatabase({ dataDir: world.places.dataDir, fast }))
  world.undo.push({ name: 'PostgreSQL', stop: cluster.stop })
  world.stopping.signal.throwIfAborted()
  await step('Migrations', () => migrate(cluster.ownerUrl))
  world.stopping.signal.throwIfAborted()
  const { seed } = (await import(String(seedFile))) as {
    seed: (urls: { ownerUrl: string; appUrl: string }) => Promise<void>
  }
  await step('Demo people and history', () => seed({ ownerUrl: cluster.ownerUrl, appUrl: cluster.appUrl }))
  return cluster
}

async function prepareWeb(world: World): Promise<void> {
  if (world.dev) return
  const hash = outdatedBuild()
  if (hash !== undefined)
    await world.progress.step('Web app built', () => buildWeb(hash, world.stopping.signal))
}

/** Stops together what was started together. */
function keep(world: World, services: readonly Service[]): readonly Service[] {
  const stop = async () => {
    await Promise.all(services.map(one => one.stop()))
  }
  world.undo.push({ name: services.map(({ name }) => name).join(', '), stop })
  return services
}

/** Needs nothing, so it comes up beside the database. */
function startSandbox(world: World): readonly Service[] {
  return keep(world, [service(world, 'sandbox', ['sandbox/src/server.ts'], sandboxEnvironment(world.places))])
}

function startApplication(world: World, cluster: Cluster): readonly Service[] {
  const { places } = world
  const environment = applicationEnvironment(places, cluster.appUrl)
  const vite = ['node_modules/vite/bin/vite.js', '--config', 'scripts/vite-dev.config.ts']
  return keep(world, [
    service(world, 'worker', ['api/src/worker.ts'], environment),
    service(world, 'API', ['api/src/server.ts'], environment),
    ...(world.dev ? [service(world, 'web', vite, viteEnvironment(places))] : []),
  ])
}

/** Hot reload for the server's side: a changed source restarts the programs that may have read it. */
function restartOnChange(world: World, services: readonly Service[]): void {
  const readers: Record<string, readonly string[]> = {
    'api/src': ['API', 'worker'],
    'contract/src': ['API', 'worker'],
    'core/src': ['API', 'worker'],
    locales: ['API', 'worker'],
    'providers/src': ['API', 'worker'],
    'sandbox/src': ['sandbox'],
  }
  const due = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const restartDue = async () => {
    const names = [...due]
    due.clear()
    await Promise.all(services.filter(({ name }) => names.includes(name)).map(one => one.restart()))
    world.progress.say(`${names.join(' and ')} started again with the changed source`)
  }
  for (const [folder, names] of Object.entries(readers)) {
    const watcher = watch(join(root, folder), { recursive: true }, () => {
      for (const name of names) due.add(name)
      clearTimeout(timer)
      timer = setTimeout(() => void restartDue(), 150)
    })
    world.undo.push({ name: `watching ${folder}`, stop: () => watcher.close() })
  }
}

async function waitUntilReady(world: World): Promise<void> {
  const { places } = world
  const wait = (label: string, url: string) =>
    world.progress.step(label, () => answers(url, world.stopping.signal))
  await Promise.all([
    wait('Sandbox world', sandboxUrl(places)),
    wait('API and worker', `http://127.0.0.1:${places.apiPort}/api/v1/health`),
  ])
}

function announce(world: World): void {
  const { places } = world
  const list = join(root, 'api', 'seed', 'people.json')
  const people = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { email: string; what: string }[])
    : []
  const width = Math.max(0, ...people.map(({ email }) => email.length))
  const lines = [
    '',
    `  Jokko            ${webUrl(places)}`,
    `  Sandbox world    ${sandboxUrl(places)}   phones, mailbox, bank`,
    `  API reference    http://localhost:${places.apiPort}/docs`,
    '',
    ...(people.length > 0 ? ['  Sign in with the password Jokko-2026! as'] : []),
    ...people.map(({ email, what }) => `    ${email.padEnd(width)}  ${what}`),
    '',
    `  Logs are in ${join(places.dataDir, 'logs')}. Ctrl-C stops everything.`,
    '',
  ]
  console.log(lines.join('\n'))
}

async function start(world: World): Promise<void> {
  const { places } = world
  const running = runningSupervisor(places.dataDir)
  if (running !== undefined) throw new AlreadyRunning(running)
  const ports = [
    { name: 'PORT', port: places.webPort },
    ...(world.dev ? [{ name: 'API_PORT', port: places.apiPort }] : []),
    { name: 'SANDBOX_PORT', port: places.sandboxPort },
    { name: 'SMTP_PORT', port: places.smtpPort },
  ]
  await requireFreePorts(ports, world.dev ? 'npm run dev' : 'npm start')
  world.undo.push({ name: 'lock', stop: takeLock(places.dataDir, webUrl(places)) })
  console.log('Jokko starts')
  const sandbox = startSandbox(world)
  const [database, web] = await Promise.allSettled([prepareDatabase(world), prepareWeb(world)])
  if (database.status === 'rejected') throw database.reason
  if (web.status === 'rejected') throw web.reason
  const cluster = database.value
  world.stopping.signal.throwIfAborted()
  const application = startApplication(world, cluster)
  await waitUntilReady(world)
  if (world.dev) restartOnChange(world, [...sandbox, ...application])
  announce(world)
  process.send?.({ ready: true, webUrl: webUrl(places), sandboxUrl: sandboxUrl(places) })
}

function listenForTheEnd(world: World): void {
  const end = () => world.stopping.abort(new Stopped())
  // Repeats are ignored: a group signal and a passed-on one may both arrive.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.on('disconnect', end)
  // A closed terminal must not keep the rest from being stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', end)
}

function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise(settle => {
    if (signal.aborted) settle()
    else signal.addEventListener('abort', () => settle(), { once: true })
  })
}

async function run(world: World): Promise<number> {
  listenForTheEnd(world)
  let failure: unknown
  try {
    await start(world)
    await untilStopped(world.stopping.signal)
    failure = world.stopping.signal.reason
  } catch (error) {
    failure = world.stopping.signal.aborted ? world.stopping.signal.reason : error
  }
  world.stopping.abort(failure)
  if (world.undo.length > 0) console.log('\nStopping …')
  await stopWorld(world)
  return failure instanceof Stopped ? 0 : tell(failure)
}

/** What went wrong as a sentence, and the code that the process ends with. */
function tell(failure: unknown): number {
  console.error(`\n${failure instanceof Error ? failure.message : String(failure)}`)
  return 1
}

async function main(): Promise<number> {
  let world: World
  try {
    world = createWorld()
  } catch (error) {
    return tell(error)
  }
  return run(world)
}

process.exitCode = await main()
if (process.connected) process.disconnect?.()
