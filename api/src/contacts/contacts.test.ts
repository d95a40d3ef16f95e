// Whom a customer can find, keep and pay: masked strangers, one person per number, and nothing across customers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../http/app-types.ts'
import { newId } from '../http/ids.ts'
import { beneficiaryOf, keepAccount, keptAccountOf } from '../people/beneficiaries.ts'
import { seedReference } from '../seed/reference.ts'
import { testApp, testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { inOneWindow } from '../testing/one-window.ts'
import { addCompany, addHuman, signedIn } from '../testing/people.ts'
import { contactRoutes } from './routes.ts'

type Headers = Record<string, string>
let database: TestDatabase
let deps: Awaited<ReturnType<typeof testDeps>>
let app: App
let company: string
let owner: string
let asOwner: Headers
let asMember: Headers
let stranger: string
let asStranger: Headers

beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.owner)
  await database.owner.query(`update app.countries set notification_channel = 'mail' where iso = 'GA'`)
  deps = await testDeps(database.appUrl)
  app = await testApp(deps, contactRoutes(deps))
  company = await addCompany(database.owner, { name: 'Atelier Ndiaye SARL' })
  owner = await addHuman(database.owner, {
    company_id: company,
    is_company_owner: true,
    phone_e164: '+33612345678',
  })
  asOwner = await signedIn(deps, owner)
  asMember = await signedIn(deps, await addHuman(database.owner, { company_id: company }))
  stranger = await addHuman(database.owner, {
    first_name: 'Kouamé',
    last_name: 'Traoré',
    email: 'kouame@jokko.example',
    country: 'CI',
    phone_e164: '+2250701020304',
    dial_code: 225,
  })
  asStranger = await signedIn(deps, stranger)
})
afterAll(async () => {
  await app.close()
  await deps.close()
  await database.close()
})

const url = (path: string) => `/api/v1${path}`
const get = (path: string, headers = asOwner) => app.inject({ url: url(path), headers })
const post = (path: string, payload: object, headers = asOwner) =>
  app.inject({ method: 'POST', url: url(path), payload, headers: { ...headers, 'accept-language': 'en' } })
const remove = (path: string, headers = asOwner) => app.inject({ method: 'DELETE', url: url(path), headers })
const lookUp = (phone: string, code: number, headers = asOwner) =>
  get(
    `/customers/exists?${new URLSearchParams({ phone_number: phone, country_code: String(code) })}`,
    headers,
  )

const someone = {
  is_individual: true,
  first_name: 'Fatou',
  last_name: 'N’Diaye',
  phone_number: '77 000 00 01',
  country_code: 221,
}

