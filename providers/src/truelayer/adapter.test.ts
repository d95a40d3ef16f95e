// Every way an exchange with TrueLayer can end, against a server on this machine that ends it that way.
import { createPublicKey } from 'node:crypto'
import { eur } from '@jokko/core/money'
import { verify } from 'truelayer-signing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PayInOrder, PayInReference, RefundOrder } from '../port.ts'
import { type Answer, answeringServer, PATIENT_MS, says, silence } from '../testing.ts'
import { createTrueLayer, type TrueLayer, type TrueLayerConfig } from './adapter.ts'
import { devSigningKeyId, devSigningPrivateKey } from './dev-key.ts'

let truelayer: TrueLayer
let answerToken: Answer
let answer: Answer
const server = answeringServer((request, response) =>
  request.url?.startsWith('/auth/') ? answerToken(request, response) : answer(request, response),
)

const problem = (status: number, type: string) =>
  says(status, { type: `https://docs.truelayer.com/docs/error-types#${type}`, title: type, status })

const token = (text = 't1', expires_in = 3_600) =>
  says(200, { access_token: text, expires_in, token_type: 'Bearer' })

const config = (): TrueLayerConfig => ({
  appEnv: 'test',
  authUrl: `${server.url}/auth`,
  apiUrl: `${server.url}/some/api/`,
  paymentUrl: 'https://payment.example',
  webhookKeysUrl: 'https://webhooks.example/jwks',
  clientId: 'client',
  clientSecret: 'secret',
  merchantAccountId: 'acc_1',
  merchantName: 'Jokko',
  signingKeyId: devSigningKeyId,
  signingPrivateKey: devSigningPrivateKey,
  timeoutMs: PATIENT_MS,
})

beforeEach(() => {
  server.asked.length = 0
  answerToken = token()
  answer = says(500, '')
  truelayer = createTrueLayer(config())
})

const order: PayInOrder = {
  attemptId: 'pay_1',
  amount: eur(25_125n),
  payer: { reference: 'usr_1', firstName: 'Awa', lastName: 'Diop', email: 'a@example.org', country: 'FR' },
  description: 'Jokko JKA2B3C4D5',
  returnUrl: 'https://jokko.example/truelayer',
  notificationUrl: 'https://jokko.example/api/v1/webhooks/truelayer',
  language: 'fr',
  expiresAt: new Date('2026-11-27T10:30:00Z'),
}

const created = { id: 'p-1', user: { id: 'u' }, resource_token: 'rt', status: 'authorization_required' }
const payment = (status: string, more: object = {}) => ({
  id: 'p-1',
  amount_in_minor: 25_125,
  currency: 'EUR',
  metadata: { attempt_id: 'pay_1' },
  status,
  ...more,
})
const payIn: PayInReference = { attemptId: 'pay_1', providerId: 'p-1' }

const start = (wanted: Answer) => {
  answer = wanted
  return truelayer.payIns.start(order)
}

const apiCalls = () => server.asked.filter(({ url }) => url.startsWith('/some/api'))
const tokenCalls = () => server.asked.filter(({ url }) => url.startsWith('/auth'))

