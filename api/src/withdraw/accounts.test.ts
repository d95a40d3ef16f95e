// What a customer's own accounts are changed and removed for: only by their owner, each checked again, and never so that
// money goes where nobody confirmed it.

import { setTimeout } from 'node:timers/promises'
import { type Language, languages } from '@jokko/contract/common'
import type { OperationDetail } from '@jokko/contract/history'
import type { Cashout, OwnBankAccount } from '@jokko/contract/withdraw'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../http/ids.ts'
import { addHuman, signedIn } from '../testing/people.ts'
import { createWithdrawer, openWithdrawals, type Withdrawer } from '../testing/withdrawer.ts'
import { startWorld, type World } from '../testing/world.ts'
import { changeOwnAccount, readOwnAccount } from './account-store.ts'

const FR = { id: 24, sepa: 2401 }
const IBAN = 'FR7630006000011234567890189'
const OTHER_IBAN = 'FR1420041010050500013M02606'

let world: World

beforeAll(async () => {
  world = await startWorld()
  await openWithdrawals(world)
})
afterAll(() => world.close())

type Account = { id: string; title: string; is_new: boolean; code?: string } & Record<string, unknown>

async function ask(
  { headers }: Pick<Withdrawer, 'headers'>,
  method: 'GET' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  language: Language = 'en',
) {
  const answer = await world.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...headers, 'accept-language': language },
    ...(payload && { payload }),
  })
  const bytes = answer.body.replace(/"request_id":"[^"]*"/, '')
  return { status: answer.statusCode, bytes, body: (answer.body ? answer.json() : {}) as Account }
}

const kinds = {
  userBankAccounts: {
    body: { country: 'FR', owner_name: 'Awa Ndiaye', iban: IBAN, bank_name: 'Banque' },
    other: { iban: OTHER_IBAN },
    wrong: [{ iban: 'FR7630006000011234567890188' }, 'Invalid IBAN'],
    shown: { iban: 'FR14 … 2606', title: 'My bank account 2606' },
    taken: 'iban_already_used',
    names: { fr: 'Mon compte bancaire 0189', es: 'Mi cuenta bancaria 0189', en: 'My bank account 0189' },
  },
  userMMAccounts: {
    body: {
      country: 'CM',
      country_code: 237,
      owner_name: 'Awa Ndiaye',
      operator: 'orange_cm',
      phone_number: '699000001',
    },
    other: { phone_number: '699000002' },
    wrong: [{ operator: 'orange_sn' }, 'Select_Operator_Error'],
    shown: { phone_number: '6990…0002', title: 'My mobile money 0002', operator: 'orange_cm' },
    taken: 'account_already_saved',
    names: { fr: 'Mon mobile money 0001', es: 'Mi mobile money 0001', en: 'My mobile money 0001' },
  },
  userMFIAccounts: {
    body: { country: 'CM', owner_name: 'Awa Ndiaye', institution_id: '', owner_id: 'AB-0001' },
    other: { owner_id: 'AB-0002' },
    wrong: [{ owner_id: '?' }, 'MFIAccountNumberError'],
    shown: { owner_id: '… 0002', title: 'My microfinance 0002' },
    taken: 'account_already_saved',
    names: { fr: 'Ma microfinance 0001', es: 'Mi microfinanza 0001', en: 'My microfinance 0001' },
  },
  userWalletAccount: {
    body: {
      country: 'CM',
      country_code: 237,
      owner_name: 'Awa Ndiaye',
      wallet_account_number: '699000001',
    },
    other: { wallet_account_number: '699000002' },
    wrong: [{ wallet_account_number: '12' }, 'phone_number_below_min_length'],
    shown: { wallet_account_number: '6990…0002', title: 'My wallet 0002' },
    taken: 'account_already_saved',
    names: { fr: 'Mon portefeuille 0001', es: 'Mi monedero 0001', en: 'My wallet 0001' },
  },
} as const satisfies Record<string, object>

type Path = keyof typeof kinds
const paths = Object.keys(kinds) as Path[]

const someone = () => createWithdrawer(world, { country: 'CM', phone_e164: null })

