// What a person of ours decides about money that no machine may decide about: unexplained credits, refunds that no account
// takes, payouts that nobody can say anything of. Each once, with the name and the reason in the trail.
import type { Payment } from '@jokko/contract/transfer'
import { eur, money } from '@jokko/core/money'
import { depositByBank } from '@jokko/core/recipes-payin'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { matchToCustomer, matchToOperation, sendCreditBack } from '../bank/match-by-hand.ts'
import { settleRefund } from '../bank/refunds-by-hand.ts'
import { findPayer } from '../bank/store.ts'
import { newId } from '../http/ids.ts'
import { readFloats } from '../jobs/floats.ts'
import { transferHooks } from '../jobs/tasks.ts'
import { readEvents, readOperation } from '../ledger/operations.ts'
import { confirmPayout, failPayout } from '../payouts/by-hand.ts'
import { costTold } from '../payouts/decisions.ts'
import { readLiveAttempt } from '../payouts/store.ts'
import { addHuman, signedIn } from '../testing/people.ts'
import { balance, linkedTo, operation } from '../testing/transfers.ts'
import { startWorld, type World } from '../testing/world.ts'
import { refundByHand } from '../transfer/refund-by-hand.ts'
import { listWaiting } from './commands.ts'

const SUSPENSE = 'suspense:unmatched:EUR'
/** Outside the SEPA area: our bank refuses to pay it. */
const UNREACHABLE = 'TN5910006035183598478831'
const by = { operator: 'mariam', reason: 'Vu avec la banque' }

let world: World
let user: string
let headers: Record<string, string>

beforeAll(async () => {
  world = await startWorld()
})
afterEach(() => world.verify())
afterAll(() => world.close())

beforeEach(async () => {
  const { deps, database } = world
  user = await addHuman(database.owner)
  headers = await signedIn(deps, user)
})

const pool = () => world.database.owner
const free = () => balance(pool(), `customer:${user}:EUR`)
const stateOf = async (id: string) => (await operation(pool(), id)).state
const moves = async (id: string) =>
  (await readEvents(world.deps, id))
    .filter(({ actor }) => actor === 'operator:mariam')
    .map(({ event, reason }) => [event, reason])

/** Money that no reference explains; its line. */
async function unexplained(amount: string, more: object = {}): Promise<string> {
  await world.outside('/bank/credits', { amount, reference: 'merci', payer_name: 'A. Diop', ...more })
  await world.advance(1)
  const { rows } = await pool().query<{ id: bigint }>('select max(id) as id from app.bank_lines')
  return String(rows[0]?.id)
}

async function me() {
  const payer = await findPayer(world.deps, user)
  if (!payer) throw new Error('there is no such payer')
  return payer
}

