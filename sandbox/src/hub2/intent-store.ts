// Rows of payment intents and their payments, and the questions that are asked of them.
import type { World } from '../world/world.ts'
import { movedFromCollection } from './account.ts'
import { Hub2Refusal } from './errors.ts'

export type IntentRow = {
  id: string
  purchase_reference: string
  customer_reference: string
  amount: number
  currency: string
  business_name: string | null
  token: string
  status: 'payment_required' | 'processing' | 'action_required' | 'successful'
  mode: string
  times_refused: number
  created_at: number
  updated_at: number
}

/** What the payer is asked to do; absent when it is the operator's turn. */
export type Step = 'otp' | 'ussd' | 'redirection'

export type PaymentRow = {
  id: string
  intent_id: string
  amount: number
  currency: string
  country: string
  provider: string
  msisdn: string
  status: 'pending' | 'processing' | 'successful' | 'failed'
  step: Step | null
  redirections: string | null
  page_url: string | null
  fee: number
  failure_code: string | null
  failure_message: string | null
  script: string
  created_at: number
  updated_at: number
}

export function knownIntent({ store }: World, id: string): IntentRow {
  const intent = store.get<IntentRow>('select * from hub2_intents where id = ?', id)
  if (!intent) throw new Hub2Refusal(404, 'transaction-not-found', `there is no payment intent ${id}`)
  return intent
}

export const paymentsOf = ({ store }: World, intentId: string) =>
  store.all<PaymentRow>('select * from hub2_payments where intent_id = ? order by number', intentId)

export function findPayment({ store }: World, id: string): PaymentRow | undefined {
  return store.get<PaymentRow>('select * from hub2_payments where id = ?', id)
}

export function knownPayment(world: World, id: string): PaymentRow {
  const payment = findPayment(world, id)
  if (!payment) throw new Error(`there is no payment ${id}`)
  return payment
}

/** The prompt that this phone shows now: the newest payment that waits for it. */
export const promptOn = ({ store }: World, msisdn: string): PaymentRow | undefined =>
  store.get<PaymentRow>(
    `select * from hub2_payments where msisdn = ? and status = 'pending' and step = 'ussd'
     order by number desc limit 1`,
    msisdn,
  )

export const isOpen = ({ status }: PaymentRow) => status === 'pending' || status === 'processing'

/** In hundredths of a percent, of the amount. */
export const collectionBasisPoints = 200

export const feeFor = (amount: number) => Math.floor((amount * collectionBasisPoints + 5_000) / 10_000)

/** What was collected and not yet moved to the transfer account, without Hub2's fees. */
export function collectedBalance(world: World, currency: string): number {
  const collected = world.store.get<{ total: number | null }>(
    `select sum(amount - fee) as total from hub2_payments where currency = ? and status = 'successful'`,
    currency,
  )
  return (collected?.total ?? 0) - movedFromCollection(world, currency)
}
