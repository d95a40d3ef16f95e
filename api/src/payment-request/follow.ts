// A request goes where its payment goes: paid with it, open again without it, and over when its time has passed. Each job
// may run twice, and at any moment.
import { orFail } from '../commands/decide.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { moneyText } from '../http/money-text.ts'
import type { Change, Command, JobWrite } from '../ledger/change.ts'
import { readOperation } from '../ledger/operations.ts'
import { notice } from '../messages/owner-notice.ts'
import { readPayer } from '../people/payers.ts'
import { close, LAPSES_AFTER_MS, paid, reopen } from './decisions.ts'
import { moveRequest } from './moving.ts'
import { askedOf, isOverdue } from './payer-service.ts'
import { newestPayment, stands } from './store.ts'

const commandOf = ({ id, version }: Operation): Command => ({
  scope: 'request',
  key: `${id}:v${version}`,
  body_hash: 'follow',
})

type Decide = (op: Operation, command: Command, now: string) => Promise<Change | undefined>

async function step(deps: Deps, id: string, decide: Decide): Promise<void> {
  const verdict = await moveRequest(
    deps,
    () => readOperation(deps, id),
    op => decide(op, commandOf(op), deps.clock.nowText()),
  )
  orFail(verdict, `The request ${id}`)
}

/** Its payment has ended: the job of the payment's own transaction. */
export const followRequest = (deps: Deps, { request_id }: { request_id: string }): Promise<void> =>
  step(deps, request_id, async (op, command, now) => {
    if (op.state !== 'accepted') return undefined
    const payment = await newestPayment(deps, op.id)
    if (payment?.state === 'paid') return paid(op, [await toldRequester(deps, op, payment)], command, now)
    const agreedAt = new Date(op.details.accepted_by?.at ?? 0)
    const isOfThisTime = payment !== undefined && payment.started_at >= agreedAt
    return isOfThisTime && !stands(payment) ? reopen(op, command, now) : undefined
  })

/** Who agreed did not get to pay: others need not wait. */
export const letGo = (deps: Deps, id: string): Promise<void> =>
  step(deps, id, async (op, command, now) =>
    op.state === 'accepted' && !stands(await newestPayment(deps, op.id))
      ? reopen(op, command, now)
      : undefined,
  )

/** Agreed to a while ago, and nothing came of it. */
export const requestLapses = (deps: Deps, { operation_id }: { operation_id: string }): Promise<void> =>
  step(deps, operation_id, async (op, command, now) => {
    const since = Date.parse(op.details.accepted_by?.at ?? now)
    const isLapsed = op.state === 'accepted' && Date.parse(now) - since >= LAPSES_AFTER_MS
    return isLapsed && !stands(await newestPayment(deps, op.id)) ? reopen(op, command, now) : undefined
  })

/** Nobody paid in time. While somebody is paying, it waits for them. */
export const requestDue = (deps: Deps, { operation_id }: { operation_id: string }): Promise<void> =>
  step(deps, operation_id, async (op, command, now) =>
    op.state === 'open' && isOverdue(deps, op) ? close(op, 'expired', 'timer', command, now) : undefined,
  )

async function toldRequester(deps: Deps, op: Operation, payment: Operation): Promise<JobWrite> {
  const owner = await readPayer(deps, op.user_id)
  if (!owner) throw new Error(`The requester of ${op.id} is not known`)
  return notice(op.id, owner, 'request_paid', {
    amount: moneyText(askedOf(op), owner.language),
    beneficiary: payment.details.sender_name ?? '',
    reference: payment.reference ?? '',
    link: `${deps.config.publicUrl}/dashboard/home?operation=${payment.id}`,
  })
}
