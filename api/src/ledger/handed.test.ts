// What one operation holds can be handed to others that are opened beside it, without a posting: a bulk sets its money
// aside once, and each row is paid from its own part.
import { eur } from '@jokko/core/money'
import { release, reserve } from '@jokko/core/recipes-transfer'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  addUser,
  balanceOf,
  deposit,
  newTransfer,
  openLedger,
  posted,
  RECEIVED,
  usage,
  violations,
} from '../testing/changes.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import type { Change, LinkedOperation } from './change.ts'
import type { Ledger } from './commit.ts'

let db: TestDatabase
let ledger: Ledger
let pool: pg.Pool
const customer = 'usr_bulk'

beforeAll(async () => {
  db = await createTestDatabase()
  const opened = openLedger(db)
  ledger = opened.ledger
  pool = opened.pool
  await addUser(db, customer)
  await ledger.commit(deposit(customer, 10_000_00n, 'dep'))
})
afterEach(async () => expect(await violations(db)).toEqual([]))
afterAll(async () => {
  await pool.end()
  await db.close()
})

const moves = [
  ['created', null, 'draft'],
  ['checked', 'draft', 'checked'],
  ['pay_started', 'checked', 'paying'],
  ['funds_complete', 'paying', 'running'],
] as const

/** A bulk that is paid from the balance and counts nothing yet: its rows do. */
function running(id: string, cents: bigint): Change {
  return {
    scope: customer,
    key: id,
    body_hash: id,
    received_at: RECEIVED,
    operation_id: id,
    expect: 0,
    create: {
      ...newTransfer(customer, cents),
      kind: 'bulk',
      state: 'running',
      operation_type: 'bulk_transfer',
    },
    events: moves.map(([event, from_state, to_state]) => ({ event, from_state, to_state, actor: customer })),
    entries: [posted(reserve({ customer, amount: eur(cents) }), `${id}:reserve`)],
  }
}

function row(bulk: string, number: number, cents: bigint): LinkedOperation {
  return {
    operation_id: `${bulk}_${number}`,
    create: { ...newTransfer(customer, cents), parent_id: bulk, handed: cents },
    events: [
      { event: 'created', from_state: null, to_state: 'funding', actor: customer },
      { event: 'funds_complete', from_state: 'funding', to_state: 'screening', actor: customer },
    ],
  }
}

function handOut(bulk: string, rows: LinkedOperation[], key = 'rows'): Change {
  return {
    scope: 'bulk',
    key: `${bulk}:${key}`,
    body_hash: 'rows',
    received_at: RECEIVED,
    operation_id: bulk,
    expect: 4,
    linked: rows,
    counters: rows.map(({ create }) => usage(customer, create.principal)),
  }
}

async function heldBy(id: string): Promise<[bigint, bigint]> {
  const { rows } = await db.owner.query('select held::text, handed::text from app.operations where id = $1', [
    id,
  ])
  return [BigInt(rows[0]?.held ?? -1), BigInt(rows[0]?.handed ?? -1)]
}

describe('what a bulk holds', () => {
  it('goes to its rows, each its own part, and no account moves', async () => {
    await ledger.commit(running('opn_b1', 300_00n))
    const reserved = await balanceOf(db, `customer:${customer}:reserved:EUR`)
    const rows = [row('opn_b1', 1, 100_00n), row('opn_b1', 2, 150_00n)]
    expect(await ledger.commit(handOut('opn_b1', rows))).toMatchObject({ verdict: 'committed' })
    expect(await heldBy('opn_b1')).toEqual([50_00n, 0n])
    expect(await heldBy('opn_b1_1')).toEqual([100_00n, 100_00n])
    expect(await heldBy('opn_b1_2')).toEqual([150_00n, 150_00n])
    expect(await balanceOf(db, `customer:${customer}:reserved:EUR`)).toBe(reserved)
  })

  it('held_insufficient: rows never take more than the bulk holds, whatever else is reserved', async () => {
    await ledger.commit(running('opn_b2', 100_00n))
    const rows = [row('opn_b2', 1, 60_00n), row('opn_b2', 2, 60_00n)]
    expect(await ledger.commit(handOut('opn_b2', rows))).toEqual({
      verdict: 'refused',
      code: 'held_insufficient',
    })
    expect(await heldBy('opn_b2_1')).toEqual([-1n, -1n])
  })

  it('is handed out once, however often it is asked for at the same time', async () => {
    await ledger.commit(running('opn_b3', 100_00n))
    const change = handOut('opn_b3', [row('opn_b3', 1, 100_00n)])
    const verdicts = await Promise.all(Array.from({ length: 10 }, () => ledger.commit(change)))
    expect(verdicts.filter(({ verdict }) => verdict === 'committed')).toHaveLength(1)
    expect(await heldBy('opn_b3')).toEqual([0n, 0n])
  })

  it('goes back from a row to the balance like any reserve', async () => {
    await ledger.commit(running('opn_b4', 40_00n))
    await ledger.commit(handOut('opn_b4', [row('opn_b4', 1, 40_00n)]))
    const free = await balanceOf(db, `customer:${customer}:EUR`)
    await ledger.commit({
      scope: customer,
      key: 'opn_b4_1:cancel',
      body_hash: 'cancel',
      received_at: RECEIVED,
      operation_id: 'opn_b4_1',
      expect: 2,
      patch: { state: 'cancelled', customer_status: 'payment_failed', ended_at: RECEIVED },
      events: [{ event: 'cancelled', from_state: 'screening', to_state: 'cancelled', actor: customer }],
      entries: [posted(release({ customer, amount: eur(40_00n) }), 'opn_b4_1:release')],
      counters: [usage(customer, -40_00n)],
    })
    expect(await balanceOf(db, `customer:${customer}:EUR`)).toBe(free + 40_00n)
    expect(await heldBy('opn_b4_1')).toEqual([0n, 40_00n])
  })

  it('23514: nothing is handed over without a parent', async () => {
    await expect(
      db.owner.query(`update app.operations set handed = 1 where id = 'opn_b1'`),
    ).rejects.toMatchObject({ code: '23514' })
  })
})
