// The money of a transfer that is priced on arrival is here: the rate of now is asked for, and what it brings decides.
// The job may run twice, on any node, or be cut off anywhere: the transfer is priced once, in one change.
import { eur, type Money } from '@jokko/core/money'
import { decideAndCommit, orFail } from '../commands/decide.ts'
import type { Operation, WaitsOnBalance } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { Problem } from '../http/problem.ts'
import type { Change } from '../ledger/change.ts'
import { readOperation } from '../ledger/operations.ts'
import { payable } from '../payouts/figures.ts'
import { isToBePriced, leastOf } from '../payouts/on-arrival.ts'
import { readRules } from '../payouts/rules.ts'
import { type Priced, price, priceWithin } from '../quotes/quoting.ts'
import { forgetReference, type ReferenceData, referenceData } from '../reference/data.ts'
import { ASK_AT_MOST, askAgain, asked, priced, pricingOf, putOnBalance } from './arrival-decisions.ts'
import { freeze } from './decisions.ts'
import { newFigures } from './new-figures.ts'
import { goesBackToSource, listedSince, screeningFacts, wayOf } from './service.ts'
import { refundShort } from './short-decisions.ts'

/** Asks for the rates that float, and keeps what can be believed. */
export type FetchRates = () => Promise<void>

/** A rate that was seen so recently needs no asking; one that is older than the other bound is none of now. */
const FRESH_MS = 5 * 60_000
const OLDEST_MS = 2 * 3_600_000

type Pricing = (reference: ReferenceData, op: Operation) => Priced

export async function priceTransfer(
  deps: Deps,
  fetchRates: FetchRates,
  { operation_id }: { operation_id: string },
): Promise<void> {
  const first = await readOperation(deps, operation_id)
  if (first?.state !== 'pricing') return
  const reference = await ratesOfNow(deps, fetchRates, first)
  const decide = (choose: (op: Operation) => Promise<Change>) =>
    decideAndCommit(
      deps,
      () => readOperation(deps, operation_id),
      op => (op.state === 'pricing' && isToBePriced(op) ? unlessListed(deps, op, choose) : undefined),
    )
  // A better rate may bring more than a limit lets through, and the order within it still stands.
  for (const pricing of [forAllOfIt(deps), asOrdered(deps)]) {
    const verdict = await decide(op =>
      reference ? atRateOfNow(deps, reference, op, pricing) : withoutRate(deps, op),
    )
    const isLimited = verdict?.verdict === 'refused' && verdict.code === 'limit_exceeded'
    if (!isLimited) return orFail(verdict, `The price of ${operation_id}`)
  }
  const verdict = await decide(op => notSent(deps, op, { reason: 'limit_exceeded' }))
  orFail(verdict, `The price of ${operation_id}`)
}

/** The lists may have changed while it waited: they are looked at before any price, any reason and any way back. */
async function unlessListed(
  deps: Deps,
  op: Operation,
  choose: (op: Operation) => Promise<Change>,
): Promise<Change> {
  const listed = await listedSince(deps, op)
  return listed ? freeze(op, listed, pricingOf(op), deps.clock.nowText()) : choose(op)
}

async function ratesOfNow(
  deps: Deps,
  fetchRates: FetchRates,
  { target_currency }: Operation,
): Promise<ReferenceData | undefined> {
  const currency = (target_currency ?? 'EUR') as Money['currency']
  const ageOf = (reference: ReferenceData): number => {
    const seen = reference.rate(currency)?.observedAt
    return seen ? deps.clock.now().getTime() - seen.getTime() : Number.POSITIVE_INFINITY
  }
  const known = await referenceData(deps)
  if (ageOf(known) <= FRESH_MS) return known
  await fetchRates()
  forgetReference(deps)
  const now = await referenceData(deps)
  return ageOf(now) <= OLDEST_MS ? now : undefined
}

/** Fees and margin are those of the day of the order; only the rate is of now. */
const forAllOfIt =
  (deps: Deps): Pricing =>
  (reference, op) =>
    priceWithin(reference, wayOf(deps, reference, op), eur(op.held), op.started_at)

const asOrdered =
  (deps: Deps): Pricing =>
  (reference, op) =>
    price(reference, wayOf(deps, reference, op), { fix: 'target', amount: payable(op) }, op.started_at)

async function atRateOfNow(
  deps: Deps,
  reference: ReferenceData,
  op: Operation,
  pricing: Pricing,
): Promise<Change> {
  const found = unlessRefused(() => pricing(reference, op))
  // The country, the way of receiving or the amount is not open any more.
  if (!found) return notSent(deps, op, { reason: 'route_closed' })
  const figures = newFigures(found.wire)
  const brings = found.figures.target.minor
  if (brings < (leastOf(op)?.minor ?? 0n)) return notSent(deps, op, { reason: 'rate_moved', offered: brings })
  if (figures.total > op.held) return notSent(deps, op, { reason: 'limit_exceeded' })
  const facts = {
    ...(await screeningFacts(deps, { ...op, ...figures, details: op.details })),
    ceilings: (await readRules(deps)).ceilings,
  }
  return priced(op, figures, facts, deps.clock.nowText())
}

function unlessRefused(work: () => Priced): Priced | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

async function withoutRate(deps: Deps, op: Operation): Promise<Change> {
  if (asked(op) < ASK_AT_MOST) return askAgain(op, deps.clock.nowText())
  return notSent(deps, op, { reason: 'rate_unavailable' })
}

/** On the balance; what came from a payer without one goes back to where it came from. */
async function notSent(
  deps: Deps,
  op: Operation,
  why: { reason: WaitsOnBalance; offered?: bigint },
): Promise<Change> {
  const now = deps.clock.nowText()
  if (!(await goesBackToSource(deps, op))) return putOnBalance(op, why, now)
  return refundShort(op, 'system', newId('pat'), pricingOf(op), now)
}
