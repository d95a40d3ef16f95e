// Answers for what an operation costs and what arrives: the figures of a quote, computed once, shown and charged
// as they are. The typed side stays as typed; the other follows; fees and margin are added on top.
import { type FeeRule, feeFor, shareOf } from './fees.ts'
import { checkRange, checkRoute, narrowest, type Proposal, payableBounds, type Range } from './limits.ts'
import {
  add,
  type Currency,
  compare,
  eur,
  isPositive,
  type Money,
  minOf,
  money,
  subtract,
  sum,
  toDecimal,
  toStep,
} from './money.ts'
import { exactText, type Rate, type StepRounding, toPayable, toPrincipal } from './rates.ts'

export type QuoteKind = 'transfer' | 'deposit' | 'withdrawal'

export type LineKind = 'pay_in_fee' | 'payout_fee' | 'margin'

export type QuoteLine = { readonly kind: LineKind; readonly amount: Money }

export type QuoteInput = {
  readonly kind: QuoteKind
  /** The side that was typed: euros, or the currency of the payout. */
  readonly fix: 'source' | 'target'
  readonly amount: Money
  readonly targetCurrency: Currency
  readonly rate: Rate
  readonly payinFee?: FeeRule
  readonly payoutFee?: FeeRule
  /** Hundredths of a percent of the principal. */
  readonly marginBp: number
  /** Minor units of the target: the route pays multiples of it. */
  readonly step: bigint
  /** How the exact target meets the step when euros are fixed; a typed local amount goes to the nearest. */
  readonly rounding: StepRounding
  /** Bounds of the euro amount, of the sending country and of the way to pay. */
  readonly range?: Range
  readonly methodRange?: Range
  readonly route?: { readonly floor?: Money; readonly ceiling?: Money }
  /** For a payer who is charged in another currency than euros. */
  readonly payer?: { readonly currency: Currency; readonly rate: Rate; readonly step: bigint }
}

export type QuoteFigures = {
  readonly ok: true
  readonly kind: QuoteKind
  readonly fix: 'source' | 'target'
  /** Euros that are converted. */
  readonly principal: Money
  /** What is paid out. */
  readonly target: Money
  readonly exactTarget: string
  /** The exact target, when what is paid differs from it. */
  readonly snappedFrom?: string
  readonly lines: readonly QuoteLine[]
  readonly fee: Money
  readonly total: Money
  /** The total in the payer's currency. */
  readonly totalToPay: Money
  readonly rate: Rate
  readonly step: bigint
}

export type QuoteRefusalCode =
  | 'amount_invalid'
  | 'enterEuros'
  | 'enterCfa'
  | 'cant_deposit_zero'
  | 'Amount below minimum range'
  | 'Amount above maximum range'
  | 'Amount out of range'
  | 'method_limit_error_min'
  | 'method_limit_error_max'
  | 'route_floor'
  | 'route_ceiling'

export type QuoteRefusal = {
  readonly ok: false
  readonly code: QuoteRefusalCode
  readonly range?: Range
  readonly proposals: readonly Proposal[]
}

const refusal = (
  code: QuoteRefusalCode,
  range?: Range,
  proposals: readonly Proposal[] = [],
): QuoteRefusal => ({ ok: false, code, proposals, ...(range && { range }) })

const zeroCode = ({ kind, fix }: QuoteInput): QuoteRefusalCode => {
  if (kind === 'deposit') return 'cant_deposit_zero'
  return fix === 'source' ? 'enterEuros' : 'enterCfa'
}

type Conversion = { principal: Money; target: Money; exactTarget: string }

const convert = ({ fix, amount, targetCurrency, rate, step, rounding }: QuoteInput): Conversion => {
  if (fix === 'source') {
    const { exactText: exactTarget, payable } = toPayable(amount, rate, targetCurrency, step, rounding)
    return { principal: toPrincipal(payable, rate), target: payable, exactTarget }
  }
  const target = money(toStep(amount.minor, 1n, step, 'nearest'), targetCurrency)
  return { principal: toPrincipal(target, rate), target, exactTarget: toDecimal(amount) }
}

const linesFor = (input: QuoteInput, principal: Money): readonly QuoteLine[] => {
  const { payinFee, payoutFee, marginBp } = input
  return [
    ...(payinFee ? [{ kind: 'pay_in_fee', amount: feeFor(payinFee, principal) } as const] : []),
    ...(payoutFee ? [{ kind: 'payout_fee', amount: feeFor(payoutFee, principal) } as const] : []),
    ...(marginBp > 0 ? [{ kind: 'margin', amount: shareOf(principal, marginBp) } as const] : []),
  ]
}

const inPayersCurrency = (total: Money, payer: QuoteInput['payer']): Money =>
  payer ? toPayable(total, payer.rate, payer.currency, payer.step, 'nearest').payable : total

const figuresOf = (input: QuoteInput, { principal, target, exactTarget }: Conversion): QuoteFigures => {
  const lines = linesFor(input, principal)
  const fee = sum(
    lines.map(line => line.amount),
    'EUR',
  )
  const total = add(principal, fee)
  const snapped = !sameDecimal(exactTarget, target)
  return {
    ok: true,
    kind: input.kind,
    fix: input.fix,
    principal,
    target,
    exactTarget,
    ...(snapped && { snappedFrom: exactTarget }),
    lines,
    fee,
    total,
    totalToPay: inPayersCurrency(total, input.payer),
    rate: input.rate,
    step: input.step,
  }
}

const sameDecimal = (exact: string, amount: Money): boolean =>
  exact === toDecimal(amount) || exact === exactText(amount, { value: 1n, scale: 0 })

