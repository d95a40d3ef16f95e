// Quotes: the agreed examples to the cent, what is refused and why, and what holds for every amount.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import cases from '../fixtures/money.json' with { type: 'json' }
import type { FeeRule } from './fees.ts'
import { add, type Currency, eur, fromDecimal, type Money, money, toDecimal, zero } from './money.ts'
import {
  type Affordable,
  bulkTotals,
  computeQuote,
  largestAffordable,
  largestPayable,
  type QuoteFigures,
  type QuoteInput,
} from './quotes.ts'
import { eurCfa, identityRate, type Rate } from './rates.ts'

const rule = (percentBp: number, flat = 0n, min = 0n): FeeRule => ({ percentBp, flat, min })
const balanceFee = rule(60, 0n, 50n)
const mobileMoney = rule(50)
const gnfRate: Rate = { value: 941_235n, scale: 2 }

const toIvoryCoast: QuoteInput = {
  kind: 'transfer',
  fix: 'source',
  amount: eur(25_000n),
  targetCurrency: 'XOF',
  rate: eurCfa,
  payinFee: balanceFee,
  payoutFee: mobileMoney,
  marginBp: 0,
  step: 5n,
  rounding: 'nearest',
}
const toGuinea: QuoteInput = {
  ...toIvoryCoast,
  amount: eur(15_000n),
  targetCurrency: 'GNF',
  rate: gnfRate,
  payinFee: rule(0, 125n),
  payoutFee: rule(0),
  marginBp: 150,
  step: 1000n,
  rounding: 'down',
}
const withdrawal: QuoteInput = {
  kind: 'withdrawal',
  fix: 'source',
  amount: eur(10_000n),
  targetCurrency: 'EUR',
  rate: identityRate,
  payoutFee: rule(0, 50n),
  marginBp: 0,
  step: 1n,
  rounding: 'nearest',
}
const deposit: QuoteInput = {
  kind: 'deposit',
  fix: 'source',
  amount: eur(10_000n),
  targetCurrency: 'EUR',
  rate: identityRate,
  payinFee: rule(100),
  marginBp: 0,
  step: 1n,
  rounding: 'nearest',
}

const quoted = (input: QuoteInput): QuoteFigures => {
  const result = computeQuote(input)
  if (!result.ok) throw new Error(`refused: ${result.code}`)
  return result
}
const refused = (input: QuoteInput) => {
  const result = computeQuote(input)
  if (result.ok) throw new Error('not refused')
  return result
}
const afforded = (result: ReturnType<typeof largestAffordable>): Affordable => {
  if ('code' in result) throw new Error(`refused: ${result.code}`)
  return result
}
const lines = (figures: QuoteFigures) => figures.lines.map(line => `${line.kind} ${toDecimal(line.amount)}`)

describe('250.00 EUR from the balance to mobile money', () => {
  const figures = quoted(toIvoryCoast)

  it('costs 252.75 and arrives as 163,990', () => {
    expect(toDecimal(figures.principal)).toBe('250.00')
    expect(lines(figures)).toEqual(['pay_in_fee 1.50', 'payout_fee 1.25'])
    expect(toDecimal(figures.fee)).toBe('2.75')
    expect(toDecimal(figures.total)).toBe('252.75')
    expect(figures.totalToPay).toEqual(figures.total)
    expect(figures.target).toEqual(money(163_990n, 'XOF'))
  })

  it('says what the exact target was', () => {
    expect(figures.exactTarget).toBe('163989.25')
    expect(figures.snappedFrom).toBe('163989.25')
  })

  it('by bank transfer costs 251.25 before the payout’s fee', () => {
    const { payoutFee: _, ...toBalance } = { ...toIvoryCoast, payinFee: rule(50, 0n, 50n) }
    expect(toDecimal(quoted(toBalance).total)).toBe('251.25')
  })
})

