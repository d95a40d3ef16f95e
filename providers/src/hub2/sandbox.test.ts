// The adapter against the simulated Hub2: every scripted payee, lost and late answers, repeats, and webhooks.
import { money } from '@jokko/core/money'
import type { Sandbox } from '@jokko/sandbox/sandbox'
import { advance, ask, shareWorld, tell, type WebhookListener } from '@jokko/sandbox/testing'
import { describe, expect, test, vi } from 'vitest'
import type { PayoutOrder, WebhookAnswer } from '../port.ts'
import { IMPATIENT_MS, PATIENT_MS } from '../testing.ts'
import { createHub2, type Hub2 } from './adapter.ts'

let listener: WebhookListener
let sandbox: Sandbox
let hub2: Hub2
let count = 0

const connect = (timeoutMs = PATIENT_MS): Hub2 =>
  createHub2({
    appEnv: 'test',
    url: `${sandbox.url}/hub2`,
    apiKey: sandbox.settings.hub2ApiKey,
    merchantId: sandbox.settings.hub2MerchantId,
    webhookSecret: sandbox.settings.hub2WebhookSecret,
    environment: 'sandbox',
    timeoutMs,
  })

shareWorld(world => {
  ;({ listener, sandbox } = world)
  hub2 = connect()
})

const orderTo = (script: string): PayoutOrder => {
  count += 1
  return {
    attemptId: `att_${count}`,
    amount: money(163_990n, 'XOF'),
    description: 'Jokko JKA2B3C4D5',
    payee: {
      kind: 'mobile_money',
      name: 'Awa Ndiaye',
      country: 'CI',
      phone: `+22507010000${script}`,
      operator: 'orange_ci',
    },
  }
}

const fault = (kind: string, more: object = {}) =>
  tell(sandbox, '/control/faults', { provider: 'hub2', fault: kind, ...more })

/** References of what Hub2 took, with how often each came again. */
const taken = async (attemptId: string) => {
  const { body } = await ask(sandbox, '/control/hub2/ledger')
  const { transfers } = body as { transfers: { reference: string; status: string; repeated: number }[] }
  return transfers.filter(transfer => transfer.reference === attemptId)
}

const outcomeAfter = async (order: PayoutOrder, seconds: number) => {
  await advance(sandbox, seconds)
  const found = await hub2.payouts.findByAttempt(order.attemptId)
  return found.kind === 'found' ? found.payout : found
}

describe('scripted payees', () => {
  test('01 and ordinary numbers are paid within seconds, and cost what Hub2 says', async () => {
    for (const script of ['01', '99']) {
      const order = orderTo(script)
      expect(await hub2.payouts.send(order)).toMatchObject({ kind: 'accepted', payout: { state: 'pending' } })
      expect(await outcomeAfter(order, 3)).toMatchObject({ state: 'paid', cost: money(1_640n, 'XOF') })
    }
  })

  test.each([
    ['02', 'payee_account_closed'],
    ['03', 'wallet_ceiling'],
    ['07', 'name_mismatch'],
  ])('%s is accepted, then fails as %s', async (script, code) => {
    const order = orderTo(script)
    expect(await hub2.payouts.send(order)).toMatchObject({ kind: 'accepted' })
    expect(await outcomeAfter(order, 3)).toMatchObject({ state: 'failed', failure: { code } })
  })

  test('05 is unknown until asked three times, then failed; taken once', async () => {
    const order = orderTo('05')
    expect(await hub2.payouts.send(order)).toMatchObject({ kind: 'unknown' })
    expect(await hub2.payouts.findByAttempt(order.attemptId)).toEqual({ kind: 'not_found' })
    expect(await hub2.payouts.findByAttempt(order.attemptId)).toEqual({ kind: 'not_found' })
    expect(await hub2.payouts.findByAttempt(order.attemptId)).toMatchObject({
      payout: { state: 'failed', failure: { code: 'operator_timeout' } },
    })
    expect(await taken(order.attemptId)).toMatchObject([{ repeated: 0 }])
  })

  test('06 is unknown, then paid after three hours', async () => {
    const order = orderTo('06')
    expect(await hub2.payouts.send(order)).toMatchObject({ kind: 'unknown' })
    expect(await outcomeAfter(order, 3_600)).toEqual({ kind: 'not_found' })
    expect(await outcomeAfter(order, 2 * 3_600 + 60)).toMatchObject({ state: 'paid' })
  })

  test('09 waits while the operator is down, and goes an hour later', async () => {
    const order = orderTo('09')
    expect(await hub2.payouts.send(order)).toMatchObject({ kind: 'retryable', reason: 'operator_down' })
    expect(await taken(order.attemptId)).toEqual([])
    await advance(sandbox, 3_700)
    expect(await hub2.payouts.send(order)).toMatchObject({ kind: 'accepted' })
    expect(await outcomeAfter(order, 3)).toMatchObject({ state: 'paid' })
  })

  test('10 is paid, then comes back after two days', async () => {
    const order = orderTo('10')
    await hub2.payouts.send(order)
    expect(await outcomeAfter(order, 3)).toMatchObject({ state: 'paid' })
    expect(await outcomeAfter(order, 2 * 86_400 + 60)).toMatchObject({
      state: 'failed',
      failure: { code: 'cancelled' },
    })
  })
})

