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
import type { Change } from '../ledger/change.ts'
import { paysRequest, readDebt, readOwnOperation } from '../ledger/operations.ts'
import type { PayIns } from '../ledger/paying.ts'
import { readParties } from '../payouts/parties.ts'
import { readRules } from '../payouts/rules.ts'
import { screen } from '../payouts/screening.ts'
import { readPayer } from '../people/payers.ts'
import { storeQuote, subjectOf } from '../quotes/quote-service.ts'
import { priceWithin, requireRateOfToday, type Subject } from '../quotes/quoting.ts'
import { readQuote } from '../quotes/store.ts'
import { type ReferenceData, referenceData } from '../reference/data.ts'
import { sendAnew } from './arrival-decisions.ts'
import { type ContinuationFacts, cancel, freeze, type Listed } from './decisions.ts'
import { type NewFigures, newFigures } from './new-figures.ts'
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
    return settle(deps, read, op => cancelled(deps, op, caller.userId, reason, command))
  })
}

/**
 * What came from a payer without a balance goes back to where it came from, whoever gives the transfer up; what a list forbids by
 * now goes nowhere.
 */
async function cancelled(
  deps: Deps,
  op: Operation,
  by: string,
  reason: string | undefined,
  command: CommandKey,
): Promise<Change> {
  const now = deps.clock.nowText()
  const listed = op.state === 'pricing' ? await listedSince(deps, op) : undefined
  if (listed) return freeze(op, listed, command, now)
  return (await goesBackToSource(deps, op))
    ? refundShort(op, by, newId('pat'), command, now)
    : cancel(op, by, reason, command, now)
}

/** What came by a bank transfer and was not sent, of a payer who has no balance. */
export async function goesBackToSource(deps: Deps, { state, user_id }: Operation): Promise<boolean> {
  if (state !== 'pricing' && state !== 'short') return false
  return (await readPayer(deps, user_id))?.has_balance === false
}

/** What a list forbids by now, of money that waits with us. */
export async function listedSince(deps: Deps, op: Operation): Promise<Listed | undefined> {
  const { screening } = await screeningFacts(deps, op)
  return screening.verdict === 'freeze' ? screening : undefined
}

/** By which way a transfer goes, as far as that is still open. */
export function wayOf(deps: Deps, reference: ReferenceData, op: Operation): Subject {
  return subjectOf(deps, reference, {
    kind: 'transfer',
    sending: reference.countryByIso(op.sending_country ?? '')?.id,
    receiving: reference.countryByIso(op.receiving_country ?? '')?.id,
    cashin_method_id: reference.payinMethodByName(op.payin_method ?? '')?.id,
    cashout_method_id: op.route_id ?? undefined,
  })
}

/** The quote of the largest transfer that a short one's money pays for; stored, so that it can be accepted. */
export async function quoteSendLess(deps: Deps, caller: Caller, id: string): Promise<Quote> {
  const op = await ownTransfer(deps, caller, id)
  requireDivisible(op)
  return quoteWithin(deps, caller, op, op.held, deps.clock.now())
}

/** What the money that is on the balance brings at the rate of now; its fees are those of the order. */
export async function quoteTodaysRate(deps: Deps, caller: Caller, id: string): Promise<Quote> {
  const op = await ownTransfer(deps, caller, id)
  if (op.state !== 'on_balance') throw new Problem('illegal_move')
  return quoteWithin(deps, caller, op, op.total, op.started_at)
}

/** The money is here: what is accepted now is what arrives. */
async function quoteWithin(deps: Deps, caller: Caller, op: Operation, available: bigint, feesOf: Date) {
  const reference = await referenceData(deps)
  const way = wayOf(deps, reference, op)
  requireRateOfToday(reference, way, deps.clock.now())
  const priced = priceWithin(reference, way, eur(available), feesOf)
  const { on_arrival: _, ...wire } = priced.wire
  return storeQuote(deps, caller, way, { ...priced, wire })
}

