// TrueLayer's service as its documents describe it: sign-in, payments, the payer's pages, refunds, webhooks, the sweep.
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { sign, verify } from 'truelayer-signing'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Sandbox } from '../sandbox.ts'
import {
  type Answer,
  advance,
  ask,
  listenForWebhooks,
  PATIENT_MS,
  startForgetfulSandbox,
  tell,
  type WebhookListener,
} from '../testing.ts'
import { chooseBank, consent, giveUp, payAtBank } from '../testing-truelayer.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp521r1' })
const privateKeyPem = privateKey.export({ type: 'sec1', format: 'pem' }).toString()

let listener: WebhookListener
let sandbox: Sandbox
let token = ''

beforeAll(async () => {
  listener = await listenForWebhooks()
  sandbox = await startForgetfulSandbox({
    jokkoUrl: listener.url,
    truelayerClientPublicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  })
})
beforeEach(async () => {
  await tell(sandbox, '/control/reset', {})
  listener.received.length = 0
  token = await clientToken()
})
afterAll(async () => {
  await sandbox.close()
  await listener.close()
})

const askToken = (fields: object) => tell(sandbox, '/truelayer/auth/connect/token', fields)

const client = () => ({
  client_id: sandbox.settings.truelayerClientId,
  client_secret: sandbox.settings.truelayerClientSecret,
})

const clientToken = async () => {
  const { body } = await askToken({ ...client(), grant_type: 'client_credentials', scope: 'payments' })
  return (body as { access_token: string }).access_token
}

const get = (path: string, bearer = token) =>
  ask(sandbox, `/truelayer/api${path}`, { headers: { authorization: `Bearer ${bearer}` } })

type Sent = { key?: string; signedPath?: string; signedBody?: string; bearer?: string }

