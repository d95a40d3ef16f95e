// Withdrawals over HTTP, against the whole simulated world: every end that one can have, with the money where it belongs.
import type { OperationDetail } from '@jokko/contract/history'
import type { Cashout, OwnBankAccount, OwnMobileAccount } from '@jokko/contract/withdraw'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../http/ids.ts'
import { readOperation } from '../ledger/operations.ts'
import { confirmPayout, failPayout } from '../payouts/by-hand.ts'
import { balance, linkedTo, operation } from '../testing/transfers.ts'
import { createWithdrawer, openWithdrawals, owe, type Withdrawer } from '../testing/withdrawer.ts'
import { startWorld, type World } from '../testing/world.ts'
import { refuseWithdrawal, releaseWithdrawal } from './by-hand.ts'
import { sendCode } from './codes.ts'

const FR = { id: 24, sepa: 2401 }
const CI = { id: 2, orange: 201, byHand: 206 }

let world: World

beforeAll(async () => {
  world = await startWorld()
  await openWithdrawals(world)
})

afterEach(() => world.verify())

afterAll(() => world.close())

let ibans = 0
/** French accounts of a made-up bank, with right check digits. */
function newIban(): string {
  ibans += 1
  const bban = `9999900001${String(ibans).padStart(11, '0')}`
  const numeric = (text: string) => text.replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
  const key = 97n - ((89n * 99999n + 15n * 1n + 3n * BigInt(ibans)) % 97n)
  const whole = `${bban}${String(key).padStart(2, '0')}`
  const check = 98n - (BigInt(numeric(`${whole}FR00`)) % 97n)
  return `FR${String(check).padStart(2, '0')}${whole}`
}

async function sepa(who: Withdrawer, owner_name = 'Atelier Ndiaye SARL') {
  const { status, body } = await who.post<OwnBankAccount>('/userBankAccounts', {
    country: 'FR',
    owner_name,
    iban: newIban(),
    bank_name: 'Banque des Tisserands',
  })
  expect([status, body.code]).toEqual([201, undefined])
  return { country_id: FR.id, cashout_method_id: FR.sepa, bank_account_id: body.id }
}

async function orange(who: Withdrawer, phone_number = '0712345678') {
  const { status, body } = await who.post<OwnMobileAccount>('/userMMAccounts', {
    country: 'CI',
    country_code: 225,
    owner_name: 'Awa Ndiaye',
    operator: 'orange_ci',
    phone_number,
  })
  expect([status, body.code]).toEqual([201, undefined])
  return { country_id: CI.id, cashout_method_id: CI.orange, mobile_money_account_id: body.id }
}

async function opened(who: Withdrawer, request: Parameters<Withdrawer['open']>[0]): Promise<Cashout> {
  const { status, body } = await who.open(request)
  expect([status, body.code]).toEqual([201, undefined])
  return body.cashout
}

/** Opened, and confirmed with the code that came by SMS. */
async function confirmed(who: Withdrawer, request: Parameters<Withdrawer['open']>[0]): Promise<string> {
  const { id } = await opened(who, request)
  const { status, body } = await who.verify(id, await who.code())
  expect([status, body.code]).toEqual([200, undefined])
  return id
}

async function seen(who: Withdrawer, id: string): Promise<Cashout> {
  return (await who.get<{ cashout: Cashout }>(`/cashout/${id}`)).body.cashout
}