describe('GET /customers/exists', () => {
  it('200 an unknown number does not exist, and whether its country receives', async () => {
    expect((await lookUp('0505050505', 225)).json()).toEqual({
      exists: false,
      customer: null,
      is_receiver: true,
      transfer_country: 'CI',
    })
    expect((await lookUp('0612000000', 33)).json()).toMatchObject({
      is_receiver: false,
      transfer_country: null,
    })
  })

  it('200 a stranger is masked, under an id of this customer’s own', async () => {
    const answer = await lookUp('07 01 02 03 04', 225)
    expect(answer.json()).toMatchObject({
      exists: true,
      is_receiver: true,
      customer: {
        first_name: 'Kouamé',
        last_name: 'T.',
        full_name: 'Kouamé T.',
        email: null,
        country: 'CI',
        country_code: 225,
        full_phone_number: '+2250701020304',
        has_account: true,
        masked: true,
        company: null,
        favorite_id: null,
      },
    })
    expect(answer.body).not.toContain('Traoré')
    expect(answer.body).not.toContain(stranger)
    expect(answer.json().customer.id).toMatch(/^ben_/)
  })

  it('200 00 and + and spaces are one number, one beneficiary', async () => {
    const forms = ['0701020304', '00225 07 01 02 03 04', '+225 07 01 02 03 04', '07\u202f01\u00a002 03 04']
    const ids = await Promise.all(forms.map(async form => (await lookUp(form, 225)).json().customer.id))
    expect(new Set(ids).size).toBe(1)
  })

  it('200 a business is masked too, and says whether it is verified', async () => {
    const other = await addCompany(database.owner, { name: 'Boulangerie Eboa', country: 'CM' })
    await addHuman(database.owner, {
      first_name: 'Marie',
      last_name: 'Eboa',
      country: 'CM',
      company_id: other,
      phone_e164: '+237671234567',
      dial_code: 237,
    })
    expect((await lookUp('671234567', 237)).json().customer).toMatchObject({
      full_name: 'Marie E.',
      is_individual: false,
      company: {
        name: 'Boulangerie E.',
        registered_id: null,
        city: null,
        is_verified: true,
        is_active: true,
      },
    })
  })

  it('200 the whole name once a payment between the two has arrived', async () => {
    const headers = await signedIn(deps, await addHuman(database.owner, {}))
    const before = (await lookUp('0701020304', 225, headers)).json().customer
    expect(before.masked).toBe(true)
    const { rows } = await database.owner.query('select customer_id from app.beneficiaries where id = $1', [
      before.id,
    ])
    const paid = async (state: string) =>
      database.owner.query(
        `insert into app.operations (id, book, kind, state, version, customer_id, user_id, receiver_customer_id,
           customer_status, operation_type, principal, total, started_at, updated_at)
         values ($1, 'test', 'transfer', $2, 1, $3, $3, $4, 'x', 'instant_transfer', 100, 100, now(), now())`,
        [newId('opn'), state, rows[0].customer_id, stranger],
      )
    await paid('failed')
    expect((await lookUp('0701020304', 225, headers)).json().customer.masked).toBe(true)
    await paid('paid')
    expect((await lookUp('0701020304', 225, headers)).json().customer).toMatchObject({
      full_name: 'Kouamé Traoré',
      masked: false,
    })
  })

  it('422 cantSendToSelf in every form of the own number', async () => {
    for (const form of ['0612345678', '612345678', '+33 6 12 34 56 78', '0033612345678']) {
      const answer = await lookUp(form, 33)
      expect([form, answer.statusCode, answer.json().code]).toEqual([form, 422, 'cantSendToSelf'])
    }
  })

  it('422 says what is wrong with a number, under its field', async () => {
    const told = async (phone: string, code: number) => {
      const { code: problem, error_codes } = (await lookUp(phone, code)).json()
      return [problem, error_codes]
    }
    expect(await told('70102', 225)).toEqual([
      'phone_number_below_min_length',
      { phone_number: ['phone_number_below_min_length'] },
    ])
    expect(await told('97000001', 229)).toEqual([
      'benin_phone_error',
      { phone_number: ['benin_phone_error'] },
    ])
    expect(await told('', 225)).toEqual(['PhoneNumberError', { phone_number: ['PhoneNumberError'] }])
    expect((await get('/customers/exists')).json().error_codes).toEqual({
      phone_number: ['PhoneNumberError'],
      country_code: ['CE'],
    })
  })

  it('429 too_many_requests after 30 look-ups of strangers in an hour; known people stay free', async () => {
    const numbers = Array.from({ length: 32 }, (_, at) => `05050505${String(at + 10)}`)
    const { codes, known } = await inOneWindow(database.owner, 3_600, async () => {
      const headers = await signedIn(deps, await addHuman(database.owner, {}))
      await post('/auth/contacts', someone, headers)
      return {
        codes: await Promise.all(
          numbers.map(async number => (await lookUp(number, 225, headers)).statusCode),
        ),
        known: (await lookUp('770000001', 221, headers)).json(),
      }
    })
    expect(codes.filter(code => code === 200)).toHaveLength(30)
    expect(codes.filter(code => code === 429)).toHaveLength(2)
    expect(known).toMatchObject({ exists: true })
  })

  it('401 unauthenticated', async () => {
    expect((await lookUp('0701020304', 225, {})).statusCode).toBe(401)
  })
})

