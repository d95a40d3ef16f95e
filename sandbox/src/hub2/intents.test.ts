// Payment intents as Hub2's documents describe them, and every scripted payer with the clock moved.
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

type Payment = {
  id: string
  status: string
  fees: { amount: number; currency: string }[]
  failure?: { code: string }
}
type Intent = {
  id: string
  token: string
  status: string
  purchaseReference: string
  payments: Payment[]
  nextAction?: { type: string; message: string; data?: { url: string } }
  lastPaymentFailure?: { code: string; message: string }
  code?: string
}
type Answer = { status: number; body: Intent }

const headers = () => ({
  apikey: sandbox.settings.hub2ApiKey,
  merchantid: sandbox.settings.hub2MerchantId,
  environment: 'sandbox',
  'content-type': 'application/json',
  'x-use-standardized-error': 'true',
})

const post = (path: string, body: object, sent: Record<string, string> = headers()) =>
  ask(sandbox, `/hub2${path}`, {
    method: 'POST',
    headers: sent,
    body: JSON.stringify(body),
  }) as Promise<Answer>

const create = async (more: object = {}): Promise<Answer> => {
  count += 1
  const body = { customerReference: 'usr-1', purchaseReference: `att-${count}`, amount: 66_250 }
  return post('/payment-intents', { ...body, currency: 'XOF', ...more })
}

const get = async (id: string) =>
  (await ask(sandbox, `/hub2/payment-intents/${id}`, { headers: headers() })).body as Intent

const keyless = { 'content-type': 'application/json', 'x-use-standardized-error': 'true' }

type Payer = { country?: string; provider?: string; msisdn: string; otp?: string; [more: string]: unknown }

const payWith = (
  { id, token }: Intent,
  { country = 'CI', provider = 'mtn', ...mobileMoney }: Payer,
  path = '',
) =>
  post(
    `/payment-intents/${id}/payments${path}`,
    { token, paymentMethod: 'mobile_money', country, provider, mobileMoney },
    keyless,
  )

const confirm = ({ id, token }: Intent, confirmationCode: string) =>
  post(`/payment-intents/${id}/authentication`, { token, confirmationCode }, keyless)

const phone = (script: string) => `+22505010000${script}`

const events = () => listener.received.map(({ body }) => (JSON.parse(body) as { type: string }).type).sort()

describe('an intent', () => {
  test('is created with a token of its own, and found by id and by reference', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'payment_required', payments: [], mode: 'sandbox' })
    const claims = JSON.parse(Buffer.from(body.token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ intentId: body.id, mode: 'sandbox' })
    expect(await get(body.id)).toEqual(body)
    const path = `/hub2/payment-intents?purchaseReference=${body.purchaseReference}`
    expect((await ask(sandbox, path, { headers: headers() })).body).toEqual([body])
  })

  test('is refused when its reference was used before', async () => {
    const { body } = await create()
    expect(await create({ purchaseReference: body.purchaseReference })).toMatchObject({
      status: 409,
      body: { code: 'duplicate_request' },
    })
  })

  test.each([
    [{ amount: 1.5 }, 'invalid_amount'],
    [{ amount: 0 }, 'invalid_amount'],
    [{ currency: 'EUR' }, 'unsupported_currency'],
    [{ purchaseReference: 'no/slash' }, 'bad_request'],
  ])('%j is refused as %s', async (more, code) => {
    expect(await create(more)).toMatchObject({ status: 400, body: { code } })
  })

  test('needs the ApiKey; its payments need only the token', async () => {
    expect((await post('/payment-intents', {}, keyless)).status).toBe(401)
    const { body } = await create()
    expect((await payWith({ ...body, token: 'x' }, { msisdn: phone('99') })).status).toBe(401)
    expect((await payWith(body, { msisdn: phone('99') })).status).toBe(201)
  })
})

