// Reads what a shop asks for when it opens a session, and says which field is wrong.
import { invalidField } from './errors.ts'

export type SessionRequest = {
  readonly pointOfSaleReference: string
  readonly order: Readonly<Record<string, unknown>> & {
    readonly reference: string
    readonly amount: number
    readonly currency: string
  }
  readonly buyer: unknown
  readonly privateData: unknown
  readonly returnURL: string
  readonly notificationURL: string | undefined
}

const largestAmount = 1_000_000_000

type Fields = Readonly<Record<string, unknown>>

const objectOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

export function readSessionRequest(body: unknown): SessionRequest {
  const fields = objectOf(body)
  const payment = objectOf(fields['payment'])
  if (payment['paymentType'] !== 'ONE_OFF') throw invalidField('payment.paymentType must be ONE_OFF')
  if (payment['capture'] !== 'AUTOMATIC') throw invalidField('payment.capture must be AUTOMATIC here')
  return {
    pointOfSaleReference: text(fields['pointOfSaleReference'], 'pointOfSaleReference', /^.{1,50}$/),
    order: readOrder(objectOf(fields['order'])),
    buyer: fields['buyer'] ?? {},
    privateData: readPrivateData(fields['privateData']),
    returnURL: address(fields['returnURL'], 'returnURL'),
    notificationURL:
      fields['notificationURL'] === undefined
        ? undefined
        : address(fields['notificationURL'], 'notificationURL'),
  }
}

function readOrder(order: Fields): SessionRequest['order'] {
  return {
    ...order,
    reference: text(order['reference'], 'order.reference', /^[\w.-]{1,50}$/),
    amount: readAmount(order['amount'], 'order.amount'),
    currency: text(order['currency'], 'order.currency', /^EUR$/),
  }
}

/** A whole number of the smallest unit. */
export function readAmount(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= largestAmount)
    return value
  throw invalidField(`${name} must be a positive whole number of cents`)
}

export function readPrivateData(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(objectOf(value))
  if (entries.some(([, data]) => typeof data !== 'string')) throw invalidField('privateData must hold texts')
  return Object.fromEntries(entries) as Record<string, string>
}

function text(value: unknown, name: string, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value
  throw invalidField(`${name} is missing or malformed`)
}

function address(value: unknown, name: string): string {
  if (typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value)) return value
  throw invalidField(`${name} must be an absolute address`)
}
