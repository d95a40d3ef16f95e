// What a sender may do when their transfer to Guinea waits on the balance: send it at the rate of the day, once and on
// figures that they saw, or leave the money where it is. Whatever they do, fees are taken once or not at all.
import type { Payment, Quote } from '@jokko/contract/transfer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { newId } from '../http/ids.ts'
import { forgetRules } from '../payouts/rules.ts'
import { arrive, detailOf, earnedWith, moveMarket, orderToGuinea, stateOf } from '../testing/guinea.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { balance, operation } from '../testing/transfers.ts'
import { startWorld, type World } from '../testing/world.ts'

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
afterEach(() => world.verify())
afterAll(() => world.close())

const found = (id: string) => operation(world.deps.pool, id)

/** It would have brought 922,000 instead of 941,000. */
async function waiting(to?: string): Promise<string> {
  const payment = await orderToGuinea(world, payer, to === undefined ? {} : { to })
  await moveMarket(world, 0.98)
  await world.advance(600)
  await arrive(world, payer, payment)
  expect(await stateOf(world, payment)).toBe('on_balance')
  return payment.id
}

const todays = async (id: string) => payer.get<Quote>(`/payments/${id}/todays-rate`)
const send = (id: string, quote_id: string, language?: string) =>
  payer.post<Payment>(`/payments/${id}/todays-rate`, { quote_id }, language)

test('at the rate of the day: on the figures that were shown, from the balance, with the fees once', async () => {
  const id = await waiting()
  const { body: quote } = await todays(id)
  expect(quote).toMatchObject({ payable_target: { amount: '922000', currency: 'GNF' } })
  expect(quote.on_arrival).toBeUndefined()
  const { status, body } = await send(id, quote.id)
  expect([status, body.receives_at_least]).toEqual([200, null])
  await world.advance(60)
  const op = await found(id)
  expect(op).toMatchObject({ state: 'paid', target: 922_000n, quote_id: quote.id, refunded: 0n })
  expect(await earnedWith(world, { id })).toBe(op.fee + op.margin)
  expect(await payer.balance()).toBe(TOTAL - op.total)
  expect((await detailOf(payer, { id })).statuses.map(step => step.status)).toEqual([
    'payment_completed',
    'put_on_balance',
    'transfer_completed',
  ])
})

test('the same command twice is sent once, and another one is refused', async () => {
  const id = await waiting()
  const { body: quote } = await todays(id)
  const key = newId('opn')
  const again = () =>
    world.app.inject({
      method: 'POST',
      url: `/api/v1/payments/${id}/todays-rate`,
      headers: { ...payer.headers, 'idempotency-key': key },
      payload: { quote_id: quote.id },
    })
  const answers = await Promise.all([again(), again()])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const { status, body } = await send(id, quote.id)
  expect([status, body.code]).toEqual([409, 'illegal_move'])
  await world.advance(60)
  const { rows } = await world.deps.pool.query('select from app.payout_attempts where operation_id = $1', [
    id,
  ])
  expect(rows).toHaveLength(1)
})

test('sent anew and declined: everything is on the balance again', async () => {
  const id = await waiting('+224620000002')
  await send(id, (await todays(id)).body.id)
  await world.advance(60)
  expect(await found(id)).toMatchObject({ state: 'refunded', held: 0n })
  expect([await payer.balance(), await earnedWith(world, { id })]).toEqual([TOTAL, 0n])
})

test('left on the balance: the transfer is over, and nothing more moves', async () => {
  const id = await waiting()
  expect((await payer.post<Payment>(`/transfers/${id}/cancel`, {})).body).toMatchObject({ aborted: true })
  expect([await stateOf(world, { id }), await payer.balance()]).toEqual(['cancelled', TOTAL])
  expect(await detailOf(payer, { id })).toMatchObject({
    refunded: { amount: '102.18', to: 'balance', done: true },
  })
})

test('nothing decided for a month: the transfer is over, and the money stays where it is', async () => {
  const id = await waiting()
  await world.advance(31 * DAY)
  expect([await stateOf(world, { id }), await payer.balance()]).toEqual(['expired', TOTAL])
})

