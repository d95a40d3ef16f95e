// Mobile money from the payer's phone to the beneficiary: prompts, codes, pages, and each payer that the simulated
// operators know a script for. Nothing is charged twice, and whatever ends without money says why.
import type { MobileMoney } from '@jokko/contract/pay-in'
import type { Payment } from '@jokko/contract/transfer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Operation } from '../db/schema.ts'
import { listWaiting } from '../operations/commands.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { balance, linkedTo, operation } from '../testing/transfers.ts'
import { startWorld, type World } from '../testing/world.ts'
import { queryPayInRefund } from './refunds.ts'
import { refundPayInAgain } from './refunds-by-hand.ts'

const MOBILE_MONEY = 6
let world: World
let payer: Payer
let payment: Payment

beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  payer = await createPayer(world)
  const answer = await payer.send({ cashin_method_id: MOBILE_MONEY })
  expect(answer.body.code).toBeUndefined()
  payment = answer.body
})
afterEach(() => world.verify())
afterAll(() => world.close())

const phone = (script: string) => `+2250500${script.padStart(6, '0')}`
const execute = (script: string, operator = 'mtn_ci', more: object = {}) =>
  payer.post<MobileMoney>('/payments/hub2/execute', {
    payment_id: payment.id,
    selected_provider: operator,
    phone_number: phone(script),
    country_code: 225,
    ...more,
  })
const confirm = (otp: string) =>
  payer.post<MobileMoney>('/payments/hub2/confirm', { payment_id: payment.id, otp })
const screen = async () => (await payer.get<MobileMoney>(`/payments/hub2/${payment.data.reference}`)).body
const state = async () => (await operation(world.deps.pool, payment.id)).state

describe('before anything is asked', () => {
  it('the operators of the country are offered, with the amount that the phone will be asked for', async () => {
    const shown = await screen()
    expect(shown).toMatchObject({
      status: 'select_provider',
      amount: '67565',
      currency: 'XOF',
      country_code: 225,
    })
    expect(Object.keys(shown.available_providers).sort()).toEqual([
      'moov_ci',
      'mtn_ci',
      'orange_ci',
      'wave_ci',
    ])
    expect(shown.available_providers['orange_ci']).toMatchObject({ code_first: true, code_hint: '#144*82#' })
  })
  it.each([
    [422, 'Select_Operator_Error', { selected_provider: 'orange_sn' }],
    [422, 'otp_required', { selected_provider: 'orange_ci' }],
    [422, 'PhoneNumberError', { phone_number: undefined }],
    [422, 'phone_number_below_min_length', { phone_number: '0501' }],
  ])('%i %s', async (status, code, more) => {
    const answer = await execute('99', 'mtn_ci', more)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await screen()).status).toBe('select_provider')
  })
})

describe('the payer approves on the phone', () => {
  it('and the transfer goes on; what the operator keeps is booked', async () => {
    const before = await balance(world.deps.pool, 'payin:hub2:XOF')
    const asked = (await execute('99')).body
    expect(asked).toMatchObject({ status: 'payment_required', nextAction: { type: 'ussd' } })
    await world.advance(30)
    expect((await screen()).status).toBe('successful')
    expect(await state()).toBe('paid')
    expect(await balance(world.deps.pool, 'payin:hub2:XOF')).toBeLessThan(before)
  })
  it.each([
    ['more: paid as promised, the rest is on the balance', 67_565 + 6_560, 'successful', 'paid', 1_000n],
    ['less: the transfer ends, what came is on the balance', 65_596, 'failed', 'failed', 10_000n],
  ] as const)('%s', async (_what, amount, shown, end, free) => {
    await execute('05')
    await world.outside(`/phones/${phone('05')}/approve`, { amount })
    await world.advance(30)
    expect((await screen()).status).toBe(shown)
    expect(await state()).toBe(end)
    expect(await payer.balance()).toBe(free)
    const mails = (await world.outside('/inbox?channel=mail')) as { text: string }[]
    expect(mails.some(({ text }) => text.includes(free === 1_000n ? '10,00' : '100,00'))).toBe(true)
  })
  it('after the minute that the screen waits: the transfer goes on all the same', async () => {
    await execute('06')
    await world.advance(300)
    expect(await state()).toBe('paid')
  })
  it('asked twice at once, the phone is charged once', async () => {
    const before = await balance(world.deps.pool, 'payin:hub2:XOF')
    await Promise.all([execute('99'), execute('99')])
    await world.advance(60)
    const collected = before - (await balance(world.deps.pool, 'payin:hub2:XOF'))
    expect(collected).toBeGreaterThan(60_000n)
    expect(collected).toBeLessThan(70_000n)
  })
})

describe('a code', () => {
  it('1234 of the payer whose operator asks for one', async () => {
    expect((await execute('01')).body).toMatchObject({
      status: 'action_required',
      nextAction: { type: 'otp' },
    })
    expect((await confirm('123')).body.code).toBe('otp_required')
    await confirm('1234')
    await world.advance(30)
    expect(await state()).toBe('paid')
  })
  it('wrong, again and again: nothing is charged, and another way stays open', async () => {
    await execute('03')
    const answer = await confirm('0000')
    expect(answer.status === 422 || answer.body.lastPaymentFailure !== null).toBe(true)
    await world.advance(30)
    expect(await state()).toBe('funding')
  })
})

