// Each invariant finds what it is there to find, when the laws are switched off; and is silent otherwise.
import { eur, money } from '@jokko/core/money'
import { send } from '@jokko/core/recipes-transfer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Breaker, openBreaker } from '../testing/breaking.ts'
import { addUser, deposit, newTransfer, openLedger, posted, spend, usage } from '../testing/changes.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import type { Change } from './change.ts'

let db: TestDatabase
let breaker: Breaker

beforeAll(async () => {
  db = await createTestDatabase()
  await addUser(db, 'usr_s')
  await db.app.query(`insert into app.quotes (id, book, customer_id, figures, accept_by, created_at) values
    ('qte_1', 'test', 'usr_s', '{"total_to_pay": {"amount": "251.25", "currency": "EUR"}}', '2027-01-01', '2026-01-01')`)
  const { ledger, pool } = openLedger(db)
  await ledger.commit(deposit('usr_s', 300_00n, 'dep:1'))
  await ledger.commit(sent())
  await pool.end()
  breaker = await openBreaker(db)
})
afterAll(async () => {
  await breaker.close()
  await db.close()
})

/** 250.00 EUR on their way to a phone. */
function sent(): Change {
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
    quote_id: 'qte_1',
    create: newTransfer('usr_s', 251_25n, {
      state: 'sending',
      quote_id: 'qte_1',
      principal: 250_00n,
      fee: 1_25n,
      target: 163_990n,
    }),
    events: [
      ...(base.events ?? []),
      { event: 'screening_passed', from_state: 'screening', to_state: 'sending', actor: 'system' },
    ],
    entries: [...(base.entries ?? []), posted(sending, 'opn_1:send')],
    counters: [usage('usr_s', 250_00n)],
    attempts: [{ id: 'pat_1', provider: 'hub2', state: 'created', amount: 163_990n, currency: 'XOF' }],
  }
}

const found = (...sql: string[]) => breaker.found(...sql)

const free = `name = 'customer:usr_s:EUR'`
const entryOf = (key: string) => `(select entry_id from ledger.keys where business_key = '${key}')`
const accountOf = (name: string) => `(select id from ledger.accounts where name = '${name}')`
const ILL_LED = `update app.operation_events set event = 'credited'`
const inserted = `insert into ledger.entries (book, business_key, recipe, operation_id, occurred_at)`

it('is silent on what the door wrote, and checks all it says', async () => {
  expect(await found()).toBe('')
  const { rows } = await db.owner.query('select invariant from ledger.verify() where ok')
  expect(rows.map(row => row.invariant)).toEqual([
    ...[
      'I1',
      'I2',
      'I3',
      'I4',
      'I5',
      'I6',
      'I7',
      'I8',
      'I9',
      'I10',
      'I11',
      'I12',
      'SINGLE_PAYOUT',
      'POSITION',
    ],
  ])
})

it('the application may ask', async () => {
  expect((await db.app.query('select from ledger.verify()')).rowCount).toBe(14)
})

describe('the ledger', () => {
  it('I1: postings that do not sum to zero', async () => {
    expect(
      await found(
        `update ledger.postings set amount = amount + 1 where entry_id = ${entryOf('dep:1')} and amount > 0`,
        `update ledger.accounts set balance = balance + 1 where ${free}`,
      ),
    ).toBe('I1 1 found, first: 1: entry dep:1 does not balance')
  })
  it('I1: an entry without postings', async () => {
    expect(
      await found(
        `with e as (${inserted} values ('test', 'empty', 'x', null, app.now()) returning id)
         insert into ledger.keys select 'empty', id from e`,
      ),
    ).toMatch(/^I1 1 found, first: \d+: entry empty does not balance$/)
  })
  it('I2: a balance that its postings do not explain', async () => {
    expect(await found(`update ledger.accounts set balance = balance + 1 where ${free}`)).toBe(
      'I2 1 found, first: customer:usr_s:EUR: balance 4876, postings 4875',
    )
  })
  it('I3: a customer below zero', async () => {
    expect(
      await found(
        'alter table ledger.accounts drop constraint guarded_floor',
        `update ledger.accounts set balance = -1 where ${free}`,
      ),
    ).toBe(
      'I2 1 found, first: customer:usr_s:EUR: balance -1, postings 4875; I3 1 found, first: customer:usr_s:EUR: balance -1',
    )
  })
  it('I4: an entry without its key', async () => {
    expect(await found(`delete from ledger.keys where business_key = 'dep:1'`)).toBe(
      'I4 1 found, first: dep:1: entry without its key',
    )
  })
  it('I4: a key that was posted twice', async () => {
    expect(
      await found(
        `with e as (${inserted} values ('test', 'dep:1', 'x', null, app.now()) returning id)
         insert into ledger.postings select e.id, a.id, 'test', 'EUR', v.amount from e,
           (values (${accountOf('customer:usr_s:EUR')}, 5), (${accountOf('bank:FR76:EUR')}, -5)) v (account, amount)
           join ledger.accounts a on a.id = v.account`,
        `update ledger.accounts set balance = balance + 5 where ${free}`,
        `update ledger.accounts set balance = balance - 5 where name = 'bank:FR76:EUR'`,
      ),
    ).toBe('I4 2 found, first: dep:1: entry without its key')
  })
  it('POSITION: more in the position than rounding can explain', async () => {
    const move = (amount: string) =>
      `update ledger.postings set amount = amount ${amount} where entry_id = ${entryOf('opn_1:send')}`
    expect(
      await found(
        `${move('- 10')} and account_id = ${accountOf('position:EURXOF:XOF')}`,
        `${move('+ 10')} and account_id = ${accountOf('payable:hub2:XOF')}`,
        `update ledger.accounts set balance = balance - 10 where name = 'position:EURXOF:XOF'`,
        `update ledger.accounts set balance = balance + 10 where name = 'payable:hub2:XOF'`,
        `update app.operations set target = target + 10`,
      ),
    ).toBe('POSITION 1 found, first: position:EURXOF (test): euros 25000, local 164000, conversions 1')
  })
  it('POSITION: a position with one side only', async () => {
    expect(
      await found(
        `delete from ledger.postings where account_id = ${accountOf('position:EURXOF:EUR')}`,
        `update ledger.accounts set balance = 0 where name = 'position:EURXOF:EUR'`,
      ),
    ).toContain('POSITION 1 found, first: position:EURXOF (test): euros 0, local 163990, conversions 1')
  })
})