describe('a typed local amount', () => {
  const typed = (minor: bigint, currency: Currency = 'XOF', over: Partial<QuoteInput> = {}) =>
    quoted({
      ...toIvoryCoast,
      fix: 'target',
      targetCurrency: currency,
      amount: money(minor, currency),
      ...over,
    })

  it.each(cases.typed_xof)('MON-02: $xof stays $xof and costs $eur_nearest', row => {
    const figures = typed(BigInt(row.xof))
    expect(figures.target).toEqual(money(BigInt(row.xof), 'XOF'))
    expect(toDecimal(figures.principal)).toBe(row.eur_nearest)
    expect(figures.snappedFrom).toBeUndefined()
  })

  it('goes to the nearest that the route can pay, ties up, and says so', () => {
    expect(typed(10_002n).target).toEqual(money(10_000n, 'XOF'))
    expect(typed(10_002n).snappedFrom).toBe('10002')
    expect(typed(10_003n).target).toEqual(money(10_005n, 'XOF'))
    expect(typed(15n, 'XOF', { step: 10n }).target).toEqual(money(20n, 'XOF'))
  })

  it('in Guinea too, although typed euros go down', () => {
    const guinea = { rate: gnfRate, step: 1000n, rounding: 'down' } as const
    expect(typed(1_411_600n, 'GNF', guinea).target).toEqual(money(1_412_000n, 'GNF'))
    expect(typed(1_411_000n, 'GNF', guinea).principal).toEqual(eur(14_991n))
  })
})

describe('150.00 EUR to Guinea', () => {
  const figures = quoted(toGuinea)

  it('pays 1,411,000 for 149.91, margin and fee on top: 153.41', () => {
    expect(figures.exactTarget).toBe('1411852.5')
    expect(figures.target).toEqual(money(1_411_000n, 'GNF'))
    expect(toDecimal(figures.principal)).toBe('149.91')
    expect(lines(figures)).toEqual(['pay_in_fee 1.25', 'payout_fee 0.00', 'margin 2.25'])
    expect(toDecimal(figures.total)).toBe('153.41')
  })

  it('keeps the rate that was used, unrounded', () => {
    expect(figures.rate).toEqual(gnfRate)
    expect(figures.step).toBe(1000n)
  })
})

describe('other kinds', () => {
  it('a deposit charges amount and fee, and credits the amount', () => {
    const figures = quoted(deposit)
    expect(toDecimal(figures.total)).toBe('101.00')
    expect(figures.target).toEqual(eur(10_000n))
    expect(figures.snappedFrom).toBeUndefined()
  })

  it('a deposit by mobile money is charged in francs: 101.00 EUR are 66,250', () => {
    const figures = quoted({ ...deposit, payer: { currency: 'XOF', rate: eurCfa, step: 5n } })
    expect(figures.total).toEqual(eur(10_100n))
    expect(figures.totalToPay).toEqual(money(66_250n, 'XOF'))
  })

  it('a withdrawal takes amount and fee', () => {
    const figures = quoted(withdrawal)
    expect(lines(figures)).toEqual(['payout_fee 0.50'])
    expect(toDecimal(figures.total)).toBe('100.50')
  })

  it('to a Jokko balance nothing is converted and nothing is snapped', () => {
    const figures = quoted({ ...toIvoryCoast, targetCurrency: 'EUR', rate: identityRate, step: 1n })
    expect(figures.target).toEqual(eur(25_000n))
    expect(figures.exactTarget).toBe('250')
    expect(figures.snappedFrom).toBeUndefined()
  })
})

