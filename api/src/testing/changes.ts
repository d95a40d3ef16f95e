// Changes that tests of the ledger commit: a deposit, and a transfer that takes its money from the balance.
import { eur } from '@jokko/core/money'
import { creditAfterClosing } from '@jokko/core/recipes-payin'
import { release, reserve } from '@jokko/core/recipes-transfer'
import pg from 'pg'
import { pino } from 'pino'
import type { NewOperation } from '../db/schema.ts'
import type { Change, CounterWrite, EntryWrite } from '../ledger/change.ts'
import { createLedger, type Ledger } from '../ledger/commit.ts'
import type { TestDatabase } from './database.ts'

export const RECEIVED = '2026-03-02T09:00:00.000Z'

/** A ledger with connections of its own, as another process has. `application` names them to the database. */
export function openLedger(db: TestDatabase, application = 'test'): { ledger: Ledger; pool: pg.Pool } {
  const pool = new pg.Pool({ connectionString: db.appUrl, max: 4, application_name: application })
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return { ledger: createLedger({ pool, log: pino({ level: 'silent' }) }), pool }
}

export async function addUser(db: TestDatabase, id: string): Promise<void> {
  await db.owner.query(
    `insert into app.users (id, email, password_hash, country, payment_reference)
     values ($1, $1 || '@jokko.example', '', 'FR', 'JK' || $1)`,
    [id],
  )
}

export const posted = (entry: Omit<EntryWrite, 'key' | 'book'>, key: string): EntryWrite => ({
  ...entry,
  key,
  book: 'test',
})

export function deposit(customer: string, cents: bigint, key: string): Change {
  return {
    scope: 'bank',
    key,
    body_hash: 'deposit',
    received_at: RECEIVED,
    entries: [posted(creditAfterClosing({ iban: 'FR76', customer, amount: eur(cents) }), key)],
  }
}

export function newTransfer(customer: string, cents: bigint, more: Partial<NewOperation> = {}): NewOperation {
  return {
    book: 'test',
    kind: 'transfer',
    state: 'screening',
    customer_id: customer,
    user_id: customer,
    customer_status: 'transfer_in_progress',
    operation_type: 'pay_out',
    payout_kind: 'mobile_money',
    principal: cents,
    total: cents,
    target: 0n,
    target_currency: 'XOF',
    started_at: RECEIVED,
    ...more,
  }
}

/** What a customer's transfers of the day count against. */
export const usage = (customer: string, cents: bigint, ceiling = 1_000_000_00n): CounterWrite => ({
  subject: customer,
  kind: 'sent',
  period: RECEIVED.slice(0, 10),
  amount: cents,
  ceiling,
})

/** A transfer is opened and its money set aside. */
export function spend(customer: string, cents: bigint, id: string, more: Partial<Change> = {}): Change {
  return {
    scope: customer,
    key: id,
    body_hash: `spend ${cents}`,
    received_at: RECEIVED,
    operation_id: id,
    expect: 0,
    answer: { id },
    create: newTransfer(customer, cents),
    events: [
      { event: 'created', from_state: null, to_state: 'funding', actor: customer },
      { event: 'funds_complete', from_state: 'funding', to_state: 'screening', actor: customer },
    ],
    entries: [posted(reserve({ customer, amount: eur(cents) }), `${id}:reserve`)],
    counters: [usage(customer, cents)],
    ...more,
  }
}

/** It is cancelled, and what it held goes back. */
export function cancelled(customer: string, cents: bigint, id: string, more: Partial<Change> = {}): Change {
  return {
    scope: customer,
    key: `${id}:cancel`,
    body_hash: 'cancel',
    received_at: RECEIVED,
    operation_id: id,
    expect: 2,
    patch: { state: 'cancelled', customer_status: 'payment_failed', aborted: true, ended_at: RECEIVED },
    events: [{ event: 'cancelled', from_state: 'screening', to_state: 'cancelled', actor: customer }],
    entries: [posted(release({ customer, amount: eur(cents) }), `${id}:release`)],
    counters: [usage(customer, -cents)],
    ...more,
  }
}

export async function balanceOf(db: TestDatabase, account: string): Promise<bigint> {
  const { rows } = await db.owner.query<{ balance: string }>(
    `select balance::text as balance from ledger.accounts where book = 'test' and name = $1`,
    [account],
  )
  return BigInt(rows[0]?.balance ?? 0)
}

export async function violations(db: TestDatabase): Promise<string[]> {
  const { rows } = await db.app.query<{ text: string }>(
    `select invariant || ': ' || detail as text from ledger.verify() where not ok`,
  )
  return rows.map(row => row.text)
}
