// The embedded PostgreSQL 18: creates the cluster on first use, starts and stops it, and ends a server that an
// earlier, killed run left behind. Passwords are generated and kept beside the data, readable by its owner only.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openLog, tailOf } from './logs.ts'
import { freePort } from './ports.ts'
import {
  dataFolder,
  makeOwnFolder,
  movedFolder,
  type PostgresHome,
  preparePostgresHome,
  writeOwnFile,
} from './postgres-home.ts'
import { endProcess, isAlive, processCommand } from './processes.ts'

export type Cluster = {
  /** Superuser, database `postgres`: creates databases for tests. */
  readonly adminUrl: string
  /** Owns the database `jokko` and runs its migrations. */
  readonly ownerUrl: string
  /** What the API and the worker may do. */
  readonly appUrl: string
  readonly stop: () => Promise<void>
}

export type ClusterOptions = {
  readonly dataDir: string
  /** Gives up durability for speed: tests only. */
  readonly fast?: boolean
  readonly settings?: Readonly<Record<string, string>>
}

type Secrets = { readonly admin: string; readonly owner: string; readonly app: string }

const fastSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
const serverEnvironment = {
  LC_ALL: 'C',
  TZ: 'UTC',
  PATH: process.env['PATH'] ?? '',
  // glibc gives memory back after each statement and asks for it again in the next: a gathered call then spends a third
  // of its time in page faults. Bytes; other systems do not read them.
  MALLOC_TOP_PAD_: '4194304',
  MALLOC_TRIM_THRESHOLD_: '33554432',
  MALLOC_MMAP_THRESHOLD_: '33554432',
}

function secretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json')
}

function readSecrets(dataDir: string): Secrets {
  const file = secretsFile(dataDir)
  if (!existsSync(file)) throw new Error(`The database's passwords (${file}) are gone; run: npm run db:reset`)
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets
}

function createSecrets(dataDir: string): Secrets {
  const password = () => randomBytes(24).toString('hex')
  const secrets = { admin: password(), owner: password(), app: password() }
  writeFileSync(secretsFile(dataDir), `${JSON.stringify(secrets)}\n`, { mode: 0o600 })
  return secrets
}

