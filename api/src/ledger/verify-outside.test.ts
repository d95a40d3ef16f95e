// What ledger.verify() says of our books against those of banks and providers (I8), of limits (I10) and of what belongs
// to whom (I11): each is found when it is broken, and silent otherwise.
import { eur, money } from '@jokko/core/money'
import { send, transferToBalance } from '@jokko/core/recipes-transfer'
import { buyFloat, openCapital } from '@jokko/core/recipes-treasury'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Breaker, openBreaker } from '../testing/breaking.ts'
import {
  addUser,
  deposit,
  newTransfer,
  openLedger,
  posted,
  RECEIVED,
  spend,
  usage,
} from '../testing/changes.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import type { Change } from './change.ts'

const PHONE = '+2250701020304'
const DAY = RECEIVED.slice(0, 10)

let db: TestDatabase
let breaker: Breaker
const found = (...sql: string[]) => breaker.found(...sql)

beforeAll(async () => {
  db = await createTestDatabase()
  for (const id of ['usr_s', 'usr_r', 'usr_x']) await addUser(db, id)
  const { ledger, pool } = openLedger(db)
  const commit = async (change: Change) => expect((await ledger.commit(change)).verdict).toBe('committed')
  const ours = (key: string, entries: Change['entries']): Change => ({
    ...{ scope: 'books', key, body_hash: key, received_at: RECEIVED },
    entries: entries ?? [],
  })
  const capital = openCapital({ iban: 'FR76', amount: eur(50_000_00n) })
  const float = buyFloat({
    iban: 'FR76',
    provider: 'hub2',
    paid: eur(30_489_80n),
    bought: money(20_000_000n, 'XOF'),
  })
  await commit(ours('opening', [posted(capital, 'capital'), posted(float, 'float')]))
  await commit(deposit('usr_s', 600_00n, 'bank:FR76:N1:0'))
  await db.app.query(`insert into app.bank_lines (dedupe_key, iban, statement_id, kind, amount, currency, booked_on, outcome, stated_in)
    values ('FR76:N1:0', 'FR76', 'n1', 'credit', 60000, 'EUR', '2026-03-02', 'deposit', 's1')`)
  await db.app.query(`insert into app.bank_balances (statement_id, iban, currency, opening, closing, told_at)
    values ('s1', 'FR76', 'EUR', 1951020, 2011020, '2026-03-02T22:00:00Z')`)
  await commit(toPhone())
  await commit(toBalance())
  await pool.end()
  breaker = await openBreaker(db)
})
afterAll(async () => {
  await breaker.close()
  await db.close()
})

/** 250.00 EUR on their way to a phone. */
function toPhone(): Change {
  const base = spend('usr_s', 251_25n, 'opn_1')
  const sending = send({
    customer: 'usr_s',
    provider: 'hub2',
    principal: eur(250_00n),
    payable: money(163_990n, 'XOF'),
    fees: [{ kind: 'transfer', amount: eur(1_25n) }],
    margin: eur(0n),
  })
  return {
    ...base,
    create: newTransfer('usr_s', 251_25n, {
      ...{ state: 'sending', principal: 250_00n, fee: 1_25n, target: 163_990n },
      details: { payee: { name: 'Kouamé Traoré', phone: PHONE } },
    }),
    events: [
      ...(base.events ?? []),
      { event: 'screening_passed', from_state: 'screening', to_state: 'sending', actor: 'system' },
    ],
    entries: [...(base.entries ?? []), posted(sending, 'opn_1:send')],
    counters: [
      usage('usr_s', 250_00n),
      {
        ...{ subject: `wallet:${PHONE}`, kind: 'received_XOF', period: DAY.slice(0, 7) },
        ...{ amount: 163_990n, ceiling: 10_000_000n },
      },
    ],
    attempts: [{ id: 'pat_1', provider: 'hub2', state: 'created', amount: 163_990n, currency: 'XOF' }],
  }
}

