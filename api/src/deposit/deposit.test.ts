// Deposits from the request to the balance, by every way there is, and every end in which nothing arrives, against the
// simulated companies and the pages that a payer would use.
import type { Deposit } from '@jokko/contract/deposit'
import type { OperationDetail } from '@jokko/contract/history'
import type { MobileMoney, ReturnedPayment } from '@jokko/contract/pay-in'
import type { Quote } from '@jokko/contract/transfer'
import { answerBank, cancelAsBuyer, cardEnding, payWith, typeCard } from '@jokko/sandbox/testing-cards'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../http/ids.ts'
import { type Outside, payOutside } from '../testing/pay-outside.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { balance, linkedTo, operation } from '../testing/transfers.ts'
import { startWorld, type World } from '../testing/world.ts'

const methods = {
  'bank transfer': { cashin_method_id: 1, total_to_pay: '100.00' },
  'direct debit': { cashin_method_id: 3, total_to_pay: '100.30' },
  'instant bank payment': { cashin_method_id: 4, total_to_pay: '100.40' },
  card: { cashin_method_id: 5, total_to_pay: '101.60' },
  'mobile money': { cashin_method_id: 6, total_to_pay: '102.00', wallet_country_id: 2 },
} as const satisfies Record<Outside, object>

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

const opened = async (way: Outside): Promise<Deposit> => (await payer.deposit(methods[way])).body
const stateOf = async ({ id }: { id: string }) => (await operation(world.deps.pool, id)).state
const cardPage = ({ connect_url }: Deposit): string => /\/pay\/([^/]+)$/.exec(connect_url ?? '')?.[1] ?? ''
const credit = (amount: string, { payment_reference: reference }: Deposit) =>
  world.outside('/bank/credits', { amount, reference })
const shown = async ({ id }: { id: string }) => (await payer.get<OperationDetail>(`/operations/${id}`)).body

const mailsAbout = async (template: string): Promise<number> => {
  const { rows } = await world.database.owner.query<{ count: number }>(
    `select count(*)::int as count from app.messages_sent where key like '%:' || $1 and recipient =
       (select email from app.users where id = $2)`,
    [template, payer.userId],
  )
  return rows[0]?.count ?? 0
}

describe('paid by', () => {
  it.each(Object.keys(methods) as Outside[])(
    '%s: the amount is on the balance, the fee on top',
    async way => {
      const income = await balance(world.deps.pool, 'income:fee:deposit:EUR')
      const { status, body: deposit } = await payer.deposit(methods[way])
      expect([status, deposit.amount, deposit.total_to_pay]).toEqual([
        201,
        '100.00',
        methods[way].total_to_pay,
      ])
      await payOutside(world, payer, way, deposit)
      await world.advance(3_600)
      expect(await payer.balance()).toBe(10_000n)
      const fee = (await balance(world.deps.pool, 'income:fee:deposit:EUR')) - income
      expect(fee).toBe(BigInt(methods[way].total_to_pay.replace('.', '')) - 10_000n)
      expect(await shown(deposit)).toMatchObject({
        operation_type: 'deposit',
        status: 'deposit_completed',
        amount: methods[way].total_to_pay,
        amount_without_fee: '100.00',
        allowed_actions: expect.arrayContaining(['repeat', 'download_receipt']),
      })
      expect(await mailsAbout('deposit_received')).toBe(1)
      const receipt = await world.app.inject({
        url: `/api/v1/payments/invoices/${deposit.id}`,
        headers: payer.headers,
      })
      expect([receipt.statusCode, receipt.headers['content-type']]).toEqual([200, 'application/pdf'])
    },
  )

  it('a quote: what was promised is what is charged, and it is accepted once', async () => {
    const { body: quote } = await payer.post<Quote>('/quotes', {
      kind: 'deposit',
      fix: 'source',
      amount: '250.00',
      currency: 'EUR',
      sending_country: 'FR',
      cashin_method_id: 5,
    })
    expect(quote).toMatchObject({ fee: '4.00', total_to_pay: { amount: '254.00' }, fund_by: null })
    const request = { quote_id: quote.id, cashin_method_id: 5, amount_without_fees_in_euro: '250.00' }
    const { body } = await payer.deposit(request)
    await payWith(world.sandbox, cardPage(body), '0001')
    await world.advance(180)
    expect(await payer.balance()).toBe(25_000n)
    expect((await payer.deposit(request)).body.code).toBe('quote_already_used')
  })
})

