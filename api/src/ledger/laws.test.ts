// Tries to break each law of the ledger with plain SQL: as the owner of the database, and as the application.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUser, balanceOf, deposit, openLedger, spend, violations } from '../testing/changes.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await createTestDatabase()
  await addUser(db, 'usr_s')
  const { ledger, pool } = openLedger(db)
  await ledger.commit(deposit('usr_s', 100_00n, 'dep:1'))
  await ledger.commit(spend('usr_s', 40_00n, 'opn_1'))
  await pool.end()
})

afterAll(async () => {
  expect(await violations(db)).toEqual([])
  await db.close()
})

type Line = [account: string, amount: number, book?: string, currency?: string]

/** An entry as the door writes it: with its key and its postings, in one statement. */
function entry(key: string, lines: Line[], book = 'test', operation: string | null = null): string {
  const postings = lines.map(
    ([account, amount, accountBook = book, currency = account.split(':').at(-1) ?? '']) =>
      `select e.id, a.id, '${accountBook}', '${currency}', ${amount}
       from e, ledger.accounts a where a.name = '${account}' and a.book = '${accountBook}'`,
  )
  return `
    with e as (insert into ledger.entries (book, business_key, recipe, operation_id, occurred_at)
      values ('${book}', '${key}', 'test', ${operation === null ? 'null' : `'${operation}'`}, app.now()) returning id, business_key),
    k as (insert into ledger.keys select business_key, id from e)
    insert into ledger.postings (entry_id, account_id, book, currency, amount) ${postings.join(' union all ')}`
}

const free = 'customer:usr_s:EUR'
const reserved = 'customer:usr_s:reserved:EUR'
const bank = 'bank:FR76:EUR'

const asOwner = (sql: string) => db.owner.query(sql)
const asApp = (sql: string) => db.app.query(sql)
const code = (sqlstate: string) => expect.objectContaining({ code: sqlstate })

describe('law 1: an entry balances in each currency, and is written at once', () => {
  beforeAll(async () => {
    await asOwner(`insert into ledger.accounts (book, name, currency)
      values ('test', 'float:hub2:XOF', 'XOF'), ('test', 'position:EURXOF:EUR', 'EUR'),
        ('live', 'bank:FR76:EUR', 'EUR'), ('live', 'equity:capital:EUR', 'EUR')`)
  })

  it('JK001: debits without credits', async () => {
    await expect(asOwner(entry('x', [[bank, -5]]))).rejects.toEqual(code('JK001'))
  })
  it('JK001: equal figures in two currencies do not balance', async () => {
    await expect(
      asOwner(
        entry('x', [
          [bank, -5],
          ['float:hub2:XOF', 5],
        ]),
      ),
    ).rejects.toEqual(code('JK001'))
  })
  it('JK001: an entry without postings', async () => {
    await expect(
      asOwner(`with e as (insert into ledger.entries (book, business_key, recipe, occurred_at)
        values ('test', 'x', 'test', app.now()) returning id, business_key)
        insert into ledger.keys select business_key, id from e`),
    ).rejects.toEqual(code('JK001'))
  })
  it('JK001: an entry without its key', async () => {
    await expect(
      asOwner(`with e as (insert into ledger.entries (book, business_key, recipe, occurred_at)
          values ('test', 'x', 'test', app.now()) returning id)
        insert into ledger.postings select e.id, a.id, a.book, a.currency, v.amount
          from e, (values ('${free}', 5), ('${bank}', -5)) v (name, amount)
          join ledger.accounts a on a.name = v.name and a.book = 'test'`),
    ).rejects.toEqual(code('JK001'))
  })
  it('23514: a posting of nothing', async () => {
    await expect(asOwner(entry('x', [[bank, 0]]))).rejects.toEqual(code('23514'))
  })
})

