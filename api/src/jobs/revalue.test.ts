// The value of our open position in Guinean francs: a gain or a loss a day, booked once, and never for CFA francs.
import { eur, money } from '@jokko/core/money'
import { buyFloat } from '@jokko/core/recipes-treasury'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { seedReference } from '../seed/reference.ts'
import { testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { balance, violations } from '../testing/transfers.ts'
import { revaluePositions } from './revalue.ts'

let database: TestDatabase
let deps: Deps & { close(): Promise<void> }

beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.owner)
  await database.owner.query(
    `insert into app.rates (currency, value, scale, source, observed_at) values ('GNF', 1000000, 2, 'test', clock_timestamp())`,
  )
  deps = await testDeps(database.appUrl)
})
afterEach(async () => expect(await violations(deps.pool)).toEqual([]))
afterAll(async () => {
  await deps.close()
  await database.close()
})

const buy = async (currency: 'GNF' | 'XOF', paid: bigint, bought: bigint) => {
  const key = newId('opn')
  const entry = buyFloat({
    iban: deps.config.bank.account.iban,
    provider: 'hub2',
    paid: eur(paid),
    bought: money(bought, currency),
  })
  await deps.ledger.commit({
    scope: 'test',
    key,
    body_hash: 'buy',
    received_at: deps.clock.nowText(),
    entries: [{ ...entry, key, book: 'test' }],
  })
}

const result = () => balance(deps.pool, 'fx:result:EURGNF:EUR')

it('10,000,000 GNF bought for 1,010.00 and worth 1,000.00 are a loss of 10.00, once a day', async () => {
  await buy('GNF', 101_000n, 10_000_000n)
  await revaluePositions(deps)
  expect(await result()).toBe(-1_000n)
  expect(await balance(deps.pool, 'position:EURGNF:EUR')).toBe(-100_000n)
  await revaluePositions(deps)
  expect(await result()).toBe(-1_000n)
})
it('what is bought later that day waits for the next', async () => {
  await buy('GNF', 50_000n, 6_000_000n)
  await revaluePositions(deps)
  expect(await result()).toBe(-1_000n)
  await database.owner.query(`update app.clock set shift = shift + interval '1 day'`)
  await deps.clock.refresh()
  await revaluePositions(deps)
  expect(await result()).toBe(9_000n)
})
it('CFA francs have a fixed price: nothing is booked', async () => {
  await buy('XOF', 3_048_980n, 20_000_000n)
  await revaluePositions(deps)
  expect(await balance(deps.pool, 'fx:result:EURXOF:EUR')).toBe(0n)
})
