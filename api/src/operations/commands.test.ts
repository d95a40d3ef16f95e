// Guarantees of an operator's decisions: a held transfer is released or refused once, with its reason in the trail.
import type { Payment } from '@jokko/contract/transfer'
import { eur } from '@jokko/core/money'
import { depositByBank } from '@jokko/core/recipes-payin'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../http/ids.ts'
import { readEvents, readOperation } from '../ledger/operations.ts'
import { change, giveBack, givenBackLimits } from '../payouts/change.ts'
import { addCompany, addHuman, signedIn } from '../testing/people.ts'
import { owe } from '../testing/withdrawer.ts'
import { startWorld, type World } from '../testing/world.ts'
import { pass } from '../transfer/decisions.ts'
import { listWaiting, refuseHeld, releaseHeld, type TransferMoves } from './commands.ts'

let world: World
let moves: TransferMoves
let held: string
let customer: string

beforeAll(async () => {
  world = await startWorld()
  moves = { change, giveBack, givenBackLimits, pass }
})
afterEach(() => world.verify())
afterAll(() => world.close())

beforeEach(async () => {
  const { deps, database } = world
  customer = await addCompany(database.owner, { name: 'Grands Travaux SARL' })
  const user = await addHuman(database.owner, { company_id: customer, is_company_owner: true })
  const amount = eur(2_000_000n)
  await deps.ledger.commit({
    scope: 'test',
    key: newId('opn'),
    body_hash: '',
    received_at: deps.clock.nowText(),
    entries: [
      {
        ...depositByBank({ iban: deps.config.bank.account.iban, customer, amount, fee: eur(0n) }),
        key: newId('opn'),
        book: 'test',
      },
    ],
  })
  const beneficiary = newId('ben')
  await database.owner.query(
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     values ($1, $2, '+2250700000099', 225, 'CI', 'Kouamé', 'Traoré', true)`,
    [beneficiary, customer],
  )
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/v1/payments/direct',
    headers: { ...(await signedIn(deps, user)), 'idempotency-key': newId('opn') },
    payload: {
      cashin_method_id: 2,
      amount_without_fees_in_euro: '16000.00',
      total_to_pay: '16097.50',
      reason: 'Chantier',
      sending_country_id: 24,
      receiving_country_id: 2,
      beneficiary_id: beneficiary,
      cashout_method_id: 205,
      bank_name: 'Coris Bank',
      account_holder: 'Kouamé Traoré',
      iban: 'CI49CI9990100100000000123490',
    },
  })
  held = answer.json<Payment>().id
  expect(await readOperation(deps, held)).toMatchObject({ state: 'held' })
})

const decision = () => ({ operator: 'mariam', operationId: held, reason: 'Facture vue' })

test('a large first payment waits for a person and is listed', async () => {
  expect(await listWaiting(world.deps)).toContainEqual(expect.objectContaining({ id: held, state: 'held' }))
})

test('released: it is paid, and the trail says who and why', async () => {
  await releaseHeld(world.deps, moves, decision())
  await world.advance(10)
  expect(await readOperation(world.deps, held)).toMatchObject({ state: 'paid', held: 0n })
  const events = await readEvents(world.deps, held)
  expect(events.find(event => event.event === 'released')).toMatchObject({
    actor: 'operator:mariam',
    reason: 'Facture vue',
  })
})

test('not released while its sender owes us, since a bank took a payment back', async () => {
  await owe(world, customer, 1n)
  await expect(releaseHeld(world.deps, moves, decision())).rejects.toThrow('owes us money')
  await owe(world, customer, -1n)
  await releaseHeld(world.deps, moves, decision())
})

test('refused: everything is back on the balance', async () => {
  await refuseHeld(world.deps, moves, decision())
  expect(await readOperation(world.deps, held)).toMatchObject({
    state: 'refunded',
    held: 0n,
    refunded: 1_609_750n,
  })
})

test('two operators at once: one decision', async () => {
  const results = await Promise.allSettled([
    releaseHeld(world.deps, moves, decision()),
    refuseHeld(world.deps, moves, decision()),
  ])
  expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1)
})
