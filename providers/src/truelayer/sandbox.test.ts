// The adapter against the simulated TrueLayer: logins of its banks, other people's accounts, lost answers, refunds,
// and webhooks signed with the keys that it publishes.
import { eur } from '@jokko/core/money'
import type { Sandbox } from '@jokko/sandbox/sandbox'
import { advance, ask, shareWorld, tell, type WebhookListener } from '@jokko/sandbox/testing'
import { chooseBank, consent, giveUp, payAtBank } from '@jokko/sandbox/testing-truelayer'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { PayInOrder, PayInReference, PayInReport, RefundOrder, WebhookAnswer } from '../port.ts'
import { PATIENT_MS } from '../testing.ts'
import { createTrueLayer, type TrueLayer } from './adapter.ts'
import { devSigningKeyId, devSigningPrivateKey } from './dev-key.ts'

let listener: WebhookListener
let sandbox: Sandbox
let truelayer: TrueLayer
let count = 0

const connect = (
  change: { clientSecret?: string; webhookKeysUrl?: string; timeoutMs?: number } = {},
): TrueLayer =>
  createTrueLayer({
    appEnv: 'test',
    authUrl: `${sandbox.url}/truelayer/auth`,
    apiUrl: `${sandbox.url}/truelayer/api`,
    paymentUrl: `${sandbox.url}/truelayer/payment`,
    webhookKeysUrl: `${sandbox.url}/truelayer/webhooks/.well-known/jwks`,
    clientId: sandbox.settings.truelayerClientId,
    clientSecret: sandbox.settings.truelayerClientSecret,
    merchantAccountId: sandbox.settings.truelayerMerchantAccountId,
    merchantName: 'Jokko',
    signingKeyId: devSigningKeyId,
    signingPrivateKey: devSigningPrivateKey,
    timeoutMs: PATIENT_MS,
    ...change,
  })

shareWorld(world => {
  ;({ listener, sandbox } = world)
})

beforeEach(() => {
  truelayer = connect()
})

const newOrder = (): PayInOrder => {
  count += 1
  return {
    attemptId: `pay_${count}`,
    amount: eur(25_125n),
    payer: { reference: 'usr_1', firstName: 'Awa', lastName: 'Diop', email: 'a@example.org', country: 'FR' },
    description: 'Jokko JKA2B3C4D5',
    returnUrl: 'http://localhost:3000/truelayer',
    notificationUrl: `${listener.url}/api/v1/webhooks/truelayer`,
    language: 'fr',
    expiresAt: new Date('2026-11-27T10:30:00Z'),
  }
}

const start = async (order = newOrder()): Promise<PayInReport> => {
  const answer = await truelayer.payIns.start(order)
  if (answer.kind !== 'accepted') throw new Error(`not opened: ${JSON.stringify(answer)}`)
  return answer.payIn
}

const linkOf = ({ action }: PayInReport): string => (action?.kind === 'redirect' ? action.url : '')

const find = async (payIn: PayInReference) => {
  const found = await truelayer.payIns.find(payIn)
  return found.kind === 'found' ? found.payIn : found
}

const fault = (kind: string, more: object = {}) =>
  tell(sandbox, '/control/faults', { provider: 'truelayer', fault: kind, ...more })

type Ledger = {
  payments: { id: string; metadata: { attempt_id: string }; refunds: { amount: number }[] }[]
}
const ledger = async () => (await ask(sandbox, '/control/truelayer/ledger')).body as Ledger

