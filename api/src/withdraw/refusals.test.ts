// What a withdrawal is refused for, by status and code, and that its bounds hold whoever asks at the same time.
import type { Cashout, OwnBankAccount, OwnMobileAccount, WithdrawMethods } from '@jokko/contract/withdraw'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../http/ids.ts'
import { forgetRules } from '../payouts/rules.ts'
import { addHuman, signedIn } from '../testing/people.ts'
import { expectRefusal } from '../testing/refusals.ts'
import { operation } from '../testing/transfers.ts'
import { createWithdrawer, openWithdrawals, owe, type Withdrawer } from '../testing/withdrawer.ts'
import { startWorld, type World } from '../testing/world.ts'

const FR = { id: 24, sepa: 2401 }
const CI = { id: 2, orange: 201, mtn: 202, bank: 205, byHand: 206, mfi: 207, delivery: 208 }
const CM = { id: 9, wallet: 906 }
const IBAN = 'FR7630006000011234567890189'

let world: World

beforeAll(async () => {
  world = await startWorld()
  await openWithdrawals(world)
})

afterEach(() => world.verify())

afterAll(() => world.close())

async function accountOf(who: Withdrawer, more: object = {}): Promise<string> {
  const { status, body } = await who.post<OwnBankAccount>('/userBankAccounts', {
    country: 'FR',
    owner_name: 'Atelier Ndiaye SARL',
    iban: IBAN,
    bank_name: 'Banque',
    ...more,
  })
  expect([status, body.code]).toEqual([201, undefined])
  return body.id
}

async function orangeOf(who: Withdrawer, operator = 'orange_ci'): Promise<string> {
  const { body } = await who.post<OwnMobileAccount>('/userMMAccounts', {
    country: 'CI',
    country_code: 225,
    owner_name: 'Awa Ndiaye',
    operator,
    phone_number: '0712345678',
  })
  return body.id
}

const sepa = async (who: Withdrawer) => ({
  country_id: FR.id,
  cashout_method_id: FR.sepa,
  bank_account_id: await accountOf(who),
})

async function opened(who: Withdrawer, more: object = {}): Promise<Cashout> {
  const { status, body } = await who.open({ ...(await sepa(who)), ...more })
  expect([status, body.code]).toEqual([201, undefined])
  return body.cashout
}

const refusal = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer
  return [status, body.code]
}

describe('who and when', () => {
  test('401 unauthenticated', async () => {
    const { statusCode, ...answer } = await world.app.inject({
      method: 'POST',
      url: '/api/v1/cashout',
      headers: { 'x-client-key': world.deps.config.clientKey, 'idempotency-key': newId('opn') },
      payload: {},
    })
    expect([statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
  })

  test('403 owner_only: a colleague and an individual', async () => {
    const who = await createWithdrawer(world)
    const request = await sepa(who)
    for (const person of [
      { company_id: who.customerId, is_company_owner: false },
      { company_id: null, is_company_owner: false },
    ]) {
      const headers = await signedIn(world.deps, await addHuman(world.database.owner, person))
      for (const [method, url, payload] of [
        ['POST', '/cashout', { ...request, amount_without_fees_in_euro: '10', total_to_pay: '10.30' }],
        ['GET', '/cashout/methods', undefined],
      ] as const) {
        const answer = await world.app.inject({
          method,
          url: `/api/v1${url}`,
          headers: { ...headers, 'idempotency-key': newId('opn') },
          ...(payload && { payload }),
        })
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'owner_only'])
      }
    }
  })

  test('403 account_inactive', async () => {
    const who = await createWithdrawer(world, { is_active: false })
    expect(await refusal(who.get('/cashout/methods'))).toEqual([403, 'account_inactive'])
  })

  test('503 withdraw_closed: an operator closed withdrawals, and the settings say so', async () => {
    const who = await createWithdrawer(world)
    const request = await sepa(who)
    const set = (open: boolean) =>
      world.database.owner.query(`update app.settings set value = $1 where key = 'withdraw_open'`, [
        String(open),
      ])
    await set(false)
    expect(await refusal(who.open(request))).toEqual([503, 'withdraw_closed'])
    expect((await who.get<{ withdraw_open: boolean }>('/config')).body.withdraw_open).toBe(false)
    await set(true)
    expect((await who.open(request)).status).toBe(201)
  })

  test('403 temp_restriction: who is restricted withdraws to a bank only', async () => {
    const who = await createWithdrawer(world, { activation_level: 'YELLOW' })
    const { body } = await who.get<WithdrawMethods>('/cashout/methods?country=CI')
    expect(body.restriction).toBe('bank_only')
    expect(new Set(body.methods.map(({ kind }) => kind))).toEqual(
      new Set(['bank_transfer', 'manual_bank_transfer']),
    )
    const request = {
      country_id: CI.id,
      cashout_method_id: CI.orange,
      mobile_money_account_id: await orangeOf(who),
      total_to_pay: '100.50',
    }
    expect(await refusal(who.open(request))).toEqual([403, 'temp_restriction'])
    expect((await who.open(await sepa(who))).status).toBe(201)
  })

  test('404 not_found: another customer’s withdrawal and account are not there', async () => {
    const who = await createWithdrawer(world)
    const other = await createWithdrawer(world)
    const { id } = await opened(who)
    for (const call of [
      other.get(`/cashout/${id}`),
      other.post(`/cashout/${id}/resendCode`, { channel: 'sms' }),
      other.post(`/cashout/${id}/cancel`, {}),
      other.verify(id, '123456'),
      other.get(`/cashout/${newId('opn')}`),
    ])
      expect(await refusal(call)).toEqual([404, 'not_found'])
    const theirs = { country_id: FR.id, cashout_method_id: FR.sepa, bank_account_id: await accountOf(other) }
    expect(await refusal(who.open(theirs))).toEqual([422, 'Invalid IBAN'])
  })
})

