// What holds when many want the same money at once, from two processes, and while connections die.
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import cases from '../../fixtures/idempotency.json' with { type: 'json' }
import {
  addUser,
  balanceOf,
  deposit,
  newTransfer,
  openLedger,
  spend,
  usage,
  violations,
} from '../testing/changes.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import type { Change, Verdict } from './change.ts'
import { createLedger, type Ledger } from './commit.ts'

const LONG = process.env['LONG'] === '1'
const ROUNDS = LONG ? 1_000 : 200

let db: TestDatabase
let processes: { ledger: Ledger; pool: pg.Pool }[]
let customer: string
let people = 0

beforeAll(async () => {
  db = await createTestDatabase()
  processes = [openLedger(db, 'first'), openLedger(db, 'second')]
})
beforeEach(async () => {
  people += 1
  customer = `usr_${people}`
  await addUser(db, customer)
})
afterAll(async () => {
  expect(await violations(db)).toEqual([])
  for (const { pool } of processes) await pool.end()
  await db.close()
})

const door = (n: number): Ledger => {
  const { ledger } = processes[n % processes.length] ?? {}
  if (!ledger) throw new Error('no process')
  return ledger
}

/** The n-th of them through the n-th process. */
const all = (changes: Change[]): Promise<Verdict[]> =>
  Promise.all(changes.map((change, n) => door(n).commit(change)))

const passed = (verdicts: Verdict[]) => verdicts.filter(v => v.verdict === 'committed').length
const codes = (verdicts: Verdict[]) => [
  ...new Set(verdicts.flatMap(v => (v.verdict === 'refused' ? [v.code] : []))),
]
const free = () => balanceOf(db, `customer:${customer}:EUR`)
const cents = (euros: string) => BigInt(euros.replace('.', ''))

async function database(counter: 'deadlocks'): Promise<number> {
  const { rows } = await db.owner.query<{ n: number }>(
    `select ${counter}::int as n from pg_stat_database where datname = current_database()`,
  )
  return rows[0]?.n ?? 0
}

describe('many spends of one balance', () => {
  it('200 at once on a balance that covers 100: exactly 100 pass, none is negative, no deadlock', async () => {
    await door(0).commit(deposit(customer, 100_00n, `dep:${customer}`))
    const before = await database('deadlocks')
    const verdicts = await all(
      Array.from({ length: 200 }, (_, n) => spend(customer, 1_00n, `opn_${customer}_${n}`)),
    )
    expect(passed(verdicts)).toBe(100)
    expect(codes(verdicts)).toEqual(['insufficient'])
    expect(await free()).toBe(0n)
    expect(await balanceOf(db, `customer:${customer}:reserved:EUR`)).toBe(100_00n)
    expect(await database('deadlocks')).toBe(before)
  })

  it(`a balance of 100 and ten spends of 100, ${ROUNDS} rounds: always exactly one`, {
    timeout: 600_000,
  }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await door(round).commit(deposit(customer, 100_00n, `dep:${customer}:${round}`))
      const verdicts = await all(
        Array.from({ length: 10 }, (_, n) => spend(customer, 100_00n, `opn_${customer}_${round}_${n}`)),
      )
      expect(passed(verdicts)).toBe(1)
      expect(codes(verdicts)).toEqual(['insufficient'])
    }
    expect(await free()).toBe(0n)
  })

  it('IDM-08 eight withdrawals at once: one is accepted, seven are refused', async () => {
    const { balance, parallel, request } = cases['IDM-08']
    await door(0).commit(deposit(customer, cents(balance), `dep:${customer}`))
    const amount = BigInt(request.amount_without_fees_in_euro) * 100n
    const verdicts = await all(
      Array.from({ length: parallel }, (_, n) => spend(customer, amount, `opn_${customer}_${n}`)),
    )
    expect(passed(verdicts)).toBe(1)
    expect(codes(verdicts)).toEqual(['insufficient'])
    expect(await free()).toBe(0n)
  })

  it('IDM-11 a clash over locks is never called a lack of money', async () => {
    const { balance, parallel, request } = cases['IDM-11']
    await door(0).commit(deposit(customer, cents(balance), `dep:${customer}`))
    const amount = BigInt(request.amount_without_fees_in_euro) * 100n
    const verdicts = await all(
      Array.from({ length: parallel }, (_, n) => spend(customer, amount, `opn_${customer}_${n}`)),
    )
    expect(passed(verdicts)).toBe(parallel)
    expect(await free()).toBe(cents(balance) - amount * BigInt(parallel))
  })

  it('customers who pay each other from both sides never block each other for good', async () => {
    const others = [`${customer}_a`, `${customer}_b`, `${customer}_c`]
    for (const id of others) await addUser(db, id)
    await all(others.map(id => deposit(id, 1000_00n, `dep:${id}`)))
    const before = await database('deadlocks')
    // Each change touches two customers, in every order, with new limits and new accounts on the way.
    const changes = Array.from({ length: 240 }, (_, n): Change => {
      const [from = '', to = ''] = [others[n % 3], others[(n + 1 + (n % 2)) % 3]]
      const create = newTransfer(from, 1_00n, { payout_kind: 'balance', receiver_customer_id: to })
      const first = spend(from, 1_00n, `opn_${customer}_${n}`, { create })
      const second = deposit(to, 1_00n, `opn_${customer}_${n}:in`)
      const limit = (subject: string) => ({
        subject,
        kind: 'probe',
        period: `${n % 7}`,
        amount: 1n,
        ceiling: 10_000n,
      })
      return {
        ...first,
        entries: [...(second.entries ?? []), ...(first.entries ?? [])],
        counters: [limit(to), limit(from), usage(from, 1_00n)],
      }
    })
    expect(passed(await all(changes))).toBe(240)
    expect(await database('deadlocks')).toBe(before)
  })
})