const anotherRoute = { kind: 'other_route' } as const

const ofRange = (input: QuoteInput, euros: Money, both: Range): QuoteRefusal | undefined => {
  const sending = checkRange(euros, input.range ?? {})
  if (!sending.ok) return refusal(sending.code, both)
  const method = checkRange(euros, input.methodRange ?? {})
  return method.ok ? undefined : refusal(methodCodes[method.code], both)
}

const ofRoute = (input: QuoteInput, target: Money): QuoteRefusal | undefined => {
  const payable = checkRoute(target, { ...input.route, step: input.step })
  return payable.ok ? undefined : refusal(payable.code, undefined, payable.proposals)
}

/**
 * Who sends, how it is paid and how it is paid out each have their bounds. The nearest of those that are passed is named:
 * moved to it, the amount is not refused for another.
 */
const outOfBounds = (input: QuoteInput, euros: Money, target: Money): QuoteRefusal | undefined => {
  const both = narrowest([input.range ?? {}, input.methodRange ?? {}])
  const range = ofRange(input, euros, both)
  const route = ofRoute(input, target)
  if (range === undefined || route === undefined) return range ?? route
  const bound = route.code === 'route_ceiling' ? both.max : both.min
  const atBound = bound && ofRoute(input, convert({ ...input, fix: 'source', amount: bound }).target)
  return atBound?.code === route.code ? route : range
}

const methodCodes = {
  'Amount below minimum range': 'method_limit_error_min',
  'Amount above maximum range': 'method_limit_error_max',
} as const

/** The bounds contradict each other: raising or lowering the amount would only lead from one refusal to the next. */
const nothingFits = (input: QuoteInput): boolean => {
  const { min, max } = narrowest([input.range ?? {}, input.methodRange ?? {}])
  if (min && max && compare(min, max) > 0) return true
  const { lowest, highest } = payableBounds({ ...input.route, step: input.step })
  const paidFor = (euros: Money) => convert({ ...input, fix: 'source', amount: euros }).target.minor
  if (max && paidFor(max) < lowest) return true
  return highest !== undefined && (highest < lowest || (min !== undefined && paidFor(min) > highest))
}

export const computeQuote = (input: QuoteInput): QuoteFigures | QuoteRefusal => {
  const { amount, fix, targetCurrency } = input
  if (amount.currency !== (fix === 'source' ? 'EUR' : targetCurrency)) return refusal('amount_invalid')
  if (!isPositive(amount)) return refusal(zeroCode(input))
  const conversion = convert(input)
  const outside = outOfBounds(input, fix === 'source' ? amount : conversion.principal, conversion.target)
  if (outside) return nothingFits(input) ? refusal('Amount out of range', undefined, [anotherRoute]) : outside
  if (!isPositive(conversion.principal)) return refusal('Amount below minimum range', { min: eur(1n) })
  return figuresOf(input, conversion)
}

export type Affordable = {
  /** The amount to put in the euro field. */
  readonly amount: Money
  readonly quote: QuoteFigures
  /** What is left on the balance: cents that the route cannot pay. */
  readonly stays: Money
}

const totalFor = (input: QuoteInput, amount: Money): Money => {
  const attempt = { ...input, fix: 'source', amount } as const
  return figuresOf(attempt, convert(attempt)).total
}

/** The largest whole number up to `high` for which it holds; what holds for one must hold for all below. */
const largestWhere = (holds: (cents: bigint) => boolean, high: bigint): bigint => {
  let low = 0n
  let above = high > 0n ? high : 0n
  while (low < above) {
    const middle = (low + above + 1n) / 2n
    if (holds(middle)) low = middle
    else above = middle - 1n
  }
  return low
}

/** The largest euro amount that the route can pay; nothing where it has no ceiling. */
export const largestPayable = (input: Omit<QuoteInput, 'amount' | 'fix'>): Money | undefined => {
  const { highest } = payableBounds({ ...input.route, step: input.step })
  if (highest === undefined) return undefined
  // One step more than the ceiling is certainly too much.
  const tooMuch = toPrincipal(money(highest + input.step, input.targetCurrency), input.rate)
  const pays = (cents: bigint) =>
    convert({ ...input, fix: 'source', amount: eur(cents) }).target.minor <= highest
  return eur(largestWhere(pays, tooMuch.minor + 1n))
}

/**
 * The largest euro amount whose total the balance covers and that the route can pay; totals never fall as amounts rise.
 */
export const largestAffordable = (
  input: Omit<QuoteInput, 'amount' | 'fix'>,
  balance: Money,
): Affordable | QuoteRefusal => {
  const base: QuoteInput = { ...input, fix: 'source', amount: balance }
  const covered = largestWhere(cents => compare(totalFor(base, eur(cents)), balance) <= 0, balance.minor)
  const amount = [input.range?.max, input.methodRange?.max, largestPayable(input)].reduce<Money>(
    (least, bound) => (bound ? minOf(least, bound) : least),
    eur(covered),
  )
  const quote = computeQuote({ ...base, amount })
  return quote.ok ? { amount, quote, stays: subtract(balance, quote.total) } : quote
}

export type BulkTotals = { readonly principal: Money; readonly fee: Money; readonly total: Money }

/** A bulk costs what its rows cost, each rounded by itself. */
export const bulkTotals = (rows: readonly QuoteFigures[]): BulkTotals => ({
  principal: sum(
    rows.map(row => row.principal),
    'EUR',
  ),
  fee: sum(
    rows.map(row => row.fee),
    'EUR',
  ),
  total: sum(
    rows.map(row => row.total),
    'EUR',
  ),
})
