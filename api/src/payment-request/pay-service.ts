// Paying a request: the payer agrees, and a transfer to the requester's balance is opened under it, once. Transfers book
// the money; that no second one can be opened is held by the database.
import { randomBytes } from 'node:crypto'
import type { PaymentUpdate } from '@jokko/contract/payment-request'
import { compare, type Money } from '@jokko/core/money'
import { paymentReference } from '@jokko/core/references'
import { searchText } from '@jokko/core/search'
import { doneBefore, orRefuse } from '../commands/decide.ts'
import type { NewOperation, Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { CommandKey } from '../http/idempotency.ts'
import { newId } from '../http/ids.ts'
import { Problem } from '../http/problem.ts'
import { type Caller, requireActive } from '../http/session.ts'
import type { Change, Command, CounterWrite, PayInWrite } from '../ledger/change.ts'
import { operationFrom, readBalance, readDebt, readOwnOperation } from '../ledger/operations.ts'
import type { OpenPayIn } from '../ledger/paying.ts'
import { countersFor } from '../payouts/limits.ts'
import { readRules } from '../payouts/rules.ts'
import { type ScreeningVerdict, screen } from '../payouts/screening.ts'
import { endOfFundDay } from '../quotes/quote-service.ts'
import { centsOf } from '../quotes/quoted.ts'
import { eurosOf, type Priced, readAmount, walletRateOf } from '../quotes/quoting.ts'
import { walletCountryOf } from '../quotes/wallets.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import type { CountryRow } from '../reference/store.ts'
import { letGo } from './follow.ts'
import { isRefusedByPayment } from './moving.ts'
import { agreeToPay, askedOf, isOwn, requirePayable, seenRequest } from './payer-service.ts'
import { newestPayment, stands } from './store.ts'
import { homeOf, priceOfWay, type WaySubject } from './ways.ts'

type PaymentRow = Omit<NewOperation, 'kind' | 'state' | 'customer_status' | 'aborted'> & {
  payout_kind: string
  payin_method: string
}

/** How a transfer begins; transfers decide that. */
export type OpenTransfer = (opening: {
  id: string
  command: Command
  now: string
  row: PaymentRow
  counters: CounterWrite[]
  continuation: { screening: ScreeningVerdict; attemptId: string }
  payIn?: PayInWrite
}) => Change

export type Paying = { openTransfer: OpenTransfer; openPayIn: OpenPayIn }

type Asked = { caller: Caller; command: CommandKey; id: string; update: PaymentUpdate }

/** The payment. A repeat gets the first one. */
export async function payRequest(deps: Deps, paying: Paying, asked: Asked): Promise<Operation> {
  try {
    return await pay(deps, paying, asked)
  } catch (error) {
    return earlier(deps, asked, await doneBefore(deps, asked.command, error))
  }
}

async function earlier(deps: Deps, { caller }: Asked, id: string | null): Promise<Operation> {
  const op = id === null ? undefined : await readOwnOperation(deps, caller.customerId, id)
  if (!op) throw new Problem('not_found')
  return op
}

async function pay(deps: Deps, paying: Paying, asked: Asked): Promise<Operation> {
  const { caller, command, id } = asked
  requireActive(caller)
  const request = await payableRequest(deps, asked)
  const now = deps.clock.nowText()
  const { subject, priced, wallet, reference } = await chosenWay(deps, asked, request)
  const row = rowOf(deps, asked, request, { subject, priced, wallet, now })
  const payIn = payInOf(paying.openPayIn, reference, subject, wallet, row.total, now)
  const { screening, counters } = await judged(deps, row, now)
  await agreeToPay(deps, caller, { ...command, key: `${command.key}.agree` }, id)
  const change = paying.openTransfer({
    id: newId('opn'),
    command,
    // After the payer agreed: by that a payment of this agreement is told from an earlier one.
    now: deps.clock.nowText(),
    row,
    counters,
    continuation: { screening, attemptId: newId('pat') },
    ...(payIn && { payIn }),
  })
  try {
    const verdict = orRefuse(await deps.ledger.commit(change).catch(asRefusal))
    return verdict.verdict === 'replayed' ? earlier(deps, asked, verdict.operation_id) : operationFrom(change)
  } catch (error) {
    await letGo(deps, id)
    throw error
  }
}

function asRefusal(error: unknown): never {
  throw isRefusedByPayment(error) ? new Problem('stale_version') : error
}

async function payableRequest(deps: Deps, { caller, id, update }: Asked): Promise<Operation> {
  const request = await seenRequest(deps, caller, id)
  if (!request) throw new Problem('not_your_payment')
  if (isOwn(request, caller)) throw new Problem('cantSendToSelf')
  if (update.is_escrowed) throw new Problem('escrow_not_supported')
  await requirePayable(deps, request)
  if (stands(await newestPayment(deps, request.id))) throw new Problem('stale_version')
  requireAsked(update.amount_without_fees_in_euro, askedOf(request))
  return request
}

function requireAsked(given: PaymentUpdate['amount_without_fees_in_euro'], asked: Money): void {
  const field = 'amount_without_fees_in_euro'
  if (given !== undefined && compare(readAmount(given, 'EUR', field), asked) !== 0)
    throw new Problem('amount_invalid', { fields: { [field]: ['amount_invalid'] } })
}

type Chosen = { subject: WaySubject; priced: Priced; wallet: CountryRow | undefined }

async function chosenWay(
  deps: Deps,
  { caller, update }: Asked,
  request: Operation,
): Promise<Chosen & { reference: ReferenceData }> {
  const reference = await referenceData(deps)
  const sending = homeOf(reference, caller)
  const method = reference.payinMethodById(update.cashin_method_id)
  if (!method || !reference.payinMethodsOf(sending.iso).includes(method))
    throw new Problem('cashin_method_invalid', { fields: { cashin_method_id: ['cashin_method_invalid'] } })
  const subject: WaySubject = { kind: 'transfer', sending, method }
  const priced = priceOfWay(deps, reference, caller, subject, askedOf(request))
  const total = eurosOf(priced.wire.total_to_pay.amount)
  const shown =
    update.total_to_pay === undefined ? undefined : readAmount(update.total_to_pay, 'EUR', 'total_to_pay')
  if (!shown || compare(shown, total) !== 0)
    throw new Problem('quote_expired', { extra: { figures: priced.wire } })
  if ((await readDebt(deps, caller.customerId)) > 0n) throw new Problem('receivable_open')
  if (method.name === 'balance' && (await readBalance(deps, caller.customerId)) < total.minor)
    throw new Problem('insufficient')
  return { reference, subject, priced, wallet: walletCountryOf(reference, subject, update.wallet_country_id) }
}

function payInOf(
  openPayIn: OpenPayIn,
  reference: ReferenceData,
  { method }: WaySubject,
  wallet: CountryRow | undefined,
  total: bigint,
  now: string,
): PayInWrite | undefined {
  if (method.name === 'balance' || method.name === 'bank_transfer') return undefined
  const local = wallet && walletRateOf(reference, wallet, new Date(now))
  return openPayIn({ method: method.name, provider: method.provider, total, local, now })
}

/** Sanctions and limits, as for any transfer; nobody was paid before by way of a request. */
async function judged(deps: Deps, row: PaymentRow, now: string) {
  const rules = await readRules(deps)
  const { sanctionedNames, newPayeeHoldCents, ceilings } = rules
  const names = [row.counterparty ?? '', row.details?.sender_name ?? '']
  return {
    screening: screen(
      { names, principalCents: row.principal },
      { sanctionedNames, newPayeeHoldCents, knownPayee: false },
    ),
    counters: countersFor(
      {
        ...row,
        target: row.target ?? null,
        target_currency: row.target_currency ?? null,
        started_at: now,
        details: {},
      },
      ceilings,
    ),
  }
}

function rowOf(
  deps: Deps,
  { caller, update }: Asked,
  request: Operation,
  { subject, priced, wallet, now }: Chosen & { now: string },
): PaymentRow {
  const { wire } = priced
  const { name } = subject.method
  const reference = paymentReference(randomBytes(5))
  const requester = request.details.sender_name ?? ''
  const payer = caller.companyName ?? `${caller.firstName} ${caller.lastName}`
  return {
    book: deps.config.book,
    customer_id: caller.customerId,
    user_id: caller.userId,
    receiver_customer_id: request.customer_id,
    parent_id: request.id,
    reference,
    operation_type: 'instant_transfer',
    sending_country: subject.sending.iso,
    // A phone elsewhere pays where it is.
    receiving_country: wallet && wallet.iso !== subject.sending.iso ? wallet.iso : request.receiving_country,
    payin_method: name,
    payout_kind: 'balance',
    provider: 'jokko',
    counterparty: requester,
    reason: request.reason,
    principal: request.principal,
    fee: centsOf(wire, 'pay_in_fee'),
    total: eurosOf(wire.total_to_pay.amount).minor,
    target: request.principal,
    target_currency: 'EUR',
    rate: wire.rate,
    details: {
      payee: { name: requester },
      sender_name: payer,
      quote: { lines: wire.lines, snapped_from: null },
      delivery: wire.delivery,
      request_id: request.id,
      ...(update.bank_account_id !== undefined && { bank_account_id: update.bank_account_id }),
    },
    search: searchText([requester, payer, reference, request.reason ?? '']),
    fund_by: name === 'bank_transfer' ? endOfFundDay(new Date(now)).toISOString() : null,
  }
}
