// Hub2's service as its documents describe it, and every scripted payee with the clock moved.
import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../sandbox.ts'
import { advance, ask, shareWorld, tell, type WebhookListener } from '../testing.ts'
import { hub2Signature } from './signature.ts'

let listener: WebhookListener
let sandbox: Sandbox
let count = 0

shareWorld(world => {
  ;({ listener, sandbox } = world)
})

type Transfer = {
  id: string
  status: string
  failureCause: { code: string } | null
  fees: { amount: number }[]
  destination: object
}

const headers = () => ({
  apikey: sandbox.settings.hub2ApiKey,
  merchantid: sandbox.settings.hub2MerchantId,
  environment: 'sandbox',
  'content-type': 'application/json',
  'x-use-standardized-error': 'true',
})

const order = (msisdn: string, reference: string) => ({
  reference,
  amount: 163_990,
  currency: 'XOF',
  description: 'Family',
  destination: { type: 'mobile_money', country: 'CI', recipientName: 'Awa Diop', msisdn, provider: 'orange' },
})

const post = (body: object, otherHeaders: Record<string, string> = {}) =>
  ask(sandbox, '/hub2/transfers', {
    method: 'POST',
    headers: { ...headers(), ...otherHeaders },
    body: JSON.stringify(body),
  })

const nextReference = () => {
  count += 1
  return `attempt-${count}`
}

const find = async (reference: string) => {
  const answer = await ask(sandbox, `/hub2/transfers?reference=${reference}`, { headers: headers() })
  return (answer.body as Transfer[])[0]
}

const send = async (msisdn: string) => {
  const reference = nextReference()
  const answer = await post(order(msisdn, reference))
  return { reference, answer }
}

const events = () => listener.received.map(({ body }) => JSON.parse(body) as { type: string; data: Transfer })

const account = async () => {
  const { body } = await ask(sandbox, '/control/hub2/ledger')
  return (body as { currencies: Record<string, Record<string, number>> }).currencies['XOF']
}

