// The adapter against the simulated Monext: cards, the bank's question, lost answers, refunds, notifications.
import { eur } from '@jokko/core/money'
import type { Sandbox } from '@jokko/sandbox/sandbox'
import { advance, ask, shareWorld, tell, type WebhookListener } from '@jokko/sandbox/testing'
import { answerBank, cancelAsBuyer, cardEnding, payWith, typeCard } from '@jokko/sandbox/testing-cards'
import { describe, expect, test, vi } from 'vitest'
import type { PayInOrder, PayInReference, PayInReport, RefundOrder } from '../port.ts'
import { IMPATIENT_MS, PATIENT_MS } from '../testing.ts'
import { createMonext, type Monext } from './adapter.ts'

let listener: WebhookListener
let sandbox: Sandbox
let monext: Monext
let count = 0

const connect = (timeoutMs = PATIENT_MS): Monext =>
  createMonext({
    appEnv: 'test',
    url: `${sandbox.url}/monext`,
    merchantId: sandbox.settings.monextMerchantId,
    accessKey: sandbox.settings.monextAccessKey,
    pointOfSale: 'JOKKO_WEB',
    timeoutMs,
  })

shareWorld(world => {
  ;({ listener, sandbox } = world)
  monext = connect()
})

const newOrder = (): PayInOrder => {
  count += 1
  return {
    attemptId: `pat_${count}`,
    amount: eur(25_510n),
    payer: { reference: 'usr_1', firstName: 'Awa', lastName: 'Diop', email: 'a@example.org', country: 'FR' },
    description: 'Jokko JKA2B3C4D5',
    returnUrl: 'https://jokko.example/back',
    notificationUrl: `${listener.url}/api/v1/webhooks/monext`,
    language: 'fr',
    expiresAt: new Date('2026-11-27T10:30:00Z'),
  }
}

const start = async (): Promise<PayInReport> => {
  const answer = await monext.payIns.start(newOrder())
  if (answer.kind !== 'accepted') throw new Error(`not opened: ${answer.kind}`)
  return answer.payIn
}

const find = async ({ attemptId, providerId }: PayInReference) => {
  const found = await monext.payIns.find({ attemptId, providerId })
  return found.kind === 'found' ? found.payIn : found
}

const fault = (kind: string, more: object = {}) =>
  tell(sandbox, '/control/faults', { provider: 'monext', fault: kind, ...more })

describe('a card payment', () => {
  test('is opened with a page, and collected when card and bank agree', async () => {
    const payIn = await start()
    const url = `${sandbox.url}/monext/pay/${payIn.providerId}`
    expect(payIn).toMatchObject({ state: 'action_required', action: { kind: 'redirect', url } })
    expect(await find(payIn)).toMatchObject({ state: 'pending' })
    const { location } = await payWith(sandbox, payIn.providerId, '0001')
    expect(location).toBe(`https://jokko.example/back?paylinetoken=${payIn.providerId}`)
    expect(await find(payIn)).toMatchObject({ state: 'collected', amount: eur(25_510n) })
  })

  test.each([
    ['0002', 'refused_by_bank'],
    ['0003', 'insufficient_funds'],
    ['0005', 'provider_error'],
    ['0006', 'fraud_suspicion'],
  ])('with card %s fails as %s', async (ending, code) => {
    const payIn = await start()
    await payWith(sandbox, payIn.providerId, ending)
    expect(await find(payIn)).toMatchObject({ state: 'failed', failure: { code } })
    expect(await monext.payIns.cancel(payIn)).toEqual({ kind: 'cancelled' })
  })

  test('that is held is pending, then collected', async () => {
    const payIn = await start()
    await payWith(sandbox, payIn.providerId, '0004')
    expect(await find(payIn)).toMatchObject({ state: 'pending' })
    expect(await monext.payIns.cancel(payIn)).toEqual({ kind: 'too_late' })
    await advance(sandbox, 610)
    expect(await find(payIn)).toMatchObject({ state: 'collected' })
  })

  test('refused at the bank’s question fails, cancelled is aborted, forgotten expires', async () => {
    const refused = await start()
    await typeCard(sandbox, refused.providerId, cardEnding('0001'))
    expect(await monext.payIns.cancel(refused)).toEqual({ kind: 'too_late' })
    await answerBank(sandbox, refused.providerId, 'refuse')
    expect(await find(refused)).toMatchObject({
      state: 'failed',
      failure: { code: 'authentication_failed', providerCode: '03001' },
    })
    const cancelled = await start()
    await cancelAsBuyer(sandbox, cancelled.providerId)
    expect(await find(cancelled)).toMatchObject({ state: 'aborted' })
    const forgotten = await start()
    await advance(sandbox, 31 * 60)
    expect(await find(forgotten)).toMatchObject({ state: 'expired' })
    expect(await monext.payIns.cancel(forgotten)).toEqual({ kind: 'cancelled' })
  })

  test('of another order is not believed', async () => {
    const payIn = await start()
    expect(await find({ ...payIn, attemptId: 'pat_other' })).toMatchObject({
      kind: 'unknown',
      reason: 'unreadable',
    })
    expect(await find({ ...payIn, providerId: 'nothing' })).toEqual({ kind: 'not_found' })
  })
})