describe('an instant bank payment', () => {
  test('is pending when executed and collected when settled, with the account that paid', async () => {
    const payIn = await start()
    expect(payIn).toMatchObject({ state: 'action_required', amount: eur(25_125n) })
    const { location } = await payAtBank(sandbox, linkOf(payIn))
    expect(location).toBe(`http://localhost:3000/truelayer?payment_id=${payIn.providerId}`)
    expect(await find(payIn)).toMatchObject({ state: 'pending', amount: eur(25_125n) })
    await advance(sandbox, 4)
    expect(await find(payIn)).toMatchObject({
      state: 'collected',
      source: { holderName: 'Awa Diop', iban: 'FR7699999000030000091000150' },
    })
  })

  test('can be taken up again while the payer is at the bank', async () => {
    const payIn = await start()
    await chooseBank(sandbox, linkOf(payIn))
    expect(await find(payIn)).toMatchObject({ state: 'action_required', action: payIn.action })
  })

  test('from another person’s account says whose it is', async () => {
    const payIn = await start()
    await payAtBank(sandbox, linkOf(payIn), { holder: 'Moussa Diallo' })
    await advance(sandbox, 4)
    expect(await find(payIn)).toMatchObject({ state: 'collected', source: { holderName: 'Moussa Diallo' } })
  })

  test.each([
    ['test_authorisation_failed', 'authentication_failed'],
    ['test_execution_rejected', 'refused_by_bank'],
  ] as const)('with the login %s fails as %s', async (username, code) => {
    const payIn = await start()
    await payAtBank(sandbox, linkOf(payIn), { username })
    await advance(sandbox, 4)
    expect(await find(payIn)).toMatchObject({ state: 'failed', failure: { code } })
    expect(await truelayer.payIns.cancel(payIn)).toEqual({ kind: 'cancelled' })
  })

  test('given up is aborted, forgotten expires', async () => {
    const abandoned = await start()
    const { location } = await giveUp(sandbox, linkOf(abandoned))
    expect(location).toContain('error=tl_hpp_abandoned')
    expect(await find(abandoned)).toMatchObject({ state: 'aborted' })
    const forgotten = await start()
    await advance(sandbox, 901)
    expect(await find(forgotten)).toMatchObject({ state: 'expired' })
  })

  test('is cancelled until it is authorised', async () => {
    const open = await start()
    expect(await truelayer.payIns.cancel(open)).toEqual({ kind: 'cancelled' })
    expect(await find(open)).toMatchObject({ state: 'aborted' })
    expect(await truelayer.payIns.cancel(open)).toEqual({ kind: 'cancelled' })
    const paid = await start()
    await payAtBank(sandbox, linkOf(paid))
    expect(await truelayer.payIns.cancel(paid)).toEqual({ kind: 'too_late' })
  })

  test('of another order is not believed, an unknown one is not found', async () => {
    const payIn = await start()
    expect(await find({ ...payIn, attemptId: 'pay_other' })).toMatchObject({ reason: 'unreadable' })
    expect(await find({ ...payIn, providerId: 'nothing' })).toEqual({ kind: 'not_found' })
  })
})

describe('answers that do not come', () => {
  test.each([
    ['lost_answer', PATIENT_MS, 'connection_lost'],
    // Long enough for the token that is asked for first.
    ['slow', 1_000, 'timeout'],
  ])('%s is unknown, and the same order again is the same payment', async (kind, timeoutMs, reason) => {
    const { payIns } = connect({ timeoutMs })
    expect(await payIns.start(newOrder())).toMatchObject({ kind: 'accepted' })
    const order = newOrder()
    await fault(kind, { delay_seconds: 3 })
    expect(await payIns.start(order)).toMatchObject({ kind: 'unknown', reason })
    await fault('none')
    const first = await start(order)
    expect(await start(order)).toEqual(first)
    const { payments } = await ledger()
    expect(payments.filter(({ metadata }) => metadata.attempt_id === order.attemptId)).toMatchObject([
      { id: first.providerId },
    ])
    await payAtBank(sandbox, linkOf(first))
    await advance(sandbox, 4)
    expect(await find(first)).toMatchObject({ state: 'collected' })
  })

  test('the same attempt with another amount is no second payment', async () => {
    const order = newOrder()
    await start(order)
    expect(await truelayer.payIns.start({ ...order, amount: eur(1n) })).toMatchObject({
      kind: 'unknown',
      reason: 'duplicate_reference',
    })
    expect((await ledger()).payments).toHaveLength(1)
  })

  test('down before a token is had is retryable; afterwards nobody can say', async () => {
    await fault('down')
    expect(await truelayer.payIns.start(newOrder())).toMatchObject({
      kind: 'retryable',
      reason: 'operator_down',
    })
    await fault('none')
    const payIn = await start()
    await fault('down')
    expect(await truelayer.payIns.start(newOrder())).toMatchObject({ kind: 'unknown' })
    expect(await find(payIn)).toMatchObject({ kind: 'unknown' })
    expect(await truelayer.payIns.cancel(payIn)).toMatchObject({ kind: 'unknown' })
  })

  test('a token that has passed its time is replaced', async () => {
    const payIn = await start()
    await advance(sandbox, 7_200)
    expect(await find(payIn)).toMatchObject({ state: 'expired' })
  })

  test('a refused secret is ours to repair', async () => {
    const { payIns } = connect({ clientSecret: 'wrong' })
    expect(await payIns.start(newOrder())).toMatchObject({ kind: 'retryable', reason: 'not_authorised' })
  })
})

