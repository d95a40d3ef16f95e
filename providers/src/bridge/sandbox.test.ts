// The adapter against the simulated Bridge: every way a payer acts, the money at our bank, lost answers and webhooks.
import { eur } from '@jokko/core/money'
import type { Sandbox } from '@jokko/sandbox/sandbox'
import { advance, ask, shareWorld, tell, type WebhookListener } from '@jokko/sandbox/testing'
import { describe, expect, test, vi } from 'vitest'
import { createBank } from '../bank/adapter.ts'
import type { PayInOrder, PayInReport } from '../port.ts'
import { IMPATIENT_MS, PATIENT_MS } from '../testing.ts'
import { type Bridge, createBridge } from './adapter.ts'
import { endToEndIdOf } from './transform.ts'

let listener: WebhookListener
let sandbox: Sandbox
let bridge: Bridge
let count = 0

function connect(timeoutMs = PATIENT_MS): Bridge {
  const { settings } = sandbox
  return createBridge({
    appEnv: 'test',
    url: `${sandbox.url}/bridge`,
    clientId: settings.bridgeClientId,
    clientSecret: settings.bridgeClientSecret,
    webhookSecret: settings.bridgeWebhookSecret,
    beneficiary: { name: settings.bankAccountHolder, iban: settings.bankIban },
    timeoutMs,
  })
}

shareWorld(world => {
  ;({ listener, sandbox } = world)
  bridge = connect()
})

const worldNow = async () => Date.parse(((await ask(sandbox, '/control/clock')).body as { now: string }).now)

const order = async (): Promise<PayInOrder> => {
  count += 1
  return {
    attemptId: `pin_0199c3d2-7f10-7a41-9d0e-${String(count).padStart(12, '0')}`,
    amount: eur(25_275n),
    payer: { reference: 'usr_1', firstName: 'Awa', lastName: 'Diop', email: 'a@example.com', country: 'FR' },
    description: 'Jokko JKA2B3C4D5',
    returnUrl: 'http://localhost:3000/back?ref=1',
    notificationUrl: 'http://localhost:3000/tell',
    language: 'fr',
    expiresAt: new Date((await worldNow()) + 900_000),
  }
}

const started = async (): Promise<PayInReport> => {
  const answer = await bridge.payIns.start(await order())
  if (answer.kind !== 'accepted') throw new Error(`start was answered ${answer.kind}`)
  return answer.payIn
}

const press = async (address: string, fields: Record<string, string> = {}) => {
  const answer = await fetch(new URL(address, sandbox.url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  })
  return answer.headers.get('location') ?? ''
}

const atBank = (payIn: PayInReport) => {
  const url = payIn.action?.kind === 'redirect' ? payIn.action.url : ''
  return press(`${url}/bank`, { bank: 'Banque Simulée' })
}

const outcome = async (payIn: PayInReport, seconds = 0) => {
  await advance(sandbox, seconds)
  const found = await bridge.payIns.find(payIn)
  return found.kind === 'found' ? found.payIn : found
}

const fault = (kind: string, more: object = {}) =>
  tell(sandbox, '/control/faults', { provider: 'bridge', fault: kind, ...more })

const bankLines = async () => {
  const { settings } = sandbox
  const bank = createBank({
    appEnv: 'test',
    url: `${sandbox.url}/bank`,
    webhookSecret: settings.bankWebhookSecret,
    debtor: { name: settings.bankAccountHolder, iban: settings.bankIban, bic: settings.bankBic },
    settlements: new Map(),
    timeoutMs: PATIENT_MS,
  })
  const listed = await bank.statements.list(new Date(0))
  const files = listed.kind === 'listed' ? listed.files : []
  const fetched = await Promise.all(files.map(({ id }) => bank.statements.fetch(id)))
  return fetched.flatMap(file =>
    file.kind === 'fetched' ? file.statements.flatMap(({ lines }) => lines) : [],
  )
}

