// Every way in which a beneficiary can be paid, besides mobile money and banks through Hub2: it arrives, or the money is
// back and it is said why. On a real database, against the simulated companies, with the clock moved.
import type { SavedMicrofinanceAccounts, SavedWalletAccounts } from '@jokko/contract/contacts'
import type { OperationDetail } from '@jokko/contract/history'
import type { CountryDetail, Institution } from '@jokko/contract/reference'
import type { NewDirectPayment, Payment, Proposal, Quote, Recipient } from '@jokko/contract/transfer'
import { eur } from '@jokko/core/money'
import { depositByBank } from '@jokko/core/recipes-payin'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { newId } from '../http/ids.ts'
import { listWaiting } from '../operations/commands.ts'
import { confirmPayout, failPayout } from '../payouts/by-hand.ts'
import { addCompany, addHuman, signedIn } from '../testing/people.ts'
import { startWorld, type World } from '../testing/world.ts'

const BALANCE = 2
const FRANCE = 24
const DAY = 86_400

type Place = { id: number; iso: string; dial: number; phone: (end: string) => string }
const senegal: Place = { id: 1, iso: 'SN', dial: 221, phone: end => `77${end.padStart(7, '1')}` }
const niger: Place = { id: 7, iso: 'NE', dial: 227, phone: end => `90${end.padStart(6, '1')}` }
const cameroon: Place = { id: 9, iso: 'CM', dial: 237, phone: end => `677${end.padStart(6, '1')}` }
const guinea: Place = { id: 15, iso: 'GN', dial: 224, phone: end => `620${end.padStart(6, '1')}` }

let world: World
let headers: Record<string, string>
let customer: string
let email: string

beforeAll(async () => {
  world = await startWorld()
})

beforeEach(async () => {
  customer = await addCompany(world.database.owner, { name: 'Atelier Ndiaye SARL' })
  const user = await addHuman(world.database.owner, { company_id: customer, is_company_owner: true })
  headers = await signedIn(world.deps, user)
  email = `${user}@jokko.example`
  const { deps } = world
  const entry = depositByBank({
    iban: deps.config.bank.account.iban,
    customer,
    amount: eur(500_000n),
    fee: eur(0n),
  })
  await deps.ledger.commit({
    scope: 'test',
    key: newId('opn'),
    body_hash: 'deposit',
    received_at: deps.clock.nowText(),
    entries: [{ ...entry, key: newId('opn'), book: 'test' }],
  })
})

afterEach(() => world.verify())
afterAll(() => world.close())

type Refused = { code?: string; errors?: Record<string, string[]>; proposals?: Proposal[] }
type Answer<T> = { status: number; body: T & Refused }

