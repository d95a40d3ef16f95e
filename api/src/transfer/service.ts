// Sending money: quotes, acceptance, and what the sender may still do about an unpaid or short transfer.
import { randomBytes } from 'node:crypto'
import type { NewDirectPayment, NewPayment, Quote, QuoteRequest, SettleShort } from '@jokko/contract/transfer'
import { compare, eur, fromDecimal, type Money } from '@jokko/core/money'
import { paymentReference } from '@jokko/core/references'
import { searchText } from '@jokko/core/search'
import { targetDayAfter } from '@jokko/core/target-days'
import type { Operation, PayeeDetails } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { CommandKey } from '../http/idempotency.ts'
import { newId } from '../http/ids.ts'
import { Problem } from '../http/problem.ts'
import { type Caller, requireActive } from '../http/session.ts'
import type { Change } from '../ledger/change.ts'
import { readCustomerName } from '../ledger/operations.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import { decideAndCommit, orRefuse, refusingIllegalMoves } from './decide.ts'
import {
  type Acceptance,
  accept,
  type ContinuationFacts,
  cancel,
  payRest,
  refundShort,
  sendLess,
} from './decisions.ts'
import { countersFor } from './limits.ts'
import { type PayeeRequest, payeeFor } from './payee.ts'
import { type Priced, price, priceWithin, readAmount, type Subject } from './quoting.ts'
import { readRules } from './rules.ts'
import { screen } from './screening.ts'
import {
  type AcceptanceFacts,
  insertQuote,
  readAcceptanceFacts,
  readCommand,
  readOwnOperation,
  readQuote,
} from './store.ts'

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
  const priced = price(reference, subject, { fix: request.fix, amount }, deps.clock.now())
  return storeQuote(deps, caller, subject, priced)
}