describe('answers that do not come', () => {
  test('down is retryable, and nothing is known meanwhile', async () => {
    const payIn = await start()
    await fault('down')
    expect(await monext.payIns.start(newOrder())).toMatchObject({
      kind: 'retryable',
      reason: 'operator_down',
    })
    expect(await find(payIn)).toMatchObject({ kind: 'unknown' })
    expect(await monext.payIns.cancel(payIn)).toMatchObject({ kind: 'unknown' })
  })

  test.each([
    ['lost_answer', PATIENT_MS, 'connection_lost'],
    ['timeout', PATIENT_MS, 'connection_lost'],
    ['slow', IMPATIENT_MS, 'timeout'],
  ])('%s is unknown', async (kind, timeoutMs, reason) => {
    await fault(kind, { delay_seconds: 1 })
    expect(await connect(timeoutMs).payIns.start(newOrder())).toMatchObject({ kind: 'unknown', reason })
  })

  test('a refused key is ours to repair', async () => {
    const { payIns } = createMonext({
      appEnv: 'test',
      url: `${sandbox.url}/monext`,
      merchantId: 'other',
      accessKey: 'wrong',
      pointOfSale: 'JOKKO_WEB',
      timeoutMs: PATIENT_MS,
    })
    expect(await payIns.start(newOrder())).toMatchObject({ kind: 'retryable', reason: 'not_authorised' })
  })
})

describe('refunds', () => {
  const paid = async (ending = '0001'): Promise<PayInReference> => {
    const payIn = await start()
    await payWith(sandbox, payIn.providerId, ending)
    const found = await find(payIn)
    if (!('attemptId' in found)) throw new Error('not paid')
    return found
  }

  const refundOf = (payIn: PayInReference, cents = 25_510n): RefundOrder => {
    count += 1
    return { payerName: 'Awa Ndiaye', refundId: `rfd_${count}`, payIn, amount: eur(cents) }
  }

  const send = (order: RefundOrder) => monext.payIns.refunds?.send(order)
  const findRefund = (order: RefundOrder, providerId: string | null = null) =>
    monext.payIns.refunds?.find({ ...order, providerId })

  const refundsTaken = async () => {
    const { body } = await ask(sandbox, '/control/monext/ledger')
    const { sessions } = body as { sessions: { follow_ups: { amount: number }[] }[] }
    return sessions.flatMap(({ follow_ups }) => follow_ups.map(({ amount }) => amount))
  }

  test('are pending, then done', async () => {
    const order = refundOf(await paid())
    expect(await send(order)).toMatchObject({ kind: 'accepted', refund: { state: 'pending' } })
    expect(await findRefund(order)).toMatchObject({ kind: 'found', refund: { state: 'pending' } })
    await advance(sandbox, 6)
    const found = await findRefund(order)
    expect(found).toMatchObject({ kind: 'found', refund: { state: 'done' } })
    if (found?.kind !== 'found') return
    expect(await findRefund(order, found.refund.providerId)).toMatchObject({ refund: { state: 'done' } })
  })

  test('sent twice are made once', async () => {
    const order = refundOf(await paid(), 10_000n)
    const first = await send(order)
    expect(await send(order)).toEqual(first)
    expect(await refundsTaken()).toEqual([10_000])
  })

  test('whose answer was lost are found, not made again', async () => {
    const payIn = await paid()
    const order = refundOf(payIn, 10_000n)
    expect(await findRefund(order)).toEqual({ kind: 'not_found' })
    // With this seed the question before the order is answered, and the answer to the order itself is lost.
    await fault('lost_answer', { rate: 0.5, seed: 2 })
    expect(await send(order)).toMatchObject({ kind: 'unknown', reason: 'connection_lost' })
    await fault('none')
    expect(await refundsTaken()).toEqual([10_000])
    expect(await findRefund(order)).toMatchObject({ kind: 'found' })
    expect(await send(order)).toMatchObject({ kind: 'accepted' })
    expect(await refundsTaken()).toEqual([10_000])
  })

  test('of parts may be several, and not more than was paid', async () => {
    const payIn = await paid()
    expect(await send(refundOf(payIn, 10_000n))).toMatchObject({ kind: 'accepted' })
    expect(await send(refundOf(payIn, 10_000n))).toMatchObject({ kind: 'accepted' })
    expect(await send(refundOf(payIn, 5_511n))).toMatchObject({ kind: 'declined', code: 'invalid_request' })
    expect(await send(refundOf(payIn, 5_510n))).toMatchObject({ kind: 'accepted' })
    expect(await refundsTaken()).toEqual([10_000, 10_000, 5_510])
  })

  test('that the card’s bank refuses fail afterwards', async () => {
    const order = refundOf(await paid('0007'))
    await send(order)
    await advance(sandbox, 6)
    expect(await findRefund(order)).toMatchObject({
      refund: { state: 'failed', failure: { code: 'refused_by_bank' } },
    })
  })

  test('are unknown while Monext is down, and nothing is taken', async () => {
    const order = refundOf(await paid())
    await fault('down')
    expect(await send(order)).toMatchObject({ kind: 'unknown' })
    await fault('none')
    expect(await refundsTaken()).toEqual([])
  })
})

describe('notifications', () => {
  test('name the session', async () => {
    const payIn = await start()
    await payWith(sandbox, payIn.providerId, '0001')
    await advance(sandbox, 5)
    await vi.waitFor(() => expect(listener.received).toHaveLength(1), PATIENT_MS)
    const { path = '', headers = {} } = listener.received[0] ?? {}
    const answer = monext.webhooks.receive({
      rawBody: new Uint8Array(),
      headers,
      url: `${listener.url}${path}`,
      receivedAt: new Date(0),
    })
    expect(answer).toMatchObject({
      kind: 'event',
      event: { provider: 'monext', subject: 'pay_in', objectId: payIn.providerId },
    })
  })
})