/** The sender accepts what their money brings today. It is taken from the balance again, fees and all, once. */
export async function sendAtTodaysRate(
  deps: Deps,
  caller: Caller,
  command: CommandKey,
  id: string,
  quoteId: string,
): Promise<Operation> {
  return once(deps, command, ownedBy(deps, caller), async () => {
    requireActive(caller)
    const read = () => ownTransfer(deps, caller, id)
    const op = await read()
    await requireNothingOwed(deps, caller)
    const quote = await acceptedQuote(deps, caller, op, quoteId, op.total)
    const facts = await ceiledFacts(deps, { ...op, principal: quote.figures.principal })
    return settle(deps, read, now => {
      if (now.state !== 'on_balance') throw new Problem('illegal_move')
      return sendAnew(now, quote, caller.userId, facts, command, deps.clock.nowText())
    })
  })
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
  const op = await read()
  const facts = await ceiledFacts(deps, op)
  if (choice.choice === 'pay_rest_from_balance') {
    await requireOpenBalance(deps, caller)
    return settle(deps, read, op => payRest(requireShort(op), caller.userId, facts, command, now))
  }
  requireDivisible(op)
  await requireNothingOwed(deps, caller)
  const less = await acceptedQuote(deps, caller, op, choice.quote_id, op.held)
  return settle(deps, read, op => sendLess(requireShort(op), less, caller.userId, facts, command, now))
}

/** The balance pays the rest under the same conditions as a whole transfer. */
async function requireOpenBalance(deps: Deps, { activationLevel, customerId }: Caller): Promise<void> {
  if (activationLevel === 'YELLOW') throw new Problem('temp_restriction')
  await requireNothingOwed(deps, { customerId })
}

/** Whoever owes us decides to send nothing more until that is settled. */
async function requireNothingOwed(deps: Deps, { customerId }: Pick<Caller, 'customerId'>): Promise<void> {
  if ((await readDebt(deps, customerId)) > 0n) throw new Problem('receivable_open')
}

function requireShort(op: Operation): Operation {
  if (op.state !== 'short') throw new Problem('illegal_move')
  return op
}

/** A request is paid whole: less would settle what its requester never agreed to. */
function requireDivisible(op: Operation): void {
  if (paysRequest(requireShort(op))) throw new Problem('illegal_move')
}

/** Only a quote of the same way, and of no more than there is: another would have other fees. */
async function acceptedQuote(
  deps: Deps,
  caller: Caller,
  op: Operation,
  quoteId: string | undefined,
  available: bigint,
): Promise<{ id: string; figures: NewFigures }> {
  const stored = quoteId === undefined ? undefined : await readQuote(deps, caller.customerId, quoteId)
  if (!stored) throw new Problem('quote_expired')
  const reference = await referenceData(deps)
  const { request, ...wire } = stored.figures
  const figures = newFigures(wire)
  const isSameWay =
    wire.kind === 'transfer' &&
    request.sending === op.sending_country &&
    request.receiving === op.receiving_country &&
    request.cashin_method_id === reference.payinMethodByName(op.payin_method ?? '')?.id &&
    request.cashout_method_id === op.route_id
  if (!isSameWay || figures.total > available) throw new Problem('quote_expired')
  return { id: stored.id, figures }
}

/** The same, with how much limits let through now. */
const ceiledFacts = async (deps: Deps, op: Operation) => ({
  ...(await screeningFacts(deps, op)),
  ceilings: (await readRules(deps)).ceilings,
})

/** What decides how a funded transfer goes on: the lists and rules of now, who may act now, and the payee's past. */
export async function screeningFacts(deps: Deps, op: Operation): Promise<ContinuationFacts> {
  const rules = await readRules(deps)
  const { sender, isShutOut } = await readParties(deps, op)
  const verdict = screen(
    {
      names: [op.details.payee?.name ?? '', op.counterparty, sender],
      principalCents: op.principal,
    },
    {
      sanctionedNames: rules.sanctionedNames,
      newPayeeHoldCents: rules.newPayeeHoldCents,
      knownPayee: isKnownPayee(await readPaidBefore(deps, op), op),
      isShutOut,
    },
  )
  return { screening: verdict, attemptId: newId('pat') }
}
