// Payment intents and their payments as Hub2 shows them, in answers and in webhooks.
import { isoTime } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { collectionBasisPoints, type IntentRow, type PaymentRow } from './intent-store.ts'
import { ussdCodeOf } from './payers.ts'

export function intentObject({ settings }: World, row: IntentRow, payments: readonly PaymentRow[]) {
  const latest = payments.at(-1)
  const nextAction = latest && nextActionOf(latest)
  return {
    id: row.id,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    merchantId: settings.hub2MerchantId,
    purchaseReference: row.purchase_reference,
    customerReference: row.customer_reference,
    amount: row.amount,
    currency: row.currency,
    ...(row.business_name === null ? {} : { overrideBusinessName: row.business_name }),
    token: row.token,
    status: row.status,
    payments: payments.map(paymentObject),
    mode: row.mode,
    ...(nextAction ? { nextAction } : {}),
    ...(row.status === 'payment_required' && latest?.status === 'failed'
      ? { lastPaymentFailure: failureOf(latest) }
      : {}),
  }
}

export function paymentObject(row: PaymentRow) {
  const nextAction = nextActionOf(row)
  return {
    id: row.id,
    intentId: row.intent_id,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    method: 'mobile_money',
    country: row.country,
    provider: row.provider,
    number: row.msisdn,
    fees: row.status === 'successful' ? [feeObject(row)] : [],
    ...(row.status === 'failed' ? { failure: failureOf(row) } : {}),
    ...(nextAction ? { nextAction } : {}),
  }
}

const failureOf = ({ failure_code, failure_message }: PaymentRow) => ({
  code: failure_code,
  message: failure_message,
  params: {},
})

function nextActionOf({ step, country, provider, page_url }: PaymentRow) {
  if (step === 'redirection')
    return {
      type: step,
      message: 'Continue on the page of your operator',
      data: { url: page_url, method: 'GET', headers: {}, data: {} },
    }
  const ussdCode = ussdCodeOf(country, provider)
  const dial = ussdCode === undefined ? '' : ` (${ussdCode})`
  if (step === 'otp') return { type: step, message: `Enter the code that you received${dial}` }
  if (step === 'ussd') return { type: step, message: `Approve the payment on your phone${dial}` }
  return undefined
}

function feeObject(row: PaymentRow) {
  return {
    id: `fee_${row.id.slice(4)}`,
    rate: collectionBasisPoints / 100,
    type: 'percent',
    amount: row.fee,
    currency: row.currency,
    label: 'payment fee',
    taxes: [],
  }
}
