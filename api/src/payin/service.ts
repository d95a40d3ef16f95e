// What a payer does about a pay-in, and what the company answers: start it, give a number or a code, come back,
// give up. Each call to a company is made outside of any transaction; its answer is judged like any other report.
import { isSameHolder } from '@jokko/core/holder-names'
import { eur, type Money } from '@jokko/core/money'
import { toPrincipal } from '@jokko/core/rates'
import type {
  MobileMoneyCollector,
  PayInAnswer,
  PayInOrder,
  PayInProvider,
  PayInReference,
  PayInReport,
} from '@jokko/providers/port'
import { orRefuse } from '../commands/decide.ts'
import type { Operation, PayIn } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { moneyText } from '../http/money-text.ts'
import { Problem } from '../http/problem.ts'
import type { Change, Command, JobWrite } from '../ledger/change.ts'
import { newestPayIn, readOperation } from '../ledger/operations.ts'
import type { Funding, PaidHooks } from '../ledger/paying.ts'
import { notice } from '../messages/owner-notice.ts'
import { type Payer, payerName } from '../people/payers.ts'
import { referenceData } from '../reference/data.ts'
import { type BesideFacts, depositBeside, excessOf, fundOver, refundBeside } from './beside.ts'
import {
  amountOf,
  askAgain,
  collectionOf,
  fitOf,
  fund,
  isOver,
  lastAsk,
  lateAsks,
  noted,
  OTHER_AMOUNT,
  type PayInFacts,
  payInAs,
  reported,
} from './decisions.ts'
import { returnReference } from './references.ts'
import { payerOf, readPayIn } from './store.ts'

/** Pages poll, companies call and timers fire at the same moment. */
const TRIES = 6

export const referenceOf = (payIn: PayIn): PayInReference => ({
  attemptId: payIn.id,
  providerId: payIn.provider_id ?? '',
  handle: payIn.handle,
})

export function providerOf(deps: Deps, payIn: PayIn): PayInProvider {
  const provider = deps.providers.payIns[payIn.provider]
  if (!provider) throw new Problem('cashin_method_not_supported')
  return provider
}

export function collectorOf(deps: Deps, payIn: PayIn): MobileMoneyCollector {
  const provider = providerOf(deps, payIn)
  if (!('charge' in provider)) throw new Problem('cashin_method_not_supported')
  return provider as MobileMoneyCollector
}

/**
 * Opens the payment at its company, once; a repeat after a lost answer opens the same one. Instant bank payments
 * first ask the payer's bank whose account it is, and open only then.
 */
export async function startPayIn(deps: Deps, hooks: PaidHooks, op: Operation): Promise<void> {
  const payIn = await newestPayIn(deps, op.id)
  if (payIn?.state !== 'started' || !hooks.awaits(op)) return
  if (payIn.method === 'instant_bank_transfer') return askForConsent(deps, op, payIn)
  await openAt(deps, hooks, op, payIn)
}

async function askForConsent(deps: Deps, op: Operation, payIn: PayIn): Promise<void> {
  if (payIn.action) return
  const url = deps.providers.accountHolder.consentUrl({
    state: returnReference(deps.config, payIn.id),
    redirectUri: `${deps.config.publicUrl}/truelayer`,
  })
  const facts = { op, payIn, now: deps.clock.nowText() }
  await deps.ledger.commit(noted(facts, 'consent', payInAs(payIn, { action: { kind: 'redirect', url } })))
}

export async function openAt(deps: Deps, hooks: PaidHooks, op: Operation, payIn: PayIn): Promise<void> {
  const order = orderFor(deps, op, payIn, await payerOf(deps, op))
  const provider = providerOf(deps, payIn)
  const answer = await provider.start(order)
  // A company that refuses our reference a second time has the payment whose answer was lost.
  const found = answer.kind === 'unknown' ? await provider.find(referenceOf(payIn)) : undefined
  if (found?.kind === 'found') return settle(deps, hooks, payIn.id, found.payIn)
  await heard(deps, hooks, payIn.id, answer)
}