describe('law 2: what is written stays', () => {
  it('JK003: postings added to an old entry, although they balance', async () => {
    await expect(
      asOwner(`insert into ledger.postings (entry_id, account_id, book, currency, amount)
        select e.entry_id, a.id, 'test', 'EUR', v.amount
        from (select entry_id from ledger.keys where business_key = 'dep:1') e,
          (values ('${reserved}', 5), ('position:EURXOF:EUR', -5)) v (name, amount)
          join ledger.accounts a on a.name = v.name and a.book = 'test'`),
    ).rejects.toEqual(code('JK003'))
  })

  const rewrites = ['entries', 'postings', 'keys'].flatMap(table => [
    `update ledger.${table} set ${table === 'postings' ? 'amount = amount' : 'business_key = business_key'}`,
    `delete from ledger.${table}`,
    `truncate ledger.${table} cascade`,
  ])
  it.each([
    ...rewrites,
    'delete from ledger.accounts',
    'truncate ledger.accounts cascade',
    'update app.operation_events set reason = reason',
    'delete from app.operation_events',
    'truncate app.operation_events',
    'delete from app.operations',
    'delete from app.payout_attempts',
    'delete from app.clock',
  ])('JK003 for the owner: %s', async sql => {
    await expect(asOwner(sql)).rejects.toEqual(code('JK003'))
  })
})

describe('law 3: a business key posts once, for ever', () => {
  it('23505: the same key again', async () => {
    const again = entry('dep:1', [
      [bank, -5],
      [free, 5],
    ])
    await expect(asOwner(again)).rejects.toEqual(code('23505'))
  })
})

describe('law 4: customers’ money never goes below zero, and a balance follows its postings', () => {
  it('JK002: more than the free balance', async () => {
    await expect(
      asOwner(
        entry('x', [
          [free, -60_01],
          [bank, 60_01],
        ]),
      ),
    ).rejects.toEqual(code('JK002'))
  })
  it('JK002: two at once, each of which it would cover', async () => {
    const [first, second] = [await db.owner.connect(), await db.owner.connect()]
    const take = (key: string) =>
      entry(key, [
        [free, -40_00],
        [bank, 40_00],
      ])
    await first.query('begin')
    await first.query(take('first'))
    const waiting = expect(second.query(take('second'))).rejects.toEqual(code('JK002'))
    await expect
      .poll(async () => (await db.owner.query(`select from pg_locks where not granted`)).rowCount)
      .toBeGreaterThan(0)
    await first.query('commit')
    await waiting
    const giveBack = entry('back', [
      [free, 40_00],
      [bank, -40_00],
    ])
    await first.query(giveBack)
    first.release()
    second.release()
  })
  it('JK002: more than what is reserved', async () => {
    await expect(
      asOwner(
        entry('x', [
          [reserved, -40_01],
          [bank, 40_01],
        ]),
      ),
    ).rejects.toEqual(code('JK002'))
  })
  it.each([
    `update ledger.accounts set balance = balance + 1 where name = '${free}'`,
    `update ledger.accounts set name = 'open:EUR' where name = '${free}'`,
    `update ledger.accounts set currency = 'XOF' where name = '${free}'`,
    `insert into ledger.accounts (book, name, currency, balance) values ('test', 'customer:usr_x:EUR', 'EUR', 5)`,
  ])('JK004 for the owner: %s', async sql => {
    await expect(asOwner(sql)).rejects.toEqual(code('JK004'))
  })
  it('JK004: not even a trigger makes another account of an account', async () => {
    await expect(
      asOwner(`do $$ begin
        create function pg_temp.rename() returns trigger language plpgsql as
          'begin update ledger.accounts set book = ''live'' where name = ''${free}''; return null; end';
        create temp table lever (x int);
        create trigger lever after insert on lever for each statement execute function pg_temp.rename();
        insert into lever values (1);
      end $$`),
    ).rejects.toEqual(code('JK004'))
  })
  it('JK004: the trigger that moves balances does not serve another table', async () => {
    await expect(
      asOwner(`do $$ begin
        create temp table fake (entry_id bigint, account_id bigint, book text, currency text, amount bigint);
        create trigger fake after insert on fake referencing new table as added
          for each statement execute function ledger.apply_postings();
        insert into fake select p.* from ledger.postings p;
      end $$`),
    ).rejects.toEqual(code('JK004'))
  })
  it('42501: nor can the application hang it on a table of its own', async () => {
    await expect(
      asApp(`do $$ begin
        create temp table fake (entry_id bigint, account_id bigint, book text, currency text, amount bigint);
        create trigger fake after insert on fake referencing new table as added
          for each statement execute function ledger.apply_postings();
      end $$`),
    ).rejects.toEqual(code('42501'))
  })
  it('23514: what an operation holds is never negative', async () => {
    await expect(asOwner(`update app.operations set held = -1 where id = 'opn_1'`)).rejects.toEqual(
      code('23514'),
    )
  })
})