describe('to a bank account over SEPA', () => {
  test('201, then 200: held, confirmed, ordered, booked by the bank, and its owner is told', async () => {
    const who = await createWithdrawer(world)
    const cashout = await opened(who, await sepa(who))
    expect(cashout).toMatchObject({
      step: 'verification',
      status: 'withdraw_requested',
      applied_fee: '0.30',
      amount_in_euros: '100.00',
      total: '100.30',
      received: { amount: '100.00', currency: 'EUR' },
      payee_check: 'match',
      can_cancel: true,
      code: { channel: 'sms' },
    })
    expect([await who.balance(), await who.reserved()]).toEqual([899_70n, 100_30n])
    const verified = await who.verify(cashout.id, await who.code())
    expect(verified.body.cashout).toMatchObject({
      step: 'confirmation',
      status: 'withdraw_in_progress',
      code: null,
      can_cancel: false,
    })
    expect(await who.reserved()).toBe(0n)
    await world.advance(3 * 86_400)
    expect(await seen(who, cashout.id)).toMatchObject({ status: 'withdraw_completed', refunded: null })
    expect(await who.balance()).toBe(899_70n)
    const told = (await world.outside(`/inbox?to=${who.userId}@jokko.example`)) as { subject: string }[]
    expect(told.map(({ subject }) => subject)).toContain('Votre retrait de 100,00\u00a0€ est arrivé')
    const { rows } = await world.database.owner.query(
      'select paid_at from app.own_accounts where customer_id = $1',
      [who.customerId],
    )
    expect(rows[0]?.paid_at).not.toBeNull()
  })

  test('a payment that the other bank sends back gives back amount and fee, as a return of its own', async () => {
    const who = await createWithdrawer(world)
    const id = await confirmed(who, await sepa(who))
    await world.advance(2 * 86_400)
    expect((await operation(world.deps.pool, id)).state).toBe('booked')
    await returnedByBank('AC04')
    await world.advance(2 * 86_400)
    const [back] = await linkedTo(world.deps.pool, id)
    expect(back).toMatchObject({ kind: 'return', state: 'given_back', operation_type: 'withdraw' })
    expect(await who.balance()).toBe(1_000_00n)
  })

  test('an order whose answer is lost is given to the bank again, and paid once', async () => {
    const who = await createWithdrawer(world)
    const way = await sepa(who)
    const { id } = await opened(who, way)
    const code = await who.code()
    await world.outside('/control/faults', { provider: 'bank', fault: 'lost_answer' })
    await who.verify(id, code)
    await until(async () => (await operation(world.deps.pool, id)).state === 'unknown')
    expect(await seen(who, id)).toMatchObject({ outcome_unknown: true, status: 'withdraw_in_progress' })
    await world.outside('/control/faults', { provider: 'bank', fault: 'none' })
    await world.advance(2 * 86_400)
    expect(await seen(who, id)).toMatchObject({ status: 'withdraw_completed', outcome_unknown: false })
    expect(await who.balance()).toBe(899_70n)
  })

  test('a bank that is down is waited for, and the withdrawal goes on by itself', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who, await sepa(who))
    const code = await who.code()
    await world.outside('/control/faults', { provider: 'bank', fault: 'down' })
    await who.verify(id, code)
    await until(async () => (await events(id)).includes('operator_down'))
    await world.outside('/control/faults', { provider: 'bank', fault: 'none' })
    await world.advance(2 * 86_400)
    expect((await operation(world.deps.pool, id)).state).toBe('booked')
    expect(await events(id)).toEqual(
      expect.arrayContaining(['operator_down', 'resumed', 'accepted', 'booked']),
    )
  })
})