/** 100.00 EUR from one balance to another. */
function toBalance(): Change {
  const base = spend('usr_s', 100_00n, 'opn_2')
  const entry = transferToBalance({ from: 'usr_s', to: 'usr_r', amount: eur(100_00n), fees: [] })
  return {
    ...base,
    create: newTransfer('usr_s', 100_00n, {
      ...{ state: 'paid', payout_kind: 'balance', receiver_customer_id: 'usr_r', ended_at: RECEIVED },
    }),
    events: [
      ...(base.events ?? []),
      { event: 'credited', from_state: 'screening', to_state: 'paid', actor: 'system' },
    ],
    entries: [...(base.entries ?? []), posted(entry, 'opn_2:transferToBalance')],
  }
}

it('is silent on what the door wrote', async () => {
  expect(await found()).toBe('')
})

describe('I8: our bank', () => {
  const line = (more: string) =>
    `insert into app.bank_lines (dedupe_key, iban, statement_id, kind, currency, booked_on, amount, outcome, created_at, stated_in)
     values ('FR76:N2:0', 'FR76', 'n2', 'credit', 'EUR', '2026-03-03', 700, ${more})`

  it('a line that was booked with another amount than the bank told', async () => {
    expect(await found('update app.bank_lines set amount = amount + 1')).toBe(
      'I8 1 found, first: bank line FR76:N1:0: told 60001, booked 60000',
    )
  })
  it('a line that was never booked', async () => {
    expect(await found(line(`'deposit', app.now(), null`))).toContain(
      'bank line FR76:N2:0: told 700, booked 0',
    )
  })
  it('a new line may wait for a quarter of an hour, told by a statement or not, and no longer', async () => {
    const stated = `insert into app.bank_balances (statement_id, iban, currency, opening, closing, told_at)
      values ('s2', 'FR76', 'EUR', 2011020, 2011720, '2026-03-03T22:00:00Z')`
    expect(await found(line(`'new', clock_timestamp(), null`))).toBe('')
    expect(await found(stated, line(`'new', clock_timestamp(), 's2'`))).toBe('')
    const old = `'new', clock_timestamp() - interval '16 minutes'`
    expect(await found(stated, line(`${old}, 's2'`))).toContain('bank line FR76:N2:0: told 700, booked 0')
    expect(await found(line(`${old}, null`))).toContain('bank line FR76:N2:0: told 700, booked 0')
  })
  it('another closing balance than our books explain', async () => {
    expect(await found('update app.bank_balances set closing = closing - 5')).toBe(
      'I8 1 found, first: bank:FR76:EUR: the bank says that it gained 59995, our books 60000',
    )
  })
  it('a statement that never reached us', async () => {
    expect(
      await found(`insert into app.bank_balances (statement_id, iban, currency, opening, closing, told_at)
        values ('s3', 'FR76', 'EUR', 2011021, 2011021, '2026-03-04T22:00:00Z')`),
    ).toBe('I8 1 found, first: bank:FR76:EUR: the bank says that it gained 60001, our books 60000')
  })
  it('a line that only a notification told is not in the closing balance yet', async () => {
    expect(
      await found(
        `update app.bank_lines set stated_in = null`,
        'update app.bank_balances set closing = opening',
      ),
    ).toBe('')
  })
  it('books that began with another balance than the bank', async () => {
    expect(await found('update app.bank_balances set opening = opening + 1, closing = closing + 1')).toBe(
      'I8 1 found, first: bank:FR76:EUR: the bank began with 1951021, our books with 1951020',
    )
  })
})

