// Prices an amount on a corridor, a way to pay and a way to be paid, and says it in the words of the wire.
import type {
  FeeEntry,
  QuoteFigures as WireFigures,
  Proposal as WireProposal,
} from '@jokko/contract/transfer'
import { leastAccepted, takesDays, tolerancesBp } from '@jokko/core/arrival'
import { deliveryTime } from '@jokko/core/delivery'
import type { ErrorCode } from '@jokko/core/errors'
import { noFee } from '@jokko/core/fees'
import { type Proposal, payableBounds, type Range } from '@jokko/core/limits'
import { type Currency, eur, fromDecimal, type Money, money, toDecimal } from '@jokko/core/money'
import {
  computeQuote,
  largestAffordable,
  largestPayable,
  type QuoteFigures,
  type QuoteInput,
  type QuoteRefusal,
} from '@jokko/core/quotes'
import { type Rate, rateToText } from '@jokko/core/rates'
import { Problem } from '../http/problem.ts'
import { payoutFeeMethod, type ReferenceData } from '../reference/data.ts'
import type { CountryRow, PayinMethodRow, RouteRow } from '../reference/store.ts'
import { feeCalculation, type LocalRate } from './fee-calculation.ts'

export type Subject = {
  kind: 'transfer' | 'deposit' | 'withdrawal'
  sending: CountryRow
  receiving?: CountryRow
  method?: PayinMethodRow
  /** Absent: to a Jokko balance, in euros. */
  route?: RouteRow
}

export type Priced = { figures: QuoteFigures; wire: WireFigures; fixedRate: boolean }

/** A JSON number is taken only where its text is the same amount; anything odd is a field error. */
export function readAmount(value: string | number, currency: Currency, field: string): Money {
  const amount = fromDecimal(String(value), currency)
  if (!amount) throw new Problem('amount_invalid', { fields: { [field]: ['amount_invalid'] } })
  return amount
}

type Typed = { fix: 'source' | 'target'; amount: Money }

export function price(reference: ReferenceData, subject: Subject, typed: Typed, at: Date): Priced {
  const { input, fixedRate } = pricingOf(reference, subject, at)
  const figures = figuresFor({ input, fixedRate }, reference, subject, typed)
  return { figures, wire: toWire(figures, subject, input, fixedRate), fixedRate }
}

/** Prices many amounts in the same way: what does not depend on the amount is looked up once. */
export function pricer(reference: ReferenceData, subject: Subject, at: Date): (typed: Typed) => QuoteFigures {
  const pricing = pricingOf(reference, subject, at)
  return typed => figuresFor(pricing, reference, subject, typed)
}

function figuresFor(
  { input, fixedRate }: Pricing,
  reference: ReferenceData,
  subject: Subject,
  typed: Typed,
): QuoteFigures {
  const figures = computeQuote({ ...input, ...typed })
  if (!figures.ok) throw refused(figures, { ...input, ...typed }, { reference, subject, fixedRate })
  return figures
}

/** The largest amount that this much money pays for, fees included; `amount` is what to type to get it. */
export function priceWithin(
  reference: ReferenceData,
  subject: Subject,
  available: Money,
  at: Date,
): Priced & { amount: Money } {
  const { input, fixedRate } = pricingOf(reference, subject, at)
  const found = largestAffordable(input, available)
  if (!('quote' in found)) {
    const typed = { fix: 'source', amount: available } as const
    throw refused(found, { ...input, ...typed }, { reference, subject, fixedRate })
  }
  const { amount, quote } = found
  return { amount, figures: quote, wire: toWire(quote, subject, input, fixedRate), fixedRate }
}

/** The most euros that the route can pay; nothing where it has no ceiling. */
export const ceilingInEuros = (reference: ReferenceData, subject: Subject, at: Date): Money | undefined =>
  largestPayable(pricingOf(reference, subject, at).input)

const DAY_MS = 86_400_000

/** Nothing is promised at what the market said another day, while it cannot be asked. */
export function requireRateOfToday(
  reference: ReferenceData,
  { route }: { readonly route?: Pick<RouteRow, 'currency'> | undefined },
  now: Date,
): void {
  const seen = reference.rate(route?.currency ?? 'EUR')?.observedAt
  if (seen && now.getTime() - seen.getTime() > DAY_MS) throw new Problem('rate_unavailable')
}

