// What a transfer is refused for before any money moves: each refusal with its status, its code and its sentence in the
// three languages, and limits with the bounds and figures that the screen shows beside them.
import { type Language, languages } from '@jokko/contract/common'
import { errorTexts } from '@jokko/contract/errors'
import type { FeeEntry, NewDirectPayment, Payment } from '@jokko/contract/transfer'
import { eur } from '@jokko/core/money'
import { chargeback, depositByBank } from '@jokko/core/recipes-payin'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../http/ids.ts'
import { forgetReference } from '../reference/data.ts'
import { addCompany, addHuman, signedIn } from '../testing/people.ts'
import { expectRefusal } from '../testing/refusals.ts'
import { startWorld, type World } from '../testing/world.ts'

const BANK_TRANSFER = 1
const BALANCE = 2
const ORANGE_CI = 201
const CASH_CI = 208
const ORANGE_GN = 1501
const FRANCE = 24
const IVORY_COAST = 2

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
})

afterEach(() => world.verify())
afterAll(() => world.close())

type Body = {
  code?: string
  message?: string
  errors?: Record<string, string[]>
  amount_min_range?: string | null
  amount_max_range?: string | null
  fee_calculation?: FeeEntry[]
}
type Answer<T = Body> = { status: number; body: T & Body }

async function call<T = Body>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  payload: object | undefined,
  language: string,
): Promise<Answer<T>> {
  const answer = await world.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...headers, 'idempotency-key': newId('opn'), 'accept-language': language },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const quote = (more: object, language = 'en') =>
  call(
    'POST',
    '/quotes',
    {
      kind: 'transfer',
      fix: 'source',
      amount: '250.00',
      currency: 'EUR',
      sending_country: 'FR',
      receiving_country: 'CI',
      cashin_method_id: BALANCE,
      cashout_method_id: ORANGE_CI,
      ...more,
    },
    language,
  )