describe('in the language of whoever asks', () => {
  test.each([
    ['enterEuros', { amount_without_fees_in_euro: '0' }],
    ['Amount below minimum range', { amount_without_fees_in_euro: '0.99' }],
    ['withdraw_limit_exceed', { amount_without_fees_in_euro: '60000' }],
    ['Withdrawal_amount', { amount_without_fees_in_euro: '1000', total_to_pay: '1000.30' }],
    ['quote_expired', { total_to_pay: '99.00' }],
    ['Invalid IBAN', { bank_account_id: newId('own') }],
    ['payout_method_not_configured', { cashout_method_id: 999 }],
  ] as const)('%s', async (code, change) => {
    const who = await createWithdrawer(world)
    const payload = { ...(await sepa(who)), amount_without_fees_in_euro: '100.00', ...change }
    await expectRefusal(async language => {
      const headers = { ...who.headers, 'accept-language': language, 'idempotency-key': newId('opn') }
      const answer = await world.app.inject({ method: 'POST', url: '/api/v1/cashout', headers, payload })
      return { status: answer.statusCode, body: answer.json() }
    }, code)
  })
})

describe('the amount', () => {
  test.each([
    ['0', 'enterEuros'],
    ['0.99', 'Amount below minimum range'],
    ['1e3', 'amount_invalid'],
    ['12.345', 'amount_invalid'],
    ['60000', 'withdraw_limit_exceed'],
  ])('422 for %s: %s', async (amount, code) => {
    const who = await createWithdrawer(world, { cents: 100_000_00n })
    const request = { ...(await sepa(who)), amount_without_fees_in_euro: amount, total_to_pay: '1' }
    expect(await refusal(who.open(request))).toEqual([422, code])
  })

  test('409 balance_zero', async () => {
    const who = await createWithdrawer(world, { cents: 0n })
    expect(await refusal(who.open(await sepa(who)))).toEqual([409, 'balance_zero'])
  })

  test('409 Withdrawal_amount: the balance covers the amount and not the fee', async () => {
    const who = await createWithdrawer(world, { cents: 100_29n })
    expect(await refusal(who.open(await sepa(who)))).toEqual([409, 'Withdrawal_amount'])
  })

  test('409 quote_expired: without the total that was shown, or with another', async () => {
    const who = await createWithdrawer(world)
    const request = { ...(await sepa(who)), amount_without_fees_in_euro: '100.00' }
    expect(await refusal(who.post('/cashout', request))).toEqual([409, 'quote_expired'])
    const wrong = await who.post<{ figures: { total_to_pay: { amount: string } } }>('/cashout', {
      ...request,
      total_to_pay: '100.00',
    })
    expect([wrong.status, wrong.body.code]).toEqual([409, 'quote_expired'])
    expect(wrong.body.figures.total_to_pay.amount).toBe('100.30')
    expect(await refusal(who.post('/cashout', { ...request, quote_id: newId('qte') }))).toEqual([
      409,
      'quote_expired',
    ])
  })

  test('a stored quote is accepted once', async () => {
    const who = await createWithdrawer(world)
    const { body: quote } = await who.post<{ id: string }>('/quotes', {
      kind: 'withdrawal',
      fix: 'source',
      amount: '50',
      currency: 'EUR',
      sending_country: 'FR',
      cashout_method_id: FR.sepa,
    })
    const request = { ...(await sepa(who)), amount_without_fees_in_euro: '50', quote_id: quote.id }
    expect((await who.post('/cashout', request)).status).toBe(201)
    expect(await refusal(who.post('/cashout', request))).toEqual([409, 'quote_already_used'])
  })

  test('409 receivable_open: who owes us withdraws nothing', async () => {
    const who = await createWithdrawer(world)
    const request = await sepa(who)
    await owe(world, who.customerId, 1n)
    expect(await refusal(who.open(request))).toEqual([409, 'receivable_open'])
    await owe(world, who.customerId, -1n)
  })

  test('409 receivable_open, 403 temp_restriction: what came after the opening holds for the confirmation, too', async () => {
    const who = await createWithdrawer(world)
    const orange = {
      country_id: CI.id,
      cashout_method_id: CI.orange,
      mobile_money_account_id: await orangeOf(who),
    }
    const { body } = await who.open(orange)
    const code = await who.code()
    await owe(world, who.customerId, 1n)
    expect(await refusal(who.verify(body.cashout.id, code))).toEqual([409, 'receivable_open'])
    await owe(world, who.customerId, -1n)
    const restrict = (level: string) =>
      world.database.owner.query('update app.users set activation_level = $2 where id = $1', [
        who.userId,
        level,
      ])
    await restrict('YELLOW')
    expect(await refusal(who.verify(body.cashout.id, code))).toEqual([403, 'temp_restriction'])
    expect(await who.reserved()).toBeGreaterThan(0n)
    const { id } = await opened(who)
    expect((await who.verify(id, await who.code())).status).toBe(200)
    // The others pay the same wallet within its month.
    expect((await who.post(`/cashout/${body.cashout.id}/cancel`, {})).status).toBe(200)
  })

  test('200 who lives where nothing is paid out is offered the countries where something is', async () => {
    const who = await createWithdrawer(world, { country: 'MG', phone_e164: null })
    const { body } = await who.get<WithdrawMethods>('/cashout/methods')
    expect(body.countries.map(({ code }) => code)).not.toContain('MG')
    expect(body.country).toBe(body.countries[0]?.code)
    expect(body.methods).not.toEqual([])
  })

  test('all of the balance: what is proposed can be paid, and what stays is what is left', async () => {
    const who = await createWithdrawer(world)
    const { body } = await who.get<WithdrawMethods>('/cashout/methods?country=FR')
    const [method] = body.methods
    expect(method?.all).toEqual({ amount: '999.70', fee: '0.30', total: '1000.00', stays: '0.00' })
    await opened(who, { amount_without_fees_in_euro: method?.all?.amount })
    expect([await who.balance(), await who.reserved()]).toEqual([0n, 1_000_00n])
  })

  test('any balance, every method: the proposal is accepted as it is', async () => {
    const cents = fc.integer({ min: 5_00, max: 900_000 })
    const countries = fc.constantFrom('FR', 'CI', 'GN')
    await fc.assert(
      fc.asyncProperty(cents, countries, async (amount, country) => {
        const who = await createWithdrawer(world, { cents: BigInt(amount) })
        const { body } = await who.get<WithdrawMethods>(`/cashout/methods?country=${country}`)
        for (const { all } of body.methods) {
          if (!all) continue
          const priced = await who.get<WithdrawMethods>(
            `/cashout/methods?country=${country}&amount=${all.amount}`,
          )
          const totals = priced.body.methods.map(({ price }) => price?.total)
          expect(totals).toContain(all.total)
          expect(centsOf(all.total) + centsOf(all.stays)).toBe(amount)
        }
      }),
      { numRuns: 12 },
    )
  })
})

