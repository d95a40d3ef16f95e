// What a deposit is refused for before any money is asked for: each refusal with its status, its code and its sentence
// in the three languages.
import type { NewDeposit } from '@jokko/contract/deposit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../http/ids.ts'
import { fetchRates } from '../jobs/rates.ts'
import { readRestrictedList } from '../jobs/restricted-list.ts'
import { forgetReference } from '../reference/data.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { expectRefusal } from '../testing/refusals.ts'
import { startWorld, type World } from '../testing/world.ts'

const BANK_TRANSFER = 1
const BALANCE = 2
const CARD = 5
const MOBILE_MONEY = 6

let world: World
let payer: Payer

beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  payer = await createPayer(world)
})
afterEach(() => world.verify())
afterAll(() => world.close())

const card = { cashin_method_id: CARD, total_to_pay: '101.60' }

/** Whoever asks in each language gets the same refusal. */
const refused = (code: Parameters<typeof expectRefusal>[1], request: Partial<NewDeposit>, by = payer) =>
  expectRefusal(language => by.deposit(request, newId('opn'), language), code)

const setting = (key: string, value: string) =>
  world.database.owner.query(
    `insert into app.settings (key, value) values ($1, $2::jsonb) on conflict (key) do update set value = excluded.value`,
    [key, value],
  )

describe('who may', () => {
  test('403 owner_only: another user of the company', async () =>
    refused('owner_only', card, await createPayer(world, { is_company_owner: false })))

  test('403 owner_only: an individual', async () =>
    refused('owner_only', card, await createPayer(world, { company_id: null, is_company_owner: false })))

  test('403 account_inactive', async () =>
    refused('account_inactive', card, await createPayer(world, { is_active: false })))

  test('403 forbidden: deposits are not open', async () => {
    await setting('features', '{}')
    try {
      await refused('forbidden', card)
    } finally {
      await setting('features', '{"deposit": true}')
    }
  })

  test('403 temp_restriction: YELLOW deposits by bank transfer only', async () => {
    const yellow = await createPayer(world, { activation_level: 'YELLOW' })
    await refused('temp_restriction', card, yellow)
    const { status } = await yellow.deposit({ cashin_method_id: BANK_TRANSFER, total_to_pay: '100.00' })
    expect(status).toBe(201)
  })

  test('403 temp_restriction: who is on the list deposits by bank transfer only', async () => {
    // As it is published: it is read again every ten minutes, and whatever else stands in its place is gone then.
    const publish = async (csv: string) => {
      await world.outside('/control/restricted-list', { csv })
      await readRestrictedList(world.deps)
    }
    await publish(`user,why\n${payer.userId},asked by compliance\n`)
    await refused('temp_restriction', card)
    await publish('user,why\n')
  })

  test('401 unauthenticated', async () => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/payin',
      headers: { 'x-client-key': world.deps.config.clientKey },
      payload: card,
    })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
  })
})

describe('how', () => {
  test('503 rate_unavailable: a wallet in Guinea, at the rate of another day', async () => {
    const { rows } = await world.database.owner.query<{ wallet_country_id: number }>(
      `select id as wallet_country_id from app.countries where iso = 'GN'`,
    )
    const wallet = { cashin_method_id: MOBILE_MONEY, total_to_pay: '102.00', ...rows[0] }
    await world.outside('/control/faults', { provider: 'rates', fault: 'down' })
    await world.advance(86_400 + 60)
    await refused('rate_unavailable', wallet)
    await world.outside('/control/faults', { provider: 'rates', fault: 'none' })
    await fetchRates(world.deps)
    forgetReference(world.deps)
    expect((await payer.deposit(wallet)).status).toBe(201)
  })

  test('422 validation: no method at all says Please_select_cashin_Method', async () => {
    const { status, body } = await payer.deposit({ total_to_pay: '100.00' })
    expect([status, body.code]).toEqual([422, 'validation'])
    expect(body).toMatchObject({ error_codes: { cashin_method_id: ['Please_select_cashin_Method'] } })
  })

  test('422 Please_select_cashin_Method: a price without a method', () =>
    expectRefusal(
      language => payer.post('/quotes', { ...quoted, amount: '100.00' }, language),
      'Please_select_cashin_Method',
    ))

  test('422 cant_use_balance', () => refused('cant_use_balance', { ...card, cashin_method_id: BALANCE }))

  test('422 cashin_method_invalid', () => refused('cashin_method_invalid', { ...card, cashin_method_id: 77 }))

  test('422 cashin_method_not_supported: the company is not connected', async () => {
    const { payIns } = world.deps.providers
    const { monext, ...others } = payIns
    Object.assign(world.deps.providers, { payIns: others })
    try {
      await refused('cashin_method_not_supported', card)
    } finally {
      Object.assign(world.deps.providers, { payIns: { ...others, monext } })
    }
  })

  test('422 sending_country_missing: from a country that is not the customer’s', () =>
    refused('sending_country_missing', { ...card, country_id: 23 }))

  test('422 country_not_configured: mobile money from nowhere, and from where nobody collects', async () => {
    const request = { cashin_method_id: MOBILE_MONEY, total_to_pay: '102.00' }
    await refused('country_not_configured', request)
    await refused('country_not_configured', { ...request, wallet_country_id: 24 })
  })
})

