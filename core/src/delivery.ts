// How long money takes, in minutes: the sender's on its way to us, and ours on its way to the beneficiary.

export type Minutes = { readonly min: number; readonly max: number }

const DAY = 24 * 60
const BANK_TRANSFER: Minutes = { min: DAY, max: 3 * DAY }
/** Named "Instant SEPA", but the payer's bank may take its time. */
const DIRECT_DEBIT: Minutes = { min: 5, max: 3 * DAY }
const AT_ONCE: Minutes = { min: 0, max: 0 }

function payInTime(method: string | null): Minutes {
  if (method === 'bank_transfer') return BANK_TRANSFER
  return method === 'direct_debit' ? DIRECT_DEBIT : AT_ONCE
}

/** From the moment of ordering to the money at the beneficiary's. */
export function deliveryTime(payInMethod: string | null, payout: Minutes): Minutes {
  const payIn = payInTime(payInMethod)
  return { min: payIn.min + payout.min, max: payIn.max + payout.max }
}

/** What is left of a delivery once the sender's money is here. */
export function payoutTime(payInMethod: string | null, delivery: Minutes): Minutes {
  const payIn = payInTime(payInMethod)
  return { min: Math.max(0, delivery.min - payIn.min), max: Math.max(0, delivery.max - payIn.max) }
}