describe('to mobile money', () => {
  test('paid in francs, with the fee of a withdrawal', async () => {
    const who = await createWithdrawer(world)
    const id = await confirmed(who, await orange(who, '0712345601'))
    await world.advance(60)
    expect(await seen(who, id)).toMatchObject({
      status: 'withdraw_completed',
      applied_fee: '0.50',
      received: { amount: '65595', currency: 'XOF' },
    })
    expect(await who.balance()).toBe(899_50n)
    expect(await balance(world.deps.pool, 'income:fee:withdraw:EUR')).toBeGreaterThan(0n)
  })

  test('declined: amount and fee are on the balance again, and it says why', async () => {
    const who = await createWithdrawer(world)
    const id = await confirmed(who, await orange(who, '0700000002'))
    await world.advance(60)
    const cashout = await seen(who, id)
    expect(cashout).toMatchObject({ status: 'withdraw_failed', refunded: '100.50' })
    expect(cashout.failure?.code).toBe('payee_account_closed')
    expect([await who.balance(), await who.reserved()]).toEqual([1_000_00n, 0n])
  })

  test('silence is unknown until the provider knows: paid three hours later', async () => {
    const who = await createWithdrawer(world)
    const id = await confirmed(who, await orange(who, '0700000006'))
    await world.advance(120)
    expect(await seen(who, id)).toMatchObject({ outcome_unknown: true, status: 'withdraw_in_progress' })
    const { body } = await who.get<OperationDetail>(`/operations/${id}`)
    expect(body.route.at(-1)?.note).toBe('beneficiary_untimed')
    await world.advance(4 * 3_600)
    expect(await seen(who, id)).toMatchObject({ outcome_unknown: false, status: 'withdraw_completed' })
  })

  test('an operator that is down for an hour is waited for', async () => {
    const who = await createWithdrawer(world)
    const id = await confirmed(who, await orange(who, '0700000009'))
    await world.advance(60)
    expect((await operation(world.deps.pool, id)).state).toBe('sent')
    await world.advance(2 * 3_600)
    expect((await operation(world.deps.pool, id)).state).toBe('booked')
  })

  test('paid, and back two days later: a return of its own gives everything back', async () => {
    const who = await createWithdrawer(world)
    const id = await confirmed(who, await orange(who, '0700000010'))
    await world.advance(3 * 86_400)
    expect((await operation(world.deps.pool, id)).state).toBe('booked')
    const [back] = await linkedTo(world.deps.pool, id)
    expect(back).toMatchObject({ kind: 'return', operation_type: 'withdraw' })
    expect(await who.balance()).toBe(1_000_00n)
  })
})

describe('before it is ordered', () => {
  test('a code that is not entered in ten minutes releases the money', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who, await sepa(who))
    const code = await who.code()
    await world.advance(11 * 60)
    expect(await seen(who, id)).toMatchObject({ status: 'withdraw_failed', refunded: '100.30', code: null })
    expect([await who.balance(), await who.reserved()]).toEqual([1_000_00n, 0n])
    expect(await who.verify(id, code)).toMatchObject({ status: 410, body: { code: 'otp_expired' } })
  })

  test('another code keeps it waiting for ten minutes more', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who, await sepa(who))
    await world.advance(9 * 60)
    expect((await who.post(`/cashout/${id}/resendCode`, { channel: 'whatsapp' })).status).toBe(200)
    await world.advance(5 * 60)
    expect((await operation(world.deps.pool, id)).state).toBe('created')
    expect((await who.verify(id, await who.code())).status).toBe(200)
  })

  test('a code whose process died before it noted the end of it releases the money, too', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who, await sepa(who))
    await world.advance(5 * 60)
    const op = await readOperation(world.deps, id)
    if (!op) throw new Error(`There is no ${id}`)
    // Sent, and then nothing more happened.
    await sendCode(world.deps, op, { channel: 'whatsapp', to: who.phone ?? '' })
    await world.advance(6 * 60)
    expect((await operation(world.deps.pool, id)).state).toBe('created')
    await world.advance(5 * 60)
    expect((await operation(world.deps.pool, id)).state).toBe('expired')
    expect([await who.balance(), await who.reserved()]).toEqual([1_000_00n, 0n])
  })

  test('200: its owner gives it up, once, and the money is free', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who, await sepa(who))
    const key = newId('opn')
    for (let i = 0; i < 2; i += 1)
      expect(await who.post(`/cashout/${id}/cancel`, {}, key)).toMatchObject({
        status: 200,
        body: { cashout: { status: 'withdraw_failed', aborted: true } },
      })
    expect(await who.balance()).toBe(1_000_00n)
    expect(await who.post(`/cashout/${id}/cancel`, {})).toMatchObject({
      status: 409,
      body: { code: 'cancel_not_possible' },
    })
  })

  test('a large first withdrawal waits for a person, who lets it go on', async () => {
    const who = await createWithdrawer(world, { cents: 20_000_00n })
    const id = await confirmed(who, { ...(await sepa(who)), amount_without_fees_in_euro: '16000.00' })
    expect(await seen(who, id)).toMatchObject({ held: true, status: 'withdraw_pending' })
    const release = () =>
      releaseWithdrawal(world.deps, { operator: 'awa', operationId: id, reason: 'called the owner' })
    await owe(world, who.customerId, 1n)
    await expect(release()).rejects.toThrow('owes us money')
    await owe(world, who.customerId, -1n)
    await release()
    await world.advance(2 * 86_400)
    expect((await operation(world.deps.pool, id)).state).toBe('booked')
  })

  test('or who refuses it, and the money is free', async () => {
    const who = await createWithdrawer(world, { cents: 20_000_00n })
    const id = await confirmed(who, { ...(await sepa(who)), amount_without_fees_in_euro: '16000.00' })
    await refuseWithdrawal(world.deps, { operator: 'awa', operationId: id, reason: 'not the owner' })
    expect((await operation(world.deps.pool, id)).state).toBe('failed')
    expect([await who.balance(), await who.reserved()]).toEqual([20_000_00n, 0n])
    await expect(
      releaseWithdrawal(world.deps, { operator: 'awa', operationId: id, reason: 'again' }),
    ).rejects.toThrow('not held')
  })

  test('whoever is on a sanctions list gets nothing, and nobody can let it go', async () => {
    await world.database.owner.query(
      `insert into app.sanctioned_names (name, list) values ('Sekou Interdit', 'EU')`,
    )
    const { forgetRules } = await import('../payouts/rules.ts')
    forgetRules(world.deps)
    const who = await createWithdrawer(world)
    const id = await confirmed(who, await sepa(who, 'Sekou Interdit'))
    expect(await seen(who, id)).toMatchObject({ held: true })
    const decision = { operator: 'awa', operationId: id, reason: 'x' }
    await expect(releaseWithdrawal(world.deps, decision)).rejects.toThrow('sanctions')
    await expect(refuseWithdrawal(world.deps, decision)).rejects.toThrow('stays where it is')
    expect(await who.reserved()).toBe(100_30n)
  })
})

