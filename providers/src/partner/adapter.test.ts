// Every way an exchange with the partner network can end, against a server on this machine that ends it that way.

import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { money } from '@jokko/core/money'
import { describe, expect, test } from 'vitest'
import type { PayoutOrder } from '../port.ts'
import { type Answer, answeringServer, PATIENT_MS, patienceFor, says, silence } from '../testing.ts'
import { createPartner } from './adapter.ts'

let answer: Answer = (_request, response) => response.end()
const server = answeringServer((request, response) => answer(request, response))

const config = {
  name: 'partner',
  appEnv: 'test',
  apiKey: 'key',
  webhookSecret: 'secret',
  timeoutMs: PATIENT_MS,
} as const

const partner = () =>
  createPartner({ ...config, url: `${server.url}/`, timeoutMs: patienceFor(answer) }).payouts

const order: PayoutOrder = {
  attemptId: 'att_1',
  amount: money(163_990n, 'XOF'),
  description: 'Jokko',
  payee: {
    kind: 'microfinance',
    name: 'Awa Diop',
    country: 'SN',
    institutionId: 'sn_mfi_um_pamecas',
    institutionName: 'UM-PAMECAS',
    accountNumber: 'PAM-001234',
  },
}

const payout = {
  id: 'po_1',
  reference: 'att_1',
  status: 'pending',
  amount: 163_990,
  currency: 'XOF',
  fee: null,
}

const refuses = (status: number, code: string) => says(status, { error: { code, message: '' } })
const failedAtOnce = (code: string) => says(201, { ...payout, status: 'failed', failure: { code } })

const send = (wanted: Answer, sent = order) => {
  answer = wanted
  return partner().send(sent)
}

describe('sending', () => {
  test.each([
    [order.payee, { type: 'mfi', institution_id: 'sn_mfi_um_pamecas', account_number: 'PAM-001234' }],
    [
      { kind: 'wallet', name: 'Awa Diop', country: 'CM', phone: '+237677123456' },
      { type: 'wallet', country_code: 'CM', account_number: '+237677123456' },
    ],
    [
      { kind: 'delivery', name: 'Awa Diop', country: 'SN', phone: '+221770102030', address: 'Dakar' },
      { type: 'delivery', account_number: '+221770102030', detail: 'Dakar' },
    ],
    [
      { kind: 'mobile_money', name: 'Awa Diop', country: 'NE', phone: '+22790102030', operator: 'airtel_ne' },
      { type: 'mobile_money', account_number: '+22790102030', detail: 'airtel_ne' },
    ],
    [
      {
        kind: 'bank_account',
        name: 'Awa Diop',
        country: 'GN',
        bankName: 'Ecobank',
        account: { kind: 'local', bankCode: '010', account: '1234567890' },
      },
      { type: 'bank_transfer', detail: 'Ecobank', account_number: '010 1234567890' },
    ],
  ] satisfies [PayoutOrder['payee'], object][])('accepted: $0.kind', async (payee, fields) => {
    expect(await send(says(201, payout), { ...order, payee })).toMatchObject({
      kind: 'accepted',
      payout: { providerId: 'po_1', state: 'pending' },
    })
    expect(JSON.parse(server.asked.at(-1)?.body ?? '')).toMatchObject({
      reference: 'att_1',
      amount: 163_990,
      owner_name: 'Awa Diop',
      ...fields,
    })
  })

  test.each([
    ['an institution that is not reached', refuses(400, 'institution_unknown'), 'destination_not_allowed'],
    ['a bad request', refuses(400, 'bad_request'), 'invalid_request'],
    ['a closed account', failedAtOnce('account_closed'), 'payee_account_closed'],
  ])('declined: %s', async (_what, wanted, code) => {
    expect(await send(wanted)).toMatchObject({ kind: 'declined', code })
  })

  test.each([
    ['a closed institution', refuses(503, 'service_unavailable'), 'operator_down'],
    ['too many requests', refuses(429, 'too_many_requests'), 'rate_limited'],
    ['a refused key', refuses(401, 'unauthorized'), 'not_authorised'],
    ['an empty balance', failedAtOnce('balance_too_low'), 'float_empty'],
  ])('retryable: %s', async (_what, wanted, reason) => {
    expect(await send(wanted)).toMatchObject({ kind: 'retryable', reason })
  })

  test('retryable: nobody listens, so nothing was sent', async () => {
    const { payouts } = createPartner({ ...config, url: 'http://127.0.0.1:1' })
    expect(await payouts.send(order)).toEqual({ kind: 'retryable', reason: 'unreachable' })
  })

  test.each([
    ['silence', silence, 'timeout'],
    ['a cut connection', (request: IncomingMessage) => request.socket.destroy(), 'connection_lost'],
    ['an error without a code', says(503, '<html>'), 'unreadable'],
    ['an internal error', refuses(500, 'internal_error'), 'provider_error'],
    ['a code never heard of', refuses(400, 'moon_phase'), 'provider_error'],
    ['success that is not JSON', says(201, 'OK'), 'unreadable'],
    ['success about another payout', says(201, { ...payout, reference: 'att_2' }), 'unreadable'],
    ['success about another amount', says(201, { ...payout, amount: 1 }), 'unreadable'],
    ['a reference that was used otherwise', refuses(409, 'reference_used'), 'duplicate_reference'],
  ] satisfies [string, Answer, string][])('unknown: %s', async (_what, wanted, reason) => {
    expect(await send(wanted)).toMatchObject({ kind: 'unknown', reason })
  })
})