async function post<T>(path: string, payload: object): Promise<T> {
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { ...headers, 'idempotency-key': newId('opn') },
    payload,
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

/** 100.00 to a phone in Côte d'Ivoire, 101.40 with its fees from the balance or 101.00 by bank transfer. */
async function order(method: 'balance' | 'bank_transfer', phone = '0700000900'): Promise<string> {
  const beneficiary_id = newId('ben')
  await pool().query(
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     values ($1, $2, $3, 225, 'CI', 'Kouamé', 'Traoré', true)`,
    [beneficiary_id, user, `+225${phone}`],
  )
  const route = { cashin_method_id: method === 'balance' ? 2 : 1, cashout_method_id: 201 }
  const quote = await post<{ id: string }>('/quotes', {
    ...{ kind: 'transfer', fix: 'source', amount: '100.00', currency: 'EUR' },
    ...{ sending_country: 'FR', receiving_country: 'CI', ...route },
  })
  const { id } = await post<Payment>('/payments/direct', {
    ...{ quote_id: quote.id, amount_without_fees_in_euro: '100.00', reason: 'Facture 12', beneficiary_id },
    ...{ sending_country_id: 24, receiving_country_id: 2, ...route },
  })
  return id
}

describe('match', () => {
  test('to a customer: on the balance, as a deposit that says who found it out', async () => {
    const line = await unexplained('80.00')
    expect(await listWaiting(world.deps)).toContainEqual(expect.objectContaining({ id: line }))
    await matchToCustomer(world.deps, line, await me(), by)
    expect(await free()).toBe(8_000n)
    expect(await balance(pool(), SUSPENSE)).toBe(0n)
    const { rows } = await pool().query(`select id, kind, state from app.operations where customer_id = $1`, [
      user,
    ])
    expect(rows).toMatchObject([{ kind: 'deposit', state: 'completed' }])
    expect(await moves(rows[0].id)).toEqual([
      ['created', null],
      ['completed', by.reason],
    ])
    expect(await listWaiting(world.deps)).not.toContainEqual(expect.objectContaining({ id: line }))
  })

  test('once: whoever comes second is told', async () => {
    const line = await unexplained('80.00')
    const payer = await me()
    const decisions = await Promise.allSettled([
      matchToCustomer(world.deps, line, payer, by),
      sendCreditBack(world.deps, line, by),
    ])
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(matchToCustomer(world.deps, line, payer, by)).rejects.toThrow('no credit that waits')
    await world.advance(120)
    expect(await balance(pool(), SUSPENSE)).toBe(0n)
  })

  const toOperation = async (line: string, id: string) =>
    matchToOperation(world.deps, transferHooks(world.deps), line, id, by)

  test('to an operation that waits for exactly this: it goes on', async () => {
    const id = await order('bank_transfer')
    const { total } = await operation(pool(), id)
    const line = await unexplained(`${total / 100n}.${String(total % 100n).padStart(2, '0')}`)
    await toOperation(line, id)
    await world.advance(30)
    expect(await operation(pool(), id)).toMatchObject({ state: 'paid', received: total, held: 0n })
    expect(await moves(id)).toEqual([['funds_complete', by.reason]])
  })

  test('less than it waits for: short; the rest: it goes on; too much: the excess is on the balance', async () => {
    const id = await order('bank_transfer')
    const { total } = await operation(pool(), id)
    await toOperation(await unexplained('40.00'), id)
    expect(await operation(pool(), id)).toMatchObject({ state: 'short', held: 4_000n })
    await toOperation(await unexplained('100.00'), id)
    await world.advance(30)
    expect(await stateOf(id)).toBe('paid')
    expect(await free()).toBe(14_000n - total)
    expect((await linkedTo(pool(), id)).map(({ kind, state }) => [kind, state])).toEqual([
      ['deposit', 'completed'],
    ])
  })

  test('to one that has all its money, or has ended: a deposit beside it', async () => {
    const id = await order('bank_transfer')
    await post(`/transfers/${id}/cancel`, {})
    await toOperation(await unexplained('40.00'), id)
    expect(await stateOf(id)).toBe('cancelled')
    expect(await free()).toBe(4_000n)
    expect((await linkedTo(pool(), id)).map(({ kind }) => kind)).toEqual(['deposit'])
  })

  test('back: to the account that it came from, done when our bank has booked it', async () => {
    const line = await unexplained('80.00')
    await sendCreditBack(world.deps, line, by)
    expect(await balance(pool(), 'refund:bank:EUR')).toBe(8_000n)
    await world.advance(120)
    expect(await balance(pool(), 'refund:bank:EUR')).toBe(0n)
    expect(await balance(pool(), SUSPENSE)).toBe(0n)
  })

  test.each(['0', '999999', 'x'])('nothing for line %s', async line => {
    await expect(sendCreditBack(world.deps, line, by)).rejects.toThrow(/no bank line|no credit/)
  })
})

describe('refund', () => {
  test.each(['source', 'balance'] as const)('what came short, to the %s', async to => {
    const id = await order('bank_transfer')
    const { reference } = await operation(pool(), id)
    await world.outside('/bank/credits', { amount: '40.00', reference, payer_name: 'A. Diop' })
    await world.advance(1)
    await refundByHand(world.deps, { ...by, operationId: id, to })
    await world.advance(120)
    expect(await operation(pool(), id)).toMatchObject({ held: 0n, refunded: 4_000n, state: 'refunded' })
    expect(await free()).toBe(to === 'balance' ? 4_000n : 0n)
    expect(await moves(id)).toEqual([['cancelled', by.reason]])
    await expect(refundByHand(world.deps, { ...by, operationId: id, to })).rejects.toThrow('is refunded')
  })

  test('that no account takes waits, is tried again, and goes to a balance once there is one', async () => {
    await pool().query(`update app.users set client_type = 'temporary-customer' where id = $1`, [user])
    const id = await order('bank_transfer')
    await post(`/transfers/${id}/cancel`, {})
    const { reference } = await operation(pool(), id)
    const credit = { amount: '40.00', reference, payer_name: 'A. Diop', payer_iban: UNREACHABLE }
    await world.outside('/bank/credits', credit)
    await world.advance(120)
    const [refund] = await linkedTo(pool(), id)
    const refundId = refund?.id ?? ''
    expect(refund).toMatchObject({ kind: 'refund', state: 'waiting' })
    expect(await listWaiting(world.deps)).toContainEqual(expect.objectContaining({ id: refundId }))
    await settleRefund(world.deps, refundId, 'source', by)
    await world.advance(120)
    expect(await stateOf(refundId)).toBe('waiting')
    await expect(settleRefund(world.deps, refundId, 'balance', by)).rejects.toThrow('without a balance')
    await pool().query(`update app.users set client_type = 'customer' where id = $1`, [user])
    await settleRefund(world.deps, refundId, 'balance', by)
    expect(await stateOf(refundId)).toBe('credited')
    expect(await free()).toBe(4_000n)
    expect(await moves(refundId)).toEqual([
      ['tried_again', by.reason],
      ['credited', by.reason],
    ])
  })
})

describe('confirm', () => {
  beforeEach(async () => {
    const { deps } = world
    // A bank that tells no balance: whatever the hour, no statement of the simulated one contradicts this money.
    const entry = depositByBank({ iban: 'TEST', customer: user, amount: eur(50_000n), fee: eur(0n) })
    await deps.ledger.commit({
      ...{ scope: 'test', key: user, body_hash: '', received_at: deps.clock.nowText() },
      entries: [{ ...entry, key: user, book: 'test' }],
    })
  })

  test('a payout of unknown outcome was made: the provider’s late word changes nothing', async () => {
    const id = await order('balance', '0700000006')
    await world.advance(20)
    expect(await stateOf(id)).toBe('unknown')
    await confirmPayout(world.deps, { ...by, operationId: id, reference: 'HUB2-CALL-17' })
    expect(await stateOf(id)).toBe('paid')
    await world.advance(4 * 3_600)
    expect(await operation(pool(), id)).toMatchObject({ state: 'paid', refunded: 0n })
    expect(await moves(id)).toEqual([['paid', by.reason]])
  })

  test('… was made, as a person knows: what its provider holds agrees with our books before it says so, and after', async () => {
    const told = async () => {
      await readFloats(world.deps)
      await world.advance(16 * 60)
      await world.verify()
    }
    await told()
    const id = await order('balance', '0700000006')
    await world.advance(20)
    await confirmPayout(world.deps, { ...by, operationId: id, reference: 'HUB2-CALL-18' })
    await told()
    await world.advance(3 * 3_600)
    await told()
    expect(await operation(pool(), id)).toMatchObject({ state: 'paid', refunded: 0n })
  })

  test('… its provider, which still works on it, is asked until it says so itself', async () => {
    const id = await order('balance', '0700000006')
    await world.advance(20)
    const { hub2 } = world.deps.providers.payouts
    if (!hub2) throw new Error('there is no such provider')
    const attempt = await readLiveAttempt(world.deps, id)
    const asked = vi.spyOn(hub2, 'findByAttempt').mockResolvedValue({
      kind: 'found',
      payout: { providerId: 'tr_1', attemptId: attempt?.id ?? '', state: 'pending', amount: eur(0n) },
    })
    await confirmPayout(world.deps, { ...by, operationId: id, reference: 'HUB2-CALL-19' })
    await world.advance(3_600)
    expect((await operation(pool(), id)).details).toMatchObject({ cost_untold: true })
    expect(asked.mock.calls.length).toBeGreaterThan(3)
    asked.mockRestore()
    await world.advance(4 * 3_600)
    expect((await operation(pool(), id)).details).toMatchObject({ cost_untold: false })
  })

  test.each([
    ['nothing', { cost: money(0n, 'XOF') }, 0],
    ['it does not say what', {}, 0],
    ['something', { cost: money(1_640n, 'XOF') }, 1],
  ])('… once its provider says so and charges %s, all is told', async (_, cost, entries) => {
    const id = await order('balance', '0700000006')
    await world.advance(20)
    await confirmPayout(world.deps, { ...by, operationId: id, reference: 'HUB2-CALL-20' })
    const [op, attempt] = await Promise.all([readOperation(world.deps, id), readLiveAttempt(world.deps, id)])
    if (!op || !attempt) throw new Error('there is no such payout')
    const report = { providerId: 'tr_1', attemptId: attempt.id, state: 'paid', ...cost } as const
    const facts = { op, attempt, now: world.deps.clock.nowText() }
    const told = costTold(facts, { ...report, amount: money(attempt.amount, 'XOF') })
    expect(told?.patch?.details).toEqual({ cost_untold: false })
    expect(told?.entries).toHaveLength(entries)
    await world.advance(4 * 3_600)
  })

  test('… was not made: everything is given back, once', async () => {
    const id = await order('balance', '0700000005')
    await world.advance(20)
    expect(await stateOf(id)).toBe('unknown')
    await failPayout(world.deps, { ...by, operationId: id, code: 'operator_timeout' })
    expect(await stateOf(id)).toBe('refunded')
    expect(await free()).toBe(50_000n)
    await expect(confirmPayout(world.deps, { ...by, operationId: id, reference: 'X' })).rejects.toThrow()
    await world.advance(3_600)
    expect(await free()).toBe(50_000n)
  })

  test('a payout that its provider still works on is not ours to confirm', async () => {
    const id = await order('balance', '0700000077')
    await expect(confirmPayout(world.deps, { ...by, operationId: id, reference: 'X' })).rejects.toThrow(
      'not paid by hand, and its outcome is not unknown',
    )
    await world.advance(10)
  })
})