const centsOf = (text: string) => Number(text.replace('.', ''))

describe('the account', () => {
  test.each([
    ['no method', { cashout_method_id: undefined, bank_account_id: undefined }, [422, 'validation']],
    ['a method of another country', { cashout_method_id: CI.orange }, [422, 'payout_method_not_configured']],
    ['no account', { bank_account_id: undefined }, [422, 'Invalid IBAN']],
    ['a country that is not served', { country_id: 9_999 }, [422, 'payout_method_not_configured']],
  ])('%s', async (_, more, expected) => {
    const who = await createWithdrawer(world)
    const request = {
      ...(await sepa(who)),
      amount_without_fees_in_euro: '100',
      total_to_pay: '100.30',
      ...more,
    }
    expect(await refusal(who.post('/cashout', request))).toEqual(expected)
  })

  test('two accounts at once, another operator, somebody else’s delivery, and each way without its account', async () => {
    const who = await createWithdrawer(world)
    const mobile = await orangeOf(who)
    const base = { country_id: CI.id, amount_without_fees_in_euro: '100', total_to_pay: '100.50' }
    const asked = (more: object) => refusal(who.post('/cashout', { ...base, ...more }))
    expect(
      await asked({
        cashout_method_id: CI.orange,
        mobile_money_account_id: mobile,
        bank_account_id: await accountOf(who),
      }),
    ).toEqual([422, 'is_invalid'])
    expect(await asked({ cashout_method_id: CI.mtn, mobile_money_account_id: mobile })).toEqual([
      422,
      'payout_method_not_configured',
    ])
    expect(await asked({ cashout_method_id: CI.orange })).toEqual([422, 'invalid_phone_number'])
    expect(await asked({ cashout_method_id: CI.mfi })).toEqual([422, 'MFIAccountNumberError'])
    expect(await asked({ cashout_method_id: CI.delivery, delivery_receiver_id: newId('usr') })).toEqual([
      404,
      'not_found',
    ])
  })

  test('a wallet is for who lives in Cameroon', async () => {
    const awa = await createWithdrawer(world)
    expect((await awa.get<WithdrawMethods>('/cashout/methods?country=CM')).body.methods).not.toContainEqual(
      expect.objectContaining({ kind: 'wallet' }),
    )
    const paul = await createWithdrawer(world, { country: 'CM', phone_e164: '+237670000101', dial_code: 237 })
    const { status, body } = await paul.post<{ id: string }>(`/userWalletAccount/${paul.userId}`, {
      country: 'CM',
      country_code: 237,
      owner_name: 'Paul Mbarga',
      wallet_account_number: '670123401',
    })
    expect(status).toBe(201)
    const opening = await paul.open({
      country_id: CM.id,
      cashout_method_id: CM.wallet,
      wallet_account_id: body.id,
    })
    expect([opening.status, opening.body.code]).toEqual([201, undefined])
    expect((await paul.verify(opening.body.cashout.id, await paul.code())).status).toBe(200)
    await world.advance(600)
    expect((await operation(world.deps.pool, opening.body.cashout.id)).state).toBe('booked')
  })

  test('cash is brought to the caller', async () => {
    const who = await createWithdrawer(world)
    const { status, body } = await who.open({
      country_id: CI.id,
      cashout_method_id: CI.delivery,
      delivery_receiver_id: who.userId,
    })
    expect([status, body.code]).toEqual([201, undefined])
    expect(body.cashout.applied_fee).toBe('3.00')
    await who.verify(body.cashout.id, await who.code())
    await world.advance(86_400)
    expect((await operation(world.deps.pool, body.cashout.id)).state).toBe('booked')
  })

  test.each([
    ['/userBankAccounts', { iban: 'FR7630006000011234567890188' }, 'Invalid IBAN'],
    ['/userBankAccounts', { iban: 'DE89370400440532013000' }, 'Invalid IBAN'],
    ['/userBankAccounts', {}, 'iban_required'],
    [
      '/userMMAccounts',
      { phone_number: '12', operator: 'orange_ci', country_code: 225 },
      'phone_number_below_min_length',
    ],
    [
      '/userMMAccounts',
      { phone_number: '0712345678', operator: 'orange_sn', country_code: 225, country: 'CI' },
      'Select_Operator_Error',
    ],
    ['/userMFIAccounts', { institution_id: 'none', owner_id: '12345' }, 'Select_Mfi_Error'],
  ])('422 for a new account at %s with %j: %s', async (path, more, code) => {
    const who = await createWithdrawer(world)
    const body = {
      country: path === '/userBankAccounts' ? 'FR' : 'CI',
      owner_name: 'Awa Ndiaye',
      ...(path === '/userBankAccounts' && { bank_name: 'Banque' }),
      ...more,
    }
    expect(await refusal(who.post(path, body))).toEqual([422, code])
  })

  test('409 for the same account twice, of the same customer only', async () => {
    const who = await createWithdrawer(world)
    await accountOf(who)
    await orangeOf(who)
    const again = { country: 'FR', owner_name: 'X', bank_name: 'Y', iban: IBAN }
    expect(await refusal(who.post('/userBankAccounts', again))).toEqual([409, 'iban_already_used'])
    const mobile = {
      country: 'CI',
      country_code: 225,
      owner_name: 'X',
      operator: 'orange_ci',
      phone_number: '0712345678',
    }
    expect(await refusal(who.post('/userMMAccounts', mobile))).toEqual([409, 'account_already_saved'])
    await accountOf(await createWithdrawer(world))
    const { body } = await who.get<{ data: OwnBankAccount[] }>('/userBankAccounts/all')
    expect(body.data).toMatchObject([{ title: 'My bank account 0189', iban: 'FR76 … 0189', is_new: true }])
  })
})

