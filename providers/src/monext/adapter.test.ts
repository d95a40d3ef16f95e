// Every way an exchange with Monext can end, against a server on this machine that ends it that way.
import { eur } from '@jokko/core/money'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PayInOrder, RefundOrder } from '../port.ts'
import { type Answer, answeringServer, PATIENT_MS, patienceFor, says, silence } from '../testing.ts'
import { createMonext } from './adapter.ts'

/** By method and path; the last resort is the empty key. */
let answers: Record<string, Answer> = {}
const server = answeringServer((request, response) => {
  const { method, url = '' } = request
  const answer = answers[`${method} ${url.replace('/v1/checkout', '')}`] ?? answers['']
  answer?.(request, response)
})

const config = {
  appEnv: 'test',
  merchantId: 'merchant',
  accessKey: 'key',
  pointOfSale: 'WEB',
  timeoutMs: PATIENT_MS,
} as const

const monext = () => {
  const timeoutMs = patienceFor(...Object.values(answers))
  return createMonext({ ...config, url: `${server.url}/v1/`, timeoutMs }).payIns
}

const refunds = () => {
  const { refunds: found } = monext()
  if (!found) throw new Error('cards are refunded')
  return found
}

beforeEach(() => {
  server.asked.length = 0
})

const order: PayInOrder = {
  attemptId: 'pat_1',
  amount: eur(25_510n),
  payer: { reference: 'usr_1', firstName: 'Awa', lastName: 'Diop', email: 'a@example.org', country: 'FR' },
  description: 'Jokko',
  returnUrl: 'https://jokko.example/back',
  notificationUrl: 'https://jokko.example/api/v1/webhooks/monext',
  language: 'fr',
  expiresAt: new Date('2026-11-27T10:30:00Z'),
}

const ours = { attemptId: 'pat_1', providerId: 'tok_1' }

const refuses = (status: number, code: string) => says(status, { title: 'ERROR', code, detail: 'no' })
const cut: Answer = request => request.socket.destroy()

const opened = {
  result: { title: 'ACCEPTED', code: '00000' },
  sessionId: 'tok_1',
  redirectURL: 'https://pay.example/tok_1',
}

const session = (title: string, code: string, change: object = {}) => ({
  result: { title, code },
  order: { reference: 'pat_1', amount: 25_510, currency: 'EUR' },
  transactions: [{ id: 'tx_1', currency: 'EUR', requestedAmount: 25_510 }],
  ...change,
})

describe('opening a session', () => {
  const start = (answer: Answer) => {
    answers = { '': answer }
    return monext().start(order)
  }

  test('accepted, with the address of the page and one request that carries our credentials', async () => {
    expect(await start(says(201, opened))).toEqual({
      kind: 'accepted',
      payIn: {
        ...ours,
        state: 'action_required',
        amount: eur(25_510n),
        action: { kind: 'redirect', url: 'https://pay.example/tok_1' },
      },
    })
    expect(server.asked).toMatchObject([
      {
        method: 'POST',
        url: '/v1/checkout/sessions',
        headers: { authorization: `Basic ${Buffer.from('merchant:key').toString('base64')}` },
      },
    ])
  })

  test.each([
    ['a field that it cannot take', refuses(400, '02305'), { kind: 'declined', code: 'invalid_request' }],
    ['a wrong key', refuses(401, '02303'), { kind: 'retryable', reason: 'not_authorised' }],
    ['that it is down', refuses(503, '02102'), { kind: 'retryable', reason: 'operator_down' }],
    [
      'too many requests',
      says(429, '', { 'retry-after': '7' }),
      { kind: 'retryable', reason: 'rate_limited', retryAfterSeconds: 7 },
    ],
    ['an internal error', refuses(500, '01199'), { kind: 'unknown', reason: 'provider_error' }],
    ['a code never heard of', refuses(400, '09999'), { kind: 'unknown', reason: 'provider_error' }],
    ['a gateway’s page', says(502, '<html>'), { kind: 'unknown', reason: 'unreadable' }],
    ['success that is not JSON', says(201, 'OK'), { kind: 'unknown', reason: 'unreadable' }],
    ['an address that is none', says(201, { ...opened, redirectURL: 'javascript:1' }), { kind: 'unknown' }],
    [
      'success with an error in it',
      says(201, { ...opened, result: { title: 'ERROR', code: '02305' } }),
      { kind: 'unknown', reason: 'unreadable' },
    ],
    ['nothing', silence, { kind: 'unknown', reason: 'timeout' }],
    ['a cut connection', cut, { kind: 'unknown', reason: 'connection_lost' }],
    ['a page that never ends', says(201, 'x'.repeat(1_100_000)), { kind: 'unknown', reason: 'unreadable' }],
  ] satisfies [string, Answer, object][])('it answers %s', async (_what, answer, expected) => {
    expect(await start(answer)).toMatchObject(expected)
  })

  test('nobody listens, so nothing was sent', async () => {
    const { payIns } = createMonext({ ...config, url: 'http://127.0.0.1:1' })
    expect(await payIns.start(order)).toEqual({ kind: 'retryable', reason: 'unreachable' })
  })
})

