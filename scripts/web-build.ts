// Builds the web app when its sources are not the ones that the present build was made of.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './environment.ts'

const sources = ['web', 'ui', 'core', 'contract', 'locales']
const skipped = /(^|\/)(node_modules|dist|fixtures)(\/|$)|\.test\.tsx?$/
const stamp = join(root, 'web', 'dist', '.stamp')

function hashSources(): string {
  const hash = createHash('sha256')
  const files = globSync(
    sources.map(folder => `${folder}/**/*`),
    { cwd: root, exclude: name => skipped.test(name.replaceAll('\\', '/')) },
  )
  for (const file of ['package-lock.json', ...files.sort()]) {
    const path = join(root, file)
    if (!statSync(path).isFile()) continue
    hash.update(file).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

/** The hash of the sources when they have to be built, else nothing. */
export function outdatedBuild(): string | undefined {
  const wanted = hashSources()
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted ? undefined : wanted
}

export async function buildWeb(hash: string, signal: AbortSignal): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(String(chunk)))
  const code = await new Promise((settle, reject) => child.once('error', reject).once('close', settle))
  signal.throwIfAborted()
  if (code !== 0) throw new Error(`The web app does not build:\n${output.join('').trim()}`)
  writeFileSync(stamp, hash)
}
