// The deposit in the making as it is kept in this browser tab, and its return after a refresh.
import { type DepositState, emptyDeposit } from './deposit-flow.ts'

const version = 1

export const draftOf = (state: DepositState): unknown => ({ version, deposit: state })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The draft, unless the flow was opened for another operation or the draft's own deposit was opened already. */
export function restoreDeposit(draft: unknown, from: string | undefined): DepositState {
  if (!isRecord(draft) || draft['version'] !== version || !isRecord(draft['deposit']))
    return emptyDeposit(from)
  const kept: DepositState = { ...emptyDeposit(), ...(draft['deposit'] as Partial<DepositState>) }
  if (kept.depositId !== undefined || (from !== undefined && kept.from !== from)) return emptyDeposit(from)
  return kept
}
