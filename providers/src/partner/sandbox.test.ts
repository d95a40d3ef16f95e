// The adapter against the simulated partner network: every scripted account, lost answers, repeats, and webhooks.
import { money } from '@jokko/core/money'
import type { Sandbox } from '@jokko/sandbox/sandbox'
import { advance, ask, shareWorld, tell, type WebhookListener } from '@jokko/sandbox/testing'
import { describe, expect, test, vi } from 'vitest'
import type { PayoutOrder } from '../port.ts'
import { PATIENT_MS } from '../testing.ts'
import { createPartner, type Partner } from './adapter.ts'

let listener: WebhookListener
let sandbox: Sandbox
let partner: Partner
let count = 0

shareWorld(world => {
  ;({ listener, sandbox } = world)
  partner = createPartner({
    name: 'aloohpay',
    appEnv: 'test',
    url: `${sandbox.url}/partner`,
    apiKey: sandbox.settings.aloohpayApiKey,
    webhookSecret: sandbox.settings.aloohpayWebhookSecret,
    timeoutMs: PATIENT_MS,
  })
})

const orderTo = (script: string): PayoutOrder => {
  count += 1
  return {
    attemptId: `att_${count}`,
    amount: money(163_990n, 'XOF'),
    description: 'Jokko JKA2B3C4D5',
    payee: {
      kind: 'microfinance',
      name: 'Awa Ndiaye',
      country: 'CI',
      institutionId: 'ci_mfi_unacoopec_ci',
      institutionName: 'UNACOOPEC-CI',
      accountNumber: `8120000${script}`,
    },
  }
}

const fault = (kind: string, more: object = {}) =>
  tell(sandbox, '/control/faults', { provider: 'partner', fault: kind, ...more })

const taken = async (attemptId: string) => {
  const { body } = await ask(sandbox, '/control/partner/ledger')
  const { payouts } = body as { payouts: { reference: string; times_repeated: number }[] }
  return payouts.filter(payout => payout.reference === attemptId)
}

const outcomeAfter = async ({ attemptId }: PayoutOrder, seconds: number) => {
  await advance(sandbox, seconds)
  const found = await partner.payouts.findByAttempt(attemptId)
  return found.kind === 'found' ? found.payout : found
}

describe('scripted accounts', () => {
  test('01 and ordinary ones are paid within seconds, and cost what the network says', async () => {
    for (const script of ['01', '99']) {
      const order = orderTo(script)
      expect(await partner.payouts.send(order)).toMatchObject({
        kind: 'accepted',
        payout: { state: 'pending' },
      })
      expect(await outcomeAfter(order, 3)).toMatchObject({ state: 'paid', cost: money(1_640n, 'XOF') })
    }
  })

  test.each([
    ['02', 'payee_account_closed'],
    ['03', 'wallet_ceiling'],
    ['07', 'name_mismatch'],
  ])('%s is accepted, then fails as %s', async (script, code) => {
    const order = orderTo(script)
    expect(await partner.payouts.send(order)).toMatchObject({ kind: 'accepted' })
    expect(await outcomeAfter(order, 3)).toMatchObject({ state: 'failed', failure: { code } })
  })

  test('05 is unknown until asked three times, then failed', async () => {
    const order = orderTo('05')
    expect(await partner.payouts.send(order)).toMatchObject({ kind: 'unknown' })
    expect(await partner.payouts.findByAttempt(order.attemptId)).toEqual({ kind: 'not_found' })
    expect(await partner.payouts.findByAttempt(order.attemptId)).toEqual({ kind: 'not_found' })
    expect(await partner.payouts.findByAttempt(order.attemptId)).toMatchObject({
      payout: { state: 'failed', failure: { code: 'operator_timeout' } },
    })
  })

  test('06 is unknown, then paid after three hours', async () => {
    const order = orderTo('06')
    expect(await partner.payouts.send(order)).toMatchObject({ kind: 'unknown' })
    expect(await outcomeAfter(order, 3_600)).toEqual({ kind: 'not_found' })
    expect(await outcomeAfter(order, 2 * 3_600 + 60)).toMatchObject({ state: 'paid' })
  })

  test('09 waits while the institution is closed, and goes an hour later', async () => {
    const order = orderTo('09')
    expect(await partner.payouts.send(order)).toMatchObject({ kind: 'retryable', reason: 'operator_down' })
    await advance(sandbox, 3_700)
    expect(await partner.payouts.send(order)).toMatchObject({ kind: 'accepted' })
  })

  test('10 is paid, then comes back after two days', async () => {
    const order = orderTo('10')
    await partner.payouts.send(order)
    expect(await outcomeAfter(order, 3)).toMatchObject({ state: 'paid' })
    expect(await outcomeAfter(order, 2 * 86_400 + 60)).toMatchObject({
      state: 'failed',
      failure: { code: 'cancelled' },
    })
  })
})

describe('answers that do not come', () => {
  test('a lost answer is unknown; the same order again is the same payout', async () => {
    const order = orderTo('01')
    await fault('lost_answer')
    expect(await partner.payouts.send(order)).toMatchObject({ kind: 'unknown', reason: 'connection_lost' })
    await fault('none')
    expect(await partner.payouts.send(order)).toMatchObject({ kind: 'accepted' })
    expect(await taken(order.attemptId)).toMatchObject([{ times_repeated: 1 }])
  })

  test('down is retryable, and nothing was taken', async () => {
    const order = orderTo('01')
    await fault('down')
    expect(await partner.payouts.send(order)).toMatchObject({ kind: 'retryable', reason: 'operator_down' })
    expect((await partner.payouts.findByAttempt(order.attemptId)).kind).toBe('unknown')
    await fault('none')
    expect(await taken(order.attemptId)).toEqual([])
  })
})

test('an empty balance is our failure, not the payee’s', async () => {
  await tell(sandbox, '/control/partner/balance', { account: 'aloohpay', currency: 'XOF', available: 1_000 })
  const order = orderTo('01')
  await partner.payouts.send(order)
  expect(await outcomeAfter(order, 3)).toMatchObject({ state: 'failed', failure: { code: 'float_empty' } })
})

test('a refused key is ours to repair', async () => {
  const { payouts } = createPartner({
    name: 'partner',
    appEnv: 'test',
    url: `${sandbox.url}/partner`,
    apiKey: 'wrong',
    webhookSecret: 'x',
    timeoutMs: PATIENT_MS,
  })
  expect(await payouts.send(orderTo('01'))).toMatchObject({ kind: 'retryable', reason: 'not_authorised' })
})

test('webhooks tell which payout changed; a wrong signature is refused', async () => {
  const receive = () =>
    listener.received.map(({ headers, body, path }) =>
      partner.webhooks.receive({
        rawBody: Buffer.from(body),
        headers,
        url: `${listener.url}${path}`,
        receivedAt: new Date(0),
      }),
    )
  const order = orderTo('01')
  await partner.payouts.send(order)
  await advance(sandbox, 3)
  await vi.waitFor(() => expect(listener.received).toHaveLength(1), PATIENT_MS)
  expect(receive()).toMatchObject([
    { kind: 'event', event: { provider: 'aloohpay', type: 'payout.succeeded', reference: order.attemptId } },
  ])
  await fault('bad_signature')
  await partner.payouts.send(orderTo('02'))
  await advance(sandbox, 3)
  await vi.waitFor(() => expect(listener.received).toHaveLength(2), PATIENT_MS)
  expect(receive()[1]).toEqual({ kind: 'refused', reason: 'signature_wrong' })
})