async function added(who: Withdrawer, path: Path, more: object = {}): Promise<Account> {
  const institutions = await who.get<{ institutions: { institution_id: string; type: string }[] }>(
    '/mfi/institutions?country_code=CM',
  )
  const institution_id = institutions.body.institutions[0]?.institution_id
  const body = { ...kinds[path].body, ...(path === 'userMFIAccounts' && { institution_id }), ...more }
  const target = path === 'userWalletAccount' ? `/${path}/${who.userId}` : `/${path}`
  const answer = await who.post<Account>(target, body)
  expect([answer.status, answer.body.code]).toEqual([201, undefined])
  return answer.body
}

async function listed(who: Withdrawer, path: Path): Promise<Account[]> {
  const answer = await who.get<{ data: Account[] }>(`/${path}/all`)
  return answer.body.data
}

describe.each(paths)('%s', path => {
  const { other, wrong, shown, taken, names } = kinds[path]

  test('200 a name and a title are changed; the number stays, and stays known', async () => {
    const who = await someone()
    const account = await added(who, path)
    await world.advance(2 * 86_400)
    const change = { owner_name: 'Awa Ndiaye Diop', title: 'Paie' }
    const answer = await ask(who, 'PUT', `/${path}/${account.id}`, change)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ...account, ...change, is_new: false })
    expect(await listed(who, path)).toEqual([answer.body])
  })

  test('200 another number is a new account, with a title that tells it', async () => {
    const who = await someone()
    const account = await added(who, path)
    await world.advance(2 * 86_400)
    const answer = await ask(who, 'PUT', `/${path}/${account.id}`, other)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ id: account.id, is_new: true, ...shown })
  })

  test('200 without a title of its own it is named in the language of each reader; a written one stays', async () => {
    const who = await someone()
    const account = await added(who, path)
    const titleIn = async (language: Language) => {
      const { body } = await ask(who, 'GET', `/${path}/all`, undefined, language)
      return (body as unknown as { data: Account[] }).data[0]?.title
    }
    for (const language of languages) expect(await titleIn(language)).toBe(names[language])
    const put = async (change: object) => ask(who, 'PUT', `/${path}/${account.id}`, change, 'es')
    expect((await put({ owner_name: 'Awa N.' })).body.title).toBe(names.es)
    expect((await put({ title: 'Paie' })).body.title).toBe('Paie')
    for (const language of languages) expect(await titleIn(language)).toBe('Paie')
    expect((await put({ title: '' })).body.title).toBe(names.es)
    for (const language of languages) expect(await titleIn(language)).toBe(names[language])
  })

  test('422 what is wrong in a new account is wrong in a changed one, and nothing is changed', async () => {
    const who = await someone()
    const account = await added(who, path)
    const [change, code] = wrong
    const answer = await ask(who, 'PUT', `/${path}/${account.id}`, change)
    expect([answer.status, answer.body.code]).toEqual([422, code])
    expect(await listed(who, path)).toEqual([account])
  })

  test('409 the number of another own account', async () => {
    const who = await someone()
    const account = await added(who, path)
    const second = await added(who, path, other)
    const answer = await ask(who, 'PUT', `/${path}/${account.id}`, other)
    expect([answer.status, answer.body.code]).toEqual([409, taken])
    expect(new Set((await listed(who, path)).map(({ id }) => id))).toEqual(new Set([account.id, second.id]))
  })

  test('204 removed, and free to be added again as a new one', async () => {
    const who = await someone()
    const account = await added(who, path)
    expect((await ask(who, 'DELETE', `/${path}/${account.id}`)).status).toBe(204)
    expect(await listed(who, path)).toEqual([])
    expect((await ask(who, 'DELETE', `/${path}/${account.id}`)).status).toBe(404)
    expect((await added(who, path)).is_new).toBe(true)
  })

  test('404 of another customer, of another kind and missing are the same bytes', async () => {
    const account = await added(await someone(), path)
    const stranger = await someone()
    const kind = paths.find(one => one !== path) ?? path
    const ofOtherKind = await added(stranger, kind)
    for (const [method, body] of [['PUT', { owner_name: 'X' }], ['DELETE']] as const) {
      const missing = await ask(stranger, method, `/${path}/${newId('own')}`, body)
      expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
      for (const id of [account.id, ofOtherKind.id])
        expect((await ask(stranger, method, `/${path}/${id}`, body)).bytes).toBe(missing.bytes)
    }
    expect(await listed(stranger, kind)).toEqual([ofOtherKind])
  })

  test('403 owner_only: a colleague changes and removes nothing; 401 for nobody', async () => {
    const who = await someone()
    const account = await added(who, path)
    const member = await addHuman(world.database.owner, {
      company_id: who.customerId,
      is_company_owner: false,
    })
    const colleague = { headers: await signedIn(world.deps, member) }
    const nobody = { headers: { 'x-client-key': world.deps.config.clientKey } }
    for (const [method, body] of [['PUT', { owner_name: 'X' }], ['DELETE']] as const) {
      const refused = await ask(colleague, method, `/${path}/${account.id}`, body)
      expect([refused.status, refused.body.code]).toEqual([403, 'owner_only'])
      expect((await ask(nobody, method, `/${path}/${account.id}`, body)).status).toBe(401)
    }
    expect(await listed(who, path)).toEqual([account])
  })
})

