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
export function nextKeys(payment: ReturnedPayment): readonly NextKey[] {
  const { method, withdraw_method, recipient, operation_type } = payment
  if (operation_type === 'deposit')
    return method === 'direct_debit' ? ['debit_first', 'deposit'] : ['deposit']
  const payout: NextKey = recipient === '' && withdraw_method !== 'balance' ? 'any' : withdraw_method
  return method === 'direct_debit' ? ['debit_first', payout] : [payout]
}

/** The beneficiary may need help with what a bank receives. */
export const isToBank = ({ withdraw_method }: ReturnedPayment): boolean =>
  withdraw_method === 'bank_transfer' || withdraw_method === 'manual_bank_transfer'

export type StopState = 'done' | 'current' | 'upcoming'

/** Account holder, order at the bank, money at Jokko. */
export type InstantStops = readonly [StopState, StopState, StopState]

/** The steps of an instant payment, where it is known for certain which of them are done. */
export function instantStops({ method, status, connect_url }: ReturnedPayment): InstantStops | undefined {
  if (method !== 'instant_bank_transfer') return undefined
  if (status === 'succeeded') return ['done', 'done', 'done']
  // With a page still open it may be the bank's question for the holder or the one for the order.
  return status === 'pending' && connect_url === null ? ['done', 'current', 'upcoming'] : undefined
}
