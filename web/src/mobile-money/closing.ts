// Closing in the anonymous flow, where the browser may not be the payer's own: they are signed out and go back to whoever
// asked.
import { endSession, signOut } from '../app/session-end.ts'
import { leaveFor } from '../common/way-to-pay.ts'
import { addressBehind } from './mobile-money-api.ts'
import { nameIn, type PaymentInAddress } from './payment-in-address.ts'

async function close(name: string | undefined): Promise<void> {
  // Where the way back cannot be read, it is home.
  const address = name === undefined ? null : await addressBehind(name).catch(() => null)
  await signOut().catch(() => endSession('signed-out'))
  leaveFor(address ?? location.origin)
}

/** Undefined where closing leads home, as anywhere else. */
export function closingOf(address: PaymentInAddress): (() => void) | undefined {
  return address.status === 'anonymous' ? () => void close(nameIn(address)) : undefined
}