describe('a payment', () => {
  test.each([
    [{ provider: 'wave', country: 'CM', msisdn: '+237670000099' }, 'unsupported_currency'],
    [{ provider: 'free', msisdn: phone('99') }, 'invalid_payment_processor'],
    [{ msisdn: '+221770000099' }, 'invalid_msisdn'],
    [{ provider: 'orange', msisdn: phone('99') }, 'bad_parameters'],
    [{ provider: 'wave', msisdn: phone('99') }, 'bad_request'],
  ])('%j is refused as %s', async (payer, code) => {
    const { body } = await create()
    expect(await payWith(body, payer)).toMatchObject({ status: 400, body: { code } })
  })

  test('that waits lets no other begin; one that failed does', async () => {
    const { body } = await create()
    await payWith(body, { msisdn: phone('02') })
    expect((await payWith(body, { msisdn: phone('99') })).status).toBe(409)
    await advance(sandbox, 3)
    expect((await payWith(body, { msisdn: phone('99') })).status).toBe(201)
    await advance(sandbox, 3)
    expect(await get(body.id)).toMatchObject({ status: 'successful' })
    expect((await payWith(body, { msisdn: phone('99') })).status).toBe(409)
  })

  test('fills the collection account, without the fee', async () => {
    const { body } = await create()
    await payWith(body, { msisdn: phone('99') })
    await advance(sandbox, 3)
    expect((await get(body.id)).payments[0]?.fees).toMatchObject([{ amount: 1_325, currency: 'XOF' }])
    const balance = (await ask(sandbox, '/hub2/balance', { headers: headers() })).body as {
      collectionAccount: object[]
    }
    expect(balance.collectionAccount).toContainEqual({ availableBalance: 64_925, currency: 'XOF' })
  })

  test('finds no operator while it is down', async () => {
    await tell(sandbox, '/control/hub2/operators', { country: 'CI', provider: 'mtn', down_seconds: 60 })
    const { body } = await create()
    expect((await payWith(body, { msisdn: phone('99') })).status).toBe(503)
  })
})