describe('laws 7 and 8: currencies and books do not mix', () => {
  it('23503: a posting in another currency than its account', async () => {
    const mixed = entry('x', [
      [bank, -5, 'test', 'XOF'],
      ['float:hub2:XOF', 5],
    ])
    await expect(asOwner(mixed)).rejects.toEqual(code('23503'))
  })
  it('23503: an entry with accounts of the other book', async () => {
    const mixed = entry('x', [
      [bank, -5, 'live'],
      ['equity:capital:EUR', 5, 'live'],
    ])
    await expect(asOwner(mixed)).rejects.toEqual(code('23503'))
  })
  it('23503: postings of an entry that does not exist', async () => {
    await expect(
      asOwner(`insert into ledger.postings (entry_id, account_id, book, currency, amount)
        select 999999, id, book, currency, case name when '${free}' then 5 else -5 end
        from ledger.accounts where book = 'test' and name in ('${free}', '${bank}')`),
    ).rejects.toEqual(code('23503'))
  })
  it('23503: postings on an account that does not exist', async () => {
    await expect(
      asOwner(`with e as (
          insert into ledger.entries (book, business_key, recipe, occurred_at) values ('test', 'lost', 'depositByBank', now())
          returning id, business_key),
        k as (insert into ledger.keys select business_key, id from e)
        insert into ledger.postings (entry_id, account_id, book, currency, amount)
        select id, 999998 + n, 'test', 'EUR', 1 - 2 * n from e, generate_series(0, 1) n`),
    ).rejects.toEqual(code('23503'))
  })
  it('JK001: an entry of an operation in the other book', async () => {
    const mixed = entry(
      'x',
      [
        [bank, -5],
        ['equity:capital:EUR', 5],
      ],
      'live',
      'opn_1',
    )
    await expect(asOwner(mixed)).rejects.toEqual(code('JK001'))
  })
  it('23514: an account whose name says another currency', async () => {
    await expect(
      asOwner(`insert into ledger.accounts (book, name, currency) values ('test', 'bank:X:EUR', 'XOF')`),
    ).rejects.toEqual(code('23514'))
  })
})

describe('the application has no way around the door', () => {
  it.each([
    `insert into ledger.accounts (book, name, currency) values ('test', 'bank:Y:EUR', 'EUR')`,
    `insert into ledger.entries (book, business_key, recipe, occurred_at) values ('test', 'x', 'x', app.now())`,
    `insert into ledger.keys values ('x', 1)`,
    `insert into ledger.postings values (1, 1, 'test', 'EUR', 1)`,
    `update ledger.accounts set balance = 0`,
    `update ledger.postings set amount = 1`,
    `delete from ledger.entries`,
    `truncate ledger.keys`,
    `alter table ledger.postings disable trigger all`,
    `set session_replication_role = replica`,
    `update app.operations set state = 'paid'`,
    `insert into app.operations select * from app.operations`,
    `insert into app.operation_events (operation_id, version, event, to_state, actor, at, hash)
      select operation_id, 9, event, to_state, actor, at, hash from app.operation_events`,
    `update app.operation_events set reason = 'other'`,
    `insert into app.payout_attempts select * from app.payout_attempts`,
    `update app.payout_attempts set state = 'failed'`,
    `update app.counters set used = 0`,
    `insert into app.counters values ('x', 'x', 'x', 0)`,
    `insert into app.command_keys (scope, key, body_hash) values ('x', 'x', 'x')`,
    `delete from app.command_keys`,
    `insert into app.timers (due_at, kind) values (app.now(), 'x')`,
    `update app.quotes set accept_by = accept_by`,
    `update app.clock set environment = 'test'`,
    `delete from app.clock`,
    `select app.commit_write('[]', '{}', '{}', '{}')`,
    `create table public.mine (id int)`,
    `create function ledger.mine() returns int language sql as 'select 1'`,
  ])('42501: %s', async sql => {
    await expect(asApp(sql)).rejects.toEqual(code('42501'))
  })
})