describe('verification of payee', () => {
  test('409 payee_check_needed: the bank knows another name; corrected, or accepted as it is', async () => {
    const iban = 'FR1420041010050500013M02606'
    await world.outside('/control/bank/holders', { iban, name: 'Ndiaye Awa Fatou' })
    const who = await createWithdrawer(world)
    const account = await accountOf(who, { iban, owner_name: 'Awa Ndiaye' })
    const request = { country_id: FR.id, cashout_method_id: FR.sepa, bank_account_id: account }
    const close = await who.open(request)
    expect([close.status, close.body]).toMatchObject([
      409,
      { code: 'payee_check_needed', payee_check: 'close_match', actual_name: 'Ndiaye Awa Fatou' },
    ])
    expect(await who.reserved()).toBe(0n)
    // What was accepted is that answer, not any.
    expect(await refusal(who.open({ ...request, accepted_payee_check: 'no_match' }))).toEqual([
      409,
      'payee_check_needed',
    ])
    const accepted = await who.open({ ...request, accepted_payee_check: 'close_match' })
    expect(accepted.body.cashout.payee_check).toBe('close_match')
    const named = await world.app.inject({
      method: 'PUT',
      url: `/api/v1/userBankAccounts/${account}`,
      headers: who.headers,
      payload: { owner_name: 'Ndiaye Awa Fatou' },
    })
    expect(named.statusCode).toBe(200)
    expect((await who.open(request)).body.cashout.payee_check).toBe('match')
  })

  test('a name that is nobody’s there, and a bank that does not answer', async () => {
    const iban = 'FR1420041010050500013M02606'
    const who = await createWithdrawer(world)
    const account = await accountOf(who, { iban, owner_name: 'Jean Dupont' })
    const request = { country_id: FR.id, cashout_method_id: FR.sepa, bank_account_id: account }
    expect((await who.open(request)).body).toMatchObject({ payee_check: 'no_match', actual_name: null })
    await world.outside('/control/faults', { provider: 'bank', fault: 'down' })
    expect((await who.open(request)).body).toMatchObject({ payee_check: 'not_possible' })
    await world.outside('/control/faults', { provider: 'bank', fault: 'none' })
  })
})

