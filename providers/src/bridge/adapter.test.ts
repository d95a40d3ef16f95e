// Every way an exchange with Bridge can end, against a server on this machine that ends it that way.
import type { IncomingMessage } from 'node:http'
import { eur } from '@jokko/core/money'
import { describe, expect, test } from 'vitest'
import type { PayInOrder } from '../port.ts'
import { type Answer, answeringServer, PATIENT_MS, patienceFor, says, silence } from '../testing.ts'
import { createBridge } from './adapter.ts'

let answer: Answer = (_request, response) => response.end()
const server = answeringServer((request, response) => answer(request, response))

const config = {
  appEnv: 'test',
  clientId: 'client',
  clientSecret: 'secret',
  webhookSecret: 'whsec',
  beneficiary: { name: 'JOKKO', iban: 'FR7699999000010000002600103' },
  timeoutMs: PATIENT_MS,
} as const

const bridge = () => createBridge({ ...config, url: `${server.url}/`, timeoutMs: patienceFor(answer) }).payIns

const order: PayInOrder = {
  attemptId: 'pin_1',
  amount: eur(25_275n),
  payer: { reference: 'usr_1', firstName: 'Awa', lastName: 'Diop', email: 'a@example.com', country: 'FR' },
  description: 'Jokko',
  returnUrl: 'https://jokko.example/back',
  notificationUrl: 'https://jokko.example/tell',
  language: 'fr',
  expiresAt: new Date('2026-11-27T10:30:00Z'),
}

const payIn = { attemptId: 'pin_1', providerId: 'lnk_1', handle: { url: 'https://pay.example/1' } }

const refuses = (status: number, code = 'any') => says(status, { errors: [{ code, message: '' }] })

describe('starting', () => {
  const start = (wanted: Answer) => {
    answer = wanted
    return bridge().start(order)
  }

  test('accepted, with the three headers and one request', async () => {
    server.asked.length = 0
    expect(await start(says(200, { id: 'lnk_1', url: 'https://pay.example/1' }))).toEqual({
      kind: 'accepted',
      payIn: {
        ...payIn,
        state: 'action_required',
        amount: eur(25_275n),
        action: { kind: 'redirect', url: 'https://pay.example/1' },
      },
    })
    expect(server.asked).toMatchObject([
      {
        method: 'POST',
        url: '/v3/payment/payment-links',
        headers: { 'bridge-version': '2025-01-15', 'client-id': 'client', 'client-secret': 'secret' },
      },
    ])
  })

  test.each([
    ['declined', refuses(400, 'invalid_iban'), { code: 'invalid_request', providerCode: 'invalid_iban' }],
    ['declined', refuses(422), { code: 'invalid_request' }],
    ['retryable', refuses(401), { reason: 'not_authorised' }],
    ['retryable', refuses(503), { reason: 'operator_down' }],
    ['retryable', says(429, '', { 'retry-after': '7' }), { reason: 'rate_limited', retryAfterSeconds: 7 }],
    ['unknown', refuses(500), { reason: 'provider_error' }],
    ['unknown', refuses(409), { reason: 'provider_error' }],
    ['unknown', says(400, '<html>'), { reason: 'unreadable' }],
    ['unknown', says(200, 'OK'), { reason: 'unreadable' }],
    ['unknown', says(200, { id: 'lnk_1', url: 'javascript:1' }), { reason: 'unreadable' }],
    ['unknown', silence, { reason: 'timeout' }],
    ['unknown', (request: IncomingMessage) => request.socket.destroy(), { reason: 'connection_lost' }],
  ] as const)('%s', async (kind, wanted, more) => {
    expect(await start(wanted)).toMatchObject({ kind, ...more })
  })

  test('nobody listens, so nothing was sent', async () => {
    const { payIns } = createBridge({ ...config, url: 'http://127.0.0.1:1' })
    expect(await payIns.start(order)).toEqual({ kind: 'retryable', reason: 'unreachable' })
  })
})

const link = (status: string) => ({
  id: 'lnk_1',
  status,
  transactions: [{ amount: 252.75, currency: 'EUR', end_to_end_id: '1' }],
})

/** Answers the link, its payments and its revocation, each in its way. */
const withLink =
  (body: object, payments: string[], revocation: Answer = says(200, {})): Answer =>
  (request, response) => {
    if (request.method === 'POST') return revocation(request, response)
    const isList = request.url?.includes('payment-requests?payment_link_id=lnk_1') ?? false
    const list = { resources: payments.map(status => ({ status })), pagination: {} }
    return says(200, isList ? list : body)(request, response)
  }

describe('asking', () => {
  const find = (wanted: Answer) => {
    answer = wanted
    return bridge().find(payIn)
  }

  test('found', async () => {
    expect(await find(withLink(link('completed'), ['ACSC']))).toMatchObject({
      kind: 'found',
      payIn: { state: 'ordered', amount: eur(25_275n) },
    })
  })

  test('not found: of Bridge’s own word, or when there never was an id', async () => {
    expect(await find(refuses(404))).toEqual({ kind: 'not_found' })
    server.asked.length = 0
    expect(await bridge().find({ attemptId: 'pin_1', providerId: '' })).toEqual({ kind: 'not_found' })
    expect(server.asked).toEqual([])
  })

  test.each([
    ['a page that is not there', says(404, '<html>')],
    ['another link', withLink({ ...link('valid'), id: 'lnk_2' }, [])],
    ['an error', refuses(500)],
    ['silence', silence],
  ])('unknown: %s', async (_what, wanted) => {
    expect(await find(wanted)).toMatchObject({ kind: 'unknown' })
  })
})

describe('cancelling', () => {
  const cancel = (wanted: Answer) => {
    answer = wanted
    return bridge().cancel(payIn)
  }

  test.each([
    ['cancelled', withLink(link('revoked'), [])],
    ['cancelled', withLink(link('revoked'), ['ACTC', 'RJCT'])],
    ['cancelled', withLink(link('expired'), [], refuses(409))],
    ['too_late', withLink(link('revoked'), ['PDNG'])],
    ['too_late', withLink(link('completed'), ['ACSC'], refuses(409))],
    ['unknown', withLink(link('valid'), [], refuses(500))],
    ['unknown', withLink(link('valid'), ['RJCT'], refuses(500))],
    ['unknown', refuses(404)],
    ['unknown', silence],
  ] as const)('%s', async (kind, wanted) => {
    expect(await cancel(wanted)).toMatchObject({ kind })
  })

  test('of a link that never had an id is done', async () => {
    expect(await bridge().cancel({ attemptId: 'pin_1', providerId: '' })).toEqual({ kind: 'cancelled' })
  })
})

test('settings that cannot be right stop the start', () => {
  const url = 'https://api.bridgeapi.io'
  expect(() =>
    createBridge({ ...config, url: 'http://localhost:3001/bridge', appEnv: 'production' }),
  ).toThrow()
  expect(() => createBridge({ ...config, url, clientSecret: '' })).toThrow('credentials')
  expect(() => createBridge({ ...config, url, webhookSecret: '' })).toThrow('webhook secret')
})
