// A price as the published list of entries: each fee, what exchanging takes, and the same in the beneficiary's own
// currency, which is also told where the money goes to a balance in euros.
import type { FeeEntry, QuoteFigures } from '@jokko/contract/transfer'
import { type Currency, divide, eur, fromDecimal, type Money, toDecimal } from '@jokko/core/money'
import { type Rate, rateFromText, rateToText, toPayable } from '@jokko/core/rates'

/** The beneficiary's currency, and what a euro is worth in it. */
export type LocalRate = { readonly currency: Currency; readonly rate: Rate }

export function feeCalculation(figures: QuoteFigures, local: LocalRate | undefined): FeeEntry[] {
  const margin = figures.lines.find(line => line.kind === 'margin')?.amount ?? '0.00'
  const rate = rateFromText(figures.rate)
  return [
    ...figures.lines.flatMap(({ kind, amount }) => (kind === 'margin' ? [] : [{ name: kind, amount }])),
    {
      name: 'spread',
      amount: margin,
      spread: margin,
      exchange_rate: figures.rate,
      net_exchange_rate: rate ? netOf(rate, figures, margin) : figures.rate,
      received_amount: figures.payable_target.amount,
    },
    ...(local ? [localEntry(figures, local, margin)] : []),
  ]
}

function localEntry(figures: QuoteFigures, { currency, rate }: LocalRate, margin: string): FeeEntry {
  const { payable_target: target, source } = figures
  const received =
    target.currency === currency ? target.amount : toDecimal(worth(eurosIn(source.amount), currency, rate))
  return {
    name: 'local_currency',
    amount: '0.00',
    local_currency: currency,
    exchange_rate_local_currency: rateToText(rate),
    net_exchange_rate_local_currency: netOf(rate, figures, margin),
    received_amount_local_currency: received,
  }
}

const worth = (euros: Money, currency: Currency, rate: Rate): Money =>
  toPayable(euros, rate, currency, 1n, currency === 'GNF' ? 'down' : 'nearest').payable

const eurosIn = (text: string): Money => fromDecimal(text, 'EUR') ?? eur(0n)

/** What a euro brings once the margin is counted in. */
function netOf(rate: Rate, { source }: QuoteFigures, margin: string): string {
  const exchanged = eurosIn(source.amount).minor
  const taken = exchanged + eurosIn(margin).minor
  if (taken === exchanged) return rateToText(rate)
  return rateToText({ value: divide(rate.value * exchanged, taken, 'half-up'), scale: rate.scale })
}