describe('asking', () => {
  const find = (answer: Answer) => {
    answers = { 'GET /sessions/tok_1': answer }
    return monext().find(ours)
  }

  test('finds what became of it', async () => {
    expect(await find(says(200, session('ACCEPTED', '00000')))).toMatchObject({
      kind: 'found',
      payIn: { ...ours, state: 'collected', amount: eur(25_510n), handle: { transactionId: 'tx_1' } },
    })
  })

  test('an attempt that never got a session was never paid', async () => {
    const lost = { attemptId: 'pat_1', providerId: '' }
    expect(await monext().find(lost)).toEqual({ kind: 'not_found' })
    expect(await monext().cancel(lost)).toEqual({ kind: 'cancelled' })
    expect(server.asked).toEqual([])
  })

  test.each([
    ['a session that is not known', refuses(404, '02301'), { kind: 'not_found' }],
    ['a missing page', says(404, '<html>'), { kind: 'unknown' }],
    [
      'another order',
      says(200, session('ACCEPTED', '00000', { order: { reference: 'x', amount: 25_510, currency: 'EUR' } })),
      { kind: 'unknown', reason: 'unreadable' },
    ],
    [
      'another amount',
      says(200, session('ACCEPTED', '00000', { order: { reference: 'pat_1', amount: 1, currency: 'EUR' } })),
      { kind: 'unknown', reason: 'unreadable' },
    ],
    [
      'a duplicate',
      says(200, session('REFUSED', '02001')),
      { kind: 'unknown', reason: 'duplicate_reference' },
    ],
    ['an error', refuses(500, '01199'), { kind: 'unknown', reason: 'provider_error' }],
    ['silence', silence, { kind: 'unknown', reason: 'timeout' }],
  ] satisfies [string, Answer, object][])('%s', async (_what, answer, expected) => {
    expect(await find(answer)).toMatchObject(expected)
  })
})

describe('cancelling', () => {
  test.each([
    ['CANCELLED', '02324', { kind: 'cancelled' }],
    ['CANCELLED', '02319', { kind: 'cancelled' }],
    ['REFUSED', '01100', { kind: 'cancelled' }],
    ['INPROGRESS', '02306', { kind: 'too_late' }],
    ['ONHOLD_PARTNER', '04003', { kind: 'too_late' }],
    ['ACCEPTED', '00000', { kind: 'too_late' }],
    ['SLEEPING', '00000', { kind: 'unknown' }],
  ])('a session that is %s %s', async (title, code, expected) => {
    answers = { '': says(200, session(title, code)) }
    expect(await monext().cancel(ours)).toMatchObject(expected)
  })

  test('a session that is not known may still be paid', async () => {
    answers = { '': refuses(404, '02301') }
    expect(await monext().cancel(ours)).toMatchObject({ kind: 'unknown' })
  })
})

