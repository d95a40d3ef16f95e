// Every reason for which a request is not made, not seen, not agreed to, not declined, not paid or not taken back.
import type { PaymentRequest, RequestedPayment } from '@jokko/contract/payment-request'
import type { ErrorCode } from '@jokko/core/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import redirects from '../../fixtures/redirects.json' with { type: 'json' }
import { newId } from '../http/ids.ts'
import { textOf } from '../http/problem.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { addHuman, signedIn } from '../testing/people.ts'
import { expectRefusal } from '../testing/refusals.ts'
import { ask, createProgram, type Program, pay, payerWith } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

let world: World
let requester: Payer
let payer: Payer
let stranger: Payer
let shop: Program

beforeAll(async () => {
  world = await startWorld()
  requester = await createPayer(world)
  payer = await payerWith(world, '1000.00')
  stranger = await createPayer(world)
  shop = await createProgram(world, requester, redirects.registered)
})
afterAll(async () => {
  await world.verify()
  await world.close()
})

const asking = (by: Payer, more: object, code: ErrorCode) =>
  expectRefusal(
    language => by.post('/payment-requests', { amount: '100.00', reason: 'Facture', ...more }, language),
    code,
  )
const paying = (by: Payer, id: string, update: object, code: ErrorCode) =>
  expectRefusal(language => pay(by, id, update, newId('opn'), language), code)
const answering = (by: Payer, id: string, how: 'accept' | 'decline', code: ErrorCode) =>
  expectRefusal(language => by.post(`/payments/onDemand/${id}/${how}`, {}, language), code)

async function settings(key: string, value: string, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await world.database.owner.query('select value from app.settings where key = $1', [key])
  await world.database.owner.query('update app.settings set value = $2 where key = $1', [key, value])
  try {
    await work()
  } finally {
    await world.database.owner.query('update app.settings set value = $2 where key = $1', [
      key,
      JSON.stringify(rows[0]?.value),
    ])
  }
}

describe('asking', () => {
  test('403 owner_only: another user of the company', async () => {
    const userId = await addHuman(world.database.owner, { company_id: requester.customerId })
    const colleague = { ...requester, headers: await signedIn(world.deps, userId) }
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/payment-requests',
      headers: { ...colleague.headers, 'idempotency-key': newId('opn') },
      payload: { amount: '10.00', reason: 'Facture' },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'owner_only'])
  })
  test('403 account_inactive', async () =>
    asking(await createPayer(world, { is_active: false }), {}, 'account_inactive'))
  test('403 forbidden: the part is closed', () =>
    settings('features', '{}', () => asking(requester, {}, 'forbidden')))
  test('422 enterEuros', () => asking(requester, { amount: '0.00' }, 'enterEuros'))
  test('422 amount_invalid', async () => {
    for (const amount of ['1e3', '-5.00', '12,50', '1.234'])
      await asking(requester, { amount }, 'amount_invalid')
  })
  test('422 max_amount_exceeded: more than any way to pay takes', () =>
    asking(requester, { amount: '99999999.00' }, 'max_amount_exceeded'))
  test('422 fields_required: neither e-mail nor phone of the payer', () =>
    asking(requester, { payer: {} }, 'fields_required'))
  test('422 validation: no reason, a strange e-mail, an end too far away', async () => {
    await asking(requester, { reason: '' }, 'validation')
    await asking(requester, { payer: { email: 'claire' } }, 'validation')
    await asking(requester, { expires_in: 400 * 86_400 }, 'validation')
  })
  test('422 PhoneNumberError and its kin: a number that is none', () =>
    asking(requester, { payer: { phone_number: '12', country_code: 33 } }, 'phone_number_below_min_length'))
  test('422 fields_required: a number without its country', async () => {
    const answer = await requester.post<{ errors: object }>('/payment-requests', {
      amount: '100.00',
      reason: 'Facture',
      payer: { phone_number: '0612345678' },
    })
    expect(answer).toMatchObject({ status: 422, body: { code: 'fields_required' } })
    expect(Object.keys(answer.body.errors)).toEqual(['payer.country_code'])
    const whole = { amount: '100.00', reason: 'Facture', payer: { phone_number: '+33612345678' } }
    expect((await requester.post('/payment-requests', whole)).status).toBe(201)
  })
  test('422 validation: a reason that is too long is told so, not that it is missing', async () => {
    const answer = await requester.post<{ errors: object }>('/payment-requests', {
      amount: '100.00',
      reason: 'x'.repeat(141),
    })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ error_codes: { reason: ['reason_too_long'] } })
  })
  test('422 idempotency_key_reused: the same key for another amount', async () => {
    const key = newId('opn')
    const send = (amount: string) =>
      world.app.inject({
        method: 'POST',
        url: '/api/v1/payment-requests',
        headers: { ...requester.headers, 'idempotency-key': key },
        payload: { amount, reason: 'Facture' },
      })
    await send('10.00')
    expect((await send('11.00')).json().code).toBe('idempotency_key_reused')
  })
})

