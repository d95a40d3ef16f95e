// A card payment that its bank takes back while its transfer is under way, waits for a person, comes back, or is being
// refunded: the card never gets the money twice by us, and every cent is somewhere that can be named.
import type { OperationDetail } from '@jokko/contract/history'
import type { Payment } from '@jokko/contract/transfer'
import { eur, toDecimal } from '@jokko/core/money'
import type { RefundOrder } from '@jokko/providers/port'
import { cardEnding, payWith, typeCard } from '@jokko/sandbox/testing-cards'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recoverDebts } from '../bank/debts.ts'
import type { Operation } from '../db/schema.ts'
import { paidHooks } from '../jobs/pay-ins.ts'
import type { Change } from '../ledger/change.ts'
import { TAKEN_BACK } from '../ledger/disputes.ts'
import { listWaiting, refuseHeld, releaseHeld } from '../operations/commands.ts'
import { change, giveBack, givenBackLimits } from '../payouts/change.ts'
import { forgetRules } from '../payouts/rules.ts'
import { createPayer, type Payer } from '../testing/payer.ts'
import { balance, linkedTo, operation } from '../testing/transfers.ts'
import { startWorld, type World } from '../testing/world.ts'
import { pass } from '../transfer/decisions.ts'
import { decideDispute } from './disputes-by-hand.ts'
import { queryPayInRefund, sendPayInRefund } from './refunds.ts'
import { refundPayInAgain } from './refunds-by-hand.ts'
import { askPayIn } from './worker.ts'

const CARD = 5
const HOUR = 3_600
const DAY = 86_400
const moves = { change, giveBack, givenBackLimits, pass }
let world: World
let payer: Payer
let payment: Payment

beforeAll(async () => {
  world = await startWorld()
  // Our books are held to what Hub2 held at first, before a test changes it.
  while ((await world.database.owner.query('select from app.float_balances')).rowCount === 0)
    await world.advance(1)
})
beforeEach(async () => {
  payer = await createPayer(world)
})
afterEach(async () => {
  await world.outside('/control/faults', { provider: 'all', fault: 'none' })
  await world.advance(60)
  await conserved()
  await world.verify()
})
afterAll(() => world.close())

const payees = { paid: '01', declined: '02', silent: '05', returned: '10' } as const

async function open(fate: keyof typeof payees): Promise<void> {
  const { body } = await payer.send({ cashin_method_id: CARD, to: `+22507000000${payees[fate]}` })
  payment = body
}

async function paidBy(ending: string, fate: keyof typeof payees): Promise<void> {
  await open(fate)
  await payWith(world.sandbox, session(), ending)
}

/** By a transfer that waits for a person. */
async function held(): Promise<void> {
  await holdFrom(1)
  await paidBy('0001', 'paid')
  await world.advance(90)
  await holdFrom(1_500_000)
  expect((await transfer()).state).toBe('held')
}

async function holdFrom(cents: number): Promise<void> {
  await world.database.owner.query(
    `update app.settings set value = to_jsonb($1::int) where key = 'new_payee_hold_cents'`,
    [cents],
  )
  forgetRules(world.deps)
}

const session = () => /\/pay\/([^/]+)$/.exec(payment.connect_url ?? '')?.[1] ?? ''
const transfer = () => operation(world.deps.pool, payment.id)
const chargeBack = () => world.outside('/monext/control/chargebacks', { sessionId: session() })
const winAtBank = () => world.outside('/monext/control/chargebacks/reverse', { sessionId: session() })
const by = { operator: 'ada', reason: 'The card’s bank wrote' }
const order = () => ({ ...by, operationId: payment.id })

async function disputes(): Promise<Operation[]> {
  return (await linkedTo(world.deps.pool, payment.id)).filter(({ kind }) => kind === 'dispute')
}
async function decide(decision: 'won' | 'lost'): Promise<Operation> {
  const [dispute] = await disputes()
  if (!dispute) throw new Error('there is no dispute')
  await decideDispute(world.deps, { ...by, operationId: dispute.id, decision })
  return dispute
}
const owed = async () => -(await balance(world.deps.pool, `receivable:${payer.customerId}:EUR`))

