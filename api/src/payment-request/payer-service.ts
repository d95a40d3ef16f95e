// The payer's side of a request: who may see it, agree to it, decline it, and why not.
import { eur } from '@jokko/core/money'
import { once, orRefuse } from '../commands/decide.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { CommandKey } from '../http/idempotency.ts'
import { Problem } from '../http/problem.ts'
import { type Caller, requireActive } from '../http/session.ts'
import { readOperation } from '../ledger/operations.ts'
import { readPayer } from '../people/payers.ts'
import { agree, close } from './decisions.ts'
import { moveRequest } from './moving.ts'
import { idOf } from './references.ts'
import { mayReceive, newestPayment, stands } from './store.ts'

export const askedOf = (op: Operation) => eur(op.principal)

export const isOwn = (op: Operation, { customerId }: Caller): boolean => op.customer_id === customerId

export const isOverdue = ({ clock }: Deps, op: Operation): boolean =>
  op.fund_by !== null && op.fund_by <= clock.now()

/** A request that this person may look at: named in it, or with its link while nobody else has agreed to pay. */
export async function seenRequest(deps: Deps, caller: Caller, id: string): Promise<Operation | undefined> {
  const op = await readOperation(deps, id)
  if (op?.kind !== 'request' || op.book !== deps.config.book) return undefined
  if (isOwn(op, caller)) return op
  const { accepted_by: agreed } = op.details
  if (agreed && agreed.customer_id !== caller.customerId) return undefined
  return (await isFor(deps, op, caller)) ? op : undefined
}

async function isFor(deps: Deps, { details }: Operation, { userId }: Caller): Promise<boolean> {
  const named = details.request?.payer
  if (!named) return true
  const person = await readPayer(deps, userId)
  return (
    (named.email !== undefined && named.email === person?.email.toLowerCase()) ||
    (named.phone !== undefined && named.phone === person?.phone)
  )
}

/** The id behind a public name, for who may pay it. */
export async function idBehind(deps: Deps, caller: Caller, appref: string): Promise<string> {
  const id = idOf(appref)
  const op = id === undefined ? undefined : await seenRequest(deps, caller, id)
  if (!op) throw new Problem('link_not_for_you')
  return op.id
}

/** The same for who opens the link: one that was used says so. */
export async function idOfLink(deps: Deps, caller: Caller, appref: string): Promise<string> {
  try {
    return await idBehind(deps, caller, appref)
  } catch (error) {
    const id = idOf(appref)
    if (id !== undefined && (await isUsedLink(deps, id))) throw new Problem('link_already_used')
    throw error
  }
}

/** Anybody's link, and somebody agreed to pay by it before: whoever holds it may know that much. */
async function isUsedLink(deps: Deps, id: string): Promise<boolean> {
  const op = await readOperation(deps, id)
  if (op?.kind !== 'request' || op.book !== deps.config.book) return false
  return !op.details.request?.payer && Boolean(op.details.accepted_by)
}

/** Why nobody can pay it any more. */
export function requireOpen(deps: Deps, op: Operation): void {
  if (op.state === 'paid') throw new Problem('payment_already_executed')
  if (op.state === 'expired' || (op.state === 'open' && isOverdue(deps, op)))
    throw new Problem('payment_url_expired')
  if (op.state !== 'open' && op.state !== 'accepted') throw new Problem('request_closed')
}

/** Nor may anybody pay somebody who was shut out since they asked. */
export async function requirePayable(deps: Deps, op: Operation): Promise<void> {
  requireOpen(deps, op)
  if (!(await mayReceive(deps, op.user_id))) throw new Problem('request_closed')
}

async function requestFor(deps: Deps, caller: Caller, id: string): Promise<Operation> {
  const op = await seenRequest(deps, caller, id)
  if (!op) throw new Problem('designated_user_only')
  if (isOwn(op, caller)) throw new Problem('cantSendToSelf')
  return op
}

/** The payer agrees: for a while nobody else can. Said twice it is the same. */
export async function agreeToPay(
  deps: Deps,
  caller: Caller,
  command: CommandKey,
  id: string,
): Promise<Operation> {
  requireActive(caller)
  return once(
    deps,
    command,
    again => requestFor(deps, caller, again),
    async () => {
      const verdict = await moveRequest(
        deps,
        () => requestFor(deps, caller, id),
        async op => {
          await requirePayable(deps, op)
          return op.state === 'accepted' ? undefined : agree(op, caller, command, deps.clock.nowText())
        },
      )
      if (verdict) orRefuse(verdict)
      return requestFor(deps, caller, id)
    },
  )
}

/** Only whom the requester named may say no for good: a link that many have is nobody's to close. */
export async function declineToPay(
  deps: Deps,
  caller: Caller,
  command: CommandKey,
  id: string,
): Promise<Operation> {
  return once(
    deps,
    command,
    again => requestFor(deps, caller, again),
    async () => {
      const verdict = await moveRequest(
        deps,
        () => requestFor(deps, caller, id),
        async op => {
          if (!op.details.request?.payer) throw new Problem('designated_user_only')
          requireOpen(deps, op)
          if (stands(await newestPayment(deps, op.id))) throw new Problem('cancel_not_possible')
          return close(op, 'declined', caller.userId, command, deps.clock.nowText())
        },
      )
      if (verdict) orRefuse(verdict)
      return requestFor(deps, caller, id)
    },
  )
}