async function storeQuote(deps: Deps, caller: Caller, subject: Subject, priced: Priced): Promise<Quote> {
  const now = deps.clock.now()
  const minutes = priced.fixedRate ? ACCEPT_FIXED_MINUTES : ACCEPT_FLOATING_MINUTES
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

const endOfFundDay = (now: Date): Date =>
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
  if (!sending?.is_sending)
    throw new Problem('sending_country_missing', {
      fields: { sending_country_id: ['sending_country_missing'] },
    })
  const receiving = chosen.receiving === undefined ? undefined : reference.countryById(chosen.receiving)
  if (chosen.kind === 'transfer') {
    if (!receiving)
      throw new Problem('no_receiving_country', {
        fields: { receiving_country_id: ['no_receiving_country'] },
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
  const toBalance = !route || route.kind === 'balance'
  return {
    kind: chosen.kind,
    sending,
    ...(receiving && { receiving }),
    ...(method && { method }),
    ...(!toBalance && { route }),
  }
}

type Accepted = { op: Operation; replayed: boolean }

/** Accepts a quote, or the total that was shown, and starts the payment. A repeat gets the first answer. */
export async function createPayment(
  deps: Deps,
  caller: Caller,
  command: CommandKey,
  request: NewPayment | NewDirectPayment,
): Promise<Accepted> {
  try {
    return await acceptPayment(deps, caller, command, request)
  } catch (error) {
    // What was accepted once stays accepted, also when it could not be accepted again now.
    const earlier = error instanceof Problem ? await readCommand(deps, command) : undefined
    if (!earlier) throw error
    if (earlier.body_hash !== command.body_hash) throw new Problem('idempotency_key_reused')
    return { op: await ownOperation(deps, caller, earlier.operation_id ?? ''), replayed: true }
  }
}

async function acceptPayment(
  deps: Deps,
  caller: Caller,
  command: CommandKey,
  request: NewPayment | NewDirectPayment,
): Promise<Accepted> {
  requireActive(caller)
  if (request.is_escrowed) throw new Problem('escrow_not_supported')
  const reference = await referenceData(deps)
  const direct = 'cashout_method_id' in request ? request : undefined
  const subject = subjectOf(deps, reference, {
    kind: 'transfer',
    sending: request.sending_country_id,
    receiving: request.receiving_country_id,
    cashin_method_id: request.cashin_method_id,
    cashout_method_id: direct?.cashout_method_id,
  })
  const facts = await readAcceptanceFacts(deps, caller, request.beneficiary_id, request.quote_id)
  if (!facts) throw new Problem('not_found', { fields: { beneficiary_id: ['not_found'] } })
  requirePayable(deps, caller, subject, facts)
  const figures = quotedFigures(deps, reference, subject, request, facts)
  const payee = payeeOf(reference, subject, direct ?? {}, facts)
  const senderName = caller.companyName ?? `${caller.firstName} ${caller.lastName}`
  const now = deps.clock.nowText()
  const acceptance = acceptanceOf({
    deps,
    caller,
    command,
    subject,
    facts,
    figures,
    payee,
    request,
    now,
    senderName,
    rules: await readRules(deps),
  })
  const verdict = orRefuse(await deps.ledger.commit(accept(acceptance)))
  const op = await readOwnOperation(deps, caller.customerId, verdict.operation_id ?? acceptance.id)
  if (!op) throw new Problem('not_found')
  return { op, replayed: verdict.verdict === 'replayed' }
}

/** Who may pay this way, and whom this way may pay. */
function requirePayable(
  deps: Deps,
  caller: Caller,
  { method, route, receiving }: Subject,
  facts: AcceptanceFacts,
): void {
  if (!method) throw new Problem('selectCashIn')
  if (method.name !== 'balance' && method.name !== 'bank_transfer')
    throw new Problem('cashin_method_not_supported')
  if (caller.activationLevel === 'YELLOW' && method.name !== 'bank_transfer')
    throw new Problem('temp_restriction')
  if (method.name === 'bank_transfer' && route?.currency === 'GNF')
    throw new Problem('cashin_method_not_supported')
  if (facts.country !== receiving?.iso) throw new Problem('beneficiary_country_not_receiving')
  if (facts.receiver_customer_id === caller.customerId) throw new Problem('cantSendToSelf')
  if (facts.owed > 0n) throw new Problem('receivable_open')
  if (!route && !(facts.receiver_customer_id && facts.receiver_is_active)) throw new Problem('payout_forced')
  if (route && !deps.providers.payouts[route.provider]) throw new Problem('payout_method_not_configured')
}

type Figures = {
  quoteId?: string
  fundBy: string | null
  wire: Priced['wire']
}

/** The accepted quote as it was stored, or today's figures if they still are what was shown. */
function quotedFigures(
  deps: Deps,
  reference: ReferenceData,
  subject: Subject,
  request: NewPayment,
  facts: AcceptanceFacts,
): Figures {
  if (request.quote_id !== undefined) {
    const { quote } = facts
    if (!quote || !isFor(quote.figures.request, subject)) throw new Problem('quote_expired')
    return { quoteId: quote.id, fundBy: quote.fund_by, wire: quote.figures }
  }
  const amount = readAmount(request.amount_without_fees_in_euro, 'EUR', 'amount_without_fees_in_euro')
  const now = deps.clock.now()
  const priced = price(reference, subject, { fix: 'source', amount }, now)
  const shown =
    request.total_to_pay === undefined ? undefined : fromDecimal(String(request.total_to_pay), 'EUR')
  if (!shown || compare(shown, eurosOf(priced.wire.total_to_pay.amount)) !== 0) {
    throw new Problem('quote_expired', { extra: { figures: priced.wire } })
  }
  return {
    fundBy: subject.method?.name === 'bank_transfer' ? endOfFundDay(now).toISOString() : null,
    wire: priced.wire,
  }
}

function isFor(quoted: { [key: string]: unknown }, subject: Subject): boolean {
  return (
    quoted['sending'] === subject.sending.iso &&
    quoted['receiving'] === (subject.receiving?.iso ?? null) &&
    quoted['cashin_method_id'] === (subject.method?.id ?? null) &&
    quoted['cashout_method_id'] === (subject.route?.id ?? null)
  )
}

const eurosOf = (text: string): Money => fromDecimal(text, 'EUR') ?? eur(0n)

const nameOf = (facts: AcceptanceFacts): string =>
  facts.company_name ?? `${facts.first_name} ${facts.last_name}`.trim()

function payeeOf(
  reference: ReferenceData,
  { route }: Subject,
  request: PayeeRequest,
  facts: AcceptanceFacts,
): PayeeDetails {
  const known = { name: nameOf(facts), phone: facts.phone_e164, email: facts.email }
  return route ? payeeFor(route, request, known, reference) : { name: known.name, phone: known.phone }
}

type AcceptanceParts = {
  deps: Deps
  caller: Caller
  command: CommandKey
  subject: Subject
  facts: AcceptanceFacts
  figures: Figures
  payee: PayeeDetails
  request: NewPayment
  now: string
  senderName: string
  rules: Awaited<ReturnType<typeof readRules>>
}

function acceptanceOf(parts: AcceptanceParts): Acceptance {
  const { command, figures, facts, rules, senderName, now } = parts
  const row = rowOf(parts)
  const verdict = screen(
    { payeeName: row.details?.payee?.name ?? '', senderName, principalCents: row.principal },
    {
      sanctionedNames: rules.sanctionedNames,
      newPayeeHoldCents: rules.newPayeeHoldCents,
      knownPayee: facts.paid_before,
    },
  )
  return {
    id: newId('opn'),
    command,
    now,
    row,
    ...(figures.quoteId !== undefined && { quoteId: figures.quoteId }),
    counters: countersFor(
      {
        ...row,
        target: row.target ?? null,
        target_currency: row.target_currency ?? null,
        started_at: now,
        details: row.details ?? {},
      },
      rules.ceilings,
    ),
    continuation: { screening: verdict, attemptId: newId('pat') },
  }
}

function rowOf({
  deps,
  caller,
  subject,
  facts,
  figures,
  payee,
  request,
  senderName,
}: AcceptanceParts): Acceptance['row'] {
  const { wire } = figures
  const cents = (kind: string) =>
    wire.lines.filter(line => line.kind === kind).reduce((sum, line) => sum + eurosOf(line.amount).minor, 0n)
  const margin = cents('margin')
  const reference = paymentReference(randomBytes(5))
  const name = nameOf(facts)
  return {
    book: deps.config.book,
    customer_id: caller.customerId,
    user_id: caller.userId,
    receiver_customer_id: subject.route ? null : facts.receiver_customer_id,
    reference,
    operation_type: subject.route ? 'direct_transfer' : 'instant_transfer',
    sending_country: subject.sending.iso,
    receiving_country: subject.receiving?.iso ?? null,
    payin_method: subject.method?.name ?? 'balance',
    payout_kind: subject.route?.kind ?? 'balance',
    route_id: subject.route?.id ?? null,
    provider: subject.route?.provider ?? 'jokko',
    beneficiary_id: facts.id,
    counterparty: name,
    reason: request.reason,
    principal: eurosOf(wire.source.amount).minor,
    fee: cents('pay_in_fee') + cents('payout_fee'),
    margin,
    total: eurosOf(wire.total_to_pay.amount).minor,
    target: minorOf(wire.payable_target),
    target_currency: wire.payable_target.currency,
    rate: wire.rate,
    details: {
      payee,
      sender_name: senderName,
      quote: { lines: wire.lines, snapped_from: wire.snapped_from },
      delivery: wire.delivery,
      ...(request.bank_account_id !== undefined && { bank_account_id: request.bank_account_id }),
    },
    search: searchText([name, payee.phone, reference, request.reason]),
    fund_by: figures.fundBy,
  }
}

const minorOf = ({ amount, currency }: Priced['wire']['payable_target']): bigint =>
  fromDecimal(amount, currency)?.minor ?? 0n

export async function ownOperation(deps: Deps, caller: Caller, id: string): Promise<Operation> {
  const op = await readOwnOperation(deps, caller.customerId, id)
  if (!op) throw new Problem('not_found')
  return op
}

export async function cancelTransfer(
  deps: Deps,
  caller: Caller,
  command: CommandKey,
  id: string,
  reason?: string,
): Promise<Operation> {
  return settle(deps, caller, id, op => cancel(op, caller.userId, reason, command, deps.clock.nowText()))
}

/** The quote of the largest transfer that a short one's money pays for; stored, so that it can be accepted. */
export async function quoteSendLess(deps: Deps, caller: Caller, id: string): Promise<Quote> {
  const op = await ownOperation(deps, caller, id)
  if (op.state !== 'short') throw new Problem('illegal_move')
  const reference = await referenceData(deps)
  const subject = subjectOf(deps, reference, {
    kind: 'transfer',
    sending: reference.countryByIso(op.sending_country ?? '')?.id,
    receiving: reference.countryByIso(op.receiving_country ?? '')?.id,
    cashin_method_id: reference.payinMethodByName(op.payin_method ?? '')?.id,
    cashout_method_id: op.route_id ?? undefined,
  })
  return storeQuote(deps, caller, subject, priceWithin(reference, subject, eur(op.held), deps.clock.now()))
}

export async function settleShort(
  deps: Deps,
  caller: Caller,
  command: CommandKey,
  id: string,
  choice: SettleShort,
): Promise<Operation> {
  const now = deps.clock.nowText()
  if (choice.choice === 'refund') {
    return settle(deps, caller, id, op =>
      refundShort(requireShort(op), caller.userId, newId('pat'), command, now),
    )
  }
  const facts = await continuationFacts(deps, caller, id)
  if (choice.choice === 'pay_rest_from_balance') {
    return settle(deps, caller, id, op => payRest(requireShort(op), caller.userId, facts, command, now))
  }
  const stored =
    choice.quote_id === undefined ? undefined : await readQuote(deps, caller.customerId, choice.quote_id)
  if (!stored) throw new Problem('quote_expired')
  return settle(deps, caller, id, op =>
    sendLess(requireShort(op), smallerQuote(stored, op), caller.userId, facts, command, now),
  )
}

function requireShort(op: Operation): Operation {
  if (op.state !== 'short') throw new Problem('illegal_move')
  return op
}

function smallerQuote(stored: NonNullable<Awaited<ReturnType<typeof readQuote>>>, op: Operation) {
  const { figures } = stored
  const total = eurosOf(figures.total_to_pay.amount)
  if (total.minor > op.held || figures.request.cashout_method_id !== op.route_id)
    throw new Problem('quote_expired')
  const sumOf = (kinds: string[]) =>
    eur(
      figures.lines
        .filter(line => kinds.includes(line.kind))
        .reduce((sum, line) => sum + eurosOf(line.amount).minor, 0n),
    )
  return {
    id: stored.id,
    principal: eurosOf(figures.source.amount),
    fee: sumOf(['pay_in_fee', 'payout_fee']),
    margin: sumOf(['margin']),
    total,
    target: { minor: minorOf(figures.payable_target), currency: figures.payable_target.currency },
    lines: figures.lines,
    snapped_from: figures.snapped_from,
  }
}

/** What decides how a funded transfer goes on: the lists and rules of now, and the payee's past. */
export async function continuationFacts(deps: Deps, caller: Caller, id: string): Promise<ContinuationFacts> {
  return screeningFacts(deps, await ownOperation(deps, caller, id))
}

export async function screeningFacts(deps: Deps, op: Operation): Promise<ContinuationFacts> {
  const rules = await readRules(deps)
  const paidBefore = await deps.db
    .selectFrom('app.operations')
    .select('id')
    .where('customer_id', '=', op.customer_id)
    .where('beneficiary_id', '=', op.beneficiary_id)
    .where('state', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
  const verdict = screen(
    {
      payeeName: op.details.payee?.name ?? op.counterparty,
      senderName: await readCustomerName(deps, op.user_id),
      principalCents: op.principal,
    },
    {
      sanctionedNames: rules.sanctionedNames,
      newPayeeHoldCents: rules.newPayeeHoldCents,
      knownPayee: paidBefore !== undefined,
    },
  )
  return { screening: verdict, attemptId: newId('pat') }
}

async function settle(
  deps: Deps,
  caller: Caller,
  id: string,
  decide: (op: Operation) => Change,
): Promise<Operation> {
  const verdict = await refusingIllegalMoves(() =>
    decideAndCommit(deps, () => readOwnOperation(deps, caller.customerId, id), decide),
  )
  if (verdict) orRefuse(verdict)
  return ownOperation(deps, caller, id)
}
