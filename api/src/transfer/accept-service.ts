// Accepting a payment: everything that has to be true before money moves, then one change.
import { randomBytes } from 'node:crypto'
import type { NewDirectPayment, NewPayment } from '@jokko/contract/transfer'
import { usualTolerance } from '@jokko/core/arrival'
import { paymentReference } from '@jokko/core/references'
import { searchText } from '@jokko/core/search'
import { doneBefore, orRefuse } from '../commands/decide.ts'
import type { Operation, PayeeDetails } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { CommandKey } from '../http/idempotency.ts'
import { newId } from '../http/ids.ts'
import { Problem } from '../http/problem.ts'
import { type Caller, requireActive } from '../http/session.ts'
import { operationFrom, readOwnOperation } from '../ledger/operations.ts'
import type { OpenPayIn } from '../ledger/paying.ts'
import { countersFor } from '../payouts/limits.ts'
import { readRules } from '../payouts/rules.ts'
import { screen } from '../payouts/screening.ts'
import { keptAccountOf } from '../people/beneficiaries.ts'
import { sendingCountryMissing, subjectOf } from '../quotes/quote-service.ts'
import { centsOf, type Quoted, quotedFigures } from '../quotes/quoted.ts'
import { eurosOf, minorOf, type Subject, walletRateOf } from '../quotes/quoting.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import { type Acceptance, accept, type OpenedPayIn } from './decisions.ts'
import { acceptedAtLeast } from './new-figures.ts'
import { type PayeeRequest, payeeFor } from './payee.ts'
import { isKnownPayee } from './payee-memory.ts'
import { type AcceptanceFacts, acceptanceReader } from './store.ts'

type Accepted = { op: Operation; replayed: boolean }

export type AcceptPayment = (
  caller: Caller,
  command: CommandKey,
  request: NewPayment | NewDirectPayment,
) => Promise<Accepted>

/** Accepts a quote, or the total that was shown, and starts the payment. A repeat gets the first answer. */
export function paymentAccepter(deps: Deps, openPayIn: OpenPayIn): AcceptPayment {
  const readFacts = acceptanceReader(deps)
  return async (caller, command, request) => {
    try {
      return await acceptPayment(deps, readFacts, openPayIn, caller, command, request)
    } catch (error) {
      return earlierPayment(deps, caller, await doneBefore(deps, command, error))
    }
  }
}

async function earlierPayment(deps: Deps, caller: Caller, id: string | null): Promise<Accepted> {
  const op = id === null ? undefined : await readOwnOperation(deps, caller.customerId, id)
  if (!op) throw new Problem('not_found')
  return { op, replayed: true }
}

async function acceptPayment(
  deps: Deps,
  readFacts: ReturnType<typeof acceptanceReader>,
  openPayIn: OpenPayIn,
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
  const facts = await readFacts({
    customerId: caller.customerId,
    beneficiaryId: request.beneficiary_id,
    quoteId: request.quote_id,
  })
  if (!facts) throw new Problem('not_found', { fields: { beneficiary_id: ['not_found'] } })
  if (subject.sending.iso !== caller.country) throw sendingCountryMissing('transfer')
  requirePayable(deps, caller, subject, facts)
  const figures = quotedFigures(deps, reference, subject, request, facts.quote)
  const payee = payeeOf(
    reference,
    subject,
    direct ? await withKeptAccount(deps, caller, subject, direct) : {},
    facts,
  )
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
  const payIn = payInOf(openPayIn, reference, subject, acceptance, now)
  const change = accept({ ...acceptance, ...(payIn && { payIn }) })
  const verdict = orRefuse(await deps.ledger.commit(change))
  if (verdict.verdict === 'replayed') return earlierPayment(deps, caller, verdict.operation_id)
  return { op: operationFrom(change), replayed: false }
}

/** Bank transfers and the balance need no company; mobile money is collected at home, or where the money goes. */
function payInOf(
  openPayIn: OpenPayIn,
  reference: ReferenceData,
  { method, sending, receiving }: Subject,
  { row }: Acceptance,
  now: string,
): OpenedPayIn | undefined {
  if (!method || method.name === 'balance' || method.name === 'bank_transfer') return undefined
  const currency = sending.currency === 'EUR' ? receiving?.currency : sending.currency
  if (method.name === 'mobile_money' && !currency) throw new Problem('rate_unavailable')
  const local =
    method.name === 'mobile_money' && currency
      ? walletRateOf(reference, { currency }, new Date(now))
      : undefined
  return openPayIn({ method: method.name, provider: method.provider, total: row.total, local, now })
}

