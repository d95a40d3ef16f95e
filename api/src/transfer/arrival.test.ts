// Transfers to Guinea whose money takes days: priced at the rate of its arrival, sent on by themselves when that is within
// what the sender accepts, once, whatever repeats or breaks off; else the money is on the balance and its sender is told.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { fetchRates } from '../jobs/rates.ts'
import { forgetRules } from '../payouts/rules.ts'
import { forgetReference } from '../reference/data.ts'
import {
  arrive,
  detailOf,
  earnedWith,
  moveMarket,
  orderToGuinea,
  type SlowWay,
  stateOf,
  ways,
} from '../testing/guinea.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { linkedTo, operation } from '../testing/transfers.ts'
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

const secondsTo = (now: Date, hour: number): number =>
  Math.ceil((new Date(now).setUTCHours(hour, 0, 0, 0) - now.getTime()) / 1_000 + DAY) % DAY

const found = (id: string) => operation(world.deps.pool, id)

async function attemptsOf(id: string): Promise<{ state: string; amount: bigint }[]> {
  const { rows } = await world.deps.pool.query(
    'select state, amount from app.payout_attempts where operation_id = $1',
    [id],
  )
  return rows
}

type Letter = { subject: string | null; text: string }
const lettersTo = async (to: string): Promise<Letter[]> =>
  ((await world.outside(`/inbox?${new URLSearchParams({ to })}`)) as Letter[]).map(letter => ({
    subject: letter.subject?.replaceAll(/\s/g, ' ') ?? null,
    text: letter.text.replaceAll(/\s/g, ' '),
  }))
const lettersToPayer = (): Promise<Letter[]> => lettersTo(`${payer.userId}@jokko.example`)

test('the quote says that the rate is that of the arrival, and what may be asked for at least', async () => {
  const asked = async (more: object) => {
    const { body } = await payer.post<{ on_arrival?: object[] }>('/quotes', {
      kind: 'transfer',
      fix: 'source',
      amount: '100.00',
      currency: 'EUR',
      sending_country: 'FR',
      receiving_country: 'GN',
      cashout_method_id: 1501,
      ...more,
    })
    return body.on_arrival
  }
  await orderToGuinea(world, payer)
  const choices = [
    { tolerance_bp: 0, least: { amount: '941000', currency: 'GNF' } },
    { tolerance_bp: 100, least: { amount: '932000', currency: 'GNF' } },
    { tolerance_bp: 200, least: { amount: '923000', currency: 'GNF' } },
    { tolerance_bp: 300, least: { amount: '913000', currency: 'GNF' } },
  ]
  for (const cashin_method_id of Object.values(ways))
    expect(await asked({ cashin_method_id })).toEqual(choices)
  expect(await asked({ cashin_method_id: 2 })).toBeUndefined()
  expect(await asked({ cashin_method_id: 5 })).toBeUndefined()
  const ivoryCoast = { receiving_country: 'CI', cashout_method_id: 201, cashin_method_id: 1 }
  expect(await asked(ivoryCoast)).toBeUndefined()
})

describe.each(Object.keys(ways) as SlowWay[])('by %s', way => {
  it('within the tolerance: sent on at the rate of the arrival, for the same euros, with the fees once', async () => {
    const payment = await orderToGuinea(world, payer, { way })
    expect(payment.receives_at_least).toEqual({ amount: '932000', currency: 'GNF' })
    await world.advance(600)
    await moveMarket(world, 0.995)
    await arrive(world, payer, payment, way)

    const op = await found(payment.id)
    expect(op).toMatchObject({
      state: 'paid',
      target: 936_000n,
      held: 0n,
      received: BigInt(op.total) + op.refunded,
    })
    expect(op.details.on_arrival).toMatchObject({ priced: 'on_arrival', least: '932000' })
    expect(await attemptsOf(op.id)).toEqual([{ state: 'paid', amount: 936_000n }])
    expect(await earnedWith(world, op)).toBe(op.fee + op.margin)
    // The cents that no further thousand francs could use.
    expect(await payer.balance()).toBe(op.refunded)
    expect(op.refunded).toBeLessThan(12n)
    expect(await detailOf(payer, op)).toMatchObject({
      receives_at_least: null,
      local_amount: '936000',
      badge: 'done',
      statuses: [{ status: 'payment_completed' }, { status: 'transfer_completed' }],
    })
    const [sms] = await lettersTo('+224622345678')
    expect(sms?.text).toContain('936 000 GNF')
  })

  it('outside: nothing is sent, no fee is taken, the money is free and its sender is told', async () => {
    const payment = await orderToGuinea(world, payer, { way })
    await world.advance(600)
    await moveMarket(world, 0.98)
    await arrive(world, payer, payment, way)

    const op = await found(payment.id)
    expect(op).toMatchObject({ state: 'on_balance', customer_status: 'pending', held: 0n, target: 941_000n })
    expect(op.details.on_arrival).toMatchObject({ waits: 'rate_moved', offered: '922000' })
    expect([await payer.balance(), await earnedWith(world, op)]).toEqual([op.total, 0n])
    expect(await attemptsOf(op.id)).toEqual([])
    const detail = await detailOf(payer, op)
    expect(detail).toMatchObject({ waits_on_balance: 'rate_moved', local_amount: null })
    expect(detail.allowed_actions).toContain('send_at_todays_rate')
    expect(detail.statuses.map(({ status, state }) => [status, state])).toEqual([
      ['payment_completed', 'done'],
      ['put_on_balance', 'done'],
      ['transfer_completed', 'waiting'],
    ])
    const told = (await lettersToPayer()).filter(({ subject }) => subject?.includes('vous attend'))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('Kouamé Traoré aurait reçu 922 000 GNF, moins que les 932 000 GNF')
    expect(await lettersTo('+224622345678')).not.toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('922 000') }),
    )
  })
})

