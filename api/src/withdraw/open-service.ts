// Opening a withdrawal: everything that has to be true before its money is set aside, then one change, then its code.
import { randomBytes } from 'node:crypto'
import type { NewCashout, PayeeCheck } from '@jokko/contract/withdraw'
import { compare, fromDecimal, type Money } from '@jokko/core/money'
import { paymentReference } from '@jokko/core/references'
import { searchText } from '@jokko/core/search'
import { doneBefore, orRefuse } from '../commands/decide.ts'
import type { Operation, PayeeDetails } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { CommandKey } from '../http/idempotency.ts'
import { newId } from '../http/ids.ts'
import { Problem } from '../http/problem.ts'
import type { Caller } from '../http/session.ts'
import { operationFrom, readBalance, readDebt, readOwnOperation } from '../ledger/operations.ts'
import { countersFor } from '../payouts/limits.ts'
import { readRules } from '../payouts/rules.ts'
import { readPayer } from '../people/payers.ts'
import { eurosOf, minorOf, type Priced, price, readAmount, requireRateOfToday } from '../quotes/quoting.ts'
import { readQuote } from '../quotes/store.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import type { CountryRow, RouteRow } from '../reference/store.ts'
import { bankKinds, isRestricted, requireWithdrawals } from './access.ts'
import { type Channel, channelsFor } from './codes.ts'
import { openWithdrawal } from './decisions.ts'
import { countriesFor, isOffered } from './methods.ts'
import { payeeOf } from './payee.ts'
import { withdrawalBy } from './subject.ts'

/** `channel`: by which the first code goes; absent when it was opened before. */
type Opened = { op: Operation; channel?: Channel }

export async function openCashout(
  deps: Deps,
  caller: Caller,
  command: CommandKey,
  request: NewCashout,
): Promise<Opened> {
  try {
    return await open(deps, caller, command, request)
  } catch (error) {
    return earlier(deps, caller, await doneBefore(deps, command, error))
  }
}

async function earlier(deps: Deps, caller: Caller, id: string | null): Promise<Opened> {
  const op = id === null ? undefined : await readOwnOperation(deps, caller.customerId, id)
  if (!op) throw new Problem('not_found')
  return { op }
}

async function open(deps: Deps, caller: Caller, command: CommandKey, request: NewCashout): Promise<Opened> {
  await requireWithdrawals(deps, caller)
  const reference = await referenceData(deps)
  const { country, route } = wayOf(deps, reference, caller, request)
  const payee = await payeeOf(deps, caller, route, request)
  const figures = await figuresOf(deps, reference, caller, { country, route }, request)
  await requireCovered(deps, caller, eurosOf(figures.wire.total_to_pay.amount))
  const channel = await firstChannel(deps, caller, payee, request)
  const checked = await checkPayee(deps, route, payee, request)
  const now = deps.clock.nowText()
  const row = rowOf({ deps, caller, country, route, payee, figures, ...(checked && { checked }) })
  const { ceilings } = await readRules(deps)
  const change = openWithdrawal({
    id: newId('opn'),
    command,
    now,
    row,
    ...(figures.quoteId !== undefined && { quoteId: figures.quoteId }),
    counters: countersFor({ ...row, started_at: now }, ceilings),
  })
  const verdict = await deps.ledger.commit(change)
  if (verdict.verdict === 'refused' && verdict.code === 'insufficient') throw new Problem('Withdrawal_amount')
  orRefuse(verdict)
  if (verdict.verdict === 'replayed') return earlier(deps, caller, verdict.operation_id)
  return { op: operationFrom(change), channel }
}

/** The chosen method, where this person may use it. */
function wayOf(
  deps: Deps,
  reference: ReferenceData,
  caller: Caller,
  request: NewCashout,
): { country: CountryRow; route: RouteRow } {
  const country = countriesFor(reference, caller).find(({ id }) => id === request.country_id)
  const route = reference.routeById(request.cashout_method_id, deps.clock.now())
  if (!country || route?.country !== country.iso)
    throw new Problem('payout_method_not_configured', {
      fields: { cashout_method_id: ['payout_method_not_configured'] },
    })
  if (isRestricted(caller) && !bankKinds.has(route.kind)) throw new Problem('temp_restriction')
  if (!isOffered(deps, caller, route)) throw new Problem('payout_method_not_configured')
  return { country, route }
}

type Figures = { quoteId?: string; wire: Priced['wire'] }
type Way = { country: CountryRow; route: RouteRow }

