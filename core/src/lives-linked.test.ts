// Lives of what the world reverses after the end: returned payouts, refunds to the source, disputes. Each gives the
// sender everything back exactly once, or says what is still owed, and never takes a balance below zero.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EventOf, initialState, isTerminal, legalEvents, move, type StateOf } from './lifecycles.ts'
import { add, eur, type Money, minOf, money, subtract, zero } from './money.ts'
import { balances } from './recipes.notation.ts'
import { accounts, type Entry } from './recipes.ts'
import * as payin from './recipes-payin.ts'
import * as out from './recipes-transfer.ts'

const customer = 'S'
const iban = 'FR76'
const cents = fc.bigInt({ min: 100n, max: 500_000n }).map(eur)
const small = fc.bigInt({ min: 0n, max: 2_000n }).map(eur)
const local = fc.bigInt({ min: 5n, max: 3_000_000n }).map(minor => money(minor, 'XOF'))
const picks = fc.array(
  fc.record({ pick: fc.nat({ max: 1_000 }), share: fc.bigInt({ min: 1n, max: 100n }) }),
  {
    minLength: 1,
    maxLength: 20,
  },
)

const ownedIn = (entries: readonly Entry[]): bigint => {
  const after = balances(entries)
  return (after.get(accounts.customer(customer)) ?? 0n) + (after.get(accounts.reserved(customer)) ?? 0n)
}

describe('a payout that comes back after it was paid', () => {
  const paidTransfer = (sending: out.Sending, total: Money): Entry[] => [
    payin.creditMatched({ iban, customer, amount: total }),
    out.send(sending),
    out.payoutPaid({ provider: 'hub2', amount: sending.payable }),
  ]

  const sendings = fc
    .record({ principal: cents, payable: local, fee: small, margin: small })
    .map(({ principal, payable, fee, margin }) => ({
      sending: {
        customer,
        provider: 'hub2',
        principal,
        payable,
        fees: [{ kind: 'transfer' as const, amount: fee }],
        margin,
      },
      total: add(add(principal, fee), margin),
    }))

  it('gives back the euros that were paid, fee and margin included', () => {
    fc.assert(
      fc.property(sendings, ({ sending, total }) => {
        const entries = paidTransfer(sending, total)
        expect(ownedIn(entries)).toBe(0n)
        const confirmed = move('return', initialState.return, 'confirmed')
        const undone = [
          out.payoutReturned({ provider: 'hub2', amount: sending.payable }),
          out.undoSend(sending),
        ]
        for (const made of undone) expect(confirmed?.recipes).toContain(made.recipe)
        const given = out.release({ customer, amount: total })
        expect(move('return', 'confirmed', 'given_back')?.recipes).toContain(given.recipe)
        const after = balances([...entries, ...undone, given])
        expect(after.get(accounts.customer(customer))).toBe(total.minor)
        expect(after.get(accounts.bank(iban))).toBe(-total.minor)
        const others = [...after].filter(
          ([account]) => !account.startsWith('customer') && !account.startsWith('bank'),
        )
        expect(others.every(([, left]) => left === 0n)).toBe(true)
      }),
    )
  })

  it('leaves its transfer closed: no event leads out of paid', () => {
    expect(legalEvents('transfer', 'paid')).toEqual([])
  })
})

