// Collecting against the simulated Hub2: every scripted payer, every way to ask, lost answers, and webhooks.
import { money } from '@jokko/core/money'
import type { Sandbox } from '@jokko/sandbox/sandbox'
import { advance, ask, shareWorld, tell, type WebhookListener } from '@jokko/sandbox/testing'
import { describe, expect, test, vi } from 'vitest'
import type { MobileMoneyPayer, PayInOrder, PayInReference, PayInReport } from '../port.ts'
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

const order = (): PayInOrder => {
  count += 1
  return {
    attemptId: `pin_${count}`,
    amount: money(66_250n, 'XOF'),
    payer: {
      reference: 'usr_1',
      firstName: 'Awa',
      lastName: 'Ndiaye',
      email: 'a@example.com',
      country: 'CI',
    },
    description: 'Jokko JKA2B3C4D5',
    returnUrl: 'http://localhost:3000/back',
    notificationUrl: 'http://localhost:3000/tell',
    language: 'fr',
    expiresAt: new Date('2030-01-01T00:00:00Z'),
  }
}

const payer = (
  script: string,
  operator = 'mtn_ci',
  country = 'CI',
  prefix = '+22505010000',
): MobileMoneyPayer => ({
  country,
  operator,
  phone: `${prefix}${script}`,
  returnUrl: 'http://localhost:3000/back',
})

const started = async (): Promise<PayInReport> => {
  const answer = await hub2.payIns.start(order())
  if (answer.kind !== 'accepted') throw new Error(`start was answered ${answer.kind}`)
  return answer.payIn
}

const outcome = async (payIn: PayInReference, seconds: number) => {
  await advance(sandbox, seconds)
  const found = await hub2.payIns.find(payIn)
  return found.kind === 'found' ? found.payIn : found
}

const fault = (kind: string, more: object = {}) =>
  tell(sandbox, '/control/faults', { provider: 'hub2', fault: kind, ...more })

const collected = async () => {
  const { body } = await ask(sandbox, '/control/hub2/ledger')
  return (body as { intents: { reference: string; payments: number; collected: number }[] }).intents
}

describe('scripted payers', () => {
  test('ordinary numbers are asked on the phone and pay within seconds', async () => {
    const payIn = await started()
    expect(payIn).toMatchObject({ state: 'action_required', amount: money(66_250n, 'XOF') })
    expect(await hub2.payIns.charge(payIn, payer('99'))).toMatchObject({
      kind: 'accepted',
      payIn: {
        state: 'action_required',
        action: { kind: 'ussd', message: expect.stringContaining('*133#') },
      },
    })
    expect(await outcome(payIn, 3)).toMatchObject({ state: 'collected', cost: money(1_325n, 'XOF') })
  })

  test('what was collected is held for us, less what Hub2 keeps', async () => {
    const held = async () => {
      const answer = await hub2.payIns.holdings?.()
      return answer?.kind === 'known' ? answer.floats.map(({ available }) => available) : answer
    }
    expect(await held()).toContainEqual(money(0n, 'XOF'))
    const payIn = await started()
    await hub2.payIns.charge(payIn, payer('99'))
    await advance(sandbox, 5)
    expect(await held()).toContainEqual(money(64_925n, 'XOF'))
    await fault('down')
    expect(await held()).toMatchObject({ kind: 'unknown' })
    await fault('none')
  })

  test('01 confirms with 1234', async () => {
    const payIn = await started()
    const asked = await hub2.payIns.charge(payIn, payer('01'))
    expect(asked).toMatchObject({ payIn: { state: 'action_required', action: { kind: 'otp' } } })
    expect(await hub2.payIns.confirm(payIn, '1234')).toMatchObject({
      kind: 'accepted',
      payIn: { state: 'pending' },
    })
    expect(await outcome(payIn, 3)).toMatchObject({ state: 'collected' })
  })

  test('03 has no right code, and may try another number', async () => {
    const payIn = await started()
    await hub2.payIns.charge(payIn, payer('03'))
    expect(await hub2.payIns.confirm(payIn, '1234')).toMatchObject({
      kind: 'accepted',
      payIn: { state: 'action_required', failure: { code: 'wrong_code' } },
    })
    await hub2.payIns.charge(payIn, payer('99'))
    expect(await outcome(payIn, 3)).toMatchObject({ state: 'collected' })
  })

  test.each([
    ['02', 'insufficient_funds'],
    ['04', 'declined_by_payer'],
  ])('%s fails as %s, and can be cancelled then', async (script, code) => {
    const payIn = await started()
    await hub2.payIns.charge(payIn, payer(script))
    expect(await hub2.payIns.cancel(payIn)).toEqual({ kind: 'too_late' })
    expect(await outcome(payIn, 3)).toMatchObject({ state: 'action_required', failure: { code } })
    expect(await hub2.payIns.cancel(payIn)).toEqual({ kind: 'cancelled' })
  })

  test('05 stays open until somebody takes the phone', async () => {
    const payIn = await started()
    await hub2.payIns.charge(payIn, payer('05'))
    expect(await outcome(payIn, 3_600)).toMatchObject({ state: 'action_required' })
    await tell(sandbox, `/phones/${payer('05').phone}/decline`, {})
    expect(await outcome(payIn, 0)).toMatchObject({ failure: { code: 'declined_by_payer' } })
  })

  test('06 pays when the wait is over', async () => {
    const payIn = await started()
    await hub2.payIns.charge(payIn, payer('06'))
    expect(await outcome(payIn, 60)).toMatchObject({ state: 'action_required' })
    expect(await outcome(payIn, 20)).toMatchObject({ state: 'collected' })
  })
})

