// Guarantees of a payout that waits for its operator while its sender is shut out: nothing more is handed over until a
// person has decided, the money is set aside meanwhile, and the decision stands.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readEvents } from '../ledger/operations.ts'
import { listWaiting, refuseHeld, releaseHeld } from '../operations/commands.ts'
import { bulkCaller, statesOfRows } from '../testing/bulk-caller.ts'
import { deposit } from '../testing/changes.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { operation } from '../testing/transfers.ts'
import { startWorld, type World } from '../testing/world.ts'
import { pass } from '../transfer/decisions.ts'
import { change, giveBack, givenBackLimits } from './change.ts'

const BALANCE = 2
const BEFORE = 50_000n
const moves = { change, giveBack, givenBackLimits, pass }

let world: World
let payer: Payer

beforeAll(async () => {
  world = await startWorld()
})
afterEach(() => world.verify())
afterAll(() => world.close())

beforeEach(async () => {
  payer = await createPayer(world)
  await world.deps.ledger.commit(deposit(payer.customerId, BEFORE, payer.customerId))
})

/** A number whose operator is down for an hour from when it is first asked. */
let numbersDown = 70
const downNumber = (): string => `07${++numbersDown}000009`

const shutOut = () =>
  world.database.owner.query('update app.users set is_active = false, is_rejected = true where id = $1', [
    payer.userId,
  ])

async function waiting(): Promise<string> {
  const { body } = await payer.send({ cashin_method_id: BALANCE, to: `+225${downNumber()}` })
  await expect.poll(() => stateOf(body.id)).toBe('waiting')
  return body.id
}

const stateOf = async (id: string) => (await operation(world.database.owner, id)).state

const attemptsOf = async (id: string) =>
  (
    await world.database.owner.query<{ state: string }>(
      'select state from app.payout_attempts where operation_id = $1 order by created_at, id',
      [id],
    )
  ).rows.map(({ state }) => state)

const decision = (operationId: string) => ({ operator: 'mariam', operationId, reason: 'Dossier vu' })

/** Its sender is shut out while it waits; the next time that it would be handed over. */
async function held(): Promise<string> {
  const id = await waiting()
  await shutOut()
  await world.advance(180)
  expect(await stateOf(id)).toBe('held')
  return id
}

test('it is held for a person, who sees it; its money is set aside, and nobody has the order, hours later', async () => {
  const id = await held()
  await world.advance(2 * 3_600)
  const { total, ...op } = await operation(world.database.owner, id)
  expect(op).toMatchObject({ state: 'held', held: total })
  expect(new Set(await attemptsOf(id))).toEqual(new Set(['failed']))
  expect(await listWaiting(world.deps)).toContainEqual(expect.objectContaining({ id, state: 'held' }))
  expect((await readEvents(world.deps, id)).at(-1)).toMatchObject({
    event: 'screening_held',
    from_state: 'waiting',
    reason: 'shut_out',
  })
})

test('refused: all of it is on the balance again', async () => {
  const id = await held()
  await refuseHeld(world.deps, moves, decision(id))
  expect([await stateOf(id), await payer.balance()]).toEqual(['refunded', BEFORE])
})

test('released: once its operator is back it is paid, once', async () => {
  const id = await held()
  await world.advance(3_600)
  await releaseHeld(world.deps, moves, decision(id))
  await world.advance(30)
  const { total, state } = await operation(world.database.owner, id)
  expect([state, await payer.balance()]).toEqual(['paid', BEFORE - total])
  expect((await attemptsOf(id)).filter(one => one === 'paid')).toHaveLength(1)
})

test('released while its operator is still down: it waits, and goes on by itself: who decided is not asked again', async () => {
  const id = await held()
  await releaseHeld(world.deps, moves, decision(id))
  await expect.poll(() => stateOf(id)).toBe('waiting')
  await world.advance(2 * 3_600)
  expect(await stateOf(id)).toBe('paid')
})

test('a sender who may still act: it goes on by itself', async () => {
  const id = await waiting()
  await world.advance(2 * 3_600)
  expect(await stateOf(id)).toBe('paid')
})

describe('a row of a bulk', () => {
  const { draft, start } = bulkCaller(() => ({ app: world.app, payer }))

  test('it is held, too', async () => {
    const { body: bulk } = await draft([
      {
        line: 1,
        identification_number: 'ID-1',
        first_name: 'Awa',
        last_name: 'Testonde',
        phone_number: downNumber(),
        amount_without_fees: '25.00',
      },
    ])
    await start(bulk)
    const states = () => statesOfRows(world.database.owner, bulk.id)
    await expect.poll(states).toEqual(['waiting'])
    await shutOut()
    await world.advance(180)
    expect(await states()).toEqual(['held'])
  })
})
