// Our own money, moved by hand and watched by machine: floats that are bought, collected money that reaches them, and
// what the treasury is told, once.
import { eur, money } from '@jokko/core/money'
import { debitUnmatched, mobileMoneyDeposit } from '@jokko/core/recipes-payin'
import type { PayoutProvider } from '@jokko/providers/port'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '../deps.ts'
import { tellTreasury } from '../jobs/treasury.ts'
import { testDeps } from '../testing/app.ts'
import { posted } from '../testing/changes.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { jobsNamed } from '../testing/jobs.ts'
import { addHuman } from '../testing/people.ts'
import { balance, openTransfer, violations } from '../testing/transfers.ts'
import { listWaiting } from './commands.ts'
import { setFlag } from './settings.ts'
import { bookCollectionMoved, explainAsPrefunding } from './treasury.ts'

const by = { operator: 'ada', reason: 'Hub2 wrote that it arrived' }
let database: TestDatabase
let deps: Deps & { close(): Promise<void> }

beforeAll(async () => {
  database = await createTestDatabase()
  // Only its name counts here: nothing is asked of it.
  deps = await testDeps(database.appUrl, { payouts: { hub2: {} as PayoutProvider } })
})
afterAll(async () => {
  await deps.close()
  await database.close()
})

const commit = async (key: string, entries: ReturnType<typeof posted>[]) => {
  const change = { scope: 'test', key, body_hash: key, received_at: deps.clock.nowText(), entries }
  expect((await deps.ledger.commit(change)).verdict).toBe('committed')
}

/** Our bank paid 30,489.80 EUR to somebody, and nobody has said why. */
async function unexplained(n: string): Promise<string> {
  const { rows } = await database.owner.query<{ id: string }>(
    `insert into app.bank_lines (dedupe_key, iban, statement_id, kind, amount, currency, booked_on, outcome)
     values ($1, 'FR76', 'n1', 'debit', -3048980, 'EUR', '2026-03-02', 'suspense') returning id::text`,
    [n],
  )
  const entry = debitUnmatched({ iban: 'FR76', amount: eur(3_048_980n) })
  await commit(n, [posted(entry, `bank:${n}`)])
  return rows[0]?.id ?? ''
}

describe('a float is bought', () => {
  it('the debit of our bank is explained, once, and its reason is kept', async () => {
    const line = await unexplained('D1')
    const bought = { line, provider: 'hub2', currency: 'XOF', amount: '20000000' }
    expect(await explainAsPrefunding(deps, bought, by)).toBe(`bank line ${line}: booked`)
    expect(await balance(deps.pool, 'suspense:unmatched:EUR')).toBe(0n)
    expect(await balance(deps.pool, 'float:hub2:XOF')).toBe(-20_000_000n)
    expect(await balance(deps.pool, 'position:EURXOF:EUR')).toBe(-3_048_980n)
    await expect(explainAsPrefunding(deps, bought, by)).rejects.toThrow('no debit that waits')
    const { rows } = await deps.pool.query(
      `select actor, reason from app.operator_actions where subject = 'bank line ${line}'`,
    )
    expect(rows).toEqual([{ actor: 'operator:ada', reason: by.reason }])
    expect(await violations(deps.pool)).toEqual([])
  })
  it.each([
    ['no line', { line: '99999' }, 'no debit'],
    ['a provider that pays nothing out', { provider: 'monext' }, 'pays nothing out'],
    ['no local currency', { currency: 'EUR' }, 'no local currency'],
    ['no amount', { amount: '0' }, 'no amount'],
  ])('%s is refused', async (what, wrong, message) => {
    const line = await unexplained(`D:${what}`)
    const bought = { line, provider: 'hub2', currency: 'XOF', amount: '1' }
    await expect(explainAsPrefunding(deps, { ...bought, ...wrong }, by)).rejects.toThrow(message)
  })
})

