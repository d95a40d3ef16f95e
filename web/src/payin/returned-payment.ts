// How a payment that its payer came back from is told: by what the server says of it. No network, no React.
import type { ReturnedPayment } from '@jokko/contract/pay-in'
import type payin from '@jokko/locales/fr/payin.json'
import type { OutcomeTone } from '../common/outcome-card.tsx'
import type { Pace } from '../common/pace.ts'

/** Every two seconds for two minutes; afterwards the server goes on looking, and the page says so. */
export const returnedPace: Pace = [{ untilMs: 120_000, everyMs: 2_000 }]

type Status = ReturnedPayment['status']
type NextKey = keyof (typeof payin)['next']

export const toneOf: { readonly [S in Exclude<Status, 'pending'>]: OutcomeTone } = {
  succeeded: 'done',
  failed: 'failed',
  cancelled: 'closed',
  expired: 'closed',
}

/** What follows a payment that was made, by how it is paid out; a recipient that is not known is not named. */
export function nextKeys({ method, withdraw_method, recipient }: ReturnedPayment): readonly NextKey[] {
  const payout: NextKey = recipient === '' && withdraw_method !== 'balance' ? 'any' : withdraw_method
  return method === 'direct_debit' ? ['debit_first', payout] : [payout]
}

/** The beneficiary may need help with what a bank receives. */
export const isToBank = ({ withdraw_method }: ReturnedPayment): boolean =>
  withdraw_method === 'bank_transfer' || withdraw_method === 'manual_bank_transfer'

export type StopState = 'done' | 'current' | 'upcoming' | 'failed'

/** Where an instant payment stands: account holder, order at the bank, money at Jokko. */
export function instantStops(status: Status | 'checking'): readonly [StopState, StopState, StopState] {
  switch (status) {
    case 'checking':
      return ['current', 'upcoming', 'upcoming']
    case 'pending':
      return ['done', 'current', 'upcoming']
    case 'succeeded':
      return ['done', 'done', 'done']
    default:
      return ['done', 'failed', 'upcoming']
  }
}
