// Random lives of a bulk: one reserve for all rows, each row with its own part of it. No row can spend or give back
// what belongs to another, and when every row has ended, nothing is left in the reserve.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { move, type StateOf } from './lifecycles.ts'
import { add, eur, type Money, money, sum, zero } from './money.ts'
import { balances } from './recipes.notation.ts'
import { accounts, type Entry } from './recipes.ts'
import { depositByBank } from './recipes-payin.ts'
import { payoutPaid, release, reserve, type Sending, send, undoSend } from './recipes-transfer.ts'

const customer = 'S'
const iban = 'FR76'

type Row = { principal: Money; fee: Money; payable: Money; end: 'paid' | 'declined' | 'refused' | 'held' }
type Lived = { state: StateOf<'transfer'>; entries: Entry[]; held: Money; spent: Money }

const totalOf = ({ principal, fee }: Row): Money => add(principal, fee)

const sendingOf = ({ principal, fee, payable }: Row): Sending => ({
  customer,
  provider: 'hub2',
  principal,
  payable,
  fees: [{ kind: 'bulk', amount: fee }],
  margin: zero('EUR'),
})

const steps = {
  paid: ['screening_passed', 'accepted', 'paid'],
  declined: ['screening_passed', 'accepted', 'declined', 'refund_started', 'refund_done'],
  refused: ['screening_held', 'refused', 'refund_done'],
  held: ['screening_held'],
} as const

/** A row begins in screening: the bulk's reserve already holds its part. */
const livedThrough = (row: Row): Lived => {
  const total = totalOf(row)
  const lived: Lived = { state: 'screening', entries: [], held: total, spent: zero('EUR') }
  for (const event of steps[row.end]) {
    const next = move('transfer', lived.state, event)
    if (!next) throw new Error(`no ${event} in ${lived.state}`)
    lived.state = next.to
    if (event === 'screening_passed') {
      lived.entries.push(send(sendingOf(row)))
      lived.held = zero('EUR')
      lived.spent = total
    }
    if (event === 'paid') lived.entries.push(payoutPaid({ provider: 'hub2', amount: row.payable }))
    if (event === 'declined') {
      lived.entries.push(undoSend(sendingOf(row)))
      lived.held = total
      lived.spent = zero('EUR')
    }
    if (event === 'refund_done') {
      lived.entries.push(release({ customer, amount: lived.held }))
      lived.held = zero('EUR')
    }
  }
  return lived
}

const anyRow: fc.Arbitrary<Row> = fc.record({
  principal: fc.bigInt({ min: 100n, max: 100_000n }).map(eur),
  fee: fc.bigInt({ min: 0n, max: 500n }).map(eur),
  payable: fc.bigInt({ min: 5n, max: 500_000n }).map(minor => money(minor, 'XOF')),
  end: fc.constantFrom('paid', 'declined', 'refused', 'held'),
})
const anyRows = fc.array(anyRow, { minLength: 1, maxLength: 40 })

describe('random lives of a bulk', () => {
  it('the reserve is always the sum of what the rows still hold', () => {
    fc.assert(
      fc.property(anyRows, rows => {
        const total = sum(rows.map(totalOf), 'EUR')
        const entries = [
          depositByBank({ iban, customer, amount: total, fee: zero('EUR') }),
          reserve({ customer, amount: total }),
        ]
        let held = total
        for (const row of rows) {
          const lived = livedThrough(row)
          entries.push(...lived.entries)
          held = add(held, eur(lived.held.minor - totalOf(row).minor))
          expect(balances(entries).get(accounts.reserved(customer)) ?? 0n).toBe(held.minor)
        }
      }),
    )
  })

  it('the sender has paid exactly for the rows that arrived', () => {
    fc.assert(
      fc.property(anyRows, rows => {
        const total = sum(rows.map(totalOf), 'EUR')
        const lives = rows.map(livedThrough)
        const after = balances([
          depositByBank({ iban, customer, amount: total, fee: zero('EUR') }),
          reserve({ customer, amount: total }),
          ...lives.flatMap(lived => lived.entries),
        ])
        const owned =
          (after.get(accounts.customer(customer)) ?? 0n) + (after.get(accounts.reserved(customer)) ?? 0n)
        const spent = sum(
          lives.map(lived => lived.spent),
          'EUR',
        )
        const arrived = sum(
          rows.filter(row => row.end === 'paid').map(row => totalOf(row)),
          'EUR',
        )
        expect(spent).toEqual(arrived)
        expect(owned).toBe(total.minor - arrived.minor)
      }),
    )
  })

  it('the order in which rows come to their end makes no difference', () => {
    fc.assert(
      fc.property(anyRows, rows => {
        const inOrder = balances(rows.flatMap(row => livedThrough(row).entries))
        const reversed = balances([...rows].reverse().flatMap(row => livedThrough(row).entries))
        expect(new Map([...inOrder].sort())).toEqual(new Map([...reversed].sort()))
      }),
    )
  })

  it('nothing promised to a beneficiary is left open once every row has ended', () => {
    fc.assert(
      fc.property(anyRows, rows => {
        const after = balances(rows.flatMap(row => livedThrough(row).entries))
        expect(after.get(accounts.payable('hub2', 'XOF')) ?? 0n).toBe(0n)
      }),
    )
  })

  it('a held row never holds its neighbours', () => {
    const row = (end: Row['end']): Row => ({
      principal: eur(10_000n),
      fee: eur(100n),
      payable: money(65_595n, 'XOF'),
      end,
    })
    const ends = [row('held'), row('paid'), row('refused')].map(one => livedThrough(one).state)
    expect(ends).toEqual(['held', 'paid', 'refunded'])
  })
})
