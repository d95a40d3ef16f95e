// `npm test`: checks, then unit, API and adapter tests, then browser tests on the real stack. It ends with the names of
// what failed and, as its last line, the sum; each check counts as one test.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { requireBrowser } from './browser.ts'
import { runChecks } from './check.ts'
import { root } from './environment.ts'
import { add, type Counts, countPlaywright, countVitest, lastLine } from './test-results.ts'

const reports = join(root, 'test-results')

// The runners get Ctrl-C from the terminal and end by themselves; the sum is printed all the same.
process.on('SIGINT', () => undefined)

function headline(text: string): void {
  console.log(`\n${text}\n`)
}

/** Its exit code. SIGTERM and the end of the parent reach it through this process. */
async function runTool(
  command: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<number> {
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  })
  const pass = () => child.kill('SIGTERM')
  process.once('SIGTERM', pass).once('disconnect', pass)
  const code = await new Promise<number>((settle, reject) => {
    child.once('error', reject).once('exit', exitCode => settle(exitCode ?? 1))
  })
  process.off('SIGTERM', pass).off('disconnect', pass)
  return code
}

async function checkStage(): Promise<Counts> {
  headline('Checks')
  const results = await runChecks()
  const failed = results.filter(({ ok }) => !ok).map(({ name }) => `check › ${name}`)
  return { passed: results.length - failed.length, failed, skipped: 0 }
}

async function unitStage(): Promise<Counts> {
  headline('Unit, API and adapter tests')
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await runTool(['node_modules/vitest/vitest.mjs', 'run', ...reporters], {})
  return countVitest(file, code)
}

async function browserStage(): Promise<Counts> {
  headline('Browser tests')
  const file = join(reports, 'playwright.json')
  const browser = await requireBrowser()
  const command = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts']
  const workers = process.env['E2E_WORKERS'] ?? String(Math.min(availableParallelism(), 2))
  const code = await runTool(command, { CHROMIUM_PATH: browser, E2E_WORKERS: workers })
  return countPlaywright(file, code)
}

/** A stage that cannot even begin is a failure like any other, and the others still run. */
async function stage(work: () => Promise<Counts>): Promise<Counts> {
  try {
    return await work()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { passed: 0, failed: [why], skipped: 0 }
  }
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
let sum: Counts = { passed: 0, failed: [], skipped: 0 }
for (const work of [checkStage, unitStage, browserStage]) sum = add(sum, await stage(work))
if (sum.failed.length > 0) console.log(['\nWhat failed:', ...sum.failed].join('\n  ✗ '))
console.log(`\n${lastLine(sum)}`)
process.exitCode = sum.failed.length === 0 ? 0 : 1
process.disconnect?.()