describe('an account that a withdrawal pays', () => {
  const known = 'select paid_at is not null as known from app.own_accounts where id = $1'
  const isKnown = async (id: string) => (await world.database.owner.query(known, [id])).rows[0]?.known

  async function withdrawing() {
    const who = await createWithdrawer(world)
    const account = await added(who, 'userBankAccounts')
    const opened = await who.open({
      country_id: FR.id,
      cashout_method_id: FR.sepa,
      bank_account_id: account.id,
    })
    expect(opened.status).toBe(201)
    return { who, account, cashout: opened.body.cashout }
  }

  test.each(['DELETE', 'PUT'] as const)(
    '%s does not open the way for a code by e-mail: to a new account it goes by phone',
    async method => {
      const { who, account, cashout } = await withdrawing()
      const change = method === 'PUT' ? { iban: OTHER_IBAN } : undefined
      expect((await ask(who, method, `/userBankAccounts/${account.id}`, change)).status).toBeLessThan(205)
      const byMail = await who.post(`/cashout/${cashout.id}/resendCode`, { channel: 'mail' })
      expect([byMail.status, byMail.body.code]).toEqual([403, 'code_by_phone_required'])
    },
  )

  test('its screen, its route and its mail name it in the language of their reader', async () => {
    const { who, cashout } = await withdrawing()
    const [titles, stops]: [unknown[], unknown[]] = [[], []]
    for (const language of languages) {
      const { body } = await ask(who, 'GET', `/cashout/${cashout.id}`, undefined, language)
      titles.push((body as unknown as { cashout: Cashout }).cashout.payee.title)
      const told = await ask(who, 'GET', `/operations/${cashout.id}`, undefined, language)
      stops.push((told.body as unknown as OperationDetail).route.at(-1)?.name)
    }
    const { fr, en, es } = kinds.userBankAccounts.names
    expect(titles).toEqual([fr, en, es])
    expect(stops).toEqual([fr, en, es])
  })

  test('money that arrives at the old number says nothing about the new one, and goes where it was confirmed', async () => {
    const { who, account, cashout } = await withdrawing()
    await ask(who, 'PUT', `/userBankAccounts/${account.id}`, { iban: OTHER_IBAN })
    expect((await who.verify(cashout.id, await who.code())).status).toBe(200)
    await world.advance(3 * 86_400)
    const { rows } = await world.database.owner.query(
      `select state, details->'payee'->>'iban' as iban from app.operations where id = $1`,
      [cashout.id],
    )
    expect(rows).toEqual([{ state: 'booked', iban: IBAN }])
    expect(await isKnown(account.id)).toBe(false)
    await world.verify()
  })

  test('a removed account is still paid by what was confirmed', async () => {
    const { who, account, cashout } = await withdrawing()
    await ask(who, 'DELETE', `/userBankAccounts/${account.id}`)
    expect((await who.verify(cashout.id, await who.code())).status).toBe(200)
    await world.advance(3 * 86_400)
    expect(
      (await who.get<{ cashout: { status: string } }>(`/cashout/${cashout.id}`)).body.cashout.status,
    ).toBe('withdraw_completed')
    await world.verify()
  })

  test('once paid, another number makes it unknown again', async () => {
    const { who, account, cashout } = await withdrawing()
    await who.verify(cashout.id, await who.code())
    await world.advance(3 * 86_400)
    expect(await isKnown(account.id)).toBe(true)
    const answer = await ask(who, 'PUT', `/userBankAccounts/${account.id}`, { iban: OTHER_IBAN })
    expect((answer.body as unknown as OwnBankAccount).iban).toBe('FR14 … 2606')
    expect(await isKnown(account.id)).toBe(false)
  })

  test('a code by e-mail confirms only what has been there for a day, whatever is changed at the same moment', async () => {
    const way = { country_id: FR.id, cashout_method_id: FR.sepa, channel: 'mail' as const }
    let confirmed = 0
    // In the last round the change comes once the first is confirmed.
    for (const later of [0, 20, 40, 60, null]) {
      const who = await createWithdrawer(world)
      const { id } = await added(who, 'userBankAccounts')
      await world.advance(2 * 86_400)
      const put = (iban: string) => ask(who, 'PUT', `/userBankAccounts/${id}`, { iban })
      const open = () => who.open({ ...way, bank_account_id: id, accepted_payee_check: 'no_match' })
      const first = open()
      const change = async () => {
        await (later === null ? first : setTimeout(later))
        return [await put(OTHER_IBAN), await put(IBAN), await put(OTHER_IBAN)]
      }
      const answers = (await Promise.all([first, change(), open(), open()])).flat()
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      const { rows } = await world.database.owner.query<{ iban: string }>(
        `select details->'payee'->>'iban' as iban from app.operations where customer_id = $1 and kind = 'withdrawal'`,
        [who.customerId],
      )
      expect(rows.map(({ iban }) => iban).filter(iban => iban !== IBAN)).toEqual([])
      confirmed += rows.length
      await put(IBAN)
      expect((await open()).body.code).toBe('code_by_phone_required')
    }
    expect(confirmed).toBeGreaterThan(0)
  })

  test('of a new name and a new title that are decided on the same reading, the second is told', async () => {
    const { who, account } = await withdrawing()
    const before = await readOwnAccount(world.deps, who.customerId, account.id)
    if (!before) throw new Error('the account is gone')
    const named = { ...before, userId: who.userId }
    const { details } = before
    for (const [n, change] of [
      { owner_name: 'Autre Nom' },
      { title: 'Paie' },
      { details: { ...details, bank_name: 'Banque neuve' } },
    ].entries()) {
      const current = await readOwnAccount(world.deps, who.customerId, account.id)
      const made = await changeOwnAccount(world.deps, current ?? before, { ...named, ...change })
      expect([n, typeof made]).toEqual([n, 'object'])
      const late = { ...named, details: { ...details, bank_name: 'Trop tard' } }
      expect([n, await changeOwnAccount(world.deps, current ?? before, late)]).toEqual([n, 'stale'])
    }
  })

  test('409 stale_version: of changes at once each is made whole, or told that it came too late', async () => {
    const { who, account } = await withdrawing()
    const changes = [{ iban: OTHER_IBAN }, { owner_name: 'Autre Nom' }, { title: 'Paie' }]
    const answers = await Promise.all(
      changes.map(change => ask(who, 'PUT', `/userBankAccounts/${account.id}`, change)),
    )
    for (const { status, body } of answers) expect(status === 200 || body.code === 'stale_version').toBe(true)
    const made = answers.map(({ status }) => status === 200)
    expect(made).toContain(true)
    const [kept] = await listed(who, 'userBankAccounts')
    expect([
      kept?.['iban'] === 'FR14 … 2606',
      kept?.['owner_name'] === 'Autre Nom',
      kept?.title === 'Paie',
    ]).toEqual(made)
  })
})
