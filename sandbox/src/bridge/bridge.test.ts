// Bridge's service as its documents describe it, the page on which people pay, and the money that follows.
import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../sandbox.ts'
import { advance, ask, shareWorld, tell, type WebhookListener } from '../testing.ts'
import { bridgeSignature } from './webhooks.ts'

let listener: WebhookListener
let sandbox: Sandbox

shareWorld(world => {
  ;({ listener, sandbox } = world)
})

type Body = { id: string; url: string; status: string; payment_status?: string; errors?: { code: string }[] }

const headers = () => ({
  'bridge-version': '2025-01-15',
  'client-id': sandbox.settings.bridgeClientId,
  'client-secret': sandbox.settings.bridgeClientSecret,
  'content-type': 'application/json',
})

const call = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  sent: Record<string, string> = headers(),
) =>
  ask(sandbox, `/bridge/v3/payment${path}`, {
    method,
    headers: sent,
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  }) as Promise<{ status: number; body: Body }>

const transaction = () => ({
  amount: 252.75,
  currency: 'EUR',
  label: 'Jokko JKA2B3C4D5',
  client_reference: 'pin_1',
  end_to_end_id: '0199c3d27f107a419d0e51b0a3c7e811',
  beneficiary: { company_name: 'JOKKO', iban: sandbox.settings.bankIban },
})

const link = (more: object = {}) => ({
  client_reference: 'pin_1',
  user: { first_name: 'Awa', last_name: 'Diop', external_reference: 'usr_1' },
  callback_url: 'https://shop.example/back?ref=1',
  transactions: [transaction()],
  ...more,
})

const opened = async (more: object = {}) => (await call('POST', '/payment-links', link(more))).body
const statusOf = async (id: string) => (await call('GET', `/payment-links/${id}`)).body

const requestsOf = async (id: string) => {
  const { body } = await call('GET', `/payment-requests?payment_link_id=${id}`)
  return (body as unknown as { resources: (Body & { status_reason?: string })[] }).resources
}

/** A button of a page; answers where the browser goes. */
const press = async (path: string, fields: Record<string, string> = {}) => {
  const answer = await fetch(sandbox.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  })
  return answer.headers.get('location') ?? `${answer.status}`
}

const atBank = (id: string) => press(`/bridge/pay/${id}/bank`, { bank: 'Banque Simulée' })
const told = (url: string) => Object.fromEntries(new URL(url).searchParams)

const received = () =>
  listener.received.map(({ body }) => JSON.parse(body) as { type: string; content: { status: string } })

describe('a payment link', () => {
  test('is opened, masked and revoked', async () => {
    const { id, url } = await opened()
    expect(url).toBe(`${sandbox.url}/bridge/pay/${id}`)
    expect(await statusOf(id)).toMatchObject({
      id,
      status: 'valid',
      transactions: [{ amount: 252.75, beneficiary: { iban: 'FR76XXXXXXXXXXXXXXXXXXXX103' } }],
    })
    expect((await call('POST', `/payment-links/${id}/revoke`)).body).toMatchObject({ status: 'revoked' })
    expect((await call('POST', `/payment-links/${id}/revoke`)).status).toBe(409)
    expect(await (await fetch(url)).text()).toContain('the link is revoked')
    expect(await atBank(id)).toBe('409')
  })

  test('expires in the time of this world', async () => {
    const { id } = await opened()
    await advance(sandbox, 899)
    expect(await statusOf(id)).toMatchObject({ status: 'valid' })
    await advance(sandbox, 2)
    expect(await statusOf(id)).toMatchObject({ status: 'expired' })
    expect(received()).toMatchObject([{ type: 'payment.link.updated', content: { status: 'expired' } }])
  })

  test.each([
    ['client_reference', { client_reference: '' }],
    ['user', { user: { first_name: 'Awa' } }],
    ['callback_url', { callback_url: 'javascript:alert(1)' }],
    ['expired_date', { expired_date: '2020-01-01T00:00:00Z' }],
    ['expired_date', { expired_date: '2999-01-01T00:00:00Z' }],
    ['sender_iban', { sender_iban: 'FR7699999000010000002600104' }],
    ['transactions', { transactions: [] }],
  ])('with a wrong %s is refused', async (_name, more) => {
    expect(await call('POST', '/payment-links', link(more))).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'invalid_parameter' }] },
    })
  })

  test.each([
    { amount: 0 },
    { amount: 1.001 },
    { amount: '252.75' },
    { currency: 'USD' },
    { end_to_end_id: 'x'.repeat(36) },
    { beneficiary: { company_name: 'JOKKO', iban: 'FR00' } },
  ])('with %j is refused', async more => {
    const answer = await call(
      'POST',
      '/payment-links',
      link({ transactions: [{ ...transaction(), ...more }] }),
    )
    expect(answer.status).toBe(400)
  })

  test('needs the three headers', async () => {
    for (const [name, status] of [
      ['client-id', 401],
      ['client-secret', 401],
      ['bridge-version', 400],
    ] as const) {
      const answer = await call('POST', '/payment-links', link(), { ...headers(), [name]: 'wrong' })
      expect(answer.status).toBe(status)
    }
  })

  test('that nobody opened is not found', async () => {
    expect(await call('GET', '/payment-links/none')).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'not_found' }] },
    })
  })
})