describe('refunding', () => {
  const refund: RefundOrder = { payerName: 'Awa Ndiaye', refundId: 'pat_9', payIn: ours, amount: eur(1_000n) }
  const payment = (...more: object[]) =>
    says(200, { order: { reference: 'pat_1' }, associatedTransactions: [{ id: 'tx_1', type: 'X' }, ...more] })
  const earlier = { id: 'rf_0', type: 'REFUND', amount: 1_000 }
  const marked = (refundId: string, title = 'ACCEPTED', code = '00000') =>
    says(200, { result: { title, code }, transaction: { id: 'rf_0' }, privateData: { refundId } })
  const taken = says(201, { result: { title: 'INPROGRESS', code: '02000' }, transaction: { id: 'rf_1' } })

  const send = (change: Record<string, Answer>, wanted = refund) => {
    answers = {
      'GET /sessions/tok_1': says(200, session('ACCEPTED', '00000')),
      'GET /transactions/tx_1': payment(),
      'POST /transactions/tx_1/refunds': taken,
      ...change,
    }
    return refunds().send(wanted)
  }
  const orders = () => server.asked.filter(({ method }) => method === 'POST').length

  test('accepted, after looking that there is none yet', async () => {
    expect(await send({})).toEqual({ kind: 'accepted', refund: { providerId: 'rf_1', state: 'pending' } })
    expect(server.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1/checkout/sessions/tok_1',
      'GET /v1/checkout/transactions/tx_1',
      'POST /v1/checkout/transactions/tx_1/refunds',
    ])
  })

  test('does not need the session when the transaction was kept', async () => {
    const kept = { ...refund, payIn: { ...ours, handle: { transactionId: 'tx_1' } } }
    expect(await send({ 'GET /sessions/tok_1': refuses(404, '02301') }, kept)).toMatchObject({
      kind: 'accepted',
    })
  })

  test('is not sent again when ours is there, whatever became of it', async () => {
    const listed = { 'GET /transactions/tx_1': payment(earlier) }
    expect(await send({ ...listed, 'GET /transactions/rf_0': marked('pat_9') })).toMatchObject({
      kind: 'accepted',
      refund: { providerId: 'rf_0', state: 'done' },
    })
    expect(
      await send({ ...listed, 'GET /transactions/rf_0': marked('pat_9', 'REFUSED', '01100') }),
    ).toMatchObject({ kind: 'accepted', refund: { state: 'failed' } })
    expect(orders()).toBe(0)
  })

  test('is sent beside refunds that are certainly others', async () => {
    const listed = { 'GET /transactions/tx_1': payment(earlier) }
    expect(await send({ ...listed, 'GET /transactions/rf_0': marked('pat_8') })).toMatchObject({
      refund: { providerId: 'rf_1' },
    })
    const other = { 'GET /transactions/tx_1': payment({ ...earlier, amount: 999 }) }
    expect(await send({ ...other, 'GET /transactions/rf_0': marked('') })).toMatchObject({
      refund: { providerId: 'rf_1' },
    })
    expect(orders()).toBe(2)
  })

  test.each([
    [
      'one of the same amount carries no mark',
      { 'GET /transactions/tx_1': payment(earlier), 'GET /transactions/rf_0': marked('') },
    ],
    [
      'ours has another amount',
      {
        'GET /transactions/tx_1': payment({ ...earlier, amount: 5 }),
        'GET /transactions/rf_0': marked('pat_9'),
      },
    ],
    ['one cannot be read', { 'GET /transactions/tx_1': payment(earlier), 'GET /transactions/rf_0': silence }],
    ['the payment lists nothing', { 'GET /transactions/tx_1': says(200, { order: { reference: 'pat_1' } }) }],
    [
      'the payment is another',
      { 'GET /transactions/tx_1': says(200, { order: { reference: 'x' }, associatedTransactions: [] }) },
    ],
    ['the session is not paid', { 'GET /sessions/tok_1': says(200, session('INPROGRESS', '02306')) }],
    ['Monext is down', { 'GET /sessions/tok_1': refuses(503, '02102') }],
  ] satisfies [string, Record<string, Answer>][])(
    'is unknown and not sent when %s',
    async (_what, change) => {
      expect(await send(change)).toMatchObject({ kind: 'unknown' })
      expect(orders()).toBe(0)
    },
  )

  const answeredWith = (answer: Answer) => send({ 'POST /transactions/tx_1/refunds': answer })

  test.each([
    [
      'an error in an answer of success',
      says(201, { result: { title: 'ERROR', code: '02305' } }),
      'declined',
    ],
    ['a refused request', refuses(400, '02305'), 'declined'],
    ['that it is down', refuses(503, '02102'), 'retryable'],
    ['an external time-out', says(201, { result: { title: 'ERROR', code: '02103' } }), 'unknown'],
    ['a code never heard of', says(201, { result: { title: 'ERROR', code: '09999' } }), 'unknown'],
    ['no transaction', says(201, { result: { title: 'ACCEPTED', code: '00000' } }), 'unknown'],
    ['nothing', silence, 'unknown'],
    ['a cut connection', cut, 'unknown'],
  ] satisfies [string, Answer, string][])('answered with %s', async (_what, answer, kind) => {
    expect((await answeredWith(answer)).kind).toBe(kind)
  })

  test('asking finds it by its own id, or by its mark', async () => {
    answers = { 'GET /transactions/rf_0': marked('pat_9') }
    expect(await refunds().find({ ...refund, providerId: 'rf_0' })).toMatchObject({
      kind: 'found',
      refund: { state: 'done' },
    })
    answers = { 'GET /transactions/rf_0': marked('pat_8') }
    expect((await refunds().find({ ...refund, providerId: 'rf_0' })).kind).toBe('unknown')
    answers = { '': refuses(404, '02301') }
    expect(await refunds().find({ ...refund, providerId: 'rf_0' })).toEqual({ kind: 'not_found' })
    const kept = { ...refund, payIn: { ...ours, handle: { transactionId: 'tx_1' } }, providerId: null }
    answers = { 'GET /transactions/tx_1': payment(earlier), 'GET /transactions/rf_0': marked('pat_9') }
    expect(await refunds().find(kept)).toMatchObject({ kind: 'found', refund: { providerId: 'rf_0' } })
    answers = { 'GET /transactions/tx_1': payment() }
    expect(await refunds().find(kept)).toEqual({ kind: 'not_found' })
  })
})