describe('starting', () => {
  test('accepted, signed over the documented path whatever path the base address has', async () => {
    expect(await start(says(201, created))).toMatchObject({
      kind: 'accepted',
      payIn: { providerId: 'p-1', attemptId: 'pay_1', state: 'action_required', amount: eur(25_125n) },
    })
    const [call, ...others] = apiCalls()
    expect(others).toEqual([])
    expect(call).toMatchObject({ method: 'POST', url: '/some/api/v3/payments' })
    expect(call?.headers.authorization).toBe('Bearer t1')
    const signed = {
      publicKeyPem: createPublicKey(devSigningPrivateKey).export({ type: 'spki', format: 'pem' }).toString(),
      signature: String(call?.headers['tl-signature']),
      method: 'POST' as Parameters<typeof verify>[0]['method'],
      headers: { 'Idempotency-Key': String(call?.headers['idempotency-key']) },
      requiredHeaders: ['Idempotency-Key'],
      body: call?.body ?? '',
    }
    expect(() => verify({ ...signed, path: '/v3/payments' })).not.toThrow()
    expect(() => verify({ ...signed, path: '/some/api/v3/payments' })).toThrow()
    expect(() => verify({ ...signed, path: '/v3/payments', body: '{}' })).toThrow()
  })

  test('again is the same request with the same key', async () => {
    await start(says(201, created))
    await start(says(201, created))
    const [first, second] = apiCalls()
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect(second?.body).toBe(first?.body)
  })

  test('what cannot be ordered is declined without a request', async () => {
    const refused = await truelayer.payIns.start({ ...order, amount: eur(0n) })
    expect(refused).toEqual({ kind: 'declined', code: 'invalid_request', providerCode: '' })
    expect(server.asked).toEqual([])
  })

  test.each([
    [400, 'invalid-parameters', { kind: 'declined', code: 'invalid_request' }],
    [403, 'forbidden', { kind: 'retryable', reason: 'not_authorised' }],
    [401, 'unauthenticated', { kind: 'retryable', reason: 'not_authorised' }],
    [429, 'provider-too-many-requests', { kind: 'retryable', reason: 'rate_limited' }],
    [409, 'idempotency-key-concurrency-conflict', { kind: 'unknown', reason: 'duplicate_reference' }],
    [422, 'idempotency-key-reuse', { kind: 'unknown', reason: 'duplicate_reference' }],
    [500, 'internal-server-error', { kind: 'unknown', reason: 'provider_error' }],
    [503, 'service-unavailable', { kind: 'unknown', reason: 'provider_error' }],
  ])('%i %s', async (status, type, expected) => {
    expect(await start(problem(status, type))).toMatchObject(expected)
  })

  test.each([
    [400, 'not json'],
    [404, {}],
    [502, '<html>'],
    [201, 'not json'],
    [201, { id: 'p-1' }],
    [201, { ...created, status: 'floating' }],
  ])('%i with %o is unknown', async (status, body) => {
    expect(await start(says(status, body))).toMatchObject({ kind: 'unknown', reason: 'unreadable' })
  })

  test('cut off is unknown, silent is unknown', async () => {
    expect(await start(request => request.socket.destroy())).toMatchObject({
      kind: 'unknown',
      reason: 'connection_lost',
    })
    // Long enough for the token that is asked for first.
    truelayer = createTrueLayer({ ...config(), timeoutMs: 1_000 })
    expect(await start(silence)).toMatchObject({ kind: 'unknown', reason: 'timeout' })
  })
})

describe('access tokens', () => {
  test('are kept, and fetched once for calls at the same time', async () => {
    answer = says(200, payment('executed'))
    await Promise.all([truelayer.payIns.find(payIn), truelayer.payIns.find(payIn)])
    await truelayer.payIns.find(payIn)
    expect(tokenCalls()).toHaveLength(1)
    expect(JSON.parse(tokenCalls()[0]?.body ?? '')).toEqual({
      grant_type: 'client_credentials',
      scope: 'payments',
      client_id: 'client',
      client_secret: 'secret',
    })
  })

  test('in their last minute are not used', async () => {
    answerToken = token('t1', 59)
    answer = says(200, payment('executed'))
    await truelayer.payIns.find(payIn)
    await truelayer.payIns.find(payIn)
    expect(tokenCalls()).toHaveLength(2)
  })

  test('that are refused are replaced once, and the order is made once', async () => {
    let made = 0
    answerToken = (request, response) => token(`t${tokenCalls().length}`)(request, response)
    const answered = await start((request, response) => {
      if (request.headers.authorization === 'Bearer t1')
        return problem(401, 'unauthenticated')(request, response)
      made += 1
      return says(201, created)(request, response)
    })
    expect(answered.kind).toBe('accepted')
    expect(made).toBe(1)
    expect(apiCalls()).toHaveLength(2)
  })

  test.each([
    [400, { error: 'invalid_client' }, { reason: 'not_authorised', providerCode: 'invalid_client' }],
    [503, {}, { reason: 'operator_down' }],
    [429, {}, { reason: 'rate_limited' }],
    [200, {}, { reason: 'unreachable' }],
  ])('%i %o: nothing was ordered', async (status, body, expected) => {
    answerToken = says(status, body)
    expect(await start(says(201, created))).toMatchObject({ kind: 'retryable', ...expected })
    expect(apiCalls()).toEqual([])
  })

  test('that never come: nothing was ordered', async () => {
    answerToken = request => request.socket.destroy()
    expect(await start(says(201, created))).toMatchObject({ kind: 'retryable', reason: 'unreachable' })
    expect(await truelayer.payIns.find(payIn)).toMatchObject({ kind: 'unknown' })
  })
})