type FollowUp = { type: 'REFUND' | 'CHARGEBACK' | 'REPRESENTMENT'; amount: number; status: string }
type Books = { sessions: { id: string; title: string; amount: number; follow_ups: FollowUp[] }[] }

async function atMonext() {
  const { sessions } = (await world.outside('/control/monext/ledger')) as Books
  return sessions.find(({ id }) => id === session())
}

/** What the card got, by whom. */
async function cardGot(): Promise<Record<FollowUp['type'], bigint>> {
  const got = { REFUND: 0n, CHARGEBACK: 0n, REPRESENTMENT: 0n }
  for (const { type, amount, status } of (await atMonext())?.follow_ups ?? [])
    if (status === 'OK') got[type] += BigInt(amount)
  return got
}

/** What the card paid is with the beneficiary, with the card, or with the customer, less what the customer owes. */
async function conserved(): Promise<void> {
  const op = await transfer()
  const returned = (await linkedTo(world.deps.pool, op.id)).some(({ kind }) => kind === 'return')
  const arrived = op.state === 'paid' && !returned ? op.total : 0n
  const { REFUND, CHARGEBACK, REPRESENTMENT } = await cardGot()
  const reserved = await balance(world.deps.pool, `customer:${payer.customerId}:reserved:EUR`)
  const ours = (await payer.balance()) + reserved - (await owed())
  const waiting = await refundsWaiting()
  expect(arrived + REFUND + CHARGEBACK - REPRESENTMENT + ours + waiting).toBe(op.total)
}

/** Refunds that the company refused and of which a person has the next word. */
async function refundsWaiting(): Promise<bigint> {
  const { rows } = await world.deps.pool.query<{ waiting: bigint }>(
    `select coalesce(sum(a.amount), 0)::bigint as waiting from app.operations o
     cross join lateral (select * from app.payout_attempts where operation_id = o.id
       and destination ->> 'kind' = 'refund' order by created_at desc limit 1) a
     where o.customer_id = $1 and o.ended_at is null and a.state = 'failed'`,
    [payer.customerId],
  )
  return rows[0]?.waiting ?? 0n
}

const everythingOnce = async () => {
  expect(await cardGot()).toEqual({ REFUND: 0n, CHARGEBACK: (await transfer()).total, REPRESENTMENT: 0n })
  expect(await payer.balance()).toBe(0n)
  expect(await owed()).toBe(0n)
}

describe('while it waits for a person', () => {
  it('refused: the debt takes the money, the card gets nothing a second time', async () => {
    await held()
    await chargeBack()
    await world.advance(10)
    expect(await owed()).toBe((await transfer()).total)
    await refuseHeld(world.deps, moves, order())
    await world.advance(60)
    expect(await transfer()).toMatchObject({ state: 'refunded', details: { refund_to: 'balance' } })
    await everythingOnce()
  })
  it('it is not released any more, unless the dispute is won', async () => {
    await held()
    await chargeBack()
    await world.advance(10)
    await expect(releaseHeld(world.deps, moves, order())).rejects.toThrow('taken back by its bank')
    await winAtBank()
    await decide('won')
    await releaseHeld(world.deps, moves, order())
    await world.advance(60)
    expect((await transfer()).state).toBe('paid')
    expect(await owed()).toBe(0n)
  })
  it('refused before the word of the chargeback is here: the company is asked before it is told', async () => {
    await held()
    await world.outside('/control/faults', { provider: 'monext', fault: 'late_webhooks', delay_seconds: 600 })
    await chargeBack()
    await refuseHeld(world.deps, moves, order())
    await world.advance(60)
    expect(await disputes()).toHaveLength(1)
    await everythingOnce()
  })
})

describe('while the payout waits for our float', () => {
  const float = (available: number) => world.outside('/control/hub2/balance', { currency: 'XOF', available })

  it('it is not handed over any more: the debt takes the money', async () => {
    const { currencies } = (await world.outside('/control/hub2/ledger')) as {
      currencies: Record<string, { available: number }>
    }
    await float(0)
    await paidBy('0001', 'paid')
    await world.advance(15)
    expect((await transfer()).state).toBe('waiting')
    await chargeBack()
    await world.advance(61)
    expect(await owed()).toBe((await transfer()).total)
    await float(currencies['XOF']?.available ?? 1_000_000_000)
    await world.advance(HOUR)
    expect(await transfer()).toMatchObject({ state: 'refunded', details: { refund_to: 'balance' } })
    await everythingOnce()
  })
})

