// Instant bank payments and direct debits, from the payer's bank to the beneficiary: whose account it is, money that
// counts only when it is here, pages that come back in any order, and every refusal with the money back.
import type { OperationDetail } from '@jokko/contract/history'
import type { ReturnedPayment } from '@jokko/contract/pay-in'
import type { Payment } from '@jokko/contract/transfer'
import type { PayInProvider } from '@jokko/providers/port'
import { chooseBank, consent, payAtBank } from '@jokko/sandbox/testing-truelayer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPayer, type Payer } from '../testing/payer.ts'
import { balance, linkedTo, operation } from '../testing/transfers.ts'
import { startWorld, type World } from '../testing/world.ts'

const DIRECT_DEBIT = 3
const INSTANT = 4
let world: World
let payer: Payer

beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  payer = await createPayer(world)
})
afterEach(() => world.verify())
afterAll(() => world.close())

const state = async ({ id }: Payment) => (await operation(world.deps.pool, id)).state
const returned = async (name: string) =>
  (await payer.get<ReturnedPayment>(`/payments/returned/${encodeURIComponent(name)}`)).body

describe('an instant bank payment', () => {
  /** The payer's bank is asked whose account it is; gives the code that comes back. */
  async function consented(payment: Payment, account: 'own' | 'other' | 'silent'): Promise<string> {
    const landing = await consent(world.sandbox, payment.connect_url ?? '', account)
    const back = new URL(landing.location)
    expect(back.pathname).toBe('/truelayer')
    expect(back.searchParams.get('state')).toBe(payment.data.reference)
    return back.searchParams.get('code') ?? ''
  }
  const initiate = (payment: Payment, code: string) =>
    payer.post<{ connect_url: string }>('/payments/truelayer/initiatePayment', {
      payment_id: payment.data.reference ?? '',
      code,
    })

  it('arrives: asked whose account, paid on the bank’s page, counted when it is settled', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: INSTANT })
    const { body } = await initiate(payment, await consented(payment, 'own'))
    const landing = await payAtBank(world.sandbox, body.connect_url, { holder: 'Atelier Ndiaye SARL' })
    const providerId = new URL(landing.location).searchParams.get('payment_id') ?? ''
    expect(await state(payment)).toBe('funding')
    await world.advance(60)
    expect(await state(payment)).toBe('paid')
    expect(await returned(providerId)).toMatchObject({ status: 'succeeded', language: 'fr' })
    await world.advance(3 * 86_400)
    expect(await balance(world.deps.pool, 'payin:truelayer:EUR')).toBe(0n)
  })
  it('the code again, in another tab, gives the page that is open', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: INSTANT })
    const code = await consented(payment, 'own')
    const first = await initiate(payment, code)
    const second = await initiate(payment, code)
    expect(second.body.connect_url).toBe(first.body.connect_url)
  })
  it('503 provider_unavailable after the bank has answered: the same code goes on when the company is back', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: INSTANT })
    const code = await consented(payment, 'own')
    const { providers } = world.deps
    const { truelayer } = providers.payIns
    const away = {
      ...(truelayer as PayInProvider),
      start: async () => ({ kind: 'retryable', reason: 'unreachable' }) as const,
    }
    world.deps.providers = { ...providers, payIns: { ...providers.payIns, truelayer: away } }
    expect((await initiate(payment, code)).status).toBe(503)
    world.deps.providers = providers
    expect((await initiate(payment, code)).status).toBe(200)
  })
  it('409 not_account_holder: the account belongs to somebody else, and nothing is asked of it', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: INSTANT })
    const refused = await initiate(payment, await consented(payment, 'other'))
    expect([refused.status, refused.body.code]).toEqual([409, 'not_account_holder'])
    expect(await state(payment)).toBe('failed')
    expect((await returned(payment.data.reference ?? '')).failure?.code).toBe('not_account_holder')
  })
  it('409 not_account_holder, also for the second payment that was refused before it was opened', async () => {
    for (const _ of ['first', 'second']) {
      const { body: payment } = await payer.send({ cashin_method_id: INSTANT })
      expect((await initiate(payment, await consented(payment, 'other'))).status).toBe(409)
      expect(await state(payment)).toBe('failed')
    }
  })
  it('paid from somebody else’s account after all: refused, and given back to it', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: INSTANT })
    const { body } = await initiate(payment, await consented(payment, 'own'))
    await payAtBank(world.sandbox, body.connect_url, { holder: 'Moussa Diallo' })
    await world.advance(3_600)
    expect(await state(payment)).toBe('failed')
    const [refund] = await linkedTo(world.deps.pool, payment.id)
    expect(refund).toMatchObject({ kind: 'refund', state: 'done' })
    expect(await payer.balance()).toBe(0n)
  })
  it('a bank that does not say whose account it is: who paid is looked at when the money is here', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: INSTANT })
    const { body } = await initiate(payment, await consented(payment, 'silent'))
    await payAtBank(world.sandbox, body.connect_url, { holder: 'ATELIER NDIAYE' })
    await world.advance(60)
    expect(await state(payment)).toBe('paid')
  })
  it.each(['test_authorisation_failed', 'test_execution_rejected'] as const)(
    '%s: failed, nothing moved',
    async login => {
      const { body: payment } = await payer.send({ cashin_method_id: INSTANT })
      const { body } = await initiate(payment, await consented(payment, 'own'))
      await payAtBank(world.sandbox, body.connect_url, { holder: 'Atelier Ndiaye SARL', username: login })
      await world.advance(60)
      expect(await state(payment)).toBe('failed')
      expect(await payer.balance()).toBe(0n)
    },
  )
  it('cancelled by the payer while the bank’s page is open: the company stops it', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: INSTANT })
    const { body } = await initiate(payment, await consented(payment, 'own'))
    await chooseBank(world.sandbox, body.connect_url)
    expect((await payer.remove(`/payments/${payment.id}`)).status).toBe(200)
    expect(await state(payment)).toBe('cancelled')
  })
  it('the payout does not arrive: everything goes back to the account that paid', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: INSTANT, to: '+2250700000002' })
    const { body } = await initiate(payment, await consented(payment, 'own'))
    await payAtBank(world.sandbox, body.connect_url, { holder: 'Atelier Ndiaye SARL' })
    await world.advance(3_600)
    expect(await operation(world.deps.pool, payment.id)).toMatchObject({
      state: 'refunded',
      details: { refund_to: 'source' },
    })
    expect(await payer.balance()).toBe(0n)
  })
})