function orderFor(deps: Deps, op: Operation, payIn: PayIn, payer: Payer): PayInOrder {
  const { publicUrl } = deps.config
  const reference = returnReference(deps.config, payIn.id)
  const ours = `${publicUrl}/api/v1/returns/${reference}`
  return {
    attemptId: payIn.id,
    amount: amountOf(payIn),
    payer: {
      reference: payer.customer_id,
      firstName: payer.first_name,
      lastName: payer.last_name,
      ...(payer.company_name !== null && { companyName: payer.company_name }),
      email: payer.email,
      ...(payer.phone !== null && { phone: payer.phone }),
      country: payer.country,
    },
    description: `Jokko ${op.reference ?? ''}`.trim(),
    returnUrl: payIn.method === 'instant_bank_transfer' ? `${publicUrl}/truelayer` : ours,
    notificationUrl: `${publicUrl}/api/v1/webhooks/${payIn.provider}`,
    language: payer.language,
    expiresAt: payIn.expires_at,
  }
}

/** A company's answer to an order of ours. What it does not know is asked for again; what it refused ends here. */
export async function heard(
  deps: Deps,
  hooks: PaidHooks,
  payInId: string,
  answer: PayInAnswer,
): Promise<void> {
  if (answer.kind === 'accepted') return settle(deps, hooks, payInId, answer.payIn)
  if (answer.kind === 'retryable') throw new Problem('provider_unavailable')
  await decideAndCommit(deps, payInId, facts => {
    if (isOver(facts.payIn)) return undefined
    if (answer.kind === 'unknown') {
      const asked = facts.payIn.asked + 1
      return noted(facts, 'unknown', payInAs(facts.payIn, { asked }), {
        timers: askAgain({ id: payInId, asked }, facts.now),
      })
    }
    const { code, providerCode } = answer
    return ended(hooks, facts, {
      providerId: facts.payIn.provider_id ?? '',
      attemptId: payInId,
      amount: amountOf(facts.payIn),
      state: 'failed',
      failure: { code, providerCode },
    })
  })
}

/** Judges what a company says of a pay-in, whoever asked. */
export async function settle(
  deps: Deps,
  hooks: PaidHooks,
  payInId: string,
  report: PayInReport,
): Promise<void> {
  await decideAndCommit(deps, payInId, facts =>
    report.state === 'collected' ? collected(deps, hooks, facts, report) : ended(hooks, facts, report),
  )
  // Money that was refused by its operation leaves the operation without a pay-in: then it ends, too.
  if (report.state === 'collected') await closeRefused(deps, hooks, payInId)
}

async function collected(
  deps: Deps,
  hooks: PaidHooks,
  facts: PayInFacts,
  report: PayInReport,
): Promise<Change | undefined> {
  const { op, payIn } = facts
  if (payIn.outcome !== null) return undefined
  const payer = await payerOf(deps, op)
  const fit = fitOf(payIn, report)
  const { amount } = report
  const worth = fit === 'exact' ? eur(op.total) : await inEuros(deps, amount)
  const beside = { ...facts, operationId: newId('opn'), report, amount, worth }
  if (!isPayersAccount(payer, payIn, report)) return refundBeside(beside, 'not_account_holder')
  if (hooks.awaits(op) && fit !== 'other') {
    const funding = await hooks.fund(op, collectionOf(facts, report))
    return fit === 'exact' ? fund(facts, report, funding) : over(deps, beside, payer, funding)
  }
  if (goesBack(deps, payIn, payer)) return refundBeside(beside, fit === 'exact' ? 'late' : OTHER_AMOUNT)
  const template = fit === 'exact' ? 'deposit_late' : 'deposit_other_amount'
  return depositBeside(beside, [depositNotice(deps, beside, payer, template)])
}

/** A card's money never becomes a balance, and who has none gets it back. */
function goesBack(deps: Deps, payIn: PayIn, payer: Payer): boolean {
  const returns = providerOf(deps, payIn).refunds !== undefined
  return returns && (payIn.method === 'card' || !payer.has_balance)
}

