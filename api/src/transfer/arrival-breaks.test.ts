// What breaks a transfer to Guinea that is priced on arrival, or would if it could: prices taken elsewhere, credits taken
// back, commands at the same moment, payers without a balance, and the least and the most that can be sent.
import type { Payment, Quote } from '@jokko/contract/transfer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../http/ids.ts'
import { fetchRates } from '../jobs/rates.ts'
import { forgetRules } from '../payouts/rules.ts'
import { arrive, detailOf, moveMarket, orderToGuinea, type SlowWay, stateOf } from '../testing/guinea.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { operation } from '../testing/transfers.ts'
import { startWorld, type World } from '../testing/world.ts'
import { priceTransfer } from './arrival.ts'

const DAY = 86_400
const TOTAL = 10_218n

let world: World
let payer: Payer

beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  payer = await createPayer(world)
})
afterEach(async () => {
  await world.outside('/control/faults', { provider: 'all', fault: 'none' })
  await world.verify()
})
afterAll(() => world.close())

const found = (id: string) => operation(world.deps.pool, id)

const todays = (id: string) => payer.get<Quote>(`/payments/${id}/todays-rate`)
const send = (id: string, quote_id: string) =>
  payer.post<Payment>(`/payments/${id}/todays-rate`, { quote_id })

/** A credit of all of it, by which the bank tells it later, should it take it back. */
async function credit(id: string, more: object = {}): Promise<string> {
  const { reference } = await found(id)
  const line = { amount: '102.18', reference: reference ?? '', payer_name: 'Awa Ndiaye', ...more }
  const { entry_reference } = (await world.outside('/bank/credits', line)) as { entry_reference: string }
  await world.advance(60)
  return entry_reference
}

/** It would have brought 922,000 instead of 941,000; answers what its credit is called. */
async function waiting(): Promise<{ id: string; line: string }> {
  const { id } = await orderToGuinea(world, payer)
  await moveMarket(world, 0.98)
  await world.advance(600)
  const line = await credit(id)
  expect(await stateOf(world, { id })).toBe('on_balance')
  return { id, line }
}

async function withoutRate(way: SlowWay = 'bank transfer'): Promise<string> {
  const payment = await orderToGuinea(world, payer, { way })
  await world.outside('/control/faults', { provider: 'rates', fault: 'down' })
  await world.advance(3 * 3_600)
  if (way === 'direct debit') await arrive(world, payer, payment, way)
  else await credit(payment.id, { payer_iban: 'FR7630006000011234567890189' })
  return payment.id
}

const withoutBalance = () =>
  world.database.owner.query(`update app.users set client_type = 'temporary-customer' where id = $1`, [
    payer.userId,
  ])

describe('figures of money that is here are no promise for money that is not', () => {
  const orderOn = (quote_id: string) =>
    orderToGuinea(world, payer, { more: { quote_id } }).then(
      () => 'ordered',
      (error: Error) => error.message,
    )

  test('of what waits on the balance', async () => {
    const { id } = await waiting()
    const { body: quote } = await todays(id)
    expect(await orderOn(quote.id)).toContain('quote_expired')
  })

  test('of what came short', async () => {
    const { id } = await orderToGuinea(world, payer)
    await credit(id, { amount: '60.00' })
    const { body: less } = await payer.get<Quote>(`/payments/${id}/send-less`)
    expect(await orderOn(less.id)).toContain('quote_expired')
  })
})

test('503 rate_unavailable: nothing is promised at the rate of another day', async () => {
  const { id } = await waiting()
  await world.outside('/control/faults', { provider: 'rates', fault: 'down' })
  await world.advance(DAY)
  const unavailable = { status: 503, body: { code: 'rate_unavailable' } }
  expect(await todays(id)).toMatchObject(unavailable)
  const asked = { kind: 'transfer', fix: 'source', amount: '20.00', currency: 'EUR', sending_country: 'FR' }
  const toGuinea = { ...asked, receiving_country: 'GN', cashin_method_id: 2, cashout_method_id: 1501 }
  expect(await payer.post('/quotes', toGuinea)).toMatchObject(unavailable)
  const unquoted = {
    country: 'GN',
    route: 1501,
    to: '+224622345678',
    more: { total_to_pay: '20.72' },
  } as const
  expect(await payer.send({ cashin_method_id: 2, euros: '20.00', way: unquoted })).toMatchObject(unavailable)
})

