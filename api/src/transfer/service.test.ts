// What a sender may still do about a transfer that waits for its money or came short: each choice once, on the
// conditions of a whole transfer, and what is left stays the sender's whatever becomes of the rest.
import type { OperationsPage } from '@jokko/contract/history'
import type { NewDirectPayment, Payment, Quote } from '@jokko/contract/transfer'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../http/ids.ts'
import { addHuman, signedIn } from '../testing/people.ts'
import { balance, operation } from '../testing/transfers.ts'
import { owe } from '../testing/withdrawer.ts'
import { startWorld, type World } from '../testing/world.ts'

const BANK_TRANSFER = 1
const BALANCE = 2
const ORANGE_CI = 201
const FRANCE = 24
const IVORY_COAST = 2
const ACCOUNT_CLOSED = '+2250700000002'

let world: World
let headers: Record<string, string>
let user: string

beforeAll(async () => {
  world = await startWorld()
})

beforeEach(async () => {
  user = await addHuman(world.database.owner)
  headers = await signedIn(world.deps, user)
})

afterEach(() => world.verify())
afterAll(() => world.close())

type Answer<T> = { status: number; body: T & { code?: string } }

async function call<T>(
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
  key = newId('opn'),
): Promise<Answer<T>> {
  const answer = await world.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...headers, 'idempotency-key': key },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function quote(more: object = {}): Promise<Quote> {
  const { body } = await call<Quote>('POST', '/quotes', {
    kind: 'transfer',
    fix: 'source',
    amount: '100.00',
    currency: 'EUR',
    sending_country: 'FR',
    receiving_country: 'CI',
    cashin_method_id: BANK_TRANSFER,
    cashout_method_id: ORANGE_CI,
    ...more,
  })
  return body
}

