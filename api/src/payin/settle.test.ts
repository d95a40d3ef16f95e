// What a company's word about a pay-in does, on a real ledger: collected once, whoever says it and how often; never
// lost, never for the wrong operation, and back where it came from when it may not stay.
import { eur, money } from '@jokko/core/money'
import type { PayInProvider, PayInReport, RefundReport, RefundToRepeat } from '@jokko/providers/port'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Operation, PayIn, PayoutAttempt } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { paidHooks } from '../jobs/pay-ins.ts'
import { newestPayIn } from '../ledger/operations.ts'
import { listWaiting } from '../operations/commands.ts'
import { setSeen } from '../operations/settings.ts'
import { declined } from '../payouts/decisions.ts'
import { readLiveAttempt } from '../payouts/store.ts'
import { testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { addHuman } from '../testing/people.ts'
import { balance, linkedTo, openTransfer, operation, violations } from '../testing/transfers.ts'
import { noted, payInAs } from './decisions.ts'
import { openPayIn } from './opening.ts'
import { queryPayInRefund, sendPayInRefund, startPayInRefund } from './refunds.ts'
import { refundPayInAgain, settleUnknownRefund } from './refunds-by-hand.ts'
import { abandon, settle } from './service.ts'
import { readPayIn } from './store.ts'
import { askPayIn } from './worker.ts'

let database: TestDatabase
let deps: Deps & { close(): Promise<void> }
let user: string
/** What the company answers to a refund; reports are given to `settle` as values. */
let refund: RefundReport | RefundToRepeat | 'unknown' | 'declined'
let cancelled: 'cancelled' | 'too_late' | 'unknown'
/** What the company says when it is asked. */
let known: PayInReport['state'] | undefined

const company = (name: string): PayInProvider => ({
  name,
  start: () => Promise.reject(new Error('not asked here')),
  find: payIn =>
    Promise.resolve({
      kind: 'found',
      payIn: { ...payIn, state: 'pending', amount: eur(10_100n), ...(known && { state: known }) },
    }),
  cancel: () =>
    Promise.resolve(
      cancelled === 'unknown' ? { kind: cancelled, reason: 'timeout', detail: '' } : { kind: cancelled },
    ),
  refunds: {
    paidFrom: name === 'hub2' ? 'float' : 'collection',
    send: () => Promise.resolve(answer()),
    find: () => Promise.resolve(found()),
  },
})

function answer() {
  if (refund === 'unknown') return { kind: 'unknown', reason: 'timeout', detail: '' } as const
  if (refund === 'declined') return { kind: 'declined', code: 'unknown_reason', providerCode: 'X' } as const
  return 'kind' in refund ? refund : ({ kind: 'accepted', refund } as const)
}

function found() {
  const known = answer()
  if (known.kind === 'accepted') return { kind: 'found', refund: known.refund } as const
  return known.kind === 'retryable' ? known : ({ kind: 'unknown', reason: 'timeout', detail: '' } as const)
}

beforeAll(async () => {
  database = await createTestDatabase()
  deps = await testDeps(database.appUrl, {
    payIns: { monext: company('monext'), truelayer: company('truelayer'), hub2: company('hub2') },
  })
})

beforeEach(async () => {
  refund = { providerId: 'rf_1', state: 'done' }
  cancelled = 'cancelled'
  known = undefined
  user = await addHuman(database.owner, { first_name: 'Awa', last_name: 'Ndiaye' })
})

afterEach(async () => expect(await violations(deps.pool)).toEqual([]))
afterAll(async () => {
  await deps.close()
  await database.close()
})

const methods = {
  monext: 'card',
  truelayer: 'instant_bank_transfer',
  hub2: 'mobile_money',
} as const

type Paying = { op: () => Promise<Operation>; payIn: () => Promise<PayIn>; id: string; payInId: string }

async function paying(provider: keyof typeof methods): Promise<Paying> {
  const now = deps.clock.nowText()
  const local = { currency: 'XOF', rate: { value: 655957n, scale: 3 } } as const
  const payIn = openPayIn({ method: methods[provider], provider, total: 10_100n, local, now })
  const id = await openTransfer(deps, {
    customerId: user,
    userId: user,
    reference: `JK${newId('opn').slice(-8).toUpperCase()}`,
    total: 10_100n,
    row: { payin_method: methods[provider], fund_by: null },
    payIn,
  })
  return {
    id,
    payInId: payIn.id,
    op: () => operation(deps.pool, id),
    payIn: async () => (await readPayIn(deps, payIn.id)) as PayIn,
  }
}

const report = (payIn: PayIn, more: Partial<PayInReport>): PayInReport => ({
  attemptId: payIn.id,
  providerId: `p_${payIn.id}`,
  state: 'pending',
  amount: money(payIn.amount, payIn.currency),
  ...more,
})

async function hear(paid: Paying, more: Partial<PayInReport>): Promise<void> {
  await settle(deps, paidHooks(deps), paid.payInId, report(await paid.payIn(), more))
}

const free = () => balance(deps.pool, `customer:${user}:EUR`)
const clearing = (account: string) => balance(deps.pool, account)

describe('collected', () => {
  it('pays for its transfer, which goes on at once', async () => {
    const before = await clearing('payin:monext:EUR')
    const paid = await paying('monext')
    await hear(paid, { state: 'collected' })
    expect((await paid.op()).state).toBe('sending')
    expect(await paid.payIn()).toMatchObject({ state: 'collected', outcome: 'funded' })
    expect((await clearing('payin:monext:EUR')) - before).toBe(-10_100n)
  })
  it('ten times at once is collected once', async () => {
    const before = await clearing('payin:monext:EUR')
    const paid = await paying('monext')
    await Promise.all(Array.from({ length: 10 }, () => hear(paid, { state: 'collected' })))
    expect((await clearing('payin:monext:EUR')) - before).toBe(-10_100n)
    expect((await paid.op()).received).toBe(10_100n)
  })
  it('in local currency: 101.00 EUR are 66,250 XOF', async () => {
    const before = await clearing('payin:hub2:XOF')
    const paid = await paying('hub2')
    expect((await paid.payIn()).amount).toBe(66_250n)
    await hear(paid, { state: 'collected', cost: money(1_325n, 'XOF') })
    expect((await clearing('payin:hub2:XOF')) - before).toBe(-64_925n)
    expect((await paid.op()).state).toBe('sending')
  })
})

describe('collected with another amount', () => {
  const waiting = async (paid: Paying) => (await listWaiting(deps)).find(({ id }) => id === paid.payInId)

  it('more by instant bank payment: paid as promised, the rest is a deposit and a person sees it', async () => {
    const before = await clearing('payin:truelayer:EUR')
    const paid = await paying('truelayer')
    const more = { state: 'collected', amount: eur(11_100n), source: { holderName: 'AWA NDIAYE' } } as const
    await Promise.all([hear(paid, more), hear(paid, more)])
    await hear(paid, more)
    expect(await paid.op()).toMatchObject({ state: 'sending', received: 10_100n })
    expect(await linkedTo(deps.pool, paid.id)).toMatchObject([{ kind: 'deposit', total: 1_000n }])
    expect(await free()).toBe(1_000n)
    expect((await clearing('payin:truelayer:EUR')) - before).toBe(-11_100n)
    expect((await waiting(paid))?.detail).toContain('asked 101.00 EUR, came with 10.00 EUR more')
    await setSeen(deps, paid.payInId, { operator: 'ada', reason: 'The payer typed another amount' })
    expect(await waiting(paid)).toBeUndefined()
  })
  it('more by card: the rest goes back to the card, never to the balance', async () => {
    const paid = await paying('monext')
    await hear(paid, { state: 'collected', amount: eur(10_600n) })
    expect((await paid.op()).state).toBe('sending')
    const [back, ...others] = await linkedTo(deps.pool, paid.id)
    expect(others).toEqual([])
    expect(back).toMatchObject({ kind: 'refund', state: 'asked', total: 500n })
    await startPayInRefund(deps, { operation_id: back?.id ?? '' })
    await sendPayInRefund(deps, { operation_id: back?.id ?? '' })
    expect((await operation(deps.pool, back?.id ?? '')).state).toBe('done')
    expect(await free()).toBe(0n)
  })
  it('more by phone: the rest is worth its euros', async () => {
    const paid = await paying('hub2')
    await hear(paid, {
      state: 'collected',
      amount: money(66_250n + 6_560n, 'XOF'),
      cost: money(1_456n, 'XOF'),
    })
    expect((await paid.op()).state).toBe('sending')
    expect(await free()).toBe(1_000n)
  })
  it('one franc more is worth no cent: it is booked, and nobody has an operation of it', async () => {
    const before = await clearing('payin:hub2:XOF')
    const paid = await paying('hub2')
    await hear(paid, { state: 'collected', amount: money(66_251n, 'XOF') })
    expect((await clearing('payin:hub2:XOF')) - before).toBe(-66_251n)
    expect(await linkedTo(deps.pool, paid.id)).toEqual([])
  })
  it('less: the transfer ends, what came is on the balance, and a person sees it', async () => {
    const paid = await paying('hub2')
    await hear(paid, { state: 'collected', amount: money(32_798n, 'XOF') })
    await hear(paid, { state: 'collected', amount: money(32_798n, 'XOF') })
    expect(await paid.op()).toMatchObject({ state: 'failed', details: { unfinished_reason: 'other_amount' } })
    expect(await linkedTo(deps.pool, paid.id)).toMatchObject([{ kind: 'deposit', total: 5_000n }])
    expect(await free()).toBe(5_000n)
    expect(await paid.payIn()).toMatchObject({ outcome: 'deposited', failure: 'other_amount' })
    expect((await waiting(paid))?.detail).toContain('asked 66250 XOF, came 32798 XOF')
  })
  it('less by card goes back to the card', async () => {
    const paid = await paying('monext')
    await hear(paid, { state: 'collected', amount: eur(10_099n) })
    expect((await paid.op()).state).toBe('failed')
    expect(await linkedTo(deps.pool, paid.id)).toMatchObject([{ kind: 'refund', total: 10_099n }])
    expect(await free()).toBe(0n)
  })
  it('another currency is worth what it is worth today', async () => {
    const paid = await paying('hub2')
    await hear(paid, { state: 'collected', amount: money(66_250n, 'XAF') })
    expect((await paid.op()).state).toBe('failed')
    expect(await free()).toBe(10_100n)
    expect(await clearing('payin:hub2:XAF')).toBe(-66_250n)
  })
  it('late and another amount: all of it is a deposit', async () => {
    const paid = await paying('truelayer')
    await hear(paid, { state: 'expired' })
    await hear(paid, { state: 'collected', amount: eur(20_000n), source: { holderName: 'AWA NDIAYE' } })
    expect(await free()).toBe(20_000n)
  })
})

describe('no money', () => {
  it.each([
    ['failed', 'failed', false],
    ['aborted', 'aborted', true],
    ['expired', 'expired', true],
  ] as const)('%s ends the transfer', async (state, end, aborted) => {
    const paid = await paying('monext')
    await hear(paid, { state })
    expect(await paid.op()).toMatchObject({ state: end, aborted, customer_status: 'payment_failed' })
    expect((await paid.payIn()).state).toBe(state)
  })
  it('pending, then a page to go to, then failed: out of order, the end stands', async () => {
    const paid = await paying('monext')
    await hear(paid, { state: 'action_required', action: { kind: 'redirect', url: 'https://pay.example/1' } })
    expect(await paid.payIn()).toMatchObject({ state: 'requested', action: { kind: 'redirect' } })
    expect((await paid.op()).customer_status).toBe('payment_requested')
    await hear(paid, { state: 'failed', failure: { code: 'refused_by_bank', providerCode: '01100' } })
    await hear(paid, { state: 'pending' })
    expect(await paid.payIn()).toMatchObject({ state: 'failed', failure: 'refused_by_bank' })
  })
})

describe('too late', () => {
  it('a card pays after its end: the money goes back to the card, never to the balance', async () => {
    const paid = await paying('monext')
    await hear(paid, { state: 'failed' })
    await hear(paid, { state: 'collected' })
    await hear(paid, { state: 'collected' })
    const [back, ...others] = await linkedTo(deps.pool, paid.id)
    expect(others).toEqual([])
    expect(back).toMatchObject({ kind: 'refund', state: 'asked', total: 10_100n })
    await startPayInRefund(deps, { operation_id: back?.id ?? '' })
    await sendPayInRefund(deps, { operation_id: back?.id ?? '' })
    expect((await operation(deps.pool, back?.id ?? '')).state).toBe('done')
    expect(await free()).toBe(0n)
    expect(await paid.payIn()).toMatchObject({ state: 'failed', outcome: 'refunded' })
  })
  it('an instant payment arrives after its end: a deposit, linked', async () => {
    const paid = await paying('truelayer')
    await hear(paid, { state: 'expired' })
    await hear(paid, { state: 'collected', source: { holderName: 'AWA NDIAYE' } })
    expect(await linkedTo(deps.pool, paid.id)).toMatchObject([{ kind: 'deposit', state: 'completed' }])
    expect(await free()).toBe(10_100n)
  })
  it('mobile money arrives after a cancel: the euros that were promised, on the balance', async () => {
    const paid = await paying('hub2')
    await abandon(deps, paidHooks(deps), await paid.payIn(), 'cancelled', { actor: user })
    expect((await paid.op()).state).toBe('cancelled')
    await hear(paid, { state: 'collected' })
    expect(await free()).toBe(10_100n)
  })
})

describe('a payer who is not the account holder', () => {
  it('is refused and gets the money back; the transfer fails and says why', async () => {
    const paid = await paying('truelayer')
    await hear(paid, { state: 'collected', source: { holderName: 'MOUSSA DIOP' } })
    expect(await paid.op()).toMatchObject({
      state: 'failed',
      details: { unfinished_reason: 'not_account_holder' },
    })
    const [back] = await linkedTo(deps.pool, paid.id)
    expect(back).toMatchObject({ kind: 'refund', total: 10_100n })
    refund = 'unknown'
    await startPayInRefund(deps, { operation_id: back?.id ?? '' })
    await sendPayInRefund(deps, { operation_id: back?.id ?? '' })
    expect((await operation(deps.pool, back?.id ?? '')).state).toBe('unknown')
    refund = { providerId: 'rf_2', state: 'pending' }
    await queryPayInRefund(deps, { operation_id: back?.id ?? '' })
    refund = { providerId: 'rf_2', state: 'done' }
    await queryPayInRefund(deps, { operation_id: back?.id ?? '' })
    expect((await operation(deps.pool, back?.id ?? '')).state).toBe('done')
    expect(await free()).toBe(0n)
  })
})

describe('giving up', () => {
  it('too late for the company: nothing is closed, and the money is still expected', async () => {
    const paid = await paying('truelayer')
    await hear(paid, { state: 'pending' })
    cancelled = 'too_late'
    const answer = await abandon(deps, paidHooks(deps), await paid.payIn(), 'cancelled', { actor: user })
    expect(answer).toBe('too_late')
    await hear(paid, { state: 'collected', source: { holderName: 'Awa Ndiaye' } })
    expect((await paid.op()).state).toBe('sending')
  })
  it('a card page cannot be closed at its company: it is closed here, and what still comes goes back', async () => {
    const paid = await paying('monext')
    await hear(paid, { state: 'pending' })
    cancelled = 'too_late'
    expect(await abandon(deps, paidHooks(deps), await paid.payIn(), 'cancelled', { actor: user })).toBe(
      'closed',
    )
    expect((await paid.op()).state).toBe('cancelled')
    await hear(paid, { state: 'collected' })
    expect(await linkedTo(deps.pool, paid.id)).toMatchObject([{ kind: 'refund' }])
  })
  it('it was paid just before: the transfer goes on', async () => {
    const paid = await paying('monext')
    await hear(paid, { state: 'pending' })
    cancelled = 'too_late'
    known = 'collected'
    expect(await abandon(deps, paidHooks(deps), await paid.payIn(), 'cancelled', { actor: user })).toBe(
      'too_late',
    )
    expect((await paid.op()).state).toBe('sending')
  })
  it('while the money comes: one of the two wins, and no money is lost', async () => {
    const paid = await paying('truelayer')
    await hear(paid, { state: 'pending' })
    await Promise.all([
      abandon(deps, paidHooks(deps), await paid.payIn(), 'cancelled', { actor: user }),
      hear(paid, { state: 'collected', source: { holderName: 'Awa Ndiaye' } }),
    ])
    const { state } = await paid.op()
    expect(['sending', 'cancelled']).toContain(state)
    expect(await free()).toBe(state === 'cancelled' ? 10_100n : 0n)
    expect((await newestPayIn(deps, paid.id))?.outcome).toBe(state === 'cancelled' ? 'deposited' : 'funded')
  })
})

describe('a payout that failed, paid by phone', () => {
  const job = ({ id }: Paying) => ({ operation_id: id })
  async function givenBack(): Promise<Paying> {
    const paid = await paying('hub2')
    await hear(paid, { state: 'collected' })
    const attempt = (await readLiveAttempt(deps, paid.id)) as PayoutAttempt
    const facts = { op: await paid.op(), attempt, now: deps.clock.nowText() }
    const failure = { code: 'payee_account_closed', providerCode: 'x' } as const
    await deps.ledger.commit(declined(facts, failure, newId('pat')))
    expect((await paid.op()).state).toBe('refunding')
    return paid
  }
  const attempts = async ({ id }: Paying) =>
    (
      await deps.pool.query<{ id: string; state: string; amount: bigint; currency: string }>(
        `select id, state, amount, currency from app.payout_attempts
         where operation_id = $1 and destination ->> 'kind' = 'refund' order by created_at, id`,
        [id],
      )
    ).rows

  it('goes back as it came, out of the float; what Hub2 keeps for it is ours', async () => {
    const before = { float: await clearing('float:hub2:XOF'), payin: await clearing('payin:hub2:XOF') }
    refund = { providerId: 'tr_1', state: 'done', cost: money(663n, 'XOF') }
    const paid = await givenBack()
    await sendPayInRefund(deps, job(paid))
    await queryPayInRefund(deps, job(paid))
    expect(await paid.op()).toMatchObject({ state: 'refunded', details: { refund_to: 'source' } })
    expect(await attempts(paid)).toMatchObject([{ state: 'paid', amount: 66_250n, currency: 'XOF' }])
    expect((await clearing('float:hub2:XOF')) - before.float).toBe(66_913n)
    expect((await clearing('payin:hub2:XOF')) - before.payin).toBe(-66_250n)
    expect(await free()).toBe(0n)
  })
  it('an order that the company recorded and did not carry out gets another reference', async () => {
    refund = { kind: 'retryable', reason: 'float_empty', providerId: 'tr_1' }
    const paid = await givenBack()
    await sendPayInRefund(deps, job(paid))
    expect((await attempts(paid)).map(({ state }) => state).sort()).toEqual(['created', 'failed'])
    refund = { providerId: 'tr_2', state: 'done' }
    await sendPayInRefund(deps, job(paid))
    expect((await paid.op()).state).toBe('refunded')
  })
  it('of unknown outcome: seen after a day, and ended by a person who was told what became of it', async () => {
    refund = 'unknown'
    const paid = await givenBack()
    await sendPayInRefund(deps, job(paid))
    await queryPayInRefund(deps, job(paid))
    expect(await attempts(paid)).toMatchObject([{ state: 'unknown' }])
    await database.owner.query(`update app.clock set shift = shift + interval '2 days'`)
    await deps.clock.refresh()
    expect((await listWaiting(deps)).map(({ id }) => id)).toContain(paid.id)
    const by = { operator: 'ada', operationId: paid.id, reason: 'Hub2 says so by mail' }
    await settleUnknownRefund(deps, by, { failed: 'never carried out' })
    expect(await paid.op()).toMatchObject({ state: 'refunded', details: { refund_to: 'balance' } })
    expect(await free()).toBe(10_100n)
    await expect(settleUnknownRefund(deps, by, { paid: 'tr_9' })).rejects.toThrow('no refund')
  })
  it('of a payer without a balance who cannot take it: waits for a person', async () => {
    await database.owner.query(`update app.users set client_type = 'temporary-customer' where id = $1`, [
      user,
    ])
    const paid = await paying('hub2')
    await hear(paid, { state: 'failed' })
    await hear(paid, { state: 'collected', cost: money(1_325n, 'XOF') })
    const [back] = await linkedTo(deps.pool, paid.id)
    const id = { operation_id: back?.id ?? '' }
    refund = 'declined'
    await startPayInRefund(deps, id)
    await sendPayInRefund(deps, id)
    expect((await operation(deps.pool, id.operation_id)).state).toBe('waiting')
    refund = { providerId: 'tr_3', state: 'done' }
    await refundPayInAgain(deps, {
      operator: 'ada',
      operationId: id.operation_id,
      reason: 'Phone is on again',
    })
    await sendPayInRefund(deps, id)
    expect((await operation(deps.pool, id.operation_id)).state).toBe('done')
  })
})

describe('whatever happens in between', () => {
  it('a process dies after the refund was opened: the next question ends the transfer', async () => {
    const paid = await paying('truelayer')
    const dies = {
      ...paidHooks(deps),
      close: () => {
        throw new Error('killed')
      },
    }
    const stranger = { state: 'collected', source: { holderName: 'MOUSSA DIOP' } } as const
    await expect(settle(deps, dies, paid.payInId, report(await paid.payIn(), stranger))).rejects.toThrow(
      'killed',
    )
    expect((await paid.op()).state).toBe('funding')
    await askPayIn(deps, paidHooks(deps), { pay_in_id: paid.payInId })
    expect(await paid.op()).toMatchObject({
      state: 'failed',
      details: { unfinished_reason: 'not_account_holder' },
    })
  })
  it('money that could not be written is an error, and is written the next time', async () => {
    const paid = await paying('monext')
    const { ledger } = deps
    deps.ledger = { ...ledger, commit: () => Promise.resolve({ verdict: 'refused', code: 'stale_version' }) }
    await expect(hear(paid, { state: 'collected' })).rejects.toThrow('stale_version')
    deps.ledger = ledger
    await hear(paid, { state: 'collected' })
    expect((await paid.op()).state).toBe('sending')
  })
  it('a payment that was given up stays so, whatever was read of it before', async () => {
    const paid = await paying('hub2')
    await hear(paid, { state: 'action_required' })
    const before = await paid.payIn()
    await abandon(deps, paidHooks(deps), before, 'cancelled', { actor: 'payer' })
    // Its operation is read after the end, the pay-in before it.
    const facts = { op: await paid.op(), payIn: before, now: deps.clock.nowText() }
    const late = noted(facts, 'same', payInAs(before, { asked: 1 }))
    expect(await deps.ledger.commit(late)).toMatchObject({ verdict: 'refused', code: 'stale_version' })
    expect(await paid.payIn()).toMatchObject({ state: 'aborted', asked: 0 })
  })
  it('a payment that is being given up is not open again because the company was asked meanwhile', async () => {
    const paid = await paying('truelayer')
    await hear(paid, { state: 'action_required' })
    const before = await paid.payIn()
    cancelled = 'unknown'
    await abandon(deps, paidHooks(deps), before, 'cancelled', { actor: 'payer' })
    const facts = { op: await paid.op(), payIn: before, now: deps.clock.nowText() }
    const late = noted(facts, 'same', payInAs(before, { asked: 1 }))
    expect(await deps.ledger.commit(late)).toMatchObject({ verdict: 'refused', code: 'stale_version' })
    expect((await paid.payIn()).state).toBe('cancelling')
  })
  it('who gives up is not told so when it could not be written', async () => {
    const paid = await paying('monext')
    const { ledger } = deps
    deps.ledger = { ...ledger, commit: () => Promise.resolve({ verdict: 'refused', code: 'stale_version' }) }
    const given = abandon(deps, paidHooks(deps), await paid.payIn(), 'cancelled', { actor: 'payer' })
    await expect(given).rejects.toThrow('stale_version')
    deps.ledger = ledger
  })
  it('a second try on the phone is shown as it is, and not as the first one was', async () => {
    const paid = await paying('hub2')
    const refused = {
      state: 'action_required',
      failure: { code: 'declined_by_payer', providerCode: 'x' },
    } as const
    await hear(paid, { state: 'pending' })
    await hear(paid, refused)
    expect(await paid.payIn()).toMatchObject({ state: 'action_required', failure: 'declined_by_payer' })
    await hear(paid, { state: 'pending' })
    expect(await paid.payIn()).toMatchObject({ state: 'processing', failure: null })
    await hear(paid, refused)
    expect(await paid.payIn()).toMatchObject({ state: 'action_required', failure: 'declined_by_payer' })
  })
  it('money under way when the time to pay is over is waited for: nothing is called expired that may succeed', async () => {
    const paid = await paying('truelayer')
    await hear(paid, { state: 'pending' })
    cancelled = 'too_late'
    await database.owner.query(`update app.clock set shift = shift + interval '2 hours'`)
    await deps.clock.refresh()
    await askPayIn(deps, paidHooks(deps), { pay_in_id: paid.payInId })
    expect((await paid.op()).state).toBe('funding')
    await hear(paid, { state: 'collected', source: { holderName: 'Awa Ndiaye' } })
    expect((await paid.op()).state).toBe('sending')
  })
  it('a card’s refund that its company refuses waits for a person, who sees it and can order it again', async () => {
    const paid = await paying('monext')
    await hear(paid, { state: 'failed' })
    await hear(paid, { state: 'collected' })
    const [back] = await linkedTo(deps.pool, paid.id)
    const job = { operation_id: back?.id ?? '' }
    refund = 'declined'
    await startPayInRefund(deps, job)
    await sendPayInRefund(deps, job)
    expect((await operation(deps.pool, job.operation_id)).state).toBe('waiting')
    expect((await listWaiting(deps)).map(({ id }) => id)).toContain(job.operation_id)
    expect(await free()).toBe(0n)
    refund = { providerId: 'rf_3', state: 'done' }
    await refundPayInAgain(deps, {
      operator: 'ada',
      operationId: job.operation_id,
      reason: 'called the bank',
    })
    await sendPayInRefund(deps, job)
    expect((await operation(deps.pool, job.operation_id)).state).toBe('done')
  })
  it('the same of a transfer that was paid and did not arrive', async () => {
    const paid = await paying('monext')
    await hear(paid, { state: 'collected' })
    const attempt = await readLiveAttempt(deps, paid.id)
    const facts = { op: await paid.op(), attempt: attempt as PayoutAttempt, now: deps.clock.nowText() }
    const failure = { code: 'payee_account_closed', providerCode: 'x' } as const
    await deps.ledger.commit(declined(facts, failure, newId('pat')))
    refund = 'declined'
    await sendPayInRefund(deps, { operation_id: paid.id })
    expect((await paid.op()).state).toBe('refunding')
    expect((await listWaiting(deps)).map(({ id }) => id)).toContain(paid.id)
    refund = { providerId: 'rf_4', state: 'done' }
    await refundPayInAgain(deps, { operator: 'ada', operationId: paid.id, reason: 'called the bank' })
    await sendPayInRefund(deps, { operation_id: paid.id })
    expect((await paid.op()).state).toBe('refunded')
    expect(await free()).toBe(0n)
  })
})

it('while one attempt is open, no second can be made', async () => {
  const paid = await paying('monext')
  const op = await paid.op()
  const second = openPayIn({
    method: 'card',
    provider: 'monext',
    total: 10_100n,
    local: undefined,
    now: deps.clock.nowText(),
  })
  const change = {
    scope: 'test',
    key: second.id,
    body_hash: 'second',
    received_at: deps.clock.nowText(),
    operation_id: op.id,
    expect: op.version,
    patch: {},
    events: [],
    pay_ins: [second],
  }
  await expect(deps.ledger.commit(change)).rejects.toMatchObject({ code: '23505' })
})