describe('what phones paid is moved to the float', () => {
  it('once under a reference, and never more than was collected', async () => {
    const user = await addHuman(database.owner, {})
    const collected = mobileMoneyDeposit({
      ...{ provider: 'hub2', customer: user, fee: eur(0n) },
      ...{ amount: eur(101_00n), collected: money(66_250n, 'XOF') },
    })
    await commit('collected', [posted(collected, 'collected')])
    const before = await balance(deps.pool, 'float:hub2:XOF')
    const moved = { provider: 'hub2', currency: 'XOF', amount: '60000', reference: 'MV-1' }
    await bookCollectionMoved(deps, moved, by)
    await expect(
      bookCollectionMoved(deps, { ...moved, amount: '6251', reference: 'MV-2' }, by),
    ).rejects.toThrow('holds 6250 XOF')
    await expect(bookCollectionMoved(deps, { ...moved, amount: '5000' }, by)).rejects.toThrow('Not done')
    expect((await balance(deps.pool, 'float:hub2:XOF')) - before).toBe(-60_000n)
    expect(await balance(deps.pool, 'payin:hub2:XOF')).toBe(-6_250n)
  })
})

describe('the treasury is told', () => {
  beforeEach(async () => {
    await setFlag(deps, { name: 'treasury_mailbox', value: '"treasury@jokko.example"' }, by)
    await setFlag(deps, { name: 'float_levels', value: '{"hub2 XOF":"5000"}' }, by)
    await setFlag(deps, { name: 'collection_levels', value: '{"hub2 XOF":"900"}' }, by)
  })
  const says = async (table: 'float_balances' | 'collected_balances', amount: number) => {
    await database.owner.query(
      `insert into app.${table} (provider, currency, balance, asked_at, told_at) values ('hub2', 'XOF', $1, now(), app.now())`,
      [amount],
    )
    await tellTreasury(deps)
    await tellTreasury(deps)
  }
  const told = async () => (await jobsNamed(database.owner, 'send_message')).map(({ template }) => template)
  const waiting = async (what: string) => (await listWaiting(deps)).filter(row => row.what === what)

  it('once per crossing of a level, which stays in the list as long as it lasts', async () => {
    await says('float_balances', 6_000)
    expect(await told()).toEqual([])
    await says('float_balances', 4_999)
    await says('float_balances', 4_000)
    expect(await told()).toEqual(['float_low'])
    expect(await waiting('float')).toMatchObject([
      { id: 'hub2 XOF', state: 'low', detail: '4000, level 5000' },
    ])
    await says('float_balances', 9_000)
    expect(await waiting('float')).toEqual([])
    await says('float_balances', 10)
    expect(await told()).toEqual(['float_low', 'float_low'])
    await says('collected_balances', 901)
    expect(await told()).toContain('collection_high')
    expect(await waiting('collected')).toMatchObject([{ id: 'hub2 XOF', state: 'high' }])
  })
  it('of a payout by hand that nobody confirmed in its time', async () => {
    const user = await addHuman(database.owner, {})
    const id = await openTransfer(deps, { customerId: user, userId: user, reference: 'JKOVERDUE1' })
    await database.owner.query(
      `update app.operations set state = 'sent', details = details || '{"delivery":{"min":60,"max":120}}' where id = $1`,
      [id],
    )
    await database.owner.query(
      `insert into app.payout_attempts (id, operation_id, provider, state, amount, currency, destination, created_at, updated_at)
       values ('pat_late', $1, 'manual', 'accepted', 1, 'XOF', '{}', app.now() - interval '119 minutes', app.now())`,
      [id],
    )
    await tellTreasury(deps)
    expect(await waiting('payout by hand')).toMatchObject([{ id, state: 'sent' }])
    expect(await told()).not.toContain('payout_overdue')
    await database.owner.query(`update app.clock set shift = shift + interval '2 minutes'`)
    await tellTreasury(deps)
    await tellTreasury(deps)
    expect(await waiting('payout by hand')).toMatchObject([{ id, state: 'overdue' }])
    expect((await told()).filter(template => template === 'payout_overdue')).toHaveLength(1)
  })
})
