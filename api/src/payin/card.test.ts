// A card payment from the request to the beneficiary, and every way in which it ends otherwise, against the simulated
// company over HTTP, with the page that a payer would use.
import type { ReturnedPayment } from '@jokko/contract/pay-in'
import type { Payment } from '@jokko/contract/transfer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../http/ids.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { balance, linkedTo, operation } from '../testing/transfers.ts'
import { startWorld, type World } from '../testing/world.ts'

const CARD = 5
const BANK = 1
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

/** What a payer does on the company's page; gives the address that the browser is sent back to. */
async function payByCard(payment: Payment, number: string, approve = true): Promise<string> {
  const page = payment.connect_url ?? ''
  const typed = new URLSearchParams({ number, expiry: '12/39', cvc: '123' })
  const card = await fetch(`${page}/card`, { method: 'POST', body: typed, redirect: 'manual' })
  const next = new URL(card.headers.get('location') ?? '', page).href
  if (!next.startsWith(page)) return next
  const answer = new URLSearchParams({ answer: approve ? 'approve' : 'refuse' })
  const asked = await fetch(`${page}/authentication`, { method: 'POST', body: answer, redirect: 'manual' })
  return new URL(asked.headers.get('location') ?? '', page).href
}

/** Follows the browser home: the screen that it is sent on to. */
async function comeBack(address: string): Promise<URL> {
  const answer = await fetch(address, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '', address)
}

const returned = (payment: Payment) =>
  payer.get<ReturnedPayment>(`/payments/returned/${payment.data.reference}`)

const GOOD = '4970100000050001'
const REFUSED = '4970100000040002'

describe('paid by card', () => {
  it('arrives: the page is Monext’s, the screen after it says so, the beneficiary is paid', async () => {
    const { status, body: payment } = await payer.send({ cashin_method_id: CARD })
    expect(status).toBe(201)
    expect(payment).toMatchObject({ type: 'card', provider: 'monext', status: 'payment_requested' })
    const screen = await comeBack(await payByCard(payment, GOOD))
    expect(screen.pathname).toBe('/payline/successful')
    await world.advance(60)
    expect(await operation(world.deps.pool, payment.id)).toMatchObject({
      state: 'paid',
      received: expect.anything(),
    })
    expect((await returned(payment)).body).toMatchObject({ status: 'succeeded', connect_url: null })
  })
  it('is settled a day later, net of what Monext keeps: the clearing account is empty again', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: CARD })
    await payByCard(payment, GOOD)
    await world.advance(3 * 86_400)
    expect(await balance(world.deps.pool, 'payin:monext:EUR')).toBe(0n)
  })
  it('the same request again gives the same page, and one payment', async () => {
    const key = newId('opn')
    const first = await payer.send({ cashin_method_id: CARD }, key)
    const second = await payer.send({ cashin_method_id: CARD }, key)
    expect(second.body).toMatchObject({ id: first.body.id, connect_url: first.body.connect_url })
  })
  it('the same request several times at once: all give one page', async () => {
    const key = newId('opn')
    const deposit = { cashin_method_id: CARD, total_to_pay: '101.60' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => payer.deposit(deposit, key)))
    const { body } = await payer.deposit(deposit, key)
    expect(answers.map(({ body }) => body.connect_url)).toEqual(Array(4).fill(body.connect_url))
  })
  it('JK003: which payment of its company it is never changes', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: CARD })
    const other = world.database.owner.query(
      `update app.pay_ins set provider_id = 'another' where operation_id = $1`,
      [payment.id],
    )
    await expect(other).rejects.toMatchObject({ code: 'JK003' })
  })
  it('its notification alone is enough: the payer never comes back', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: CARD })
    await payByCard(payment, GOOD)
    await world.advance(180)
    expect((await operation(world.deps.pool, payment.id)).state).toBe('paid')
  })
})