describe('other ways to ask', () => {
  test('Orange in Côte d’Ivoire wants the code beforehand', async () => {
    const payIn = await started()
    const orange = payer('99', 'orange_ci', 'CI', '+22507010200')
    expect(await hub2.payIns.charge(payIn, orange)).toMatchObject({
      kind: 'declined',
      code: 'invalid_request',
    })
    const { code } = (await tell(sandbox, `/phones/${orange.phone}/codes`, {})).body as { code: string }
    expect(await hub2.payIns.charge(payIn, { ...orange, otp: code })).toMatchObject({
      payIn: { state: 'pending' },
    })
    expect(await outcome(payIn, 3)).toMatchObject({ state: 'collected' })
  })

  test.each([
    ['approve', { state: 'collected' }],
    ['decline', { state: 'action_required', failure: { code: 'declined_by_payer' } }],
  ])('Wave has a page: %s', async (button, expected) => {
    const payIn = await started()
    const answer = await hub2.payIns.charge(payIn, payer('99', 'wave_ci'))
    const action = answer.kind === 'accepted' ? answer.payIn.action : undefined
    if (action?.kind !== 'redirect') throw new Error('there is no page')
    const pressed = await fetch(`${action.url}/${button}`, { method: 'POST', redirect: 'manual' })
    expect(pressed.headers.get('location')).toBe('http://localhost:3000/back')
    expect(await outcome(payIn, 0)).toMatchObject(expected)
  })

  test.each([
    ['togocom_tg', 'TG', '+22890010099', 'XOF'],
    ['orange_cm', 'CM', '+237690010099', 'XAF'],
    ['mtn_gn', 'GN', '+224660010099', 'GNF'],
  ] as const)('%s collects in its currency', async (operator, country, phone, currency) => {
    const answer = await hub2.payIns.start({ ...order(), amount: money(100_000n, currency) })
    if (answer.kind !== 'accepted') throw new Error(`start was answered ${answer.kind}`)
    const returnUrl = 'http://localhost:3000/back'
    await hub2.payIns.charge(answer.payIn, { country, operator, phone, returnUrl })
    expect(await outcome(answer.payIn, 3)).toMatchObject({
      state: 'collected',
      amount: money(100_000n, currency),
    })
  })

  test('a number of another country is the payer’s to correct', async () => {
    const payIn = await started()
    expect(await hub2.payIns.charge(payIn, payer('99', 'mtn_ci', 'CI', '+22177001'))).toMatchObject({
      kind: 'declined',
      code: 'invalid_payer',
    })
  })
})