describe('limits', () => {
  const CEILING = 350_00n
  const lowered: { kind: string; currency: string }[] = []

  async function lower(kind: string, currency: string, ceiling: bigint): Promise<void> {
    lowered.push({ kind, currency })
    await world.database.owner.query('insert into app.limits values ($1, $2, $3, app.now())', [
      kind,
      currency,
      ceiling,
    ])
    forgetRules(world.deps)
  }
  afterEach(async () => {
    for (const { kind, currency } of lowered.splice(0))
      await world.database.owner.query(
        `delete from app.limits where kind = $1 and currency = $2 and valid_from > '2026-01-01'`,
        [kind, currency],
      )
    forgetRules(world.deps)
  })

  async function payee(who: Withdrawer): Promise<string> {
    const id = newId('ben')
    await world.database.owner.query(
      `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
       values ($1, $2, '+2250712345678', 225, 'CI', 'Kouamé', 'Traoré', true)`,
      [id, who.customerId],
    )
    return id
  }
  const transfer = (who: Withdrawer, beneficiary: string) =>
    who.post<{ id: string }>('/payments/direct', {
      cashin_method_id: 2,
      cashout_method_id: CI.orange,
      amount_without_fees_in_euro: '100.00',
      total_to_pay: '101.10',
      sending_country_id: FR.id,
      receiving_country_id: CI.id,
      beneficiary_id: beneficiary,
      reason: 'Facture',
    })
  const used = async (subject: string) =>
    (
      await world.database.owner.query(
        'select kind, used from app.counters where subject = $1 order by period desc',
        [subject],
      )
    ).rows

  test('409 limit_exceeded: sent and withdrawn at the same moment, together never more than the day’s ceiling', async () => {
    const who = await createWithdrawer(world, { cents: 2_000_00n })
    const [account, beneficiary] = await Promise.all([sepa(who), payee(who)])
    await lower('customer_day', 'EUR', CEILING)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => who.open(account)),
      ...Array.from({ length: 8 }, () => transfer(who, beneficiary)),
    ])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['limit_exceeded']))
    expect(await used(who.customerId)).toEqual([{ kind: 'sent', used: 300_00n }])
  })

  test('a withdrawal that ends unpaid gives its part of the day back', async () => {
    const who = await createWithdrawer(world)
    const [account, beneficiary] = await Promise.all([sepa(who), payee(who)])
    await lower('customer_day', 'EUR', 100_00n)
    expect((await who.open(account)).status).toBe(201)
    expect(await refusal(transfer(who, beneficiary))).toEqual([409, 'limit_exceeded'])
    await world.advance(11 * 60)
    expect((await transfer(who, beneficiary)).status).toBe(201)
  })

  test('409 limit_exceeded: a wallet’s month counts what is sent to it and what its owner withdraws', async () => {
    const who = await createWithdrawer(world)
    const mobile = {
      country_id: CI.id,
      cashout_method_id: CI.orange,
      mobile_money_account_id: await orangeOf(who),
    }
    const [{ used: before } = { used: 0n }] = await used('wallet:+2250712345678')
    await lower('wallet_month', 'XOF', BigInt(before) + 100_000n)
    expect((await who.open(mobile)).status).toBe(201)
    const other = await createWithdrawer(world)
    expect(await refusal(transfer(other, await payee(other)))).toEqual([409, 'limit_exceeded'])
  })
})

