// Two amounts of which one is typed and the other follows by the rate. Pure arithmetic on exact amounts.
import { parseAmountInput } from '@jokko/core/amount-input'
import type { Currency, Money } from '@jokko/core/money'
import { convertExact, rateFromText, toPayable, toPrincipal } from '@jokko/core/rates'

export type Side = 'source' | 'target'

/** The side that was typed, as it was typed; the other one follows and is never stored. */
export type TypedAmount = { readonly side: Side; readonly text: string }

export type KnownRate = { readonly currency: Currency; readonly rate: string; readonly isFixed: boolean }

export type LinkedAmounts = { readonly source: Money | undefined; readonly target: Money | undefined }

const nothing: LinkedAmounts = { source: undefined, target: undefined }

const read = (text: string, currency: Currency): Money | undefined => {
  const typed = parseAmountInput(text, currency)
  return typed.ok ? typed.money : undefined
}

/** Both amounts: the typed one as typed, the other by the rate, to the unit. */
export function linkedAmounts(
  amount: TypedAmount,
  localCurrency: Currency,
  known: KnownRate | undefined,
): LinkedAmounts {
  const typed = read(amount.text, amount.side === 'source' ? 'EUR' : localCurrency)
  if (typed === undefined) return nothing
  const rate = known?.currency === localCurrency ? rateFromText(known.rate) : undefined
  if (amount.side === 'target') {
    return { source: rate === undefined ? undefined : toPrincipal(typed, rate), target: typed }
  }
  if (rate === undefined) return { source: typed, target: undefined }
  const rounding = localCurrency === 'GNF' ? 'down' : 'nearest'
  return { source: typed, target: toPayable(typed, rate, localCurrency, 1n, rounding).payable }
}

/** True where the euros do not make a whole number of the local unit: what arrives is then rounded. */
export function isRounded({ source, target }: LinkedAmounts, known: KnownRate | undefined): boolean {
  const rate = known === undefined ? undefined : rateFromText(known.rate)
  if (source === undefined || target === undefined || rate === undefined) return false
  const { numerator, denominator } = convertExact(source, rate, target.currency)
  return numerator !== target.minor * denominator
}