describe('POST /beneficiaries', () => {
  it('201 makes a beneficiary and a contact; 200 finds the same one again, in another form of the number', async () => {
    const made = await post('/beneficiaries', { ...someone, phone_number: '77 000 00 02' })
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({
      transferCountry: 'SN',
      beneficiary: {
        full_name: 'Fatou N’Diaye',
        phone_number: '770000002',
        full_phone_number: '+221770000002',
        is_individual: true,
        has_account: false,
        masked: false,
        favorite_id: expect.stringMatching(/^ctc_/),
      },
    })
    const found = await post('/beneficiaries', {
      ...someone,
      phone_number: '00221770000002',
      last_name: 'Other',
    })
    expect([found.statusCode, found.json()]).toEqual([200, made.json()])
    expect((await lookUp('770000002', 221)).json().customer).toEqual(made.json().beneficiary)
  })

  it('201 a business keeps its name and its contact person', async () => {
    const made = await post('/beneficiaries', {
      is_individual: false,
      company_name: 'Quincaillerie du Port',
      first_name: 'Sènan',
      last_name: 'Dossou',
      phone_number: '0197000001',
      country_code: 229,
    })
    expect(made.json().beneficiary).toMatchObject({
      is_individual: false,
      company: { name: 'Quincaillerie du Port', is_verified: false },
    })
  })

  it('201 becoming a contact shows a registered customer’s own name', async () => {
    const made = await post('/beneficiaries', { ...someone, phone_number: '0701020304', country_code: 225 })
    expect(made.json().beneficiary).toMatchObject({
      full_name: 'Kouamé Traoré',
      masked: false,
      has_account: true,
    })
  })

  it('422 NotReceiver where the sender’s country does not send to', async () => {
    const answer = await post('/beneficiaries', { ...someone, phone_number: '0612000000', country_code: 33 })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'NotReceiver'])
  })

  it('422 each field has its own sentence, of a person and of a business', async () => {
    const person = await post('/beneficiaries', { is_individual: true })
    expect(person.json().error_codes).toEqual({
      first_name: ['FNR'],
      last_name: ['LNR'],
      phone_number: ['PhoneNumberError'],
      country_code: ['CE'],
    })
    const business = await post('/beneficiaries', { is_individual: false, email: 'none' })
    expect(business.json().error_codes).toMatchObject({
      company_name: ['company_name_error'],
      first_name: ['contact_first_name_error'],
      last_name: ['contact_last_name_error'],
      email: ['email_not_valid'],
    })
    expect((await post('/beneficiaries', { ...someone, country_code: 999 })).json().code).toBe('CE')
    expect((await post('/beneficiaries', { ...someone, surprise: 1 })).json().code).toBe('validation')
  })

  it('422 hidden_characters in a name; what is kept has one spelling', async () => {
    const hidden = await post('/beneficiaries', {
      ...{ ...someone, phone_number: '770000078', is_individual: false },
      ...{ company_name: 'Teranga\u202e Import', first_name: '\u200b', last_name: 'Faye' },
    })
    expect([hidden.statusCode, hidden.json().error_codes]).toEqual([
      422,
      { company_name: ['hidden_characters'], first_name: ['hidden_characters'] },
    ])
    const made = await post('/beneficiaries', {
      ...someone,
      phone_number: '770000078',
      last_name: 'Kone\u0301 ',
    })
    expect(made.json().beneficiary.last_name).toBe('Koné')
  })

  it('422 ERQ where the country is told by e-mail', async () => {
    const gabon = { ...someone, phone_number: '066000001', country_code: 241 }
    expect((await post('/beneficiaries', gabon)).json()).toMatchObject({
      code: 'ERQ',
      error_codes: { email: ['ERQ'] },
    })
    expect((await post('/beneficiaries', { ...gabon, email: 'fatou@example.org' })).statusCode).toBe(201)
  })

  it('markup in a name is only text', async () => {
    const name = '"><img src=x> {{7*7}}'
    const made = await post('/beneficiaries', { ...someone, phone_number: '770000077', first_name: name })
    expect(made.json().beneficiary.first_name).toBe(name)
    expect(made.headers['content-type']).toContain('application/json')
  })
})

