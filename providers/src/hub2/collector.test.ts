// Every way an order to collect can end, against a server on this machine that ends it that way.
import type { IncomingMessage } from 'node:http'
import { money } from '@jokko/core/money'
import { describe, expect, test } from 'vitest'
import type { MobileMoneyPayer, PayInOrder } from '../port.ts'
import { type Answer, answeringServer, patienceFor, says, silence } from '../testing.ts'
import { createHub2 } from './adapter.ts'

let answer: Answer = (_request, response) => response.end()
const server = answeringServer((request, response) => answer(request, response))

const collectorAt = (url: string) =>
  createHub2({
    appEnv: 'test',
    url,
    apiKey: 'key',
    merchantId: 'merchant',
    webhookSecret: 'secret',
    environment: 'sandbox',
    timeoutMs: patienceFor(answer),
  }).payIns

const collector = () => collectorAt(`${server.url}/`)

const order: PayInOrder = {
  attemptId: 'pin_1',
  amount: money(66_250n, 'XOF'),
  payer: { reference: 'usr_1', firstName: 'Awa', lastName: 'Ndiaye', email: 'a@example.com', country: 'CI' },
  description: 'Jokko',
  returnUrl: 'https://jokko.example/back',
  notificationUrl: 'https://jokko.example/tell',
  language: 'fr',
  expiresAt: new Date('2026-11-27T10:30:00Z'),
}

const payer: MobileMoneyPayer = {
  country: 'CI',
  operator: 'mtn_ci',
  phone: '+2250501020304',
  returnUrl: 'https://jokko.example/back',
}

const intent = {
  id: 'pi_1',
  purchaseReference: 'pin_1',
  status: 'payment_required',
  amount: 66_250,
  currency: 'XOF',
  token: 'tok',
  payments: [],
}

const opened = { attemptId: 'pin_1', providerId: 'pi_1', handle: { token: 'tok' } }

const refuses = (status: number, code: string) => says(status, { status, code, message: '', request_id: 'r' })

/** Answers start, charge and confirm alike. */
const orders = [
  ['start', () => collector().start(order)],
  ['charge', () => collector().charge(opened, payer)],
  ['confirm', () => collector().confirm(opened, '1234')],
] as const

describe.each(orders)('%s', (_name, give) => {
  const told = (wanted: Answer) => {
    answer = wanted
    return give()
  }

  test('accepted', async () => {
    expect(await told(says(201, intent))).toMatchObject({ kind: 'accepted', payIn: { providerId: 'pi_1' } })
  })

  test.each([
    ['a number that is none', refuses(400, 'invalid_msisdn'), 'invalid_payer'],
    ['a bad request', refuses(400, 'bad_parameters'), 'invalid_request'],
    ['too little money', refuses(402, 'customer_insufficient_funds'), 'insufficient_funds'],
    ['a wrong code', refuses(400, 'authentication_failed'), 'wrong_code'],
  ])('declined: %s', async (_what, wanted, code) => {
    expect(await told(wanted)).toMatchObject({ kind: 'declined', code })
  })

  test.each([
    ['an operator that is down', refuses(503, 'service_unavailable'), 'operator_down'],
    ['too many requests', says(429, ''), 'rate_limited'],
    ['a refused key', refuses(401, 'unauthorized'), 'not_authorised'],
  ])('retryable: %s', async (_what, wanted, reason) => {
    expect(await told(wanted)).toMatchObject({ kind: 'retryable', reason })
  })

  test.each([
    ['silence', silence, 'timeout'],
    ['a cut connection', (request: IncomingMessage) => request.socket.destroy(), 'connection_lost'],
    ['an error without a code', says(500, 'oops'), 'unreadable'],
    ['an internal error', refuses(500, 'internal_error'), 'provider_error'],
    ['a code never heard of', refuses(400, 'moon_phase'), 'provider_error'],
    ['a repeat', refuses(409, 'duplicate_request'), 'duplicate_reference'],
    ['success that is not JSON', says(201, 'OK'), 'unreadable'],
    ['success about another payment', says(201, { ...intent, purchaseReference: 'pin_2' }), 'unreadable'],
  ])('unknown: %s', async (_what, wanted, reason) => {
    expect(await told(wanted)).toMatchObject({ kind: 'unknown', reason })
  })
})