describe('asked for', () => {
  it('the same request again: one deposit, and the same page', async () => {
    const key = newId('opn')
    const first = await payer.deposit(methods.card, key)
    const second = await payer.deposit(methods.card, key)
    expect(second).toMatchObject({
      status: 201,
      body: { id: first.body.id, connect_url: first.body.connect_url },
    })
  })
  it('twice at the same moment under one key: one deposit', async () => {
    const key = newId('opn')
    const answers = await Promise.all([1, 2, 3].map(() => payer.deposit(methods['bank transfer'], key)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })
  it('by bank transfer: the reference, our account, the amount and the last day', async () => {
    const deposit = await opened('bank transfer')
    expect(deposit).toMatchObject({
      status: 'payment_requested',
      connect_url: null,
      fund_by: expect.stringMatching(/T23:59:59/),
      allowed_actions: expect.arrayContaining(['see_bank_details', 'cancel']),
    })
    const path = `/notifications/jokkoBankDetails?id=1&payment_id=${deposit.id}`
    const { body } = await payer.get<{ user_payment_details: object }>(path)
    expect(body.user_payment_details).toMatchObject({
      reference_number: deposit.payment_reference,
      amount: '100.00',
    })
    expect((await payer.get(path.replace('id=1&', 'id=999&'))).body.code).toBe('select_bank')
    const other = await createPayer(world)
    expect((await other.get(path)).status).toBe(404)
  })
})

describe('by bank transfer', () => {
  it('short: what came is on the balance at once, and the deposit still waits for its own amount', async () => {
    const deposit = await opened('bank transfer')
    await credit('60.00', deposit)
    await world.advance(60)
    expect(await payer.balance()).toBe(6_000n)
    expect(await stateOf(deposit)).toBe('requested')
    expect(await linkedTo(world.deps.pool, deposit.id)).toMatchObject([
      { kind: 'deposit', principal: 6_000n },
    ])
    await credit('100.00', deposit)
    await world.advance(60)
    expect([await payer.balance(), await stateOf(deposit)]).toEqual([16_000n, 'completed'])
  })
  it('over: everything is on the balance', async () => {
    const deposit = await opened('bank transfer')
    await credit('130.00', deposit)
    await world.advance(60)
    expect(await payer.balance()).toBe(13_000n)
  })
  it('paid twice: the second one is a deposit of its own', async () => {
    const deposit = await opened('bank transfer')
    await credit('100.00', deposit)
    await credit('100.00', deposit)
    await world.advance(60)
    expect(await payer.balance()).toBe(20_000n)
    expect(await stateOf(deposit)).toBe('completed')
    expect(await mailsAbout('deposit_paid_twice')).toBe(1)
  })
  it('late: the deposit has ended, and the money is a deposit beside it', async () => {
    const deposit = await opened('bank transfer')
    await world.advance(9 * 86_400)
    expect(await shown(deposit)).toMatchObject({
      status: 'deposit_failed',
      aborted: true,
      allowed_actions: ['use_another_method'],
    })
    await credit('100.00', deposit)
    await world.advance(60)
    expect(await payer.balance()).toBe(10_000n)
    expect(await stateOf(deposit)).toBe('aborted')
    expect(await mailsAbout('deposit_late')).toBe(1)
  })
  it('cancelled, then paid after all: on the balance', async () => {
    const deposit = await opened('bank transfer')
    expect((await payer.remove<Deposit>(`/payin/${deposit.id}`)).body).toMatchObject({
      status: 'deposit_failed',
      aborted: true,
    })
    await credit('100.00', deposit)
    await world.advance(60)
    expect(await payer.balance()).toBe(10_000n)
  })
})

describe('not paid', () => {
  it('the card is refused: failed, and another method is offered', async () => {
    const deposit = await opened('card')
    await payWith(world.sandbox, cardPage(deposit), '0002')
    await world.advance(60)
    expect(await shown(deposit)).toMatchObject({
      status: 'deposit_failed',
      aborted: false,
      allowed_actions: ['use_another_method'],
    })
    const { body } = await payer.get<ReturnedPayment>(`/payments/returned/${deposit.data.reference}`)
    expect(body).toMatchObject({ status: 'failed', operation_type: 'deposit' })
    expect(await payer.balance()).toBe(0n)
  })
  it('3-D Secure refused: failed', async () => {
    const deposit = await opened('card')
    await typeCard(world.sandbox, cardPage(deposit), cardEnding('0001'))
    await answerBank(world.sandbox, cardPage(deposit), 'refuse')
    await world.advance(60)
    expect(await stateOf(deposit)).toBe('failed')
  })
  it('left on the company’s page: given up', async () => {
    const deposit = await opened('card')
    await cancelAsBuyer(world.sandbox, cardPage(deposit))
    await payer.remove(`/payments/returned/${deposit.data.reference}`)
    expect(await stateOf(deposit)).toBe('aborted')
  })
  it('nobody pays: it ends by itself', async () => {
    const deposit = await opened('card')
    await world.advance(40 * 60)
    expect(await stateOf(deposit)).toBe('aborted')
  })
  it('the phone declines: it may be tried again until the time is over', async () => {
    const deposit = await opened('mobile money')
    const { body } = await payer.get<MobileMoney>(`/payments/hub2/${deposit.id}`)
    expect(body).toMatchObject({ operation_type: 'deposit', country_code: 225, currency: 'XOF' })
    await payer.post('/payments/hub2/execute', {
      payment_id: deposit.id,
      selected_provider: 'mtn_ci',
      phone_number: '0500000004',
      country_code: 225,
    })
    await world.advance(10)
    expect((await payer.get<MobileMoney>(`/payments/hub2/${deposit.id}`)).body.lastPaymentFailure?.code).toBe(
      'declined_by_payer',
    )
    expect((await shown(deposit)).allowed_actions).toContain('cancel')
    await world.advance(30 * 60)
    expect([await stateOf(deposit), await payer.balance()]).toEqual(['aborted', 0n])
  })
})

describe('at the same time', () => {
  it('cancelled while the card is paid: one of the two wins, and no cent is lost', async () => {
    const deposit = await opened('card')
    await typeCard(world.sandbox, cardPage(deposit), cardEnding('0001'))
    await Promise.all([
      answerBank(world.sandbox, cardPage(deposit), 'approve'),
      payer.remove(`/payin/${deposit.id}`),
      payer.get(`/payments/returned/${deposit.data.reference}`),
    ])
    await world.advance(3 * 3_600)
    const isOnBalance = (await stateOf(deposit)) === 'completed'
    expect(await payer.balance()).toBe(isOnBalance ? 10_000n : 0n)
    const beside = await linkedTo(world.deps.pool, deposit.id)
    expect(beside.map(({ kind, state }) => [kind, state])).toEqual(isOnBalance ? [] : [['refund', 'done']])
  })
  it('told ten times: money once', async () => {
    const deposit = await opened('card')
    await payWith(world.sandbox, cardPage(deposit), '0001')
    const ask = () => payer.get(`/payments/returned/${deposit.data.reference}`)
    await Promise.all(Array.from({ length: 10 }, ask))
    await world.advance(600)
    expect(await payer.balance()).toBe(10_000n)
  })
  it('cancelled, and the card is charged on the page that stayed open: the card gets it back', async () => {
    const deposit = await opened('card')
    expect((await payer.remove<Deposit>(`/payin/${deposit.id}`)).body.aborted).toBe(true)
    await payWith(world.sandbox, cardPage(deposit), '0001')
    await world.advance(2 * 3_600)
    expect(await linkedTo(world.deps.pool, deposit.id)).toMatchObject([{ kind: 'refund', state: 'done' }])
    expect(await payer.balance()).toBe(0n)
  })
  it('a card deposit that is also paid by bank transfer: both are the customer’s', async () => {
    const deposit = await opened('card')
    await credit('100.00', deposit)
    await payWith(world.sandbox, cardPage(deposit), '0001')
    await world.advance(3_600)
    expect(await payer.balance()).toBe(20_000n)
  })
})

describe('a direct debit', () => {
  it('is in progress once the bank has the order, and cannot be cancelled any more', async () => {
    const deposit = await opened('direct debit')
    await payOutside(world, payer, 'direct debit', deposit)
    await payer.get(`/payments/returned/${deposit.data.reference}`)
    await world.advance(5)
    const state = await stateOf(deposit)
    expect(['processing', 'completed']).toContain(state)
    await world.advance(3_600)
    expect([await stateOf(deposit), await payer.balance()]).toEqual(['completed', 10_000n])
    const { status, body } = await payer.remove(`/payin/${deposit.id}`)
    expect([status, body.code]).toEqual([409, 'cancel_not_possible'])
  })
})