describe('not paid', () => {
  it.each([
    ['refused by the bank', REFUSED, true, '/payline/failed', 'failed'],
    ['3-D Secure refused', GOOD, false, '/payline/failed', 'failed'],
  ])('%s: the transfer failed, nothing moved', async (_, number, approve, path, state) => {
    const { body: payment } = await payer.send({ cashin_method_id: CARD })
    const screen = await comeBack(await payByCard(payment, number, approve))
    expect(screen.pathname).toBe(path)
    expect((await operation(world.deps.pool, payment.id)).state).toBe(state)
    const { body } = await returned(payment)
    expect(body.status).toBe('failed')
    expect(body.failure?.message).toBeTruthy()
    expect(await payer.balance()).toBe(0n)
  })
  it('nobody pays: it expires, and limits are given back', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: CARD })
    await world.advance(40 * 60)
    expect(await operation(world.deps.pool, payment.id)).toMatchObject({ state: 'expired' })
    expect((await returned(payment)).body.status).toBe('expired')
  })
  it('cancelled by the payer, then paid after all on the open page: the card gets it back', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: CARD })
    expect((await payer.remove(`/payments/${payment.id}`)).status).toBe(200)
    expect((await operation(world.deps.pool, payment.id)).state).toBe('cancelled')
    await payByCard(payment, GOOD)
    await world.advance(2 * 3_600)
    const [refund] = await linkedTo(world.deps.pool, payment.id)
    expect(refund).toMatchObject({ kind: 'refund', state: 'done' })
    expect(await payer.balance()).toBe(0n)
  })
  it('cancelled online: closed like one that is given up; what no company collects is not paid online', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: CARD })
    const cancelled = await payer.post(`/payments/${payment.id}/cancel-online`, {})
    expect([cancelled.status, (await operation(world.deps.pool, payment.id)).state]).toEqual([
      200,
      'cancelled',
    ])
    const { body: byBank } = await payer.send({ cashin_method_id: BANK })
    expect(await payer.post(`/payments/${byBank.id}/cancel-online`, {})).toMatchObject({
      status: 409,
      body: { code: 'cancel_not_possible' },
    })
  })
  it('IDM-14: a page that somebody made up moves nothing, and shows nobody else’s payment', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: CARD })
    const home = world.deps.config.publicUrl
    await comeBack(`${home}/api/v1/returns/${payment.data.reference}?paylinetoken=made-up&status=success`)
    await fetch(`${home}/api/v1/webhooks/monext?notificationType=WEBTRS&token=made-up`)
    await world.advance(10)
    expect((await operation(world.deps.pool, payment.id)).state).toBe('funding')
    const forged = `${payment.data.reference?.split('.')[0]}.AAAAAAAAAAAAAAAAAAAAAA`
    expect((await payer.get(`/payments/returned/${forged}`)).status).toBe(404)
    expect((await payer.stranger(`/payments/returned/${payment.id}`)).status).toBe(404)
  })
})

describe('paid, and the payout does not arrive', () => {
  it('the card gets everything back, fee included, and the balance nothing', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: CARD, to: '+2250700000002' })
    await payByCard(payment, GOOD)
    await world.advance(3_600)
    const op = await operation(world.deps.pool, payment.id)
    expect(op).toMatchObject({ state: 'refunded', refunded: op.total, details: { refund_to: 'source' } })
    expect(await payer.balance()).toBe(0n)
  })
  it('returned two days after it was paid: a return, and a refund to the card', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: CARD, to: '+2250700000010' })
    await payByCard(payment, GOOD)
    await world.advance(4 * 86_400)
    const [back] = await linkedTo(world.deps.pool, payment.id)
    expect(back).toMatchObject({ kind: 'return', state: 'given_back' })
    expect(await linkedTo(world.deps.pool, back?.id ?? '')).toMatchObject([{ kind: 'refund', state: 'done' }])
    expect(await payer.balance()).toBe(0n)
  })
})