describe('before the payout fails', () => {
  it('declined: the debt takes what comes back', async () => {
    await paidBy('0001', 'silent')
    await world.advance(15)
    expect((await transfer()).state).toMatch(/sent|unknown/)
    await chargeBack()
    await world.advance(DAY)
    expect((await transfer()).state).toBe('refunded')
    await everythingOnce()
  })
  it('returned two days after it was paid: the refund of the return is not told', async () => {
    await paidBy('0001', 'returned')
    await world.advance(HOUR)
    expect((await transfer()).state).toBe('paid')
    await chargeBack()
    await world.advance(4 * DAY)
    const back = (await linkedTo(world.deps.pool, payment.id)).find(({ kind }) => kind === 'return')
    expect(await linkedTo(world.deps.pool, back?.id ?? '')).toMatchObject([
      { kind: 'refund', state: 'credited' },
    ])
    await everythingOnce()
  })
  it('what the balance held was taken: it is there again after the return', async () => {
    await paidBy('0001', 'returned')
    await world.advance(HOUR)
    const { total } = await transfer()
    await chargeBack()
    await world.advance(4 * DAY)
    expect(await decide('lost')).toMatchObject({ total })
    await recoverDebts(world.deps)
    expect((await disputes())[0]).toMatchObject({ state: 'settled' })
    await everythingOnce()
  })
})

describe('when the refund was told already', () => {
  it('and is done: the card has it twice, and the customer owes one of the two', async () => {
    await paidBy('0001', 'declined')
    await world.advance(HOUR)
    const { total, state } = await transfer()
    expect(state).toBe('refunded')
    await chargeBack()
    await world.advance(60)
    expect(await cardGot()).toMatchObject({ REFUND: total, CHARGEBACK: total })
    expect(await owed()).toBe(total)
    await winAtBank()
    await decide('won')
    expect(await owed()).toBe(0n)
    expect(await payer.balance()).toBe(0n)
  })
  it('and is on its way: the company’s word decides', async () => {
    await held()
    await refuseHeld(world.deps, moves, order())
    await untilTold()
    await chargeBack()
    await world.advance(60)
    const { total } = await transfer()
    expect(await cardGot()).toMatchObject({ REFUND: total, CHARGEBACK: total })
    expect((await transfer()).details.refund_to).toBe('source')
    expect(await owed()).toBe(total)
  })
  it('and its answer is lost: nothing is told again, what was done is found', async () => {
    await held()
    loseRefund({ arrives: true })
    await refuseHeld(world.deps, moves, order())
    await untilTold()
    await chargeBack()
    await world.advance(DAY)
    const { total, state } = await transfer()
    expect(state).toBe('refunded')
    expect(await cardGot()).toMatchObject({ REFUND: total, CHARGEBACK: total })
    expect(await owed()).toBe(total)
  })
  it('and never arrived: it is not told again, and after hours the debt takes it', async () => {
    await held()
    loseRefund({ arrives: false })
    await refuseHeld(world.deps, moves, order())
    await world.advance(5)
    await chargeBack()
    await world.advance(5 * HOUR)
    expect((await transfer()).state).toBe('refunding')
    await world.advance(DAY)
    expect((await transfer()).state).toBe('refunded')
    await everythingOnce()
  })
  it('and fails: it goes to the balance, where the debt takes it', async () => {
    await holdFrom(1)
    await paidBy('0007', 'paid')
    await world.advance(90)
    await holdFrom(1_500_000)
    await refuseHeld(world.deps, moves, order())
    await untilTold()
    await chargeBack()
    await world.advance(HOUR)
    await everythingOnce()
  })
  it('and had failed: no person has to decide any more, it goes to the balance and not to the card', async () => {
    await paidBy('0007', 'declined')
    await world.advance(HOUR)
    const waits = async () => (await listWaiting(world.deps)).some(({ id }) => id === payment.id)
    expect(await waits()).toBe(true)
    await chargeBack()
    await world.advance(60)
    expect(await waits()).toBe(false)
    expect(await transfer()).toMatchObject({ state: 'refunded', details: { refund_to: 'balance' } })
    await expect(refundPayInAgain(world.deps, order())).rejects.toThrow('no refund that a company refused')
    await everythingOnce()
    await winAtBank()
    await decide('won')
    await world.advance(60)
    expect((await payer.balance()) + (await refundsWaiting())).toBe((await transfer()).total)
    expect(await payer.balance()).toBe(0n)
  })
  it('and fails while the word of the chargeback is written: it does not wait for a person', async () => {
    await paidBy('0007', 'declined')
    const taken = world.advance(HOUR)
    await chargeBack()
    await taken
    await world.advance(DAY)
    expect((await listWaiting(world.deps)).map(({ id }) => id)).not.toContain(payment.id)
    await everythingOnce()
  })
  it('and had failed after money that came late: the refund of its own is over, too', async () => {
    await open('paid')
    await payer.remove(`/payments/${payment.id}`)
    await typeCard(world.sandbox, session(), cardEnding('0007'))
    await payWith(world.sandbox, session(), '0007')
    await world.advance(2 * HOUR)
    const refund = async () =>
      (await linkedTo(world.deps.pool, payment.id)).find(({ kind }) => kind === 'refund')
    expect(await refund()).toMatchObject({ state: 'waiting' })
    await chargeBack()
    await world.advance(60)
    expect(await refund()).toMatchObject({ state: 'credited' })
    await everythingOnce()
  })
})