/** An account that was used before stands for everything that would describe it. */
async function withKeptAccount(
  deps: Deps,
  { customerId }: Caller,
  { route }: Subject,
  request: NewDirectPayment,
): Promise<PayeeRequest> {
  if (request.cashout_account_id === undefined) return request
  const place = { customerId, beneficiaryId: request.beneficiary_id }
  const { kind, number, details } = await keptAccountOf(deps, place, request.cashout_account_id)
  if (kind !== route?.kind) throw new Problem('payout_method_not_configured')
  if (kind === 'mobile_money')
    return { receiver_phonenumber: number, ...(request.operator && { operator: request.operator }) }
  if (kind === 'wallet') return { receiver_phonenumber: number, receiver_fullname: details.owner_name ?? '' }
  if (kind === 'mfi') {
    const { institution_id = '', owner_id = '', owner_name = '' } = details
    return { institution_id, mfi_owner_id: owner_id, mfi_account_name: owner_name }
  }
  const bank = { bank_name: details.bank_name ?? '', account_holder: details.owner_name ?? '' }
  const [bankCode = '', localNumber] = number.split(' ')
  if (localNumber === undefined) return { ...bank, iban: number }
  return { ...bank, rib: { bank: bankCode, branch: '', account: localNumber, key: '' } }
}

/** Who may pay this way, and whom this way may pay. */
function requirePayable(
  deps: Deps,
  caller: Caller,
  { method, route, receiving }: Subject,
  facts: AcceptanceFacts,
): void {
  if (!method) throw new Problem('selectCashIn')
  const needsCompany = method.name !== 'balance' && method.name !== 'bank_transfer'
  if (needsCompany && !deps.providers.payIns[method.provider])
    throw new Problem('cashin_method_not_supported')
  if (caller.activationLevel === 'YELLOW' && method.name !== 'bank_transfer')
    throw new Problem('temp_restriction')
  if (facts.country !== receiving?.iso) throw new Problem('beneficiary_country_not_receiving')
  if (facts.receiver_customer_id === caller.customerId) throw new Problem('cantSendToSelf')
  if (facts.owed > 0n) throw new Problem('receivable_open')
  requireWayToBePaid(caller, route !== undefined, facts)
  if (route && !deps.providers.payouts[route.provider]) throw new Problem('payout_method_not_configured')
}

/** A business that is not verified is paid out; one that is gets what individuals send on its balance. */
function requireWayToBePaid({ isIndividual }: Caller, isPaidOut: boolean, facts: AcceptanceFacts): void {
  const hasAccount = facts.receiver_customer_id !== null && facts.receiver_is_active === true
  const isBusiness = hasAccount && facts.receiver_is_company === true
  if (!isPaidOut && (!hasAccount || (isBusiness && !facts.receiver_is_established)))
    throw new Problem('payout_forced')
  if (isPaidOut && isIndividual && isBusiness && facts.receiver_is_established)
    throw new Problem('payout_to_balance_only')
}

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
  figures: Quoted
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
    {
      names: [row.details?.payee?.name ?? '', row.counterparty ?? '', senderName],
      principalCents: row.principal,
    },
    {
      sanctionedNames: rules.sanctionedNames,
      newPayeeHoldCents: rules.newPayeeHoldCents,
      knownPayee: isKnownPayee(facts, { payout_kind: row.payout_kind, details: row.details ?? {} }),
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
  const margin = centsOf(wire, 'margin')
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
    fee: centsOf(wire, 'pay_in_fee') + centsOf(wire, 'payout_fee'),
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
      ...acceptedAtLeast(wire, request.rate_tolerance_bp ?? usualTolerance),
      ...(request.bank_account_id !== undefined && { bank_account_id: request.bank_account_id }),
    },
    search: searchText([name, payee.phone, reference, request.reason]),
    fund_by: figures.fundBy,
  }
}