test('cancelled while no rate is known: the money is free', async () => {
  const payment = await orderToGuinea(world, payer)
  await world.outside('/control/faults', { provider: 'rates', fault: 'down' })
  await world.advance(3 * 3_600)
  await arrive(world, payer, payment)
  await world.outside('/control/faults', { provider: 'rates', fault: 'none' })
  expect(await stateOf(world, payment)).toBe('pricing')
  expect((await payer.post(`/transfers/${payment.id}/cancel`, {})).status).toBe(200)
  await world.advance(3_600)
  expect([await stateOf(world, payment), await payer.balance()]).toEqual(['cancelled', TOTAL])
})

test('who may pay by bank transfer only may send what came by one', async () => {
  const id = await waiting()
  await world.database.owner.query(`update app.users set activation_level = 'YELLOW' where id = $1`, [
    payer.userId,
  ])
  expect((await detailOf(payer, { id })).allowed_actions).toContain('send_at_todays_rate')
  expect((await send(id, (await todays(id)).body.id)).status).toBe(200)
})

describe('refused', () => {
  const refusal = async (id: string, quoteId: string) => {
    const { status, body } = await send(id, quoteId)
    return [status, body.code]
  }

  it('409 insufficient: the money was used, and it is not offered', async () => {
    const id = await waiting()
    const { body: quote } = await todays(id)
    const spent = await payer.send({ cashin_method_id: 2, euros: '50.00' })
    expect(spent.status).toBe(201)
    expect((await detailOf(payer, { id })).allowed_actions).not.toContain('send_at_todays_rate')
    expect(await refusal(id, quote.id)).toEqual([409, 'insufficient'])
    expect(await stateOf(world, { id })).toBe('on_balance')
  })

  it('409 quote_expired: too old, of another way, of more than came, and unknown', async () => {
    const id = await waiting()
    const { body: old } = await todays(id)
    await world.advance(360)
    expect(await refusal(id, old.id)).toEqual([409, 'quote_expired'])
    const quoted = async (amount: string, cashin_method_id: number) => {
      const { body } = await payer.post<Quote>('/quotes', {
        kind: 'transfer',
        fix: 'source',
        amount,
        currency: 'EUR',
        sending_country: 'FR',
        receiving_country: 'GN',
        cashin_method_id,
        cashout_method_id: 1501,
      })
      return body.id
    }
    for (const other of [await quoted('50.00', 2), await quoted('120.00', 1), newId('qte')])
      expect(await refusal(id, other)).toEqual([409, 'quote_expired'])
  })

  it('409 limit_exceeded: the wallet has had its month’s worth meanwhile', async () => {
    const id = await waiting('+224622345699')
    const limit = (text: string) => world.database.owner.query(text)
    await limit(
      `insert into app.limits (kind, currency, ceiling, valid_from) values ('wallet_month', 'GNF', 500000, app.now())`,
    )
    forgetRules(world.deps)
    const { body: quote } = await todays(id)
    expect(await refusal(id, quote.id)).toEqual([409, 'limit_exceeded'])
    await limit('delete from app.limits where ceiling = 500000')
    forgetRules(world.deps)
    expect([await stateOf(world, { id }), await payer.balance()]).toEqual(['on_balance', TOTAL])
  })

  it('409 illegal_move: nothing waits on the balance', async () => {
    const { id } = await orderToGuinea(world, payer)
    const { status, body } = await todays(id)
    expect([status, body.code]).toEqual([409, 'illegal_move'])
  })

  it('404 not_found: of somebody else', async () => {
    const id = await waiting()
    const { body: quote } = await todays(id)
    payer = await createPayer(world)
    expect((await todays(id)).status).toBe(404)
    expect(await refusal(id, quote.id)).toEqual([404, 'not_found'])
    expect(await balance(world.deps.pool, `customer:${payer.customerId}:EUR`)).toBe(0n)
  })
})
