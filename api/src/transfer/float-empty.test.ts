// A provider that takes an order and says later that our money there is short, or the operator down: that is ours to
// solve. The transfer waits and goes on under another reference; what is still heard of the first order changes nothing.
import type { OperationDetail } from '@jokko/contract/history'
import type { Payment } from '@jokko/contract/transfer'
import { eur } from '@jokko/core/money'
import { depositByBank } from '@jokko/core/recipes-payin'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../http/ids.ts'
import { queryPayout } from '../payouts/worker.ts'
import { addHuman, signedIn } from '../testing/people.ts'
import { startWorld, type World } from '../testing/world.ts'

const PREFUNDED = 1_000_000_000

let world: World
let user: string
let headers: Record<string, string>

beforeAll(async () => {
  world = await startWorld()
  // Our books are held to what the provider held at first, before a test changes it.
  while ((await world.database.owner.query('select from app.float_balances')).rowCount === 0)
    await world.advance(1)
})
afterEach(() => world.verify())
afterAll(() => world.close())

beforeEach(async () => {
  const { deps, database } = world
  user = await addHuman(database.owner)
  headers = await signedIn(deps, user)
  const { iban } = deps.config.bank.account
  const entry = depositByBank({ iban, customer: user, amount: eur(50_000n), fee: eur(0n) })
  await deps.ledger.commit({
    ...{ scope: 'test', key: user, body_hash: '', received_at: deps.clock.nowText() },
    entries: [{ ...entry, key: user, book: 'test' }],
  })
})

/** 100.00 from the balance to a phone in Côte d'Ivoire. */
async function send(phone = '+2250700000900'): Promise<string> {
  const beneficiary_id = newId('ben')
  await world.database.owner.query(
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     values ($1, $2, $3, 225, 'CI', 'Kouamé', 'Traoré', true)`,
    [beneficiary_id, user, phone],
  )
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/payments/direct',
    headers: { ...headers, 'idempotency-key': newId('opn') },
    payload: {
      ...{ cashin_method_id: 2, amount_without_fees_in_euro: '100.00', total_to_pay: '101.10' },
      ...{ reason: 'Facture 12', sending_country_id: 24, receiving_country_id: 2 },
      ...{ beneficiary_id, cashout_method_id: 201 },
    },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Payment>().id
}

const statusOf = async (id: string) =>
  (await world.app.inject({ url: `/api/v1/operations/${id}`, headers })).json<OperationDetail>().status

async function attemptsOf(id: string): Promise<{ id: string; state: string; failure: string | null }[]> {
  const { rows } = await world.database.owner.query(
    'select id, state, failure from app.payout_attempts where operation_id = $1 order by created_at, id',
    [id],
  )
  return rows
}

/** What our account at the provider holds, beyond what is reserved there. */
const available = (amount: number) =>
  world.outside('/control/hub2/balance', { currency: 'XOF', available: amount })

async function atHub2() {
  const { currencies } = (await world.outside('/control/hub2/ledger')) as {
    currencies: Record<string, { available: number }>
  }
  return currencies['XOF']?.available ?? PREFUNDED
}

/** It was accepted, and failed for want of our money; then there is money again. */
async function shortAtFirst(): Promise<string> {
  const before = await atHub2()
  await available(0)
  const id = await send()
  await world.advance(10)
  expect(await statusOf(id)).toBe('pending')
  await available(before)
  return id
}

test('it waits and is paid under another reference, and nobody is told of a failure', async () => {
  const id = await shortAtFirst()
  await world.advance(400)
  expect(await statusOf(id)).toBe('transfer_completed')
  expect(await attemptsOf(id)).toMatchObject([
    { state: 'failed', failure: 'float_empty' },
    { state: 'paid', failure: null },
  ])
  const { rowCount } = await world.database.owner.query(
    `select from app.messages_sent where key = $1 || ':sender_failed'`,
    [id],
  )
  expect(rowCount).toBe(0)
})

test('while it waits, its money stays promised and its limits used', async () => {
  const id = await shortAtFirst()
  const { rows } = await world.database.owner.query(
    'select o.state, o.refunded, c.used from app.operations o join app.counters c on c.subject = o.customer_id where o.id = $1',
    [id],
  )
  expect(rows).toEqual([{ state: 'waiting', refunded: 0n, used: 10_000n }])
  await world.advance(400)
})

test('a first order that is heard of again gives nothing back and pays nothing twice', async () => {
  const id = await shortAtFirst()
  await world.outside('/control/faults', { provider: 'hub2', fault: 'duplicate_webhooks' })
  await world.advance(400)
  const [first] = await attemptsOf(id)
  await queryPayout(world.deps, { operation_id: id, attempt_id: first?.id ?? '' })
  await world.advance(3_600)
  await world.outside('/control/faults', { provider: 'hub2', fault: 'none' })
  const { rows } = await world.database.owner.query(
    'select kind, state, refunded from app.operations where id = $1 or parent_id = $1',
    [id],
  )
  expect(rows).toEqual([{ kind: 'transfer', state: 'paid', refunded: 0n }])
  expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['failed', 'paid'])
})

test('an order without an answer that turns out to have failed for want of our money waits too', async () => {
  const before = await atHub2()
  await available(0)
  await world.outside('/control/faults', { provider: 'hub2', fault: 'lost_answer' })
  const id = await send()
  await world.advance(5)
  expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['unknown'])
  await world.outside('/control/faults', { provider: 'hub2', fault: 'none' })
  await world.advance(60)
  expect(await statusOf(id)).toBe('pending')
  await available(before)
  await world.advance(400)
  expect(await statusOf(id)).toBe('transfer_completed')
  expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['failed', 'paid'])
})
