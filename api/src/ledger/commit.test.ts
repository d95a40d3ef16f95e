// The door: what each change is answered, and that one change never harms another.
import { eur } from '@jokko/core/money'
import { transferToBalance } from '@jokko/core/recipes-transfer'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import cases from '../../fixtures/idempotency.json' with { type: 'json' }
import { hashBody } from '../http/idempotency.ts'
import {
  addUser,
  balanceOf,
  cancelled,
  deposit,
  newTransfer,
  openLedger,
  posted,
  RECEIVED,
  spend,
  violations,
} from '../testing/changes.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import type { Change, CounterWrite, Verdict } from './change.ts'
import { createLedger, type Ledger } from './commit.ts'

let db: TestDatabase
let ledger: Ledger
let pool: pg.Pool
let people = 0

beforeAll(async () => {
  db = await createTestDatabase()
  const opened = openLedger(db)
  ledger = opened.ledger
  pool = opened.pool
})
afterEach(async () => expect(await violations(db)).toEqual([]))
afterAll(async () => {
  await pool.end()
  await db.close()
})

/** A new customer with money on the balance. */
async function customerWith(cents: bigint): Promise<string> {
  people += 1
  const id = `usr_${people}`
  await addUser(db, id)
  if (cents > 0n) await ledger.commit(deposit(id, cents, `dep:${id}`))
  return id
}

async function addQuote(customer: string, id: string, acceptBy: string): Promise<void> {
  await db.app.query(
    `insert into app.quotes (id, book, customer_id, figures, accept_by, created_at) values ($1, 'test', $3, '{}', $2, $2)`,
    [id, acceptBy, customer],
  )
}

const refused = (code: string) => ({ verdict: 'refused', code })
const committed = expect.objectContaining({ verdict: 'committed' })
const free = (customer: string) => balanceOf(db, `customer:${customer}:EUR`)
const reserve = (customer: string) => balanceOf(db, `customer:${customer}:reserved:EUR`)

async function operation(id: string) {
  const { rows } = await db.owner.query(
    `select state, version, held::int, total::int from app.operations where id = $1`,
    [id],
  )
  return rows[0]
}