async function beneficiary({ phone = '+2250707070707', country = 'CI', dial = 225 } = {}): Promise<string> {
  const { rows } = await world.database.owner.query<{ id: string }>(
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     values ($1, $2, $3, $4, $5, 'Kouamé', 'Traoré', true)
     on conflict (customer_id, phone_e164) do update set country = excluded.country returning id`,
    [newId('ben'), customer, phone, dial, country],
  )
  return rows[0]?.id ?? ''
}

async function pay(more: Partial<NewDirectPayment> | object, language = 'en'): Promise<Answer<Payment>> {
  const body = {
    cashin_method_id: BALANCE,
    amount_without_fees_in_euro: '250.00',
    total_to_pay: '252.75',
    reason: 'Facture 12',
    sending_country_id: FRANCE,
    receiving_country_id: IVORY_COAST,
    beneficiary_id: await beneficiary(),
    cashout_method_id: ORANGE_CI,
    ...more,
  }
  return call<Payment>('POST', '/payments/direct', body, language)
}

/** A reference table is changed for one test and put back after it. */
async function whileGone(change: string, back: string, work: () => Promise<void>): Promise<void> {
  const { owner } = world.database
  await owner.query(change)
  forgetReference(world.deps)
  try {
    await work()
  } finally {
    await owner.query(back)
    forgetReference(world.deps)
  }
}

describe('where one can send', () => {
  test('422 country_not_configured: a country that is known, and receives nothing', () =>
    expectRefusal(language => quote({ receiving_country: 'FR' }, language), 'country_not_configured'))

  test('422 country_pair_not_served: a country that receives, and not from here', () =>
    whileGone(
      `delete from app.corridors where sending = 'FR' and receiving = 'GW'`,
      `insert into app.corridors values ('FR', 'GW')`,
      () =>
        expectRefusal(language => quote({ receiving_country: 'GW' }, language), 'country_pair_not_served'),
    ))

  test('422 no_receiving_country: one that nobody knows, or none', async () => {
    await expectRefusal(language => quote({ receiving_country: 'US' }, language), 'no_receiving_country')
    await expectRefusal(
      language => pay({ receiving_country_id: undefined }, language),
      'no_receiving_country',
    )
  })

  test('409 insufficient, in true words, where the sending country is missing or another one', async () => {
    for (const ask of [
      (language: Language) => quote({ sending_country: 'US' }, language),
      (language: Language) => pay({ sending_country_id: undefined }, language),
      (language: Language) => pay({ sending_country_id: IVORY_COAST }, language),
    ])
      for (const language of languages) {
        const sentence = errorTexts[language].sending_country_missing
        expect(await ask(language)).toMatchObject({
          status: 409,
          body: { code: 'insufficient', message: sentence, errors: { sending_country_id: [sentence] } },
        })
      }
  })

  test('422 beneficiary_country_not_receiving: the payee is somewhere else', async () => {
    const elsewhere = await beneficiary({ phone: '+221771234567', country: 'SN', dial: 221 })
    await expectRefusal(
      language => pay({ beneficiary_id: elsewhere }, language),
      'beneficiary_country_not_receiving',
    )
  })

  describe('a business with a Jokko account', () => {
    let business: string
    let to: Partial<NewDirectPayment>

    beforeEach(async () => {
      const { owner } = world.database
      business = await addCompany(owner, { name: 'Boutique Traoré', country: 'CI' })
      await owner.query(`update app.users set phone_e164 = null where phone_e164 = '+2250707070707'`)
      const person = { company_id: business, country: 'CI', phone_e164: '+2250707070707', dial_code: 225 }
      await addHuman(owner, person)
      to = { beneficiary_id: await beneficiary() }
    })
    const sendToBalance = (language = 'en') =>
      call(
        'POST',
        '/payments',
        {
          cashin_method_id: BANK_TRANSFER,
          amount_without_fees_in_euro: '250.00',
          total_to_pay: '251.25',
          reason: 'Facture 12',
          sending_country_id: FRANCE,
          receiving_country_id: IVORY_COAST,
          ...to,
        },
        language,
      )

    test('422 payout_to_balance_only: an individual pays a verified one on its balance', async () => {
      customer = user = await addHuman(world.database.owner, { company_id: null, is_company_owner: false })
      headers = await signedIn(world.deps, user)
      to = { beneficiary_id: await beneficiary() }
      await expectRefusal(language => pay(to, language), 'payout_to_balance_only')
      expect((await sendToBalance()).status).toBe(201)
    })

    test('422 payout_forced: one that is not verified, or not active, is paid out', async () => {
      for (const flag of ['is_verified', 'is_active']) {
        const set = (on: boolean) =>
          world.database.owner.query(`update app.companies set ${flag} = $2 where id = $1`, [business, on])
        await set(false)
        await expectRefusal(language => sendToBalance(language), 'payout_forced')
        await set(true)
      }
      expect((await sendToBalance()).status).toBe(201)
    })

    test('422 payout_forced: whoever was rejected for good has no balance to be paid on', async () => {
      const reject = (on: boolean) =>
        world.database.owner.query(
          `update app.users set is_rejected = $1 where phone_e164 = '+2250707070707'`,
          [on],
        )
      await reject(true)
      await expectRefusal(language => sendToBalance(language), 'payout_forced')
      await reject(false)
    })
  })

  test('422 payout_method_not_configured: a route of another country', () =>
    expectRefusal(language => quote({ cashout_method_id: 101 }, language), 'payout_method_not_configured'))

  test('422 cashin_method_invalid: a way to pay that nobody has', () =>
    expectRefusal(language => quote({ cashin_method_id: 77 }, language), 'cashin_method_invalid'))
})

describe('prices that are not there', () => {
  const without = (purpose: string, method: string) =>
    [
      `update app.fees set method = 'gone' where purpose = '${purpose}' and method = '${method}'`,
      `update app.fees set method = '${method}' where method = 'gone'`,
    ] as const

  test('404 Transfer fee configuration not found', () =>
    whileGone(...without('transfer', 'balance'), () =>
      expectRefusal(language => quote({}, language), 'Transfer fee configuration not found'),
    ))

  test('404 Withdraw fee configuration not found', () =>
    whileGone(...without('payout', 'mobile_money'), () =>
      expectRefusal(language => quote({}, language), 'Withdraw fee configuration not found'),
    ))

  test('404 Deposit fee configuration not found', () =>
    whileGone(...without('deposit', 'bank_transfer'), () =>
      expectRefusal(
        language => quote({ kind: 'deposit', cashin_method_id: BANK_TRANSFER }, language),
        'Deposit fee configuration not found',
      ),
    ))

  test('503 rate_unavailable: no rate was ever seen', () =>
    whileGone(
      `update app.rates set currency = 'XXX' where currency = 'GNF'`,
      `update app.rates set currency = 'GNF' where currency = 'XXX'`,
      () =>
        expectRefusal(
          language => quote({ receiving_country: 'GN', cashout_method_id: ORANGE_GN }, language),
          'rate_unavailable',
        ),
    ))
})

describe('limits', () => {
  const toBalance = { amount: '50000.01', cashout_method_id: undefined }
  test.each([
    ['422 Amount below minimum range', { amount: '4.99' }, 'Amount below minimum range', '5.00'],
    ['422 Amount above maximum range', toBalance, 'Amount above maximum range', '50,000.00'],
    ['422 route_ceiling', { amount: '3000.00' }, 'route_ceiling', '1,500,000'],
    ['422 route_ceiling, the nearest limit', { amount: '50000.01' }, 'route_ceiling', '1,500,000'],
  ] as const)('%s is told with its figure', async (_, more, code, figure) => {
    await expectRefusal(language => quote(more, language), code)
    expect((await quote(more)).body.message).toContain(figure)
  })

  const bounded = (bounds: string, work: () => Promise<void>) =>
    whileGone(
      `update app.payin_methods set ${bounds} where name = 'balance'`,
      `update app.payin_methods set min_amount = null, max_amount = 5000000 where name = 'balance'`,
      work,
    )

  test.each([
    ['422 method_limit_error_min', 'min_amount = 20000', '199.99', 'method_limit_error_min', '200.00'],
    ['422 method_limit_error_max', 'max_amount = 20000', '200.01', 'method_limit_error_max', '200.00'],
  ] as const)('%s: the way to pay takes less than the country sends', (_, bounds, amount, code, figure) =>
    bounded(bounds, async () => {
      await expectRefusal(language => quote({ amount }, language), code)
      expect((await quote({ amount })).body.message).toContain(figure)
      expect((await quote({ amount: '200.00' })).status).toBe(201)
      const typedLocally = {
        fix: 'target',
        currency: 'XOF',
        amount: amount === '199.99' ? '131000' : '131500',
      }
      await expectRefusal(language => quote(typedLocally, language), code)
    }),
  )

  test.each([
    ['too little for any payout', 'max_amount = 600', { cashout_method_id: CASH_CI, amount: '6.00' }],
    ['too much for any payout', 'min_amount = 300000', { amount: '3000.00' }],
    ['a floor above the ceiling', 'min_amount = 20000, max_amount = 10000', { amount: '150.00' }],
  ] as const)('422 Amount out of range: the way to pay takes %s', (_, bounds, more) =>
    bounded(bounds, async () => {
      await expectRefusal(language => quote(more, language), 'Amount out of range')
      expect((await quote(more)).body).toMatchObject({ proposals: [{ kind: 'other_route' }] })
    }),
  )

  test('a refused amount has its bounds, and what it would cost without them', async () => {
    const { body } = await quote({ amount: '4.00' })
    expect([body.amount_min_range, body.amount_max_range]).toEqual(['5.00', '50000.00'])
    expect(body.fee_calculation).toEqual([
      { name: 'pay_in_fee', amount: '0.50' },
      { name: 'payout_fee', amount: '0.02' },
      {
        name: 'spread',
        amount: '0.00',
        spread: '0.00',
        exchange_rate: '655.957',
        net_exchange_rate: '655.957',
        received_amount: '2625',
      },
      {
        name: 'local_currency',
        amount: '0.00',
        local_currency: 'XOF',
        exchange_rate_local_currency: '655.957',
        net_exchange_rate_local_currency: '655.957',
        received_amount_local_currency: '2625',
      },
    ])
  })

  test.each([
    ['422 enterEuros', { amount: '0.00' }, 'enterEuros'],
    ['422 enterCfa', { amount: '0', fix: 'target', currency: 'XOF' }, 'enterCfa'],
    ['422 amount_invalid', { amount: '10.005' }, 'amount_invalid'],
  ] as const)('%s', (_, more, code) => expectRefusal(language => quote(more, language), code))
})

describe('fees while an amount is typed', () => {
  const fees = (more: object) =>
    call<{ fee_calculation: FeeEntry[] }>(
      'POST',
      `/payments/getEuroAppliedFees/transfer/${user}`,
      {
        euro_amount: '100.00',
        sending_country_id: FRANCE,
        receiving_country_id: IVORY_COAST,
        cashin_method_id: BALANCE,
        ...more,
      },
      'en',
    )
  const entry = async (more: object, name: FeeEntry['name']) =>
    (await fees(more)).body.fee_calculation.find(one => one.name === name)

  test('to a Jokko balance: euros arrive, and are told in the beneficiary’s currency, too', async () => {
    expect(await entry({}, 'spread')).toMatchObject({ exchange_rate: '1', received_amount: '100.00' })
    expect(await entry({}, 'local_currency')).toMatchObject({
      local_currency: 'XOF',
      exchange_rate_local_currency: '655.957',
      received_amount_local_currency: '65596',
    })
  })

  test('to Guinea: the rate with the margin in it is lower than the rate of the market', async () => {
    const spread = await entry({ receiving_country_id: 15, cashout_method_id: ORANGE_GN }, 'spread')
    const [market = 0, net = 0] = [spread?.exchange_rate, spread?.net_exchange_rate].map(Number)
    expect(spread?.spread).toBe('1.20')
    expect(net / market).toBeCloseTo(1 / 1.012, 4)
  })
})

describe('who is paid, in every language', () => {
  const bank = {
    cashout_method_id: 205,
    total_to_pay: '253.00',
    institution_id: 'ci_bank_bicici',
    account_holder: 'Kouamé Traoré',
  }
  const mfi = {
    cashout_method_id: 207,
    total_to_pay: '253.50',
    mfi_account_name: 'Kouamé Traoré',
    mfi_owner_id: 'AB-12345',
  }

  test.each([
    ['validPhone', { receiver_phonenumber: '771234567', receiver_country_code: 221 }],
    ['PhoneNumberError', { receiver_phonenumber: ' ' }],
    ['phone_number_below_min_length', { receiver_phonenumber: '0701' }],
    ['Select_Operator_Error', { operator: 'mtn_ci' }],
    ['BankNameError', { ...bank, institution_id: undefined }],
    ['ReceiverFullNameError', { ...bank, account_holder: ' ' }],
    ['iban_required', bank],
    ['Invalid IBAN', { ...bank, iban: 'CI49CI9990100100000000123409' }],
    ['Select_Mfi_Error', { ...mfi, mfi_name: 'Nulle part' }],
    ['MFIAccountNumberError', { ...mfi, institution_id: 'MFI', mfi_owner_id: '?' }],
    ['payout_method_not_configured', { payment_delivery: true }],
    ['escrow_not_supported', { is_escrowed: true }],
  ] as const)('422 %s', async (code, more) => {
    const { body } = await call<{ institutions: { institution_id: string }[] }>(
      'GET',
      '/mfi/institutions?country_code=CI',
      undefined,
      'en',
    )
    const first = body.institutions[0]?.institution_id
    const asked = 'institution_id' in more && more.institution_id === 'MFI' ? { institution_id: first } : {}
    await expectRefusal(language => pay({ ...more, ...asked }, language), code)
  })

  const person = {
    is_individual: true,
    first_name: 'Fatou',
    last_name: 'Ndiaye',
    phone_number: '770000001',
    country_code: 221,
  }
  const business = { ...person, is_individual: false, company_name: 'Teranga' }

  test.each([
    ['FNR', { ...person, first_name: '' }],
    ['LNR', { ...person, last_name: '' }],
    ['PhoneNumberError', { ...person, phone_number: '' }],
    ['CE', { ...person, country_code: undefined }],
    ['email_not_valid', { ...person, email: 'fatou' }],
    ['company_name_error', { ...business, company_name: '' }],
    ['contact_first_name_error', { ...business, first_name: '' }],
    ['contact_last_name_error', { ...business, last_name: '' }],
    ['benin_phone_error', { ...person, country_code: 229, phone_number: '97000001' }],
    ['NotReceiver', { ...person, country_code: 33, phone_number: '612000000' }],
  ] as const)('422 %s of a new beneficiary', (code, body) =>
    expectRefusal(language => call('POST', '/beneficiaries', body, language), code),
  )

  test('422 ERQ where the country is told by e-mail', () =>
    whileGone(
      `update app.countries set notification_channel = 'mail' where iso = 'SN'`,
      `update app.countries set notification_channel = 'sms' where iso = 'SN'`,
      () => expectRefusal(language => call('POST', '/beneficiaries', person, language), 'ERQ'),
    ))

  test('422 cantSendToSelf: looked up, and paid', async () => {
    await world.database.owner.query(`update app.users set phone_e164 = '+2250709080706' where id = $1`, [
      user,
    ])
    const own = await beneficiary({ phone: '+2250709080706' })
    const path = '/customers/exists?phone_number=0709080706&country_code=225'
    await expectRefusal(language => call('GET', path, undefined, language), 'cantSendToSelf')
    await expectRefusal(language => pay({ beneficiary_id: own }, language), 'cantSendToSelf')
    await world.database.owner.query(`update app.users set phone_e164 = null where id = $1`, [user])
  })

  test('409 contact_exists, verification_email_error: kept twice, and removed where there is none', async () => {
    expect((await call('POST', '/auth/contacts', person, 'en')).status).toBe(201)
    await expectRefusal(language => call('POST', '/auth/contacts', person, language), 'contact_exists')
    const none = `/auth/contacts/${newId('ctc')}`
    await expectRefusal(language => call('DELETE', none, undefined, language), 'verification_email_error')
  })
})

describe('what is missing in a payment', () => {
  const atField = async (more: object, field: string, sentence: string) => {
    const { status, body } = await pay(more)
    expect([status, body.code]).toEqual([422, 'validation'])
    expect(body.errors?.[field]).toContain(sentence)
  }

  test('422 selectCashIn at its field', () =>
    atField({ cashin_method_id: undefined }, 'cashin_method_id', 'Choose a way to pay.'))

  test('422 reasonError at its field, also for blanks', async () => {
    const { body } = await pay({ reason: '  ' }, 'es')
    expect(body.errors?.['reason']).toEqual(['Indique el motivo.'])
    await atField({ reason: undefined }, 'reason', 'Enter the reason.')
  })

  test('422 is_invalid and is_required: a field of the wrong kind, and one that is not there', async () => {
    await atField({ sending_country_id: 'FR' }, 'sending_country_id', 'sending_country_id is invalid')
    await atField(
      { sending_country_id: 'FR', beneficiary_id: undefined },
      'beneficiary_id',
      'beneficiary_id is required',
    )
  })

  test('422 fields_required: nothing is wrong but what is missing', () =>
    expectRefusal(language => pay({ beneficiary_id: undefined }, language), 'fields_required'))

  test('415 unsupported_media_type: something that is not JSON', () =>
    expectRefusal(async language => {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/v1/payments/direct',
        headers: { ...headers, 'accept-language': language, 'content-type': 'text/csv' },
        payload: 'a,b',
      })
      return { status: answer.statusCode, body: answer.json() }
    }, 'unsupported_media_type'))
})

describe('money that is not there, or is owed', () => {
  const enter = (entry: ReturnType<typeof depositByBank>) =>
    world.deps.ledger.commit({
      scope: 'test',
      key: newId('opn'),
      body_hash: 'entry',
      received_at: world.deps.clock.nowText(),
      entries: [{ ...entry, key: newId('opn'), book: 'test' }],
    })

  test('409 insufficient', () => expectRefusal(language => pay({}, language), 'insufficient'))

  test('409 receivable_open: a bank took a payment back, and that comes first', async () => {
    const taken = { provider: 'monext', customer, amount: eur(10_000n), cost: eur(0n), free: eur(0n) }
    await enter(chargeback(taken))
    const { iban } = world.deps.config.bank.account
    await enter(depositByBank({ iban, customer, amount: eur(500_000n), fee: eur(0n) }))
    await expectRefusal(language => pay({}, language), 'receivable_open')
  })
})

describe('a payment that is there', () => {
  test('403 not_your_payment: somebody else’s, or none', () =>
    expectRefusal(
      language => call('GET', `/payments/${newId('opn')}`, undefined, language),
      'not_your_payment',
    ))

  test('422 select_bank, 409 illegal_move: an account that is not ours, a choice that nothing asked for', async () => {
    const { body: payment } = await pay({ cashin_method_id: BANK_TRANSFER, total_to_pay: '252.50' })
    const details = `/notifications/jokkoBankDetails?id=99&payment_id=${payment.id}`
    await expectRefusal(language => call('GET', details, undefined, language), 'select_bank')
    await expectRefusal(
      language => call('POST', `/payments/${payment.id}/short`, { choice: 'refund' }, language),
      'illegal_move',
    )
  })
})