describe('refusals', () => {
  it.each([
    ['no euros', toIvoryCoast, 'enterEuros'],
    ['no francs', { ...toIvoryCoast, fix: 'target', amount: zero('XOF') }, 'enterCfa'],
    ['nothing to deposit', deposit, 'cant_deposit_zero'],
    ['nothing to withdraw', withdrawal, 'enterEuros'],
  ] as const)('%s', (_name, input, code) => {
    const amount = input.fix === 'target' ? input.amount : zero('EUR')
    expect(refused({ ...input, amount }).code).toBe(code)
    expect(refused({ ...input, amount: money(-100n, amount.currency) }).code).toBe(code)
  })

  it('an amount in another currency than the typed side', () => {
    expect(refused({ ...toIvoryCoast, amount: money(5n, 'XOF') }).code).toBe('amount_invalid')
    expect(refused({ ...toIvoryCoast, fix: 'target', amount: eur(5n) }).code).toBe('amount_invalid')
    expect(refused({ ...toIvoryCoast, fix: 'target', amount: money(5n, 'XAF') }).code).toBe('amount_invalid')
  })

  const range = { min: eur(500n), max: eur(5_000_000n) }

  it.each([
    [499n, 'Amount below minimum range'],
    [5_000_001n, 'Amount above maximum range'],
  ])('%s cents: %s, with the range', (cents, code) => {
    expect(refused({ ...toIvoryCoast, amount: eur(cents), range })).toMatchObject({ code, range })
  })

  it('judges typed euros as typed: 5.00 to Guinea is not under 5.00', () => {
    expect(quoted({ ...toGuinea, amount: eur(500n), range }).principal).toEqual(eur(499n))
  })

  it('judges a typed local amount by the euros that it costs', () => {
    const tooLittle = { ...toIvoryCoast, fix: 'target', amount: money(3_000n, 'XOF'), range } as const
    expect(refused(tooLittle).code).toBe('Amount below minimum range')
  })

  const route = { floor: money(500n, 'XOF'), ceiling: money(150_000n, 'XOF') }

  it('over the ceiling of the route, with ways out in its currency', () => {
    expect(refused({ ...toIvoryCoast, route })).toEqual({
      ok: false,
      code: 'route_ceiling',
      proposals: [
        { kind: 'lower', amount: money(150_000n, 'XOF') },
        { kind: 'split', parts: [money(81_995n, 'XOF'), money(81_995n, 'XOF')] },
        { kind: 'other_route' },
      ],
    })
  })

  it('under its floor', () => {
    expect(refused({ ...toIvoryCoast, amount: eur(50n), route })).toMatchObject({
      code: 'route_floor',
      proposals: [{ kind: 'raise', amount: money(500n, 'XOF') }, { kind: 'other_route' }],
    })
  })

  it('by the nearest of the bounds that it passes: moved there, it is not refused for another', () => {
    const tooMuch = { ...toIvoryCoast, amount: eur(60_000_00n), route }
    expect(refused({ ...tooMuch, range: { max: eur(50_000_00n) } })).toMatchObject({
      code: 'route_ceiling',
      proposals: [{ kind: 'lower', amount: money(150_000n, 'XOF') }, { kind: 'other_route' }],
    })
    expect(refused({ ...tooMuch, range: { max: eur(100_00n) } })).toMatchObject({
      code: 'Amount above maximum range',
      range: { max: eur(100_00n) },
    })
    const tooLittle = { ...toIvoryCoast, amount: eur(10n), range: { min: eur(1_00n) } }
    expect(refused({ ...tooLittle, route }).code).toBe('Amount below minimum range')
    const floor = money(1_000n, 'XOF')
    expect(refused({ ...tooLittle, route: { floor } })).toMatchObject({
      code: 'route_floor',
      proposals: [{ kind: 'raise', amount: floor }, { kind: 'other_route' }],
    })
  })

  it('what snaps to nothing, with the smallest that can be paid', () => {
    expect(refused({ ...toGuinea, amount: eur(5n) })).toMatchObject({
      code: 'route_floor',
      proposals: [{ kind: 'raise', amount: money(1000n, 'GNF') }, { kind: 'other_route' }],
    })
  })

  it('what passes the bounds of the way to pay by these, and of the country first', () => {
    const methodRange = { min: eur(2_000n), max: eur(60_000n) }
    const asked = { ...toIvoryCoast, range: { min: eur(500n), max: eur(90_000n) }, methodRange }
    expect(refused({ ...asked, amount: eur(499n) })).toMatchObject({
      code: 'Amount below minimum range',
      range: methodRange,
    })
    expect(refused({ ...asked, amount: eur(1_999n) }).code).toBe('method_limit_error_min')
    expect(refused({ ...asked, amount: eur(60_001n) }).code).toBe('method_limit_error_max')
    expect(refused({ ...asked, amount: eur(90_001n) }).code).toBe('Amount above maximum range')
  })

  it('is out of range exactly where no amount at all fits the bounds together', () => {
    const bounds = fc.record({
      cents: fc.bigInt({ min: 1n, max: 3_000n }),
      min: fc.bigInt({ min: 1n, max: 3_000n }),
      max: fc.bigInt({ min: 1n, max: 3_000n }),
      floor: fc.bigInt({ min: 1n, max: 20_000n }),
      ceiling: fc.bigInt({ min: 1n, max: 20_000n }),
    })
    fc.assert(
      fc.property(bounds, ({ cents, min, max, floor, ceiling }) => {
        const asked = {
          ...toIvoryCoast,
          range: { min: eur(min) },
          methodRange: { max: eur(max) },
          route: { floor: money(floor, 'XOF'), ceiling: money(ceiling, 'XOF') },
        }
        const fits = Array.from({ length: 3_000 }, (_, at) => BigInt(at + 1)).some(
          one => computeQuote({ ...asked, amount: eur(one) }).ok,
        )
        const found = computeQuote({ ...asked, amount: eur(cents) })
        expect(!found.ok && found.code === 'Amount out of range').toBe(!fits)
      }),
      { numRuns: 40 },
    )
  })

  it('what is worth less than half a cent', () => {
    const worthless = { ...toIvoryCoast, fix: 'target', amount: money(3n, 'XOF'), step: 1n } as const
    expect(refused(worthless)).toMatchObject({ code: 'Amount below minimum range', range: { min: eur(1n) } })
  })
})