async function counted(table: string, where: string): Promise<number> {
  const { rows } = await db.owner.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${where}`,
  )
  return rows[0]?.n ?? 0
}

describe('a command key has one effect', () => {
  it('committed: everything that the change says is written', async () => {
    const s = await customerWith(100_00n)
    const change: Change = {
      ...spend(s, 40_00n, 'opn_all'),
      attempts: [{ id: 'pat_all', provider: 'hub2', state: 'created', amount: 5n, currency: 'XOF' }],
      timers: [{ due_at: RECEIVED, kind: 'fund_by_passed', payload: { a: 1 } }],
      counters: [{ subject: s, kind: 'sent', period: '2026-03-02', amount: 40_00n, ceiling: 40_00n }],
      jobs: [{ task: 'send_payout', payload: { operation_id: 'opn_all' } }],
    }
    expect(await ledger.commit(change)).toEqual({
      verdict: 'committed',
      answer: { id: 'opn_all' },
      operation_id: 'opn_all',
    })
    expect(await operation('opn_all')).toEqual({ state: 'screening', version: 2, held: 40_00, total: 40_00 })
    expect([await free(s), await reserve(s)]).toEqual([60_00n, 40_00n])
    const one = `operation_id = 'opn_all'`
    expect(await counted('app.operation_events', one)).toBe(2)
    expect(await counted('app.payout_attempts', one)).toBe(1)
    expect(await counted('app.timers', one)).toBe(1)
    expect(await counted('app.counters', `subject = '${s}' and used = 4000`)).toBe(1)
    expect(await counted('graphile_worker.jobs', `task_identifier = 'send_payout'`)).toBe(1)
  })

  it('replayed: IDM-04, the same key and body a second later', async () => {
    const s = await customerWith(100_00n)
    const { 'Idempotency-Key': key, body, repeat } = cases['IDM-04']
    const answers: Verdict[] = []
    for (let n = 0; n < repeat; n += 1) {
      const id = `opn_idm04_${n}`
      answers.push(
        await ledger.commit(spend(s, 25_00n, id, { key, body_hash: hashBody('POST /payments', body) })),
      )
    }
    expect(answers).toEqual([
      { verdict: 'committed', answer: { id: 'opn_idm04_0' }, operation_id: 'opn_idm04_0' },
      { verdict: 'replayed', answer: { id: 'opn_idm04_0' }, operation_id: 'opn_idm04_0' },
    ])
    expect(await free(s)).toBe(75_00n)
  })

  it('422 idempotency_key_reused: IDM-03, the same key with another body, later and at the same time', async () => {
    const s = await customerWith(1000_00n)
    const bodies = cases['IDM-03']
    const commands = bodies.map(({ 'Idempotency-Key': key, body }, n) =>
      spend(s, BigInt(body.amount_without_fees_in_euro) * 100n, `opn_idm03_${n}`, {
        key,
        body_hash: hashBody('POST /payments', body),
      }),
    )
    const verdicts = await Promise.all(commands.map(command => ledger.commit(command)))
    expect(verdicts).toEqual([committed, refused('idempotency_key_reused')])
    for (const later of commands.slice(1)) {
      expect(await ledger.commit(later)).toEqual(refused('idempotency_key_reused'))
    }
    expect(await free(s)).toBe(975_00n)
    expect(await operation('opn_idm03_1')).toBeUndefined()
  })

  it('the same key of two customers are two keys', async () => {
    const [a, b] = [await customerWith(10_00n), await customerWith(10_00n)]
    const verdicts = await Promise.all(
      [a, b].map(who => ledger.commit(spend(who, 10_00n, `opn_same_${who}`, { key: 'same' }))),
    )
    expect(verdicts).toEqual([committed, committed])
  })

  it('a refusal leaves no key: the same request works after a top-up', async () => {
    const s = await customerWith(10_00n)
    const change = spend(s, 25_00n, 'opn_topup')
    expect(await ledger.commit(change)).toEqual(refused('insufficient'))
    await ledger.commit(deposit(s, 15_00n, 'topup'))
    expect(await ledger.commit(change)).toEqual(committed)
    expect(await free(s)).toBe(0n)
  })

  it('try_again: the same key twice in one call, whose first is not judged yet', async () => {
    const s = await customerWith(10_00n)
    const both = [0, 1].map(i => ({ i, ...spend(s, 10_00n, `opn_twice_${i}`, { key: 'twice' }) }))
    const { rows } = await db.app.query('select app.commit($1) as v', [
      JSON.stringify(both, (_, v) => (typeof v === 'bigint' ? `${v}` : v)),
    ])
    expect(rows[0].v).toEqual({ 0: committed, 1: refused('try_again') })
  })

  it('try_again is tried again, with the same change', async () => {
    const verdicts = [refused('try_again'), refused('try_again'), { verdict: 'replayed', answer: 1 }]
    const asked: string[] = []
    const stub = {
      query: async (_: string, [body]: [string]) => {
        asked.push(body)
        return { rows: [{ verdicts: { 0: verdicts[asked.length - 1] } }] }
      },
    } as unknown as pg.Pool
    const doubtful = createLedger({ pool: stub, log: pino({ level: 'silent' }) })
    expect(await doubtful.commit(deposit('usr_x', 1n, 'x'))).toEqual(verdicts[2])
    expect(new Set(asked).size).toBe(1)
  })
})

describe('a change is decided on what still holds', () => {
  it('stale_version: somebody else moved the operation', async () => {
    const s = await customerWith(10_00n)
    await ledger.commit(spend(s, 10_00n, 'opn_stale'))
    expect(await ledger.commit(cancelled(s, 10_00n, 'opn_stale', { expect: 1 }))).toEqual(
      refused('stale_version'),
    )
    expect(await ledger.commit(cancelled(s, 10_00n, 'opn_stale'))).toEqual(committed)
    expect(await ledger.commit(spend(s, 1_00n, 'opn_stale', { key: 'again' }))).toEqual(
      refused('stale_version'),
    )
    expect(await operation('opn_stale')).toMatchObject({ state: 'cancelled', version: 3, held: 0 })
    expect(await free(s)).toBe(10_00n)
  })

  it('not_found: no such operation', async () => {
    const s = await customerWith(0n)
    expect(await ledger.commit(cancelled(s, 1n, 'opn_nowhere'))).toEqual(refused('not_found'))
  })

  it('a cancel and a send at the same moment: one of them', async () => {
    const s = await customerWith(10_00n)
    await ledger.commit(spend(s, 10_00n, 'opn_race'))
    const other = openLedger(db)
    const verdicts = await Promise.all([
      ledger.commit(cancelled(s, 10_00n, 'opn_race')),
      other.ledger.commit(cancelled(s, 10_00n, 'opn_race', { key: 'other' })),
    ])
    await other.pool.end()
    expect(verdicts).toContainEqual(committed)
    expect(verdicts).toContainEqual(refused('stale_version'))
    expect(await free(s)).toBe(10_00n)
  })

  it('quote_expired is judged at the moment the command reached us', async () => {
    const s = await customerWith(20_00n)
    await addQuote(s, 'qte_time', '2026-03-02T09:00:00Z')
    const accept = (id: string, received_at: string, quote_id = 'qte_time') =>
      ledger.commit(
        spend(s, 10_00n, id, { quote_id, received_at, create: newTransfer(s, 10_00n, { quote_id }) }),
      )
    expect(await accept('opn_late', '2026-03-02T09:00:00.001Z')).toEqual(refused('quote_expired'))
    expect(await accept('opn_none', '2026-03-02T08:00:00Z', 'qte_none')).toEqual(refused('quote_expired'))
    expect(await accept('opn_time', '2026-03-02T09:00:00Z')).toEqual(committed)
    expect(await accept('opn_more', '2026-03-02T08:00:00Z')).toEqual(refused('quote_already_accepted'))
  })

  it('quote_already_accepted: twice at once, in one process and in two', async () => {
    const s = await customerWith(100_00n)
    const other = openLedger(db)
    for (const [round, second] of [ledger, other.ledger, other.ledger, other.ledger].entries()) {
      const quote_id = `qte_once_${round}`
      await addQuote(s, quote_id, '2026-03-03T00:00:00Z')
      const accept = (door: Ledger, id: string) =>
        door.commit(
          spend(s, 1_00n, `${id}_${round}`, { quote_id, create: newTransfer(s, 1_00n, { quote_id }) }),
        )
      const verdicts = await Promise.all([accept(ledger, 'opn_q1'), accept(second, 'opn_q2')])
      expect(verdicts).toContainEqual(committed)
      expect(verdicts).toContainEqual(refused('quote_already_accepted'))
    }
    await other.pool.end()
    expect(await free(s)).toBe(96_00n)
  })

  it('already_posted: a business key of the outside world, under another command key', async () => {
    const s = await customerWith(0n)
    const credit = deposit(s, 5_00n, 'FR76:20260302:1')
    expect(await ledger.commit(credit)).toEqual(committed)
    expect(await ledger.commit({ ...credit, key: 'other channel' })).toEqual(refused('already_posted'))
    expect(await free(s)).toBe(5_00n)
  })
})

describe('held follows the postings', () => {
  it('held_insufficient: an operation cannot release another’s money', async () => {
    const s = await customerWith(30_00n)
    await ledger.commit(spend(s, 10_00n, 'opn_h1'))
    await ledger.commit(spend(s, 20_00n, 'opn_h2'))
    expect(await ledger.commit(cancelled(s, 20_00n, 'opn_h1'))).toEqual(refused('held_insufficient'))
    expect(await ledger.commit(cancelled(s, 10_00n, 'opn_h1'))).toEqual(committed)
    expect([await operation('opn_h1'), await operation('opn_h2')]).toMatchObject([
      { held: 0 },
      { held: 20_00 },
    ])
  })

  it('JK005: a reserve moves only for an operation, and its own customer’s', async () => {
    const [s, r] = [await customerWith(10_00n), await customerWith(10_00n)]
    const entries = spend(s, 10_00n, 'opn_none').entries ?? []
    const withoutOperation: Change = { ...deposit(s, 1n, 'reserve of nothing'), entries }
    await expect(ledger.commit(withoutOperation)).rejects.toMatchObject({ code: 'JK005' })
    const ofAnother = spend(r, 10_00n, 'opn_other', { entries })
    await expect(ledger.commit(ofAnother)).rejects.toMatchObject({ code: 'JK005' })
  })

  it('a transfer to a balance moves both customers at once', async () => {
    const [s, r] = [await customerWith(10_00n), await customerWith(0n)]
    const entry = transferToBalance({
      from: s,
      to: r,
      amount: eur(9_00n),
      fees: [{ kind: 'transfer', amount: eur(1_00n) }],
    })
    const base = spend(s, 10_00n, 'opn_b2b')
    const change: Change = {
      ...base,
      create: newTransfer(s, 10_00n, {
        state: 'paid',
        payout_kind: 'balance',
        receiver_customer_id: r,
        ended_at: RECEIVED,
      }),
      events: [
        ...(base.events ?? []),
        { event: 'credited', from_state: 'screening', to_state: 'paid', actor: 'system' },
      ],
      entries: [...(base.entries ?? []), posted(entry, 'opn_b2b:transferToBalance')],
    }
    expect(await ledger.commit(change)).toEqual(committed)
    expect([await free(s), await reserve(s), await free(r)]).toEqual([0n, 0n, 9_00n])
  })
})

describe('limits are counters', () => {
  const limit = (subject: string, amount: bigint, ceiling: bigint): CounterWrite[] => [
    { subject, kind: 'probe', period: '2026-03-02', amount, ceiling },
  ]
  const limited = (change: Change, limits: CounterWrite[]): Change => ({
    ...change,
    counters: [...(change.counters ?? []), ...limits],
  })
  const used = async (subject: string) => {
    const { rows } = await db.owner.query(
      `select used::int from app.counters where subject = $1 and kind = 'probe'`,
      [subject],
    )
    return rows[0]?.used
  }

  it('limit_exceeded: never over the ceiling, from two processes at once', async () => {
    const s = await customerWith(1000_00n)
    const other = openLedger(db)
    const verdicts = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 ? ledger : other.ledger).commit(
          limited(spend(s, 10_00n, `opn_limit_${n}`), limit(s, 10_00n, 205_00n)),
        ),
      ),
    )
    await other.pool.end()
    expect(verdicts.filter(v => v.verdict === 'committed')).toHaveLength(20)
    expect(verdicts.filter(v => v.verdict === 'refused')).toEqual(Array(20).fill(refused('limit_exceeded')))
    expect(await used(s)).toBe(200_00)
    expect(await free(s)).toBe(800_00n)
  })

  it('usage is given back, also when the ceiling was lowered below it', async () => {
    const s = await customerWith(100_00n)
    await ledger.commit(limited(spend(s, 50_00n, 'opn_back'), limit(s, 50_00n, 100_00n)))
    const back = ledger.commit(limited(cancelled(s, 50_00n, 'opn_back'), limit(s, -20_00n, 10_00n)))
    const more = ledger.commit(limited(spend(s, 1_00n, 'opn_more_limit'), limit(s, 1_00n, 10_00n)))
    expect(await Promise.all([back, more])).toEqual([committed, refused('limit_exceeded')])
    expect(await used(s)).toBe(30_00)
    await ledger.commit({ ...deposit(s, 1n, 'back again'), counters: limit(s, -90_00n, 0n) })
    expect(await used(s)).toBe(0)
  })

  it('a refused change leaves nothing counted, whatever its neighbours take and give back', async () => {
    const s = await customerWith(100_00n)
    await ledger.commit(limited(spend(s, 50_00n, 'opn_kept'), limit(s, 50_00n, 100_00n)))
    const stale = { ...cancelled(s, 50_00n, 'opn_kept'), expect: 9, key: 'stale' }
    const verdicts = await Promise.all([
      ledger.commit(limited(spend(s, 1000_00n, 'opn_too_dear'), limit(s, 20_00n, 100_00n))),
      ledger.commit(limited(spend(s, 10_00n, 'opn_fits'), limit(s, 10_00n, 100_00n))),
      ledger.commit(limited(stale, limit(s, -40_00n, 100_00n))),
      ledger.commit({ ...deposit(s, 1n, 'gives back'), counters: limit(s, -90_00n, 0n) }),
    ])
    expect(verdicts).toEqual([refused('insufficient'), committed, refused('stale_version'), committed])
    expect(await used(s)).toBe(0)
    await ledger.commit(limited(spend(s, 10_00n, 'opn_later'), limit(s, 10_00n, 100_00n)))
    expect(await used(s)).toBe(10_00)
  })

  it('each change is held to the ceiling it was given', async () => {
    const s = await customerWith(100_00n)
    const change = (n: number, ceiling: bigint) =>
      ledger.commit(limited(spend(s, 10_00n, `opn_ceiling_${n}`), limit(s, 10_00n, ceiling)))
    expect(await Promise.all([change(1, 30_00n), change(2, 15_00n), change(3, 30_00n)])).toEqual([
      committed,
      refused('limit_exceeded'),
      committed,
    ])
  })
})

describe('operations opened beside a change', () => {
  it('a linked operation is written with it, with its events', async () => {
    const s = await customerWith(0n)
    const excess: Change = {
      ...deposit(s, 10_00n, 'excess'),
      linked: [
        {
          operation_id: 'opn_linked',
          create: newTransfer(s, 10_00n, { kind: 'deposit', state: 'completed', ended_at: RECEIVED }),
          events: [
            { event: 'created', from_state: null, to_state: 'requested', actor: 'bank' },
            { event: 'completed', from_state: 'requested', to_state: 'completed', actor: 'bank' },
          ],
        },
      ],
    }
    expect(await ledger.commit(excess)).toEqual(committed)
    expect(await operation('opn_linked')).toEqual({ state: 'completed', version: 2, held: 0, total: 10_00 })
  })
})

describe('a batch', () => {
  it('never leaves a change waiting, at whichever moment of the batch before it arrives', async () => {
    const s = await customerWith(0n)
    for (let turns = 0; turns < 24; turns += 1) {
      await ledger.commit(deposit(s, 1n, `before ${turns}`))
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      expect(await ledger.commit(deposit(s, 1n, `after ${turns}`))).toEqual(committed)
    }
    expect(await free(s)).toBe(48n)
  })

  it('gathers what arrives together into few calls', async () => {
    let calls = 0
    const counting = {
      query: (...args: Parameters<pg.Pool['query']>) => {
        calls += 1
        return pool.query(...args)
      },
    } as unknown as pg.Pool
    const gathering = createLedger({ pool: counting, log: pino({ level: 'silent' }) })
    const s = await customerWith(0n)
    const verdicts = await Promise.all(
      Array.from({ length: 600 }, (_, n) => gathering.commit(deposit(s, 1n, `many:${n}`))),
    )
    expect(verdicts).toEqual(Array(600).fill(committed))
    expect(calls).toBe(3)
    expect(await free(s)).toBe(6_00n)
    await gathering.settled()
  })

  it('a broken change fails alone; its neighbours pass', async () => {
    const s = await customerWith(100_00n)
    const unbalanced = posted({ ...entriesOf(s), postings: [] }, 'broken')
    const good = (n: number) => ledger.commit(spend(s, 1_00n, `opn_good_${n}`))
    const results = await Promise.allSettled([
      good(1),
      ledger.commit({ ...deposit(s, 1n, 'empty entry'), entries: [unbalanced] }),
      ledger.commit({ ...deposit(s, 1n, 'bad date'), received_at: 'yesterday, more or less' }),
      ledger.commit(spend('usr_unknown', 0n, 'opn_unknown', { entries: [] })),
      ledger.commit(spend(s, 500_00n, 'opn_toomuch')),
      good(2),
    ])
    expect(
      results.map(r => (r.status === 'fulfilled' ? r.value.verdict : (r.reason as { code: string }).code)),
    ).toEqual(['committed', 'JK001', '22007', '23503', 'refused', 'committed'])
    expect(await free(s)).toBe(98_00n)
  })

  it('is walked in order where it asks too much: later, smaller asks still pass', async () => {
    const [s, r] = [await customerWith(10_00n), await customerWith(10_00n)]
    const verdicts = await Promise.all([
      ledger.commit(spend(s, 6_00n, 'opn_w1')),
      ledger.commit(spend(s, 6_00n, 'opn_w2')),
      ledger.commit(spend(r, 10_00n, 'opn_w3')),
      ledger.commit(deposit(s, 1_00n, 'walk')),
      ledger.commit(spend(s, 5_00n, 'opn_w4')),
    ])
    expect(verdicts).toEqual([committed, refused('insufficient'), committed, committed, committed])
    expect([await free(s), await free(r)]).toEqual([0n, 0n])
  })
})

const entriesOf = (customer: string) => {
  const [first] = deposit(customer, 1n, 'x').entries ?? []
  if (!first) throw new Error('a deposit has an entry')
  return first
}
