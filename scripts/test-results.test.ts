// The sum of `npm test`: what counts as passed, and that no broken stage can look like success.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './environment.ts'
import { add, countPlaywright, countVitest, lastLine } from './test-results.ts'

const folder = mkdtempSync(join(tmpdir(), 'jokko-results-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(content: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const vitest = { numPassedTests: 5, numPendingTests: 1, numTodoTests: 1, testResults: [] }
const playwright = { stats: { expected: 4, skipped: 0 }, suites: [] }

function vitestTest(status: string, fullName: string, failureMessages: string[] = []) {
  return { status, fullName, failureMessages }
}

function playwrightSpec(title: string, status: string, message?: string) {
  const results = [{ error: message === undefined ? undefined : { message } }]
  return { file: 'bulk.spec.ts', title, tests: [{ projectName: 'desktop', status, results }] }
}

test('counts what the unit tests report', () => {
  expect(countVitest(report(vitest), 0)).toEqual({ passed: 5, failed: [], skipped: 2 })
})

test('every failed unit test is named with why; a file that cannot be loaded is one failure', () => {
  const testResults = [
    {
      name: join(root, 'api/a.test.ts'),
      status: 'failed',
      message: 'no such module\nat x',
      assertionResults: [],
    },
    {
      name: join(root, 'core/b.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        vitestTest('failed', 'adds', ['expected 1 to be 2\nat y']),
        vitestTest('passed', 'ends'),
      ],
    },
    { name: 'c', status: 'passed', message: '', assertionResults: [vitestTest('passed', 'holds')] },
  ]
  expect(countVitest(report({ ...vitest, testResults }), 1).failed).toEqual([
    'api/a.test.ts › not loaded: no such module',
    'core/b.test.ts › adds: expected 1 to be 2',
  ])
})

test.each([
  ['unit tests', countVitest, vitest],
  ['browser tests', countPlaywright, playwright],
])('a broken run of the %s that names no failed test is one failure', (name, count, content) => {
  expect(count(report(content), 1).failed).toEqual([`${name}: ended with 1, and no test is named`])
  expect(count(join(folder, 'missing.json'), 0)).toEqual({
    passed: 0,
    failed: [`${name}: ended without a report`],
    skipped: 0,
  })
})

test('a browser test that passed only on repetition has failed', () => {
  const suites = [
    {
      specs: [playwrightSpec('pays', 'unexpected', '\u001b[31mTimed out\u001b[39m\nCall log')],
      suites: [{ specs: [playwrightSpec('says why', 'flaky'), playwrightSpec('ends', 'expected')] }],
    },
  ]
  const counts = countPlaywright(report({ stats: { expected: 4, skipped: 3 }, suites }), 1)
  expect(counts).toEqual({
    passed: 4,
    failed: ['[desktop] bulk.spec.ts › pays: Timed out', '[desktop] bulk.spec.ts › says why'],
    skipped: 3,
  })
})

test('the last line names skipped tests only when there are some', () => {
  const counts = add({ passed: 1, failed: [], skipped: 0 }, { passed: 2, failed: ['a'], skipped: 0 })
  expect(lastLine(counts)).toBe('3 passed, 1 failed')
  expect(lastLine({ ...counts, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
})
