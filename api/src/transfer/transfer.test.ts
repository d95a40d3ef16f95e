// Guarantees of a transfer, from the request to the beneficiary: what is promised is paid, or the money is back,
// or it visibly waits. On a real database, against the simulated companies, with the clock moved.
import type { OperationDetail } from '@jokko/contract/history'
import type { NewDirectPayment, Payment, Quote } from '@jokko/contract/transfer'
import { eur } from '@jokko/core/money'
import { depositByBank } from '@jokko/core/recipes-payin'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../http/ids.ts'
import { forgetRules } from '../payouts/rules.ts'
import { addCompany, addHuman, signedIn } from '../testing/people.ts'
import { startWorld, type World } from '../testing/world.ts'

const BANK_TRANSFER = 1
const BALANCE = 2
const CARD = 5
const ORANGE_CI = 201
const BANK_CI = 205
const ORANGE_GN = 1501
const FRANCE = 24
const IVORY_COAST = 2
const HOUR = 3_600
const DAY = 24 * HOUR

let world: World
let headers: Record<string, string>
let customer: string
let user: string

beforeAll(async () => {
  world = await startWorld()
})

beforeEach(async () => {
  customer = await addCompany(world.database.owner, { name: 'Atelier Ndiaye SARL' })
  user = await addHuman(world.database.owner, { company_id: customer, is_company_owner: true })
  headers = await signedIn(world.deps, user)
  await deposit(customer, 500_000n)
})

afterEach(() => world.verify())
afterAll(() => world.close())

/** Money on the balance, through the ledger as a bank credit would bring it. */
async function deposit(to: string, cents: bigint): Promise<void> {
  const { deps } = world
  const iban = deps.config.bank.account.iban
  await deps.ledger.commit({
    scope: 'test',
    key: newId('opn'),
    body_hash: 'deposit',
    received_at: deps.clock.nowText(),
    entries: [
      {
        ...depositByBank({ iban, customer: to, amount: eur(cents), fee: eur(0n) }),
        key: newId('opn'),
        book: 'test',
      },
    ],
  })
}

async function balance(of = customer): Promise<bigint> {
  const { rows } = await world.database.owner.query('select balance from ledger.accounts where name = $1', [
    `customer:${of}:EUR`,
  ])
  return rows[0]?.balance ?? 0n
}

type Answer<T> = { status: number; body: T & { code?: string; errors?: Record<string, string[]> } }

async function call<T>(
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
  more: Record<string, string> = {},
): Promise<Answer<T>> {
  const answer = await world.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...headers, ...more },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const post = <T>(path: string, payload: object, key = newId('opn')) =>
  call<T>('POST', path, payload, { 'idempotency-key': key })
const get = <T>(path: string) => call<T>('GET', path)

