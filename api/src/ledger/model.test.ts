// Random commands, gathered in random groups, against a model of balances and holds in plain memory: the ledger must
// give the same verdict to each, and end with the same figures to the cent.
import { eur } from '@jokko/core/money'
import { release, transferToBalance } from '@jokko/core/recipes-transfer'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addUser,
  deposit,
  newTransfer,
  openLedger,
  posted,
  RECEIVED,
  spend,
  usage,
  violations,
} from '../testing/changes.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import type { Change } from './change.ts'
import type { Ledger } from './commit.ts'

const RUNS = process.env['LONG'] === '1' ? 400 : 12

let db: TestDatabase
let ledger: Ledger
let pool: pg.Pool
let runs = 0

beforeAll(async () => {
  db = await createTestDatabase()
  const opened = openLedger(db)
  ledger = opened.ledger
  pool = opened.pool
})
afterAll(async () => {
  await pool.end()
  await db.close()
})

const kinds = [
  'deposit',
  'spend',
  'cancel',
  'credit',
  'release_too_much',
  'stale',
  'replay',
  'reuse',
  'repost',
] as const
const action = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.nat(3),
  to: fc.nat(3),
  cents: fc.bigInt(1n, 500n),
  pick: fc.nat(),
})
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

type Held = { customer: string; receiver: string; held: bigint; version: number; ended: boolean }
type Expected = { change: Change; verdict: string }

/** What the ledger should know, kept in maps. */
class Model {
  readonly customers: string[]
  readonly free = new Map<string, bigint>()
  readonly operations = new Map<string, Held>()
  readonly done: Change[] = []
  readonly #prefix: string
  #count = 0

  constructor(run: number) {
    this.#prefix = `m${run}`
    this.customers = [0, 1, 2, 3].map(n => `usr_${this.#prefix}_${n}`)
    for (const customer of this.customers) this.free.set(customer, 0n)
  }

  /** The command that an action stands for now, and the verdict it must get; undefined when there is nothing to act on. */
  decide({ kind, who, to, cents, pick }: Action, busy: Set<string>): Expected | undefined {
    const customer = this.customers[who] ?? ''
    if (kind === 'deposit') return this.#deposit(customer, cents)
    if (kind === 'spend') return this.#spend(customer, this.#receiver(who, to), cents)
    if (kind === 'replay' || kind === 'reuse' || kind === 'repost') return this.#again(kind, pick, busy)
    const open = [...this.operations.keys()].filter(id => !busy.has(id))
    const id = open[pick % open.length]
    return id === undefined ? undefined : this.#move(kind, id)
  }

  figures(): Figures {
    return {
      free: Object.fromEntries(this.free),
      operations: Object.fromEntries(
        [...this.operations].map(([id, { held, version }]) => [id, [held, version]]),
      ),
    }
  }