describe('a notification', () => {
  const { webhooks } = createMonext({ ...config, url: 'http://127.0.0.1:1' })
  const receive = (query: string, at = '2026-11-27T10:15:04.530Z') =>
    webhooks.receive({
      rawBody: new Uint8Array(),
      headers: {},
      url: `https://jokko.example/api/v1/webhooks/monext${query}`,
      receivedAt: new Date(at),
    })

  test('says which session to read, once a minute, and when again if it is repeated', () => {
    expect(receive('?notificationType=WEBTRS&token=tok_1')).toEqual({
      kind: 'event',
      event: {
        provider: 'monext',
        eventId: 'tok_1:2026-11-27T10:15',
        type: 'WEBTRS',
        subject: 'pay_in',
        objectId: 'tok_1',
        reference: '',
        createdAt: '2026-11-27T10:15:04.530Z',
        lookAgainAt: '2026-11-27T10:16:00.000Z',
      },
    })
    const later = receive('?notificationType=WEBTRS&token=tok_1', '2026-11-27T10:16:00.000Z')
    expect(later).toMatchObject({
      event: { eventId: 'tok_1:2026-11-27T10:16', lookAgainAt: '2026-11-27T10:17:00.000Z' },
    })
  })

  test('of another type is kept as other', () => {
    expect(receive('?notificationType=BILL&token=tok_1')).toMatchObject({ event: { subject: 'other' } })
  })

  test.each([
    '',
    '?token=tok_1',
    '?notificationType=WEBTRS',
    '?notificationType=WEBTRS&token=',
    '?notificationType=WEBTRS&token=a%2Fb',
    '?notificationType=WEBTRS&token=a&token=b',
  ])('"%s" is unreadable', query => {
    expect(receive(query)).toEqual({ kind: 'refused', reason: 'unreadable' })
  })
})

test('production refuses Monext’s own test address, plain HTTP and missing credentials', () => {
  const real = { ...config, appEnv: 'production', url: 'https://api.retail.monext.com/v1' } as const
  expect(() => createMonext(real)).not.toThrow()
  expect(() => createMonext({ ...real, url: 'https://api-sandbox.retail.monext.com/v1' })).toThrow()
  expect(() => createMonext({ ...real, url: 'http://api.retail.monext.com/v1' })).toThrow()
  expect(() => createMonext({ ...real, accessKey: '' })).toThrow(/credentials/)
})
