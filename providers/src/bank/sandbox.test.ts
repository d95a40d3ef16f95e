// The adapter against the simulated bank: credits in, orders out, returns, the payee check, and its webhooks.
import { eur } from '@jokko/core/money'
import type { Sandbox } from '@jokko/sandbox/sandbox'
import { advance, ask, shareWorld, tell, type WebhookListener } from '@jokko/sandbox/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { BankLine, BankStatement } from '../port.ts'
import { PATIENT_MS } from '../testing.ts'
import { type Bank, createBank } from './adapter.ts'
import { bankReferenceOf } from './pain.ts'

let listener: WebhookListener
let sandbox: Sandbox
let bank: Bank

const payeeIban = 'FR7599999000010000001A23472'

shareWorld(world => {
  ;({ listener, sandbox } = world)
  bank = createBank({
    appEnv: 'test',
    url: `${sandbox.url}/bank`,
    webhookSecret: sandbox.settings.bankWebhookSecret,
    debtor: { name: 'Jokko', iban: sandbox.settings.bankIban, bic: sandbox.settings.bankBic },
    settlements: new Map(),
    timeoutMs: PATIENT_MS,
  })
})

const statements = async (): Promise<BankStatement[]> => {
  const listed = await bank.statements.list(new Date(0))
  if (listed.kind !== 'listed') throw new Error(listed.detail)
  const files = await Promise.all(listed.files.map(({ id }) => bank.statements.fetch(id)))
  return files.flatMap(file => {
    if (file.kind !== 'fetched') throw new Error(file.kind)
    return file.statements
  })
}

const lines = async (): Promise<BankLine[]> => (await statements()).flatMap(statement => statement.lines)

describe.each(['02', '08'])('statements, version %s', version => {
  beforeEach(() => tell(sandbox, '/control/bank/version', { version }))

  test('a credit is announced, and known again in the balanced statement of the day', async () => {
    await tell(sandbox, '/bank/credits', {
      amount: '251.25',
      reference: 'jk a2b3 c4d5',
      payer_name: 'Atelier Baobab',
    })
    await tell(sandbox, '/bank/end-of-day', {})
    const [notification, statement] = await statements()
    expect(notification).toMatchObject({ kind: 'notification', check: 'not_stated' })
    expect(statement).toMatchObject({ kind: 'statement', check: 'balanced' })
    expect(notification?.lines).toMatchObject([
      {
        kind: 'credit',
        amount: eur(25_125n),
        remittance: ['jk a2b3 c4d5'],
        counterparty: { name: 'Atelier Baobab' },
        bookable: true,
      },
    ])
    expect(statement?.lines.map(line => line.key)).toEqual(notification?.lines.map(line => line.key))
    expect(statement?.lines.map(line => line.digest)).toEqual(notification?.lines.map(line => line.digest))
  })

  test('an order is booked under our id, and may come back with the reason', async () => {
    const attemptId = 'att_0199c3d2-7f10-7a41-9d0e-51b0a3c7e811'
    expect(await order(attemptId)).toEqual({ kind: 'accepted', providerId: 'file1' })
    await advance(sandbox, 30)
    expect(await lines()).toMatchObject([
      { kind: 'debit', endToEndId: bankReferenceOf(attemptId), amount: eur(10_000n) },
    ])
    const { body } = await ask(sandbox, `/bank/payments?end_to_end_id=${bankReferenceOf(attemptId)}`)
    const [payment] = body as { id: string }[]
    await tell(sandbox, `/bank/payments/${payment?.id}/return`, { reason: 'AC04' })
    expect((await lines()).at(-1)).toMatchObject({
      kind: 'return',
      direction: 'credit',
      endToEndId: bankReferenceOf(attemptId),
      returnReason: 'AC04',
      counterparty: { iban: payeeIban },
    })
  })
})

