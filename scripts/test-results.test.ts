// The sum of `npm test`: what counts as passed, and that no broken stage can look like success.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { add, countPlaywright, countVitest, lastLine } from './test-results.ts'

const folder = mkdtempSync(join(tmpdir(), 'jokko-results-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(content: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] }
const playwright = { stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0 } }

test('counts what the unit tests report', () => {
  expect(countVitest(report(vitest), 0)).toEqual({ passed: 5, failed: 0, skipped: 2 })
})

test('a test file that cannot be loaded is one failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ]
  const counts = countVitest(report({ ...vitest, numFailedTests: 1, testResults }), 1)
  expect(counts).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test.each([
  ['unit tests', countVitest, vitest],
  ['browser tests', countPlaywright, playwright],
])('a broken run of the %s that names no failed test is one failure', (_name, count, content) => {
  expect(count(report(content), 1).failed).toBe(1)
  expect(count(join(folder, 'missing.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a browser test that passed only on repetition has failed', () => {
  const counts = countPlaywright(report({ stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 3 } }), 1)
  expect(counts).toEqual({ passed: 4, failed: 3, skipped: 3 })
})

test('the last line names skipped tests only when there are some', () => {
  const counts = add({ passed: 1, failed: 0, skipped: 0 }, { passed: 2, failed: 1, skipped: 0 })
  expect(lastLine(counts)).toBe('3 passed, 1 failed')
  expect(lastLine({ ...counts, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
})