describe('answers that do not come', () => {
  test('a lost answer is unknown, and the payout is found by our reference', async () => {
    const order = orderTo('01')
    await fault('lost_answer')
    expect(await hub2.payouts.send(order)).toMatchObject({ kind: 'unknown', reason: 'connection_lost' })
    await fault('none')
    expect(await hub2.payouts.findByAttempt(order.attemptId)).toMatchObject({ kind: 'found' })
  })

  test('a slow answer is unknown, and the same attempt again settles it without a second payout', async () => {
    const order = orderTo('01')
    await fault('slow', { delay_seconds: 1 })
    expect(await connect(IMPATIENT_MS).payouts.send(order)).toMatchObject({
      kind: 'unknown',
      reason: 'timeout',
    })
    await fault('none')
    await hub2.payouts.send(order)
    expect(await hub2.payouts.findByAttempt(order.attemptId)).toMatchObject({ kind: 'found' })
    expect(await taken(order.attemptId)).toHaveLength(1)
  })

  test('down is retryable, and nothing was taken', async () => {
    const order = orderTo('01')
    await fault('down')
    expect(await hub2.payouts.send(order)).toMatchObject({ kind: 'retryable', reason: 'operator_down' })
    expect((await hub2.payouts.findByAttempt(order.attemptId)).kind).toBe('unknown')
    await fault('none')
    expect(await taken(order.attemptId)).toEqual([])
  })

  test('the same attempt again is never a second payout', async () => {
    const order = orderTo('01')
    expect(await hub2.payouts.send(order)).toMatchObject({ kind: 'accepted' })
    expect(await hub2.payouts.send(order)).toMatchObject({ kind: 'unknown', reason: 'duplicate_reference' })
    expect(await taken(order.attemptId)).toMatchObject([{ repeated: 1 }])
  })
})

describe('the float', () => {
  test('is told per currency', async () => {
    await tell(sandbox, '/control/hub2/balance', { currency: 'XOF', available: 500_000 })
    const answer = await hub2.payouts.floats()
    expect(answer).toMatchObject({ kind: 'known' })
    if (answer.kind !== 'known') return
    expect(answer.floats).toContainEqual({ available: money(500_000n, 'XOF'), reserved: money(0n, 'XOF') })
  })

  test('that is empty is our failure, not the payee’s', async () => {
    await tell(sandbox, '/control/hub2/balance', { currency: 'XOF', available: 1_000 })
    const order = orderTo('01')
    await hub2.payouts.send(order)
    expect(await outcomeAfter(order, 3)).toMatchObject({ state: 'failed', failure: { code: 'float_empty' } })
  })
})

test('a bank account is paid like a phone', async () => {
  const account = { kind: 'iban', iban: 'CI93CI0080111301134291200589' } as const
  const order: PayoutOrder = {
    ...orderTo('01'),
    payee: { kind: 'bank_account', name: 'Awa Ndiaye', country: 'CI', bankName: 'NSIA', account },
  }
  expect(await hub2.payouts.send(order)).toMatchObject({ kind: 'accepted' })
  expect(await outcomeAfter(order, 3)).toMatchObject({ state: 'paid' })
})

test('a refused key is ours to repair', async () => {
  const { payouts } = createHub2({
    appEnv: 'test',
    url: `${sandbox.url}/hub2`,
    apiKey: 'wrong',
    merchantId: sandbox.settings.hub2MerchantId,
    webhookSecret: 'x',
    environment: 'sandbox',
    timeoutMs: PATIENT_MS,
  })
  expect(await payouts.send(orderTo('01'))).toMatchObject({ kind: 'retryable', reason: 'not_authorised' })
})

describe('webhooks', () => {
  const received = (): WebhookAnswer[] =>
    listener.received.map(({ headers, body, path }) =>
      hub2.webhooks.receive({
        rawBody: Buffer.from(body),
        headers,
        url: `${listener.url}${path}`,
        receivedAt: new Date(0),
      }),
    )

  const sendAndWait = async (script: string) => {
    const order = orderTo(script)
    await hub2.payouts.send(order)
    await advance(sandbox, 120)
    await vi.waitFor(() => expect(listener.received.length).toBeGreaterThan(0), PATIENT_MS)
    return order
  }

  test('tell which payout changed', async () => {
    const order = await sendAndWait('01')
    expect(received()).toMatchObject([
      { kind: 'event', event: { type: 'transfer.succeeded', subject: 'payout', reference: order.attemptId } },
    ])
  })

  test('that come twice are the same event', async () => {
    await fault('duplicate_webhooks')
    await sendAndWait('02')
    const ids = received().map(answer => (answer.kind === 'event' ? answer.event.eventId : answer.reason))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('with a wrong signature are refused', async () => {
    await fault('bad_signature')
    await sendAndWait('01')
    expect(received()[0]).toEqual({ kind: 'refused', reason: 'signature_wrong' })
  })

  test('changed on the way are refused', async () => {
    await sendAndWait('01')
    for (const webhook of listener.received)
      listener.received[0] = { ...webhook, body: webhook.body.replace('163990', '163991') }
    expect(received()[0]).toEqual({ kind: 'refused', reason: 'signature_wrong' })
  })
})