describe('asking', () => {
  const find = (wanted: Answer) => {
    answer = wanted
    return partner().findByAttempt('att_1')
  }

  test('finds it, with what it cost, or believes an empty list', async () => {
    const paid = { ...payout, status: 'successful', fee: { amount: 1_640, currency: 'XOF' } }
    expect(await find(says(200, { payouts: [paid] }))).toMatchObject({
      kind: 'found',
      payout: { state: 'paid', cost: money(1_640n, 'XOF') },
    })
    expect(await find(says(200, { payouts: [] }))).toEqual({ kind: 'not_found' })
  })

  test.each([
    ['a payout of others', says(200, { payouts: [{ ...payout, reference: 'x' }] })],
    ['two of them', says(200, { payouts: [payout, payout] })],
    ['a payout that cannot be read', says(200, { payouts: [{ ...payout, status: 'asleep' }] })],
    ['no list', says(200, {})],
    ['a missing page', says(404, '<html>')],
    ['silence', silence],
  ] satisfies [string, Answer][])('knows nothing from %s', async (_what, wanted) => {
    expect((await find(wanted)).kind).toBe('unknown')
  })

  test('by their id', async () => {
    answer = says(200, payout)
    expect(await partner().findById('po_1')).toMatchObject({ kind: 'found' })
    expect((await partner().findById('po_2')).kind).toBe('unknown')
    answer = refuses(404, 'payout_not_found')
    expect(await partner().findById('po_2')).toEqual({ kind: 'not_found' })
  })

  test('for the balance', async () => {
    answer = says(200, { balances: [{ currency: 'XOF', available: 100, reserved: 1 }] })
    expect(await partner().floats()).toEqual({
      kind: 'known',
      floats: [{ available: money(100n, 'XOF'), reserved: money(1n, 'XOF') }],
    })
    answer = says(200, {})
    expect((await partner().floats()).kind).toBe('unknown')
  })
})

describe('webhooks', () => {
  const { webhooks } = createPartner({ ...config, name: 'aloohpay', url: 'http://127.0.0.1:1' })
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'payout.succeeded',
    data: { id: 'po_1', reference: 'att_1' },
    created_at: '2026-11-27T10:15:04.530Z',
  })
  const receive = (text: string, header: string | undefined) =>
    webhooks.receive({
      rawBody: new TextEncoder().encode(text),
      headers: { 'partner-signature': header },
      url: '',
      receivedAt: new Date(0),
    })
  const signed = (text: string) => `s1=${createHmac('sha256', 'secret').update(text).digest('hex')}`

  test('say which payout changed', () => {
    expect(receive(body, signed(body))).toEqual({
      kind: 'event',
      event: {
        provider: 'aloohpay',
        eventId: 'evt_1',
        type: 'payout.succeeded',
        subject: 'payout',
        objectId: 'po_1',
        reference: 'att_1',
        createdAt: '2026-11-27T10:15:04.530Z',
      },
    })
  })

  test.each([
    ['signature_missing', body, undefined],
    ['signature_wrong', body, 's1=00'],
    ['signature_wrong', body.replace('att_1', 'att_2'), signed(body)],
    ['unreadable', '{}', signed('{}')],
  ])('are refused: %s', (reason, text, header) => {
    expect(receive(text, header)).toEqual({ kind: 'refused', reason })
  })
})

test('production has no AloohPay, and refuses a simulated or unencrypted network', () => {
  const real = { ...config, appEnv: 'production', url: 'https://api.partner.example' } as const
  expect(() => createPartner(real)).not.toThrow()
  expect(() => createPartner({ ...real, name: 'aloohpay' })).toThrow(/not available/)
  expect(() => createPartner({ ...real, url: 'http://localhost:3001/partner' })).toThrow(/https/)
  expect(() => createPartner({ ...real, webhookSecret: '' })).toThrow(/secret/)
})
