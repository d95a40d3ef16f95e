// What a sender may still do about an unpaid or short transfer, and what decides how a funded one goes on.
import type { Quote, SettleShort } from '@jokko/contract/transfer'
import { eur } from '@jokko/core/money'
import { once, settle } from '../commands/decide.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { CommandKey } from '../http/idempotency.ts'
import { newId } from '../http/ids.ts'
import { Problem } from '../http/problem.ts'
import { type Caller, requireActive } from '../http/session.ts'
import { readCustomerName, readDebt, readOwnOperation } from '../ledger/operations.ts'
import type { PayIns } from '../ledger/paying.ts'
import { readRules } from '../payouts/rules.ts'
import { screen } from '../payouts/screening.ts'
import { storeQuote, subjectOf } from '../quotes/quote-service.ts'
import { eurosOf, minorOf, priceWithin } from '../quotes/quoting.ts'
import { readQuote } from '../quotes/store.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import { type ContinuationFacts, cancel } from './decisions.ts'
import { isKnownPayee } from './payee-memory.ts'
import { payRest, refundShort, sendLess } from './short-decisions.ts'
import { readPaidBefore } from './store.ts'

/** A transfer of the caller's own: what else is in the history is read there. */
export async function ownTransfer(deps: Deps, caller: Caller, id: string): Promise<Operation> {
  const op = await readOwnOperation(deps, caller.customerId, id)
  if (op?.kind !== 'transfer') throw new Problem('not_found')
  return op
}

/** The caller's own by its id, whichever it is. */
const ownedBy = (deps: Deps, caller: Caller) => (id: string) => ownTransfer(deps, caller, id)

export async function ownPayment(deps: Deps, caller: Caller, id: string): Promise<Operation | undefined> {
  const op = await readOwnOperation(deps, caller.customerId, id)
  return op?.kind === 'transfer' ? op : undefined
}

export async function cancelTransfer(
  deps: Deps,
  payIns: PayIns,
  caller: Caller,
  command: CommandKey,
  id: string,
  reason?: string,
): Promise<Operation> {
  const read = () => ownTransfer(deps, caller, id)
  return once(deps, command, ownedBy(deps, caller), async () => {
    if (await payIns.stop(await read(), caller.userId, command)) return read()
    return settle(deps, read, op => cancel(op, caller.userId, reason, command, deps.clock.nowText()))
  })
}

/** The quote of the largest transfer that a short one's money pays for; stored, so that it can be accepted. */
export async function quoteSendLess(deps: Deps, caller: Caller, id: string): Promise<Quote> {
  const op = await ownTransfer(deps, caller, id)
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
  return once(deps, command, ownedBy(deps, caller), () => chosen(deps, caller, command, id, choice))
}

async function chosen(
  deps: Deps,
  caller: Caller,
  command: CommandKey,
  id: string,
  choice: SettleShort,
): Promise<Operation> {
  const now = deps.clock.nowText()
  const read = () => ownTransfer(deps, caller, id)
  if (choice.choice === 'refund') {
    return settle(deps, read, op => refundShort(requireShort(op), caller.userId, newId('pat'), command, now))
  }
  requireActive(caller)
  const facts = await screeningFacts(deps, await read())
  if (choice.choice === 'pay_rest_from_balance') {
    await requireOpenBalance(deps, caller)
    return settle(deps, read, op => payRest(requireShort(op), caller.userId, facts, command, now))
  }
  const stored =
    choice.quote_id === undefined ? undefined : await readQuote(deps, caller.customerId, choice.quote_id)
  if (!stored) throw new Problem('quote_expired')
  const reference = await referenceData(deps)
  return settle(deps, read, op =>
    sendLess(requireShort(op), smallerQuote(reference, stored, op), caller.userId, facts, command, now),
  )
}

/** The balance pays the rest under the same conditions as a whole transfer. */
async function requireOpenBalance(deps: Deps, { activationLevel, customerId }: Caller): Promise<void> {
  if (activationLevel === 'YELLOW') throw new Problem('temp_restriction')
  if ((await readDebt(deps, customerId)) > 0n) throw new Problem('receivable_open')
}

function requireShort(op: Operation): Operation {
  if (op.state !== 'short') throw new Problem('illegal_move')
  return op
}

/** Only a quote of the same way: another would have other fees. */
function smallerQuote(
  reference: ReferenceData,
  stored: NonNullable<Awaited<ReturnType<typeof readQuote>>>,
  op: Operation,
) {
  const { figures } = stored
  const { request } = figures
  const total = eurosOf(figures.total_to_pay.amount)
  const isSameWay =
    figures.kind === 'transfer' &&
    request.sending === op.sending_country &&
    request.receiving === op.receiving_country &&
    request.cashin_method_id === reference.payinMethodByName(op.payin_method ?? '')?.id &&
    request.cashout_method_id === op.route_id
  if (!isSameWay || total.minor > op.held) throw new Problem('quote_expired')
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
export async function screeningFacts(deps: Deps, op: Operation): Promise<ContinuationFacts> {
  const rules = await readRules(deps)
  const verdict = screen(
    {
      names: [op.details.payee?.name ?? '', op.counterparty, await readCustomerName(deps, op.user_id)],
      principalCents: op.principal,
    },
    {
      sanctionedNames: rules.sanctionedNames,
      newPayeeHoldCents: rules.newPayeeHoldCents,
      knownPayee: isKnownPayee(await readPaidBefore(deps, op), op),
    },
  )
  return { screening: verdict, attemptId: newId('pat') }
}