describe('the beneficiary cannot be paid', () => {
  const CLOSED = '+2250700000002'
  type Transfer = { reference: string; amount: number; number: string; status: string }
  async function transfers(number: string): Promise<Transfer[]> {
    const ledger = (await world.outside('/control/hub2/ledger')) as { transfers: Transfer[] }
    return ledger.transfers.filter(one => one.number === number)
  }
  async function payFor(to: string, script: string): Promise<void> {
    payment = (await payer.send({ cashin_method_id: MOBILE_MONEY, to })).body
    await execute(script)
  }

  it('what the phone paid goes back to the phone, in full, and the float pays it', async () => {
    const before = await balance(world.deps.pool, 'float:hub2:XOF')
    await payFor(CLOSED, '98')
    await world.advance(120)
    expect(await operation(world.deps.pool, payment.id)).toMatchObject({
      state: 'refunded',
      details: { refund_to: 'source' },
    })
    expect(await transfers(phone('98'))).toMatchObject([{ amount: 67_565, status: 'successful' }])
    expect(await payer.balance()).toBe(0n)
    expect(await balance(world.deps.pool, 'refund:hub2:XOF')).toBe(0n)
    // The float is an asset: it falls by what went back and by what Hub2 keeps for it.
    expect((await balance(world.deps.pool, 'float:hub2:XOF')) - before).toBeGreaterThanOrEqual(67_565n)
  })
  it('an answer that never came is asked for: the phone gets it once', async () => {
    await payFor(CLOSED, '06')
    await world.advance(5 * 3_600)
    expect((await operation(world.deps.pool, payment.id)).state).toBe('refunded')
    expect(await transfers(phone('06'))).toMatchObject([{ amount: 67_565, status: 'successful' }])
    expect(await payer.balance()).toBe(0n)
  })
  it('a phone that does not take it: the balance does, in the euros that were paid', async () => {
    await payFor(CLOSED, '05')
    await world.outside(`/phones/${phone('05')}/approve`, {})
    await world.advance(5 * 3_600)
    expect(await operation(world.deps.pool, payment.id)).toMatchObject({
      state: 'refunded',
      details: { refund_to: 'balance' },
    })
    expect(await payer.balance()).toBe(10_300n)
  })
})

describe('what went back to the phone comes back two days later', () => {
  const RETURNS = '10'
  async function comesBack(clientType?: 'temporary-customer'): Promise<{ float: bigint; back: Operation[] }> {
    payment = (await payer.send({ cashin_method_id: MOBILE_MONEY, to: '+2250700000002' })).body
    await execute(RETURNS)
    await world.advance(600)
    expect(await operation(world.deps.pool, payment.id)).toMatchObject({
      state: 'refunded',
      details: { refund_to: 'source' },
    })
    const float = await balance(world.deps.pool, 'float:hub2:XOF')
    if (clientType)
      await world.database.owner.query('update app.users set client_type = $2 where id = $1', [
        payer.userId,
        clientType,
      ])
    await world.advance(3 * 86_400)
    return { float, back: await linkedTo(world.deps.pool, payment.id) }
  }

  it('the balance gets it, in the euros that were paid, once; the float has its francs again', async () => {
    const { float, back } = await comesBack()
    expect(back).toMatchObject([{ kind: 'return', state: 'given_back', details: { refund_to: 'balance' } }])
    expect(await payer.balance()).toBe(10_300n)
    expect((await balance(world.deps.pool, 'float:hub2:XOF')) - float).toBe(-67_565n)
    expect(await balance(world.deps.pool, 'refund:hub2:XOF')).toBe(0n)
    await queryPayInRefund(world.deps, { operation_id: payment.id })
    expect(await payer.balance()).toBe(10_300n)
    const mails = (await world.outside('/inbox?channel=mail')) as { text: string }[]
    expect(mails.some(({ text }) => text.includes('103,00'))).toBe(true)
  })
  it('a payer without a balance: it waits for a person, who orders it again', async () => {
    const { back } = await comesBack('temporary-customer')
    const [waiting] = await linkedTo(world.deps.pool, back[0]?.id ?? '')
    expect(waiting).toMatchObject({ kind: 'refund', state: 'waiting' })
    expect(await payer.balance()).toBe(0n)
    expect((await listWaiting(world.deps)).map(({ id }) => id)).toContain(waiting?.id)
    const order = { operator: 'ada', operationId: waiting?.id ?? '', reason: 'The phone is open again' }
    await refundPayInAgain(world.deps, order)
    await world.advance(600)
    expect((await operation(world.deps.pool, order.operationId)).state).toBe('done')
    expect(await balance(world.deps.pool, 'refund:hub2:XOF')).toBe(0n)
  })
})

describe('not paid', () => {
  it.each([
    ['02', 'insufficient_funds'],
    ['04', 'declined_by_payer'],
  ])('payer %s: %s is said, and the payer may try again', async (script, code) => {
    await execute(script)
    await world.advance(10)
    const shown = await screen()
    expect(shown.lastPaymentFailure?.code).toBe(code)
    expect(['select_provider', 'failed']).toContain(shown.status)
    expect(await state()).toBe(shown.status === 'failed' ? 'failed' : 'funding')
  })
  it('silence: it ends when the time to pay is over', async () => {
    await execute('05')
    await world.advance(3_600)
    expect(['expired', 'failed', 'aborted']).toContain(await state())
    expect(await payer.balance()).toBe(0n)
  })
})