const post = (path: string, body: object | undefined, sent: Sent = {}): Promise<Answer> => {
  const key = sent.key ?? randomUUID()
  const text = body === undefined ? '' : JSON.stringify(body)
  const signature = sign({
    kid: 'k',
    privateKeyPem,
    path: sent.signedPath ?? path,
    headers: { 'Idempotency-Key': key },
    body: sent.signedBody ?? text,
  })
  return ask(sandbox, `/truelayer/api${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sent.bearer ?? token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      'tl-signature': signature,
    },
    body: text,
  })
}

const paymentRequest = (amount = 25_125) => ({
  amount_in_minor: amount,
  currency: 'EUR',
  payment_method: {
    type: 'bank_transfer',
    provider_selection: { type: 'user_selected' },
    beneficiary: {
      type: 'merchant_account',
      merchant_account_id: sandbox.settings.truelayerMerchantAccountId,
      account_holder_name: 'Jokko',
      reference: 'JKA2B3C4D5',
    },
  },
  user: { name: 'Awa Diop', email: 'awa@example.org' },
  metadata: { attempt_id: 'pat_1' },
})

type Created = { id: string; resource_token: string; status: string }

const create = async (amount?: number) => {
  const { status, body } = await post('/v3/payments', paymentRequest(amount))
  expect(status).toBe(201)
  const { id, resource_token } = body as Created
  const values = new URLSearchParams({
    payment_id: id,
    resource_token,
    return_uri: 'http://localhost:3000/truelayer?op=1',
  })
  return { id, link: `${sandbox.url}/truelayer/payment/payments#${values}` }
}

const show = async (id: string) => (await get(`/v3/payments/${id}`)).body

const settled = async (options?: Parameters<typeof payAtBank>[2]) => {
  const payment = await create()
  await payAtBank(sandbox, payment.link, options)
  await advance(sandbox, 4)
  return payment
}

describe('tokens', () => {
  test('for the client, for an hour', async () => {
    const asked = { ...client(), grant_type: 'client_credentials', scope: 'payments' }
    expect(await askToken(asked)).toMatchObject({
      status: 200,
      body: { access_token: expect.any(String), expires_in: 3_600, token_type: 'Bearer', scope: 'payments' },
    })
    expect((await get('/v3/merchant-accounts')).status).toBe(200)
    await advance(sandbox, 3_601)
    expect(await get('/v3/merchant-accounts')).toMatchObject({ status: 401 })
  })

  test.each([
    [{ client_secret: 'wrong' }, 'invalid_client'],
    [{ client_id: 'wrong' }, 'invalid_client'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code', code: 'x', redirect_uri: 'y' }, 'invalid_grant'],
  ])('400 for %o: %s', async (change, error) => {
    const asked = { ...client(), grant_type: 'client_credentials', scope: 'payments', ...change }
    expect(await askToken(asked)).toEqual({ status: 400, body: { error } })
  })
})

describe('whose account it is', () => {
  const redirectUri = 'http://localhost:3000/truelayer'
  const dialog = (change: Record<string, string> = {}) =>
    `${sandbox.url}/truelayer/auth/?${new URLSearchParams({
      response_type: 'code',
      client_id: sandbox.settings.truelayerClientId,
      scope: 'info accounts',
      redirect_uri: redirectUri,
      state: 's&1',
      ...change,
    })}`

  const exchange = (code: string, redirect_uri = redirectUri) =>
    askToken({ ...client(), grant_type: 'authorization_code', code, redirect_uri })

  const codeFor = async (account: 'own' | 'other' | 'silent') => {
    const { location } = await consent(sandbox, dialog(), account)
    const { searchParams } = new URL(location)
    expect(searchParams.get('state')).toBe('s&1')
    return searchParams.get('code') ?? ''
  }

  test.each([
    ['own', { verifiable: true, verified: true, match_score: 100, account_holder_name: ['AWA DIOP'] }],
    ['other', { verifiable: true, verified: false, account_holder_name: ['MOUSSA DIALLO'] }],
    ['silent', { verifiable: false, verified: false, account_holder_name: [] }],
  ] as const)('%s', async (account, expected) => {
    const { body } = await exchange(await codeFor(account))
    const { access_token } = body as { access_token: string }
    expect(body).toMatchObject({ refresh_token: expect.any(String), token_type: 'Bearer' })
    const answer = await ask(sandbox, '/truelayer/api/verification/v1/verify', {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Awa Diop' }),
    })
    expect(answer).toMatchObject({ status: 200, body: expected })
  })

  test('a refusal comes back as access_denied with the state', async () => {
    const { status, location } = await consent(sandbox, dialog(), undefined)
    expect(status).toBe(303)
    expect(location).toBe(`${redirectUri}?error=access_denied&state=s%261`)
  })

  test('a code works once, for its own address, for a few minutes', async () => {
    const code = await codeFor('own')
    expect((await exchange(code)).status).toBe(200)
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await exchange(await codeFor('own'), 'http://localhost:3000/other')).status).toBe(400)
    const late = await codeFor('own')
    await advance(sandbox, 301)
    expect((await exchange(late)).status).toBe(400)
  })

  test('the dialog explains itself, and goes nowhere that is not registered', async () => {
    const text = await (await fetch(dialog())).text()
    expect(text).toContain('Simulated')
    for (const label of ['Bank', 'Whose account is it?']) expect(text).toContain(`>${label}</label>`)
    expect((await fetch(dialog({ redirect_uri: 'https://localhost.evil.example/' }))).status).toBe(400)
    expect((await fetch(dialog({ client_id: 'other' }))).status).toBe(400)
  })

  test('the account holder’s token pays nothing, and the client’s token verifies nobody', async () => {
    const { body } = await exchange(await codeFor('own'))
    const { access_token } = body as { access_token: string }
    expect((await post('/v3/payments', paymentRequest(), { bearer: access_token })).status).toBe(403)
    expect((await post('/verification/v1/verify', { name: 'Awa' })).status).toBe(403)
  })
})