describe('answers that do not come', () => {
  test('a start whose answer is lost is found by our reference, and never made twice', async () => {
    const wanted = order()
    await fault('lost_answer')
    expect(await hub2.payIns.start(wanted)).toMatchObject({ kind: 'unknown', reason: 'connection_lost' })
    await fault('none')
    expect(await hub2.payIns.start(wanted)).toMatchObject({ kind: 'unknown', reason: 'duplicate_reference' })
    const found = await hub2.payIns.find({ attemptId: wanted.attemptId, providerId: '' })
    if (found.kind !== 'found') throw new Error(`it is ${found.kind}`)
    await hub2.payIns.charge(found.payIn, payer('99'))
    expect(await outcome(found.payIn, 3)).toMatchObject({ state: 'collected' })
    expect(await collected()).toMatchObject([{ reference: wanted.attemptId, payments: 1, collected: 66_250 }])
  })

  test('a charge whose answer is lost collects once, however often it is repeated', async () => {
    const payIn = await started()
    await fault('lost_answer')
    expect(await hub2.payIns.charge(payIn, payer('99'))).toMatchObject({ kind: 'unknown' })
    await fault('none')
    expect(await hub2.payIns.charge(payIn, payer('99'))).toMatchObject({
      kind: 'unknown',
      reason: 'duplicate_reference',
    })
    expect(await outcome(payIn, 3)).toMatchObject({ state: 'collected' })
    expect(await collected()).toMatchObject([{ payments: 1, collected: 66_250 }])
  })

  test('slow is unknown; down is retryable, and its questions are unknown', async () => {
    await fault('slow', { delay_seconds: 1 })
    expect(await connect(IMPATIENT_MS).payIns.start(order())).toMatchObject({
      kind: 'unknown',
      reason: 'timeout',
    })
    await fault('none')
    await fault('down')
    const wanted = order()
    expect(await hub2.payIns.start(wanted)).toMatchObject({ kind: 'retryable', reason: 'operator_down' })
    const reference = { attemptId: wanted.attemptId, providerId: '' }
    expect(await hub2.payIns.find(reference)).toMatchObject({ kind: 'unknown' })
    await fault('none')
    expect(await hub2.payIns.find(reference)).toEqual({ kind: 'not_found' })
  })

  test('an operator that is down is waited for', async () => {
    await tell(sandbox, '/control/hub2/operators', { country: 'CI', provider: 'mtn', down_seconds: 60 })
    const payIn = await started()
    expect(await hub2.payIns.charge(payIn, payer('99'))).toMatchObject({
      kind: 'retryable',
      reason: 'operator_down',
    })
    await advance(sandbox, 61)
    expect(await hub2.payIns.charge(payIn, payer('99'))).toMatchObject({ kind: 'accepted' })
  })
})

test('webhooks name the intent that changed', async () => {
  const payIn = await started()
  await hub2.payIns.charge(payIn, payer('99'))
  await advance(sandbox, 3)
  const ours = () => listener.received.filter(({ body }) => body.includes(payIn.providerId))
  await vi.waitFor(() => expect(ours()).toHaveLength(4), PATIENT_MS)
  const events = ours().map(({ headers, body }) =>
    hub2.webhooks.receive({ rawBody: Buffer.from(body), headers, url: '', receivedAt: new Date(0) }),
  )
  for (const event of events)
    expect(event).toMatchObject({ event: { subject: 'pay_in', objectId: payIn.providerId } })
})