describe('MON-05: withdraw all', () => {
  const all = (balance: Money, input: QuoteInput = withdrawal) => afforded(largestAffordable(input, balance))

  it('100.00 with a flat fee of 0.50 gives 99.50 and leaves exactly nothing', () => {
    const { amount, quote, stays } = all(eur(10_000n))
    expect(amount).toEqual(eur(9_950n))
    expect(quote.total).toEqual(eur(10_000n))
    expect(stays).toEqual(zero('EUR'))
  })

  it('with the fee of the case', () => {
    const { balance, fee_if_flat } = cases.withdraw_all
    const flat = fromDecimal(fee_if_flat, 'EUR')?.minor ?? 0n
    const { quote, stays } = all(fromDecimal(balance, 'EUR') ?? zero('EUR'), {
      ...withdrawal,
      payoutFee: rule(0, flat),
    })
    expect(quote.principal).toEqual(eur(9_900n))
    expect(stays).toEqual(zero('EUR'))
  })

  it('to Guinea leaves the cents that a thousand cannot express', () => {
    const { quote, stays } = all(eur(10_000n), { ...toGuinea, kind: 'withdrawal', payinFee: rule(0) })
    expect(quote.target.minor % 1000n).toBe(0n)
    expect(stays.minor >= 0n && stays.minor < 11n).toBe(true)
    expect(add(quote.total, stays)).toEqual(eur(10_000n))
  })

  it('stops at the highest amount that the method allows', () => {
    const { amount, stays } = all(eur(10_000n), { ...withdrawal, range: { max: eur(4_000n) } })
    expect(amount).toEqual(eur(4_000n))
    expect(stays).toEqual(eur(5_950n))
  })

  it('stops at the ceiling of the route, as the largest euros that it can pay', () => {
    const route = { ceiling: money(1_500_000n, 'XOF') }
    const toOrange = { ...toIvoryCoast, kind: 'withdrawal', payinFee: rule(0), route, step: 5n } as const
    const { amount, quote } = all(eur(1_000_000n), toOrange)
    // A cent is worth 6.56 francs: no euro amount gives the ceiling to the franc.
    expect(quote.target).toEqual(money(1_499_995n, 'XOF'))
    expect(largestPayable(toOrange)).toEqual(amount)
    expect(refused({ ...toOrange, fix: 'source', amount: add(amount, eur(1n)) })).toMatchObject({
      code: 'route_ceiling',
    })
  })

  it('knows no ceiling where the route has none', () => {
    expect(largestPayable(withdrawal)).toBeUndefined()
  })

  it('with any ceiling and step: what is proposed can be paid, and what stays is what is left', () => {
    const anything = fc.record({
      cents: fc.bigInt({ min: 2_000n, max: 10n ** 8n }),
      ceiling: fc.bigInt({ min: 100_000n, max: 10n ** 8n }),
      step: fc.constantFrom(1n, 5n, 1_000n),
    })
    fc.assert(
      fc.property(anything, ({ cents, ceiling, step }) => {
        const input = {
          ...toIvoryCoast,
          kind: 'withdrawal' as const,
          payinFee: rule(0),
          payoutFee: rule(50),
          step,
          route: { ceiling: money(ceiling, 'XOF') },
        }
        const { amount, quote, stays } = all(eur(cents), input)
        expect(quote.target.minor <= ceiling).toBe(true)
        expect(add(quote.total, stays)).toEqual(eur(cents))
        expect(quoted({ ...input, fix: 'source', amount }).total).toEqual(quote.total)
      }),
    )
  })

  it('is refused when the balance does not cover the fee', () => {
    expect(largestAffordable(withdrawal, eur(50n))).toMatchObject({ ok: false })
    expect(largestAffordable(withdrawal, zero('EUR'))).toMatchObject({ ok: false })
  })

  it('is the largest: it fits, and one cent more does not, unless it costs the same', () => {
    const fees = fc.record({
      percentBp: fc.integer({ min: 0, max: 500 }),
      flat: fc.bigInt({ min: 0n, max: 300n }),
      min: fc.bigInt({ min: 0n, max: 300n }),
    })
    fc.assert(
      fc.property(fc.bigInt({ min: 1_000n, max: 10n ** 8n }), fees, (cents, payoutFee) => {
        const { amount, quote } = all(eur(cents), { ...withdrawal, payoutFee })
        expect(quote.total.minor <= cents).toBe(true)
        const next = quoted({ ...withdrawal, payoutFee, amount: add(amount, eur(1n)) })
        expect(next.total.minor > cents).toBe(true)
      }),
    )
  })
})

describe('a bulk', () => {
  it('of 100.00 + 1.00 and 50.00 + 0.75 costs 151.75', () => {
    const row = (cents: bigint, flat: bigint) =>
      quoted({ ...toIvoryCoast, amount: eur(cents), payinFee: rule(0, flat), payoutFee: rule(0) })
    const totals = bulkTotals([row(10_000n, 100n), row(5_000n, 75n)])
    expect(totals).toEqual({ principal: eur(15_000n), fee: eur(175n), total: eur(15_175n) })
  })

  it('without rows costs nothing', () => {
    expect(bulkTotals([])).toEqual({ principal: zero('EUR'), fee: zero('EUR'), total: zero('EUR') })
  })

  it('rounds each row by itself: 999 rows cost 999 times one', () => {
    const row = quoted({ ...toIvoryCoast, amount: eur(3_333n) })
    const totals = bulkTotals(Array.from({ length: 999 }, () => row))
    expect(totals.total.minor).toBe(999n * row.total.minor)
  })
})