describe('the audit trail is chained', () => {
  it('I12 finds an event that was altered, though triggers were off', async () => {
    const client = await db.owner.connect()
    await client.query('begin')
    await client.query('alter table app.operation_events disable trigger user')
    await client.query(
      `update app.operation_events set actor = 'somebody' where operation_id = 'opn_1' and version = 1`,
    )
    const { rows } = await client.query(
      `select what, detail from ledger.violation_i12 union all select what, detail from ledger.violation_i5`,
    )
    await client.query('rollback')
    client.release()
    expect(rows).toEqual([{ what: 'opn_1', detail: 'event 1 was altered' }])
  })
})

describe('the end of an operation is an end', () => {
  it('JK007: an ended operation moves again, or loses its end', async () => {
    const client = await db.owner.connect()
    await client.query(`begin; update app.operations set ended_at = app.now() where id = 'opn_1'`)
    await client.query('savepoint ended')
    await expect(client.query(`update app.operations set state = 'sending'`)).rejects.toEqual(code('JK007'))
    await client.query('rollback to ended')
    await expect(client.query('update app.operations set ended_at = null')).rejects.toEqual(code('JK007'))
    await client.query('rollback')
    client.release()
  })
})

describe('never a second send', () => {
  const attempt = (id: string, state: string) =>
    `insert into app.payout_attempts (id, operation_id, provider, state, amount, currency, destination, created_at, updated_at)
     values ('${id}', 'opn_1', 'hub2', '${state}', 5, 'XOF', '{}', app.now(), app.now())`

  it.each(['created', 'calling', 'accepted', 'unknown', 'paid'])(
    '23505: a second attempt while the first is %s',
    async state => {
      const client = await db.owner.connect()
      await client.query('begin')
      await client.query(attempt('pat_1', state))
      await expect(client.query(attempt('pat_2', 'created'))).rejects.toEqual(code('23505'))
      await client.query('rollback')
      client.release()
    },
  )
  it('only after the first has certainly failed', async () => {
    const client = await db.owner.connect()
    await client.query('begin')
    await client.query(attempt('pat_1', 'failed'))
    await client.query(attempt('pat_2', 'created'))
    await expect(client.query(`update app.payout_attempts set state = 'unknown'`)).rejects.toEqual(
      code('23505'),
    )
    await client.query('rollback')
    client.release()
  })
})

describe('the clock', () => {
  it('JK006: never goes back', async () => {
    await asApp(`update app.clock set shift = '2 hours'`)
    await expect(asApp(`update app.clock set shift = '1 hour'`)).rejects.toEqual(code('JK006'))
    await expect(asOwner(`update app.clock set shift = '0'`)).rejects.toEqual(code('JK006'))
    const { rows } = await asApp(
      `select app.now() - clock_timestamp() between '119 minutes' and '121 minutes' as ahead`,
    )
    expect(rows).toEqual([{ ahead: true }])
  })
  it('23514: a shifted clock cannot become production’s', async () => {
    await expect(asOwner(`update app.clock set environment = 'production'`)).rejects.toEqual(code('23514'))
  })
  it('23514: in production nobody moves it', async () => {
    const other = await createTestDatabase()
    await other.owner.query(`update app.clock set environment = 'production'`)
    await expect(other.app.query(`update app.clock set shift = '1 second'`)).rejects.toEqual(code('23514'))
    await expect(other.owner.query(`update app.clock set shift = '1 second'`)).rejects.toEqual(code('23514'))
    await other.close()
  })
  it('23505 and 23514: there is one clock', async () => {
    await expect(asOwner('insert into app.clock default values')).rejects.toEqual(code('23505'))
    await expect(asOwner('insert into app.clock (only_row) values (false)')).rejects.toEqual(code('23514'))
  })
})

it('after all of it, the balances are what they were', async () => {
  expect(await balanceOf(db, free)).toBe(60_00n)
  expect(await balanceOf(db, reserved)).toBe(40_00n)
})