describe('finding', () => {
  const find = (wanted: Answer, which = payIn) => {
    answer = wanted
    return truelayer.payIns.find(which)
  }

  test('executed is not yet money, settled is', async () => {
    const source = { payment_source: { account_holder_name: 'AWA DIOP' } }
    expect(await find(says(200, payment('executed', source)))).toMatchObject({
      kind: 'found',
      payIn: { state: 'pending' },
    })
    expect(await find(says(200, payment('settled', source)))).toMatchObject({
      payIn: { state: 'collected', amount: eur(25_125n), source: { holderName: 'AWA DIOP' } },
    })
  })

  test('nothing only where TrueLayer itself says so', async () => {
    expect(await find(problem(404, 'not-found'))).toEqual({ kind: 'not_found' })
    expect(await find(says(404, ''))).toMatchObject({ kind: 'unknown' })
    expect(await find(problem(500, 'internal-server-error'))).toMatchObject({ kind: 'unknown' })
  })

  test('another payment than ours is not believed', async () => {
    expect(await find(says(200, payment('settled', { metadata: {} })))).toMatchObject({
      reason: 'unreadable',
    })
  })

  test('without an id asks nothing: the order again tells it', async () => {
    const lost = { ...payIn, providerId: '' }
    expect(await truelayer.payIns.find(lost)).toEqual({ kind: 'not_found' })
    expect(await truelayer.payIns.cancel(lost)).toEqual({ kind: 'cancelled' })
    expect(server.asked).toEqual([])
  })
})

describe('cancelling', () => {
  const cancel = (asked: Answer, afterwards: Answer) => {
    answer = (request, response) => (request.method === 'POST' ? asked : afterwards)(request, response)
    return truelayer.payIns.cancel(payIn)
  }
  const failed = says(200, payment('failed', { failure_reason: 'canceled' }))

  test('is what the payment says, whatever the request was answered', async () => {
    expect(await cancel(says(202, ''), failed)).toEqual({ kind: 'cancelled' })
    expect(await cancel(problem(409, 'invalid-state'), failed)).toEqual({ kind: 'cancelled' })
    expect(await cancel(problem(409, 'invalid-state'), says(200, payment('executed')))).toEqual({
      kind: 'too_late',
    })
    expect(await cancel(says(202, ''), says(200, payment('settled')))).toEqual({ kind: 'too_late' })
    expect(await cancel(says(202, ''), says(200, payment('authorizing')))).toMatchObject({ kind: 'unknown' })
    expect(await cancel(problem(500, 'x'), says(200, payment('authorizing')))).toMatchObject({
      kind: 'unknown',
    })
    expect(await cancel(says(202, ''), problem(404, 'not-found'))).toMatchObject({ kind: 'unknown' })
    expect(await cancel(request => request.socket.destroy(), failed)).toMatchObject({ kind: 'unknown' })
  })
})

describe('refunds', () => {
  const refund: RefundOrder = { payerName: 'Awa Ndiaye', refundId: 'rfd_1', payIn, amount: eur(100n) }
  const listed = (...refunds: object[]) =>
    says(200, { items: refunds.map(one => ({ id: 'r-1', amount_in_minor: 100, currency: 'EUR', ...one })) })
  const findOurs = (wanted: Answer, providerId: string | null = null) => {
    answer = wanted
    return truelayer.payIns.refunds?.find({ ...refund, providerId })
  }

  test('are accepted with a key of their own', async () => {
    answer = says(201, { id: 'r-1' })
    expect(await truelayer.payIns.refunds?.send(refund)).toEqual({
      kind: 'accepted',
      refund: { providerId: 'r-1', state: 'pending' },
    })
    expect(apiCalls()[0]?.url).toBe('/some/api/v3/payments/p-1/refunds')
    answer = says(201, {})
    expect(await truelayer.payIns.refunds?.send(refund)).toMatchObject({ kind: 'unknown' })
    answer = problem(400, 'invalid-parameters')
    expect(await truelayer.payIns.refunds?.send(refund)).toMatchObject({ kind: 'declined' })
  })

  test('are found by our mark, and not found only when every refund has another', async () => {
    const ours = { status: 'executed', metadata: { refund_id: 'rfd_1' } }
    const others = { status: 'executed', metadata: { refund_id: 'rfd_2' } }
    expect(await findOurs(listed(others, ours))).toMatchObject({ kind: 'found', refund: { state: 'done' } })
    expect(await findOurs(listed(others))).toEqual({ kind: 'not_found' })
    expect(await findOurs(listed())).toEqual({ kind: 'not_found' })
    expect(await findOurs(listed(others, { status: 'executed' }))).toMatchObject({ kind: 'unknown' })
    expect(await findOurs(says(200, {}))).toMatchObject({ kind: 'unknown' })
  })

  test('are found by their id', async () => {
    const one = {
      id: 'r-1',
      amount_in_minor: 100,
      currency: 'EUR',
      status: 'failed',
      failure_reason: 'rejected',
    }
    expect(await findOurs(says(200, one), 'r-1')).toMatchObject({
      kind: 'found',
      refund: { state: 'failed', failure: { code: 'refused_by_bank' } },
    })
    expect(await findOurs(says(200, one), 'r-2')).toMatchObject({ kind: 'unknown' })
    expect(await findOurs(problem(404, 'not-found'), 'r-1')).toEqual({ kind: 'not_found' })
  })
})