  #next(what: string): string {
    this.#count += 1
    return `${this.#prefix}_${what}_${this.#count}`
  }

  #add(customer: string, cents: bigint): void {
    this.free.set(customer, (this.free.get(customer) ?? 0n) + cents)
  }

  #committed(change: Change): Expected {
    this.done.push(change)
    return { change, verdict: 'committed' }
  }

  #deposit(customer: string, cents: bigint): Expected {
    this.#add(customer, cents)
    return this.#committed(deposit(customer, cents, this.#next('dep')))
  }

  /** Somebody else. */
  #receiver(who: number, to: number): string {
    return this.customers[to === who ? (to + 1) % this.customers.length : to] ?? ''
  }

  #spend(customer: string, receiver: string, cents: bigint): Expected {
    const id = this.#next('opn')
    const change = spend(customer, cents, id, {
      create: newTransfer(customer, cents, { payout_kind: 'balance', receiver_customer_id: receiver }),
    })
    if ((this.free.get(customer) ?? 0n) < cents) return { change, verdict: 'insufficient' }
    this.#add(customer, -cents)
    this.operations.set(id, { customer, receiver, held: cents, version: 2, ended: false })
    return this.#committed(change)
  }

  #again(kind: 'replay' | 'reuse' | 'repost', pick: number, busy: Set<string>): Expected | undefined {
    const free = this.done.filter(change => !busy.has(change.key))
    const change = free[pick % free.length]
    if (!change) return undefined
    if (kind === 'replay') return { change, verdict: 'replayed' }
    if (kind === 'reuse')
      return { change: { ...change, body_hash: 'other' }, verdict: 'idempotency_key_reused' }
    const { scope, key, body_hash, received_at, entries = [] } = deposit(change.scope, 1n, 'x')
    return {
      change: {
        ...{ scope, body_hash, received_at },
        key: this.#next(key),
        entries: entries.map(entry => ({ ...entry, key: change.entries?.[0]?.key ?? '' })),
      },
      verdict: 'already_posted',
    }
  }

  #move(kind: 'cancel' | 'credit' | 'release_too_much' | 'stale', id: string): Expected | undefined {
    const operation = this.operations.get(id)
    if (!operation) return undefined
    const { customer, receiver, held, version, ended } = operation
    const amount = eur(kind === 'release_too_much' || ended ? held + 1n : held)
    const state = kind === 'credit' ? 'paid' : 'cancelled'
    const key = this.#next(kind)
    const entry =
      kind === 'credit'
        ? transferToBalance({ from: customer, to: receiver, amount, fees: [] })
        : release({ customer, amount })
    const change: Change = {
      scope: customer,
      key,
      body_hash: kind,
      received_at: RECEIVED,
      operation_id: id,
      expect: kind === 'stale' ? version - 1 : version,
      patch: { state, ended_at: RECEIVED },
      events: [
        {
          event: kind === 'credit' ? 'credited' : state,
          from_state: 'screening',
          to_state: state,
          actor: customer,
        },
      ],
      entries: [posted(entry, key)],
      counters: kind === 'credit' ? [] : [usage(customer, -held)],
    }
    if (kind === 'stale') return { change, verdict: 'stale_version' }
    if (ended || kind === 'release_too_much') return { change, verdict: 'held_insufficient' }
    this.#add(kind === 'credit' ? receiver : customer, held)
    this.operations.set(id, { customer, receiver, held: 0n, version: version + 1, ended: true })
    return this.#committed(change)
  }
}

/** Commands of one group are independent of each other's keys and operations, so that their order is known. */
function decideGroup(model: Model, actions: readonly Action[]): Expected[] {
  const busy = new Set<string>()
  return actions.flatMap(each => {
    const decided = model.decide(each, busy)
    if (!decided) return []
    const { key, operation_id, entries = [] } = decided.change
    for (const mark of [key, operation_id ?? '', ...entries.map(entry => entry.key)]) busy.add(mark)
    return [decided]
  })
}

type Figures = { free: Record<string, bigint>; operations: Record<string, [held: bigint, version: number]> }

async function figuresOf(customers: string[]): Promise<Figures> {
  // A refused command may have opened an account, which then stays empty.
  const accounts = await db.owner.query<{ customer: string; balance: string }>(
    `select c.customer, coalesce(a.balance, 0)::text as balance from unnest($1::text[]) c (customer)
     left join ledger.accounts a on a.name = 'customer:' || c.customer || ':EUR'`,
    [customers],
  )
  const operations = await db.owner.query<{ id: string; held: string; version: number }>(
    'select id, held::text, version from app.operations where customer_id = any ($1)',
    [customers],
  )
  return {
    free: Object.fromEntries(accounts.rows.map(row => [row.customer, BigInt(row.balance)])),
    operations: Object.fromEntries(operations.rows.map(row => [row.id, [BigInt(row.held), row.version]])),
  }
}

it('gives every verdict and every balance that the model gives', { timeout: 3_600_000 }, async () => {
  let operations = 0
  const groups = fc.array(fc.array(action, { minLength: 1, maxLength: 30, size: 'max' }), {
    minLength: 15,
    maxLength: 25,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(groups, async actions => {
      runs += 1
      const model = new Model(runs)
      for (const customer of model.customers) await addUser(db, customer)
      for (const group of actions) {
        const expected = decideGroup(model, group)
        const verdicts = await Promise.all(expected.map(({ change }) => ledger.commit(change)))
        expect(verdicts.map(v => (v.verdict === 'refused' ? v.code : v.verdict))).toEqual(
          expected.map(({ verdict }) => verdict),
        )
        operations += expected.length
      }
      expect(await figuresOf(model.customers)).toEqual(model.figures())
    }),
    { numRuns: RUNS },
  )
  expect(operations).toBeGreaterThan(RUNS * 100)
  expect(await violations(db)).toEqual([])
})