describe('its credit taken back by the bank', () => {
  const takeBack = async (line: string) => {
    await world.outside(`/bank/credits/${line}/reverse`, {})
    await world.advance(2 * DAY)
  }
  const owed = async () =>
    (
      await world.deps.pool.query<{ owed: string }>(
        `select coalesce(sum(balance), 0)::text as owed from ledger.accounts where name like $1`,
        [`receivable:${payer.customerId}:%`],
      )
    ).rows[0]?.owed

  test('while it waits on the balance: the transfer is over, and nothing is owed', async () => {
    const { id, line } = await waiting()
    await takeBack(line)
    expect([await stateOf(world, { id }), await payer.balance(), await owed()]).toEqual([
      'cancelled',
      0n,
      '0',
    ])
    const { allowed_actions, refunded } = await detailOf(payer, { id })
    expect(allowed_actions).not.toContain('send_at_todays_rate')
    expect(refunded).toEqual({ amount: '102.18', to: 'source', done: true })
  })

  test('of two credits one: what is told to be on the balance is the other', async () => {
    const { id } = await orderToGuinea(world, payer)
    await moveMarket(world, 0.98)
    await world.advance(600)
    const line = await credit(id, { amount: '60.00' })
    await credit(id, { amount: '42.18' })
    expect(await stateOf(world, { id })).toBe('on_balance')
    await takeBack(line)
    expect([await stateOf(world, { id }), await payer.balance()]).toEqual(['cancelled', 4_218n])
    const { refunded, route } = await detailOf(payer, { id })
    expect(refunded).toEqual({ amount: '42.18', to: 'balance', done: true })
    expect(route.find(({ key }) => key === 'jokko')?.params['amount']).toMatch(/^42,18/)
  })

  test('after a part was spent: what is missing is owed, and the transfer is over all the same', async () => {
    const { id, line } = await waiting()
    expect((await payer.send({ cashin_method_id: 2, euros: '50.00' })).status).toBe(201)
    await takeBack(line)
    expect([await stateOf(world, { id }), await payer.balance()]).toEqual(['cancelled', 0n])
    expect(await owed()).not.toBe('0')
  })

  test('after it was sent from the balance: it is owed', async () => {
    const { id, line } = await waiting()
    await send(id, (await todays(id)).body.id)
    await takeBack(line)
    expect([await stateOf(world, { id }), await payer.balance()]).toEqual(['paid', 0n])
    expect(await owed()).not.toBe('0')
  })

  test('by direct debit, while it waits on the balance', async () => {
    const payment = await orderToGuinea(world, payer, { way: 'direct debit' })
    await moveMarket(world, 0.95)
    await world.advance(600)
    await arrive(world, payer, payment, 'direct debit')
    expect(await stateOf(world, payment)).toBe('on_balance')
    const { rows } = await world.deps.pool.query<{ line: string }>(
      `select split_part(dedupe_key, ':', 2) as line from app.bank_lines where operation_id = $1`,
      [payment.id],
    )
    await takeBack(rows[0]?.line ?? '')
    expect([await stateOf(world, payment), await payer.balance()]).toEqual(['cancelled', 0n])
  })
})

describe('a payer without a balance', () => {
  beforeEach(withoutBalance)

  test('cancels while no rate is known: it goes back to where it came from', async () => {
    const id = await withoutRate()
    expect((await payer.post(`/transfers/${id}/cancel`, {})).status).toBe(200)
    await world.advance(2 * DAY)
    expect([await stateOf(world, { id }), await payer.balance()]).toEqual(['refunded', 0n])
  })

  test('paid by direct debit: what is not sent goes back to where it came from', async () => {
    const payment = await orderToGuinea(world, payer, { way: 'direct debit' })
    await moveMarket(world, 0.95)
    await world.advance(600)
    await arrive(world, payer, payment, 'direct debit')
    await world.advance(2 * DAY)
    expect([await stateOf(world, payment), await payer.balance()]).toEqual(['refunded', 0n])
  })
})

