// A customer's own deposits: shown, given up, and closed when their time is over.
import type { Deposit } from '@jokko/contract/deposit'
import { eur } from '@jokko/core/money'
import { recovery } from '../bank/debts.ts'
import { decideAndCommit, once, orFail, settle } from '../commands/decide.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { CommandKey } from '../http/idempotency.ts'
import { moneyText } from '../http/money-text.ts'
import { Problem } from '../http/problem.ts'
import type { Caller } from '../http/session.ts'
import { readOperation, readOwnOperation } from '../ledger/operations.ts'
import type { Collection, Funding, PayIns } from '../ledger/paying.ts'
import { notice } from '../messages/owner-notice.ts'
import { readPayer } from '../people/payers.ts'
import { awaits, close, collected } from './decisions.ts'
import { depositView } from './views.ts'

export async function ownDeposit(deps: Deps, caller: Caller, id: string): Promise<Operation> {
  const op = await readOwnOperation(deps, caller.customerId, id)
  if (op?.kind !== 'deposit') throw new Problem('not_found')
  return op
}

export async function showDeposit(payIns: PayIns, op: Operation): Promise<Deposit> {
  return depositView(op, await payIns.of(op))
}

/** The customer gives up; a company that collects is asked to stop first. */
export async function cancelDeposit(
  deps: Deps,
  payIns: PayIns,
  caller: Caller,
  command: CommandKey,
  id: string,
): Promise<Operation> {
  const read = () => ownDeposit(deps, caller, id)
  const reread = (earlier: string) => ownDeposit(deps, caller, earlier)
  return once(deps, command, reread, async () => {
    if (await payIns.stop(await read(), caller.userId, command)) return read()
    return settle(deps, read, op => {
      if (!awaits(op)) throw new Problem('cancel_not_possible')
      return close(op, 'cancelled', { actor: caller.userId }, command, deps.clock.nowText())
    })
  })
}

/** On the balance, and its owner is told. */
export async function fundDeposit(deps: Deps, op: Operation, collection: Collection): Promise<Funding> {
  const payer = await readPayer(deps, op.user_id)
  if (!payer) throw new Error(`The payer of ${op.id} is not known`)
  const told = notice(op.id, payer, 'deposit_received', {
    amount: moneyText(eur(op.principal), payer.language),
    reference: op.reference ?? payer.payment_reference,
    link: `${deps.config.publicUrl}/dashboard/home?operation=${op.id}`,
  })
  return collected(op, collection, [told, recovery(op.customer_id)])
}

/** No bank transfer came in time. */
export async function depositDue(deps: Deps, { operation_id }: { operation_id: string }): Promise<void> {
  const verdict = await decideAndCommit(
    deps,
    () => readOperation(deps, operation_id),
    op => {
      const isOverdue = op.fund_by !== null && op.fund_by <= deps.clock.now()
      if (!isOverdue || !awaits(op)) return undefined
      const command = { scope: 'timer', key: `${op.id}:fund_by`, body_hash: 'deposit_due' }
      return close(op, 'expired', { actor: 'timer' }, command, deps.clock.nowText())
    },
  )
  orFail(verdict, `The end of ${operation_id}`)
}