describe('one key', () => {
  it('the same business key 50 times at once, under 50 command keys: posted once', async () => {
    const verdicts = await all(
      Array.from({ length: 50 }, (_, n) => ({
        ...deposit(customer, 7_00n, `line:${customer}`),
        key: `channel:${customer}:${n}`,
      })),
    )
    expect(passed(verdicts)).toBe(1)
    expect(codes(verdicts)).toEqual(['already_posted'])
    expect(await free()).toBe(7_00n)
  })

  it('the same command 50 times at once: one effect, one answer', async () => {
    await door(0).commit(deposit(customer, 100_00n, `dep:${customer}`))
    const verdicts = await all(Array(50).fill(spend(customer, 7_00n, `opn_${customer}`)))
    expect(passed(verdicts)).toBe(1)
    const answers = verdicts.map(v => (v.verdict === 'refused' ? v.code : v.answer))
    expect(answers).toEqual(Array(50).fill({ id: `opn_${customer}` }))
    expect(await free()).toBe(93_00n)
  })

  it('refused in one process while another waits for its key: the other is judged by itself', async () => {
    for (let round = 0; round < 20; round += 1) {
      const change = spend(customer, 5_00n, `opn_${customer}_${round}`)
      const [first, second] = await all([change, change])
      expect([first, second]).toEqual(Array(2).fill({ verdict: 'refused', code: 'insufficient' }))
    }
  })
})

describe('while connections die', () => {
  const kill = async (application: string): Promise<number> => {
    const { rowCount } = await db.app.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = $1 and datname = current_database()`,
      [application],
    )
    return rowCount ?? 0
  }
  const waitingForALock = async () => {
    const { rows } = await db.app.query(
      `select from pg_stat_activity
       where application_name = 'first' and datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }

  it('killed in the middle of a batch: it is written again, once', async () => {
    await door(0).commit(deposit(customer, 100_00n, `dep:${customer}`))
    const blocker = await db.owner.connect()
    await blocker.query('begin')
    await blocker.query('select from ledger.accounts where name = $1 for update', [
      `customer:${customer}:EUR`,
    ])
    const pending = Promise.all(
      Array.from({ length: 20 }, (_, n) => door(0).commit(spend(customer, 1_00n, `opn_${customer}_${n}`))),
    )
    await expect.poll(waitingForALock).toBe(true)
    await kill('first')
    await blocker.query('rollback')
    blocker.release()
    expect(passed(await pending)).toBe(20)
    expect(await free()).toBe(80_00n)
  })

  it('killed again and again under load: nothing is lost and nothing doubled', async () => {
    await door(0).commit(deposit(customer, 1000_00n, `dep:${customer}`))
    const EACH = LONG ? 100 : 20
    let answered = 0
    let kills = 0
    // What a client does that heard nothing: the same again, until it is answered.
    const untilAnswered = async (change: Change): Promise<Verdict> => {
      for (;;) {
        const verdict = await door(0)
          .commit(change)
          .catch(() => undefined)
        if (verdict) return verdict
      }
    }
    const client = async (name: number): Promise<Verdict[]> => {
      const verdicts: Verdict[] = []
      for (let n = 0; n < EACH; n += 1) {
        verdicts.push(await untilAnswered(spend(customer, 1n, `opn_${customer}_${name}_${n}`)))
        answered += 1
        if (answered % 20 === 0) kills += await kill('first')
      }
      return verdicts
    }
    const verdicts = (await Promise.all(Array.from({ length: 20 }, (_, name) => client(name)))).flat()
    expect(kills).toBeGreaterThan(0)
    expect(codes(verdicts)).toEqual([])
    expect(await free()).toBe(1000_00n - BigInt(verdicts.length))
  })

  it('an answer that was lost after the commit: the same answer, one effect', async () => {
    const { pool } = openLedger(db, 'lossy')
    let lost = 0
    const lossy = {
      query: async (...args: Parameters<pg.Pool['query']>) => {
        const result = await pool.query(...args)
        lost += 1
        if (lost === 1) throw new Error('Connection terminated unexpectedly')
        return result
      },
    } as unknown as pg.Pool
    const ledger = createLedger({ pool: lossy, log: pino({ level: 'silent' }) })
    expect(
      await ledger.commit({ ...deposit(customer, 5_00n, `dep:${customer}`), answer: { id: 1 } }),
    ).toEqual({
      verdict: 'replayed',
      answer: { id: 1 },
      operation_id: null,
    })
    expect(await free()).toBe(5_00n)
    await pool.end()
  })

  it('a database that stays away: all that waited hear of it together', async () => {
    let calls = 0
    const gone = {
      query: async () => {
        calls += 1
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      },
    } as unknown as pg.Pool
    const ledger = createLedger({ pool: gone, log: pino({ level: 'silent' }) })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => ledger.commit(deposit(customer, 1n, `gone:${n}`))),
    )
    expect(outcomes.every(o => o.status === 'rejected')).toBe(true)
    expect(calls).toBe(5)
  })
})