describe('what the sender accepts', () => {
  const arrivedAt = async (part: number, rate_tolerance_bp: 0 | 100 | 200 | 300) => {
    const payment = await orderToGuinea(world, payer, { more: { rate_tolerance_bp } })
    await moveMarket(world, part)
    await world.advance(600)
    await arrive(world, payer, payment)
    return (await found(payment.id)).state
  }

  it.each([
    [0, 1, 'paid'],
    [0, 0.998, 'on_balance'],
    [100, 0.9905, 'paid'],
    [100, 0.989, 'on_balance'],
    [300, 0.975, 'paid'],
    [300, 0.965, 'on_balance'],
  ] as const)('%s hundredths of a percent, at %s of the rate: %s', async (tolerance, part, state) => {
    expect(await arrivedAt(part, tolerance)).toBe(state)
  })

  it('a better rate is the beneficiary’s', async () => {
    const payment = await orderToGuinea(world, payer, { more: { rate_tolerance_bp: 0 } })
    await moveMarket(world, 1.02)
    await world.advance(600)
    await arrive(world, payer, payment)
    expect(await found(payment.id)).toMatchObject({ state: 'paid', target: 959_000n })
  })

  it('another tolerance than those offered is refused', async () => {
    await expect(orderToGuinea(world, payer, { more: { rate_tolerance_bp: 5_000 as 0 } })).rejects.toThrow()
  })
})

describe('once, whatever happens meanwhile', () => {
  /** The money is here, and nobody has priced it yet: what a worker finds that starts after another was killed. */
  async function cutOff(): Promise<string> {
    const payment = await orderToGuinea(world, payer)
    await world.outside('/control/faults', { provider: 'rates', fault: 'down' })
    await world.advance(3 * 3_600)
    await arrive(world, payer, payment)
    expect(await stateOf(world, payment)).toBe('pricing')
    await world.outside('/control/faults', { provider: 'rates', fault: 'none' })
    return payment.id
  }
  const price = (deps: Deps, operation_id: string) =>
    priceTransfer(deps, () => fetchRates(deps), { operation_id })

  it('several workers at the same moment, and again later', async () => {
    const id = await cutOff()
    await Promise.all([1, 2, 3].map(() => price(world.deps, id)))
    await world.advance(60)
    await price(world.deps, id)
    expect(await found(id)).toMatchObject({ state: 'paid', target: 941_000n })
    expect(await attemptsOf(id)).toHaveLength(1)
  })

  it('killed before the price was written: nothing happened, and the next one sends it', async () => {
    const id = await cutOff()
    const killed = { ...world.deps.ledger, commit: () => Promise.reject(new Error('killed')) }
    await expect(price({ ...world.deps, ledger: killed }, id)).rejects.toThrow('killed')
    expect(await found(id)).toMatchObject({ state: 'pricing', held: TOTAL })
    await price(world.deps, id)
    await world.advance(60)
    expect([await stateOf(world, { id }), (await attemptsOf(id)).length]).toEqual(['paid', 1])
  })

  it('killed after it was written: what was promised stands, also when the rate moves', async () => {
    const id = await cutOff()
    const { ledger } = world.deps
    const killed: Deps['ledger'] = {
      ...ledger,
      commit: async change => {
        await ledger.commit(change)
        throw new Error('killed')
      },
    }
    await expect(price({ ...world.deps, ledger: killed }, id)).rejects.toThrow('killed')
    await moveMarket(world, 0.9)
    await world.advance(3_600)
    await price(world.deps, id)
    await world.advance(60)
    expect(await found(id)).toMatchObject({ state: 'paid', target: 941_000n })
    expect(await attemptsOf(id)).toHaveLength(1)
  })

  it('told twice by every company and by notice and statement of the bank: one credit, one payout', async () => {
    await world.outside('/control/faults', { provider: 'all', fault: 'duplicate_webhooks' })
    const payment = await orderToGuinea(world, payer, { way: 'direct debit' })
    await arrive(world, payer, payment, 'direct debit')
    await world.advance(3 * DAY)
    expect([await stateOf(world, payment), (await attemptsOf(payment.id)).length]).toEqual(['paid', 1])
    expect(await linkedTo(world.deps.pool, payment.id)).toEqual([])
  })

  it.each([
    ['while it is priced', 'down', 1],
    ['after it was sent', 'none', 1],
    ['while it is on the balance', 'none', 0.98],
  ] as const)('paid a second time, %s: the second is a deposit', async (_, fault, part) => {
    const payment = await orderToGuinea(world, payer)
    await moveMarket(world, part)
    if (fault === 'down') await world.outside('/control/faults', { provider: 'rates', fault })
    await world.advance(3 * 3_600)
    await arrive(world, payer, payment)
    const op = await found(payment.id)
    await world.outside('/bank/credits', { amount: '102.18', reference: op.reference ?? '' })
    await world.advance(60)
    const [beside] = await linkedTo(world.deps.pool, payment.id)
    expect(beside).toMatchObject({ kind: 'deposit', state: 'completed', total: TOTAL })
    expect((await found(payment.id)).received).toBe(TOTAL)
  })
})