describe('transfers', () => {
  test('201: recorded, pending, then successful with its fee and a webhook', async () => {
    const { reference, answer } = await send('+2250700112233')
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^tr_/),
      merchantId: 'dev-merchant',
      status: 'created',
      amount: 163_990,
      mode: 'sandbox',
      destination: { type: 'mobile_money', country: 'CI', number: '+2250700112233', provider: 'orange' },
      fees: [],
      failureCause: null,
    })
    await advance(sandbox, 1)
    expect(await find(reference)).toMatchObject({ status: 'pending' })
    await advance(sandbox, 2)
    expect(await find(reference)).toMatchObject({
      status: 'successful',
      fees: [{ amount: 1_640, currency: 'XOF' }],
    })
    expect(events()).toMatchObject([
      { type: 'transfer.succeeded', data: { reference, status: 'successful' } },
    ])
    expect(await account()).toMatchObject({ paid: 163_990, fees: 1_640, reserved: 0, available: 999_834_370 })
  })

  test('201 for a bank account', async () => {
    const answer = await post({
      ...order('', nextReference()),
      destination: {
        type: 'bank_transfer',
        country: 'CI',
        recipientName: 'Awa Diop',
        bankName: 'Ecobank',
        iban: 'CI93CI0080111301134291200589',
      },
    })
    expect(answer.status).toBe(201)
    expect((answer.body as Transfer).destination).toMatchObject({
      type: 'bank_transfer',
      bankName: 'Ecobank',
    })
  })

  test('409 duplicate_request for a reference that was used, even for another amount', async () => {
    const { reference } = await send('+2250700112233')
    const again = await post({ ...order('+2250700112233', reference), amount: 5 })
    expect(again).toMatchObject({ status: 409, body: { status: 409, code: 'duplicate_request' } })
    const { body } = await ask(sandbox, '/control/hub2/ledger')
    expect(body).toMatchObject({ transfers: [{ reference, repeated: 1 }] })
  })

  test.each([
    ['amount with decimals', { amount: 10.5 }, 'invalid_amount'],
    ['amount as text', { amount: '100' }, 'invalid_amount'],
    ['amount of zero', { amount: 0 }, 'invalid_amount'],
    ['reference with other characters', { reference: 'a/b' }, 'bad_request'],
    ['currency of another country', { currency: 'XAF' }, 'unsupported_currency'],
    ['no destination', { destination: null }, 'bad_request'],
  ])('400: %s', async (_name, change, code) => {
    const answer = await post({ ...order('+2250700112233', nextReference()), ...change })
    expect(answer).toMatchObject({ status: 400, body: { status: 400, code, request_id: expect.any(String) } })
  })

  test('400 for a body that is not JSON', async () => {
    const answer = await ask(sandbox, '/hub2/transfers', { method: 'POST', headers: headers(), body: '{' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  test.each([
    [401, { apikey: 'another' }],
    [403, { merchantid: 'another' }],
    [400, { environment: 'moon' }],
  ])('%i when the header is wrong: %o', async (status, wrong) => {
    expect(await post(order('+2250700112233', nextReference()), wrong as never)).toMatchObject({ status })
  })

  test('the older error form without the header', async () => {
    const answer = await post({}, { 'x-use-standardized-error': 'false' })
    expect(answer).toMatchObject({ status: 400, body: { statusCode: 400, error: 'Bad Request' } })
  })

  test('404 for an id that is not known', async () => {
    const answer = await ask(sandbox, '/hub2/transfers/tr_none', { headers: headers() })
    expect(answer).toMatchObject({ status: 404, body: { code: 'transaction-not-found' } })
  })

  test('lists page by page, newest first', async () => {
    const first = await send('+2250700112233')
    const second = await send('+2250700112234')
    const list = async (page: number) =>
      (await ask(sandbox, `/hub2/transfers?page=${page}&limit=1`, { headers: headers() })).body
    expect(await list(1)).toMatchObject([{ reference: second.reference }])
    expect(await list(2)).toMatchObject([{ reference: first.reference }])
    expect(await list(3)).toEqual([])
  })

  test('an empty transfer account fails the transfer, and moves nothing', async () => {
    await tell(sandbox, '/control/hub2/balance', { currency: 'XOF', available: 165_000 })
    const { reference } = await send('+2250700112233')
    await advance(sandbox, 3)
    expect(await find(reference)).toMatchObject({
      status: 'failed',
      failureCause: { code: 'insufficient_funds' },
    })
    expect(await account()).toMatchObject({ available: 165_000, paid: 0 })
  })

  test('the statement explains the balance: topped up − paid + returned − fees − reserved', async () => {
    for (const digits of ['000001', '000002', '000010', '112233'])
      await send(`+22507${digits.padStart(8, '0')}`)
    await advance(sandbox, 2 * 86_400 + 10)
    await send('+2250700112233')
    const {
      topped_up = 0,
      paid = 0,
      returned = 0,
      fees = 0,
      reserved = 0,
      available,
    } = (await account()) ?? {}
    expect(topped_up - paid + returned - fees - reserved).toBe(available)
    expect([paid, returned, fees, reserved]).toEqual([491_970, 163_990, 4_920, 165_630])
  })

  test('the balance shows what is reserved', async () => {
    await send('+2250700112233')
    const { body } = await ask(sandbox, '/hub2/balance', { headers: headers() })
    expect(body).toMatchObject({
      transferAccount: expect.arrayContaining([
        { availableBalance: 999_834_370, reservedBalance: 165_630, currency: 'XOF' },
        { availableBalance: 10_000_000_000, reservedBalance: 0, currency: 'GNF' },
      ]),
    })
  })
})

describe('scripted payees', () => {
  test('01 is paid in 2 seconds', async () => {
    const { reference } = await send('+2250700000001')
    await advance(sandbox, 2)
    expect(await find(reference)).toMatchObject({ status: 'successful' })
  })

  test.each([
    ['02', 'invalid_destination'],
    ['03', 'forbidden_by_provider'],
    ['07', 'destination_not_allowed'],
  ])('%s is declined: %s', async (digits, code) => {
    const { reference, answer } = await send(`+22507000000${digits}`)
    expect(answer.status).toBe(201)
    await advance(sandbox, 2)
    expect(await find(reference)).toMatchObject({ status: 'failed', failureCause: { code }, fees: [] })
    expect(events()).toMatchObject([{ type: 'transfer.failed' }])
    expect(await account()).toMatchObject({ paid: 0, reserved: 0, available: 1_000_000_000 })
  })

  test('05 never answers, is not found twice, then failed, and no webhook ever tells', async () => {
    await expect(send('+2250700000005')).rejects.toThrow()
    const reference = `attempt-${count}`
    await advance(sandbox, 86_400)
    expect(await find(reference)).toBeUndefined()
    expect(await find(reference)).toBeUndefined()
    expect(await find(reference)).toMatchObject({ status: 'failed', failureCause: { code: 'timeout' } })
    expect(await post(order('+2250700000005', reference))).toMatchObject({ status: 409 })
    expect(events()).toEqual([])
    expect(await account()).toMatchObject({ paid: 0, reserved: 0 })
  })

  test('06 never answers, is not found, then is paid after 3 hours', async () => {
    await expect(send('+2250700000006')).rejects.toThrow()
    const reference = `attempt-${count}`
    for (let asked = 0; asked < 5; asked += 1) expect(await find(reference)).toBeUndefined()
    await advance(sandbox, 3 * 3_600 - 60)
    expect(events()).toEqual([])
    await advance(sandbox, 61)
    expect(await find(reference)).toMatchObject({ status: 'successful' })
    expect(events()).toMatchObject([{ type: 'transfer.succeeded', data: { reference } }])
  })

  test('09 finds the operator down for an hour, records nothing, then is paid', async () => {
    const reference = nextReference()
    const unavailable = { status: 503, body: { code: 'service_unavailable' } }
    expect(await post(order('+2250700000009', reference))).toMatchObject(unavailable)
    expect(await find(reference)).toBeUndefined()
    await advance(sandbox, 3_500)
    expect(await post(order('+2250700000009', reference))).toMatchObject(unavailable)
    await advance(sandbox, 101)
    expect(await post(order('+2250700000009', reference))).toMatchObject({ status: 201 })
    await advance(sandbox, 2)
    expect(await find(reference)).toMatchObject({ status: 'successful' })
    expect(await post(order('+2250700000009', nextReference()))).toMatchObject(unavailable)
  })

  test('10 is paid, and taken back after 2 days: failed, the money is back, the fee is not', async () => {
    const { reference } = await send('+2250700000010')
    await advance(sandbox, 2)
    expect(await find(reference)).toMatchObject({ status: 'successful' })
    await advance(sandbox, 2 * 86_400 + 2)
    expect(await find(reference)).toMatchObject({ status: 'failed', failureCause: { code: 'canceled' } })
    expect(events().map(({ type }) => type)).toEqual(['transfer.succeeded', 'transfer.failed'])
    expect(await account()).toMatchObject({
      paid: 163_990,
      returned: 163_990,
      fees: 1_640,
      available: 999_998_360,
    })
  })

  test('an operator can be taken down by hand for everyone', async () => {
    await tell(sandbox, '/control/hub2/operators', { country: 'CI', provider: 'orange', down_seconds: 60 })
    expect((await send('+2250700112233')).answer.status).toBe(503)
    await advance(sandbox, 61)
    expect((await send('+2250700112233')).answer.status).toBe(201)
  })
})

describe('webhooks', () => {
  test('the signature of the documented example', () => {
    expect(hub2Signature('{"type":"payment.succeeded"}', '5257a8')).toBe(
      's1=902f31fce047bcca655e10aed18d8dc05339782548a11f9e17cc6d4b3893fbb3',
    )
  })

  const register = async () => {
    const { body } = await ask(sandbox, '/hub2/webhooks', {
      method: 'POST',
      headers: headers(),
      body: JSON.stringify({
        url: `${listener.url}/mine`,
        events: ['transfer.succeeded'],
        description: 'mine',
      }),
    })
    return body as { id: string; secret: string }
  }
  const signatures = () => listener.received.map(({ path, headers }) => [path, headers['hub2-signature']])
  const deliverOne = async () => {
    listener.received.length = 0
    await send('+2250700112233')
    await advance(sandbox, 3)
    return signatures().find(([path]) => path === '/mine')?.[1]
  }

  test('the configured one is registered from the start, and signed with its secret', async () => {
    await send('+2250700112233')
    await advance(sandbox, 3)
    const [webhook] = listener.received
    expect(webhook?.path).toBe('/api/v1/webhooks/hub2')
    expect(webhook?.headers['hub2-signature']).toBe(
      hub2Signature(webhook?.body ?? '', sandbox.settings.hub2WebhookSecret),
    )
    expect(JSON.parse(webhook?.body ?? '')).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      type: 'transfer.succeeded',
      createdAt: expect.any(String),
    })
  })

  test('a rotated secret signs beside the one before it, for a day', async () => {
    const { id, secret } = await register()
    expect(await deliverOne()).toBe(hub2Signature(listener.received.at(-1)?.body ?? '', secret))
    const rotated = await ask(sandbox, `/hub2/webhooks/${id}/rotate-secret`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: '{}',
    })
    const fresh = (rotated.body as { secret: string }).secret
    const both = await deliverOne()
    const body = listener.received[0]?.body ?? ''
    expect(both).toBe(hub2Signature(body, fresh, secret))
    await advance(sandbox, 86_400)
    expect(await deliverOne()).toMatch(/^s1=[0-9a-f]{64}$/)
  })

  test('can be read, changed and removed; 404 afterwards', async () => {
    const { id } = await register()
    const path = `/hub2/webhooks/${id}`
    expect(await ask(sandbox, path, { headers: headers() })).toMatchObject({ body: { description: 'mine' } })
    const change = {
      method: 'PATCH',
      headers: headers(),
      body: JSON.stringify({ events: ['transfer.failed'] }),
    }
    expect(await ask(sandbox, path, change)).toMatchObject({
      body: { events: ['transfer.failed'], url: `${listener.url}/mine` },
    })
    const { 'content-type': _none, ...bare } = headers()
    expect(await ask(sandbox, path, { method: 'DELETE', headers: bare })).toMatchObject({ status: 204 })
    expect(await ask(sandbox, path, { headers: headers() })).toMatchObject({ status: 404 })
  })

  test('are tried five times with growing pauses, then given up', async () => {
    listener.answer = 500
    await send('+2250700112233')
    await advance(sandbox, 3)
    await advance(sandbox, 40)
    expect(listener.received).toHaveLength(4)
    await advance(sandbox, 86_400)
    expect(listener.received).toHaveLength(5)
    expect(new Set(listener.received.map(({ body }) => body)).size).toBe(1)
  })
})
