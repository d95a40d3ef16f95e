// Reads how many tests passed, and which did not, from the reports of the test runners. A stage that broke without naming a failed test
// counts as one failure, so that nothing broken ever sums up to success.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './environment.ts'

/** What did not pass is named, each with the first line of why: the end of a long log must tell it. */
export type Counts = {
  readonly passed: number
  readonly failed: readonly string[]
  readonly skipped: number
}

type VitestReport = {
  readonly numPassedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly VitestTest[]
  }[]
}

type VitestTest = {
  readonly status: string
  readonly fullName: string
  readonly failureMessages: readonly string[]
}

type PlaywrightReport = {
  readonly stats: { readonly expected: number; readonly skipped: number }
  readonly suites: readonly PlaywrightSuite[]
}

type PlaywrightSuite = {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    readonly file: string
    readonly title: string
    readonly tests: readonly PlaywrightTest[]
  }[]
}

type PlaywrightTest = {
  readonly projectName: string
  readonly status: string
  readonly results: readonly { readonly error?: { readonly message?: string } }[]
}

export function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: [...a.failed, ...b.failed], skipped: a.skipped + b.skipped }
}

function readReport<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}

function named(place: string, test: string, why = ''): string {
  const line = stripVTControlCharacters(why).split('\n', 1)[0]
  return line ? `${place} › ${test}: ${line}` : `${place} › ${test}`
}

function brokenStage(stage: string): Counts {
  return { passed: 0, failed: [`${stage}: ended without a report`], skipped: 0 }
}

function atLeastOneFailure(counts: Counts, stage: string, exitCode: number): Counts {
  if (exitCode === 0 || counts.failed.length > 0) return counts
  return { ...counts, failed: [`${stage}: ended with ${exitCode}, and no test is named`] }
}

/** A file that cannot be loaded has no tests, and is a failure of its own. */
export function countVitest(file: string, exitCode: number): Counts {
  const stage = 'unit tests'
  const report = readReport<VitestReport>(file)
  if (report === undefined) return brokenStage(stage)
  const failed = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter(test => test.status === 'failed')
    const place = relative(root, name)
    if (tests.length === 0) return status === 'failed' ? [named(place, 'not loaded', message)] : []
    return tests.map(({ fullName, failureMessages }) => named(place, fullName, failureMessages[0]))
  })
  const skipped = report.numPendingTests + report.numTodoTests
  return atLeastOneFailure({ passed: report.numPassedTests, failed, skipped }, stage, exitCode)
}

function failuresIn({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(spec =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(test => {
        const why = test.results.find(({ error }) => error !== undefined)?.error?.message
        return named(`[${test.projectName}] ${spec.file}`, spec.title, why)
      }),
  )
  return [...own, ...suites.flatMap(failuresIn)]
}

/** A test that passed only when repeated is not a test that passes. */
export function countPlaywright(file: string, exitCode: number): Counts {
  const stage = 'browser tests'
  const report = readReport<PlaywrightReport>(file)
  if (report === undefined) return brokenStage(stage)
  const { expected, skipped } = report.stats
  const failed = report.suites.flatMap(failuresIn)
  return atLeastOneFailure({ passed: expected, failed, skipped }, stage, exitCode)
}

export function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
