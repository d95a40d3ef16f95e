// Where a payer stands with a request, from what the server says and what the address asks for. No network, no React.
import type { RequestedPayment } from '@jokko/contract/payment-request'

export const steps = ['amount', 'bank', 'details'] as const
export type Step = (typeof steps)[number]

export type RequestSearch = {
  readonly status?: 'anonymous'
  readonly step?: Step
  /** Which of our accounts is paid into. */
  readonly account?: number
  /** The way to pay that was chosen: it stays through a refresh. */
  readonly method?: number
}

function numberIn(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

export function readRequestSearch(search: Record<string, unknown>): RequestSearch {
  const step = steps.find(one => one === search['step'])
  const account = numberIn(search['account'])
  const method = numberIn(search['method'])
  return {
    ...(search['status'] === 'anonymous' && { status: 'anonymous' as const }),
    ...(step !== undefined && { step }),
    ...(account !== undefined && { account }),
    ...(method !== undefined && { method }),
  }
}

export type Stand =
  | 'own'
  | 'who'
  | 'amount'
  | 'bank'
  | 'details'
  | 'going'
  | 'progress'
  | 'short'
  | 'returning'
  | 'paid'
  | 'declined'
  | 'expired'
  | 'cancelled'

const ends = ['paid', 'declined', 'expired', 'cancelled'] as const

export function standOf({ request, payment }: RequestedPayment, { step, account }: RequestSearch): Stand {
  if (request.is_own) return 'own'
  const end = ends.find(one => one === request.state)
  if (end !== undefined) return end
  const isUnderWay = request.state === 'accepted' && request.ways.length === 0
  if (!isUnderWay || payment === null) return step === undefined ? 'who' : 'amount'
  const isAsked = payment.status === 'payment_started' || payment.status === 'payment_requested'
  if (payment.type === 'bank_transfer' && payment.allowed_actions.includes('see_bank_details'))
    return step === 'details' && account !== undefined ? 'details' : 'bank'
  if (payment.allowed_actions.includes('refund')) return 'short'
  if (payment.status === 'transfer_failed') return 'returning'
  return isAsked ? 'going' : 'progress'
}

/** The last payment of this payer came to nothing. */
export const hasFailedBefore = ({ payment }: RequestedPayment): boolean => payment !== null