describe('the code', () => {
  test.each(['12345', '0012345', ' 12345', '12345 ', 'abcdef', '1234-5'])(
    '422 otp_invalid for "%s", and no try is spent',
    async typed => {
      const who = await createWithdrawer(world)
      const { id } = await opened(who)
      expect(await refusal(who.verify(id, typed))).toEqual([422, 'otp_invalid'])
      expect((await who.verify(id, await who.code())).status).toBe(200)
    },
  )

  test('a code is six digits, its leading zeros too, and stored as a hash only', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who)
    const codes = [await who.code()]
    for (let again = 0; again < 2; again += 1) {
      await who.post(`/cashout/${id}/resendCode`, { channel: 'sms' })
      codes.push(await who.code())
    }
    expect(new Set(codes).size).toBeGreaterThan(1)
    for (const code of codes) expect(code).toMatch(/^\d{6}$/)
    const { rows } = await world.database.owner.query(
      `select (select string_agg(c::text, '') from app.codes c) as codes,
         (select coalesce(string_agg(j.payload::text, ''), '') from graphile_worker._private_jobs j) as jobs`,
    )
    // The microseconds of a time may be one of them by chance, but not all three.
    expect(codes.filter(code => !rows[0].codes.includes(code))).not.toEqual([])
    expect(codes.filter(code => !rows[0].jobs.includes(code))).not.toEqual([])
  })

  test('422 invalid_otp five times, then even the right one fails until a new one is asked for', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who)
    const code = await who.code()
    for (let left = 4; left >= 0; left -= 1) {
      const wrong = await who.verify(id, wrongOf(code))
      expect([wrong.status, wrong.body]).toMatchObject([422, { code: 'invalid_otp', tries_left: left }])
    }
    expect(await refusal(who.verify(id, code))).toEqual([410, 'otp_expired'])
    expect((await who.post(`/cashout/${id}/resendCode`, { channel: 'sms' })).status).toBe(200)
    expect((await who.verify(id, await who.code())).status).toBe(200)
  })

  test('429 account_locked: ten wrong ones in an hour over all, and it says until when', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who)
    for (let round = 0; round < 2; round += 1) {
      const code = await who.code()
      for (let i = 0; i < 5; i += 1) await who.verify(id, wrongOf(code))
      if (round === 0) await who.post(`/cashout/${id}/resendCode`, { channel: 'sms' })
    }
    const locked = await who.verify(id, '000000')
    expect([locked.status, locked.body.code]).toEqual([429, 'account_locked'])
    expect(locked.body).toHaveProperty('until')
    expect(await refusal(who.post(`/cashout/${id}/resendCode`, { channel: 'sms' }))).toEqual([
      429,
      'account_locked',
    ])
    await world.advance(3_700)
    const next = await who.open({ ...(await reuse(who)), amount_without_fees_in_euro: '50.00' })
    expect(next.status).toBe(201)
    expect((await who.verify(next.body.cashout.id, await who.code())).status).toBe(200)
  })

  test('429 otp_limit_error: the sixth in two minutes, the first included, straight on the API', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who)
    const again = () => refusal(who.post(`/cashout/${id}/resendCode`, { channel: 'sms' }))
    for (let i = 0; i < 4; i += 1) expect(await again()).toEqual([200, undefined])
    expect(await again()).toEqual([429, 'otp_limit_error'])
    await world.advance(125)
    expect(await again()).toEqual([200, undefined])
  })

  test('only the last code counts', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who)
    const first = await who.code()
    await who.post(`/cashout/${id}/resendCode`, { channel: 'whatsapp' })
    const second = await who.code()
    if (first !== second) expect(await refusal(who.verify(id, first))).toEqual([422, 'invalid_otp'])
    expect((await who.verify(id, second)).status).toBe(200)
  })

  test('a code confirms its own withdrawal, and no other', async () => {
    const who = await createWithdrawer(world)
    const one = await opened(who)
    const code = await who.code()
    const other = await who.open({ ...(await reuse(who)), amount_without_fees_in_euro: '20.00' })
    expect(await refusal(who.verify(other.body.cashout.id, code))).toEqual([422, 'invalid_otp'])
    expect((await who.verify(one.id, code)).status).toBe(200)
  })

  test('409 payment_already_executed: a code is used once; the same key has the same answer', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who)
    const code = await who.code()
    const key = newId('opn')
    expect((await who.verify(id, code, key)).status).toBe(200)
    expect((await who.verify(id, code, key)).status).toBe(200)
    expect(await refusal(who.verify(id, wrongOf(code), key))).toEqual([422, 'idempotency_key_reused'])
    expect(await refusal(who.verify(id, code))).toEqual([409, 'payment_already_executed'])
    expect(await refusal(who.post(`/cashout/${id}/resendCode`, { channel: 'sms' }))).toEqual([
      409,
      'payment_already_executed',
    ])
  })

  test('403 code_by_phone_required: by e-mail only for an account that is a day old', async () => {
    const who = await createWithdrawer(world)
    const { id, code } = await opened(who)
    expect(code?.channels).toMatchObject([
      { channel: 'sms', refusal: null },
      { channel: 'whatsapp', refusal: null },
      { channel: 'mail', refusal: { code: 'code_by_phone_required' } },
    ])
    expect(await refusal(who.post(`/cashout/${id}/resendCode`, { channel: 'mail' }))).toEqual([
      403,
      'code_by_phone_required',
    ])
    const unreachable = await createWithdrawer(world, { phone_e164: null })
    expect(await refusal(unreachable.open(await sepa(unreachable)))).toEqual([403, 'code_by_phone_required'])
    await world.advance(25 * 3_600)
    const later = await unreachable.open(await reuse(unreachable))
    expect([later.status, later.body.cashout.code?.channel]).toEqual([201, 'mail'])
    expect(
      await refusal(unreachable.post(`/cashout/${later.body.cashout.id}/resendCode`, { channel: 'sms' })),
    ).toEqual([422, 'PhoneNumberError'])
  })

  test('503 otp_failed_default_error: nobody carries the message; the withdrawal stands and asks again', async () => {
    const who = await createWithdrawer(world)
    const request = await sepa(who)
    await world.outside('/control/faults', { provider: 'twilio', fault: 'down' })
    const { status, body } = await who.open(request)
    expect(status).toBe(201)
    expect(await refusal(who.post(`/cashout/${body.cashout.id}/resendCode`, { channel: 'sms' }))).toEqual([
      503,
      'otp_failed_default_error',
    ])
    await world.outside('/control/faults', { provider: 'twilio', fault: 'none' })
    expect((await who.post(`/cashout/${body.cashout.id}/resendCode`, { channel: 'sms' })).status).toBe(200)
  })
})

