// Lifecycles and recipes together: thousands of random lives of a transfer and of a withdrawal, each posting what
// its moves allow. Whatever happens, the promised amount is paid, or the sender has the money back, or it visibly
// waits in the reserve; and no guarded account is ever below zero.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EventOf, initialState, isTerminal, legalEvents, move, type StateOf } from './lifecycles.ts'
import { add, eur, type Money, money, subtract, zero } from './money.ts'
import { accounts, type Entry, isGuarded } from './recipes.ts'
import * as payin from './recipes-payin.ts'
import * as out from './recipes-transfer.ts'

const customer = 'S'
const iban = 'FR76'
const openingBalance = eur(1_000_000n)

type Ledger = Map<string, bigint>

const balanceOf = (ledger: Ledger, account: string): Money => eur(ledger.get(account) ?? 0n)
const free = (ledger: Ledger): Money => balanceOf(ledger, accounts.customer(customer))
const reserved = (ledger: Ledger): Money => balanceOf(ledger, accounts.reserved(customer))

const post = (ledger: Ledger, made: Entry): void => {
  for (const { account, amount } of made.postings) {
    const after = (ledger.get(account) ?? 0n) + amount
    ledger.set(account, after)
    if (isGuarded(account) && after < 0n) throw new Error(`${made.recipe} takes ${account} to ${after}`)
  }
}

const opened = (): Ledger => {
  const ledger: Ledger = new Map()
  post(ledger, payin.depositByBank({ iban, customer, amount: openingBalance, fee: zero('EUR') }))
  return ledger
}

type Method = 'balance' | 'bank_transfer' | 'card' | 'mobile_money'

type Facts = {
  method: Method
  /** The money goes back to where it came from instead of the balance. */
  refundToSource: boolean
  toBalance: boolean
  /** Its rate floats while its money is on the way: priced when that is here, once. */
  pricedOnArrival: boolean
  principal: Money
  fee: Money
  collected: Money
  payable: Money
}

/** What passed between the sender and the world outside. */
type Outside = { brought: Money; givenBack: Money; inTransit: Money }

type Life = { facts: Facts; ledger: Ledger; outside: Outside; isPriced: boolean }

type Choice = { pick: number; share: bigint }

const total = ({ principal, fee }: Facts): Money => add(principal, fee)

const sendingOf = (facts: Facts): out.Sending => ({
  customer,
  provider: 'hub2',
  principal: facts.principal,
  payable: facts.payable,
  fees: [{ kind: 'transfer', amount: facts.fee }],
  margin: zero('EUR'),
})

const bring = (life: Life, amount: Money): void => {
  life.outside.brought = add(life.outside.brought, amount)
}

/** A share of what is missing, at least a cent and never all of it. */
const partOf = (missing: Money, share: bigint): Money => eur((missing.minor * share) / 100n + 1n)

const partialFunds = (life: Life, { share }: Choice): Entry => {
  const part = partOf(subtract(total(life.facts), reserved(life.ledger)), share)
  bring(life, part)
  return payin.creditMatched({ iban, customer, amount: part })
}

const bankFunds = (life: Life, missing: Money, { share }: Choice): Entry => {
  const nothingYet = reserved(life.ledger).minor === 0n
  if (nothingYet && share > 60n) {
    const amount = add(missing, eur(share))
    bring(life, amount)
    return payin.creditOver({ iban, customer, amount, expected: missing, excessTo: 'balance' })
  }
  if (!nothingYet && share > 80n) return out.reserve({ customer, amount: missing })
  bring(life, missing)
  return payin.creditMatched({ iban, customer, amount: missing })
}

const fullFunds = (life: Life, choice: Choice): Entry => {
  const { method, collected } = life.facts
  const missing = subtract(total(life.facts), reserved(life.ledger))
  if (method === 'balance') return out.reserve({ customer, amount: missing })
  if (method === 'bank_transfer') return bankFunds(life, missing, choice)
  bring(life, missing)
  return method === 'card'
    ? payin.payInCollected({ provider: 'monext', customer, amount: missing })
    : payin.mobileMoneyCollected({ provider: 'hub2', customer, collected, total: missing })
}