describe('whose account it is', () => {
  const redirectUri = 'http://localhost:3000/truelayer'
  const codeOf = async (account: 'own' | 'other' | 'silent' | undefined) => {
    const dialog = truelayer.holderCheck.consentUrl({ state: 'ref-1', redirectUri })
    expect((await fetch(dialog)).status).toBe(200)
    const { searchParams } = new URL((await consent(sandbox, dialog, account)).location)
    expect(searchParams.get('state')).toBe('ref-1')
    return searchParams
  }
  const check = (code: string) => truelayer.holderCheck.check({ code, redirectUri, name: 'Awa Diop' })

  test.each([
    ['own', 'holder'],
    ['other', 'not_holder'],
    ['silent', 'not_possible'],
  ] as const)('%s: %s', async (account, kind) => {
    expect(await check((await codeOf(account)).get('code') ?? '')).toEqual({ kind })
  })

  test('a refusal comes back without a code, and a code works once', async () => {
    expect((await codeOf(undefined)).get('error')).toBe('access_denied')
    const code = (await codeOf('own')).get('code') ?? ''
    await check(code)
    expect(await check(code)).toEqual({ kind: 'code_refused' })
    await fault('down')
    expect(await check(code)).toMatchObject({ kind: 'unavailable' })
  })
})

describe('what is held for us', () => {
  const held = async () => truelayer.payIns.holdings?.()

  test('is what was settled on the merchant account', async () => {
    const before = await held()
    const payIn = await start()
    await payAtBank(sandbox, linkOf(payIn), {})
    await advance(sandbox, 4)
    const after = await held()
    if (before?.kind !== 'known' || after?.kind !== 'known') throw new Error('not known')
    const [was, is] = [before.floats[0]?.available.minor ?? 0n, after.floats[0]?.available.minor ?? 0n]
    expect(is - was).toBe(payIn.amount.minor)
  })

  test('is unknown while nobody answers', async () => {
    await tell(sandbox, '/control/faults', { provider: 'truelayer', fault: 'down' })
    expect(await held()).toMatchObject({ kind: 'unknown' })
    await tell(sandbox, '/control/faults', { provider: 'truelayer', fault: 'none' })
  })
})

describe('refunds', () => {
  const paid = async (bank?: string): Promise<PayInReport> => {
    const payIn = await start()
    await payAtBank(sandbox, linkOf(payIn), bank === undefined ? {} : { bank })
    await advance(sandbox, 4)
    return payIn
  }
  const refundOf = (payIn: PayInReference, cents = 25_125n): RefundOrder => {
    count += 1
    return { payerName: 'Awa Ndiaye', refundId: `rfd_${count}`, payIn, amount: eur(cents) }
  }
  const send = (order: RefundOrder) => truelayer.payIns.refunds?.send(order)
  const findRefund = (order: RefundOrder, providerId: string | null = null) =>
    truelayer.payIns.refunds?.find({ ...order, providerId })

  test('are pending, then done', async () => {
    const order = refundOf(await paid())
    expect(await findRefund(order)).toEqual({ kind: 'not_found' })
    const sent = await send(order)
    if (sent?.kind !== 'accepted') throw new Error('not sent')
    expect(sent.refund.state).toBe('pending')
    await advance(sandbox, 4)
    for (const id of [null, sent.refund.providerId])
      expect(await findRefund(order, id)).toMatchObject({ kind: 'found', refund: { state: 'done' } })
  })

  test('whose answer was lost are made once, however often they are given', async () => {
    const payIn = await paid()
    const order = refundOf(payIn, 1_000n)
    await fault('lost_answer')
    expect(await send(order)).toMatchObject({ kind: 'unknown' })
    await fault('none')
    const again = await send(order)
    expect(await send(order)).toEqual(again)
    expect((await ledger()).payments[0]?.refunds).toMatchObject([{ amount: 1_000 }])
  })

  test('of more than was paid are declined; at a bank that takes none they fail', async () => {
    expect(await send(refundOf(await paid(), 25_126n))).toMatchObject({ kind: 'declined' })
    const order = refundOf(await paid('mock-payments-fr-no-refunds'))
    await send(order)
    await advance(sandbox, 4)
    expect(await findRefund(order)).toMatchObject({
      refund: { state: 'failed', failure: { code: 'refused_by_bank' } },
    })
  })
})

