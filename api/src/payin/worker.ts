// The jobs of a pay-in: ask its company again, and give up when the time to pay has passed. Each is safe to run
// twice and on any node.
import type { Deps } from '../deps.ts'
import { readOperation } from '../ledger/operations.ts'
import type { PaidHooks } from '../ledger/paying.ts'
import { askAgain, endOfWaiting, isOver, noted, payInAs } from './decisions.ts'
import { askDisputes } from './disputes.ts'
import { abandon, closeRefused, decideAndCommit, providerOf, referenceOf, settle } from './service.ts'
import { readPayIn } from './store.ts'

/** Asks the company, whatever made us ask: a webhook, a return page, a timer. Only its answer counts. */
export async function askPayIn(
  deps: Deps,
  hooks: PaidHooks,
  { pay_in_id }: { pay_in_id: string },
): Promise<void> {
  const payIn = await readPayIn(deps, pay_in_id)
  if (!payIn) return
  if (payIn.outcome !== null) {
    await closeRefused(deps, hooks, payIn.id)
    return askDisputes(deps, payIn.id)
  }
  if (await isPaidByBank(deps, payIn.operation_id)) return endAtBank(deps, pay_in_id)
  // One whose opening was never answered is known by our own reference, if at all.
  if (payIn.provider_id !== null || payIn.asked > 0) {
    const answer = await providerOf(deps, payIn).find(referenceOf(payIn))
    if (answer.kind !== 'found') await askLater(deps, payIn.id, answer.kind)
    else await settle(deps, hooks, payIn.id, answer.payIn)
    // Its bank may have taken it back before we heard that it came.
    if (answer.kind === 'found' && answer.payIn.state === 'collected') await askDisputes(deps, payIn.id)
  }
  await expireIfDue(deps, hooks, payIn.id)
}

/** A direct debit is collected where its money arrives: at our bank, which tells its operation by itself. */
async function isPaidByBank(deps: Deps, operationId: string): Promise<boolean> {
  const op = await readOperation(deps, operationId)
  return op?.payin_method === 'direct_debit' && op.received >= op.total
}

async function endAtBank(deps: Deps, payInId: string): Promise<void> {
  await decideAndCommit(deps, payInId, facts =>
    facts.payIn.outcome === null
      ? noted(
          facts,
          'at_bank',
          payInAs(facts.payIn, {
            state: isOver(facts.payIn) ? facts.payIn.state : 'collected',
            outcome: 'funded',
          }),
        )
      : undefined,
  )
}

async function askLater(deps: Deps, payInId: string, why: string): Promise<void> {
  await decideAndCommit(deps, payInId, facts => {
    if (isOver(facts.payIn)) return undefined
    const asked = facts.payIn.asked + 1
    return noted(facts, `later:${why}`, payInAs(facts.payIn, { asked }), {
      timers: askAgain({ id: payInId, asked }, facts.now),
    })
  })
}

async function expireIfDue(deps: Deps, hooks: PaidHooks, payInId: string): Promise<void> {
  const payIn = await readPayIn(deps, payInId)
  if (!payIn || isOver(payIn) || endOfWaiting(payIn, payIn.state) > deps.clock.now()) return
  await abandon(deps, hooks, payIn, 'expired', { actor: 'timer' })
}
