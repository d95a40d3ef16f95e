// One payment, told through several channels: a company's call, its return page, our own question, the bank's notice of the
// hour (camt.054) and its statement of the day (camt.053), settlements, sweeps and returns. It is credited once.
import type { Deposit } from '@jokko/contract/deposit'
import type { OwnBankAccount } from '@jokko/contract/withdraw'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../db/schema.ts'
import { paidHooks } from '../jobs/pay-ins.ts'
import { queryPayout } from '../payouts/worker.ts'
import { type Outside, payOutside } from '../testing/pay-outside.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { balance, linkedTo, operation } from '../testing/transfers.ts'
import { createWithdrawer, openWithdrawals } from '../testing/withdrawer.ts'
import { startWorld, type World } from '../testing/world.ts'
import { askPayIn } from './worker.ts'

const DAY = 86_400
const methods = {
  'bank transfer': { cashin_method_id: 1, total_to_pay: '100.00' },
  'direct debit': { cashin_method_id: 3, total_to_pay: '100.30' },
  'instant bank payment': { cashin_method_id: 4, total_to_pay: '100.40' },
  card: { cashin_method_id: 5, total_to_pay: '101.60' },
  'mobile money': { cashin_method_id: 6, total_to_pay: '102.00', wallet_country_id: 2 },
} as const satisfies Record<Outside, object>
const companies = ['direct debit', 'instant bank payment', 'card', 'mobile money'] as const
const clearing = {
  'direct debit': 'payin:bridge:EUR',
  'instant bank payment': 'payin:truelayer:EUR',
  card: 'payin:monext:EUR',
} as const

let world: World

beforeAll(async () => {
  world = await startWorld()
  await openWithdrawals(world)
})
afterEach(async () => {
  await world.outside('/control/faults', { provider: 'all', fault: 'none' })
  await world.verify()
})
afterAll(() => world.close())

const fault = (name: string, more: object = {}) =>
  world.outside('/control/faults', { provider: 'all', fault: name, ...more })

async function opened(payer: Payer, way: Outside): Promise<Deposit> {
  const { status, body } = await payer.deposit(methods[way])
  expect([status, body.code]).toEqual([201, undefined])
  return body
}

/** Our own question, by several workers at the same moment. */
async function ask({ id }: Deposit): Promise<void> {
  const { rows } = await world.deps.pool.query<{ id: string }>(
    'select id from app.pay_ins where operation_id = $1',
    [id],
  )
  const pay_in_id = rows[0]?.id ?? ''
  await Promise.all([1, 2, 3].map(() => askPayIn(world.deps, paidHooks(world.deps), { pay_in_id })))
}

const beside = async ({ id }: { id: string }): Promise<Operation[]> => linkedTo(world.deps.pool, id)
const stateOf = async ({ id }: { id: string }) => (await operation(world.deps.pool, id)).state

/** Lines of our bank that name this reference, each with the number of channels that told it. */
async function linesNaming(reference: string): Promise<{ stated: boolean }[]> {
  const { rows } = await world.deps.pool.query<{ stated: boolean }>(
    `select stated_in is not null as stated from app.bank_lines where remittance like '%' || $1 || '%'`,
    [reference],
  )
  return rows
}