async function over(deps: Deps, facts: BesideFacts, payer: Payer, funding: Funding): Promise<Change> {
  const amount = excessOf(facts, facts.report)
  const excess = { ...facts, amount, worth: await inEuros(deps, amount) }
  if (goesBack(deps, facts.payIn, payer)) return fundOver(excess, funding, { to: 'source' })
  return fundOver(excess, funding, {
    to: 'balance',
    notice: depositNotice(deps, excess, payer, 'deposit_excess'),
  })
}

async function inEuros(deps: Deps, amount: Money): Promise<Money> {
  if (amount.currency === 'EUR') return amount
  const known = (await referenceData(deps)).rate(amount.currency)
  if (!known) throw new Error(`No rate says what ${amount.currency} are worth`)
  return toPrincipal(amount, known.rate)
}

/**
 * Instant bank payments are only taken from the payer's own account: the second check, after the one before paying.
 * Where the bank names nobody now, the first one counts.
 */
function isPayersAccount(payer: Payer, payIn: PayIn, { source }: PayInReport): boolean {
  if (payIn.method !== 'instant_bank_transfer') return true
  const holder = source?.holderName
  if (holder === undefined) return payIn.handle['holder'] === 'checked'
  const names = [`${payer.first_name} ${payer.last_name}`, payerName(payer)]
  return names.some(name => isSameHolder(holder, name))
}

function depositNotice(
  deps: Deps,
  { op, worth, operationId }: BesideFacts,
  payer: Payer,
  template: 'deposit_late' | 'deposit_excess' | 'deposit_other_amount',
): JobWrite {
  return notice(operationId, payer, template, {
    amount: moneyText(worth, payer.language),
    reference: op.reference ?? payer.payment_reference,
    link: `${deps.config.publicUrl}/dashboard/home?operation=${operationId}`,
  })
}

/** Opened twice at the same moment: the page of the first is the payer's, and nobody gets to see the other. */
const isOfAnotherOpening = ({ provider_id }: PayIn, report: PayInReport): boolean =>
  provider_id !== null && report.providerId !== '' && report.providerId !== provider_id

/** Nothing new, a step on the payer's way, or the end without money. */
function ended(hooks: PaidHooks, facts: PayInFacts, report: PayInReport): Change | undefined {
  const { op, payIn, now } = facts
  if (isOver(payIn) || isOfAnotherOpening(payIn, report)) return undefined
  const { payIn: written, end, isNews } = reported(facts, report)
  if (end && hooks.awaits(op)) {
    const actor = `provider:${payIn.provider}`
    const reason = report.failure?.code
    const command = { scope: actor, key: `${payIn.id}:end`, body_hash: 'end' }
    const closed = hooks.close(op, end, { actor, ...(reason !== undefined && { reason }) }, command, now)
    return { ...closed, pay_ins: [written], timers: lateAsks(payIn, now) }
  }
  const timers = end ? [] : askAgain({ id: payIn.id, asked: written.asked }, now)
  if (isNews && written.state === 'processing') timers.push(lastAsk(payIn, written.state))
  const shown = isNews ? hooks.stepped(op, written.state, now) : {}
  return noted(facts, isNews ? `${payIn.state}>${written.state}` : 'same', written, { timers, ...shown })
}

/**
 * The money came from somebody else's account, or another amount than was asked: the operation will not be paid by it.
 * It ends, unless its payer is busy with another way to pay.
 */
export async function closeRefused(deps: Deps, hooks: PaidHooks, payInId: string): Promise<void> {
  await decideAndCommit(deps, payInId, async ({ op, payIn, now }) => {
    if (payIn.outcome === null || payIn.outcome === 'funded' || !hooks.awaits(op)) return undefined
    if ((await newestPayIn(deps, op.id))?.id !== payIn.id) return undefined
    const reason = payIn.failure === OTHER_AMOUNT ? OTHER_AMOUNT : 'not_account_holder'
    const by = { actor: `provider:${payIn.provider}`, reason }
    const command = { scope: by.actor, key: `${payIn.id}:refused`, body_hash: 'refused' }
    return hooks.close(op, 'pay_in_failed', by, command, now)
  })
}

