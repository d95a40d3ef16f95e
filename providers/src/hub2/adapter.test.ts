// Every way an exchange with Hub2 can end, against a server on this machine that ends it that way.
import type { IncomingMessage } from 'node:http'
import { money } from '@jokko/core/money'
import { describe, expect, test } from 'vitest'
import type { PayoutOrder } from '../port.ts'
import { type Answer, answeringServer, PATIENT_MS, patienceFor, says, silence } from '../testing.ts'
import { createHub2 } from './adapter.ts'

let answer: Answer = (_request, response) => response.end()
const server = answeringServer((request, response) => answer(request, response))

const config = {
  appEnv: 'test',
  apiKey: 'key',
  merchantId: 'merchant',
  webhookSecret: 'secret',
  environment: 'sandbox',
  timeoutMs: PATIENT_MS,
} as const

const hub2 = () => createHub2({ ...config, url: `${server.url}/`, timeoutMs: patienceFor(answer) }).payouts

const order: PayoutOrder = {
  attemptId: 'att_1',
  amount: money(163_990n, 'XOF'),
  description: 'Jokko',
  payee: {
    kind: 'mobile_money',
    name: 'Kouamé Traoré',
    country: 'CI',
    phone: '+2250701020304',
    operator: 'orange_ci',
  },
}

const transfer = {
  id: 'tr_1',
  reference: 'att_1',
  status: 'created',
  amount: 163_990,
  currency: 'XOF',
  fees: [],
}

const refuses = (status: number, code: string, message = '') =>
  says(status, { status, code, message, request_id: 'r' })

const send = (wanted: Answer) => {
  answer = wanted
  return hub2().send(order)
}

describe('sending', () => {
  test('accepted, with Hub2 headers and one request', async () => {
    server.asked.length = 0
    expect(await send(says(201, transfer))).toMatchObject({
      kind: 'accepted',
      payout: { providerId: 'tr_1', state: 'pending' },
    })
    expect(server.asked).toHaveLength(1)
    expect(server.asked[0]).toMatchObject({
      method: 'POST',
      url: '/transfers',
      headers: { apikey: 'key', merchantid: 'merchant', environment: 'sandbox' },
    })
  })

  test.each([
    ['a payee that does not exist', refuses(400, 'invalid_destination'), 'invalid_payee_number'],
    ['a bad request', refuses(400, 'bad_request'), 'invalid_request'],
    [
      'the older form of errors',
      says(400, { statusCode: 400, message: 'invalid_amount: no' }),
      'invalid_amount',
    ],
    [
      'a transfer that failed at once',
      says(201, { ...transfer, status: 'failed', failureCause: { code: 'blacklisted_msisdn' } }),
      'blacklisted',
    ],
  ])('declined: %s', async (_what, wanted, code) => {
    expect(await send(wanted)).toMatchObject({ kind: 'declined', code })
  })

  test.each([
    ['an empty float', refuses(402, 'insufficient-funds'), 'float_empty'],
    ['no reservation', refuses(400, 'missing-funds-reservation'), 'float_empty'],
    ['an operator that is down', refuses(503, 'service_unavailable'), 'operator_down'],
    ['too many requests', says(429, 'slow down', { 'retry-after': '7' }), 'rate_limited'],
    ['a refused key', refuses(401, 'unauthorized'), 'not_authorised'],
    ['an unknown merchant', refuses(403, 'merchant-not-found'), 'not_authorised'],
    [
      'a transfer that failed for want of float',
      says(201, { ...transfer, status: 'failed', failureCause: { code: 'insufficient_funds' } }),
      'float_empty',
    ],
  ])('retryable: %s', async (_what, wanted, reason) => {
    expect(await send(wanted)).toMatchObject({ kind: 'retryable', reason })
  })

  test('retryable: how long to wait is passed on', async () => {
    expect(await send(says(429, '', { 'retry-after': '7' }))).toMatchObject({ retryAfterSeconds: 7 })
  })

  test('retryable: nobody listens, so nothing was sent', async () => {
    const { payouts } = createHub2({ ...config, url: 'http://127.0.0.1:1' })
    expect(await payouts.send(order)).toEqual({ kind: 'retryable', reason: 'unreachable' })
  })

  test.each([
    ['silence', silence, 'timeout'],
    ['a cut connection', (request: IncomingMessage) => request.socket.destroy(), 'connection_lost'],
    ['an error without a code', says(500, 'oops'), 'unreadable'],
    ['a gateway in front of Hub2', says(503, '<html>'), 'unreadable'],
    ['an internal error', refuses(500, 'internal_error'), 'provider_error'],
    ['a code never heard of', refuses(400, 'moon_phase'), 'provider_error'],
    ['success that is not JSON', says(201, 'OK'), 'unreadable'],
    ['success about another transfer', says(201, { ...transfer, reference: 'att_2' }), 'unreadable'],
    ['success about another amount', says(201, { ...transfer, amount: 1 }), 'unreadable'],
    ['a page that never ends', says(201, 'x'.repeat(1_100_000)), 'unreadable'],
    ['a redirect', says(302, '', { location: '/elsewhere' }), 'unreadable'],
    ['a repeated reference', refuses(409, 'duplicate_request'), 'duplicate_reference'],
    [
      'a transfer that failed as a repeat',
      says(201, { ...transfer, status: 'failed', failureCause: { code: 'duplicate_request' } }),
      'duplicate_reference',
    ],
  ] satisfies [string, Answer, string][])('unknown: %s', async (_what, wanted, reason) => {
    expect(await send(wanted)).toMatchObject({ kind: 'unknown', reason })
  })
})