describe.each(companies)('%s', way => {
  it('the call, twice, and our own question: once', async () => {
    const payer = await createPayer(world)
    await fault('duplicate_webhooks')
    const deposit = await opened(payer, way)
    await payOutside(world, payer, way, deposit)
    await world.advance(3_600)
    await ask(deposit)
    await world.advance(3_600)
    expect([await payer.balance(), await stateOf(deposit)]).toEqual([10_000n, 'completed'])
    expect(await beside(deposit)).toEqual([])
  })
  it('the call and the return page: once', async () => {
    const payer = await createPayer(world)
    const deposit = await opened(payer, way)
    await payOutside(world, payer, way, deposit)
    const page = `/payments/returned/${deposit.data.reference}`
    await Promise.all([payer.get(page), payer.get(page), world.advance(3_600)])
    await payer.get(page)
    expect(await payer.balance()).toBe(10_000n)
    expect(await beside(deposit)).toEqual([])
  })
  it('the call, and what the bank tells of it in the following days: once', async () => {
    const payer = await createPayer(world)
    const deposit = await opened(payer, way)
    await payOutside(world, payer, way, deposit)
    await world.advance(4 * DAY)
    await ask(deposit)
    expect(await payer.balance()).toBe(10_000n)
    expect(await beside(deposit)).toEqual([])
    if (way !== 'mobile money') expect(await balance(world.deps.pool, clearing[way])).toBe(0n)
    const { rows } = await world.deps.pool.query(
      `select from app.bank_lines where outcome in ('new', 'suspense')`,
    )
    expect(rows).toEqual([])
  })
  it('the call comes last, days after everything else: once', async () => {
    const payer = await createPayer(world)
    await fault('late_webhooks', { delay_seconds: 3 * DAY })
    const deposit = await opened(payer, way)
    await payOutside(world, payer, way, deposit)
    await world.advance(2 * DAY)
    expect(await payer.balance()).toBe(10_000n)
    await world.advance(3 * DAY)
    expect(await payer.balance()).toBe(10_000n)
    expect(await beside(deposit)).toEqual([])
  })
})

describe('bank transfer', () => {
  it.each(['08', '02'])(
    'camt .%s: the notice of the hour and the statement of the day: once',
    async version => {
      await world.outside('/control/bank/version', { version })
      const payer = await createPayer(world)
      const deposit = await opened(payer, 'bank transfer')
      await payOutside(world, payer, 'bank transfer', deposit)
      await world.advance(60)
      expect(await payer.balance()).toBe(10_000n)
      expect(await linesNaming(deposit.payment_reference)).toEqual([{ stated: false }])
      await world.advance(2 * DAY)
      expect(await linesNaming(deposit.payment_reference)).toEqual([{ stated: true }])
      expect(await payer.balance()).toBe(10_000n)
    },
  )
})

describe('a payment of ours that comes back', () => {
  async function bankReturns(): Promise<void> {
    const answer = await fetch(`${world.sandbox.url}/bank/payments`)
    const payments = (await answer.json()) as { id: string; status: string }[]
    const booked = payments.find(({ status }) => status === 'booked')
    await world.outside(`/bank/payments/${booked?.id}/return`, { reason: 'AC04' })
  }

  it('a withdrawal: the notice, the statement and our own reference in both: given back once', async () => {
    const who = await createWithdrawer(world)
    const { body: account } = await who.post<OwnBankAccount>('/userBankAccounts', {
      country: 'FR',
      owner_name: 'Atelier Ndiaye SARL',
      iban: 'FR1420041010050500013M02606',
      bank_name: 'Banque',
    })
    const way = { country_id: 24, cashout_method_id: 2401, bank_account_id: account.id }
    const { status, body } = await who.open(way)
    expect([status, body.code]).toEqual([201, undefined])
    const { id } = body.cashout
    await who.verify(id, await who.code())
    await world.advance(2 * DAY)
    expect(await stateOf({ id })).toBe('booked')
    await bankReturns()
    await world.advance(60)
    expect(await who.balance()).toBe(1_000_00n)
    await world.advance(2 * DAY)
    expect(await who.balance()).toBe(1_000_00n)
    expect((await beside({ id })).map(({ kind }) => kind)).toEqual(['return'])
  })
  it('a payout to a phone: the call, twice, and our own question: given back once', async () => {
    const payer = await createPayer(world)
    await fault('duplicate_webhooks')
    await payOutside(world, payer, 'bank transfer', await opened(payer, 'bank transfer'))
    await world.advance(60)
    const { body } = await payer.send({ cashin_method_id: 2, to: '+2250700000010', euros: '50.00' })
    await world.advance(3 * DAY)
    await Promise.all([1, 2].map(() => queryPayout(world.deps, { operation_id: body.id })))
    expect((await beside(body)).map(({ kind }) => kind)).toEqual(['return'])
    expect(await payer.balance()).toBe(10_000n)
  })
})