describe('a direct debit', () => {
  async function onPage(path: string, fields: Record<string, string>): Promise<string> {
    const answer = await fetch(new URL(path, world.sandbox.url), {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    return new URL(answer.headers.get('location') ?? '', world.sandbox.url).href
  }

  /** Chooses a bank and confirms there; gives the address that the browser comes back to. */
  async function payAtBridge(payment: Payment, money: 'arrives' | 'never comes'): Promise<string> {
    const link = payment.connect_url ?? ''
    const page = await (await fetch(link)).text()
    const [, bank = ''] = /<option value="([^"]+)"/.exec(page) ?? []
    const bankPage = await onPage(`${link}/bank`, { bank })
    return onPage(`${bankPage}/confirm`, {
      payer_name: 'Atelier Ndiaye',
      payer_iban: 'FR7630006000011234567890189',
      money,
    })
  }

  it('counts only at our bank: ordered is a success for the payer, and the transfer waits for the money', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: DIRECT_DEBIT })
    const back = await payAtBridge(payment, 'arrives')
    expect(new URL(back).pathname).toContain('/api/v1/returns/')
    const screen = await fetch(back, { redirect: 'manual' })
    expect(screen.headers.get('location')).toMatch(/^\/bridgeapi\/payment_status\?status=success&ref=/)
    expect(await state(payment)).toBe('funding')
    const { body: seen } = await payer.get<OperationDetail>(`/operations/${payment.id}`)
    expect(seen).toMatchObject({ payment_under_way: true, status: 'payment_requested' })
    expect(seen.allowed_actions).not.toContain('cancel')
    expect(seen.route.map(({ key, note }) => [key, note]).slice(0, 2)).toEqual([
      ['sender', 'sender_ordered'],
      ['pay_in', 'pay_in_ordered'],
    ])
    expect((await payer.get<Payment>(`/payments/${payment.id}`)).body.allowed_actions).not.toContain('cancel')
    await world.advance(120)
    expect(await state(payment)).toBe('paid')
    expect(await balance(world.deps.pool, 'payin:bridge:EUR')).toBe(0n)
    expect((await returned(payment.data.reference ?? '')).status).toBe('succeeded')
  })
  it('once the money is here it is no longer on its way, however long the payout takes', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: DIRECT_DEBIT, to: '+2250712000009' })
    await payAtBridge(payment, 'arrives')
    for (let seconds = 0; (await state(payment)) === 'funding' && seconds < 120; seconds += 1)
      await world.advance(1)
    // As it is before its company has told of it, too.
    await world.database.owner.query(`update app.pay_ins set state = 'processing' where operation_id = $1`, [
      payment.id,
    ])
    const { body: arrived } = await payer.get<OperationDetail>(`/operations/${payment.id}`)
    expect(arrived.payment_under_way).toBe(false)
    expect(arrived.route.map(({ note }) => note).slice(0, 2)).toEqual([
      'sender_paid_debit',
      'pay_in_received',
    ])
  })
  it('money that never comes: the transfer ends, and says so', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: DIRECT_DEBIT })
    await payAtBridge(payment, 'never comes')
    await world.advance(10 * 86_400)
    expect(await state(payment)).toBe('expired')
  })
  it('nobody goes to the page: it expires', async () => {
    const { body: payment } = await payer.send({ cashin_method_id: DIRECT_DEBIT })
    await world.advance(2 * 3_600)
    expect(await state(payment)).toBe('expired')
  })
})