describe('operations', () => {
  it('I7: a version without its event', async () => {
    expect(await found(`update app.operations set version = 4`)).toBe(
      'I7 1 found, first: opn_1: version 4, events 3',
    )
  })
  it('I7: an event without its version', async () => {
    expect(await found(`update app.operations set version = 2, state = 'screening'`)).toMatch(
      /I7 1 found, first: opn_1: version 2, events 3$/,
    )
  })
  it('I7: what a provider told, stored twice', async () => {
    const told = `insert into app.webhook_events (provider, event_id, type, body) values ('hub2', 'evt_1', 'x', '{}')`
    expect(
      await found(
        'alter table app.webhook_events drop constraint webhook_events_provider_event_id_key',
        told,
        told,
      ),
    ).toBe('I7 1 found, first: hub2 evt_1: stored 2 times')
  })
  it('I5: a state that no event led to', async () => {
    expect(await found(`update app.operations set state = 'sent'`)).toBe(
      'I5 1 found, first: opn_1: state sent, last event led to sending',
    )
  })
  it('I7 and I12: a timeline with a gap', async () => {
    expect(await found('delete from app.operation_events where version = 2')).toBe(
      'I12 1 found, first: opn_1: event 3 was altered; I7 1 found, first: opn_1: version 3, events 2',
    )
  })
  it('I5 and I12: a move from another state than the one before led to', async () => {
    expect(await found(`update app.operation_events set from_state = 'held' where version = 3`)).toBe(
      'I12 1 found, first: opn_1: event 3 was altered; I5 2 found, first: opn_1: version 3 leaves held but was in screening',
    )
  })
  it('I5: an event that its state does not allow', async () => {
    expect(await found(`${ILL_LED} where version = 3`)).toContain(
      'I5 1 found, first: opn_1: version 3: credited does not lead a transfer from screening to sending',
    )
  })
  it('I5: an operation that begins in the middle of a life', async () => {
    expect(await found(`update app.operation_events set to_state = 'short' where version = 1`)).toContain(
      'I5 2 found, first: opn_1: version 1: created does not lead a transfer from nothing to short',
    )
  })
  it('I5: an end that is left', async () => {
    expect(
      await found(
        `update app.operation_events set from_state = 'screening', event = 'cancelled', to_state = 'cancelled' where version = 3`,
        `insert into app.operation_events (operation_id, version, event, from_state, to_state, actor, at, hash)
         values ('opn_1', 4, 'released', 'cancelled', 'sending', 'x', app.now(), 'x')`,
        'update app.operations set version = 4',
      ),
    ).toContain(
      'I5 1 found, first: opn_1: version 4: released does not lead a transfer from cancelled to sending',
    )
  })
  it('I5: over in a state that goes on', async () => {
    expect(await found('update app.operations set ended_at = app.now()')).toBe(
      'I5 1 found, first: opn_1: is sending and over',
    )
  })
  it('I6: more held than was reserved', async () => {
    expect(await found('update app.operations set held = 5')).toBe(
      'I6 2 found, first: customer:usr_s:reserved:EUR: reserve 0, its operations hold 5',
    )
  })
  it('I6: an end that still holds', async () => {
    expect(await found(`update app.operations set held = 5, ended_at = app.now()`)).toContain('I6 3 found')
  })
  it('I6: a state that the postings do not explain', async () => {
    expect(
      await found(
        `update app.operations set state = 'refunded'`,
        `update app.operation_events set to_state = 'refunded' where version = 3`,
      ),
    ).toContain('I6 1 found, first: opn_1: refunded: spent 25125 of 25125, promised 163990 of 163990')
  })
  it('I6: an entry in another book than its operation', async () => {
    expect(await found(`update app.operations set book = 'live'`)).toContain(
      'entry opn_1:reserve in the book test',
    )
  })
  it('I9: another total than was quoted', async () => {
    expect(
      await found(`update app.quotes set figures = jsonb_set(figures, '{total_to_pay,amount}', '"251.24"')`),
    ).toBe('I9 1 found, first: opn_1: total 25125, quoted 251.24')
  })
  describe('I9, of what is priced on arrival', () => {
    const arrival = (facts: string) =>
      `update app.operations set details = '{"on_arrival": {"least": "160000"${facts}}}'`
    const quotedAt = (total: string) =>
      `update app.quotes set figures = jsonb_set(figures, '{total_to_pay,amount}', '"${total}"')`
    const priced = arrival(`, "priced": "on_arrival"`)

    it('less than was quoted, and enough: nothing', async () => {
      expect(await found(priced, quotedAt('251.30'))).toBe('')
    })
    it('more than was quoted', async () => {
      expect(await found(priced, quotedAt('251.24'))).toBe(
        'I9 1 found, first: opn_1: total 25125, quoted 251.24',
      )
    })
    it('less, on figures that the sender accepted later', async () => {
      expect(await found(arrival(`, "priced": "by_sender"`), quotedAt('251.30'))).toBe(
        'I9 1 found, first: opn_1: total 25125, quoted 251.30',
      )
    })
    it('less than the sender accepts', async () => {
      expect(await found(priced.replace('160000', '163995'))).toBe(
        'I9 1 found, first: opn_1: brings 163990, its sender accepts 163995',
      )
    })
    it('sent, and never priced', async () => {
      expect(await found(arrival(''))).toBe(
        'I9 1 found, first: opn_1: is sending and was never priced on arrival',
      )
    })
  })
  it('I6: not all of it is set aside while it is priced', async () => {
    expect(await found(`update app.operations set state = 'pricing'`)).toContain(
      'I6 2 found, first: opn_1: pricing: holds 0 of 25125',
    )
  })
  it('I6: something is set aside although all is free on the balance', async () => {
    const onBalance = (held: number) =>
      found(`update app.operations set state = 'on_balance', held = ${held}`)
    // That it was spent is found either way, that more is held than was reserved twice.
    expect([await onBalance(0), await onBalance(5)]).toEqual([
      expect.stringContaining('I6 1 found, first: opn_1: on_balance: spent 25125'),
      expect.stringContaining('I6 4 found'),
    ])
  })
  it('I5 and I12: another event in a timeline', async () => {
    expect(await found(`update app.operation_events set event = 'forged' where version = 1`)).toBe(
      'I12 1 found, first: opn_1: event 1 was altered; I5 1 found, first: opn_1: version 1: forged does not lead a transfer from nothing to funding',
    )
  })
  it.each(['actor', 'reason', 'provider_reference'])('I12: another %s in an event', async column => {
    expect(await found(`update app.operation_events set ${column} = 'forged' where version = 1`)).toBe(
      'I12 1 found, first: opn_1: event 1 was altered',
    )
  })
  it.each([`at = at - interval '1 second'`, `data = '{"a": 1}'`, `hash = sha256('x')`])(
    'I12: an event with %s',
    async change => {
      expect(await found(`update app.operation_events set ${change} where version = 3`)).toBe(
        'I12 1 found, first: opn_1: event 3 was altered',
      )
    },
  )
  it('SINGLE_PAYOUT: two payouts that may both have been paid', async () => {
    expect(
      await found(
        'drop index app.one_live_attempt',
        `insert into app.payout_attempts select 'pat_2', operation_id, provider, 'unknown', amount, currency, destination,
           null, null, 0, created_at, updated_at from app.payout_attempts`,
      ),
    ).toBe('SINGLE_PAYOUT 1 found, first: opn_1: 2 live attempts')
  })
  it('SINGLE_PAYOUT: paid, and nobody paid it', async () => {
    expect(await found(`update app.operations set state = 'paid'`)).toContain(
      'SINGLE_PAYOUT 1 found, first: opn_1: paid without a paid attempt',
    )
  })
})
