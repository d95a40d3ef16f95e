// The partner network: every kind of payout, the scripted accounts, repeats, the two accounts and their webhooks.
import { expect, test } from 'vitest'
import { hub2Signature } from '../hub2/signature.ts'
import type { Sandbox } from '../sandbox.ts'
import { advance, ask, shareWorld, tell, type WebhookListener } from '../testing.ts'

let listener: WebhookListener
let sandbox: Sandbox
let count = 0

shareWorld(world => {
  ;({ listener, sandbox } = world)
})

const headers = (account: 'partner' | 'aloohpay' = 'partner') => ({
  apikey: account === 'partner' ? sandbox.settings.partnerApiKey : sandbox.settings.aloohpayApiKey,
  'content-type': 'application/json',
})

const payout = (changes: object = {}) => {
  count += 1
  return {
    reference: `attempt-${count}`,
    type: 'mfi',
    country_code: 'SN',
    institution_id: 'sn_mfi_um_pamecas',
    account_number: 'PAM-00123456',
    owner_name: 'Awa Diop',
    amount: 163_990,
    currency: 'XOF',
    ...changes,
  }
}

const create = (body: object, account?: 'aloohpay') =>
  ask(sandbox, '/partner/payouts', {
    method: 'POST',
    headers: headers(account),
    body: JSON.stringify(body),
  })

const find = async (reference: string, account?: 'aloohpay') => {
  const { body } = await ask(sandbox, `/partner/payouts?reference=${reference}`, {
    headers: headers(account),
  })
  return (body as { payouts: Record<string, unknown>[] }).payouts[0]
}

test('institutions of a country; 401 without the key', async () => {
  const { body } = await ask(sandbox, '/partner/institutions?country_code=CG', { headers: headers() })
  expect(body).toEqual({
    institutions: [{ institution_id: 'cg_mfi_mucodec', name: 'MUCODEC', type: 'mfi', country_code: 'CG' }],
  })
  expect(await ask(sandbox, '/partner/institutions')).toMatchObject({
    status: 401,
    body: { error: { code: 'unauthorized' } },
  })
})

test.each([
  ['mfi', {}],
  ['wallet', { type: 'wallet', country_code: 'CM', currency: 'XAF', account_number: '+237677000001' }],
  ['delivery', { type: 'delivery', account_number: '+221770000001', detail: 'Dakar, Plateau' }],
  ['mobile_money', { type: 'mobile_money', country_code: 'NE', account_number: '+22790000001' }],
  ['bank_transfer', { type: 'bank_transfer', account_number: 'SN08SN0100152000048500003035' }],
])(
  '201: %s is pending, processed, then successful with its fee and a signed webhook',
  async (type, changes) => {
    const body = payout(changes)
    expect(await create(body)).toMatchObject({ status: 201, body: { type, status: 'pending', fee: null } })
    await advance(sandbox, 1)
    expect(await find(body.reference)).toMatchObject({ status: 'processing' })
    await advance(sandbox, 2)
    expect(await find(body.reference)).toMatchObject({ status: 'successful', fee: { amount: 1_640 } })
    const [webhook] = listener.received
    expect(webhook?.path).toBe('/api/v1/webhooks/partner')
    expect(JSON.parse(webhook?.body ?? '')).toMatchObject({
      type: 'payout.succeeded',
      data: { reference: body.reference },
    })
    expect(webhook?.headers['partner-signature']).toBe(
      hub2Signature(webhook?.body ?? '', sandbox.settings.partnerWebhookSecret),
    )
  },
)

test.each([
  ['02', 'account_closed'],
  ['03', 'account_limit'],
  ['07', 'owner_mismatch'],
])('%s fails as %s', async (script, code) => {
  const body = payout({ account_number: `5000000${script}` })
  await create(body, 'aloohpay')
  await advance(sandbox, 3)
  expect(await find(body.reference, 'aloohpay')).toMatchObject({ status: 'failed', failure: { code } })
  expect(listener.received[0]?.path).toBe('/api/v1/webhooks/aloohpay')
})

test('05 says nothing, is not found twice, then failed; 06 is paid after three hours', async () => {
  const silent = payout({ account_number: '500000005' })
  await expect(create(silent)).rejects.toThrow()
  expect(await find(silent.reference)).toBeUndefined()
  expect(await find(silent.reference)).toBeUndefined()
  expect(await find(silent.reference)).toMatchObject({ status: 'failed', failure: { code: 'timed_out' } })
  const late = payout({ account_number: '500000006' })
  await expect(create(late)).rejects.toThrow()
  await advance(sandbox, 3 * 3_600 + 1)
  expect(await find(late.reference)).toMatchObject({ status: 'successful' })
})

test('09 is closed for an hour; 10 comes back after two days', async () => {
  const closed = payout({ account_number: '500000009' })
  expect(await create(closed)).toMatchObject({
    status: 503,
    body: { error: { code: 'service_unavailable' } },
  })
  await advance(sandbox, 3_700)
  expect(await create(closed)).toMatchObject({ status: 201 })
  const returning = payout({ account_number: '500000010' })
  await create(returning)
  await advance(sandbox, 2 * 86_400 + 10)
  expect(await find(returning.reference)).toMatchObject({ status: 'failed', failure: { code: 'returned' } })
})

test('the same reference is the same payout; for another one it is refused', async () => {
  const body = payout()
  const first = await create(body)
  expect(await create(body)).toMatchObject({ status: 200, body: { id: (first.body as { id: string }).id } })
  expect(await create({ ...body, amount: 5 })).toMatchObject({
    status: 409,
    body: { error: { code: 'reference_used' } },
  })
  // Another account knows nothing of it.
  expect(await find(body.reference, 'aloohpay')).toBeUndefined()
})

test.each([
  ['amount_invalid', { amount: 10.5 }],
  ['unsupported_currency', { currency: 'XAF' }],
  ['institution_unknown', { institution_id: 'sn_mfi_nobody' }],
  ['country_not_served', { type: 'wallet', account_number: '+221770000001' }],
  ['account_invalid', { type: 'delivery', account_number: '770000001' }],
  ['bad_request', { owner_name: '' }],
])('400 %s', async (code, changes) => {
  expect(await create(payout(changes))).toMatchObject({ status: 400, body: { error: { code } } })
})

test('a balance that does not cover a payout fails it', async () => {
  await tell(sandbox, '/control/partner/balance', { account: 'partner', currency: 'XOF', available: 1_000 })
  const body = payout()
  await create(body)
  await advance(sandbox, 3)
  expect(await find(body.reference)).toMatchObject({ failure: { code: 'balance_too_low' } })
  const balance = await ask(sandbox, '/partner/balance', { headers: headers() })
  expect(balance.body).toMatchObject({
    balances: [{ currency: 'XOF', available: 1_000, reserved: 0 }, {}, {}],
  })
})

test('the page lists payouts, labelled as simulated', async () => {
  const body = payout()
  await create(body)
  const { body: text } = await ask(sandbox, '/partner')
  expect(text).toContain('nothing here is real')
  expect(text).toContain(body.reference)
})