test('starting with another amount than ordered is unknown', async () => {
  answer = says(201, { ...intent, amount: 66_251 })
  expect(await collector().start(order)).toMatchObject({ kind: 'unknown', reason: 'unreadable' })
})

test('nobody listens, so nothing was sent', async () => {
  expect(await collectorAt('http://127.0.0.1:1/').start(order)).toEqual({
    kind: 'retryable',
    reason: 'unreachable',
  })
})

test('a token that was not kept is asked for first; without one nothing is ordered', async () => {
  server.asked.length = 0
  answer = says(200, intent)
  await collector().charge({ attemptId: 'pin_1', providerId: 'pi_1' }, payer)
  expect(server.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /payment-intents/pi_1',
    'POST /payment-intents/pi_1/payments',
  ])
  server.asked.length = 0
  expect(await collector().confirm({ attemptId: 'pin_1', providerId: '' }, '1234')).toMatchObject({
    kind: 'retryable',
  })
  expect(server.asked).toEqual([])
})

describe('asking', () => {
  const find = (wanted: Answer, providerId = 'pi_1') => {
    answer = wanted
    return collector().find({ ...opened, providerId })
  }

  test.each([
    ['by id', says(200, intent), 'pi_1'],
    ['by reference', says(200, [intent]), ''],
    ['by reference, in a page', says(200, { data: [intent] }), ''],
  ])('found %s', async (_how, wanted, providerId) => {
    expect(await find(wanted, providerId)).toMatchObject({ kind: 'found', payIn: opened })
  })

  test('an answer without the token keeps the one we had', async () => {
    const { token: _token, ...bare } = intent
    expect(await find(says(200, bare))).toMatchObject({ payIn: { handle: { token: 'tok' } } })
  })

  test('not found', async () => {
    expect(await find(refuses(404, 'transaction-not-found'))).toEqual({ kind: 'not_found' })
    expect(await find(says(200, []), '')).toEqual({ kind: 'not_found' })
  })

  test.each([
    ['a page that is not there', says(404, '<html>'), 'pi_1'],
    ['another payment', says(200, { ...intent, purchaseReference: 'pin_2' }), 'pi_1'],
    ['a list of other payments', says(200, [{ ...intent, purchaseReference: 'pin_2' }]), ''],
    ['two of ours', says(200, [intent, intent]), ''],
    ['no list', says(200, intent), ''],
    ['silence', silence, 'pi_1'],
  ])('unknown: %s', async (_what, wanted, providerId) => {
    expect(await find(wanted, providerId)).toMatchObject({ kind: 'unknown' })
  })
})

describe('cancelling', () => {
  const cancel = (wanted: Answer, providerId = 'pi_1') => {
    answer = wanted
    return collector().cancel({ ...opened, providerId })
  }

  test.each([
    ['nobody was charged', says(200, intent)],
    ['the last try failed', says(200, { ...intent, payments: [{ status: 'failed' }] })],
    ['it is over', says(200, { ...intent, status: 'canceled' })],
  ])('is done when %s', async (_when, wanted) => {
    expect(await cancel(wanted)).toEqual({ kind: 'cancelled' })
  })

  test.each(['processing', 'action_required', 'successful'])('is too late when %s', async status => {
    expect(await cancel(says(200, { ...intent, status }))).toEqual({ kind: 'too_late' })
  })

  test('of what never had an id is done; of what lost its own is unknown', async () => {
    expect(await cancel(says(200, []), '')).toEqual({ kind: 'cancelled' })
    expect(await cancel(refuses(404, 'transaction-not-found'))).toMatchObject({ kind: 'unknown' })
    expect(await cancel(silence)).toMatchObject({ kind: 'unknown', reason: 'timeout' })
  })
})