/** A beneficiary of this customer, by a number that the sandbox may have a script for. */
async function beneficiary(
  phone: string,
  { country = 'CI', dial = 225, name = 'Kouamé Traoré' } = {},
): Promise<string> {
  const id = newId('ben')
  const [first, ...last] = name.split(' ')
  await world.database.owner.query(
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     values ($1, $2, $3, $4, $5, $6, $7, true)`,
    [id, customer, phone, dial, country, first, last.join(' ')],
  )
  return id
}

const lastDigits = (script: string) => `+2250700${script.padStart(6, '0')}`

async function quote(more: Partial<Record<string, unknown>> = {}): Promise<Answer<Quote>> {
  return call<Quote>('POST', '/quotes', {
    kind: 'transfer',
    fix: 'source',
    amount: '250.00',
    currency: 'EUR',
    sending_country: 'FR',
    receiving_country: 'CI',
    cashin_method_id: BALANCE,
    cashout_method_id: ORANGE_CI,
    ...more,
  })
}

const payload = (beneficiaryId: string, more: Partial<NewDirectPayment> = {}): NewDirectPayment => ({
  cashin_method_id: BALANCE,
  amount_without_fees_in_euro: '250.00',
  total_to_pay: '252.75',
  reason: 'Facture 12',
  sending_country_id: FRANCE,
  receiving_country_id: IVORY_COAST,
  beneficiary_id: beneficiaryId,
  cashout_method_id: ORANGE_CI,
  ...more,
})

async function send(script: string, more: Partial<NewDirectPayment> = {}): Promise<Payment> {
  const { status, body } = await post<Payment>(
    '/payments/direct',
    payload(await beneficiary(lastDigits(script)), more),
  )
  expect(body.code).toBeUndefined()
  expect(status).toBe(201)
  return body
}

const detail = async (id: string) => (await get<OperationDetail>(`/operations/${id}`)).body

/** What the simulated operator received for one of our transfers. */
async function receivedAtHub2(id: string): Promise<{ repeated: number }[]> {
  const { rows } = await world.database.owner.query(
    'select id from app.payout_attempts where operation_id = $1',
    [id],
  )
  const ids = new Set(rows.map(row => row.id))
  const { transfers } = (await world.outside('/control/hub2/ledger')) as {
    transfers: { reference: string; repeated: number }[]
  }
  return transfers.filter(transfer => ids.has(transfer.reference))
}

describe('a quote is a contract', () => {
  test('201: 250.00 from the balance to mobile money costs 252.75 and pays 163,990', async () => {
    const { status, body } = await quote()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      total_to_pay: { amount: '252.75', currency: 'EUR' },
      payable_target: { amount: '163990', currency: 'XOF' },
      snapped_from: '163989.25',
      rate: '655.957',
      rate_is_fixed: true,
    })
    expect(body.lines.map(line => [line.kind, line.amount])).toEqual([
      ['pay_in_fee', '1.50'],
      ['payout_fee', '1.25'],
    ])
    expect((await get<Quote>(`/quotes/${body.id}`)).body).toEqual(body)
  })

  test('what was accepted is what is paid, and it arrives', async () => {
    const { body: quoted } = await quote()
    const payment = await send('99', { quote_id: quoted.id })
    expect(payment).toMatchObject({ total_to_pay: '252.75', payable: { amount: '163990', currency: 'XOF' } })
    expect(await balance()).toBe(500_000n - 25_275n)
    await world.advance(5)
    expect(await detail(payment.id)).toMatchObject({ status: 'transfer_completed', badge: 'done' })
  })

  test('409 quote_already_used: a quote is accepted once', async () => {
    const { body: quoted } = await quote()
    await send('99', { quote_id: quoted.id })
    const again = await post(
      '/payments/direct',
      payload(await beneficiary(lastDigits('98')), { quote_id: quoted.id }),
    )
    expect([again.status, again.body.code]).toEqual([409, 'quote_already_used'])
  })

  test('409 quote_expired: half an hour later, and nothing moved (MON-08)', async () => {
    const { body: quoted } = await quote()
    await world.advance(31 * 60)
    const late = await post(
      '/payments/direct',
      payload(await beneficiary(lastDigits('97')), { quote_id: quoted.id }),
    )
    expect([late.status, late.body.code]).toEqual([409, 'quote_expired'])
    expect(await balance()).toBe(500_000n)
  })

  test('409 quote_expired with the new figures: another total was shown', async () => {
    const answer = await post(
      '/payments/direct',
      payload(await beneficiary(lastDigits('96')), { total_to_pay: '252.74' }),
    )
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'quote_expired', figures: { total_to_pay: { amount: '252.75' } } },
    })
  })

  test('409 quote_expired: a quote for another route', async () => {
    const { body: quoted } = await quote({ cashout_method_id: 202 })
    const answer = await post(
      '/payments/direct',
      payload(await beneficiary(lastDigits('95')), { quote_id: quoted.id }),
    )
    expect(answer).toMatchObject({ status: 409, body: { code: 'quote_expired' } })
  })

  test('409 quote_expired: a quote of another kind, which has other fees', async () => {
    const { body: quoted } = await quote({ kind: 'withdrawal' })
    const answer = await post(
      '/payments/direct',
      payload(await beneficiary(lastDigits('95')), { quote_id: quoted.id }),
    )
    expect(answer).toMatchObject({ status: 409, body: { code: 'quote_expired' } })
  })

  test.each([
    ['422 Amount below minimum range', { amount: '4.99' }, 'Amount below minimum range'],
    [
      '422 Amount above maximum range',
      { amount: '50000.01', cashout_method_id: undefined },
      'Amount above maximum range',
    ],
    ['422 route_ceiling with ways out', { amount: '3000.00' }, 'route_ceiling'],
    ['422 no_receiving_country', { receiving_country: 'US' }, 'no_receiving_country'],
    ['422 payout_method_not_configured', { cashout_method_id: 101 }, 'payout_method_not_configured'],
    ['422 cashin_method_invalid', { cashin_method_id: 77 }, 'cashin_method_invalid'],
    ['422 amount_invalid', { amount: '10.005' }, 'amount_invalid'],
  ])('%s', async (_, more, code) => {
    const { status, body } = await quote(more)
    expect([status, body.code]).toEqual([422, code])
  })

  test.each([
    '0',
    '-1',
    '-0.01',
    '1e3',
    'NaN',
    'Infinity',
    '',
    'abc',
    '10.005',
    '0x10',
    '١٠٠',
    '100000000000000000000',
  ])('MON-10: "%s" is refused with a field error and nothing is written', async amount => {
    const answer = await post(
      '/payments/direct',
      payload(await beneficiary(lastDigits('94')), { amount_without_fees_in_euro: amount }),
    )
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors ?? {})).not.toHaveLength(0)
    expect(await balance()).toBe(500_000n)
    await world.database.owner.query('delete from app.beneficiaries where customer_id = $1', [customer])
  })

  test('Guinea: the margin is a line of its own, the amount a multiple of 1,000 (MON-12)', async () => {
    const { body } = await quote({ receiving_country: 'GN', cashout_method_id: ORANGE_GN, amount: '100.00' })
    expect(body.payable_target.currency).toBe('GNF')
    expect(BigInt(body.payable_target.amount) % 1000n).toBe(0n)
    expect(body.rate_is_fixed).toBe(false)
    expect(body.lines.map(line => line.kind)).toEqual(['pay_in_fee', 'payout_fee', 'margin'])
    const minutes = (Date.parse(body.accept_by) - Date.parse(body.created_at)) / 60_000
    expect(minutes).toBe(5)
  })
})

describe('who may pay, and whom', () => {
  const refusal = async (more: Partial<NewDirectPayment>, phone = '93') => {
    const { status, body } = await post(
      '/payments/direct',
      payload(await beneficiary(lastDigits(phone)), more),
    )
    return [status, body.code]
  }

  test('401 unauthenticated: no session', async () => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/payments/direct',
      headers: { 'x-client-key': 'jokko-web' },
      payload: {},
    })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
  })

  test('403 client_key_missing: a foreign page cannot send it', async () => {
    const { authorization = '' } = headers
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/payments/direct',
      headers: { authorization },
      payload: {},
    })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'client_key_missing'])
  })

  test('400 idempotency_key_missing', async () => {
    const answer = await call('POST', '/payments/direct', payload(await beneficiary(lastDigits('92'))))
    expect([answer.status, answer.body.code]).toEqual([400, 'idempotency_key_missing'])
  })

  test('409 insufficient: the balance does not cover it, and the same key works after a deposit', async () => {
    const body = payload(await beneficiary(lastDigits('91')), {
      amount_without_fees_in_euro: '2000.00',
      total_to_pay: '2022.00',
    })
    await post('/payments/direct', body)
    await post('/payments/direct', { ...body, reason: 'Autre' })
    const key = newId('opn')
    const poor = await post('/payments/direct', { ...body, reason: 'Encore' }, key)
    expect([poor.status, poor.body.code]).toEqual([409, 'insufficient'])
    await deposit(customer, 500_000n)
    expect((await post('/payments/direct', { ...body, reason: 'Encore' }, key)).status).toBe(201)
  })

  test('422 route_ceiling says the ceiling in the reader’s words', async () => {
    const { body } = await quote({ amount: '3000.00' })
    expect(body).toMatchObject({ message: expect.stringContaining('1\u202f500\u202f000\u00a0CFA') })
  })

  test('422 cashin_method_not_supported: a way to pay whose company is not connected', async () => {
    const { providers } = world.deps
    world.deps.providers = { ...providers, payIns: {} }
    try {
      expect(await refusal({ cashin_method_id: CARD })).toEqual([422, 'cashin_method_not_supported'])
    } finally {
      world.deps.providers = providers
    }
  })

  test('422 escrow_not_supported', async () => {
    expect(await refusal({ is_escrowed: true })).toEqual([422, 'escrow_not_supported'])
  })

  test('422 reasonError is a field error of the reason', async () => {
    const { status, body } = await post(
      '/payments/direct',
      payload(await beneficiary(lastDigits('90')), { reason: '   ' }),
    )
    expect(status).toBe(422)
    expect(body.errors).toHaveProperty('reason')
  })

  test.each(['a\0b', '\ud800'])('422 validation: a reason that no database keeps, %j', async reason => {
    const answer = await post('/payments/direct', payload(await beneficiary(lastDigits('88')), { reason }))
    expect([answer.status, answer.body.code, Object.keys(answer.body.errors ?? {})]).toEqual([
      422,
      'validation',
      ['reason'],
    ])
    expect((await get('/operations?search=%00')).status).toBe(422)
  })

  test('422 Select_Operator_Error, PhoneNumberError: the payee must fit the route', async () => {
    expect(await refusal({ operator: 'mtn_ci' })).toEqual([422, 'Select_Operator_Error'])
    expect(await refusal({ receiver_phonenumber: '0701', receiver_country_code: 225 }, '89')).toEqual([
      422,
      'phone_number_below_min_length',
    ])
    expect(await refusal({ receiver_phonenumber: '771234567', receiver_country_code: 221 }, '88')).toEqual([
      422,
      'validPhone',
    ])
  })

  test.each(['reason', 'receiver_fullname'])('422 at %s: nothing in it may be hidden', async field => {
    expect((await refusal({ [field]: 'Loyer \u202esram' }, '85'))[0]).toBe(422)
    expect(await balance()).toBe(500_000n)
  })

  test('422 BankNameError, ReceiverFullNameError, iban_required, Invalid IBAN: each at its field', async () => {
    const bank = { cashout_method_id: BANK_CI, total_to_pay: '253.00' }
    expect(await refusal(bank)).toEqual([422, 'BankNameError'])
    expect(await refusal({ ...bank, bank_name: 'Coris' }, '87')).toEqual([422, 'ReceiverFullNameError'])
    expect(await refusal({ ...bank, bank_name: 'Coris', account_holder: 'Awa Ba' }, '86')).toEqual([
      422,
      'iban_required',
    ])
    const holder = { ...bank, bank_name: 'Coris', account_holder: 'Awa Ba' }
    expect(await refusal({ ...holder, iban: 'CI00CI9990100100000000123490' }, '85')).toEqual([
      422,
      'Invalid IBAN',
    ])
    expect(await refusal({ ...holder, iban: 'SN30SN9990100100000000123428' }, '84')).toEqual([
      422,
      'Invalid IBAN',
    ])
  })

  test('403 temp_restriction: a restricted sender pays by bank transfer only', async () => {
    await world.database.owner.query(`update app.users set activation_level = 'YELLOW' where id = $1`, [user])
    expect(await refusal({}, '83')).toEqual([403, 'temp_restriction'])
    expect(
      (
        await post(
          '/payments/direct',
          payload(await beneficiary(lastDigits('82')), {
            cashin_method_id: BANK_TRANSFER,
            total_to_pay: '252.50',
          }),
        )
      ).status,
    ).toBe(201)
  })

  test('a restriction ends with the first transfer that arrived', async () => {
    const restrict = () =>
      world.database.owner.query(`update app.users set activation_level = 'YELLOW' where id = $1`, [user])
    await restrict()
    expect(await refusal({}, '85')).toEqual([403, 'temp_restriction'])
    await world.database.owner.query(`update app.users set activation_level = 'GREEN' where id = $1`, [user])
    const payment = await send('99')
    await world.advance(5)
    expect(await detail(payment.id)).toMatchObject({ status: 'transfer_completed' })
    await restrict()
    expect(await send('98')).toMatchObject({ type: 'balance' })
  })

  test('403 account_inactive: an inactive company sends nothing', async () => {
    await world.database.owner.query('update app.companies set is_active = false where id = $1', [customer])
    expect(await refusal({}, '81')).toEqual([403, 'account_inactive'])
  })

  test('409 limit_exceeded: a wallet’s month is full, whoever sends', async () => {
    await world.database.owner.query(
      `insert into app.counters values ('wallet:+2250700000080', 'received_XOF', to_char(app.now() at time zone 'UTC', 'YYYY-MM'), 9900000)`,
    )
    expect(await refusal({}, '80')).toEqual([409, 'limit_exceeded'])
    expect(await balance()).toBe(500_000n)
    // Nobody received it, which the ledger's check would find.
    await world.database.owner.query(`delete from app.counters where subject = 'wallet:+2250700000080'`)
  })

  test('404, or 403 not_your_payment, with the same bytes for what is foreign as for what does not exist (HIS-08)', async () => {
    const payment = await send('79')
    const { body: quoted } = await quote()
    const other = await addHuman(world.database.owner)
    headers = await signedIn(world.deps, other)
    const missing = newId('opn')
    for (const [path, status] of [
      ['/payments/', 403],
      ['/operations/', 404],
      ['/payments/invoices/', 404],
    ] as const) {
      const [foreign, none] = [await get(`${path}${payment.id}`), await get(`${path}${missing}`)]
      expect(foreign.status).toBe(status)
      expect({ ...foreign.body, request_id: '' }).toEqual({ ...none.body, request_id: '' })
    }
    expect((await get(`/quotes/${quoted.id}`)).status).toBe(404)
    expect((await post(`/transfers/${payment.id}/cancel`, {})).status).toBe(404)
  })
})

describe('one key, one effect', () => {
  test('IDM-04: the same key and body again answer the same payment and move money once', async () => {
    const key = newId('opn')
    const body = payload(await beneficiary(lastDigits('78')))
    const first = await post<Payment>('/payments/direct', body, key)
    const second = await post<Payment>('/payments/direct', body, key)
    expect(second.body.id).toBe(first.body.id)
    expect(await balance()).toBe(500_000n - 25_275n)
  })

  test('IDM-03: the same key with another body is refused (422), nothing moved', async () => {
    const key = newId('opn')
    const body = payload(await beneficiary(lastDigits('77')))
    await post('/payments/direct', body, key)
    const second = await post(
      '/payments/direct',
      { ...body, amount_without_fees_in_euro: '25.00', total_to_pay: '25.63' },
      key,
    )
    expect([second.status, second.body.code]).toEqual([422, 'idempotency_key_reused'])
    expect(await balance()).toBe(500_000n - 25_275n)
  })

  test('IDM-04: a repeat after the quote ended still gets its first answer', async () => {
    const { body: quoted } = await quote()
    const key = newId('opn')
    const body = payload(await beneficiary(lastDigits('76')), { quote_id: quoted.id })
    const first = await post<Payment>('/payments/direct', body, key)
    await world.advance(2 * HOUR)
    expect((await post<Payment>('/payments/direct', body, key)).body.id).toBe(first.body.id)
  })

  test('IDM-01: twenty at once with one key are one payment', async () => {
    const key = newId('opn')
    const body = payload(await beneficiary(lastDigits('75')))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post<Payment>('/payments/direct', body, key)),
    )
    expect(new Set(answers.map(answer => answer.body.id)).size).toBe(1)
    expect(await balance()).toBe(500_000n - 25_275n)
  })

  test('IDM-11: five small transfers at once from an ample balance all pass', async () => {
    const id = await beneficiary(lastDigits('74'))
    const body = { amount_without_fees_in_euro: '10.00', total_to_pay: '10.55' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post('/payments/direct', payload(id, body))),
    )
    expect(answers.map(answer => answer.status)).toEqual([201, 201, 201, 201, 201])
  })

  test('IDM-08: eight at once for a balance that covers one: one passes, seven are refused, never below zero', async () => {
    const id = await beneficiary(lastDigits('73'))
    const body = {
      amount_without_fees_in_euro: '4900.00',
      total_to_pay: '4953.90',
      cashout_method_id: BANK_CI,
      bank_name: 'Coris',
      account_holder: 'Awa Ba',
      iban: 'CI49CI9990100100000000123490',
    }
    const fee = { ...body, total_to_pay: '4930.90' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('/payments/direct', payload(id, fee))),
    )
    const codes = answers.map(answer => answer.body.code ?? 'paid').sort()
    expect(codes).toEqual([...Array.from({ length: 7 }, () => 'insufficient'), 'paid'])
    expect(await balance()).toBe(500_000n - 493_090n)
  })
})

describe('scripted payees end in the honest state', () => {
  test('01: paid; the beneficiary is told by SMS, the sender by mail', async () => {
    const payment = await send('01')
    await world.advance(10)
    const done = await detail(payment.id)
    expect(done).toMatchObject({ status: 'transfer_completed', outcome_unknown: false })
    expect(done.route.map(stop => [stop.key, stop.state])).toEqual([
      ['sender', 'done'],
      ['jokko', 'done'],
      ['payout', 'done'],
      ['beneficiary', 'done'],
    ])
    const inbox = (await world.outside(`/inbox?to=${encodeURIComponent('+2250700000001')}`)) as {
      text: string
    }[]
    expect(inbox[0]?.text).toContain('163 990 CFA')
  })

  test.each([
    ['02', 'payee_account_closed'],
    ['03', 'wallet_ceiling'],
    ['07', 'name_mismatch'],
  ])('%s: declined as %s; amount and fees are back on the balance', async (script, code) => {
    const payment = await send(script)
    await world.advance(10)
    const failed = await detail(payment.id)
    expect(failed).toMatchObject({
      status: 'transfer_failed',
      failure: { code },
      refunded: { amount: '252.75', to: 'balance', done: true },
    })
    expect(await balance()).toBe(500_000n)
  })

  test('05: silence is unknown, not failed; asked until the answer is no, then the money is back, and sent once', async () => {
    const payment = await send('05')
    await world.advance(1)
    expect(await detail(payment.id)).toMatchObject({ status: 'transfer_in_progress', outcome_unknown: true })
    await world.advance(HOUR)
    expect(await detail(payment.id)).toMatchObject({ status: 'transfer_failed', refunded: { done: true } })
    expect(await receivedAtHub2(payment.id)).toMatchObject([{ repeated: 0 }])
    expect(await balance()).toBe(500_000n)
  })

  test('06: unknown for three hours, then paid, and sent once', async () => {
    const payment = await send('06')
    await world.advance(2 * HOUR)
    expect(await detail(payment.id)).toMatchObject({ outcome_unknown: true })
    await world.advance(2 * HOUR)
    expect(await detail(payment.id)).toMatchObject({ status: 'transfer_completed', outcome_unknown: false })
    expect(await receivedAtHub2(payment.id)).toMatchObject([{ repeated: 0 }])
  })

  test('09: the operator is down for an hour; the transfer waits and goes on by itself', async () => {
    const payment = await send('09')
    await world.advance(60)
    expect(await detail(payment.id)).toMatchObject({ status: 'pending' })
    await world.advance(2 * HOUR)
    expect(await detail(payment.id)).toMatchObject({ status: 'transfer_completed' })
  })

  test('10: paid, returned after two days: a linked return gives everything back', async () => {
    const payment = await send('10')
    await world.advance(10)
    expect(await detail(payment.id)).toMatchObject({ status: 'transfer_completed' })
    await world.advance(3 * DAY)
    const after = await detail(payment.id)
    expect(after.linked).toMatchObject([{ operation_type: 'pay_out', amount: '252.75' }])
    expect(after.route.find(stop => stop.key === 'payout')).toMatchObject({
      state: 'failed',
      note: 'payout_returned',
    })
    expect(await balance()).toBe(500_000n)
  })
})

describe('other ways to be paid', () => {
  test('a bank account by RIB: the key is checked and the IBAN is what is sent', async () => {
    const bank = {
      cashout_method_id: BANK_CI,
      total_to_pay: '253.00',
      bank_name: 'Coris Bank',
      account_holder: 'Awa Ba',
    }
    const rib = { bank: 'CI999', branch: '01001', account: '000000001234', key: '90' }
    const payment = await send('72', { ...bank, rib })
    expect(await detail(payment.id)).toMatchObject({
      bank_name: 'Coris Bank',
      iban: 'CI49CI9990100100000000123490',
    })
    await world.advance(10)
    expect(await detail(payment.id)).toMatchObject({ status: 'transfer_completed' })
  })

  test('an account that was paid before is paid again by its id alone, never the beneficiary’s own number', async () => {
    const id = await beneficiary(lastDigits('69'))
    const other = { receiver_phonenumber: '0700000068', receiver_country_code: 225 }
    await post('/payments/direct', payload(id, other))
    await world.advance(10)
    const kept = await get<{ data: { id: string; phone_number: string }[] }>(`/userMMAccounts/all/${id}`)
    const [account] = kept.body.data
    const again = await post<Payment>(
      '/payments/direct',
      payload(id, { cashout_account_id: account?.id ?? '', reason: 'Encore' }),
    )
    expect(await detail(again.body.id)).toMatchObject({ phone_number: '+2250700000068' })
  })

  test('404 not_found: an account kept for somebody else', async () => {
    const answer = await post(
      '/payments/direct',
      payload(await beneficiary(lastDigits('67')), { cashout_account_id: newId('bac') }),
    )
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  test('409 insufficient, as it is published: a country that is not the sender’s', async () => {
    const answer = await post(
      '/payments/direct',
      payload(await beneficiary(lastDigits('66')), { sending_country_id: 16 }),
    )
    expect([answer.status, answer.body.code]).toEqual([409, 'insufficient'])
  })

  test('a Jokko balance: credited at once, the receiver sees it and only the amount', async () => {
    const phone = '+2250700123456'
    const receiver = await addHuman(world.database.owner, {
      phone_e164: phone,
      country: 'CI',
      dial_code: 225,
      first_name: 'Tana',
      last_name: 'Koné',
    })
    const { cashout_method_id: _, ...body } = payload(await beneficiary(phone), { total_to_pay: '251.50' })
    const { body: payment } = await post<Payment>('/payments', body)
    expect(await detail(payment.id)).toMatchObject({ status: 'transfer_completed' })
    expect(await balance(receiver)).toBe(25_000n)
    headers = await signedIn(world.deps, receiver)
    const seen = await detail(payment.id)
    expect(seen).toMatchObject({
      operation_direction: 'Receiving',
      amount: '250.00',
      fee_in_sender_currency: null,
      route: [],
    })
    await world.database.owner.query('update app.users set phone_e164 = null where id = $1', [receiver])
  })

  test('422 payout_forced: to a number without an account the payout cannot be left out', async () => {
    const { cashout_method_id: _, ...body } = payload(await beneficiary(lastDigits('71')), {
      total_to_pay: '251.50',
    })
    const answer = await post('/payments', body)
    expect([answer.status, answer.body.code]).toEqual([422, 'payout_forced'])
  })

  test('422 cantSendToSelf', async () => {
    await world.database.owner.query(`update app.users set phone_e164 = '+2250700654321' where id = $1`, [
      user,
    ])
    const answer = await post('/payments/direct', payload(await beneficiary('+2250700654321')))
    expect([answer.status, answer.body.code]).toEqual([422, 'cantSendToSelf'])
    await world.database.owner.query('update app.users set phone_e164 = null where id = $1', [user])
  })
})

describe('screening', () => {
  test('a name on a sanctions list freezes the transfer: nothing moves, nothing is promised', async () => {
    await world.database.owner.query(
      `insert into app.sanctioned_names (name, list) values ('Bakary Interdit', 'test')`,
    )
    forgetRules(world.deps)
    const id = await beneficiary(lastDigits('70'), { name: 'Interdit Bakary' })
    const { body } = await post<Payment>('/payments/direct', payload(id))
    expect(await detail(body.id)).toMatchObject({ status: 'suspicious' })
    expect(await balance()).toBe(500_000n - 25_275n)
    expect(await receivedAtHub2(body.id)).toEqual([])
  })

  test('a listed beneficiary is frozen under whatever name the payee is typed', async () => {
    await world.database.owner.query(
      `insert into app.sanctioned_names (name, list) values ('Oumar Interdit', 'test')`,
    )
    forgetRules(world.deps)
    const id = await beneficiary(lastDigits('69'), { name: 'Oumar Interdit' })
    const { body } = await post<Payment>('/payments/direct', payload(id, { receiver_fullname: 'Ali Konaté' }))
    expect(await detail(body.id)).toMatchObject({ status: 'suspicious' })
  })
})