describe('prompts on the phone', () => {
  const prompted = async (script: string) => {
    const { body } = await create()
    const { body: asked } = await payWith(body, { msisdn: phone(script) })
    expect(asked).toMatchObject({ status: 'action_required', nextAction: { type: 'ussd' } })
    return async (seconds: number) => {
      await advance(sandbox, seconds)
      return get(body.id)
    }
  }

  test('of ordinary payers are approved within two seconds', async () => {
    const after = await prompted('99')
    expect(await after(3)).toMatchObject({ status: 'successful', payments: [{ status: 'successful' }] })
    expect(events()).toEqual([
      'payment.action_required',
      'payment.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ])
    for (const { headers: sent, body } of listener.received)
      expect(sent['hub2-signature']).toBe(hub2Signature(body, sandbox.settings.hub2WebhookSecret))
  })

  test.each([
    ['02', 'customer_insufficient_funds'],
    ['04', 'canceled_by_customer'],
  ])('%s fails as %s, and another payment may follow', async (script, code) => {
    const after = await prompted(script)
    expect(await after(3)).toMatchObject({ status: 'payment_required', lastPaymentFailure: { code } })
    expect(events()).toContain('payment.failed')
    expect(events()).toContain('payment_intent.payment_failed')
  })

  test('05 stays silent until a person answers', async () => {
    const after = await prompted('05')
    expect(await after(7_200)).toMatchObject({ status: 'action_required' })
    expect((await ask(sandbox, `/phones/${phone('05')}`)).body).toContain('Pay 66250 XOF to Jokko?')
    expect((await tell(sandbox, `/phones/${phone('05')}/approve`, {})).body).toMatchObject({
      status: 'successful',
    })
    expect(await after(0)).toMatchObject({ status: 'successful' })
    expect((await tell(sandbox, `/phones/${phone('05')}/approve`, {})).status).toBe(404)
  })

  test('06 succeeds after the one-minute wait', async () => {
    const after = await prompted('06')
    expect(await after(60)).toMatchObject({ status: 'action_required' })
    expect(await after(20)).toMatchObject({ status: 'successful' })
  })

  test('are declined by hand before the script acts', async () => {
    const after = await prompted('06')
    await tell(sandbox, `/phones/${phone('06')}/decline`, {})
    expect(await after(100)).toMatchObject({ lastPaymentFailure: { code: 'canceled_by_customer' } })
  })
})

describe('codes', () => {
  test('01 is asked for 1234, whatever the operator', async () => {
    const { body } = await create()
    const { body: asked } = await payWith(body, { msisdn: phone('01') })
    expect(asked).toMatchObject({ status: 'action_required', nextAction: { type: 'otp' } })
    expect((await confirm(body, '1234')).body).toMatchObject({ status: 'processing' })
    await advance(sandbox, 3)
    expect(await get(body.id)).toMatchObject({ status: 'successful' })
  })

  test('03 never has the right one', async () => {
    const { body } = await create()
    await payWith(body, { msisdn: phone('03') })
    expect((await confirm(body, '1234')).body).toMatchObject({
      status: 'payment_required',
      lastPaymentFailure: { code: 'authentication_failed' },
    })
  })

  test('are sent to the phone, right once and for ten minutes', async () => {
    const payer = { country: 'SN', provider: 'orange', msisdn: '+221770000199' }
    const { body } = await create()
    await payWith(body, payer)
    const inbox = (await ask(sandbox, `/inbox?to=${encodeURIComponent(payer.msisdn)}`)).body as {
      text: string
    }[]
    const code = /\d{4}/.exec(inbox[0]?.text ?? '')?.[0] ?? ''
    await confirm(body, code)
    await advance(sandbox, 3)
    expect(await get(body.id)).toMatchObject({ status: 'successful' })
    const { body: second } = await create()
    await payWith(second, payer)
    await advance(sandbox, 601)
    expect(await get(second.id)).toMatchObject({ lastPaymentFailure: { code: 'authentication_timeout' } })
  })

  test('of Orange in Côte d’Ivoire are made beforehand', async () => {
    const msisdn = '+2250701020304'
    const { code } = (await tell(sandbox, `/phones/${msisdn}/codes`, {})).body as { code: string }
    const { body } = await create()
    const wrong = code === '0000' ? '0001' : '0000'
    expect((await payWith(body, { provider: 'orange', msisdn, otp: wrong })).body).toMatchObject({
      lastPaymentFailure: { code: 'authentication_failed' },
    })
    expect((await payWith(body, { provider: 'orange', msisdn, otp: code })).body.status).toBe('processing')
    await advance(sandbox, 3)
    expect(await get(body.id)).toMatchObject({ status: 'successful' })
  })

  test('are refused when none is waited for', async () => {
    const { body } = await create()
    expect((await confirm(body, '1234')).status).toBe(400)
  })
})

describe('the page of an operator', () => {
  const shop = {
    onSuccessRedirectionUrl: 'https://shop.example/done?x=1',
    onFailedRedirectionUrl: 'https://shop.example/failed',
    onCancelRedirectionUrl: 'https://shop.example/left',
  }
  const opened = async (script: string) => {
    const { body } = await create()
    const payer = { provider: 'wave', msisdn: phone(script), ...shop }
    const { body: asked } = await payWith(body, payer, '/sync')
    const { pathname } = new URL(asked.nextAction?.data?.url ?? '')
    const press = async (button: string) => {
      const answer = await fetch(`${sandbox.url}${pathname}/${button}`, {
        method: 'POST',
        redirect: 'manual',
      })
      return answer.headers.get('location')
    }
    return { body, pathname, press }
  }

  test('has its address in the answer when asked for at once, else a second later', async () => {
    const { pathname } = await opened('99')
    const shown = await fetch(sandbox.url + pathname)
    expect(shown.headers.get('content-security-policy')).toContain("form-action 'self' https://shop.example;")
    expect(await shown.text()).toContain('Simulated page of the operator')
    const { body } = await create()
    const { body: asked } = await payWith(body, { provider: 'wave', msisdn: phone('99'), ...shop })
    expect(asked).toMatchObject({ status: 'processing' })
    expect(asked.nextAction).toBeUndefined()
    await advance(sandbox, 2)
    expect(await get(body.id)).toMatchObject({
      status: 'action_required',
      nextAction: { type: 'redirection' },
    })
  })

  test.each([
    ['approve', '99', shop.onSuccessRedirectionUrl, { status: 'successful' }],
    ['decline', '99', shop.onFailedRedirectionUrl, { lastPaymentFailure: { code: 'canceled_by_customer' } }],
    ['cancel', '99', shop.onCancelRedirectionUrl, { lastPaymentFailure: { code: 'canceled_by_customer' } }],
    [
      'approve',
      '02',
      shop.onFailedRedirectionUrl,
      { lastPaymentFailure: { code: 'customer_insufficient_funds' } },
    ],
    ['approve', '05', shop.onSuccessRedirectionUrl, { status: 'processing' }],
  ])('%s by %s goes to %s', async (button, script, address, outcome) => {
    const { body, press } = await opened(script)
    expect(await press(button)).toBe(address)
    expect(await get(body.id)).toMatchObject(outcome)
  })

  test('expires', async () => {
    const { body } = await opened('99')
    await advance(sandbox, 1_801)
    expect(await get(body.id)).toMatchObject({ lastPaymentFailure: { code: 'wave_payment_expired' } })
  })
})

test('the books name every intent', async () => {
  const { body } = await create()
  await payWith(body, { msisdn: phone('99') })
  await advance(sandbox, 3)
  const ledger = (await ask(sandbox, '/control/hub2/ledger')).body as { intents: object[] }
  expect(ledger.intents).toMatchObject([
    { reference: body.purchaseReference, collected: 66_250, fees: 1_325 },
  ])
  expect((await ask(sandbox, '/hub2')).body).toContain(body.purchaseReference)
})