describe('whoever asks at the same time', () => {
  test('200 parallel openings: only what the balance covers is held, to the cent', async () => {
    const who = await createWithdrawer(world, { cents: 501_50n })
    const request = { ...(await sepa(who)), amount_without_fees_in_euro: '100.00', total_to_pay: '100.30' }
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => refusal(who.post('/cashout', request))),
    )
    const count = (code: string | undefined) => answers.filter(([, found]) => found === code).length
    expect(count(undefined)).toBe(5)
    expect(count('Withdrawal_amount')).toBe(195)
    expect([await who.balance(), await who.reserved()]).toEqual([0n, 501_50n])
  })

  test('one key, 50 times at once: one withdrawal', async () => {
    const who = await createWithdrawer(world)
    const request = { ...(await sepa(who)), amount_without_fees_in_euro: '100.00', total_to_pay: '100.30' }
    const key = newId('opn')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => who.post<{ cashout: Cashout }>('/cashout', request, key)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.cashout.id)).size).toBe(1)
    expect(await who.reserved()).toBe(100_30n)
  })

  test('a code guessed 200 times at once: five tries are judged, the rest are refused unheard', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who)
    const code = await who.code()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => refusal(who.verify(id, wrongOf(code, i + 1)))),
    )
    const count = (text: string) => answers.filter(([, found]) => found === text).length
    expect([count('invalid_otp'), count('otp_expired')]).toEqual([5, 195])
    expect(await refusal(who.verify(id, code))).toEqual([410, 'otp_expired'])
    expect((await operation(world.deps.pool, id)).state).toBe('created')
  })

  test('the right code 50 times at once: it is used once, and paid once', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who)
    const code = await who.code()
    const answers = await Promise.all(Array.from({ length: 50 }, () => refusal(who.verify(id, code))))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    const { rows } = await world.database.owner.query(
      'select count(*)::int as orders from app.payout_attempts where operation_id = $1',
      [id],
    )
    expect(rows[0]?.orders).toBe(1)
  })

  test('given up and confirmed at once: one of them, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const who = await createWithdrawer(world)
      const { id } = await opened(who)
      const code = await who.code()
      await Promise.all([who.verify(id, code), who.post(`/cashout/${id}/cancel`, {})])
      const { state } = await operation(world.deps.pool, id)
      expect(await who.balance()).toBe(state === 'cancelled' ? 1_000_00n : 899_70n)
    }
  })

  test('sixty codes asked for at once: five are sent', async () => {
    const who = await createWithdrawer(world)
    const { id } = await opened(who)
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => refusal(who.post(`/cashout/${id}/resendCode`, { channel: 'sms' }))),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(4)
  })
})

/** Six digits that are not these. */
const wrongOf = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0')

/** The account that was added before. */
async function reuse(who: Withdrawer) {
  const { body } = await who.get<{ data: OwnBankAccount[] }>('/userBankAccounts/all')
  return { country_id: FR.id, cashout_method_id: FR.sepa, bank_account_id: body.data[0]?.id ?? '' }
}