/** The next order of a refund has no answer, whether the company got it or not. */
function loseRefund({ arrives }: { arrives: boolean }): void {
  const { providers } = world.deps
  const { monext } = providers.payIns
  if (!monext?.refunds) throw new Error('Monext gives nothing back')
  const { refunds } = monext
  const send = async (told: RefundOrder) => {
    world.deps.providers = providers
    if (arrives) await refunds.send(told)
    return { kind: 'unknown' as const, reason: 'timeout' as const, detail: '' }
  }
  const losing = { ...monext, refunds: { ...refunds, send } }
  world.deps.providers = { ...providers, payIns: { ...providers.payIns, monext: losing } }
}

/** The order is with the company, which needs some seconds for it. */
async function untilTold(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const follow_ups = (await atMonext())?.follow_ups ?? []
    if (follow_ups.some(({ type }) => type === 'REFUND')) return
    await world.advance(0)
  }
  throw new Error('the refund was never told')
}

describe('before we heard that it came', () => {
  it('the payment and what followed from it are read together', async () => {
    await open('paid')
    await world.outside('/control/faults', { provider: 'monext', fault: 'down' })
    await payWith(world.sandbox, session(), '0001')
    await chargeBack()
    await world.outside('/control/faults', { provider: 'monext', fault: 'none' })
    const { rows } = await world.deps.pool.query<{ id: string }>(
      'select id from app.pay_ins where operation_id = $1',
      [payment.id],
    )
    await askPayIn(world.deps, paidHooks(world.deps), { pay_in_id: rows[0]?.id ?? '' })
    expect(await disputes()).toHaveLength(1)
    await world.advance(60)
    expect((await transfer()).state).toBe('paid')
    expect(await owed()).toBe((await transfer()).total)
  })
  it('paid after it was cancelled: the refund of late money is not told', async () => {
    await open('paid')
    await payer.remove(`/payments/${payment.id}`)
    await world.outside('/control/faults', { provider: 'monext', fault: 'down' })
    await typeCard(world.sandbox, session(), cardEnding('0001'))
    await payWith(world.sandbox, session(), '0001')
    await chargeBack()
    await world.outside('/control/faults', { provider: 'monext', fault: 'none' })
    await world.advance(2 * HOUR)
    const refund = (await linkedTo(world.deps.pool, payment.id)).find(({ kind }) => kind === 'refund')
    expect(refund).toMatchObject({ state: 'credited' })
    await everythingOnce()
  })
})

