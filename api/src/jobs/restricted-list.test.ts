// The list of those who pay by bank transfer only is read every ten minutes, and the last good one stays in force.
import type { Quote } from '@jokko/contract/transfer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../http/ids.ts'
import { addHuman, signedIn } from '../testing/people.ts'
import { startWorld, type World } from '../testing/world.ts'
import { readRestrictedList } from './restricted-list.ts'

const TEN_MINUTES = 600
let world: World
let headers: Record<string, string>
let email: string
let beneficiary: string

beforeAll(async () => {
  world = await startWorld()
  const { owner } = world.database
  const user = await addHuman(owner)
  email = `${user}@jokko.example`
  headers = await signedIn(world.deps, user)
  beneficiary = newId('ben')
  await owner.query(
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     values ($1, $2, '+2250707070707', 225, 'CI', 'Kouamé', 'Traoré', true)`,
    [beneficiary, user],
  )
})
afterAll(() => world.close())

const publish = (csv: string) => world.outside('/control/restricted-list', { csv })

/** What a payment by this method is refused for. */
async function refusalOf(cashin_method_id: number): Promise<string> {
  const call = async <T>(path: string, payload: object) =>
    (
      await world.app.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        headers: { ...headers, 'idempotency-key': newId('opn') },
        payload,
      })
    ).json<T & { code?: string }>()
  const quote = await call<Quote>('/quotes', {
    kind: 'transfer',
    fix: 'source',
    amount: '100.00',
    currency: 'EUR',
    sending_country: 'FR',
    receiving_country: 'CI',
    cashin_method_id,
    cashout_method_id: 201,
  })
  const payment = await call('/payments/direct', {
    quote_id: quote.id,
    cashin_method_id,
    amount_without_fees_in_euro: '100.00',
    reason: 'Facture',
    sending_country_id: 24,
    receiving_country_id: 2,
    beneficiary_id: beneficiary,
    cashout_method_id: 201,
  })
  return payment.code ?? 'none'
}

const BANK_TRANSFER = 1
const BALANCE = 2
const CARD = 5

test('403 temp_restriction from ten minutes after the list names somebody, by bank transfer alone they pay', async () => {
  expect(await refusalOf(BALANCE)).toBe('insufficient')
  await publish(`user,why\n${email.toUpperCase()},asked by compliance\n`)
  await world.advance(TEN_MINUTES)
  await expect.poll(() => refusalOf(BALANCE)).toBe('temp_restriction')
  expect(await refusalOf(CARD)).toBe('temp_restriction')
  expect(await refusalOf(BANK_TRANSFER)).toBe('none')
})

test.each([
  ['is away', () => world.outside('/control/faults', { provider: 'restricted-list', fault: 'down' })],
  ['has become a page to sign in on', () => publish('<!doctype html><title>Sign in</title>')],
  ['is empty', () => publish('')],
])(
  'the sheet %s: the last good list stays in force',
  async (_, spoil) => {
    await spoil()
    await world.advance(TEN_MINUTES + 1)
    await world.advance(1)
    expect(await refusalOf(BALANCE)).toBe('temp_restriction')
    await world.outside('/control/faults', { provider: 'restricted-list', fault: 'none' })
  },
  60_000,
)

test('a list without the name sets free', async () => {
  await publish('user,why\n')
  await world.advance(TEN_MINUTES + 1)
  await expect.poll(() => refusalOf(BALANCE)).toBe('insufficient')
})

test('a list that was asked for first and comes last does not take the place of the newer one', async () => {
  const { deps } = world
  const list = deps.providers.restrictedList
  if (list === null) throw new Error('this world has no restricted list')
  const newer = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const late = {
    async read() {
      const answer = await list.read()
      asked.resolve()
      await newer.promise
      return answer
    },
  }
  const older = readRestrictedList({ ...deps, providers: { ...deps.providers, restrictedList: late } })
  await asked.promise
  await publish(`user,why\n${email},asked by compliance\n`)
  await readRestrictedList(deps)
  newer.resolve()
  await older
  expect(await refusalOf(BALANCE)).toBe('temp_restriction')
})
