// Payouts whose end is a person's word, with a reference and a reason that stay in the audit trail: those that somebody
// of ours makes by hand, which may also come back later; and those of which a provider cannot say what became, once
// somebody has asked there.
import { type Currency, money } from '@jokko/core/money'
import type { PayoutFailureCode } from '@jokko/providers/failures'
import { decideAndCommit } from '../commands/decide.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import type { Change } from '../ledger/change.ts'
import { readOperation } from '../ledger/operations.ts'
import { type Attempted, declined, paid, returnedLate } from './decisions.ts'
import { isPaidOut } from './lives.ts'
import { readLiveAttempt } from './store.ts'

type Decision = { operator: string; operationId: string; reason: string }

/** It was paid, under this reference of the bank or the operator. */
export const confirmPayout = (
  deps: Deps,
  { reference, ...decision }: Decision & { reference: string },
): Promise<string> =>
  decided(deps, decision, facts => {
    const { attempt, op } = facts
    if (op.state !== 'sent' && op.state !== 'unknown') throw new Error(`${op.id} is ${op.state}, not sent.`)
    return paid(facts, {
      providerId: reference,
      attemptId: attempt.id,
      state: 'paid',
      amount: money(attempt.amount, attempt.currency as Currency),
    })
  })

/** It was not paid and will not be, or it came back: everything goes back to the sender. */
export const failPayout = (
  deps: Deps,
  { code, ...decision }: Decision & { code: PayoutFailureCode },
): Promise<string> => {
  let wasUnpaid = false
  return decided(deps, decision, facts => {
    const failure = { code, providerCode: '' }
    const { op } = facts
    if (op.state === 'sent' || op.state === 'unknown') {
      wasUnpaid = true
      return declined(facts, failure, newId('pat'))
    }
    if (!isPaidOut(op)) throw new Error(`${op.id} is ${op.state}, neither sent nor paid.`)
    // That it was not paid is no word that it came back: whoever said so looks once more.
    if (wasUnpaid) throw new Error(`${op.id} was paid in the same moment. Look at it again.`)
    return returnedLate(facts, { id: newId('opn'), refundId: newId('opn') }, failure)
  })
}

/** As the payout stands: where its provider moves it in the same moment, it is looked at once more. */
async function decided(
  deps: Deps,
  decision: Decision,
  choose: (facts: Attempted) => Change,
): Promise<string> {
  const { operationId } = decision
  let done = ''
  const verdict = await decideAndCommit(
    deps,
    () => existing(deps, operationId),
    async op => {
      const change = choose(await attempted(deps, op, decision))
      done = `${operationId}: ${change.patch?.state ?? 'given back'}`
      return change
    },
  )
  if (verdict?.verdict === 'refused') throw new Error(`Not done: ${verdict.code}.`)
  return done
}

async function existing(deps: Deps, operationId: string): Promise<Operation> {
  const op = await readOperation(deps, operationId)
  if (!op) throw new Error(`There is no operation ${operationId}.`)
  return op
}

async function attempted(deps: Deps, op: Operation, { operator, reason }: Decision): Promise<Attempted> {
  const attempt = await readLiveAttempt(deps, op.id)
  if (!attempt || (attempt.provider !== 'manual' && op.state !== 'unknown'))
    throw new Error(`${op.id} is not paid by hand, and its outcome is not unknown.`)
  return { op, attempt, now: deps.clock.nowText(), by: { actor: `operator:${operator}`, reason } }
}