const providerOf = (method: Method): string => (method === 'card' ? 'monext' : 'bank')

const startRefund = (life: Life): Entry[] => {
  const { method, refundToSource, collected } = life.facts
  const held = reserved(life.ledger)
  if (!refundToSource) return []
  life.outside.inTransit = held
  return method === 'mobile_money'
    ? [payin.mobileMoneyRefundAsked({ provider: 'hub2', customer, collected, total: held })]
    : [payin.refundAsked({ provider: providerOf(method), customer, amount: held })]
}

const failedRefund = ({ facts, outside }: Life): Entry =>
  facts.method === 'mobile_money'
    ? payin.mobileMoneyRefundFailed({
        provider: 'hub2',
        customer,
        collected: facts.collected,
        total: outside.inTransit,
      })
    : payin.refundFailed({ provider: providerOf(facts.method), customer, amount: outside.inTransit })

const bookedRefund = ({ facts, outside }: Life): Entry => {
  if (facts.method === 'mobile_money') return payin.refundDone({ provider: 'hub2', amount: facts.collected })
  return facts.method === 'card'
    ? payin.refundDone({ provider: 'monext', amount: outside.inTransit })
    : payin.refundBooked({ iban, amount: outside.inTransit })
}

const finishRefund = (life: Life, { share }: Choice): Entry => {
  if (!life.facts.refundToSource) return out.release({ customer, amount: reserved(life.ledger) })
  const failed = share > 70n
  const made = failed ? failedRefund(life) : bookedRefund(life)
  if (!failed) life.outside.givenBack = add(life.outside.givenBack, life.outside.inTransit)
  life.outside.inTransit = zero('EUR')
  return made
}

/** Straight back, for a life that ends with this move. */
const backAtOnce = (life: Life): Entry[] =>
  life.facts.refundToSource ? startRefund(life) : [out.release({ customer, amount: reserved(life.ledger) })]

/** For the same euros at another rate: the cents that it cannot use go to the balance. */
const priceAgain = (life: Life, { share }: Choice): Entry[] => {
  const { principal } = life.facts
  const left = eur((principal.minor * share) / 10_000n)
  life.facts = { ...life.facts, principal: subtract(principal, left) }
  life.isPriced = true
  return left.minor === 0n ? [] : [out.release({ customer, amount: left })]
}

const sendAnew = (life: Life): Entry => {
  life.isPriced = true
  return out.reserve({ customer, amount: total(life.facts) })
}

type TransferEvent = EventOf<'transfer'>
type TransferState = StateOf<'transfer'>

const entriesFor = (life: Life, state: TransferState, event: TransferEvent, choice: Choice): Entry[] => {
  const { facts } = life
  if (event === 'funds_short') return [partialFunds(life, choice)]
  if (event === 'funds_complete') return [fullFunds(life, choice)]
  if (event === 'screening_passed' || event === 'released') return [out.send(sendingOf(facts))]
  if (event === 'credited') {
    const fees = [{ kind: 'transfer', amount: facts.fee }] as const
    return [out.transferToBalance({ from: customer, to: 'R', amount: facts.principal, fees })]
  }
  if (event === 'paid') return [out.payoutPaid({ provider: 'hub2', amount: facts.payable })]
  const heldAgain = event === 'screening_held' && state === 'waiting'
  if (event === 'declined' || event === 'given_up' || heldAgain) return [out.undoSend(sendingOf(facts))]
  if (event === 'refund_started' || event === 'refused') return startRefund(life)
  if (event === 'refund_done') return [finishRefund(life, choice)]
  if (event === 'priced') return priceAgain(life, choice)
  if (event === 'put_on_balance') return [out.release({ customer, amount: reserved(life.ledger) })]
  if (event === 'sent_anew') return [sendAnew(life)]
  if (event === 'cancelled' && state === 'short') return startRefund(life)
  if (
    (event === 'cancelled' && (state === 'screening' || state === 'pricing')) ||
    (event === 'expired' && state === 'short')
  ) {
    return backAtOnce(life)
  }
  return []
}