describe('I8: the floats', () => {
  const told = (balance: number, minutes = 20) => [
    `insert into app.float_balances (provider, currency, balance, asked_at, told_at)
     values ('hub2', 'XOF', ${balance}, clock_timestamp(), app.now())`,
    `update app.clock set shift = shift + interval '${minutes} minutes'`,
  ]

  it('agree, or are less by what is under way and its charge', async () => {
    for (const balance of [20_000_000, 20_000_000 - 163_990, 20_000_000 - 163_990 - 1_640])
      expect(await found(...told(balance))).toBe('')
  })
  it('less than payouts under way explain', async () => {
    expect(await found(...told(19_800_000))).toBe(
      'I8 1 found, first: float:hub2:XOF: the provider has -200000 more than our books; payouts under way explain down to -172190, those that came back or were called paid up to 0',
    )
  })
  it('more than in our books, when nothing came back', async () => {
    expect(await found(...told(20_000_001))).toContain(
      'I8 1 found, first: float:hub2:XOF: the provider has 1 more than our books',
    )
  })
  it('what was told a moment ago is not judged yet, and the newest word counts', async () => {
    expect(await found(...told(1, 5))).toBe('')
    expect(await found(...told(1), ...told(20_000_000))).toBe('')
    expect(await found(...told(20_000_000), ...told(1))).toContain('I8 1 found')
  })
  it('more by what a person called paid, until the provider says so itself, whatever it charges', async () => {
    const calledPaid = [
      `insert into ledger.keys select 'opn_1:payoutPaid', id from ledger.entries where business_key = 'float'`,
      `update app.payout_attempts set state = 'paid' where id = 'pat_1'`,
      `update app.operations set details = details || '{"cost_untold": true}' where id = 'opn_1'`,
    ]
    const saidSo = `insert into app.command_keys (scope, key, body_hash) values ('payout', 'pat_1:cost', 'cost')`
    const still = 20_000_000 + 163_990
    expect(await found(...calledPaid, ...told(still))).toBe('')
    expect(await found(...calledPaid, ...told(still), saidSo)).toBe('')
    expect(await found(...calledPaid, saidSo, ...told(still))).toBe(
      'I8 1 found, first: float:hub2:XOF: the provider has 163990 more than our books; payouts under way explain down to 0, those that came back or were called paid up to 0',
    )
  })
  it('books without a float of their own are compared with the first word', async () => {
    const unopened = `update ledger.entries set recipe = 'x' where business_key = 'float'`
    expect(await found(unopened, ...told(500), ...told(500))).toBe('')
    expect(await found(unopened, ...told(500), ...told(200_000))).toContain(
      'I8 1 found, first: float:hub2:XOF',
    )
  })
})

describe('I10', () => {
  it('a counter that its transfers do not explain', async () => {
    expect(await found(`update app.counters set used = used + 1 where kind = 'sent'`)).toBe(
      `I10 1 found, first: usr_s sent ${DAY}: counted 35001, its payouts use 35000`,
    )
    expect(await found(`update app.counters set used = 0 where kind = 'received_XOF'`)).toBe(
      `I10 1 found, first: wallet:${PHONE} received_XOF 2026-03: counted 0, its payouts use 163990`,
    )
  })
  it('a transfer that no counter knows', async () => {
    expect(await found(`delete from app.counters where kind = 'sent'`)).toBe(
      `I10 1 found, first: usr_s sent ${DAY}: counted 0, its payouts use 35000`,
    )
  })
  it('a withdrawal that no counter knows', async () => {
    const withdrawn = `insert into app.operations (id, book, kind, state, version, customer_id, user_id, customer_status,
        operation_type, principal, total, started_at, updated_at)
      values ('opn_4', 'test', 'withdrawal', 'created', 1, 'usr_s', 'usr_s', 'x', 'withdraw', 100, 100, (select started_at
        from app.operations where id = 'opn_1'), app.now())`
    expect(await found(withdrawn)).toContain(
      `I10 1 found, first: usr_s sent ${DAY}: counted 35000, its payouts use 35100`,
    )
  })
  it('usage that was not given back although the transfer came back', async () => {
    const returned = `insert into app.operations (id, book, kind, state, version, customer_id, user_id, parent_id, customer_status,
        operation_type, principal, total, started_at, ended_at, updated_at)
      values ('opn_3', 'test', 'return', 'given_back', 1, 'usr_s', 'usr_s', 'opn_1', 'x', 'pay_out', 0, 0, app.now(), app.now(), app.now())`
    expect(await found(returned)).toContain(
      `I10 2 found, first: usr_s sent ${DAY}: counted 35000, its payouts use 10000`,
    )
  })
  it('usage that was not given back although the money is free on the balance', async () => {
    expect(await found(`update app.operations set state = 'on_balance' where id = 'opn_1'`)).toContain(
      `I10 2 found, first: usr_s sent ${DAY}: counted 35000, its payouts use 10000`,
    )
  })
  it('more used than the limit ever was in its period', async () => {
    const lowered = (from: string) =>
      `insert into app.limits values ('customer_day', 'EUR', 34999, '${from}'), ('wallet_month', 'XOF', 163989, '${from}')`
    expect(await found(lowered('2026-02-20'))).toBe(
      `I10 2 found, first: usr_s sent ${DAY}: used 35000 of 34999`,
    )
    // It held when it was used.
    expect(await found(lowered('2026-04-01'))).toBe('')
  })
})