describe('creating a payment', () => {
  test('201, and nothing is paid yet', async () => {
    expect(await post('/v3/payments', paymentRequest())).toMatchObject({
      status: 201,
      body: {
        id: expect.any(String),
        user: { id: expect.any(String) },
        resource_token: expect.any(String),
        status: 'authorization_required',
      },
    })
  })

  test('the same key and body again is the same payment', async () => {
    const key = randomUUID()
    const first = await post('/v3/payments', paymentRequest(), { key })
    expect(await post('/v3/payments', paymentRequest(), { key })).toEqual(first)
    expect(await post('/v3/payments', paymentRequest(1), { key })).toMatchObject({
      status: 422,
      body: { type: expect.stringContaining('#idempotency-key-reuse') },
    })
    const { body } = await ask(sandbox, '/control/truelayer/ledger')
    expect((body as { payments: unknown[] }).payments).toHaveLength(1)
  })

  test.each([
    ['another path', { signedPath: '/truelayer/api/v3/payments' }],
    ['another body', { signedBody: '{}' }],
  ])('401 for a signature over %s', async (_what, sent) => {
    expect(await post('/v3/payments', paymentRequest(), sent)).toMatchObject({
      status: 401,
      body: { detail: 'Invalid request signature.' },
    })
  })

  test('401 without a signature, and without a token', async () => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
    const request = { method: 'POST', headers, body: JSON.stringify(paymentRequest()) }
    expect((await ask(sandbox, '/truelayer/api/v3/payments', request)).status).toBe(401)
    expect((await get('/v3/payments/x', 'none')).status).toBe(401)
  })

  test.each([
    ['amount_in_minor', { amount_in_minor: 1.5 }],
    ['currency', { currency: 'XOF' }],
    ['payment_method.type', { payment_method: {} }],
    ['user.name', { user: { email: 'a@b.c' } }],
    ['metadata', { metadata: { a: 1 } }],
  ])('400 names %s', async (field, change) => {
    expect(await post('/v3/payments', { ...paymentRequest(), ...change })).toMatchObject({
      status: 400,
      body: { errors: { [field]: [expect.any(String)] } },
    })
  })

  test('404 for a payment that is not known, 503 while it is down', async () => {
    expect(await get('/v3/payments/none')).toMatchObject({ status: 404, body: { status: 404 } })
    await tell(sandbox, '/control/faults', { provider: 'truelayer', fault: 'down' })
    expect(await get('/v3/payments/none')).toMatchObject({ status: 503 })
  })
})

describe('the payer’s pages', () => {
  test('a link with its values behind the # is read by a script, one behind the ? at once', async () => {
    const { link } = await create()
    const bare = await (await fetch(link)).text()
    expect(bare).toContain('<script src="/truelayer/payment/fragment.js">')
    expect(await (await fetch(`${sandbox.url}/truelayer/payment/fragment.js`)).text()).toContain(
      'location.hash',
    )
    const answer = await fetch(link.replace('#', '?'))
    expect(answer.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:3000;",
    )
    const text = await answer.text()
    expect(text).toContain('Simulated')
    expect(text).toContain('<h1>Pay 251.25 EUR</h1>')
    await chooseBank(sandbox, link)
    const bank = await (await fetch(link.replace('#', '?'))).text()
    for (const label of ['User name', 'Name on the account']) expect(bank).toContain(`>${label}</label>`)
    expect(bank).toContain('value="Awa Diop"')
  })

  test('executed at once, settled seconds later, with the account that paid', async () => {
    const { id, link } = await create()
    await chooseBank(sandbox, link)
    expect(await show(id)).toMatchObject({ status: 'authorizing' })
    const landing = await payAtBank(sandbox, link, { holder: 'Moussa Diallo' })
    expect(landing).toMatchObject({
      status: 303,
      location: `http://localhost:3000/truelayer?op=1&payment_id=${id}`,
    })
    expect(await show(id)).toMatchObject({
      status: 'executed',
      amount_in_minor: 25_125,
      metadata: { attempt_id: 'pat_1' },
      payment_source: {
        account_holder_name: 'Moussa Diallo',
        account_identifiers: [{ type: 'iban', iban: 'FR7699999000030000091000150' }],
      },
    })
    await advance(sandbox, 4)
    expect(await show(id)).toMatchObject({ status: 'settled', settled_at: expect.any(String) })
    expect((await payAtBank(sandbox, link)).status).toBe(303)
    expect(await (await fetch(link.replace('#', '?'))).text()).toContain('This payment is over')
  })

  test.each([
    ['test_authorisation_failed', 'authorizing', 'authorization_failed'],
    ['test_execution_rejected', 'authorized', 'provider_rejected'],
  ] as const)('%s fails while %s as %s', async (username, failure_stage, failure_reason) => {
    const { id } = await settled({ username })
    expect(await show(id)).toMatchObject({ status: 'failed', failure_stage, failure_reason })
  })

  test('giving up fails it and says so on the way back', async () => {
    const { id, link } = await create()
    const { location } = await giveUp(sandbox, link)
    expect(new URL(location).searchParams.get('error')).toBe('tl_hpp_abandoned')
    expect(await show(id)).toMatchObject({ status: 'failed', failure_reason: 'canceled' })
  })

  test('a quarter of an hour is all there is', async () => {
    const { id } = await create()
    await advance(sandbox, 901)
    expect(await show(id)).toMatchObject({
      failure_stage: 'authorization_required',
      failure_reason: 'expired',
    })
  })

  test('400 for an address that is not registered, 401 for another token', async () => {
    const { link } = await create()
    const page = link.replace('#', '?')
    expect((await fetch(page.replace('localhost', 'evil.example'))).status).toBe(400)
    const other = new URL(page)
    other.searchParams.set('resource_token', 'x')
    expect((await fetch(other)).status).toBe(401)
  })
})