/** What a wallet is asked for, at a rate that is promised today. */
export function walletRateOf(
  reference: ReferenceData,
  { currency }: Pick<CountryRow, 'currency'>,
  now: Date,
): { currency: Currency; rate: Rate } {
  const rate = reference.rate(currency)?.rate
  if (!rate) throw new Problem('rate_unavailable')
  requireRateOfToday(reference, { route: { currency } }, now)
  return { currency, rate }
}

type Pricing = { input: Omit<QuoteInput, 'amount' | 'fix'>; fixedRate: boolean }

function pricingOf(reference: ReferenceData, subject: Subject, at: Date): Pricing {
  const { kind, method, route } = subject
  const targetCurrency = route?.currency ?? 'EUR'
  const known = reference.rate(targetCurrency)
  if (!known) throw new Problem('rate_unavailable')
  const payinFee = kind === 'withdrawal' ? undefined : feeOf(reference, kind, method, at)
  const payoutFee =
    kind === 'deposit' || !route ? noFee : reference.feeRule('payout', payoutFeeMethod(route), at)
  if (!payoutFee) throw new Problem('Withdraw fee configuration not found')
  return {
    fixedRate: known.fixed,
    input: {
      kind,
      targetCurrency,
      rate: known.rate,
      ...(payinFee && { payinFee }),
      payoutFee,
      marginBp: reference.marginBp(targetCurrency, at),
      step: route?.step ?? 1n,
      rounding: targetCurrency === 'GNF' ? 'down' : 'nearest',
      range: rangeOf(subject),
      ...(method && kind !== 'withdrawal' && { methodRange: methodRangeOf(method) }),
      ...(route && { route: boundsOf(route) }),
    },
  }
}

function feeOf(
  reference: ReferenceData,
  kind: 'transfer' | 'deposit',
  method: PayinMethodRow | undefined,
  at: Date,
) {
  const rule = reference.feeRule(kind, method?.name ?? 'balance', at)
  if (!rule)
    throw new Problem(
      kind === 'deposit' ? 'Deposit fee configuration not found' : 'Transfer fee configuration not found',
    )
  return rule
}

const LEAST_WITHDRAWN = eur(100n)

function rangeOf({ kind, sending }: Subject): Range {
  // What leaves a balance is no sending: only the route bounds it from above.
  if (kind === 'withdrawal') return { min: LEAST_WITHDRAWN }
  return {
    ...(sending.sending_min !== null && { min: eur(sending.sending_min) }),
    ...(sending.sending_max !== null && { max: eur(sending.sending_max) }),
  }
}

const methodRangeOf = ({ min_amount, max_amount }: PayinMethodRow): Range => ({
  ...(min_amount !== null && { min: eur(min_amount) }),
  max: eur(max_amount),
})

const boundsOf = (route: RouteRow) => ({
  ...(route.floor !== null && { floor: money(route.floor, route.currency) }),
  ...(route.ceiling !== null && { ceiling: money(route.ceiling, route.currency) }),
})

type Asked = { reference: ReferenceData; subject: Subject; fixedRate: boolean }

/** A refused amount is told with its bounds, and with what it would cost if there were none. */
function refused(found: QuoteRefusal, input: QuoteInput, asked: Asked): Problem {
  const { code, range, proposals } = { ...found, ...ownWords(found, asked.subject) }
  const min = range?.min ?? amountOf(proposals, 'raise')
  const max = range?.max ?? amountOf(proposals, 'lower')
  const params = { ...(min && { min, amount: min }), ...(max && { max, amount: max }) }
  return new Problem(code, {
    params,
    fields: { amount: [code] },
    extra: {
      amount_min_range: range?.min ? toDecimal(range.min) : null,
      amount_max_range: range?.max ? toDecimal(range.max) : null,
      proposals: proposals.map(proposed),
      fee_calculation: unboundedFees(input, asked),
    },
  })
}