async function call<T>(method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer<T>> {
  const answer = await world.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...headers, 'idempotency-key': newId('opn') },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** The newest message to somebody, with plain spaces. */
async function lastTold(to: string): Promise<string> {
  const [last] = (await world.outside(`/inbox?${new URLSearchParams({ to })}`)) as { text: string }[]
  return (last?.text ?? '').replaceAll(/\s/g, ' ')
}

const fieldsOf = ({ errors }: Refused): string[] => Object.keys(errors ?? {})
const get = async <T>(path: string): Promise<T> => (await call<T>('GET', path)).body

async function balance(): Promise<bigint> {
  const { rows } = await world.database.owner.query('select balance from ledger.accounts where name = $1', [
    `customer:${customer}:EUR`,
  ])
  return rows[0]?.balance ?? 0n
}

async function beneficiary(place: Place, end = '23456'): Promise<string> {
  const { rows } = await world.database.owner.query<{ id: string }>(
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     values ($1, $2, $3, $4, $5, 'Awa', 'Diop', true)
     on conflict (customer_id, phone_e164) do update set is_individual = true returning id`,
    [newId('ben'), customer, `+${place.dial}${place.phone(end)}`, place.dial, place.iso],
  )
  return rows[0]?.id ?? ''
}

const routeOf = async (place: Place, kind: string): Promise<number> => {
  const { cashout_methods } = await get<CountryDetail>(`/countries/${place.iso}`)
  const found = cashout_methods.find(({ cashout_method }) => cashout_method.name === kind)
  if (!found) throw new Error(`${place.iso} has no ${kind}`)
  return found.cashout_method.id
}

const quote = (place: Place, route: number, amount = '250.00') =>
  call<Quote>('POST', '/quotes', {
    kind: 'transfer',
    fix: 'source',
    amount,
    currency: 'EUR',
    sending_country: 'FR',
    receiving_country: place.iso,
    cashin_method_id: BALANCE,
    cashout_method_id: route,
  })

async function pay(place: Place, kind: string, fields: Partial<NewDirectPayment>, to?: string) {
  const route = await routeOf(place, kind)
  const { body } = await quote(place, route)
  return call<Payment>('POST', '/payments/direct', {
    quote_id: body.id,
    cashin_method_id: BALANCE,
    amount_without_fees_in_euro: '250.00',
    reason: 'Famille',
    sending_country_id: FRANCE,
    receiving_country_id: place.id,
    beneficiary_id: to ?? (await beneficiary(place)),
    cashout_method_id: route,
    ...fields,
  })
}

const operation = (id: string) => get<OperationDetail>(`/operations/${id}`)

const microfinance = (end: string): Partial<NewDirectPayment> => ({
  institution_id: 'sn_mfi_um_pamecas',
  mfi_owner_id: `PAM-1${end.padStart(6, '1')}`,
  mfi_account_name: 'Awa Diop',
})
const byPhone = (place: Place) => (end: string) => ({
  receiver_phonenumber: place.phone(end),
  receiver_country_code: place.dial,
  receiver_fullname: 'Awa Diop',
})

/** How it is called where it has arrived, to the beneficiary and to the sender. */
type Said = { readonly payee: string; readonly sender: string }
type Kind = readonly [
  place: Place,
  kind: string,
  fields: (end: string) => Partial<NewDirectPayment>,
  said: Said,
]
const kinds: readonly Kind[] = [
  [senegal, 'mfi', microfinance, { payee: 'arrivé : UM-PAMECAS.', sender: 'UM-PAMECAS …3456' }],
  [
    cameroon,
    'wallet',
    byPhone(cameroon),
    { payee: 'arrivé : Portefeuille.', sender: 'Portefeuille 6771…3456' },
  ],
  [
    senegal,
    'delivery',
    end => ({ ...byPhone(senegal)(end), payment_delivery: true, delivery_address: 'Plateau' }),
    { payee: 'remis en espèces', sender: 'Remise en espèces' },
  ],
  [niger, 'mobile_money', byPhone(niger), { payee: 'arrivé : ', sender: '' }],
  [
    guinea,
    'bank_transfer',
    end => ({
      institution_id: 'gn_bank_ecobank_guinee',
      account_holder: 'Awa Diop',
      rib: { bank: '010', branch: '', account: `10${end.padStart(6, '1')}`, key: '' },
    }),
    { payee: 'arrivé : Ecobank', sender: 'Ecobank Guinée …3456' },
  ],
]

describe.each(
  kinds.map(([place, kind, fields, said]) => ({
    place,
    kind,
    fields,
    said,
    name: `${kind} in ${place.iso}`,
  })),
)('$name', ({ place, kind, fields, said }) => {
  test('arrives', async () => {
    const before = await balance()
    const { status, body } = await pay(place, kind, fields('23456'))
    expect({ status, code: body.code, errors: body.errors }).toEqual({ status: 201 })
    await world.advance(10)
    const paid = await operation(body.id)
    expect(paid).toMatchObject({ status: 'transfer_completed', payout_kind: kind })
    expect(before - (await balance())).toBeGreaterThan(25_000n)
    expect(await lastTold(`+${place.dial}${place.phone('23456')}`)).toContain(said.payee)
    expect(await lastTold(email)).toContain(`Reçu par : ${said.sender}`)
  })

  test('fails honestly: the reason is said and everything is back', async () => {
    const before = await balance()
    const { body } = await pay(place, kind, fields('000002'))
    expect(await balance()).toBeLessThan(before)
    await world.advance(10)
    expect(await operation(body.id)).toMatchObject({
      status: 'transfer_failed',
      failure: { code: 'payee_account_closed' },
    })
    expect(await balance()).toBe(before)
    const told = await lastTold(email)
    expect(told).toMatch(/Frais compris, [\d,]+ € sont de nouveau sur votre solde Jokko/)
    expect(told).not.toContain('Famille')
  })

  test('silence is unknown, then failed, and sent once', async () => {
    const before = await balance()
    const { body } = await pay(place, kind, fields('000005'))
    await world.advance(1)
    expect(await operation(body.id)).toMatchObject({ outcome_unknown: true })
    await world.advance(3_600)
    expect(await operation(body.id)).toMatchObject({ status: 'transfer_failed' })
    expect(await balance()).toBe(before)
  })
})

describe('what is asked of the payee', () => {
  test.each([
    ['institution_id', 'Select_Mfi_Error', { institution_id: 'ci_mfi_unacoopec_ci' }],
    ['mfi_owner_id', 'MFIAccountNumberError', { mfi_owner_id: ' ' }],
    ['mfi_account_name', 'ReceiverFullNameError', { mfi_account_name: '' }],
  ])('422 microfinance: %s, %s', async (field, code, changes) => {
    const { status, body } = await pay(senegal, 'mfi', { ...microfinance('23456'), ...changes })
    expect({ status, code: body.code, fields: fieldsOf(body) }).toEqual({
      status: 422,
      code,
      fields: [field],
    })
  })

  test('a microfinance institution is known by its name too', async () => {
    const { institution_id: _, ...rest } = microfinance('23456')
    expect(await pay(senegal, 'mfi', { ...rest, mfi_name: 'UM-PAMECAS' })).toMatchObject({ status: 201 })
  })

  test('422 validPhone: a wallet of another country, or no number at all', async () => {
    const to = await beneficiary(cameroon)
    for (const wallet of [{ receiver_phonenumber: '12' }, byPhone(senegal)('23456')]) {
      const { status, body } = await pay(cameroon, 'wallet', wallet, to)
      expect({ status, code: body.code, fields: fieldsOf(body) }).toEqual({
        status: 422,
        code: 'validPhone',
        fields: ['receiver_phonenumber'],
      })
    }
  })

  test('wallets are paid in Cameroon only', async () => {
    await expect(routeOf(senegal, 'wallet')).rejects.toThrow('no wallet')
  })

  test('422 payout_method_not_configured: a delivery that is asked for on another route', async () => {
    const fields = { ...microfinance('23456'), payment_delivery: true }
    expect(await pay(senegal, 'mfi', fields)).toMatchObject({
      status: 422,
      body: { code: 'payout_method_not_configured' },
    })
  })

  test('422 Guinea: a bank code and an account number, and nothing else', async () => {
    const fields = { institution_id: 'gn_bank_ecobank_guinee', account_holder: 'Awa Diop', iban: 'GN00' }
    const { status, body } = await pay(guinea, 'bank_transfer', fields)
    expect({ status, code: body.code, fields: fieldsOf(body) }).toEqual({
      status: 422,
      code: 'Invalid IBAN',
      fields: ['rib'],
    })
  })
})

describe('floors and ceilings', () => {
  test.each([
    [senegal, 'mfi', '4000.00', 'route_ceiling'],
    [senegal, 'delivery', '10.00', 'route_floor'],
    [senegal, 'delivery', '4000.00', 'route_ceiling'],
    [cameroon, 'wallet', '2000.00', 'route_ceiling'],
    [senegal, 'manual_bank_transfer', '5.00', 'route_floor'],
  ] satisfies [Place, string, string, string][])(
    '422: $1 of $2 is a $3, with a way out',
    async (...given) => {
      const [place, kind, amount, code] = given
      const { status, body } = await quote(place, await routeOf(place, kind), amount)
      expect({ status, code: body.code }).toEqual({ status: 422, code })
      expect(body.proposals?.length).toBeGreaterThan(0)
    },
  )
})

test('the partner network reaches every institution that is offered', async () => {
  const ours = await get<{ institutions: Institution[] }>('/aloohpay/institutions')
  const key = { headers: { apikey: world.sandbox.settings.aloohpayApiKey } }
  const answer = await fetch(`${world.sandbox.url}/partner/institutions`, key)
  const theirs = (await answer.json()) as { institutions: { institution_id: string }[] }
  const idsOf = (list: readonly { institution_id: string }[]) => list.map(one => one.institution_id).sort()
  expect(idsOf(ours.institutions)).toEqual(idsOf(theirs.institutions))
})

describe('accounts that were paid', () => {
  test('microfinance and wallet are kept, masked, and paid again by their id', async () => {
    const saver = await beneficiary(senegal)
    await pay(senegal, 'mfi', microfinance('23456'), saver)
    const holder = await beneficiary(cameroon)
    await pay(cameroon, 'wallet', byPhone(cameroon)('23456'), holder)
    await world.advance(10)
    const mfi = await get<z.infer<typeof SavedMicrofinanceAccounts>>(`/userMFIAccounts/all/${saver}`)
    expect(mfi.data).toMatchObject([{ mfi_name: 'UM-PAMECAS', owner_name: 'Awa D.' }])
    expect(mfi.data[0]?.owner_id).not.toContain('PAM-1')
    const wallets = await get<z.infer<typeof SavedWalletAccounts>>(`/userWalletAccount/all/${holder}`)
    expect(wallets.data).toMatchObject([{ owner_name: 'Awa D.', country_code: 237 }])

    const again = await pay(senegal, 'mfi', { cashout_account_id: mfi.data[0]?.id ?? '' }, saver)
    expect(again.status).toBe(201)
    expect(await operation(again.body.id)).toMatchObject({
      bank_name: 'UM-PAMECAS',
      account_number: microfinance('23456').mfi_owner_id,
    })
    const wallet = await pay(cameroon, 'wallet', { cashout_account_id: wallets.data[0]?.id ?? '' }, holder)
    expect(wallet.status).toBe(201)
    await world.advance(10)
  })
})

test('a bank account of Guinea is kept and paid again by its id', async () => {
  const holder = await beneficiary(guinea)
  const rib = { bank: '010', branch: '', account: '1022334455', key: '' }
  const typed = { institution_id: 'gn_bank_ecobank_guinee', account_holder: 'Awa Diop', rib }
  expect(await pay(guinea, 'bank_transfer', typed, holder)).toMatchObject({ status: 201 })
  await world.advance(10)
  const { data } = await get<{ data: { id: string }[] }>(`/userBankAccounts/all/${holder}`)
  const again = await pay(guinea, 'bank_transfer', { cashout_account_id: data[0]?.id ?? '' }, holder)
  expect(again.status).toBe(201)
  await world.advance(10)
  expect(await operation(again.body.id)).toMatchObject({
    account_number: '1022334455',
    status: 'transfer_completed',
  })
})

describe('paid by hand', () => {
  const otherBank: Partial<NewDirectPayment> = {
    bank_name: 'Banque du Fleuve',
    account_holder: 'Awa Diop',
    iban: 'SN08SN0100152000048500003035',
  }
  const decision = (operationId: string) => ({
    operator: 'awa',
    operationId,
    reason: 'carried out at the bank',
  })

  test('its slower time is said before payment', async () => {
    const { body } = await quote(senegal, await routeOf(senegal, 'manual_bank_transfer'))
    expect(body.delivery).toEqual({ min: 1_440, max: 4_320 })
  })

  test('waits, without an alarm, until an operator confirms it under a reference', async () => {
    const { status, body } = await pay(senegal, 'manual_bank_transfer', otherBank)
    expect(status).toBe(201)
    await world.advance(DAY / 2)
    expect(await operation(body.id)).toMatchObject({
      status: 'transfer_in_progress',
      bank_name: 'Banque du Fleuve',
    })
    expect(await listWaiting(world.deps)).toContainEqual(
      expect.objectContaining({
        id: body.id,
        detail: expect.stringMatching(
          /^163989 XOF, Awa Diop, Banque du Fleuve, SN08SN0100152000048500003035, SN, JK/,
        ),
      }),
    )
    await confirmPayout(world.deps, { ...decision(body.id), reference: 'VIR-2026-77' })
    await world.advance(1)
    expect(await operation(body.id)).toMatchObject({ status: 'transfer_completed' })
    const { rows } = await world.database.owner.query(
      `select actor, reason, provider_reference from app.operation_events where operation_id = $1 and event = 'paid'`,
      [body.id],
    )
    expect(rows).toEqual([
      { actor: 'operator:awa', reason: 'carried out at the bank', provider_reference: 'VIR-2026-77' },
    ])
  })

  test('is confirmed once', async () => {
    const { body } = await pay(senegal, 'manual_bank_transfer', otherBank)
    await world.advance(5)
    await confirmPayout(world.deps, { ...decision(body.id), reference: 'VIR-1' })
    await expect(confirmPayout(world.deps, { ...decision(body.id), reference: 'VIR-2' })).rejects.toThrow(
      'is paid, not sent',
    )
  })

  test('cannot be paid, or comes back after it was: everything is given back', async () => {
    const before = await balance()
    const refused = await pay(senegal, 'manual_bank_transfer', otherBank)
    await world.advance(5)
    await failPayout(world.deps, { ...decision(refused.body.id), code: 'payee_account_closed' })
    expect(await operation(refused.body.id)).toMatchObject({ status: 'transfer_failed' })
    expect(await balance()).toBe(before)
    const returned = await pay(senegal, 'manual_bank_transfer', otherBank)
    await world.advance(5)
    await confirmPayout(world.deps, { ...decision(returned.body.id), reference: 'VIR-3' })
    await failPayout(world.deps, { ...decision(returned.body.id), code: 'returned_by_bank' })
    await world.advance(5)
    expect(await balance()).toBe(before)
  })

  test('an operator that nobody reaches for us, by its name and a number', async () => {
    const fields = { ...byPhone(senegal)('23456'), operator: 'Wizall Money' }
    const { status, body } = await pay(senegal, 'manual_bank_transfer', fields)
    expect(status).toBe(201)
    expect(await operation(body.id)).toMatchObject({ operator_name: 'Wizall Money' })
    await world.advance(5)
    await confirmPayout(world.deps, { ...decision(body.id), reference: 'WIZ-1' })
  })

  test('422 BankNameError: without the bank’s name nobody could pay it', async () => {
    const { status, body } = await pay(senegal, 'manual_bank_transfer', { ...otherBank, bank_name: ' ' })
    expect({ status, code: body.code, fields: fieldsOf(body) }).toEqual({
      status: 422,
      code: 'BankNameError',
      fields: ['bank_name'],
    })
  })

  test('only what is paid by hand is confirmed by hand', async () => {
    const { body } = await pay(senegal, 'mfi', microfinance('23456'))
    await expect(confirmPayout(world.deps, { ...decision(body.id), reference: 'X' })).rejects.toThrow(
      'not paid by hand',
    )
    await world.advance(5)
  })
})

test('the recipient of each kind is said in the words of the payment screens', async () => {
  const { body } = await pay(senegal, 'mfi', microfinance('23456'))
  const recipient = await get<Recipient>(`/payments/${body.id}/recipient`)
  expect(recipient).toMatchObject({ withdraw_method_en: 'Microfinance', withdraw_method: 'mfi' })
  await world.advance(5)
})