describe('cancelling', () => {
  test('202 while nobody authorised, 409 afterwards', async () => {
    const open = await create()
    expect((await post(`/v3/payments/${open.id}/actions/cancel`, undefined)).status).toBe(202)
    expect(await show(open.id)).toMatchObject({ status: 'failed', failure_reason: 'canceled' })
    const paid = await settled()
    expect((await post(`/v3/payments/${paid.id}/actions/cancel`, undefined)).status).toBe(409)
  })
})

describe('refunds', () => {
  const refund = (id: string, amount_in_minor: number, key = randomUUID()) =>
    post(
      `/v3/payments/${id}/refunds`,
      { amount_in_minor, reference: 'Jokko refund', metadata: { refund_id: 'rfd_1' } },
      { key },
    )

  test('in parts, seconds later, never more than the payment', async () => {
    const { id } = await settled()
    const { status, body } = await refund(id, 25_000)
    expect(status).toBe(201)
    expect((await refund(id, 126)).status).toBe(400)
    await advance(sandbox, 4)
    const { id: refundId } = body as { id: string }
    expect(await get(`/v3/payments/${id}/refunds/${refundId}`)).toMatchObject({
      body: { status: 'executed', amount_in_minor: 25_000, metadata: { refund_id: 'rfd_1' } },
    })
    expect((await get(`/v3/payments/${id}/refunds`)).body).toMatchObject({ items: [{ id: refundId }] })
    expect((await refund(id, 125)).status).toBe(201)
  })

  test('fail at a bank that takes none; 409 before the payment is settled', async () => {
    const { id } = await settled({ bank: 'mock-payments-fr-no-refunds' })
    await refund(id, 100)
    await advance(sandbox, 4)
    expect((await get(`/v3/payments/${id}/refunds`)).body).toMatchObject({
      items: [{ status: 'failed', failure_reason: 'rejected' }],
    })
    expect((await refund((await create()).id, 100)).status).toBe(409)
  })
})

