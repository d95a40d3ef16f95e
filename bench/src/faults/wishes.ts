// What the people of the fault run want, what they were told, and amounts as they are written.
import type { Customer } from '../stage.ts'

/**
 * `left`: nobody pays. `late`: the payer cancels, and pays on the page that is still open. `disputed`: the card's bank takes
 * it back. `other`: somebody else's account pays. `returns`: the phone's operator takes back what was refunded to it.
 */
export type Payin =
  | 'balance'
  | 'exact'
  | 'short'
  | 'twice'
  | 'card'
  | 'card_refused'
  | 'card_left'
  | 'card_late'
  | 'card_disputed'
  | 'instant'
  | 'instant_other'
  | 'debit'
  | 'mobile'
  | 'mobile_declined'
  | 'mobile_returns'

export type Wish = {
  readonly key: string
  readonly customer: Customer
  readonly beneficiaryId: string
  readonly cents: bigint
  readonly flow: Flow
  readonly payin: Payin
  readonly repeats: boolean
  /** How a withdrawal goes on after it was opened. */
  readonly ending: 'confirmed' | 'cancelled' | 'left'
}

export type Flow = 'transfer' | 'deposit' | 'withdrawal' | 'request'

export type Acknowledged = {
  readonly wish: Wish
  readonly id: string
  readonly total: bigint
  /** What the payer's bank sent for it; what companies collected is read from their own books. */
  readonly paidIn: bigint
  /** The request that it paid, and who gets the money. */
  readonly request?: { id: string; key: string; requester: Customer }
  /** Another payment that the same request, sent again, was answered with. */
  readonly repeatedAs?: string
}

export type Refused = {
  readonly wish: Pick<Wish, 'key' | 'customer'>
  readonly status: number
  readonly code: string
}

export const decimal = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
export const cents = (text: string): bigint => BigInt(text.replace('.', ''))
