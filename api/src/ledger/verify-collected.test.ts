// What ledger.verify() says of money that companies collected for us (I8): what they say that they hold, and what their
// settlements name, is found when our books say something else, and nothing otherwise.
import { eur } from '@jokko/core/money'
import { payInCollected } from '@jokko/core/recipes-payin'
import { payInSettled } from '@jokko/core/recipes-treasury'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Breaker, openBreaker } from '../testing/breaking.ts'
import { addUser, newTransfer, openLedger, posted, RECEIVED } from '../testing/changes.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import type { Change } from './change.ts'

const LINE = 'SETTLEMENT stl_1 COSTS 1.50 PAYMENT ses_1 100.00'
let db: TestDatabase
let breaker: Breaker
const found = (...sql: string[]) => breaker.found(...sql)

beforeAll(async () => {
  db = await createTestDatabase()
  await addUser(db, 'usr_s')
  const { ledger, pool } = openLedger(db)
  for (const change of [collected(1, 'monext'), collected(2, 'truelayer'), settled()])
    expect((await ledger.commit(change)).verdict).toBe('committed')
  await db.app.query(
    `insert into app.bank_lines (dedupe_key, iban, statement_id, kind, amount, currency, booked_on, outcome, settled_by, remittance)
     values ('FR76:N1:0', 'FR76', 'n1', 'settlement', 9850, 'EUR', '2026-03-02', 'booked', 'monext', $1)`,
    [LINE],
  )
  await pool.end()
  breaker = await openBreaker(db)
})
afterAll(async () => {
  await breaker.close()
  await db.close()
})

/** 100.00 EUR of one pay-in, held for a transfer that is looked at. */
function collected(n: number, provider: string): Change {
  const entry = payInCollected({ provider, customer: 'usr_s', amount: eur(100_00n) })
  const id = `opn_${n}`
  return {
    ...{ scope: provider, key: id, body_hash: id, received_at: RECEIVED, operation_id: id, expect: 0 },
    create: newTransfer('usr_s', 100_00n, { state: 'held' }),
    events: [
      { event: 'created', from_state: null, to_state: 'funding', actor: 'usr_s' },
      { event: 'funds_complete', from_state: 'funding', to_state: 'screening', actor: 'system' },
      { event: 'screening_held', from_state: 'screening', to_state: 'held', actor: 'system' },
    ],
    entries: [posted(entry, `payin:pin_${n}:collected`)],
    counters: [
      { subject: 'usr_s', kind: 'sent', period: RECEIVED.slice(0, 10), amount: 100_00n, ceiling: 10_000_00n },
    ],
    pay_ins: [
      {
        ...{ id: `pin_${n}`, provider, method: 'card', state: 'collected', outcome: 'funded' },
        ...{ amount: 100_00n, currency: 'EUR', provider_id: `ses_${n}`, asked: 0, expires_at: RECEIVED },
      },
    ],
  }
}

function settled(): Change {
  const entry = payInSettled({
    iban: 'FR76',
    provider: 'monext',
    collected: eur(100_00n),
    cost: eur(1_50n),
  })
  const key = 'bank:FR76:N1:0'
  return { scope: 'bank', key, body_hash: key, received_at: RECEIVED, entries: [posted(entry, key)] }
}

it('is silent on what the door wrote', async () => {
  expect(await found()).toBe('')
})

describe('I8: what companies hold', () => {
  const told = (balance: number, provider = 'truelayer') => [
    `insert into app.collected_balances (provider, currency, balance, asked_at, told_at)
     values ('${provider}', 'EUR', ${balance}, clock_timestamp(), app.now())`,
    `update app.clock set shift = shift + interval '20 minutes'`,
  ]

  it('agrees with its first word, as long as our books did not move', async () => {
    expect(await found(...told(10_000), ...told(10_000))).toBe('')
    // What was there before our books began stays apart.
    expect(await found(...told(70_000), ...told(70_000))).toBe('')
  })
  it('has changed where our books have not', async () => {
    expect(await found(...told(10_000), ...told(9_999))).toBe(
      'I8 1 found, first: payin:truelayer:EUR: the company has -1 more than our books; what is under way explains 0 to 0',
    )
    expect(await found(...told(10_000), ...told(20_000))).toContain('has 10000 more than our books')
  })
  it('may have changed by what is under way, in or out, and by no more', async () => {
    const comes = `insert into app.pay_ins (id, operation_id, provider, method, state, amount, currency, expires_at, created_at, updated_at)
      values ('pin_3', 'opn_2', 'truelayer', 'card', 'processing', 10000, 'EUR', app.now(), app.now(), app.now())`
    expect(await found(comes, ...told(10_000), ...told(20_000))).toBe('')
    expect(await found(comes, ...told(10_000), ...told(20_001))).toContain('explains -10000 to 10000')
    const goes = `insert into app.payout_attempts (id, operation_id, provider, state, amount, currency, destination, created_at, updated_at)
      values ('pat_1', 'opn_2', 'truelayer', 'unknown', 4000, 'EUR', '{"kind":"refund"}', app.now(), app.now())`
    expect(await found(...told(10_000), goes, ...told(6_000))).toBe('')
    expect(await found(...told(10_000), goes, ...told(5_999))).toContain('payin:truelayer:EUR')
  })
  it('what was told a moment ago is not judged yet', async () => {
    const [now = ''] = told(1)
    expect(await found(...told(10_000), now)).toBe('')
  })
})

describe('I8: what settlements name', () => {
  const says = (text: string) =>
    `update app.bank_lines set remittance = '${text}' where dedupe_key = 'FR76:N1:0'`

  it('another sum than it pays and keeps', async () => {
    expect(await found(says('COSTS 1.49 PAYMENT ses_1 100.00'))).toContain('paid 9850 and kept 149 of 10000')
    expect(await found(says('COSTS 1.50 PAYMENT ses_1 100.00 REFUND ses_1 1.00'))).toContain(
      'paid 9850 and kept 150 of 9900',
    )
  })
  it('a payment of another amount, or that we do not know', async () => {
    expect(await found(says('COSTS 1.50 PAYMENT ses_1 99.00 REPRESENTMENT ses_1 1.00'))).toBe(
      'I8 1 found, first: monext ses_1: settled with 9900, booked 10000',
    )
    expect(await found(says('COSTS 1.50 PAYMENT ses_9 100.00'))).toContain(
      'monext ses_9: settled with 10000, booked 0',
    )
  })
  it('a payment that is paid twice', async () => {
    expect(
      await found(says('COSTS 1.50 PAYMENT ses_1 100.00 PAYMENT ses_1 100.00 CHARGEBACK ses_1 100.00')),
    ).toBe('I8 1 found, first: monext ses_1: settled 2 times')
  })
  it('a payment that later ones went before', async () => {
    const older = `update app.pay_ins set provider = 'monext', created_at = created_at - interval '3 days' where id = 'pin_2'`
    expect(await found(older)).toBe(
      'I8 1 found, first: pin_2: collected by monext and left out of its settlements',
    )
  })
  it('a settlement in other words is only a sum', async () => {
    expect(await found(says('SETTLEMENT stl_1'))).toBe('')
  })
})