describe('contacts', () => {
  it('201 then 409 contact_exists for the same number in another form', async () => {
    const body = { ...someone, phone_number: '770000003' }
    const made = await post('/auth/contacts', body)
    expect([made.statusCode, made.json().favorite.full_phone_number]).toEqual([201, '+221770000003'])
    const again = await post('/auth/contacts', { ...body, phone_number: '+221 77 000 00 03' })
    expect([again.statusCode, again.json().code]).toEqual([409, 'contact_exists'])
  })

  it('201 once, however many at the same time', async () => {
    const body = { ...someone, phone_number: '770000004' }
    const codes = await Promise.all(
      Array.from({ length: 10 }, async () => (await post('/auth/contacts', body)).statusCode),
    )
    expect(codes.filter(code => code === 201)).toHaveLength(1)
    expect(codes.filter(code => code === 409)).toHaveLength(9)
  })

  it('belong to the company: a colleague sees and removes them', async () => {
    const made = (await post('/auth/contacts', { ...someone, phone_number: '770000005' })).json()
    const seen = (await get('/transactions/favorites', asMember)).json()
    expect(seen.favorites.map((favorite: { id: string }) => favorite.id)).toContain(made.id)
    expect((await remove(`/auth/contacts/${made.id}`, asMember)).statusCode).toBe(204)
    const after = (await get('/transactions/favorites')).json()
    expect(after.favorites.map((favorite: { id: string }) => favorite.id)).not.toContain(made.id)
    expect((await lookUp('770000005', 221)).json().exists).toBe(false)
  })

  it('can be added again with a corrected name after they were removed', async () => {
    const body = { ...someone, phone_number: '770000006' }
    const first = (await post('/auth/contacts', body)).json()
    await remove(`/auth/contacts/${first.id}`)
    const second = (await post('/auth/contacts', { ...body, last_name: 'Sow' })).json()
    expect(second.favorite).toMatchObject({ id: first.favorite.id, full_name: 'Fatou Sow' })
  })

  it('are found without accents, by tab, in pages', async () => {
    const headers = await signedIn(deps, await addHuman(database.owner, {}))
    const add = (first_name: string, last_name: string, at: number, more: object = {}) =>
      post(
        '/auth/contacts',
        { ...someone, first_name, last_name, phone_number: `78000000${at}`, ...more },
        headers,
      )
    await add('Élodie', 'Mvondo', 1)
    await add('N’Guessan', 'Konan', 2, { email: 'konan@example.org' })
    await add('Ibrahima', 'Sow', 3, { is_individual: false, company_name: 'Épicerie Sow' })
    const found = async (query: Record<string, string>) =>
      (await get(`/auth/contacts?${new URLSearchParams(query)}`, headers))
        .json()
        .favorites.map(({ favorite }: { favorite: { first_name: string } }) => favorite.first_name)
    expect(await found({})).toEqual(['Élodie', 'Ibrahima', 'N’Guessan'])
    expect(await found({ search: 'elodie' })).toEqual(['Élodie'])
    expect(await found({ search: 'E\u0301LODIE' })).toEqual(['Élodie'])
    expect(await found({ search: "n'guessan" })).toEqual(['N’Guessan'])
    expect(await found({ search: 'KONAN@' })).toEqual(['N’Guessan'])
    expect(await found({ search: 'epicerie' })).toEqual(['Ibrahima'])
    expect(await found({ search: '%' })).toEqual([])
    expect(await found({ is_individual: 'false' })).toEqual(['Ibrahima'])
    const second = (await get('/auth/contacts?page=2&per_page=2', headers)).json()
    expect([second.favorites.length, second.total_count]).toEqual([1, 3])
    const beyond = (await get('/auth/contacts?page=9', headers)).json()
    expect(beyond).toEqual({ favorites: [], total_count: 3 })
  })

  it('409 verification_email_error: a contact that is not there, or not this customer’s, is not removed', async () => {
    const answer = await remove(`/auth/contacts/${newId('ctc')}`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'verification_email_error'])
  })

  it('404 of another customer and missing are the same bytes', async () => {
    const made = (await post('/auth/contacts', { ...someone, phone_number: '770000007' })).json()
    const bytes = async (path: string, method: 'GET' | 'DELETE', headers: Headers) => {
      const { statusCode, body } = await app.inject({ method, url: url(path), headers })
      return `${statusCode} ${body.replace(/"request_id":"[^"]*"/, '')}`
    }
    expect(await bytes(`/auth/contacts/${made.id}`, 'DELETE', asStranger)).toBe(
      await bytes(`/auth/contacts/${newId('ctc')}`, 'DELETE', asStranger),
    )
    for (const list of ['userMMAccounts', 'userBankAccounts']) {
      expect(await bytes(`/${list}/all/${made.favorite.id}`, 'GET', asStranger)).toBe(
        await bytes(`/${list}/all/${newId('ben')}`, 'GET', asStranger),
      )
    }
    expect((await get('/transactions/favorites')).body).toContain(made.id)
  })
})