const order = (attemptId: string, creditorIban = payeeIban) =>
  bank.payments.send({
    fileId: 'file1',
    createdAt: new Date('2026-11-27T10:00:00Z'),
    executeOn: '2026-11-27',
    payments: [
      {
        attemptId,
        amount: eur(10_000n),
        creditorName: 'Aïssatou N’Diaye',
        creditorIban,
        remittance: 'Jokko JKA2B3C4D5',
      },
    ],
  })

describe('orders', () => {
  test('the same file again is accepted and paid once', async () => {
    expect((await order('att_1')).kind).toBe('accepted')
    expect((await order('att_1')).kind).toBe('accepted')
    await advance(sandbox, 30)
    expect((await lines()).filter(line => line.direction === 'debit')).toHaveLength(1)
  })

  test('a lost answer is unknown, and giving the file again settles it', async () => {
    await tell(sandbox, '/control/faults', { provider: 'bank', fault: 'lost_answer' })
    expect(await order('att_2')).toMatchObject({ kind: 'unknown', reason: 'connection_lost' })
    await tell(sandbox, '/control/faults', { provider: 'bank', fault: 'none' })
    expect((await order('att_2')).kind).toBe('accepted')
  })

  test('an account outside the area is declined, a bank that is down is retryable', async () => {
    expect(await order('att_3', 'SN08SN0100152000048500003035')).toMatchObject({
      kind: 'declined',
      code: 'invalid_payee_account',
    })
    await tell(sandbox, '/control/faults', { provider: 'bank', fault: 'down' })
    expect(await order('att_4')).toMatchObject({ kind: 'retryable', reason: 'operator_down' })
    expect((await bank.statements.list(new Date(0))).kind).toBe('unavailable')
  })
})

test('a file that is not there is not found', async () => {
  expect(await bank.statements.fetch('stm_none')).toEqual({ kind: 'not_found' })
})

test('the payee check compares the name with the holder', async () => {
  await tell(sandbox, '/control/bank/holders', { iban: payeeIban, name: 'Awa Ndiaye' })
  const check = (name: string, iban = payeeIban) => bank.accountCheck.check({ iban, name })
  expect(await check('NDIAYE Awa')).toEqual({ kind: 'match' })
  expect(await check('Awa Diop')).toEqual({ kind: 'close_match', actualName: 'Awa Ndiaye' })
  expect(await check('Moussa Ba')).toEqual({ kind: 'no_match' })
  expect(await check('Awa Ndiaye', 'SN08SN0100152000048500003035')).toEqual({ kind: 'not_possible' })
})

describe('webhooks', () => {
  const receive = async (secondsLater: number, change = (body: string) => body) => {
    await vi.waitFor(() => expect(listener.received.length).toBeGreaterThan(0), PATIENT_MS)
    const [webhook] = listener.received
    const sentAt = /t=(\d+)/.exec(String(webhook?.headers['bank-signature']))?.[1] ?? '0'
    return bank.webhooks.receive({
      rawBody: Buffer.from(change(webhook?.body ?? '')),
      headers: webhook?.headers ?? {},
      url: '',
      receivedAt: new Date((Number(sentAt) + secondsLater) * 1_000),
    })
  }

  beforeEach(() => tell(sandbox, '/bank/credits', { amount: '10.00', reference: 'JKA2B3C4D5' }))

  test('name the file that waits', async () => {
    const answer = await receive(1)
    expect(answer).toMatchObject({ kind: 'event', event: { subject: 'bank_statement' } })
    if (answer.kind === 'event')
      expect((await bank.statements.fetch(answer.event.objectId)).kind).toBe('fetched')
  })

  test('played again later, or changed, are refused', async () => {
    expect(await receive(600)).toEqual({ kind: 'refused', reason: 'stale' })
    expect(await receive(1, body => body.replace('statement', 'Statement'))).toEqual({
      kind: 'refused',
      reason: 'signature_wrong',
    })
  })
})
