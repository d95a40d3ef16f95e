// Opening a deposit: everything that has to be true before the customer is asked for money, then one change.
import { randomBytes } from 'node:crypto'
import type { NewDeposit } from '@jokko/contract/deposit'
import { paymentReference } from '@jokko/core/references'
import { searchText } from '@jokko/core/search'
import { doneBefore, orRefuse } from '../commands/decide.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { isOpenPart } from '../http/features.ts'
import type { CommandKey } from '../http/idempotency.ts'
import { newId } from '../http/ids.ts'
import { Problem } from '../http/problem.ts'
import { type Caller, requireActive } from '../http/session.ts'
import type { PayInWrite } from '../ledger/change.ts'
import { operationFrom, readOwnOperation } from '../ledger/operations.ts'
import type { OpenPayIn } from '../ledger/paying.ts'
import { subjectOf } from '../quotes/quote-service.ts'
import { centsOf, type Quoted, quotedFigures } from '../quotes/quoted.ts'
import { eurosOf, type Subject, walletRateOf } from '../quotes/quoting.ts'
import { readQuote } from '../quotes/store.ts'
import { walletCountryOf } from '../quotes/wallets.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import type { CountryRow } from '../reference/store.ts'
import { type Opening, open } from './decisions.ts'

type Asked = { caller: Caller; command: CommandKey; request: NewDeposit }

/** Accepts a quote, or the total that was shown. A repeat gets the first answer. */
export async function openDeposit(deps: Deps, openPayIn: OpenPayIn, asked: Asked): Promise<Operation> {
  try {
    return await opened(deps, openPayIn, asked)
  } catch (error) {
    return earlier(deps, asked, await doneBefore(deps, asked.command, error))
  }
}

async function earlier(deps: Deps, { caller }: Asked, id: string | null): Promise<Operation> {
  const op = id === null ? undefined : await readOwnOperation(deps, caller.customerId, id)
  if (!op) throw new Problem('not_found')
  return op
}

async function opened(deps: Deps, openPayIn: OpenPayIn, asked: Asked): Promise<Operation> {
  const { caller, command, request } = asked
  requireDepositor(caller)
  const reference = await referenceData(deps)
  const subject = subjectOf(deps, reference, {
    kind: 'deposit',
    sending: request.country_id,
    receiving: undefined,
    cashin_method_id: request.cashin_method_id,
    cashout_method_id: undefined,
  })
  if (subject.sending.iso !== caller.country) throw new Problem('sending_country_missing')
  requirePayable(deps, caller, subject)
  const wallet = walletCountryOf(reference, subject, request.wallet_country_id)
  const quote =
    request.quote_id === undefined ? undefined : await readQuote(deps, caller.customerId, request.quote_id)
  const quoted = quotedFigures(deps, reference, subject, request, quote)
  const now = deps.clock.nowText()
  const row = rowOf(deps, asked, subject, wallet, quoted)
  const payIn = payInOf(openPayIn, reference, subject, wallet, row.total, now)
  const change = open({
    id: newId('opn'),
    command,
    now,
    row,
    ...(quoted.quoteId !== undefined && { quoteId: quoted.quoteId }),
    ...(payIn && { payIn }),
  })
  const verdict = orRefuse(await deps.ledger.commit(change))
  return verdict.verdict === 'replayed' ? earlier(deps, asked, verdict.operation_id) : operationFrom(change)
}

/** A company's balance is its owner's to fill. */
function requireDepositor(caller: Caller): void {
  requireActive(caller)
  if (!caller.isOwner) throw new Problem('owner_only')
  if (!isOpenPart(caller, 'deposit')) throw new Problem('forbidden')
}

function requirePayable(deps: Deps, caller: Caller, { method }: Subject): void {
  if (!method) throw new Problem('Please_select_cashin_Method')
  if (caller.activationLevel === 'YELLOW' && method.name !== 'bank_transfer')
    throw new Problem('temp_restriction')
  if (method.name !== 'bank_transfer' && !deps.providers.payIns[method.provider])
    throw new Problem('cashin_method_not_supported')
}

function payInOf(
  openPayIn: OpenPayIn,
  reference: ReferenceData,
  { method }: Subject,
  wallet: CountryRow | undefined,
  total: bigint,
  now: string,
): PayInWrite | undefined {
  if (!method || method.name === 'bank_transfer') return undefined
  const local = wallet && walletRateOf(reference, wallet, new Date(now))
  return openPayIn({ method: method.name, provider: method.provider, total, local, now })
}

function rowOf(
  deps: Deps,
  { caller, request }: Asked,
  { sending, method }: Subject,
  wallet: CountryRow | undefined,
  { wire, fundBy }: Quoted,
): Opening['row'] {
  const reference = paymentReference(randomBytes(5))
  const name = caller.companyName ?? `${caller.firstName} ${caller.lastName}`
  const principal = eurosOf(wire.source.amount).minor
  return {
    book: deps.config.book,
    customer_id: caller.customerId,
    user_id: caller.userId,
    reference,
    sending_country: sending.iso,
    receiving_country: wallet && wallet.iso !== sending.iso ? wallet.iso : null,
    payin_method: method?.name ?? null,
    provider: method?.provider ?? null,
    counterparty: name,
    principal,
    fee: centsOf(wire, 'pay_in_fee'),
    total: eurosOf(wire.total_to_pay.amount).minor,
    target: principal,
    target_currency: 'EUR',
    details: {
      sender_name: name,
      quote: { lines: wire.lines, snapped_from: null },
      delivery: wire.delivery,
      ...(request.bank_account_id !== undefined && { bank_account_id: request.bank_account_id }),
    },
    search: searchText([name, reference]),
    fund_by: fundBy,
  }
}