describe('money that does not fit', () => {
  const credit = async (reference: string | null, amount: string): Promise<string> => {
    const line = { amount, reference: reference ?? '', payer_name: 'Awa Ndiaye' }
    const { entry_reference } = (await world.outside('/bank/credits', line)) as { entry_reference: string }
    await world.advance(60)
    return entry_reference
  }
  const ordered = async () => found((await orderToGuinea(world, payer)).id)

  it('too little, then the rest: priced once all of it is here', async () => {
    const { id, reference } = await ordered()
    await credit(reference, '100.00')
    expect(await stateOf(world, { id })).toBe('short')
    await moveMarket(world, 0.996)
    await world.advance(600)
    await credit(reference, '2.18')
    expect(await found(id)).toMatchObject({ state: 'paid', target: 937_000n })
  })

  it('too little, and the rest from the balance: priced then', async () => {
    const { id, reference } = await ordered()
    await credit(reference, '100.00')
    await creditOwn('50.00')
    await moveMarket(world, 0.996)
    await world.advance(600)
    expect((await payer.post(`/payments/${id}/short`, { choice: 'pay_rest_from_balance' })).status).toBe(200)
    await world.advance(60)
    expect(await found(id)).toMatchObject({ state: 'paid', target: 937_000n })
  })

  it('too little, and less is sent: on the figures that were accepted, not priced again', async () => {
    const { id, reference } = await ordered()
    await credit(reference, '60.00')
    const { body: less } = await payer.get<{ id: string; on_arrival?: object }>(`/payments/${id}/send-less`)
    expect(less.on_arrival).toBeUndefined()
    const choice = { choice: 'send_less', quote_id: less.id }
    expect((await payer.post(`/payments/${id}/short`, choice)).status).toBe(200)
    await world.advance(60)
    const op = await found(id)
    expect(op).toMatchObject({ state: 'paid', quote_id: less.id, rate: '9412.35' })
    expect(op.details.on_arrival?.priced).toBe('by_sender')
    expect(await payer.balance()).toBe(6_000n - op.total)
  })

  it('too much: what is over is a deposit beside it', async () => {
    const { id, reference } = await ordered()
    await credit(reference, '112.18')
    expect(await stateOf(world, { id })).toBe('paid')
    expect(await linkedTo(world.deps.pool, id)).toMatchObject([{ kind: 'deposit', total: 1_000n }])
  })

  it('too late: a deposit, and nothing is sent', async () => {
    const { id, reference } = await ordered()
    await world.advance(15 * DAY)
    await credit(reference, '102.18')
    expect(await found(id)).toMatchObject({ state: 'expired', received: 0n })
    expect(await payer.balance()).toBe(TOTAL)
  })

  it('taken back by its bank while it is priced: the transfer ends, and nothing is owed', async () => {
    // From noon on, so that the day's statement comes before a rate was asked for in vain for a day.
    await world.advance(secondsTo(world.deps.clock.now(), 12))
    const { id, reference } = await ordered()
    await world.outside('/control/faults', { provider: 'rates', fault: 'down' })
    await world.advance(3 * 3_600)
    const line = await credit(reference, '102.18')
    expect(await stateOf(world, { id })).toBe('pricing')
    await world.outside(`/bank/credits/${line}/reverse`, {})
    // A reversal counts once the day's statement has told it.
    await world.advance(12 * 3_600)
    expect([await stateOf(world, { id }), await payer.balance()]).toEqual(['cancelled', 0n])
  })

  async function creditOwn(amount: string): Promise<void> {
    const { rows } = await world.database.owner.query<{ payment_reference: string }>(
      'select payment_reference from app.users where id = $1',
      [payer.userId],
    )
    await credit(rows[0]?.payment_reference ?? '', amount)
  }
})