describe('asking by our reference', () => {
  const find = (wanted: Answer) => {
    answer = wanted
    return hub2().findByAttempt('att_1')
  }

  test('finds it, in a bare list and in a page', async () => {
    const found = { kind: 'found', payout: { providerId: 'tr_1', state: 'paid' } }
    const paid = { ...transfer, status: 'successful' }
    expect(await find(says(200, [paid]))).toMatchObject(found)
    expect(await find(says(200, { data: [paid], page: 1 }))).toMatchObject(found)
  })

  test('believes an empty list', async () => {
    expect(await find(says(200, []))).toEqual({ kind: 'not_found' })
    expect(await find(refuses(404, 'transaction-not-found'))).toEqual({ kind: 'not_found' })
  })

  test('does not take failed repeats for the transfer itself', async () => {
    const repeat = { ...transfer, id: 'tr_2', status: 'failed', failureCause: { code: 'duplicate_request' } }
    expect(await find(says(200, [repeat, transfer]))).toMatchObject({ payout: { providerId: 'tr_1' } })
    expect(await find(says(200, [repeat]))).toMatchObject({ kind: 'unknown' })
  })

  test.each([
    [
      'a list of others, where the reference was not searched for',
      says(200, [{ ...transfer, reference: 'x' }]),
    ],
    ['two transfers with our reference', says(200, [transfer, { ...transfer, id: 'tr_2' }])],
    ['a transfer that cannot be read', says(200, [{ ...transfer, status: 'sleeping' }])],
    ['a missing page', says(404, '<html>')],
    ['an error', refuses(500, 'internal_error')],
    ['silence', silence],
  ] satisfies [string, Answer][])('knows nothing from %s', async (_what, wanted) => {
    expect((await find(wanted)).kind).toBe('unknown')
  })
})

test('asking by their id', async () => {
  answer = says(200, { ...transfer, status: 'successful' })
  expect(await hub2().findById('tr_1')).toMatchObject({ kind: 'found', payout: { state: 'paid' } })
  expect((await hub2().findById('tr_2')).kind).toBe('unknown')
})

test('floats', async () => {
  answer = says(200, { transferAccount: [{ availableBalance: 100, reservedBalance: 1, currency: 'XOF' }] })
  expect(await hub2().floats()).toEqual({
    kind: 'known',
    floats: [{ available: money(100n, 'XOF'), reserved: money(1n, 'XOF') }],
  })
  answer = says(200, {})
  expect((await hub2().floats()).kind).toBe('unknown')
})

test('production refuses the sandbox environment and a missing webhook secret', () => {
  const real = { ...config, appEnv: 'production', url: 'https://api.hub2.io' } as const
  expect(() => createHub2(real)).toThrow(/live/)
  expect(() => createHub2({ ...real, environment: 'live' })).not.toThrow()
  expect(() => createHub2({ ...real, environment: 'live', webhookSecret: '' })).toThrow(/secret/)
})