describe('I11', () => {
  const beneficiary = (customer: string) =>
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     values ('ben_1', '${customer}', '${PHONE}', 225, 'CI', 'Kouamé', 'Traoré', true)`
  const quote = `insert into app.quotes (id, book, customer_id, figures, accept_by, created_at)
    values ('qte_1', 'test', 'usr_x', '{}', '2027-01-01', '2026-01-01')`
  const named = (what: string) => `I11 1 found, first: opn_1: of usr_s names the ${what} of another`

  it.each([
    ['user', [`update app.operations set user_id = 'usr_x' where id = 'opn_1'`], 'user usr_x'],
    ['quote', [quote, `update app.operations set quote_id = 'qte_1' where id = 'opn_1'`], 'quote qte_1'],
    [
      'beneficiary',
      [beneficiary('usr_x'), `update app.operations set beneficiary_id = 'ben_1' where id = 'opn_1'`],
      'beneficiary ben_1',
    ],
  ])('an operation that names the %s of another customer', async (_, sql, what) => {
    expect(await found(...sql)).toBe(named(what))
  })
  it('an operation beside one of another customer', async () => {
    const foreign = `insert into app.operations (id, book, kind, state, version, customer_id, user_id, parent_id,
        customer_status, operation_type, principal, total, started_at, updated_at)
      values ('opn_4', 'test', 'refund', 'asked', 1, 'usr_x', 'usr_x', 'opn_2', 'x', 'deposit', 0, 0, app.now(), app.now())`
    expect(await found(foreign)).toContain(
      'I11 1 found, first: opn_4: of usr_x names the operation opn_2 of another',
    )
  })
  it.each(['usr_s', 'usr_nobody'])('a receiver who is the sender or no customer: %s', async receiver => {
    expect(
      await found(`update app.operations set receiver_customer_id = '${receiver}' where id = 'opn_1'`),
    ).toBe(`I11 1 found, first: opn_1: received by ${receiver}, who is no customer or the sender`)
  })
  it('a contact or an account of somebody else’s beneficiary', async () => {
    expect(
      await found(
        beneficiary('usr_s'),
        `insert into app.contacts (id, customer_id, beneficiary_id) values ('ctc_1', 'usr_x', 'ben_1')`,
      ),
    ).toBe('I11 1 found, first: ctc_1: of usr_x belongs to a beneficiary of usr_s')
    expect(
      await found(
        beneficiary('usr_s'),
        `insert into app.beneficiary_accounts (id, customer_id, beneficiary_id, kind, number, details)
         values ('acc_1', 'usr_x', 'ben_1', 'mobile_money', '1', '{}')`,
      ),
    ).toBe('I11 1 found, first: acc_1: of usr_x belongs to a beneficiary of usr_s')
  })
  it('an operation that moves the money of someone who neither sends nor receives it', async () => {
    expect(await found(`update app.operations set receiver_customer_id = 'usr_x' where id = 'opn_2'`)).toBe(
      'I11 1 found, first: customer:usr_r:EUR: moved by opn_2:transferToBalance, of usr_s',
    )
  })
  it('an operation that takes from its receiver', async () => {
    expect(
      await found(
        `update ledger.postings set amount = -amount where entry_id =
           (select entry_id from ledger.keys where business_key = 'opn_2:transferToBalance')`,
      ),
    ).toContain('I11 1 found, first: customer:usr_r:EUR: moved by opn_2:transferToBalance, of usr_s')
  })
  it('an entry of no operation that moves money between customers', async () => {
    expect(
      await found(
        `update ledger.entries set operation_id = null where business_key = 'opn_2:transferToBalance'`,
      ),
    ).toContain(
      'I11 1 found, first: opn_2:transferToBalance: without an operation, moves money of 2 customers',
    )
  })
})
