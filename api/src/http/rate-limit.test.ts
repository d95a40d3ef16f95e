// A use is given back where it was counted.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { giveBackToLimit, takeFromLimit } from './rate-limit.ts'

let database: TestDatabase
let deps: Awaited<ReturnType<typeof testDeps>>

beforeAll(async () => {
  database = await createTestDatabase()
  deps = await testDeps(database.appUrl)
})
afterAll(async () => {
  await deps.close()
  await database.close()
})

test('a use given back after its window has ended makes no room in the next one', async () => {
  const tenths = { most: 1_000_000, seconds: 0.1 }
  const first = await takeFromLimit(deps, 'tries', tenths)
  let next = first
  while (next.windowStart.getTime() === first.windowStart.getTime()) {
    next = await takeFromLimit(deps, 'tries', tenths)
  }
  const usedIn = async ({ subject, windowStart }: typeof first): Promise<number> => {
    const { rows } = await database.owner.query(
      'select used from app.rate_limits where subject = $1 and window_start = $2',
      [subject, windowStart],
    )
    return rows[0]?.used
  }
  const before = await usedIn(first)
  await giveBackToLimit(deps, first)
  expect(await usedIn(first)).toBe(before - 1)
  expect(await usedIn(next)).toBe(1)
})