type End = 'expired' | 'cancelled'

/**
 * The time to pay has passed, or the payer gives up. A company that can stop the payment is asked to; where it cannot,
 * the payment is closed here, and money that still comes is late: it goes to the balance or back to the card.
 */
export async function abandon(
  deps: Deps,
  hooks: PaidHooks,
  payIn: PayIn,
  end: End,
  by: { actor: string; reason?: string },
  command?: Command,
): Promise<'closed' | 'too_late' | 'unknown'> {
  const stopped = await stopAt(deps, hooks, payIn, end)
  if (stopped === 'too_late') return 'too_late'
  await decideAndCommit(deps, payIn.id, facts => {
    if (isOver(facts.payIn)) return undefined
    return stopped === 'unknown' ? cancelling(facts) : abandoned(hooks, facts, end, by, command)
  })
  return stopped
}

async function stopAt(
  deps: Deps,
  hooks: PaidHooks,
  payIn: PayIn,
  end: End,
): Promise<'closed' | 'too_late' | 'unknown'> {
  if (payIn.provider_id === null) return 'closed'
  const provider = providerOf(deps, payIn)
  const answer = await provider.cancel(referenceOf(payIn))
  if (answer.kind === 'cancelled') return 'closed'
  if (answer.kind === 'unknown') return 'unknown'
  const now = await provider.find(referenceOf(payIn))
  if (now.kind !== 'found') return 'unknown'
  await settle(deps, hooks, payIn.id, now.payIn)
  if (now.payIn.state === 'collected') return 'too_late'
  // On its way from the payer's account: a payer who asks to stop is told that it cannot be stopped any more.
  const isUnderWay = now.payIn.state === 'pending' || now.payIn.state === 'ordered'
  return isUnderWay && end === 'cancelled' && payIn.method !== 'card' ? 'too_late' : 'closed'
}

function cancelling(facts: PayInFacts): Change | undefined {
  const { payIn, now } = facts
  if (payIn.state === 'cancelling') return undefined
  return noted(facts, 'cancelling', payInAs(payIn, { state: 'cancelling', asked: 0 }), {
    timers: askAgain(payIn, now),
  })
}

function abandoned(
  hooks: PaidHooks,
  facts: PayInFacts,
  end: End,
  by: { actor: string; reason?: string },
  command: Command | undefined,
): Change {
  const { op, payIn, now } = facts
  const state = end === 'expired' && payIn.state !== 'cancelling' ? 'expired' : 'aborted'
  const timers = lateAsks(payIn, now)
  if (!hooks.awaits(op)) return noted(facts, state, payInAs(payIn, { state }), { timers })
  const key = command ?? { scope: by.actor, key: `${payIn.id}:${end}`, body_hash: end }
  return { ...hooks.close(op, end, by, key, now), pay_ins: [payInAs(payIn, { state })], timers }
}

/**
 * Reads, decides, writes; when someone else moved one of the two meanwhile, reads and decides again. What cannot be
 * written is never passed over: a payer who gave up must not be told so while the payment stays open.
 */
export async function decideAndCommit(
  deps: Deps,
  payInId: string,
  decide: (facts: PayInFacts) => Change | undefined | Promise<Change | undefined>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const payIn = await readPayIn(deps, payInId)
    const op = payIn && (await readOperation(deps, payIn.operation_id))
    if (!payIn || !op) throw new Problem('not_found')
    const change = await decide({ op, payIn, now: deps.clock.nowText() })
    if (!change) return
    const verdict = await deps.ledger.commit(change)
    const isStale = verdict.verdict === 'refused' && verdict.code === 'stale_version'
    if (isStale && attempt < TRIES) continue
    orRefuse(verdict)
    return
  }
}