describe('at the same moment', () => {
  test('priced and cancelled: sent or given back, never both', async () => {
    const id = await withoutRate()
    await world.outside('/control/faults', { provider: 'rates', fault: 'none' })
    const price = () =>
      priceTransfer(world.deps, () => fetchRates(world.deps), { operation_id: id }).catch(() => undefined)
    await Promise.all([price(), payer.post(`/transfers/${id}/cancel`, {}), price()])
    await world.advance(3_600)
    const { state, held, refunded } = await found(id)
    expect([
      ['paid', 0n],
      ['cancelled', TOTAL],
    ]).toContainEqual([state, state === 'paid' ? held : refunded])
  })

  test('priced and taken back by its bank', async () => {
    const { id } = await orderToGuinea(world, payer)
    await world.outside('/control/faults', { provider: 'rates', fault: 'down' })
    await world.advance(3 * 3_600)
    const line = await credit(id)
    await world.outside('/control/faults', { provider: 'rates', fault: 'none' })
    await moveMarket(world, 0.9)
    await world.outside(`/bank/credits/${line}/reverse`, {})
    await world.advance(2 * DAY)
    expect([await stateOf(world, { id }), await payer.balance()]).toEqual(['cancelled', 0n])
  })

  test('sent three times, with keys of their own: once', async () => {
    const { id } = await waiting()
    const { body: quote } = await todays(id)
    const { body: other } = await todays(id)
    const answers = await Promise.all([quote.id, quote.id, other.id].map(one => send(id, one)))
    expect(answers.map(({ status, body }) => `${status} ${body.code}`).sort()).toEqual([
      '200 undefined',
      '409 illegal_move',
      '409 illegal_move',
    ])
  })

  test('sent and cancelled, and cancelled again: one of them', async () => {
    const { id } = await waiting()
    const { body: quote } = await todays(id)
    const cancel = () => payer.post<Payment>(`/transfers/${id}/cancel`, {})
    const answers = await Promise.all([send(id, quote.id), cancel(), cancel()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await world.advance(60)
    expect(['paid', 'cancelled']).toContain(await stateOf(world, { id }))
  })

  test('sent while the balance pays something else: one of them', async () => {
    const { id } = await waiting()
    const { body: quote } = await todays(id)
    const [first, second] = await Promise.all([
      send(id, quote.id),
      payer.send({ cashin_method_id: 2, euros: '90.00' }),
    ])
    const answers = [first, second].map(({ status, body }) => body.code ?? status)
    expect([
      [200, 'insufficient'],
      ['insufficient', 201],
    ]).toContainEqual(answers)
  })
})

test('422: the same key with another quote is no repeat', async () => {
  const { id } = await waiting()
  const [one, two] = [(await todays(id)).body.id, (await todays(id)).body.id]
  const key = newId('opn')
  const ask = async (quote_id: string) => {
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: `/api/v1/payments/${id}/todays-rate`,
      headers: { ...payer.headers, 'idempotency-key': key },
      payload: { quote_id },
    })
    return statusCode
  }
  expect([await ask(one), await ask(two), await ask(one)]).toEqual([200, 422, 200])
})

