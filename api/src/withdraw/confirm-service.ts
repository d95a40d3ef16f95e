// What its owner does about a withdrawal that waits for its code: ask for another code, enter it, or give it up.
import type { ResendCode } from '@jokko/contract/withdraw'
import type * as z from 'zod/mini'
import { decideAndCommit, once, orRefuse, settle } from '../commands/decide.ts'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { CommandKey } from '../http/idempotency.ts'
import { newId } from '../http/ids.ts'
import { Problem } from '../http/problem.ts'
import { type Caller, requireActive } from '../http/session.ts'
import { readCustomerName, readDebt, readOwnOperation } from '../ledger/operations.ts'
import { readRules } from '../payouts/rules.ts'
import { type ScreeningVerdict, screen } from '../payouts/screening.ts'
import { readPayer } from '../people/payers.ts'
import { bankKinds, isRestricted } from './access.ts'
import { channelsFor, sendCode, tryCode } from './codes.ts'
import { codeSent, confirm, end } from './decisions.ts'
import { chosenChannel } from './open-service.ts'
import { accountPaidBy } from './payee.ts'

/** Another customer's says the same as one that does not exist. */
export async function ownWithdrawal(deps: Deps, { customerId }: Caller, id: string): Promise<Operation> {
  const op = await readOwnOperation(deps, customerId, id)
  if (op?.kind !== 'withdrawal') throw new Problem('not_found')
  return op
}

/** The caller's own by its id, whichever it is. */
const ownedBy = (deps: Deps, caller: Caller) => (id: string) => ownWithdrawal(deps, caller, id)

/** The first code goes with the opening. Where it cannot, its owner sees that and asks for another. */
export async function sendFirstCode(
  deps: Deps,
  op: Operation,
  channel: { channel: z.infer<typeof ResendCode>['channel']; to: string | null },
): Promise<void> {
  try {
    await sendAndWait(deps, op, channel)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    deps.log.warn({ operation: op.id, code: error.code }, 'the first code of a withdrawal did not go')
  }
}

export async function resendCode(
  deps: Deps,
  caller: Caller,
  id: string,
  { channel: asked }: z.infer<typeof ResendCode>,
): Promise<Operation> {
  requireActive(caller)
  const op = await ownWithdrawal(deps, caller, id)
  requireOwner(caller, op)
  if (op.state !== 'created') throw new Problem('payment_already_executed')
  const payer = await readPayer(deps, op.user_id)
  if (!payer) throw new Problem('not_found')
  await sendAndWait(deps, op, chosenChannel(await channelsFor(deps, op, payer), asked))
  return op
}

/** Whoever opened it has the phone that the code goes to. */
function requireOwner({ userId, isOwner }: Caller, op: Operation): void {
  if (!isOwner || op.user_id !== userId) throw new Problem('owner_only')
}

async function sendAndWait(
  deps: Deps,
  op: Operation,
  { channel, to }: Parameters<typeof sendFirstCode>[2],
): Promise<void> {
  const { id, expiresAt } = await sendCode(deps, op, { channel, to: to ?? '' })
  const verdict = await decideAndCommit(
    deps,
    () => readOwnOperation(deps, op.customer_id, op.id),
    current =>
      current.state === 'created' ? codeSent(current, id, expiresAt, deps.clock.nowText()) : undefined,
  )
  if (verdict) orRefuse(verdict)
}

export async function confirmCashout(
  deps: Deps,
  caller: Caller,
  command: CommandKey,
  { id, key_code }: { id: string; key_code: string },
): Promise<Operation> {
  if (!/^\d{6}$/.test(key_code)) throw new Problem('otp_invalid', { fields: { key_code: ['otp_invalid'] } })
  const read = () => ownWithdrawal(deps, caller, id)
  return once(deps, command, ownedBy(deps, caller), async () => {
    requireActive(caller)
    const op = await read()
    requireOwner(caller, op)
    if (op.state !== 'created') throw endedBefore(op)
    await requireStillAllowed(deps, caller, op)
    // Read before the code is used up, so that a failure here does not cost it.
    const facts = { screening: await screened(deps, op), attemptId: newId('pat') }
    if (!(await tryCode(deps, op, key_code))) throw new Problem('stale_version')
    return settle(deps, read, current => confirm(current, facts, command, deps.clock.nowText()))
  })
}

/** What an opening asks of its caller holds until it is confirmed: a restriction or a debt may have come meanwhile. */
async function requireStillAllowed(deps: Deps, caller: Caller, { payout_kind }: Operation): Promise<void> {
  if (isRestricted(caller) && !bankKinds.has(payout_kind ?? '')) throw new Problem('temp_restriction')
  if ((await readDebt(deps, caller.customerId)) > 0n) throw new Problem('receivable_open')
}

const endedBefore = (op: Operation): Problem =>
  new Problem(op.state === 'expired' ? 'otp_expired' : 'payment_already_executed')

async function screened(deps: Deps, op: Operation): Promise<ScreeningVerdict> {
  const { sanctionedNames, newPayeeHoldCents } = await readRules(deps)
  const owner = await readCustomerName(deps, op.user_id)
  return screen(
    { names: [op.details.payee?.name ?? '', op.counterparty, owner], principalCents: op.principal },
    { sanctionedNames, newPayeeHoldCents, knownPayee: await wasPaidBefore(deps, op) },
  )
}

/** Money has arrived there before; cash that was handed out says nothing about the next time. */
async function wasPaidBefore(deps: Deps, op: Operation): Promise<boolean> {
  const account = await accountPaidBy(deps, op.customer_id, op.details.payee)
  return account !== undefined && account.paid_at !== null
}

export async function cancelCashout(
  deps: Deps,
  caller: Caller,
  command: CommandKey,
  id: string,
): Promise<Operation> {
  const read = () => ownWithdrawal(deps, caller, id)
  return once(deps, command, ownedBy(deps, caller), () =>
    settle(deps, read, op =>
      end(op, { event: 'cancelled', actor: caller.userId }, command, deps.clock.nowText()),
    ),
  )
}
