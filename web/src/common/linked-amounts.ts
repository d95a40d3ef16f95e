// Two amounts of which one is typed and the other follows by the rate. Pure arithmetic on exact amounts.
import { parseAmountInput } from '@jokko/core/amount-input'
import type { Currency, Money } from '@jokko/core/money'
import { rateFromText, toPayable, toPrincipal } from '@jokko/core/rates'

export type Side = 'source' | 'target'

/** The side that was typed, as it was typed; the other one follows and is never stored. */
export type TypedAmount = { readonly side: Side; readonly text: string }

export type KnownRate = {
  readonly currency: Currency
  readonly rate: string
  readonly isFixed: boolean
  /** What is paid out is a multiple of it; whole francs where nothing is said. */
  readonly step?: string
}

export type LinkedAmounts = { readonly source: Money | undefined; readonly target: Money | undefined }

const nothing: LinkedAmounts = { source: undefined, target: undefined }

const read = (text: string, currency: Currency): Money | undefined => {
  const typed = parseAmountInput(text, currency)
  return typed.ok ? typed.money : undefined
}

/** Both amounts: the typed one as typed, the other by the rate, as it is paid out. */
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
  const step = BigInt(known?.step ?? '1')
  return { source: typed, target: toPayable(typed, rate, localCurrency, step, rounding).payable }
}