describe('random lives of a refund to the source', () => {
  const refundEntry = (event: EventOf<'refund'>, amount: Money): Entry[] => {
    if (event === 'done') return [payin.refundDone({ provider: 'monext', amount })]
    if (event === 'credited') return [payin.refundFailed({ provider: 'monext', customer, amount })]
    return []
  }

  it('end with the money at the source or on the balance, exactly once', () => {
    fc.assert(
      fc.property(cents, picks, (amount, chosen) => {
        const entries = [
          payin.payInCollected({ provider: 'monext', customer, amount }),
          payin.refundAsked({ provider: 'monext', customer, amount }),
        ]
        let state: StateOf<'refund'> = initialState.refund
        for (const { pick } of chosen) {
          const events = legalEvents('refund', state)
          const event = events[pick % Math.max(events.length, 1)]
          const next = event && move('refund', state, event)
          if (!event || !next) break
          for (const made of refundEntry(event, amount)) {
            expect(next.recipes).toContain(made.recipe)
            entries.push(made)
          }
          state = next.to
        }
        const after = balances(entries)
        const inTransit = after.get(accounts.refund('monext', 'EUR')) ?? 0n
        const atProvider = -(after.get(accounts.payin('monext', 'EUR')) ?? 0n)
        expect(inTransit).toBe(isTerminal('refund', state) ? 0n : amount.minor)
        expect(ownedIn(entries)).toBe(state === 'credited' ? amount.minor : 0n)
        expect(atProvider).toBe(state === 'done' ? 0n : amount.minor)
      }),
      { numRuns: 500 },
    )
  })

  it('never forget an unknown outcome: it is asked for, not sent again', () => {
    const fromUnknown = legalEvents('refund', 'unknown')
    expect(fromUnknown).not.toContain('tried_again')
    expect(fromUnknown).not.toContain('accepted')
  })
})

describe('random lives of a dispute', () => {
  type Debt = { entries: Entry[]; owed: Money; free: Money }

  const recover = (debt: Debt, share: bigint): boolean => {
    const amount = minOf(debt.free, eur((debt.owed.minor * share) / 100n))
    if (amount.minor === 0n) return false
    debt.entries.push(payin.receivableRecovered({ customer, amount }))
    debt.owed = subtract(debt.owed, amount)
    debt.free = subtract(debt.free, amount)
    return true
  }

  const possible = (state: StateOf<'dispute'>, { owed }: Debt) =>
    legalEvents('dispute', state).filter(event => {
      if (event === 'settled') return owed.minor === 0n
      return event !== 'written_off' || owed.minor > 0n
    })

  it('account for every cent that was taken, owed, recovered or given up', () => {
    const everything = fc.record({ amount: cents, cost: small, free: small, later: cents })
    fc.assert(
      fc.property(everything, picks, ({ amount, cost, free, later }, chosen) => {
        const { taken, owed } = out.splitByFreeBalance(amount, free)
        const start = [
          payin.depositByBank({ iban, customer, amount: free, fee: zero('EUR') }),
          payin.chargeback({ provider: 'monext', customer, amount, cost, free }),
          payin.depositByBank({ iban, customer, amount: later, fee: zero('EUR') }),
        ]
        const debt: Debt = { entries: start, owed, free: add(subtract(free, taken), later) }
        let state: StateOf<'dispute'> = initialState.dispute
        for (const { pick, share } of chosen) {
          const events = possible(state, debt)
          const event = events[pick % Math.max(events.length, 1)]
          const next = event && move('dispute', state, event)
          if (!event || !next) break
          if (event === 'recovered' && !recover(debt, share)) continue
          if (event === 'won') {
            debt.entries.push(payin.disputeWon({ provider: 'monext', customer, amount, owed: debt.owed }))
            debt.free = add(debt.free, subtract(amount, debt.owed))
            debt.owed = zero('EUR')
          }
          if (event === 'written_off') {
            debt.entries.push(payin.receivableWrittenOff({ customer, amount: debt.owed }))
            debt.owed = zero('EUR')
          }
          state = next.to
          const after = balances(debt.entries)
          expect(after.get(accounts.receivable(customer)) ?? 0n).toBe(-debt.owed.minor)
          expect(after.get(accounts.customer(customer)) ?? 0n).toBe(debt.free.minor)
          expect(debt.free.minor >= 0n && debt.owed.minor >= 0n).toBe(true)
        }
        if (isTerminal('dispute', state)) expect(debt.owed).toEqual(zero('EUR'))
        if (state === 'won') expect(debt.free).toEqual(add(free, later))
      }),
      { numRuns: 500 },
    )
  })

  it('take what is free first, and never more than was paid', () => {
    fc.assert(
      fc.property(cents, cents, (amount, free) => {
        const { taken, owed } = out.splitByFreeBalance(amount, free)
        expect(add(taken, owed)).toEqual(amount)
        expect(taken.minor <= free.minor && taken.minor >= 0n && owed.minor >= 0n).toBe(true)
      }),
    )
  })
})