describe('what stands in the way at the arrival', () => {
  it('no rate: the money stays set aside, it is asked for again, and goes on by itself', async () => {
    const payment = await orderToGuinea(world, payer)
    await world.outside('/control/faults', { provider: 'rates', fault: 'down' })
    await world.advance(3 * 3_600)
    await arrive(world, payer, payment)
    const { route, allowed_actions } = await detailOf(payer, payment)
    expect(route.find(({ key }) => key === 'jokko')?.note).toBe('jokko_no_rate')
    expect(allowed_actions).toContain('cancel')
    await world.advance(2_000)
    expect(await found(payment.id)).toMatchObject({ state: 'pricing', held: TOTAL })
    await world.outside('/control/faults', { provider: 'rates', fault: 'none' })
    await world.advance(1_800)
    expect(await stateOf(world, payment)).toBe('paid')
  })

  it('no rate for a day: the sender decides', async () => {
    const payment = await orderToGuinea(world, payer)
    await world.outside('/control/faults', { provider: 'rates', fault: 'down' })
    await world.advance(3 * 3_600)
    await arrive(world, payer, payment)
    await world.advance(DAY + 3_600)
    expect((await detailOf(payer, payment)).waits_on_balance).toBe('rate_unavailable')
    expect(await payer.balance()).toBe(TOTAL)
  })

  it('the way of receiving is closed', async () => {
    const payment = await orderToGuinea(world, payer)
    const closed = (at: string) =>
      world.database.owner.query(`update app.routes set valid_to = ${at} where id = 1501`)
    await closed('app.now()')
    forgetReference(world.deps)
    await arrive(world, payer, payment)
    await closed('null')
    forgetReference(world.deps)
    expect((await detailOf(payer, payment)).waits_on_balance).toBe('route_closed')
    expect(await payer.balance()).toBe(TOTAL)
  })

  it('the beneficiary’s account is closed: everything comes back, fees included', async () => {
    const payment = await orderToGuinea(world, payer, { to: '+224620000002' })
    await moveMarket(world, 0.995)
    await world.advance(600)
    await arrive(world, payer, payment)
    expect(await found(payment.id)).toMatchObject({ state: 'refunded', held: 0n })
    expect([await payer.balance(), await earnedWith(world, payment)]).toEqual([TOTAL, 0n])
  })

  it('the beneficiary is on a sanctions list since: nothing moves', async () => {
    const payment = await orderToGuinea(world, payer)
    const list = (text: string) => world.database.owner.query(text)
    await list(`insert into app.sanctioned_names (name, list) values ('Kouamé Traoré', 'test')`)
    forgetRules(world.deps)
    await arrive(world, payer, payment)
    await list(`delete from app.sanctioned_names where name = 'Kouamé Traoré'`)
    forgetRules(world.deps)
    expect(await found(payment.id)).toMatchObject({ state: 'frozen', held: TOTAL })
  })

  it('a better rate brings more than a limit lets through: what was ordered is sent, the rest is free', async () => {
    const payment = await orderToGuinea(world, payer, { to: '+224622345671' })
    await world.database.owner.query(
      `insert into app.limits (kind, currency, ceiling, valid_from) values ('wallet_month', 'GNF', 941000, app.now())`,
    )
    forgetRules(world.deps)
    await moveMarket(world, 1.03)
    await world.advance(600)
    await arrive(world, payer, payment)
    await world.database.owner.query(`delete from app.limits where ceiling = 941000`)
    forgetRules(world.deps)
    const op = await found(payment.id)
    expect(op).toMatchObject({ state: 'paid', target: 941_000n })
    expect(await payer.balance()).toBe(TOTAL - op.total)
  })

  it('the payer has no balance: what is not sent goes back to where it came from', async () => {
    await world.database.owner.query(
      `update app.users set client_type = 'temporary-customer' where id = $1`,
      [payer.userId],
    )
    const payment = await orderToGuinea(world, payer)
    await moveMarket(world, 0.95)
    await world.advance(600)
    const { reference } = await found(payment.id)
    await world.outside('/bank/credits', {
      amount: '102.18',
      reference: reference ?? '',
      payer_iban: 'FR7630006000011234567890189',
    })
    await world.advance(60)
    expect(['refunding', 'refunded']).toContain(await stateOf(world, payment))
    await world.advance(2 * DAY)
    expect([await stateOf(world, payment), await payer.balance()]).toEqual(['refunded', 0n])
  })
})