describe('paying', () => {
  test('is accepted by the bank; then the money comes with its end-to-end id', async () => {
    const { id } = await opened()
    const bank = await atBank(id)
    expect((await requestsOf(id))[0]).toMatchObject({ status: 'ACTC' })
    const back = await press(`${bank}/confirm`, { payer_name: 'Fatou Diop', money: 'arrives' })
    const [request] = await requestsOf(id)
    expect(told(back)).toEqual({
      ref: '1',
      payment_link_id: id,
      payment_request_id: request?.id,
      status: 'success',
    })
    expect(request).toMatchObject({ status: 'PDNG' })
    await advance(sandbox, 3)
    expect(await statusOf(id)).toMatchObject({ status: 'completed', payment_status: 'initiated_in_success' })
    expect((await call('GET', `/payment-requests/${request?.id}`)).body).toMatchObject({ status: 'ACSC' })
    expect((await ask(sandbox, '/control/bank/ledger')).body).toMatchObject({ entries: [] })
    await advance(sandbox, 6)
    expect((await ask(sandbox, '/control/bank/ledger')).body).toMatchObject({
      entries: [{ amount: '252.75', end_to_end_ids: ['0199c3d27f107a419d0e51b0a3c7e811'] }],
    })
    expect((await ask(sandbox, '/bank')).body).toContain('Fatou Diop')
  })

  test('may be accepted without the money ever coming', async () => {
    const { id } = await opened()
    await press(`${await atBank(id)}/confirm`, { money: 'never comes' })
    await advance(sandbox, 86_400)
    expect(await statusOf(id)).toMatchObject({ status: 'completed' })
    expect((await ask(sandbox, '/control/bank/ledger')).body).toMatchObject({ entries: [] })
  })

  test.each(['debit_account_insufficient_funds', 'MS03'])('refused with %s', async reason => {
    const { id } = await opened()
    const back = await press(`${await atBank(id)}/refuse`, { reason })
    expect(told(back)).toMatchObject({ status: 'failed' })
    expect(await requestsOf(id)).toMatchObject([{ status: 'RJCT', status_reason: reason }])
    expect(await statusOf(id)).toMatchObject({ status: 'valid' })
  })

  test('is left at every step', async () => {
    const { id } = await opened()
    for (const step of ['banks_list', 'bank_page', 'manual_transfer_page'])
      expect(told(await press(`/bridge/pay/${id}/leave`, { step }))).toMatchObject({ status: 'abort', step })
    expect(told(await press(`/bridge/pay/${id}/manual`))).toMatchObject({ status: 'manual_transfer' })
  })

  test('goes on when the link was revoked after the order', async () => {
    const { id } = await opened()
    await press(`${await atBank(id)}/confirm`)
    await call('POST', `/payment-links/${id}/revoke`)
    await advance(sandbox, 3)
    expect(await statusOf(id)).toMatchObject({ status: 'revoked' })
    expect(await requestsOf(id)).toMatchObject([{ status: 'ACSC' }])
  })

  test('is a page that says what it is, and may send the browser to its shop only', async () => {
    const { id, url } = await opened()
    const answer = await fetch(url)
    expect(answer.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://shop.example;",
    )
    expect(await answer.text()).toContain('Simulated payment page of Bridge')
    const bank = await fetch(sandbox.url + (await atBank(id)))
    expect(await bank.text()).toContain('Confirm the payment')
    expect(await (await fetch(`${url}/manual`)).text()).toContain(sandbox.settings.bankIban)
    expect((await ask(sandbox, '/bridge')).body).toContain('0199c3d27f107a419d0e51b0a3c7e811')
  })
})

describe('webhooks', () => {
  test('tell every change, signed in capital letters', async () => {
    const { id } = await opened()
    await press(`${await atBank(id)}/confirm`)
    await advance(sandbox, 3)
    const events = received().map(({ type, content }) => `${type} ${content.status}`)
    // A delivery whose answer is slow to come is repeated: each is told at least once.
    expect([...new Set(events)].sort()).toEqual([
      'payment.link.updated completed',
      'payment.transaction.created CREA',
      'payment.transaction.updated ACSC',
      'payment.transaction.updated ACTC',
      'payment.transaction.updated PDNG',
    ])
    for (const { path, headers: sent, body } of listener.received) {
      expect(path).toBe('/api/v1/webhooks/bridge')
      expect(sent['bridgeapi-signature']).toBe(bridgeSignature(body, sandbox.settings.bridgeWebhookSecret))
    }
  })

  test('of the published example', () => {
    expect(bridgeSignature('{"type":"payment.transaction.updated"}', 'whsec')).toBe(
      'v1=5066E34DC0695A6E804185068F94F4F9EB71C62F7B5FC1CDF5F7A8C5DBA112AF',
    )
  })
})

test('down is said in its own words', async () => {
  await tell(sandbox, '/control/faults', { provider: 'bridge', fault: 'down' })
  expect(await call('POST', '/payment-links', link())).toMatchObject({
    status: 503,
    body: { errors: [{ code: 'service_unavailable' }] },
  })
})
