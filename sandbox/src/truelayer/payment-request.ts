// Reads what the client asks for when it creates a payment or a refund, and says which field is wrong.
import { invalidField } from './problems.ts'

type Fields = Readonly<Record<string, unknown>>

export type PaymentRequest = {
  readonly amount: number
  readonly paymentMethod: Fields
  readonly user: Fields & { readonly name: string }
  readonly metadata: Readonly<Record<string, string>>
}

const largestAmount = 1_000_000_000

const objectOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export function parseBody(text: string): Fields {
  try {
    return objectOf(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidField('body', 'The body is not JSON.')
    throw error
  }
}

export function readPaymentRequest(fields: Fields, merchantAccountId: string): PaymentRequest {
  if (fields['currency'] !== 'EUR') throw invalidField('currency', 'Only EUR is served here.')
  const user = objectOf(fields['user'])
  const name = user['name']
  if (typeof name !== 'string' || name.trim() === '')
    throw invalidField('user.name', 'This field is required.')
  if (typeof user['email'] !== 'string' && typeof user['phone'] !== 'string')
    throw invalidField('user', 'An email or a phone is required.')
  return {
    amount: readAmount(fields['amount_in_minor']),
    paymentMethod: readMethod(objectOf(fields['payment_method']), merchantAccountId),
    user: { ...user, name },
    metadata: readMetadata(fields['metadata']),
  }
}

function readMethod(method: Fields, merchantAccountId: string): Fields {
  if (method['type'] !== 'bank_transfer')
    throw invalidField('payment_method.type', 'Only bank_transfer is served here.')
  if (objectOf(method['provider_selection'])['type'] !== 'user_selected')
    throw invalidField('payment_method.provider_selection.type', 'Only user_selected is served here.')
  const beneficiary = objectOf(method['beneficiary'])
  if (beneficiary['type'] !== 'merchant_account')
    throw invalidField('payment_method.beneficiary.type', 'Only merchant_account is served here.')
  if (beneficiary['merchant_account_id'] !== merchantAccountId)
    throw invalidField('payment_method.beneficiary.merchant_account_id', 'There is no such account.')
  return method
}

/** A whole number of the smallest unit. */
export function readAmount(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= largestAmount)
    return value
  throw invalidField('amount_in_minor', 'Must be a positive whole number.')
}

export function readMetadata(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(objectOf(value))
  const isShort = (text: unknown) => typeof text === 'string' && text.length <= 500
  if (entries.length > 10 || !entries.every(([key, text]) => key.length <= 40 && isShort(text)))
    throw invalidField('metadata', 'At most 10 texts of 500 characters, under names of 40.')
  return Object.fromEntries(entries) as Record<string, string>
}
