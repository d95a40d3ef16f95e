// Our own money: a provider's clearing account ends where the provider's own statement does, and what conversions
// leave in a position stays under half a cent each.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eur, type Money, money, sum, zero } from './money.ts'
import { eurCfa, type Rate, toPayable, toPrincipal } from './rates.ts'
import { balances } from './recipes.notation.ts'
import { accounts, type Entry } from './recipes.ts'
import { mobileMoneyCollected, payInCollected, refundAsked, refundDone } from './recipes-payin.ts'
import { send } from './recipes-transfer.ts'
import { buyFloat, collectionCost, collectionToFloat, payInSettled, revalue } from './recipes-treasury.ts'

const customer = 'S'
const iban = 'FR76'
const cents = fc.bigInt({ min: 100n, max: 1_000_000n }).map(eur)
const gnf: Rate = { value: 941_235n, scale: 2 }

describe('a card provider', () => {
  it('owes nothing once everything it collected was settled or refunded', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, fc.boolean()), { minLength: 1, maxLength: 30 }), payments => {
        const collected = payments.map(([amount]) => payInCollected({ provider: 'monext', customer, amount }))
        const refunds = payments
          .filter(([, refunded]) => refunded)
          .flatMap(([amount]) => [
            refundAsked({ provider: 'monext', customer, amount }),
            refundDone({ provider: 'monext', amount }),
          ])
        const kept = payments.filter(([, refunded]) => !refunded).map(([amount]) => amount)
        const settled = sum(kept, 'EUR')
        const cost = eur(settled.minor / 67n)
        const after = balances([
          ...collected,
          ...refunds,
          payInSettled({ iban, provider: 'monext', collected: settled, cost }),
        ])
        expect(after.get(accounts.payin('monext', 'EUR')) ?? 0n).toBe(0n)
        expect(after.get(accounts.refund('monext', 'EUR')) ?? 0n).toBe(0n)
        expect(-(after.get(accounts.bank(iban)) ?? 0n)).toBe(settled.minor - cost.minor)
        expect(after.get(accounts.reserved(customer)) ?? 0n).toBe(settled.minor)
      }),
    )
  })
})

describe('a mobile-money provider', () => {
  it('hands what it collected, less its charge, to our float', () => {
    const francs = fc.bigInt({ min: 1_000n, max: 2_000_000n }).map(minor => money(minor, 'XOF'))
    fc.assert(
      fc.property(francs, cents, (collected, total) => {
        const cost = money(collected.minor / 50n, 'XOF')
        const rest = money(collected.minor - cost.minor, 'XOF')
        const after = balances([
          mobileMoneyCollected({ provider: 'hub2', customer, collected, total }),
          collectionCost({ provider: 'hub2', amount: cost }),
          collectionToFloat({ provider: 'hub2', amount: rest }),
        ])
        expect(after.get(accounts.payin('hub2', 'XOF')) ?? 0n).toBe(0n)
        expect(after.get(accounts.float('hub2', 'XOF')) ?? 0n).toBe(-rest.minor)
      }),
    )
  })
})

type Route = { currency: 'XOF' | 'GNF'; rate: Rate; step: bigint; rounding: 'nearest' | 'down' }

const conversion = (typed: Money, { currency, rate, step, rounding }: Route): Entry => {
  const { payable } = toPayable(typed, rate, currency, step, rounding)
  const principal = toPrincipal(payable, rate)
  return send({ customer, provider: 'hub2', principal, payable, fees: [], margin: zero('EUR') })
}

describe('a position', () => {
  const routes: readonly Route[] = [
    { currency: 'XOF', rate: eurCfa, step: 5n, rounding: 'nearest' },
    { currency: 'GNF', rate: gnf, step: 1000n, rounding: 'down' },
  ]

  it.each(routes)('in $currency keeps at most half a cent of each conversion', route => {
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 50 }), amounts => {
        const after = balances(amounts.map(typed => conversion(typed, route)))
        const bought = after.get(accounts.position(route.currency, 'EUR')) ?? 0n
        const promised = -(after.get(accounts.position(route.currency, 'local')) ?? 0n)
        const scale = 10n ** BigInt(route.rate.scale)
        // In units of a hundredth of the rate's last digit: cents × rate against francs.
        const left = bought * route.rate.value - promised * 100n * scale
        const bound = BigInt(amounts.length) * route.rate.value
        expect(2n * (left < 0n ? -left : left) <= bound).toBe(true)
      }),
    )
  })

  it('of 250.00 EUR to 163,990 leaves 0.75 francs, of 149.91 to 1,411,000 leaves 5.39 in our favour', () => {
    const left = (typed: bigint, route: Route): bigint => {
      const after = balances([conversion(eur(typed), route)])
      const bought = after.get(accounts.position(route.currency, 'EUR')) ?? 0n
      const promised = after.get(accounts.position(route.currency, 'local')) ?? 0n
      return bought * route.rate.value + promised * 100n * 10n ** BigInt(route.rate.scale)
    }
    const [xofRoute, gnfRoute] = routes
    if (!xofRoute || !gnfRoute) throw new Error('both routes are needed')
    expect(left(25_000n, xofRoute)).toBe(-75_000n)
    expect(left(15_000n, gnfRoute)).toBe(53_885n)
  })

  it('that is bought back and valued at cost is empty', () => {
    const bought = money(163_990n, 'XOF')
    const after = balances([
      conversion(eur(25_000n), { currency: 'XOF', rate: eurCfa, step: 5n, rounding: 'nearest' }),
      buyFloat({ iban, provider: 'hub2', paid: eur(25_010n), bought }),
      revalue({ currency: 'XOF', gain: eur(-10n) }),
    ])
    expect(after.get(accounts.position('XOF', 'local'))).toBe(0n)
    expect(after.get(accounts.position('XOF', 'EUR'))).toBe(0n)
    expect(after.get(accounts.fxResult('XOF'))).toBe(-10n)
  })
})