describe('webhooks', () => {
  const now = async () => new Date(((await ask(sandbox, '/control/clock')).body as { now: string }).now)

  const received = async (adapter = truelayer): Promise<WebhookAnswer[]> => {
    const receivedAt = await now()
    return Promise.all(
      listener.received.map(({ headers, body, path }) =>
        adapter.webhooks.receive({
          rawBody: Buffer.from(body),
          headers,
          url: listener.url + path,
          receivedAt,
        }),
      ),
    )
  }

  const paidAndTold = async (): Promise<PayInReport> => {
    const payIn = await start()
    await payAtBank(sandbox, linkOf(payIn))
    await advance(sandbox, 4)
    await vi.waitFor(() => expect(listener.received.length).toBeGreaterThanOrEqual(2), PATIENT_MS)
    return payIn
  }

  test('tell which payment changed', async () => {
    const { attemptId, providerId } = await paidAndTold()
    const about = { subject: 'pay_in', objectId: providerId, reference: attemptId }
    expect(await received()).toMatchObject([
      { kind: 'event', event: { ...about, type: 'payment_executed' } },
      { kind: 'event', event: { ...about, type: 'payment_settled' } },
    ])
  })

  test('that come twice are the same event', async () => {
    await fault('duplicate_webhooks')
    const payIn = await start()
    await giveUp(sandbox, linkOf(payIn))
    await vi.waitFor(() => expect(listener.received).toHaveLength(2), PATIENT_MS)
    const ids = (await received()).map(answer => (answer.kind === 'event' ? answer.event.eventId : ''))
    expect(new Set(ids).size).toBe(1)
  })

  test('with a wrong signature, changed on the way or by keys elsewhere are refused', async () => {
    const wrong = { kind: 'refused', reason: 'signature_wrong' }
    await paidAndTold()
    const elsewhere = connect({ webhookKeysUrl: `${sandbox.url}/truelayer/webhooks/other` })
    expect((await received(elsewhere))[0]).toEqual(wrong)
    for (const [index, webhook] of listener.received.entries())
      listener.received[index] = { ...webhook, body: webhook.body.replace('Awa', 'Eva') }
    expect((await received())[0]).toEqual(wrong)
    listener.received.length = 0
    await fault('bad_signature')
    await paidAndTold()
    expect((await received())[0]).toEqual(wrong)
  })

  test('played again later are stale', async () => {
    await paidAndTold()
    await advance(sandbox, 600)
    expect((await received())[0]).toEqual({ kind: 'refused', reason: 'stale' })
  })

  test('of a refund name it', async () => {
    const payIn = await paidAndTold()
    const sent = await truelayer.payIns.refunds?.send({
      payerName: 'Awa Ndiaye',
      refundId: 'rfd_w',
      payIn,
      amount: eur(100n),
    })
    if (sent?.kind !== 'accepted') throw new Error('not sent')
    await advance(sandbox, 4)
    await vi.waitFor(() => expect(listener.received).toHaveLength(3), PATIENT_MS)
    expect((await received()).at(-1)).toMatchObject({
      event: {
        type: 'refund_executed',
        subject: 'refund',
        objectId: sent.refund.providerId,
        reference: 'rfd_w',
      },
    })
  })
})
