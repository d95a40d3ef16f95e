// Prices, limits and flags: changed from now on, each change with who made it, why, and what was there before.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { seedReference } from '../seed/reference.ts'
import { testDeps } from '../testing/app.ts'
import { type Breaker, openBreaker } from '../testing/breaking.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { setFee, setFlag, setLimit } from './settings.ts'

let database: TestDatabase
let deps: Deps & { close(): Promise<void> }
let breaker: Breaker
const by = { operator: 'mariam', reason: 'Tarif de mars' }

beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.owner)
  deps = await testDeps(database.appUrl)
  breaker = await openBreaker(database)
})
afterAll(async () => {
  await breaker.close()
  await deps.close()
  await database.close()
})

const rowsOf = async (sql: string) => (await database.owner.query(sql)).rows
const lastAction = async () =>
  (
    await rowsOf(
      'select actor, action, subject, reason, before, after from app.operator_actions order by id desc limit 1',
    )
  )[0]
const actions = async () => (await rowsOf('select count(*)::int as n from app.operator_actions'))[0].n

describe('a fee', () => {
  const fee = { purpose: 'transfer', method: 'card', percent: '1.75', flat: '0.10', minimum: '1.50' }

  test('has a successor from now on; the old one stays with its end', async () => {
    await setFee(deps, fee, by)
    const rows = await rowsOf(
      `select percent_bp, flat, minimum, valid_to is null as is_current from app.fees
       where purpose = 'transfer' and method = 'card' order by valid_from`,
    )
    expect(rows).toEqual([
      { percent_bp: 190, flat: 0n, minimum: 150n, is_current: false },
      { percent_bp: 175, flat: 10n, minimum: 150n, is_current: true },
    ])
    expect(await lastAction()).toEqual({
      actor: 'operator:mariam',
      action: 'fee',
      subject: 'transfer card',
      reason: 'Tarif de mars',
      before: { percent_bp: 190, flat: 0, minimum: 150 },
      after: { percent_bp: 175, flat: 10, minimum: 150 },
    })
  })

  test.each([
    [{ method: 'pigeon' }, 'no such setting'],
    [{ percent: '101' }, 'more than a hundred percent'],
    [{ percent: '1,9' }, 'no amount'],
    [{ flat: '-1.00' }, 'no amount'],
  ])('nothing for %o', async (wrong, says) => {
    const before = await actions()
    await expect(setFee(deps, { ...fee, ...wrong }, by)).rejects.toThrow(says)
    expect(await actions()).toBe(before)
  })
})

describe('a limit', () => {
  test('is another from now on', async () => {
    await setLimit(deps, { kind: 'wallet_month', currency: 'XOF', ceiling: '12000000' }, by)
    expect(await lastAction()).toMatchObject({
      ...{ action: 'limit', subject: 'wallet_month XOF', before: 10_000_000, after: 12_000_000 },
    })
    const rows = await rowsOf(
      `select ceiling from app.limits where kind = 'wallet_month' and currency = 'XOF' order by valid_from desc`,
    )
    expect(rows).toEqual([{ ceiling: 12_000_000n }, { ceiling: 10_000_000n }])
  })

  test.each([
    ['wallet_year', 'XOF', '1', 'no such setting'],
    ['wallet_month', 'USD', '1', 'no currency'],
    ['wallet_month', 'XOF', '1.5', 'no amount'],
    ['wallet_month', 'XOF', '0', 'would stop everything'],
  ])('nothing for %s %s %s', async (kind, currency, ceiling, says) => {
    await expect(setLimit(deps, { kind, currency, ceiling }, by)).rejects.toThrow(says)
  })
})

describe('a flag', () => {
  test('holds what it is set to', async () => {
    await setFlag(deps, { name: 'short_tolerance_cents', value: '2' }, by)
    const [features] = await rowsOf(`select value from app.settings where key = 'features'`)
    await setFlag(deps, { name: 'features', value: '{"deposit": true}' }, by)
    expect(await rowsOf(`select value from app.settings where key = 'short_tolerance_cents'`)).toEqual([
      { value: 2 },
    ])
    expect(await lastAction()).toMatchObject({
      subject: 'features',
      before: features?.value,
      after: { deposit: true },
    })
  })

  test.each([
    ['anything', '1', 'no flag'],
    ['toString', '1', 'no flag'],
    ['short_tolerance_cents', '-1', 'nothing that'],
    ['short_tolerance_cents', '0.5', 'nothing that'],
    ['features', 'deposit', 'nothing that'],
    ['features', '{"deposit": "yes"}', 'nothing that'],
    ['bank_transfer_only', '"usr_1"', 'nothing that'],
  ])('nothing for %s %s', async (name, value, says) => {
    await expect(setFlag(deps, { name, value }, by)).rejects.toThrow(says)
  })
})

describe('the trail', () => {
  test('cannot be changed, nor written by the application alone', async () => {
    await expect(database.owner.query(`update app.operator_actions set reason = 'x'`)).rejects.toMatchObject({
      code: 'JK003',
    })
    for (const sql of [
      `insert into app.operator_actions values (default, 'operator:x', 'a', 's', 'r', null, null, app.now(), '')`,
      `select app.operator_did('operator:x', 'a', 's', 'r', null, null)`,
      'update app.fees set percent_bp = 0',
      `insert into app.limits values ('customer_day', 'EUR', 1)`,
    ])
      await expect(database.app.query(sql)).rejects.toMatchObject({ code: '42501' })
  })

  test('an anonymous change, or one without a reason, is none', async () => {
    for (const who of [
      { operator: '', reason: 'x' },
      { operator: 'mariam', reason: ' ' },
    ])
      await expect(setFlag(deps, { name: 'new_payee_hold_cents', value: '1' }, who)).rejects.toMatchObject({
        code: '23514',
      })
    expect(await rowsOf(`select value::text from app.settings where key = 'new_payee_hold_cents'`)).toEqual([
      { value: expect.stringContaining('1500000') },
    ])
  })

  test('I12 finds what was altered or taken away', async () => {
    expect(await breaker.found()).toBe('')
    expect(
      await breaker.found(
        `update app.operator_actions set reason = 'x' where id = (select min(id) from app.operator_actions)`,
      ),
    ).toMatch(/^I12 1 found, first: operator action \d+: was altered/)
    expect(
      await breaker.found(
        'delete from app.operator_actions where id = (select min(id) from app.operator_actions)',
      ),
    ).toMatch(/^I12 1 found/)
  })

  test('several at once stay one chain', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        setFlag(deps, { name: 'new_payee_hold_cents', value: String(1_500_000 + n) }, by),
      ),
    )
    expect(await breaker.found()).toBe('')
  })
})