test('of somebody else it says, byte for byte, what it says of none', async () => {
  const { id } = await waiting()
  const { body: quote } = await todays(id)
  payer = await createPayer(world)
  const bytes = async (method: 'GET' | 'POST', of: string) => {
    const { statusCode, body } = await world.app.inject({
      method,
      url: `/api/v1/payments/${of}/todays-rate`,
      headers: { ...payer.headers, 'idempotency-key': newId('opn') },
      ...(method === 'POST' && { payload: { quote_id: quote.id } }),
    })
    return [statusCode, body.replace(/"request_id":"[^"]+"/, '')]
  }
  for (const method of ['GET', 'POST'] as const)
    expect(await bytes(method, id)).toEqual(await bytes(method, newId('opn')))
})

test('who is rejected meanwhile sends nothing more, and keeps the money', async () => {
  const { id } = await waiting()
  const { body: quote } = await todays(id)
  await world.database.owner.query(`update app.users set is_rejected = true where id = $1`, [payer.userId])
  const refused = await send(id, quote.id)
  expect([refused.status >= 400, await stateOf(world, { id }), await payer.balance()]).toEqual([
    true,
    'on_balance',
    TOTAL,
  ])
})

describe('the least and the most', () => {
  const cents = (text: bigint) => `${text / 100n}.${String(text % 100n).padStart(2, '0')}`
  async function arrivedAt(euros: string, part: number) {
    const { id } = await orderToGuinea(world, payer, { euros, to: `+2246223456${10 + Number(part > 1)}` })
    const { total } = await found(id)
    await moveMarket(world, part)
    await world.advance(600)
    await credit(id, { amount: cents(total) })
    expect(await payer.balance()).toBe((await found(id)).refunded)
    return found(id)
  }

  test('of the least, a percent less is the same thousands: any loss of them waits on the balance', async () => {
    expect(await arrivedAt('5.00', 1)).toMatchObject({ state: 'paid', target: 47_000n, refunded: 0n })
    payer = await createPayer(world)
    const waits = { waits: 'rate_moved', least: '47000', offered: '46000' }
    expect(await arrivedAt('5.00', 0.991)).toMatchObject({
      state: 'on_balance',
      details: { on_arrival: waits },
    })
  })

  test('a better rate brings no more than the route pays, and the rest is free', async () => {
    const { rows } = await world.deps.pool.query<{ ceiling: bigint }>(
      'select ceiling from app.routes where id = 1501',
    )
    const ceiling = BigInt(rows[0]?.ceiling ?? 0n)
    const most = (ceiling * 100n) / 941_235n
    const op = await arrivedAt(cents(most * 100n), 1.2)
    expect(op).toMatchObject({ state: 'paid', target: ceiling })
    expect(op.refunded).toBeGreaterThan(1_000n)
  })
})

describe('the beneficiary is on a sanctions list when the money comes', () => {
  const list = async (text: string) => {
    await world.database.owner.query(text)
    forgetRules(world.deps)
  }

  test.each([
    ['it is asked for again', () => world.advance(2_000)],
    ['no rate is known for a day', () => world.advance(2 * DAY)],
    [
      'its rate is known',
      async () => {
        await world.outside('/control/faults', { provider: 'rates', fault: 'none' })
        await world.advance(2_000)
      },
    ],
    ['its sender cancels it', (id: string) => payer.post(`/transfers/${id}/cancel`, {})],
  ] as const)('or since, while its rate is not known: nothing moves when %s', async (_, happens) => {
    const id = await withoutRate()
    expect(await stateOf(world, { id })).toBe('pricing')
    await list(`insert into app.sanctioned_names (name, list) values ('Kouamé Traoré', 'test')`)
    await happens(id)
    await list(`delete from app.sanctioned_names where name = 'Kouamé Traoré'`)
    expect(await found(id)).toMatchObject({ state: 'frozen', held: TOTAL })
    expect(await payer.balance()).toBe(0n)
    const { allowed_actions, receives_at_least } = await detailOf(payer, { id })
    expect([allowed_actions, receives_at_least]).toEqual([['repeat'], null])
  })

  test.each([
    ['the rate has moved', 0.9, 'none'],
    ['no rate is known', 1, 'down'],
  ] as const)('nothing moves, also where %s', async (_, part, fault) => {
    const { id } = await orderToGuinea(world, payer)
    await moveMarket(world, part)
    await world.outside('/control/faults', { provider: 'rates', fault })
    await world.advance(3 * 3_600)
    await list(`insert into app.sanctioned_names (name, list) values ('Kouamé Traoré', 'test')`)
    await credit(id)
    await world.advance(2 * DAY)
    await list(`delete from app.sanctioned_names where name = 'Kouamé Traoré'`)
    expect(await found(id)).toMatchObject({ state: 'frozen', held: TOTAL })
    expect(await payer.balance()).toBe(0n)
    const { allowed_actions, receives_at_least } = await detailOf(payer, { id })
    expect([allowed_actions, receives_at_least]).toEqual([['repeat'], null])
  })
})