describe('won afterwards', () => {
  it('what was kept from the card goes to the card, once, and nothing of it to the balance', async () => {
    await held()
    await chargeBack()
    await world.advance(10)
    await refuseHeld(world.deps, moves, order())
    await world.advance(60)
    await winAtBank()
    const dispute = await decide('won')
    await world.advance(60)
    expect(await linkedTo(world.deps.pool, dispute.id)).toMatchObject([{ kind: 'refund', state: 'done' }])
    const { total } = await transfer()
    expect(await cardGot()).toEqual({ REFUND: total, CHARGEBACK: total, REPRESENTMENT: total })
    expect(await payer.balance()).toBe(0n)
    expect(await owed()).toBe(0n)
  })
  it('while the transfer still waits: refused then, the card gets it', async () => {
    await held()
    await chargeBack()
    await world.advance(10)
    await winAtBank()
    await decide('won')
    await refuseHeld(world.deps, moves, order())
    await world.advance(60)
    const { total } = await transfer()
    expect(await cardGot()).toEqual({ REFUND: total, CHARGEBACK: total, REPRESENTMENT: total })
    expect(await payer.balance()).toBe(0n)
  })
})

describe('a part of it', () => {
  const PART = 30_00n
  const part = () =>
    world.outside('/monext/control/chargebacks', { sessionId: session(), amount: Number(PART) })
  const partKept = async () => {
    const { total } = await transfer()
    expect(await cardGot()).toEqual({ REFUND: total - PART, CHARGEBACK: PART, REPRESENTMENT: 0n })
    expect([await payer.balance(), await owed()]).toEqual([0n, 0n])
  }
  it('refused by a person: the rest goes to the card, and the part to the debt', async () => {
    await held()
    await part()
    await world.advance(10)
    expect(await owed()).toBe(PART)
    await refuseHeld(world.deps, moves, order())
    await world.advance(60)
    const op = await transfer()
    expect(op).toMatchObject({
      state: 'refunded',
      refunded: op.total - PART,
      details: { refund_to: 'source' },
    })
    await partKept()
  })
  it('won afterwards: the part goes to the card, too', async () => {
    await held()
    await part()
    await world.advance(10)
    await refuseHeld(world.deps, moves, order())
    await world.advance(60)
    await winAtBank()
    await decide('won')
    await world.advance(60)
    const { total } = await transfer()
    expect(await cardGot()).toEqual({ REFUND: total, CHARGEBACK: PART, REPRESENTMENT: PART })
    expect([await payer.balance(), await owed()]).toEqual([0n, 0n])
  })
  it('of a return: its refund is split as well', async () => {
    await paidBy('0001', 'returned')
    await world.advance(HOUR)
    await part()
    await world.advance(4 * DAY)
    await partKept()
    const { rows } = await world.deps.pool.query<{ id: string }>(
      `select id from app.operations where customer_id = $1 and kind = 'refund'`,
      [payer.customerId],
    )
    const { total } = await transfer()
    const { body } = await payer.get<OperationDetail>(`/operations/${rows[0]?.id}`)
    // What the history shows of it is what went back, and not what was to.
    expect([rows.length, body.amount, body.amount_without_fee]).toEqual([
      1,
      ...Array(2).fill(toDecimal(eur(total - PART))),
    ])
  })
  it('of a refund that waits for a person: the part is settled, the rest is ordered again and waits', async () => {
    await paidBy('0007', 'declined')
    await world.advance(HOUR)
    await part()
    await world.advance(HOUR)
    const { total } = await transfer()
    expect([await refundsWaiting(), await owed(), await payer.balance()]).toEqual([total - PART, 0n, 0n])
    expect((await listWaiting(world.deps)).map(({ id }) => id)).toContain(payment.id)
  })
  it('of an order that never arrived: the rest is told, once', async () => {
    await held()
    loseRefund({ arrives: false })
    await refuseHeld(world.deps, moves, order())
    await world.advance(5)
    await part()
    await world.advance(DAY)
    expect((await transfer()).state).toBe('refunded')
    await partKept()
  })
  it('again, after the first was won: nothing is given to the card that was not kept from it', async () => {
    await held()
    await part()
    await world.advance(10)
    await refuseHeld(world.deps, moves, order())
    await world.advance(60)
    await winAtBank()
    await decide('won')
    await world.advance(60)
    await part()
    await world.advance(60)
    const again = (await disputes()).find(({ state }) => state === 'opened')
    expect(await owed()).toBe(PART)
    await winAtBank()
    await decideDispute(world.deps, { ...by, operationId: again?.id ?? '', decision: 'won' })
    await world.advance(60)
    const { total } = await transfer()
    expect(await cardGot()).toEqual({ REFUND: total, CHARGEBACK: 2n * PART, REPRESENTMENT: 2n * PART })
    expect([await payer.balance(), await owed()]).toEqual([0n, 0n])
  })
})