function clusterAt(port: number, secrets: Secrets, stop: () => Promise<void>): Cluster {
  const url = (role: string, password: string, database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
  return {
    adminUrl: url('jokko', secrets.admin, 'postgres'),
    ownerUrl: url('jokko_owner', secrets.owner, 'jokko'),
    appUrl: url('jokko_app', secrets.app, 'jokko'),
    stop,
  }
}

/** Built beside its place and renamed when whole, so that an interrupted initdb leaves nothing half done. */
async function createDataFolder(home: PostgresHome, dataDir: string, fast: boolean): Promise<void> {
  const building = `${home.data}.new`
  rmSync(building, { recursive: true, force: true })
  makeOwnFolder(building, home.account)
  const passwordFile = join(building, 'password')
  writeOwnFile(passwordFile, `${createSecrets(dataDir).admin}\n`, home.account)
  const folder = join(building, 'data')
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const access = ['-U', 'jokko', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const options = [...access, ...locale, '--data-checksums', ...(fast ? ['--no-sync'] : [])]
  const child = spawn(home.initdb, ['-D', folder, ...options], {
    ...home.account,
    cwd: '/',
    env: serverEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', chunk => {
    complaint += chunk
  })
  const code = await new Promise((settle, reject) => child.once('error', reject).once('close', settle))
  if (code !== 0) throw new Error(`initdb failed (${code}): ${complaint.trim()}`)
  renameSync(folder, home.data)
  rmSync(building, { recursive: true })
}

type Postmaster = { readonly pid: number; readonly port: number }

/** The server that runs on this data folder, by the file it keeps there. Its process may be long gone. */
function recordedPostmaster(data: string): Postmaster | undefined {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

function isPostmasterOf(data: string, pid: number): boolean {
  return isAlive(pid) && processCommand(pid).includes('postgres') && processCommand(pid).includes(data)
}

/** After a SIGKILL of its supervisor the server lives on; process numbers are reused, so the command is compared. */
async function endLeftover(data: string): Promise<void> {
  const postmaster = recordedPostmaster(data)
  if (postmaster === undefined) return
  if (isPostmasterOf(data, postmaster.pid)) await endProcess(postmaster.pid, 'SIGINT', 60_000)
  else rmSync(join(data, 'postmaster.pid'), { force: true })
}

function launch(
  home: PostgresHome,
  port: number,
  log: string,
  settings: Record<string, string>,
): ChildProcess {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port), ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const output = openLog(log)
  // Its own process group: Ctrl-C must not reach it before the programs that use it have ended.
  const server = spawn(home.postgres, ['-D', home.data, ...args], {
    ...home.account,
    cwd: '/',
    detached: true,
    env: serverEnvironment,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  return server
}

async function connect(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return client
  } catch (error) {
    const code = (error as { code?: string }).code
    const notYet = code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === '57P03'
    if (notYet) return undefined
    throw error
  }
}

async function connectWhenUp(server: ChildProcess, url: string): Promise<pg.Client | undefined> {
  while (server.exitCode === null && server.signalCode === null) {
    const client = await connect(url)
    if (client !== undefined) return client
    await delay(30)
  }
  return undefined
}

async function orStop<Result>(stop: () => Promise<void>, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await stop()
    throw error
  }
}

async function provision(admin: pg.Client, secrets: Secrets): Promise<void> {
  const exists = async (query: string, name: string) => (await admin.query(query, [name])).rowCount === 1
  const roles = [
    ['jokko_owner', secrets.owner],
    ['jokko_app', secrets.app],
  ] as const
  for (const [role, password] of roles) {
    if (await exists('select 1 from pg_roles where rolname = $1', role)) continue
    await admin.query(`create role ${role} login password ${admin.escapeLiteral(password)}`)
  }
  if (await exists('select 1 from pg_database where datname = $1', 'jokko')) return
  await admin.query('create database jokko owner jokko_owner')
}

/** A few tries: another program may take the port first, and the processes of a killed server need a moment to go. */
async function startServer(
  home: PostgresHome,
  secrets: Secrets,
  log: string,
  settings: Record<string, string>,
) {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const port = await freePort()
    const server = launch(home, port, log, settings)
    const pid = server.pid
    if (pid === undefined) throw await new Promise(settle => server.once('error', settle))
    const stop = () => endProcess(pid, 'SIGINT', 60_000)
    const cluster = clusterAt(port, secrets, stop)
    const admin = await orStop(stop, () => connectWhenUp(server, cluster.adminUrl))
    if (admin !== undefined) return { cluster, admin }
    await delay(300)
  }
  throw new Error(`PostgreSQL does not start. The end of ${log}:\n${tailOf(log)}`)
}

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, fast = false, settings = {} } = options
  const home = preparePostgresHome(dataDir)
  if (!existsSync(home.data)) await createDataFolder(home, dataDir, fast)
  await endLeftover(home.data)
  const secrets = readSecrets(dataDir)
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 })
  const log = join(dataDir, 'logs', 'postgres.log')
  const base = { max_connections: '200', timezone: 'UTC', log_timezone: 'UTC' }
  const all = { ...base, ...(fast ? fastSettings : {}), ...settings }
  const { cluster, admin } = await startServer(home, secrets, log, all)
  await orStop(cluster.stop, () => provision(admin, secrets))
  await admin.end()
  return cluster
}

/** The cluster of this folder if its server runs now; stopping it is left to whoever started it. */
export function runningCluster(dataDir: string): Cluster | undefined {
  const data = dataFolder(dataDir)
  const postmaster = recordedPostmaster(data)
  if (postmaster === undefined || !isPostmasterOf(data, postmaster.pid)) return undefined
  return clusterAt(postmaster.port, readSecrets(dataDir), async () => undefined)
}

/** Ends a server left behind and deletes all that this folder holds, wherever the database was put. */
export async function removeCluster(dataDir: string): Promise<void> {
  await endLeftover(dataFolder(dataDir))
  const moved = movedFolder(dataDir)
  if (moved !== undefined) rmSync(moved, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

/** The database that the configuration names, else the embedded one. */
export async function openDatabase(options: ClusterOptions): Promise<Cluster> {
  const appUrl = process.env['DATABASE_URL']
  if (appUrl === undefined) return startCluster(options)
  const ownerUrl = process.env['DATABASE_OWNER_URL'] ?? appUrl
  return { adminUrl: ownerUrl, ownerUrl, appUrl, stop: async () => undefined }
}

async function hasTables(ownerUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('app.clock') is not null as there`,
    )
    return rows[0]?.there === true
  } finally {
    await client.end()
  }
}

/**
 * Works on the database whether Jokko is running or not: a server started for this ends with it. Before the first
 * start there is nothing to work on, and that is said.
 */
export async function withDatabase<Result>(
  dataDir: string,
  work: (cluster: Cluster) => Promise<Result>,
): Promise<Result | undefined> {
  const isExternal = process.env['DATABASE_URL'] !== undefined
  const cluster = (isExternal ? undefined : runningCluster(dataDir)) ?? (await openDatabase({ dataDir }))
  try {
    if (await hasTables(cluster.ownerUrl)) return await work(cluster)
    console.error('There is no data yet. Run npm start once: it makes the tables and the demo people.')
    return undefined
  } finally {
    await cluster.stop()
  }
}