/** The accepted quote as it was stored, or today's figures if they still are what was shown. */
async function figuresOf(
  deps: Deps,
  reference: ReferenceData,
  caller: Caller,
  { country, route }: Way,
  request: NewCashout,
): Promise<Figures> {
  if (request.quote_id !== undefined) {
    const quote = await readQuote(deps, caller.customerId, request.quote_id)
    const isIts = quote?.figures.kind === 'withdrawal' && quote.figures.request.cashout_method_id === route.id
    if (!quote || !isIts) throw new Problem('quote_expired')
    return { quoteId: quote.id, wire: quote.figures }
  }
  const amount = readAmount(request.amount_without_fees_in_euro, 'EUR', 'amount_without_fees_in_euro')
  const way = withdrawalBy(country, route)
  const now = deps.clock.now()
  requireRateOfToday(reference, way, now)
  const { wire } = price(reference, way, { fix: 'source', amount }, now)
  const shown =
    request.total_to_pay === undefined ? undefined : fromDecimal(String(request.total_to_pay), 'EUR')
  if (!shown || compare(shown, eurosOf(wire.total_to_pay.amount)) !== 0)
    throw new Problem('quote_expired', { extra: { figures: wire } })
  return { wire }
}

/** Said before anything is written; the ledger judges it again together with the write. */
async function requireCovered(deps: Deps, { customerId }: Caller, total: Money): Promise<void> {
  if ((await readDebt(deps, customerId)) > 0n) throw new Problem('receivable_open')
  const balance = await readBalance(deps, customerId)
  if (balance <= 0n) throw new Problem('balance_zero')
  if (balance < total.minor) throw new Problem('Withdrawal_amount')
}

/** A withdrawal that nobody could confirm is not opened. */
async function firstChannel(
  deps: Deps,
  caller: Caller,
  payee: PayeeDetails,
  request: NewCashout,
): Promise<Channel> {
  const payer = await readPayer(deps, caller.userId)
  if (!payer) throw new Problem('unauthenticated')
  const channels = await channelsFor(deps, { customer_id: caller.customerId, details: { payee } }, payer)
  return chosenChannel(channels, request.channel)
}

/** The asked one, or the first that can be used. */
export function chosenChannel(channels: readonly Channel[], asked: Channel['channel'] | undefined): Channel {
  const chosen =
    asked === undefined
      ? (channels.find(({ refusal }) => refusal === null) ?? channels.at(-1))
      : channels.find(({ channel }) => channel === asked)
  if (!chosen) throw new Problem('otp_failed_default_error')
  if (chosen.refusal) throw new Problem(chosen.refusal, { fields: { channel: [chosen.refusal] } })
  return chosen
}

/** Over SEPA the bank is asked whose account it is, and whoever goes on against its answer has said so. */
async function checkPayee(
  deps: Deps,
  route: RouteRow,
  payee: PayeeDetails,
  { accepted_payee_check }: NewCashout,
): Promise<PayeeCheck | undefined> {
  if (route.provider !== 'bank' || payee.iban === undefined) return undefined
  const answer = await deps.providers.accountCheck.check({ iban: payee.iban, name: payee.name })
  const result = answer.kind === 'unavailable' ? 'not_possible' : answer.kind
  if (result === 'match' || result === accepted_payee_check) return result
  throw new Problem('payee_check_needed', {
    extra: {
      payee_check: result,
      actual_name: answer.kind === 'close_match' ? answer.actualName : null,
    },
  })
}

type RowParts = Way & {
  deps: Deps
  caller: Caller
  payee: PayeeDetails
  figures: Figures
  checked?: PayeeCheck
}

function rowOf({ deps, caller, country, route, payee, figures: { wire }, checked }: RowParts) {
  const cents = (kind: string) =>
    wire.lines.filter(line => line.kind === kind).reduce((sum, line) => sum + eurosOf(line.amount).minor, 0n)
  const reference = paymentReference(randomBytes(5))
  return {
    book: deps.config.book,
    customer_id: caller.customerId,
    user_id: caller.userId,
    reference,
    operation_type: 'withdraw',
    sending_country: caller.country,
    receiving_country: country.iso,
    payin_method: 'balance',
    payout_kind: route.kind,
    route_id: route.id,
    provider: route.provider,
    counterparty: payee.name,
    principal: eurosOf(wire.source.amount).minor,
    fee: cents('payout_fee'),
    margin: cents('margin'),
    total: eurosOf(wire.total_to_pay.amount).minor,
    target: minorOf(wire.payable_target),
    target_currency: wire.payable_target.currency,
    rate: wire.rate,
    details: {
      payee,
      sender_name: caller.companyName ?? `${caller.firstName} ${caller.lastName}`.trim(),
      quote: { lines: wire.lines, snapped_from: wire.snapped_from },
      delivery: wire.delivery,
      ...(checked && { payee_check: checked }),
    },
    search: searchText([payee.name, payee.phone ?? '', reference, payee.title ?? '']),
  }
}