const quoted = { kind: 'deposit', fix: 'source', currency: 'EUR', sending_country: 'FR' }

describe('how much', () => {
  test('422 cant_deposit_zero', () =>
    refused('cant_deposit_zero', { ...card, amount_without_fees_in_euro: '0' }))

  test('422 amount_invalid: below zero, or no amount', async () => {
    await refused('amount_invalid', { ...card, amount_without_fees_in_euro: '-5.00' })
    await refused('amount_invalid', { ...card, amount_without_fees_in_euro: '12,5' })
  })

  test('422 You_can_send_between: outside of the country’s bounds, which are told', async () => {
    await refused('You_can_send_between', { ...card, amount_without_fees_in_euro: '4.99' })
    await refused('You_can_send_between', {
      cashin_method_id: BANK_TRANSFER,
      amount_without_fees_in_euro: '999999',
    })
    const { body } = await payer.deposit({ ...card, amount_without_fees_in_euro: '4.99' }, newId('opn'), 'en')
    expect(body).toMatchObject({
      amount_min_range: '5.00',
      message: expect.stringMatching(/between 5\.00\s€ and/),
    })
  })

  test('422 method_limit_error_max: more than the method takes', () =>
    refused('method_limit_error_max', { ...card, amount_without_fees_in_euro: '20000' }))

  test('404 Deposit fee configuration not found', async () => {
    const change = (from: string, to: string) =>
      world.database.owner.query(
        `update app.fees set method = $2 where purpose = 'deposit' and method = $1`,
        [from, to],
      )
    await change('card', 'gone')
    forgetReference(world.deps)
    try {
      await refused('Deposit fee configuration not found', card)
    } finally {
      await change('gone', 'card')
      forgetReference(world.deps)
    }
  })
})

describe('at which price', () => {
  test('409 quote_expired: another total than was shown, with the new figures beside it', async () => {
    await refused('quote_expired', { ...card, total_to_pay: '101.00' })
    const { body } = await payer.deposit({ ...card, total_to_pay: '101.00' })
    expect(body).toMatchObject({ figures: { total_to_pay: { amount: '101.60' } } })
  })

  test('409 quote_expired: no total was shown at all', () =>
    refused('quote_expired', { cashin_method_id: CARD }))

  const quote = async (more: object = {}) =>
    (
      await payer.post<{ id: string }>('/quotes', {
        ...quoted,
        amount: '100.00',
        cashin_method_id: CARD,
        ...more,
      })
    ).body.id

  test('409 quote_expired: half an hour later', async () => {
    const quote_id = await quote()
    await world.advance(31 * 60)
    await refused('quote_expired', { cashin_method_id: CARD, quote_id })
  })

  test('409 quote_expired: the quote of another method, and of somebody else', async () => {
    await refused('quote_expired', { cashin_method_id: BANK_TRANSFER, quote_id: await quote() })
    const other = await createPayer(world)
    await refused('quote_expired', { cashin_method_id: CARD, quote_id: await quote() }, other)
  })

  test('409 quote_already_used', async () => {
    const quote_id = await quote()
    expect((await payer.deposit({ cashin_method_id: CARD, quote_id })).status).toBe(201)
    await refused('quote_already_used', { cashin_method_id: CARD, quote_id })
  })

  test('accepted twice at the same moment: once', async () => {
    const quote_id = await quote()
    const both = await Promise.all([1, 2].map(() => payer.deposit({ cashin_method_id: CARD, quote_id })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('the key', () => {
  test('422 idempotency_key_reused: the same key for another amount', async () => {
    const key = newId('opn')
    await payer.deposit(card, key)
    await expectRefusal(
      language => payer.deposit({ cashin_method_id: BANK_TRANSFER, total_to_pay: '100.00' }, key, language),
      'idempotency_key_reused',
    )
  })

  test('400 idempotency_key_missing', async () => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/payin',
      headers: payer.headers,
      payload: { ...card, country_id: 24, amount_without_fees_in_euro: '100.00' },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'idempotency_key_missing'])
  })
})

describe('of somebody else', () => {
  test('404 not_found: neither seen nor cancelled', async () => {
    const { body } = await payer.deposit(card)
    const other = await createPayer(world)
    expect((await other.get(`/payin/${body.id}`)).status).toBe(404)
    expect((await other.remove(`/payin/${body.id}`)).status).toBe(404)
    expect((await payer.get(`/payin/${body.id}`)).status).toBe(200)
  })
  test('404 not_found: a transfer is no deposit', async () => {
    const { body } = await payer.send({ cashin_method_id: BANK_TRANSFER })
    expect((await payer.get(`/payin/${body.id}`)).status).toBe(404)
  })
})

describe('the price while typing', () => {
  test('each method’s, for 200 EUR', async () => {
    const fee = async (cashin_method_id: number) =>
      (
        await payer.post<{ fee: string }>(`/payments/getEuroAppliedFees/deposit/${payer.userId}`, {
          euro_amount: '200.00',
          sending_country_id: 24,
          cashin_method_id,
        })
      ).body.fee
    expect(await Promise.all([1, 3, 4, 5, 6].map(fee))).toEqual(['0.00', '0.60', '0.80', '3.20', '4.00'])
  })
})
