// `npm run check`: types, style, unused code, the architecture's laws, side by side. Prints what fails.
import { spawn } from 'node:child_process'
import { root } from './environment.ts'

type Check = { readonly name: string; readonly command: readonly string[] }

export type CheckResult = { readonly name: string; readonly ok: boolean }

const typescript = 'node_modules/typescript/bin/tsc'

const checks: readonly Check[] = [
  { name: 'types: programs', command: [typescript, '-p', 'tsconfig.json'] },
  { name: 'types: web', command: [typescript, '-p', 'web/tsconfig.json'] },
  { name: 'types: browser tests', command: [typescript, '-p', 'e2e/tsconfig.json'] },
  {
    name: 'style (biome)',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  },
  { name: 'unused code (knip)', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'architecture', command: ['scripts/check-architecture.ts'] },
]

/** As many as the machine has processors for would starve each other: the compilers use several themselves. */
const atOnce = 2

async function run({ name, command }: Check): Promise<CheckResult> {
  const started = performance.now()
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(String(chunk)))
  const code = await new Promise((settle, reject) => child.once('error', reject).once('close', settle))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`  ${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(output.join('').trimEnd())
  return { name, ok: code === 0 }
}

export async function runChecks(): Promise<readonly CheckResult[]> {
  const waiting = [...checks]
  const results: CheckResult[] = []
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results.push(await run(next))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

if (import.meta.main) {
  const results = await runChecks()
  const failed = results.filter(({ ok }) => !ok).length
  console.log(failed === 0 ? 'All checks are clean.' : `${failed} of ${results.length} checks failed.`)
  process.exitCode = failed === 0 ? 0 : 1
}
