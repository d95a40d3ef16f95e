// Quotes against figures that were worked out elsewhere, with another language's exact decimals: two programs that
// share no code must agree to the cent.
import { describe, expect, it } from 'vitest'
import fixture from '../fixtures/quotes.json' with { type: 'json' }
import type { FeeRule } from './fees.ts'
import { type Currency, fromDecimal, toDecimal, zero } from './money.ts'
import { computeQuote, type QuoteInput } from './quotes.ts'
import { identityRate, rateFromText } from './rates.ts'

type Row = (typeof fixture.rows)[number]

const payinRule = (name: string): FeeRule => {
  const { percentBp, min } = fixture.payin[name as keyof typeof fixture.payin]
  return { percentBp, flat: 0n, min: BigInt(min) }
}

const payoutRule = (name: string): FeeRule => {
  const { percentBp, flat } = fixture.payout[name as keyof typeof fixture.payout]
  return { percentBp, flat: BigInt(flat), min: 0n }
}

const inputOf = (row: Row): QuoteInput => {
  const targetCurrency = row.currency as Currency
  const route = fixture.routes[targetCurrency]
  const typed = row.fix === 'source' ? 'EUR' : targetCurrency
  return {
    kind: 'transfer',
    fix: row.fix === 'source' ? 'source' : 'target',
    amount: fromDecimal(row.amount, typed) ?? zero(typed),
    targetCurrency,
    rate: rateFromText(route.rate) ?? identityRate,
    payinFee: payinRule(row.payin),
    payoutFee: payoutRule(row.payout),
    marginBp: row.margin,
    step: BigInt(route.step),
    rounding: route.down ? 'down' : 'nearest',
  }
}

describe('two programs agree', () => {
  it.each(fixture.rows)('$amount ($fix, $currency) by $payin to $payout: $total', row => {
    const figures = computeQuote(inputOf(row))
    if (!figures.ok) throw new Error(`refused: ${figures.code}`)
    const line = (kind: string) => {
      const found = figures.lines.find(one => one.kind === kind)
      return found ? toDecimal(found.amount) : '0.00'
    }
    expect({
      target: toDecimal(figures.target),
      principal: toDecimal(figures.principal),
      payin_fee: line('pay_in_fee'),
      payout_fee: line('payout_fee'),
      margin_fee: line('margin'),
      total: toDecimal(figures.total),
    }).toEqual({
      target: row.target,
      principal: row.principal,
      payin_fee: row.payin_fee,
      payout_fee: row.payout_fee,
      margin_fee: row.margin_fee,
      total: row.total,
    })
  })
})