describe('paid by somebody of ours', () => {
  const byHand = async (who: Withdrawer) => ({ ...(await orange(who)), cashout_method_id: CI.byHand })
  const cameBack = (id: string) =>
    failPayout(world.deps, { operator: 'awa', operationId: id, reason: 'seen', code: 'returned_by_bank' })
  const subjects = async (who: Withdrawer) => {
    const { rows } = await world.database.owner.query<{ email: string }>(
      'select email from app.users where id = $1',
      [who.userId],
    )
    const inbox = await world.outside(`/inbox?to=${encodeURIComponent(rows[0]?.email ?? '')}`)
    return (inbox as { subject: string }[]).map(({ subject }) => subject)
  }

  test('sent, and sent back by the other bank before it was booked: returned, whole, and told as that', async () => {
    const who = await createWithdrawer(world)
    const id = await confirmed(who, await byHand(who))
    await until(async () => (await operation(world.deps.pool, id)).state === 'sent')
    await cameBack(id)
    expect((await operation(world.deps.pool, id)).state).toBe('returned')
    expect([await who.balance(), await who.reserved()]).toEqual([1_000_00n, 0n])
    expect(await seen(who, id)).toMatchObject({
      status: 'withdraw_failed',
      failure: { code: 'returned_by_bank' },
    })
    await world.advance(60)
    await expect.poll(() => subjects(who)).toContainEqual(expect.stringContaining('nous est revenu'))
  })

  test('booked, and back later: a return of its own gives everything back', async () => {
    const who = await createWithdrawer(world)
    const id = await confirmed(who, await byHand(who))
    await until(async () => (await operation(world.deps.pool, id)).state === 'sent')
    await confirmPayout(world.deps, { operator: 'awa', operationId: id, reason: 'x', reference: 'VIR-1' })
    expect((await operation(world.deps.pool, id)).state).toBe('booked')
    await cameBack(id)
    expect((await operation(world.deps.pool, id)).state).toBe('booked')
    expect([await who.balance(), await who.reserved()]).toEqual([1_000_00n, 0n])
  })

  test.each(['sent', 'booked'])(
    '%s, and said to have come back by two people at once, and by a third: given back once',
    async state => {
      const who = await createWithdrawer(world)
      const id = await confirmed(who, await byHand(who))
      await until(async () => (await operation(world.deps.pool, id)).state === 'sent')
      const decision = { operator: 'awa', operationId: id, reason: 'x' }
      if (state === 'booked') await confirmPayout(world.deps, { ...decision, reference: 'VIR-2' })
      await Promise.allSettled([cameBack(id), cameBack(id)])
      await Promise.allSettled([cameBack(id)])
      await Promise.allSettled([confirmPayout(world.deps, { ...decision, reference: 'VIR-3' })])
      expect([await who.balance(), await who.reserved()]).toEqual([1_000_00n, 0n])
      expect(await linkedTo(world.deps.pool, id)).toHaveLength(state === 'booked' ? 1 : 0)
      expect((await operation(world.deps.pool, id)).state).toBe(state === 'booked' ? 'booked' : 'returned')
      await world.verify()
    },
  )

  test('said to be paid and said not to be in the same moment: one stands, the other is told to look again', async () => {
    const who = await createWithdrawer(world)
    const id = await confirmed(who, await byHand(who))
    await until(async () => (await operation(world.deps.pool, id)).state === 'sent')
    const decision = { operator: 'awa', operationId: id, reason: 'x' }
    const said = await Promise.allSettled([
      confirmPayout(world.deps, { ...decision, reference: 'VIR-4' }),
      failPayout(world.deps, { ...decision, code: 'payee_account_closed' }),
    ])
    expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { state, total } = await operation(world.deps.pool, id)
    expect([state, await who.balance()]).toEqual(
      said[0].status === 'fulfilled' ? ['booked', 1_000_00n - total] : ['failed', 1_000_00n],
    )
    expect(await linkedTo(world.deps.pool, id)).toEqual([])
    await world.verify()
  })

  test('an order that our bank did not answer, called failed by hand, which it books and sends back after all: nobody has it twice', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who, await sepa(who))
    const code = await who.code()
    await world.outside('/control/faults', { provider: 'bank', fault: 'lost_answer' })
    await who.verify(id, code)
    await until(async () => (await operation(world.deps.pool, id)).state === 'unknown')
    const suspense = () => balance(world.deps.pool, 'suspense:unmatched:EUR')
    await world.outside('/control/faults', { provider: 'bank', fault: 'none' })
    await cameBack(id)
    expect([await who.balance(), await who.reserved()]).toEqual([1_000_00n, 0n])
    await world.advance(2 * 86_400)
    // What it paid against our word is seen and waits for a person.
    expect(await suspense()).toBe(-100_00n)
    expect(await who.balance()).toBe(1_000_00n)
    await world.verify()
    await returnedByBank('AC04')
    await world.advance(2 * 86_400)
    expect([await suspense(), await who.balance(), await who.reserved()]).toEqual([0n, 1_000_00n, 0n])
    expect((await operation(world.deps.pool, id)).state).toBe('failed')
    expect(await linkedTo(world.deps.pool, id)).toEqual([])
    await world.verify()
  })
})

async function events(id: string): Promise<string[]> {
  const { rows } = await world.database.owner.query<{ event: string }>(
    'select event from app.operation_events where operation_id = $1 order by version',
    [id],
  )
  return rows.map(({ event }) => event)
}

async function returnedByBank(reason: string): Promise<void> {
  const payments = (await fetch(`${world.sandbox.url}/bank/payments`).then(answer => answer.json())) as {
    id: string
    status: string
  }[]
  const booked = payments.filter(({ status }) => status === 'booked').at(0)
  await world.outside(`/bank/payments/${booked?.id}/return`, { reason })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + 60_000
  while (!(await isSo())) {
    if (performance.now() > limit) throw new Error('waited too long')
    await new Promise(resolve => setImmediate(resolve))
  }
}