/** 100.00 to be paid by bank transfer, to a phone that the sandbox may have a script for. */
async function order(phone = '+2250700000900'): Promise<{ id: string; reference: string }> {
  const beneficiary_id = newId('ben')
  await world.database.owner.query(
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     values ($1, $2, $3, 225, 'CI', 'Kouamé', 'Traoré', true)`,
    [beneficiary_id, user, phone],
  )
  const request: NewDirectPayment = {
    quote_id: (await quote()).id,
    cashin_method_id: BANK_TRANSFER,
    amount_without_fees_in_euro: '100.00',
    reason: 'Facture 12',
    sending_country_id: FRANCE,
    receiving_country_id: IVORY_COAST,
    beneficiary_id,
    cashout_method_id: ORANGE_CI,
  }
  const { body } = await call<Payment>('POST', '/payments/direct', request)
  const { reference } = await operation(world.database.owner, body.id)
  return { id: body.id, reference: reference ?? '' }
}

async function short(phone?: string): Promise<string> {
  const { id, reference } = await order(phone)
  await credit(reference, '60.00')
  expect((await operation(world.database.owner, id)).state).toBe('short')
  return id
}

async function credit(reference: string, amount: string): Promise<void> {
  await world.outside('/bank/credits', { amount, reference, payer_name: 'Awa Ndiaye' })
  await world.advance(1)
}

async function creditOwnBalance(amount: string): Promise<void> {
  const { rows } = await world.database.owner.query<{ payment_reference: string }>(
    'select payment_reference from app.users where id = $1',
    [user],
  )
  await credit(rows[0]?.payment_reference ?? '', amount)
}

const choose = (id: string, choice: object, key?: string) =>
  call<Payment>('POST', `/payments/${id}/short`, choice, key)
const own = () => balance(world.database.owner, `customer:${user}:EUR`)

test('less is sent and declined: what was left and what came back are both on the balance', async () => {
  const id = await short(ACCOUNT_CLOSED)
  const less = await quote({ amount: '20.00' })
  expect((await choose(id, { choice: 'send_less', quote_id: less.id })).status).toBe(200)
  await world.advance(60)
  expect(await operation(world.database.owner, id)).toMatchObject({ state: 'refunded', held: 0n })
  expect(await own()).toBe(6_000n)
})

test.each([
  ['paid another way', { cashin_method_id: BALANCE }],
  ['of another kind', { kind: 'withdrawal' }],
  ['to another country', { receiving_country: 'SN', cashout_method_id: 101 }],
])('409 quote_expired: less is not sent on the figures of a quote %s', async (_, more) => {
  const id = await short()
  const other = await quote({ amount: '20.00', ...more })
  expect(other.id).toBeDefined()
  const { status, body } = await choose(id, { choice: 'send_less', quote_id: other.id })
  expect([status, body.code]).toEqual([409, 'quote_expired'])
})

test('403 temp_restriction: who is restricted does not pay the rest from the balance, nor is it offered', async () => {
  await creditOwnBalance('100.00')
  const id = await short()
  expect((await call<Payment>('GET', `/payments/${id}`)).body.allowed_actions).toContain(
    'pay_rest_from_balance',
  )
  await world.database.owner.query(`update app.users set activation_level = 'YELLOW' where id = $1`, [user])
  for (const path of ['payments', 'operations'])
    expect((await call<Payment>('GET', `/${path}/${id}`)).body.allowed_actions).not.toContain(
      'pay_rest_from_balance',
    )
  const { status, body } = await choose(id, { choice: 'pay_rest_from_balance' })
  expect([status, body.code]).toEqual([403, 'temp_restriction'])
})

test('409 receivable_open: who owes us sends no less either, and can have the money back', async () => {
  const id = await short()
  const { body: less } = await call<{ id: string }>('GET', `/payments/${id}/send-less`)
  await owe(world, user, 1n)
  const { status, body } = await choose(id, { choice: 'send_less', quote_id: less.id })
  expect([status, body.code]).toEqual([409, 'receivable_open'])
  expect((await choose(id, { choice: 'refund' })).status).toBe(200)
  await owe(world, user, -1n)
})

test('of a payer without a balance it goes back to where it came from, given up or not paid in time', async () => {
  await world.database.owner.query(`update app.users set client_type = 'temporary-customer' where id = $1`, [
    user,
  ])
  const [cancelled, late] = [await short(), await short('+2250700000901')]
  expect((await call('POST', `/transfers/${cancelled}/cancel`, {})).status).toBe(200)
  await world.advance(12 * 86_400)
  for (const id of [cancelled, late])
    expect(await operation(world.deps.pool, id)).toMatchObject({
      state: 'refunded',
      details: { refund_to: 'source' },
    })
  expect(await own()).toBe(0n)
})

test('403 account_inactive: nothing more is sent, but the money can be had back', async () => {
  const id = await short()
  await world.database.owner.query('update app.users set is_active = false where id = $1', [user])
  const { status, body } = await choose(id, { choice: 'pay_rest_from_balance' })
  expect([status, body.code]).toEqual([403, 'account_inactive'])
  expect((await choose(id, { choice: 'refund' })).status).toBe(200)
})

test('200 again: a repeated choice has its first answer, another one under its key is refused', async () => {
  await creditOwnBalance('100.00')
  const [id, key] = [await short(), newId('opn')]
  const answers = [
    await choose(id, { choice: 'pay_rest_from_balance' }, key),
    await choose(id, { choice: 'pay_rest_from_balance' }, key),
  ]
  expect(answers.map(({ status, body }) => [status, body.id])).toEqual([
    [200, id],
    [200, id],
  ])
  const { status, body } = await choose(id, { choice: 'refund' }, key)
  expect([status, body.code]).toEqual([422, 'idempotency_key_reused'])
  expect((await choose(id, { choice: 'pay_rest_from_balance' })).status).toBe(409)
})

test('200 again: a repeated cancel is the same cancel, a second one comes too late', async () => {
  const [{ id }, key] = [await order(), newId('opn')]
  for (let i = 0; i < 2; i += 1)
    expect((await call<Payment>('POST', `/transfers/${id}/cancel`, {}, key)).status).toBe(200)
  const { status, body } = await call<Payment>('POST', `/transfers/${id}/cancel`, {})
  expect([status, body.code]).toEqual([409, 'cancel_not_possible'])
})

test('403 and 404: what is no transfer is not there as a payment, like one that nobody knows', async () => {
  await creditOwnBalance('10.00')
  const [deposit] = (await call<OperationsPage>('GET', '/operations')).body.results
  expect(deposit?.operation_type).toBe('deposit')
  const unknown = 'opn_00000000-0000-7000-8000-000000000000'
  for (const path of ['', '/events']) {
    const answers = [deposit?.id, unknown].map(id => call('GET', `/payments/${id}${path}`))
    const [own, none] = (await Promise.all(answers)).map(({ status }) => status)
    expect([own, none]).toEqual(path === '' ? [403, 403] : [none, own])
    expect(own).toBeGreaterThanOrEqual(403)
  }
  expect((await call('POST', `/transfers/${deposit?.id}/cancel`, {})).status).toBe(404)
})
