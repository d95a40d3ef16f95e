// Quotes: what an amount costs on chosen countries, method and route, kept so that it can be accepted.
import type { Quote, QuoteRequest } from '@jokko/contract/transfer'
import { targetDayAfter } from '@jokko/core/target-days'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { Problem } from '../http/problem.ts'
import type { Caller } from '../http/session.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import { type Priced, price, readAmount, requireRateOfToday, type Subject } from './quoting.ts'
import { insertQuote, readQuote } from './store.ts'

const ACCEPT_FIXED_MINUTES = 30
const ACCEPT_FLOATING_MINUTES = 5
/** Days on which euros move between banks, until a bank transfer must have arrived. */
const FUND_DAYS = 5

export async function createQuote(deps: Deps, caller: Caller, request: QuoteRequest): Promise<Quote> {
  const reference = await referenceData(deps)
  const subject = subjectOf(deps, reference, {
    kind: request.kind,
    sending: reference.countryByIso(request.sending_country)?.id,
    receiving:
      request.receiving_country === undefined
        ? undefined
        : reference.countryByIso(request.receiving_country)?.id,
    cashin_method_id: request.cashin_method_id,
    cashout_method_id: request.cashout_method_id,
  })
  const amount = readAmount(request.amount, request.currency, 'amount')
  requireRateOfToday(reference, subject, deps.clock.now())
  const priced = price(reference, subject, { fix: request.fix, amount }, deps.clock.now())
  return storeQuote(deps, caller, subject, priced)
}

/** How long a price holds until it is accepted. */
export const acceptMinutes = (fixedRate: boolean): number =>
  fixedRate ? ACCEPT_FIXED_MINUTES : ACCEPT_FLOATING_MINUTES

export async function storeQuote(
  deps: Deps,
  caller: Caller,
  subject: Subject,
  priced: Priced,
): Promise<Quote> {
  const now = deps.clock.now()
  const minutes = acceptMinutes(priced.fixedRate)
  const quote = {
    id: newId('qte'),
    accept_by: new Date(now.getTime() + minutes * 60_000),
    fund_by: subject.method?.name === 'bank_transfer' ? endOfFundDay(now) : null,
    created_at: now,
  }
  const request = {
    sending: subject.sending.iso,
    receiving: subject.receiving?.iso ?? null,
    cashin_method_id: subject.method?.id ?? null,
    cashout_method_id: subject.route?.id ?? null,
  }
  await insertQuote(deps, {
    ...quote,
    customer_id: caller.customerId,
    book: deps.config.book,
    figures: { ...priced.wire, request },
  })
  return {
    ...priced.wire,
    id: quote.id,
    accept_by: quote.accept_by.toISOString(),
    fund_by: quote.fund_by?.toISOString() ?? null,
    created_at: now.toISOString(),
  }
}

export const endOfFundDay = (now: Date): Date =>
  new Date(`${targetDayAfter(now.toISOString(), FUND_DAYS)}T23:59:59.000Z`)

export async function getQuote(deps: Deps, caller: Caller, id: string): Promise<Quote> {
  const stored = await readQuote(deps, caller.customerId, id)
  if (!stored) throw new Problem('not_found')
  const { request: _, ...figures } = stored.figures
  return {
    ...figures,
    id: stored.id,
    accept_by: stored.accept_by.toISOString(),
    fund_by: stored.fund_by?.toISOString() ?? null,
    created_at: stored.created_at.toISOString(),
  }
}

type Chosen = {
  kind: Subject['kind']
  sending: number | undefined
  receiving: number | undefined
  cashin_method_id: number | undefined
  cashout_method_id: number | undefined
}

/** Countries, method and route of a request, each checked against the tables. */
export function subjectOf(deps: Deps, reference: ReferenceData, chosen: Chosen): Subject {
  const now = deps.clock.now()
  const sending = chosen.sending === undefined ? undefined : reference.countryById(chosen.sending)
  if (!sending?.is_sending) throw sendingCountryMissing(chosen.kind)
  const receiving = chosen.receiving === undefined ? undefined : reference.countryById(chosen.receiving)
  if (chosen.kind === 'transfer') {
    if (!receiving)
      throw new Problem('no_receiving_country', {
        fields: { receiving_country_id: ['no_receiving_country'] },
      })
    if (!receiving.is_receiving)
      throw new Problem('country_not_configured', {
        fields: { receiving_country_id: ['country_not_configured'] },
      })
    if (!reference.corridorExists(sending.iso, receiving.iso)) throw new Problem('country_pair_not_served')
  }
  const method =
    chosen.cashin_method_id === undefined ? undefined : reference.payinMethodById(chosen.cashin_method_id)
  if (
    chosen.cashin_method_id !== undefined &&
    !(method && reference.payinMethodsOf(sending.iso).includes(method))
  ) {
    throw new Problem('cashin_method_invalid', { fields: { cashin_method_id: ['cashin_method_invalid'] } })
  }
  const route =
    chosen.cashout_method_id === undefined ? undefined : reference.routeById(chosen.cashout_method_id, now)
  if (
    chosen.cashout_method_id !== undefined &&
    !(route && (route.country === receiving?.iso || chosen.kind === 'withdrawal'))
  ) {
    throw new Problem('payout_method_not_configured', {
      fields: { cashout_method_id: ['payout_method_not_configured'] },
    })
  }
  if (chosen.kind === 'deposit') requireDepositMethod(method?.name)
  const toBalance = !route || route.kind === 'balance'
  return {
    kind: chosen.kind,
    sending,
    ...(receiving && { receiving }),
    ...(method && { method }),
    ...(!toBalance && { route }),
  }
}

/** The published code of this refusal of a transfer, whatever its name says. */
export function sendingCountryMissing(kind: Subject['kind']): Problem {
  const says = 'sending_country_missing'
  return new Problem(kind === 'transfer' ? 'insufficient' : says, {
    says,
    fields: { sending_country_id: [says] },
  })
}

/** A balance is not filled from itself. */
function requireDepositMethod(name: string | undefined): void {
  const fields = (code: 'Please_select_cashin_Method' | 'cant_use_balance') => ({
    fields: { cashin_method_id: [code] },
  })
  if (name === undefined)
    throw new Problem('Please_select_cashin_Method', fields('Please_select_cashin_Method'))
  if (name === 'balance') throw new Problem('cant_use_balance', fields('cant_use_balance'))
}