describe('at the same moment as it is won', () => {
  /** Happens between the decision on a change of this operation and its writing. */
  function beforeWriting(isIt: (change: Change) => boolean, happens: () => Promise<unknown>): void {
    const { ledger } = world.deps
    const commit: typeof ledger.commit = async change => {
      if (isIt(change)) {
        world.deps.ledger = ledger
        await happens()
      }
      return ledger.commit(change)
    }
    world.deps.ledger = { ...ledger, commit }
  }
  const won = async () => {
    await winAtBank()
    await decide('won')
  }
  const isKept = ({ attempts }: Change) => attempts?.some(({ failure }) => failure === TAKEN_BACK) === true
  const allOnCard = async () => {
    await world.advance(HOUR)
    const { total } = await transfer()
    expect(await cardGot()).toEqual({ REFUND: total, CHARGEBACK: total, REPRESENTMENT: total })
    expect([await payer.balance(), await owed()]).toEqual([0n, 0n])
  }
  it('a refund that is being kept goes to the card all the same', async () => {
    await held()
    await chargeBack()
    await world.advance(10)
    beforeWriting(isKept, won)
    await refuseHeld(world.deps, moves, order())
    await allOnCard()
  })
  it('what is kept just before the word is written goes to the card', async () => {
    await held()
    await chargeBack()
    await world.advance(10)
    const dispute = (await disputes())[0]?.id
    beforeWriting(
      ({ operation_id }) => operation_id === dispute,
      async () => {
        await refuseHeld(world.deps, moves, order())
        await world.advance(60)
      },
    )
    await won()
    await allOnCard()
  })
})

describe('in whatever order, and at the same moment', () => {
  /** The same numbers each time for the same seed. */
  const numbers = (seed: number) => {
    let state = seed * 7_919
    return (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
  }
  it.each(Array.from({ length: 10 }, (_, n) => n + 1))('life %i: the money is in one place', async seed => {
    const below = numbers(seed)
    const pick = <T>(...choices: T[]): T => choices[below(choices.length)] as T
    const fate = pick('held', 'declined', 'returned', 'silent')
    const card = pick('0001', '0007')
    const amount = pick(undefined, 30_00, 70_00)
    const end = pick('won', 'lost', undefined)
    if (fate === 'held') {
      await holdFrom(1)
      await paidBy(card, 'paid')
      await world.advance(90)
      await holdFrom(1_500_000)
    } else await paidBy(card, fate)
    const ended = async () => {
      if (end === undefined) return
      if (end === 'won') await winAtBank()
      await decide(end)
    }
    const acts = [
      () => world.outside('/monext/control/chargebacks', { sessionId: session(), amount }),
      ended,
      ...(fate === 'held' ? [() => refuseHeld(world.deps, moves, order())] : []),
      () => refundPayInAgain(world.deps, order()),
      () => recoverDebts(world.deps),
      () => world.advance(pick(0, 5, 60, HOUR, 2 * DAY)),
      () => sendPayInRefund(world.deps, { operation_id: payment.id }),
      () => queryPayInRefund(world.deps, { operation_id: payment.id }),
      () => refundPayInAgain(world.deps, order()),
      () => world.advance(pick(5, 60, HOUR)),
    ]
    while (acts.length > 0) {
      const some = Array.from({ length: 1 + below(3) }, () => acts.splice(below(acts.length), 1)).flat()
      await Promise.allSettled(some.map(act => act()))
    }
    await world.advance(4 * DAY)
    const [dispute] = await disputes()
    const isWonAtBank = (await cardGot()).REPRESENTMENT > 0n
    if (isWonAtBank && dispute?.state !== 'won') await decide('won')
    await world.advance(DAY)
    await recoverDebts(world.deps)
    await conserved()
    expect([seed, await payer.balance()]).toEqual([seed, 0n])
  })
})
