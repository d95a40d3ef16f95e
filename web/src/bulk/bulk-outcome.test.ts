// What the last screen of a bulk says, for each way it can stand.
import { expect, test } from 'vitest'
import { countsOf, headingOf } from './bulk-outcome.ts'

const counts = { waiting: 0, under_way: 0, paid: 0, failed: 0, cancelled: 0, held: 0 }
const moving = { aborted: false, done_at: null, allowed_actions: [] }
const done = { ...moving, done_at: '2026-11-28T08:00:00.000Z' }

test.each([
  ['money_awaited', { ...moving, allowed_actions: ['see_bank_details'] }, { ...counts, waiting: 3 }],
  ['under_way', moving, { ...counts, under_way: 2, paid: 1 }],
  ['under_way', moving, { ...counts, paid: 3 }],
  ['under_way', moving, { ...counts, held: 1, under_way: 1, paid: 1 }],
  ['under_way', moving, { ...counts, held: 1, waiting: 2 }],
  ['held', moving, { ...counts, held: 1, paid: 2 }],
  ['held', moving, { ...counts, held: 1, failed: 1, paid: 1 }],
  ['paid', done, { ...counts, paid: 3 }],
  ['mixed', done, { ...counts, paid: 2, failed: 1 }],
  ['failed', done, { ...counts, failed: 3 }],
  ['cancelled', done, { ...counts, cancelled: 3 }],
  ['cancelled', done, { ...counts, paid: 2, cancelled: 1 }],
  ['mixed', done, { ...counts, paid: 1, failed: 1, cancelled: 1 }],
  ['failed', done, { ...counts, failed: 1, cancelled: 2 }],
  ['closed', { ...done, aborted: true }, { ...counts, waiting: 3 }],
] as const)('%s', (outcome, operation, rows) => {
  expect(headingOf({ ...operation, allowed_actions: [...operation.allowed_actions] }, rows, 3)).toBe(outcome)
})

test('before the money is there, every row waits', () => {
  expect(countsOf({ progress: null, rows: 3 })).toEqual({ ...counts, waiting: 3 })
})