const possible = (life: Life, state: TransferState): readonly TransferEvent[] =>
  legalEvents('transfer', state).filter(event => {
    const missing = subtract(total(life.facts), reserved(life.ledger))
    if (event === 'funds_short') return life.facts.method === 'bank_transfer' && missing.minor > 1n
    const waitsForRate = life.facts.pricedOnArrival && !life.isPriced
    if (event === 'rate_wanted') return waitsForRate
    if (event === 'credited') return life.facts.toBalance && !waitsForRate
    if (event === 'screening_passed' || event === 'released') return !life.facts.toBalance && !waitsForRate
    return true
  })

const cents = fc.bigInt({ min: 100n, max: 400_000n })

const anyFacts: fc.Arbitrary<Facts> = fc
  .record({
    method: fc.constantFrom<Method>('balance', 'bank_transfer', 'card', 'mobile_money'),
    withoutBalance: fc.boolean(),
    toBalance: fc.boolean(),
    pricedOnArrival: fc.boolean(),
    principal: cents.map(eur),
    fee: fc.bigInt({ min: 0n, max: 2_000n }).map(eur),
    collected: fc.bigInt({ min: 5n, max: 3_000_000n }).map(minor => money(minor, 'XOF')),
    payable: fc.bigInt({ min: 5n, max: 3_000_000n }).map(minor => money(minor, 'XOF')),
  })
  .map(({ withoutBalance, ...facts }) => ({
    ...facts,
    pricedOnArrival: facts.pricedOnArrival && facts.method === 'bank_transfer' && !facts.toBalance,
    refundToSource: facts.method !== 'balance' && withoutBalance,
  }))

const choices = fc.array(
  fc.record({ pick: fc.nat({ max: 1_000 }), share: fc.bigInt({ min: 0n, max: 98n }) }),
  { minLength: 1, maxLength: 30 },
)

/** What the sender owns or is owed, compared with the beginning. */
const gainOf = ({ ledger, outside }: Life): bigint => {
  const owned = add(add(free(ledger), reserved(ledger)), add(outside.inTransit, outside.givenBack))
  return subtract(owned, add(openingBalance, outside.brought)).minor
}

const onTheWay: readonly TransferState[] = ['sending', 'waiting', 'sent', 'unknown', 'paid']

const expectHonest = (life: Life, state: TransferState): void => {
  const promised = total(life.facts).minor
  expect(gainOf(life)).toBe(onTheWay.includes(state) ? -promised : 0n)
  if (['screening', 'pricing', 'held', 'frozen'].includes(state)) {
    expect(reserved(life.ledger).minor).toBe(promised)
  } else if (state === 'on_balance' || isTerminal('transfer', state)) {
    expect(reserved(life.ledger).minor).toBe(0n)
  }
}

/** Where it is in the end, and how many ways lead on from there. */
type Lived = { place: string; ways: number }

const livedThrough = (facts: Facts, picks: readonly Choice[], seen = new Set<string>()): Lived => {
  const outside = { brought: zero('EUR'), givenBack: zero('EUR'), inTransit: zero('EUR') }
  const life: Life = { facts, ledger: opened(), outside, isPriced: false }
  let state: TransferState = initialState.transfer
  for (const choice of picks) {
    const events = possible(life, state)
    const event = events[choice.pick % Math.max(events.length, 1)]
    const next = event && move('transfer', state, event)
    if (!event || !next) break
    for (const made of entriesFor(life, state, event, choice)) {
      expect(next.recipes).toContain(made.recipe)
      post(life.ledger, made)
    }
    state = next.to
    seen.add(state)
    expectHonest(life, state)
  }
  return { place: `${state} ${life.isPriced}`, ways: possible(life, state).length }
}

