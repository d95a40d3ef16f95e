// Where a flow began in the browser's history, so that its end takes all of its steps out of it.
import { expect, test } from 'vitest'
import { beginningOf, stepsBehind } from './flow-address.ts'

test('the first entry is the one that remembers no other', () => {
  expect(beginningOf({ __TSR_index: 4 })).toEqual({ flowFirst: 4 })
  expect(stepsBehind({ __TSR_index: 4 })).toBe(0)
})

test('each step remembers the first, and whether the page is right before it', () => {
  const first = { __TSR_index: 4, isOverPage: true } as const
  const second = { __TSR_index: 5, ...beginningOf(first) }
  const third = { __TSR_index: 6, ...beginningOf(second) }
  expect(third).toEqual({ __TSR_index: 6, flowFirst: 4, isOverPage: true })
  expect(stepsBehind(third)).toBe(2)
})