describe('by an app', () => {
  const refused = (body: object, code: ErrorCode) =>
    expectRefusal(language => shop.ask(body, { language }), code)

  test.each(redirects.refuse)('422 redirect_not_registered, OTP-11: %s', async address => {
    await refused({ redirect_url: address }, 'redirect_not_registered')
    await refused({ cancel_url: address }, 'redirect_not_registered')
  })
  test.each(redirects.allow)('201, OTP-11: %s', async address => {
    const { status, body } = await shop.ask({ redirect_url: address })
    const { body: seen } = await stranger.get<{ redirect_url: string }>(`/payments/${body.id}`)
    expect(status).toBe(201)
    expect(seen.redirect_url).toContain(`payment_id=${body.id}`)
  })
  test('401 unauthenticated: no key, another one, one of the other world, one that was revoked', async () => {
    const revoked = await createProgram(world, requester, [])
    await world.database.owner.query('update app.apps set revoked_at = now() where id = $1', [revoked.id])
    const keys = [
      '',
      'Bearer jk_test_wrong',
      shop.key.replace('jk_test_', 'jk_live_'),
      `Bearer ${revoked.key}`,
    ]
    for (const authorization of keys)
      await expectRefusal(language => shop.ask({}, { authorization, language }), 'unauthenticated')
  })
  test('403 account_inactive: its owner may not act any more', async () => {
    const owner = await createPayer(world)
    const program = await createProgram(world, owner, [])
    await world.database.owner.query('update app.users set is_active = false where id = $1', [owner.userId])
    await expectRefusal(language => program.ask({}, { language }), 'account_inactive')
  })
  test('403 forbidden: the part is closed', () => settings('features', '{}', () => refused({}, 'forbidden')))
  test('400 idempotency_key_missing', async () => {
    await expectRefusal(language => shop.ask({}, { key: '', language }), 'idempotency_key_missing')
  })
  test('422 validation: another currency, too much to remember', async () => {
    await refused({ currency: 'XOF' }, 'validation')
    const metadata = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, 'v']))
    await refused({ metadata }, 'validation')
  })
  test('the same key again: the same request', async () => {
    const key = newId('opn')
    const [one, other] = [await shop.ask({}, { key }), await shop.ask({}, { key })]
    expect(one).toEqual(other)
  })
})

