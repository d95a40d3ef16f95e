// Who may withdraw, and when: the owner of an active account, while withdrawals are open.
import type { Deps } from '../deps.ts'
import { isOpenPart, isWithdrawOpen } from '../http/features.ts'
import { Problem } from '../http/problem.ts'
import { type Caller, requireActive } from '../http/session.ts'

export async function requireWithdrawals(deps: Deps, caller: Caller): Promise<void> {
  requireActive(caller)
  if (!caller.isOwner) throw new Problem('owner_only')
  const isOpen = isOpenPart(caller, 'withdraw') && (await isWithdrawOpen(deps))
  if (!isOpen) throw new Problem('withdraw_closed')
}

/** Who is restricted withdraws to a bank only. */
export const bankKinds: ReadonlySet<string> = new Set(['bank_transfer', 'manual_bank_transfer'])

export const isRestricted = ({ activationLevel }: Caller): boolean => activationLevel === 'YELLOW'