/** One of each kind of transfer that the random ones are of. */
const kindsOfFacts: Facts[] = (['balance', 'bank_transfer', 'card', 'mobile_money'] as const).flatMap(
  method =>
    [0, 1, 2, 3, 4, 5, 6, 7].map(bits => ({
      method,
      refundToSource: method !== 'balance' && (bits & 1) > 0,
      toBalance: (bits & 2) > 0,
      pricedOnArrival: method === 'bank_transfer' && (bits & 6) === 4,
      principal: eur(100_00n),
      fee: eur(1_00n),
      collected: money(66_000n, 'XOF'),
      payable: money(65_500n, 'XOF'),
    })),
)

/** Not left to chance: from each state that is reached, every way on is taken, and each life is honest on its way. */
const walkEverywhere = (facts: Facts, seen: Set<string>): void => {
  const lives: Choice[][] = [[]]
  const left = new Set<string>()
  for (const picks of lives) {
    const { place, ways } = livedThrough(facts, picks, seen)
    if (left.has(place)) continue
    left.add(place)
    for (let pick = 0; pick < ways; pick += 1) lives.push([...picks, { pick, share: 50n }])
  }
}

describe('random lives of a transfer', () => {
  it('pay what was promised, give it back, or visibly hold it', () => {
    fc.assert(
      fc.property(anyFacts, choices, (facts, picks) => {
        livedThrough(facts, picks)
      }),
      { numRuns: 3_000 },
    )
  })

  it('pass through every state', () => {
    const seen = new Set<string>()
    for (const facts of kindsOfFacts) walkEverywhere(facts, seen)
    const wanted = [
      'short',
      'screening',
      'pricing',
      'on_balance',
      'held',
      'frozen',
      'sending',
      'waiting',
      'sent',
      'unknown',
    ].concat(['returned', 'refunding', 'paid', 'refunded', 'failed', 'aborted', 'expired', 'cancelled'])
    expect(wanted.filter(state => !seen.has(state))).toEqual([])
  })
})

type WithdrawalState = StateOf<'withdrawal'>

const withdrawalEntries = (
  event: EventOf<'withdrawal'>,
  state: WithdrawalState,
  amount: Money,
  fee: Money,
): Entry[] => {
  const withdrawal = { customer, amount, fee }
  const held = { customer, amount: add(amount, fee) }
  if (event === 'screening_passed') return [out.withdrawalOrdered(withdrawal)]
  if (event === 'booked') return [out.withdrawalBooked({ iban, amount })]
  if (event === 'declined' || event === 'returned') return [out.withdrawalUndone(withdrawal)]
  const ends = event === 'cancelled' || event === 'expired' || event === 'refused'
  return ends && state !== 'sent' ? [out.release(held)] : []
}

describe('random lives of a withdrawal', () => {
  const fees = fc.bigInt({ min: 0n, max: 500n }).map(eur)
  const picks = fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 15 })

  it('arrive in full, or leave the balance as it was', () => {
    fc.assert(
      fc.property(cents.map(eur), fees, picks, (amount, fee, chosen) => {
        const ledger = opened()
        post(ledger, out.reserve({ customer, amount: add(amount, fee) }))
        let state: WithdrawalState = initialState.withdrawal
        for (const pick of chosen) {
          const events = legalEvents('withdrawal', state)
          const event = events[pick % Math.max(events.length, 1)]
          const next = event && move('withdrawal', state, event)
          if (!event || !next) break
          for (const made of withdrawalEntries(event, state, amount, fee)) {
            expect(next.recipes).toContain(made.recipe)
            post(ledger, made)
          }
          state = next.to
        }
        const charged = subtract(openingBalance, add(amount, fee))
        const givenBack = ['failed', 'returned', 'expired', 'cancelled'].includes(state)
        expect(free(ledger)).toEqual(givenBack ? openingBalance : charged)
        if (isTerminal('withdrawal', state)) expect(reserved(ledger)).toEqual(zero('EUR'))
        expect(balanceOf(ledger, accounts.payable('bank', 'EUR')).minor).toBe(
          state === 'sent' || state === 'unknown' ? amount.minor : 0n,
        )
      }),
      { numRuns: 1_000 },
    )
  })
})