describe('of somebody else', () => {
  test('403 not_your_payment: seen or paid by who is not named, and the same where nothing is', async () => {
    const { id } = await ask(requester, { payer: { email: 'someone@jokko.example' } })
    for (const name of [id, newId('opn')]) {
      const { status, body } = await stranger.get<{ code: string }>(`/payments/${name}`)
      expect([status, body.code]).toEqual([403, 'not_your_payment'])
      await paying(stranger, name, {}, 'not_your_payment')
    }
  })
  test('403 designated_user_only: agreed to or declined by who is not named, and the same where nothing is', async () => {
    const { id } = await ask(requester, { payer: { email: 'someone@jokko.example' } })
    for (const name of [id, newId('opn')])
      for (const how of ['accept', 'decline'] as const)
        await answering(stranger, name, how, 'designated_user_only')
  })
  test('403 designated_user_only: a link that anybody may have is nobody’s to decline', async () => {
    const { id } = await ask(requester)
    await answering(stranger, id, 'decline', 'designated_user_only')
  })
  test('403 link_not_for_you: a public name of another, made up, or broken', async () => {
    const { body } = await shop.ask({ payer: { email: 'someone@jokko.example' } })
    for (const appref of [body.appref, 'AAAAAAAAAAAAAAAAAAAAAA', 'x', '../..']) {
      await expectRefusal(
        language => stranger.post('/payments/anonymous', { appref }, language),
        'link_not_for_you',
      )
    }
    expect((await stranger.get(`/app-references/${body.appref}`)).status).toBe(403)
  })
  test('422 link_already_used: anybody’s link, by which somebody else agreed to pay', async () => {
    const { body } = await shop.ask({})
    const open = (language = 'en') => stranger.post('/payments/anonymous', { appref: body.appref }, language)
    expect((await open()).status).toBe(200)
    expect((await payer.post(`/payments/onDemand/${body.id}/accept`, {})).status).toBe(200)
    await expectRefusal(language => open(language), 'link_already_used')
    await pay(payer, body.id)
    await expectRefusal(language => open(language), 'link_already_used')
    expect((await stranger.get(`/app-references/${body.appref}`)).status).toBe(403)
  })
  test('404 not_found: another company’s request, seen or taken back', async () => {
    const { id } = await ask(requester)
    expect((await stranger.get(`/payment-requests/${id}`)).status).toBe(404)
    expect((await stranger.remove(`/payment-requests/${id}`)).status).toBe(404)
  })
  test('401 unauthenticated: nobody is signed in', async () => {
    const { id } = await ask(requester)
    expect((await payer.stranger(`/payments/${id}`)).status).toBe(401)
  })
})