describe('webhooks', () => {
  const arrived = (count: number) =>
    vi.waitFor(() => expect(listener.received.length).toBeGreaterThanOrEqual(count), PATIENT_MS)
  const mine = () => listener.received.filter(({ path }) => path === '/api/v1/webhooks/truelayer')
  const bodies = () => mine().map(({ body }) => JSON.parse(body))

  test('tell of execution and settlement, signed with a published key', async () => {
    const { id } = await settled()
    await arrived(2)
    expect(bodies()).toMatchObject([
      { type: 'payment_executed', payment_id: id, event_version: 1, metadata: { attempt_id: 'pat_1' } },
      {
        type: 'payment_settled',
        payment_source: { account_holder_name: 'Awa Diop' },
        settlement_risk: { category: 'low_risk' },
      },
    ])
    const jwks = JSON.stringify((await ask(sandbox, '/truelayer/webhooks/.well-known/jwks')).body)
    for (const { headers, body, path } of mine()) {
      const signature = String(headers['tl-signature'])
      const header = JSON.parse(Buffer.from(signature.split('.')[0] ?? '', 'base64url').toString())
      expect(header.jku).toBe(`${sandbox.url}/truelayer/webhooks/.well-known/jwks`)
      const method = 'POST' as Parameters<typeof verify>[0]['method']
      const sent = {
        signature,
        method,
        path,
        headers: { 'x-tl-webhook-timestamp': String(headers['x-tl-webhook-timestamp']) },
        requiredHeaders: ['X-TL-Webhook-Timestamp'],
        jwks,
      }
      expect(() => verify({ ...sent, body })).not.toThrow()
      expect(() => verify({ ...sent, body: `${body} ` })).toThrow()
    }
  })

  test('are tried again, come twice, or carry a wrong signature when told to', async () => {
    listener.answer = 500
    const { link } = await create()
    await giveUp(sandbox, link)
    await arrived(1)
    listener.answer = 200
    await advance(sandbox, 2)
    await arrived(2)
    expect(new Set(bodies().map(({ event_id }) => event_id)).size).toBe(1)
    await tell(sandbox, '/control/faults', { provider: 'truelayer', fault: 'duplicate_webhooks' })
    await giveUp(sandbox, (await create()).link)
    await arrived(4)
    expect(bodies()[2]).toEqual(bodies()[3])
  })
})

describe('the merchant account', () => {
  const balance = async () => {
    const { body } = await get('/v3/merchant-accounts', await clientToken())
    return (body as { items: { available_balance_in_minor: number }[] }).items[0]?.available_balance_in_minor
  }

  const creditNotices = async () => {
    const { body } = await ask(sandbox, '/bank/statements')
    const notices = (body as { id: string; type: string }[]).filter(({ type }) => type.startsWith('camt.054'))
    return Promise.all(
      notices.map(async ({ id }) => String((await ask(sandbox, `/bank/statements/${id}`)).body)),
    )
  }

  test('is paid to our bank a day later, less refunds, with every payment named', async () => {
    const kept = await settled()
    const refunded = await settled()
    await post(`/v3/payments/${refunded.id}/refunds`, { amount_in_minor: 1_000, reference: 'r' })
    await advance(sandbox, 4)
    expect(await balance()).toBe(49_250)
    await advance(sandbox, 86_400)
    expect(await balance()).toBe(0)
    const credits = await creditNotices()
    expect(credits).toHaveLength(2)
    for (const part of ['251.25', 'TRUELAYER', sandbox.settings.truelayerIban, kept.id])
      expect(credits[0]).toContain(part)
    for (const part of [`PAYMENT ${refunded.id} 251.25`, `REFUND ${refunded.id} 10.00`, '241.25'])
      expect(credits[1]).toContain(part)
    const account = sandbox.settings.truelayerMerchantAccountId
    const period = `from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z`
    const listed = await get(`/v3/merchant-accounts/${account}/transactions?${period}`, await clientToken())
    expect(listed.body).toMatchObject({
      items: [
        { type: 'merchant_account_payment', payment_id: kept.id },
        { type: 'merchant_account_payment', payment_id: refunded.id },
        { type: 'refund', amount_in_minor: 1_000 },
        { type: 'payout', amount_in_minor: 25_125 },
        { type: 'payout', amount_in_minor: 24_125 },
      ],
    })
  })
})

test('its page lists payments, and the home page links to it', async () => {
  const { id } = await settled()
  const text = await (await fetch(`${sandbox.url}/truelayer`)).text()
  expect(text).toContain(id)
  expect(text).toContain('settled')
  expect(await (await fetch(sandbox.url)).text()).toContain('<a href="/truelayer">')
})
