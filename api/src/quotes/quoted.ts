// The figures that a payer accepts: those of a stored quote, or today's if they still are what was shown.
import { takesDays } from '@jokko/core/arrival'
import { compare, fromDecimal } from '@jokko/core/money'
import type { Deps } from '../deps.ts'
import { Problem } from '../http/problem.ts'
import type { ReferenceData } from '../reference/data.ts'
import { endOfFundDay } from './quote-service.ts'
import { eurosOf, type Priced, price, readAmount, requireRateOfToday, type Subject } from './quoting.ts'
import type { StoredQuote } from './store.ts'

export type Quoted = { quoteId?: string; fundBy: string | null; wire: Priced['wire'] }

export type Shown = {
  quote_id?: string
  total_to_pay?: string | number
  amount_without_fees_in_euro: string | number
}

type Kept = Pick<StoredQuote, 'id' | 'figures'> & { fund_by: Date | string | null }

export function quotedFigures(
  deps: Deps,
  reference: ReferenceData,
  subject: Subject,
  shown: Shown,
  kept: Kept | null | undefined,
): Quoted {
  if (shown.quote_id !== undefined) {
    if (kept?.figures.kind !== subject.kind || !isFor(kept.figures.request, subject))
      throw new Problem('quote_expired')
    if (isForMoneyThatIsHere(kept.figures, subject)) throw new Problem('quote_expired')
    const fundBy = kept.fund_by === null ? null : new Date(kept.fund_by).toISOString()
    return { quoteId: kept.id, fundBy, wire: kept.figures }
  }
  const amount = readAmount(shown.amount_without_fees_in_euro, 'EUR', 'amount_without_fees_in_euro')
  const now = deps.clock.now()
  requireRateOfToday(reference, subject, now)
  const priced = price(reference, subject, { fix: 'source', amount }, now)
  const total = shown.total_to_pay === undefined ? undefined : fromDecimal(String(shown.total_to_pay), 'EUR')
  if (!total || compare(total, eurosOf(priced.wire.total_to_pay.amount)) !== 0)
    throw new Problem('quote_expired', { extra: { figures: priced.wire } })
  return {
    fundBy: subject.method?.name === 'bank_transfer' ? endOfFundDay(now).toISOString() : null,
    wire: priced.wire,
  }
}

/** Of what waits on the balance, or came short: a rate that floats is promised to nobody whose money still takes days. */
const isForMoneyThatIsHere = (
  { rate_is_fixed, on_arrival }: StoredQuote['figures'],
  { method }: Subject,
): boolean => !rate_is_fixed && takesDays(method?.name) && on_arrival === undefined

function isFor(
  quoted: StoredQuote['figures']['request'],
  { sending, receiving, method, route }: Subject,
): boolean {
  return (
    quoted.sending === sending.iso &&
    quoted.receiving === (receiving?.iso ?? null) &&
    quoted.cashin_method_id === (method?.id ?? null) &&
    quoted.cashout_method_id === (route?.id ?? null)
  )
}

export const centsOf = ({ lines }: Priced['wire'], kind: string): bigint =>
  lines.filter(line => line.kind === kind).reduce((sum, line) => sum + eurosOf(line.amount).minor, 0n)
