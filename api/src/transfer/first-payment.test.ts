// A large payment to a number or an account that was never paid waits for a person, whoever the beneficiary is.
import type { Payment } from '@jokko/contract/transfer'
import { eur } from '@jokko/core/money'
import { depositByBank } from '@jokko/core/recipes-payin'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../http/ids.ts'
import { readOperation } from '../ledger/operations.ts'
import { addHuman, signedIn } from '../testing/people.ts'
import { startWorld, type World } from '../testing/world.ts'

const KNOWN = 'CI49CI9990100100000000123490'
const NEW = 'CI49CI9990100100000000987663'
const LARGE = { amount: '15000.00', total: '15091.50' }
const SMALL = { amount: '100.00', total: '102.10' }

let world: World
let headers: Record<string, string>
let beneficiary: string

beforeAll(async () => {
  world = await startWorld()
})
afterEach(() => world.verify())
afterAll(() => world.close())

beforeEach(async () => {
  const { deps, database } = world
  const customer = await addHuman(database.owner)
  headers = await signedIn(deps, customer)
  const { iban } = deps.config.bank.account
  const entry = depositByBank({ iban, customer, amount: eur(5_000_000n), fee: eur(0n) })
  await deps.ledger.commit({
    ...{ scope: 'test', key: customer, body_hash: '', received_at: deps.clock.nowText() },
    entries: [{ ...entry, key: customer, book: 'test' }],
  })
  beneficiary = newId('ben')
  await database.owner.query(
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     values ($1, $2, '+2250700000099', 225, 'CI', 'Kouamé', 'Traoré', true)`,
    [beneficiary, customer],
  )
})

/** From the balance to a bank account in Côte d'Ivoire; how it stands once everything has happened. */
async function pay({ amount, total }: typeof LARGE, iban: string): Promise<string | undefined> {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/payments/direct',
    headers: { ...headers, 'idempotency-key': newId('opn') },
    payload: {
      cashin_method_id: 2,
      amount_without_fees_in_euro: amount,
      total_to_pay: total,
      reason: 'Chantier',
      sending_country_id: 24,
      receiving_country_id: 2,
      beneficiary_id: beneficiary,
      cashout_method_id: 205,
      bank_name: 'Coris Bank',
      account_holder: 'Kouamé Traoré',
      iban,
    },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  await world.advance(10)
  return (await readOperation(world.deps, answer.json<Payment>().id))?.state
}

test('to an account that was paid before, a large payment goes on', async () => {
  expect(await pay(SMALL, KNOWN)).toBe('paid')
  expect(await pay(LARGE, KNOWN)).toBe('paid')
})

test('to another account of a beneficiary who was paid before, it waits', async () => {
  expect(await pay(SMALL, KNOWN)).toBe('paid')
  expect(await pay(LARGE, NEW)).toBe('held')
})

test('an account that is only kept was not paid', async () => {
  await world.database.owner.query(
    `insert into app.beneficiary_accounts (id, customer_id, beneficiary_id, kind, number, details)
     select 'bac_kept', customer_id, id, 'bank_transfer', $2, '{}' from app.beneficiaries where id = $1`,
    [beneficiary, NEW],
  )
  expect(await pay(SMALL, KNOWN)).toBe('paid')
  expect(await pay(LARGE, NEW)).toBe('held')
})