describe('a payer', () => {
  test('who confirms has ordered; the money is a line at our bank, known by its end-to-end id', async () => {
    const payIn = await started()
    expect(payIn).toMatchObject({ state: 'action_required' })
    const back = await press(`${await atBank(payIn)}/confirm`, { payer_name: 'Fatou Diop' })
    expect(back).toMatch(/^http:\/\/localhost:3000\/back\?ref=1&payment_link_id=.*&status=success$/)
    expect(await outcome(payIn)).toMatchObject({ state: 'pending' })
    expect(await outcome(payIn, 3)).toMatchObject({ state: 'ordered', amount: eur(25_275n) })
    expect(await bankLines()).toEqual([])
    expect(await outcome(payIn, 6)).toMatchObject({ state: 'ordered' })
    expect(await bankLines()).toMatchObject([
      {
        kind: 'credit',
        status: 'BOOK',
        amount: eur(25_275n),
        endToEndId: endToEndIdOf(payIn.attemptId),
        counterparty: { name: 'Fatou Diop' },
        remittance: ['Jokko JKA2B3C4D5'],
      },
    ])
  })

  test('whose money never comes has ordered all the same', async () => {
    const payIn = await started()
    await press(`${await atBank(payIn)}/confirm`, { money: 'never comes' })
    expect(await outcome(payIn, 3_600)).toMatchObject({ state: 'ordered' })
    expect(await bankLines()).toEqual([])
  })

  test.each([
    ['debit_account_insufficient_funds', 'insufficient_funds'],
    ['MS03', 'refused_by_bank'],
  ])('whose bank refuses with %s failed as %s', async (reason, code) => {
    const payIn = await started()
    await press(`${await atBank(payIn)}/refuse`, { reason })
    expect(await outcome(payIn)).toMatchObject({ state: 'failed', failure: { code, providerCode: reason } })
    expect(await bridge.payIns.cancel(payIn)).toEqual({ kind: 'cancelled' })
    expect(await outcome(payIn)).toMatchObject({ state: 'failed' })
  })

  test('who leaves may come back until the link is revoked', async () => {
    const payIn = await started()
    await atBank(payIn)
    expect(await outcome(payIn)).toMatchObject({ state: 'action_required', action: { kind: 'redirect' } })
    expect(await bridge.payIns.cancel(payIn)).toEqual({ kind: 'cancelled' })
    expect(await bridge.payIns.cancel(payIn)).toEqual({ kind: 'cancelled' })
    expect(await outcome(payIn)).toMatchObject({ state: 'aborted' })
  })

  test('who does nothing lets it expire', async () => {
    const payIn = await started()
    expect(await outcome(payIn, 901)).toMatchObject({ state: 'expired' })
    expect(await bridge.payIns.cancel(payIn)).toEqual({ kind: 'cancelled' })
  })

  test('who has ordered can no longer be stopped', async () => {
    const payIn = await started()
    await press(`${await atBank(payIn)}/confirm`)
    expect(await bridge.payIns.cancel(payIn)).toEqual({ kind: 'too_late' })
    expect(await outcome(payIn, 3)).toMatchObject({ state: 'ordered' })
  })
})

describe('answers that do not come', () => {
  test('a start whose answer is lost leaves no link to pay; a second one carries the same end-to-end id', async () => {
    const wanted = await order()
    await fault('lost_answer')
    expect(await bridge.payIns.start(wanted)).toMatchObject({ kind: 'unknown', reason: 'connection_lost' })
    await fault('none')
    const reference = { attemptId: wanted.attemptId, providerId: '' }
    expect(await bridge.payIns.find(reference)).toEqual({ kind: 'not_found' })
    const again = await bridge.payIns.start(wanted)
    if (again.kind !== 'accepted') throw new Error(`start was answered ${again.kind}`)
    await press(`${await atBank(again.payIn)}/confirm`)
    await advance(sandbox, 10)
    expect(await bankLines()).toMatchObject([{ endToEndId: endToEndIdOf(wanted.attemptId) }])
  })

  test('slow is unknown; down is retryable, and its questions are unknown', async () => {
    const payIn = await started()
    await fault('slow', { delay_seconds: 1 })
    expect(await connect(IMPATIENT_MS).payIns.start(await order())).toMatchObject({
      kind: 'unknown',
      reason: 'timeout',
    })
    await fault('none')
    await fault('down')
    expect(await bridge.payIns.start(await order())).toMatchObject({
      kind: 'retryable',
      reason: 'operator_down',
    })
    expect(await bridge.payIns.find(payIn)).toMatchObject({ kind: 'unknown' })
    expect(await bridge.payIns.cancel(payIn)).toMatchObject({ kind: 'unknown' })
    await fault('none')
    expect(await outcome(payIn)).toMatchObject({ state: 'action_required' })
  })
})

describe('webhooks', () => {
  const received = (payIn: PayInReport) =>
    listener.received
      .filter(({ body }) => body.includes(payIn.providerId))
      .map(({ headers, body }) =>
        bridge.webhooks.receive({ rawBody: Buffer.from(body), headers, url: '', receivedAt: new Date(0) }),
      )

  test('name the link and our attempt', async () => {
    const payIn = await started()
    await press(`${await atBank(payIn)}/confirm`)
    await advance(sandbox, 3)
    await vi.waitFor(() => expect(received(payIn)).toHaveLength(5), PATIENT_MS)
    for (const answer of received(payIn))
      expect(answer).toMatchObject({
        event: { subject: 'pay_in', objectId: payIn.providerId, reference: payIn.attemptId },
      })
  })

  test('that come twice are the same event; with a wrong signature they are refused', async () => {
    const payIn = await started()
    await fault('duplicate_webhooks')
    await advance(sandbox, 901)
    await vi.waitFor(() => expect(received(payIn)).toHaveLength(2), PATIENT_MS)
    const [first, second] = received(payIn)
    expect(first).toMatchObject({ kind: 'event' })
    expect(second).toEqual(first)
    await fault('bad_signature')
    const other = await started()
    await advance(sandbox, 901)
    await vi.waitFor(() => expect(received(other).length).toBeGreaterThan(0), PATIENT_MS)
    expect(received(other)[0]).toEqual({ kind: 'refused', reason: 'signature_wrong' })
  })
})
