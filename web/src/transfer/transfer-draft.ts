// The transfer in the making as it is kept in this browser tab, and its return after a refresh.
import { emptyTransfer, type TransferState } from './transfer-state.ts'

const version = 2

/** Quotes are not kept: their time runs on the server's clock, and a fresh one is quickly asked. */
export function draftOf(state: TransferState): unknown {
  const { quote: _quote, earlierQuote: _earlier, refusal: _refusal, ...kept } = state
  return { version, transfer: kept }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

type Opened = TransferState['opened']

const sameStart = (a: Opened, b: Opened): boolean =>
  (b.to === undefined && b.from === undefined) || (a.to === b.to && a.from === b.from)

/**
 * The transfer to go on with: the draft, unless the flow was opened for someone or something else. A payment whose
 * outcome is not known always comes first: it is asked about again before anything new can start.
 */
export function restoreTransfer(draft: unknown, opened: Opened): TransferState {
  if (!isRecord(draft) || draft['version'] !== version || !isRecord(draft['transfer'])) {
    return emptyTransfer(opened)
  }
  const kept: TransferState = { ...emptyTransfer(), ...(draft['transfer'] as Partial<TransferState>) }
  if (kept.submission !== undefined) {
    return { ...kept, submission: { ...kept.submission, state: 'unknown' } }
  }
  if (kept.paymentId !== undefined || !sameStart(kept.opened, opened)) return emptyTransfer(opened)
  return kept
}
