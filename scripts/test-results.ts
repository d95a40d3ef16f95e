// Reads how many tests passed from the reports of the test runners. A stage that broke without naming a failed test
// counts as one failure, so that nothing broken ever sums up to success.
import { existsSync, readFileSync } from 'node:fs'

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

type VitestReport = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { status: string }[]
  }[]
}

type PlaywrightReport = {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}

export function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

function readReport<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}

function atLeastOneFailure(counts: Counts, exitCode: number): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

const nothing: Counts = { passed: 0, failed: 0, skipped: 0 }

/** A file that cannot be loaded has no tests, and is a failure of its own. */
export function countVitest(file: string, exitCode: number): Counts {
  const report = readReport<VitestReport>(file)
  if (report === undefined) return { ...nothing, failed: 1 }
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some(assertion => assertion.status === 'failed'),
  )
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return atLeastOneFailure(counts, exitCode)
}

/** A test that passed only when repeated is not a test that passes. */
export function countPlaywright(file: string, exitCode: number): Counts {
  const report = readReport<PlaywrightReport>(file)
  if (report === undefined) return { ...nothing, failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return atLeastOneFailure({ passed: expected, failed: unexpected + flaky, skipped }, exitCode)
}

export function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
