// A card's bank takes back what was paid long ago: told by a call, by a settlement or by both, it is taken once, never
// below zero, and a person says how it ended.
import type { Payment } from '@jokko/contract/transfer'
import { payWith } from '@jokko/sandbox/testing-cards'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recoverDebts } from '../bank/debts.ts'
import type { Operation } from '../db/schema.ts'
import { listWaiting } from '../operations/commands.ts'
import { deposit } from '../testing/changes.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { balance, linkedTo, operation } from '../testing/transfers.ts'
import { startWorld, type World } from '../testing/world.ts'
import { type DisputeDecision, decideDispute } from './disputes-by-hand.ts'

const CARD = 5
const DAY = 86_400
let world: World
let payer: Payer
let paid: Payment

beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  payer = await createPayer(world)
  paid = await payByCard(payer)
  await world.advance(60)
  expect((await operation(world.deps.pool, paid.id)).state).toBe('paid')
})
afterEach(() => world.verify())
afterAll(() => world.close())

const sessionOf = (payment: Payment) => /\/pay\/([^/]+)$/.exec(payment.connect_url ?? '')?.[1] ?? ''

async function payByCard(by: Payer): Promise<Payment> {
  const { body } = await by.send({ cashin_method_id: CARD })
  await payWith(world.sandbox, sessionOf(body), '0001')
  return body
}

const chargeBack = () => world.outside('/monext/control/chargebacks', { sessionId: sessionOf(paid) })
const total = async () => (await operation(world.deps.pool, paid.id)).total
const debt = async () => -(await balance(world.deps.pool, `receivable:${payer.customerId}:EUR`))
const clearing = () => balance(world.deps.pool, 'payin:monext:EUR')
const disputes = async (): Promise<Operation[]> =>
  (await linkedTo(world.deps.pool, paid.id)).filter(({ kind }) => kind === 'dispute')
async function give(cents: bigint) {
  await world.deps.ledger.commit(deposit(payer.customerId, cents, `gift:${paid.id}:${cents}`))
}

async function disputed(): Promise<Operation> {
  await chargeBack()
  // What is told twice within a minute is looked at again when the minute is over.
  await world.advance(60)
  const [dispute] = await disputes()
  if (!dispute) throw new Error('no dispute was opened')
  return dispute
}

const decide = async (dispute: Operation, decision: DisputeDecision) => {
  const by = { operator: 'ada', reason: 'The card’s bank wrote' }
  await decideDispute(world.deps, { ...by, operationId: dispute.id, decision })
  return operation(world.deps.pool, dispute.id)
}

describe('taken back', () => {
  it('what the balance holds is taken, the rest is owed, and nothing can be sent until it is settled', async () => {
    await give(4_000n)
    const dispute = await disputed()
    expect(dispute).toMatchObject({ state: 'opened', total: await total(), parent_id: paid.id })
    expect(await payer.balance()).toBe(0n)
    expect(await debt()).toBe((await total()) - 4_000n)
    expect((await payer.send({ cashin_method_id: CARD })).body.code).toBe('receivable_open')
    expect((await listWaiting(world.deps)).map(({ id }) => id)).toContain(dispute.id)
    const mails = (await world.outside('/inbox?channel=mail')) as { text: string }[]
    expect(mails.some(({ text }) => text.includes('40,00'))).toBe(true)
  })
  it('told by the call and again by the settlement, it is taken once; the clearing account agrees', async () => {
    await disputed()
    await chargeBack()
    await payByCard(await createPayer(world))
    await payByCard(await createPayer(world))
    await world.advance(3 * DAY)
    expect(await disputes()).toHaveLength(1)
    expect(await debt()).toBe(await total())
    expect(await clearing()).toBe(0n)
  })
  it('told in the minute in which the payment itself was told, it is looked at when the minute is over', async () => {
    // Monext tells a payment two seconds after it.
    const second = (world.deps.clock.now().getTime() / 1000) % 60
    await world.advance((118 - second) % 60)
    paid = await payByCard(payer)
    await world.advance(57)
    await chargeBack()
    await world.advance(1)
    expect(await disputes()).toEqual([])
    await world.advance(30)
    expect(await disputes()).toHaveLength(1)
  })
  it('the call is lost: the settlement that is so much smaller tells it', async () => {
    await world.outside('/control/faults', { provider: 'monext', fault: 'down' })
    await chargeBack()
    await world.outside('/control/faults', { provider: 'monext', fault: 'none' })
    await world.advance(60)
    expect(await disputes()).toEqual([])
    await payByCard(await createPayer(world))
    await payByCard(await createPayer(world))
    await world.advance(3 * DAY)
    expect(await disputes()).toHaveLength(1)
    expect(await clearing()).toBe(0n)
  })
})

describe('decided', () => {
  it('contested and won: the customer gets back what was taken and owes nothing', async () => {
    await give(4_000n)
    const dispute = await disputed()
    expect((await decide(dispute, 'contest')).state).toBe('contested')
    await world.outside('/monext/control/chargebacks/reverse', { sessionId: sessionOf(paid) })
    expect((await decide(dispute, 'won')).state).toBe('won')
    expect(await payer.balance()).toBe(4_000n)
    expect(await debt()).toBe(0n)
    await payByCard(await createPayer(world))
    await world.advance(3 * DAY)
    expect(await clearing()).toBe(0n)
    await expect(decide(dispute, 'lost')).rejects.toThrow('is won')
  })
  it('lost: new money settles it, and with it the dispute', async () => {
    const dispute = await disputed()
    await give(4_000n)
    await recoverDebts(world.deps)
    expect(await operation(world.deps.pool, dispute.id)).toMatchObject({ state: 'opened' })
    expect(await debt()).toBe((await total()) - 4_000n)
    expect((await decide(dispute, 'lost')).state).toBe('lost')
    await give(50_000n)
    await recoverDebts(world.deps)
    expect(await operation(world.deps.pool, dispute.id)).toMatchObject({ state: 'settled' })
    expect(await debt()).toBe(0n)
  })
  it('covered by the balance, it stays open until it is decided; lost, it is settled at once', async () => {
    await give(50_000n)
    const dispute = await disputed()
    await recoverDebts(world.deps)
    expect(await operation(world.deps.pool, dispute.id)).toMatchObject({ state: 'opened' })
    await expect(decide(dispute, 'write_off')).rejects.toThrow('Nothing is owed')
    expect((await decide(dispute, 'lost')).state).toBe('settled')
  })
  it('what will never come is written off, once it is lost', async () => {
    const dispute = await disputed()
    await expect(decide(dispute, 'write_off')).rejects.toThrow('is opened')
    await decide(dispute, 'lost')
    expect((await decide(dispute, 'write_off')).state).toBe('written_off')
    expect(await debt()).toBe(0n)
  })
})