describe('the account holder', () => {
  const check = (verification: Answer) => {
    answer = verification
    return truelayer.holderCheck.check({
      code: 'c',
      redirectUri: 'https://jokko.example/truelayer',
      name: 'Awa',
    })
  }

  test('consents on a page that comes back with the state', () => {
    const url = truelayer.holderCheck.consentUrl({
      state: 's&1',
      redirectUri: 'https://jokko.example/truelayer',
    })
    expect(url).toBe(
      `${server.url}/auth/?response_type=code&client_id=client&scope=info%20accounts` +
        '&redirect_uri=https%3A%2F%2Fjokko.example%2Ftruelayer&state=s%261',
    )
  })

  test('is, is not, or cannot be told', async () => {
    answerToken = says(200, { access_token: 'user', refresh_token: 'r', expires_in: 3_600 })
    expect(await check(says(200, { verifiable: true, verified: true, match_score: 100 }))).toEqual({
      kind: 'holder',
    })
    expect(apiCalls()[0]).toMatchObject({ url: '/some/api/verification/v1/verify', body: '{"name":"Awa"}' })
    expect(apiCalls()[0]?.headers.authorization).toBe('Bearer user')
    expect(await check(says(200, { verifiable: true, verified: false }))).toEqual({ kind: 'not_holder' })
    expect(await check(says(200, { verifiable: false, verified: false }))).toEqual({ kind: 'not_possible' })
    expect(await check(says(501, { error: 'endpoint_not_supported' }))).toEqual({ kind: 'not_possible' })
    expect(await check(says(200, { verified: true }))).toMatchObject({ kind: 'unavailable' })
    expect(await check(says(500, ''))).toMatchObject({ kind: 'unavailable' })
  })

  test('whose code is refused must consent again; other refusals are ours', async () => {
    answerToken = says(400, { error: 'invalid_grant' })
    expect(await check(says(200, {}))).toEqual({ kind: 'code_refused' })
    answerToken = says(400, { error: 'invalid_client' })
    expect(await check(says(200, {}))).toMatchObject({ kind: 'unavailable' })
    answerToken = says(200, {})
    expect(await check(says(200, {}))).toMatchObject({ kind: 'unavailable' })
  })
})

describe('in production', () => {
  const live =
    (change: Partial<TrueLayerConfig> = {}) =>
    () =>
      createTrueLayer({
        ...config(),
        appEnv: 'production',
        authUrl: 'https://auth.truelayer.com',
        apiUrl: 'https://api.truelayer.com',
        paymentUrl: 'https://payment.truelayer.com',
        webhookKeysUrl: 'https://webhooks.truelayer.com/.well-known/jwks',
        signingPrivateKey: 'another key',
        ...change,
      })

  test('simulated addresses, the development key and missing settings are refused', () => {
    expect(live()).not.toThrow()
    expect(live({ paymentUrl: 'https://payment.truelayer-sandbox.com' })).toThrow('simulated')
    expect(live({ webhookKeysUrl: 'http://localhost:3001/jwks' })).toThrow()
    expect(live({ signingPrivateKey: `${devSigningPrivateKey}\n` })).toThrow('development key')
    expect(live({ merchantAccountId: '' })).toThrow('merchantAccountId')
  })
})