/** What bounds a deposit and what bounds a withdrawal have sentences of their own. */
function ownWords(
  { code, range }: QuoteRefusal,
  { kind, sending: { sending_min, sending_max } }: Subject,
): { code?: ErrorCode; range?: Range } {
  if (kind === 'withdrawal') return code === 'route_ceiling' ? { code: 'withdraw_limit_exceed' } : {}
  const isForCountry = code === 'Amount below minimum range' || code === 'Amount above maximum range'
  if (kind !== 'deposit' || !isForCountry || !range || sending_max === null) return {}
  return { code: 'You_can_send_between', range: { min: eur(sending_min ?? 0n), max: eur(sending_max) } }
}

function unboundedFees(
  { range: _range, methodRange: _methodRange, route: _route, ...input }: QuoteInput,
  { reference, subject, fixedRate }: Asked,
): FeeEntry[] {
  const figures = computeQuote(input)
  if (!figures.ok) return []
  return feeCalculation(toWire(figures, subject, input, fixedRate), localRateOf(reference, subject))
}

/** The currency that the beneficiary thinks in, where it is not the euro. */
export function localRateOf(reference: ReferenceData, { receiving, route }: Subject): LocalRate | undefined {
  const currency = route?.currency ?? receiving?.currency
  const known = currency === undefined || currency === 'EUR' ? undefined : reference.rate(currency)
  return currency && known && { currency, rate: known.rate }
}

function amountOf(proposals: readonly Proposal[], kind: 'raise' | 'lower'): Money | undefined {
  const found = proposals.find(proposal => proposal.kind === kind)
  return found && 'amount' in found ? found.amount : undefined
}

/** For a split: how many payments, and the largest of them. */
function proposed(proposal: Proposal): WireProposal {
  const parts = proposal.kind === 'split' ? proposal.parts : []
  const amount = 'amount' in proposal ? proposal.amount : parts[0]
  return {
    kind: proposal.kind,
    amount: amount ? toDecimal(amount) : null,
    currency: amount?.currency ?? null,
    parts: parts.length || null,
    cashout_method_id: null,
  }
}

function toWire(
  figures: QuoteFigures,
  { method, route }: Subject,
  input: Pricing['input'],
  fixedRate: boolean,
): WireFigures {
  const bounds = payableBounds({ ...input.route, step: input.step })
  return {
    kind: figures.kind,
    fix: figures.fix,
    source: shown(figures.principal),
    target: shown(figures.target),
    payable_target: shown(figures.target),
    snapped_from: figures.snappedFrom ?? null,
    step: figures.step.toString(),
    rate: rateToText(figures.rate),
    rate_is_fixed: fixedRate,
    lines: linesOf(figures),
    fee: toDecimal(figures.fee),
    total_to_pay: shown(figures.totalToPay),
    delivery: deliveryOf({ method, route }),
    limits: {
      min: toDecimal(money(bounds.lowest, input.targetCurrency)),
      max: bounds.highest === undefined ? null : toDecimal(money(bounds.highest, input.targetCurrency)),
      currency: input.targetCurrency,
    },
    ...(figures.kind === 'transfer' &&
      !fixedRate &&
      takesDays(method?.name) && {
        on_arrival: tolerancesBp.map(tolerance_bp => ({
          tolerance_bp,
          least: shown(leastAccepted(figures.target, tolerance_bp, figures.step)),
        })),
      }),
  }
}

const shown = (amount: Money) => ({ amount: toDecimal(amount), currency: amount.currency })

export const linesOf = ({ lines }: QuoteFigures): WireFigures['lines'] =>
  lines.map(({ kind, amount }) => ({ kind, ...shown(amount) }))

const AT_ONCE = { min: 0, max: 2 }

export const deliveryOf = ({
  method,
  route,
}: {
  method: PayinMethodRow | undefined
  route: RouteRow | undefined
}): WireFigures['delivery'] =>
  deliveryTime(method?.name ?? null, route ? { min: route.delivery_min, max: route.delivery_max } : AT_ONCE)

/** Amounts of a stored quote, which are exact by construction. */
export const eurosOf = (text: string): Money => fromDecimal(text, 'EUR') ?? eur(0n)

export const minorOf = ({ amount, currency }: Priced['wire']['payable_target']): bigint =>
  fromDecimal(amount, currency)?.minor ?? 0n