describe('agreeing and paying', () => {
  test('422 cantSendToSelf', async () => {
    const { id } = await ask(requester)
    await answering(requester, id, 'accept', 'cantSendToSelf')
    await paying(requester, id, {}, 'cantSendToSelf')
  })
  test('403 account_inactive', async () => {
    const { id } = await ask(requester)
    const idle = await createPayer(world, { is_active: false })
    await answering(idle, id, 'accept', 'account_inactive')
    await paying(idle, id, {}, 'account_inactive')
    const { body } = await idle.get<RequestedPayment>(`/payments/${id}`)
    expect(new Set(body.request.ways.map(({ obstacle }) => obstacle?.code))).toEqual(
      new Set(['account_inactive']),
    )
  })
  test('410 payment_url_expired', async () => {
    const { id } = await ask(requester, { expires_in: 600 })
    await world.advance(700)
    await answering(payer, id, 'accept', 'payment_url_expired')
    await paying(payer, id, {}, 'payment_url_expired')
  })
  test('409 request_closed: taken back', async () => {
    const { id } = await ask(requester)
    await requester.remove(`/payment-requests/${id}`)
    await answering(payer, id, 'accept', 'request_closed')
    await paying(payer, id, {}, 'request_closed')
    expect((await requester.remove<PaymentRequest>(`/payment-requests/${id}`)).body.code).toBe(
      'request_closed',
    )
  })
  test('409 request_closed: who asked was shut out meanwhile', async () => {
    for (const change of ['is_active = false', 'is_rejected = true']) {
      const asker = await createPayer(world)
      const { id } = await ask(asker)
      await world.database.owner.query(`update app.users set ${change} where id = $1`, [asker.userId])
      await answering(payer, id, 'accept', 'request_closed')
      await paying(payer, id, {}, 'request_closed')
    }
  })
  test('409 payment_already_executed: paid', async () => {
    const { id } = await ask(requester)
    await pay(payer, id)
    await paying(payer, id, {}, 'payment_already_executed')
    await answering(payer, id, 'accept', 'payment_already_executed')
    expect((await requester.remove<PaymentRequest>(`/payment-requests/${id}`)).body.code).toBe(
      'cancel_not_possible',
    )
  })
  test('409 stale_version, cancel_not_possible: a payment is under way', async () => {
    const { id } = await ask(requester)
    await pay(payer, id, { cashin_method_id: 1, total_to_pay: '100.50' })
    await paying(payer, id, {}, 'stale_version')
    expect((await requester.remove<PaymentRequest>(`/payment-requests/${id}`)).body.code).toBe(
      'cancel_not_possible',
    )
  })
  test('409 cancel_not_possible: declined while its own payment is under way', async () => {
    const email = `${newId('usr')}@jokko.example`
    const named = await createPayer(world, { email })
    const { id } = await ask(requester, { payer: { email } })
    await pay(named, id, { cashin_method_id: 1, total_to_pay: '100.50' })
    await answering(named, id, 'decline', 'cancel_not_possible')
  })
  test('409 quote_expired: another total than was shown, or none; the new figures beside it', async () => {
    const { id } = await ask(requester)
    await paying(payer, id, { total_to_pay: '100.00' }, 'quote_expired')
    const { body } = await payer.put(`/payments/${id}`, { cashin_method_id: 2 })
    expect(body).toMatchObject({ code: 'quote_expired', figures: { total_to_pay: { amount: '100.60' } } })
  })
  test('409 insufficient: and it stays open', async () => {
    const { id } = await ask(requester)
    await paying(stranger, id, {}, 'insufficient')
    expect((await payer.get(`/payments/${id}`)).status).toBe(200)
  })
  test('422 amount_invalid: another amount than was asked', async () => {
    const { id } = await ask(requester)
    await paying(payer, id, { amount_without_fees_in_euro: '1.00' }, 'amount_invalid')
  })
  test('422 escrow_not_supported', async () => {
    const { id } = await ask(requester)
    await paying(payer, id, { is_escrowed: true }, 'escrow_not_supported')
  })
  test('422 validation: no way to pay', async () => {
    const { id } = await ask(requester)
    const { body } = await payer.put(`/payments/${id}`, { total_to_pay: '100.60' })
    expect(body).toMatchObject({ error_codes: { cashin_method_id: ['selectCashIn'] } })
  })
  test('422 cashin_method_invalid', async () => {
    const { id } = await ask(requester)
    await paying(payer, id, { cashin_method_id: 99 }, 'cashin_method_invalid')
  })
  test('422 country_not_configured: mobile money from nowhere', async () => {
    const { id } = await ask(requester)
    await paying(payer, id, { cashin_method_id: 6, total_to_pay: '102.50' }, 'country_not_configured')
  })
  test('422 cashin_method_not_supported: the company is not connected', async () => {
    const { id } = await ask(requester)
    const { payIns } = world.deps.providers
    const { monext, ...others } = payIns
    Object.assign(world.deps.providers, { payIns: others })
    try {
      await paying(payer, id, { cashin_method_id: 5, total_to_pay: '101.90' }, 'cashin_method_not_supported')
    } finally {
      Object.assign(world.deps.providers, { payIns: { ...others, monext } })
    }
  })
  test('403 temp_restriction: restricted to bank transfers', async () => {
    const yellow = await createPayer(world, { activation_level: 'YELLOW' })
    const { id } = await ask(requester)
    await paying(yellow, id, {}, 'temp_restriction')
    for (const language of ['fr', 'en', 'es']) {
      const shown = await world.app.inject({
        url: `/api/v1/payments/${id}`,
        headers: { ...yellow.headers, 'accept-language': language },
      })
      const { ways } = shown.json<RequestedPayment>().request
      expect(
        ways.find(({ name }) => name === 'card')?.obstacle,
        'said in the language of the screen',
      ).toEqual({
        code: 'temp_restriction',
        message: textOf('temp_restriction', language as 'fr', {}),
      })
    }
    const { body } = await yellow.get<{ request: { ways: { name: string; obstacle: unknown }[] } }>(
      `/payments/${id}`,
    )
    const open = body.request.ways.filter(({ obstacle }) => obstacle === null).map(({ name }) => name)
    expect(open).toEqual(['bank_transfer'])
  })
  test('422 method_limit_error_max: more than the way takes', async () => {
    const { id } = await ask(requester, { amount: '15000.00' })
    await paying(payer, id, { cashin_method_id: 5 }, 'method_limit_error_max')
  })
})