describe('a beneficiary’s accounts', () => {
  it('200 those this customer used, masked, the last used first', async () => {
    const { favorite } = (await post('/auth/contacts', { ...someone, phone_number: '770000008' })).json()
    const place = { customerId: company, beneficiaryId: favorite.id }
    const phone = {
      kind: 'mobile_money' as const,
      number: '+221770000008',
      details: { operator: 'orange_sn', country: 'SN' },
    }
    const first = await keepAccount(deps, place, phone)
    await keepAccount(deps, place, {
      ...phone,
      number: '+221780000008',
      details: { operator: 'wave_sn', country: 'SN' },
    })
    expect(await keepAccount(deps, place, phone)).toBe(first)
    await keepAccount(deps, place, {
      kind: 'bank_transfer',
      number: 'SN30SN0120100100000012345638',
      details: { bank_name: 'CBAO', owner_name: 'Fatou N’Diaye', country: 'SN' },
    })
    const mobile = (await get(`/userMMAccounts/all/${favorite.id}`)).json().data
    expect(mobile).toEqual([
      {
        id: first,
        title: 'Orange Money …0008',
        operator: 'orange_sn',
        country: 'SN',
        country_code: 221,
        phone_number: '7700…0008',
      },
      expect.objectContaining({ title: 'Wave …0008' }),
    ])
    const [bank] = (await get(`/userBankAccounts/all/${favorite.id}`, asMember)).json().data
    expect(bank).toMatchObject({ title: 'CBAO …5638', owner_name: 'Fatou N.', iban: 'SN30 … 5638' })
    expect((await keptAccountOf(deps, place, first)).number).toBe('+221770000008')
    await expect(keptAccountOf(deps, { ...place, customerId: stranger }, first)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('POST /beneficiaries/{id}/wallet', () => {
  const wallet = {
    country: 'CM',
    country_code: 237,
    owner_name: 'Awa Diop',
    wallet_account_number: '699000001',
  }
  const friend = async (phone_number: string, country_code = 237) =>
    (await post('/auth/contacts', { ...someone, phone_number, country_code })).json().favorite.id as string

  it('201 is kept once, shown masked, and not yet known', async () => {
    const id = await friend('699000011')
    const made = await post(`/beneficiaries/${id}/wallet`, { ...wallet, title: 'Marché' })
    expect([made.statusCode, made.json()]).toEqual([
      201,
      { mm_account: { account_id: expect.stringMatching(/^bac_/) } },
    ])
    const again = await post(`/beneficiaries/${id}/wallet`, {
      ...wallet,
      wallet_account_number: '+237 699 00 00 01',
    })
    expect(again.json()).toEqual(made.json())
    expect((await get(`/userWalletAccount/all/${id}`)).json().data).toEqual([
      {
        id: made.json().mm_account.account_id,
        account_id: made.json().mm_account.account_id,
        title: 'Marché',
        owner_name: 'Awa D.',
        country: 'CM',
        country_code: 237,
        wallet_account_number: '6990…0001',
      },
    ])
    const { rows } = await database.owner.query(
      'select paid_at from app.beneficiary_accounts where beneficiary_id = $1',
      [id],
    )
    expect(rows).toEqual([{ paid_at: null }])
  })

  it('422 validPhone, payout_method_not_configured, validation', async () => {
    const id = await friend('699000012')
    const elsewhere = await friend('770000091', 221)
    for (const [to, more, code] of [
      [id, { wallet_account_number: '12' }, 'validPhone'],
      [id, { country_code: 221, wallet_account_number: '770000092' }, 'validPhone'],
      [id, { country: 'SN' }, 'payout_method_not_configured'],
      [elsewhere, { country: 'SN', country_code: 221 }, 'payout_method_not_configured'],
      [id, { surprise: 1 }, 'validation'],
    ] as const) {
      const answer = await post(`/beneficiaries/${to}/wallet`, { ...wallet, ...more })
      expect([answer.statusCode, answer.json().code]).toEqual([422, code])
    }
  })

  it('404 of another customer and missing are the same bytes; 401 for nobody', async () => {
    const id = await friend('699000013')
    const bytes = async (of: string) => {
      const { statusCode, body } = await post(`/beneficiaries/${of}/wallet`, wallet, asStranger)
      return `${statusCode} ${body.replace(/"request_id":"[^"]*"/, '')}`
    }
    expect(await bytes(id)).toBe(await bytes(newId('ben')))
    expect(await bytes(id)).toMatch(/^404 /)
    const nobody = { 'x-client-key': deps.config.clientKey }
    expect((await post(`/beneficiaries/${id}/wallet`, wallet, nobody)).statusCode).toBe(401)
  })
})

describe('whom an area pays', () => {
  it('is the beneficiary behind an id, with the Jokko account of their number', async () => {
    const { id } = (await lookUp('0701020304', 225)).json().customer
    expect(await beneficiaryOf(deps, { customerId: company }, id)).toMatchObject({
      phone: '+2250701020304',
      fullName: 'Kouamé Traoré',
      account: {
        userId: stranger,
        customerId: stranger,
        isActive: true,
        isVerified: true,
        isIndividual: true,
      },
    })
    await expect(beneficiaryOf(deps, { customerId: stranger }, id)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('POST /names/check', () => {
  it('200 common African names are real, a keyboard row is not', async () => {
    const isReal = async (full_name: string) => (await post('/names/check', { full_name })).json().isRealName
    for (const name of ['Awa Ndiaye', 'Fatou N’Diaye', 'Ba Sy', 'Ali O'])
      expect(await isReal(name)).toBe(true)
    expect(await isReal('azerty qwerty')).toBe(false)
    expect((await post('/names/check', { full_name: '' })).statusCode).toBe(422)
  })
})
