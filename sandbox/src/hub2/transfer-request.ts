// Reads a transfer request the way Hub2 would, and refuses what it would refuse.
import { Hub2Refusal } from './errors.ts'
import { amountIn, currencyOfCountry, type Fields, objectOf, textOf } from './request-fields.ts'

export type TransferRequest = {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly description: string
  readonly destination: Destination
  readonly origin?: { readonly name: string; readonly country: string }
  readonly overrideBusinessName?: string
}

export type Destination =
  | {
      readonly type: 'mobile_money'
      readonly country: string
      readonly recipientName: string
      readonly msisdn: string
      readonly provider: string
    }
  | {
      readonly type: 'bank_transfer'
      readonly country: string
      readonly recipientName: string
      /** The vendor's field names are not public: bankId or bankName, and iban or accountNumber, are kept as sent. */
      readonly account: Readonly<Record<string, string>>
    }

export function readTransferRequest(body: unknown): TransferRequest {
  const fields = objectOf(body, 'body')
  const reference = textOf(fields, 'reference', /^[A-Za-z0-9\-_. ]{1,255}$/)
  const amount = amountIn(fields)
  const currency = textOf(fields, 'currency', /^[A-Z]{3}$/)
  const destination = readDestination(objectOf(fields['destination'], 'destination'))
  if (currencyOfCountry[destination.country] !== currency)
    throw new Hub2Refusal(
      400,
      'unsupported_currency',
      `${currency} cannot be paid out in ${destination.country}`,
    )
  return {
    reference,
    amount,
    currency,
    description: textOf(fields, 'description', /^.{0,255}$/s),
    destination,
    ...optionalOrigin(fields),
    ...(typeof fields['overrideBusinessName'] === 'string'
      ? { overrideBusinessName: fields['overrideBusinessName'] }
      : {}),
  }
}

function readDestination(fields: Fields): Destination {
  const country = textOf(fields, 'country', /^[A-Z]{2}$/)
  const recipientName = textOf(fields, 'recipientName', /^.{1,255}$/s)
  if (fields['type'] === 'mobile_money') {
    const msisdn = textOf(fields, 'msisdn', /^\+\d{8,15}$/)
    const provider = textOf(fields, 'provider', /^[A-Za-z][\w-]{1,40}$/).toLowerCase()
    return { type: 'mobile_money', country, recipientName, msisdn, provider }
  }
  if (fields['type'] === 'bank_transfer')
    return { type: 'bank_transfer', country, recipientName, account: readBankAccount(fields) }
  throw new Hub2Refusal(400, 'invalid_destination', 'destination.type must be mobile_money or bank_transfer')
}

function readBankAccount(fields: Fields): Record<string, string> {
  const kept = Object.entries(fields).filter(
    (field): field is [string, string] =>
      typeof field[1] === 'string' && !['type', 'country', 'recipientName'].includes(field[0]),
  )
  const account = Object.fromEntries(kept)
  if (!account['iban'] && !account['accountNumber'])
    throw new Hub2Refusal(400, 'invalid_destination', 'destination.iban is missing')
  return account
}

function optionalOrigin(fields: Fields) {
  if (fields['origin'] === undefined) return {}
  const origin = objectOf(fields['origin'], 'origin')
  return {
    origin: { name: textOf(origin, 'name', /^.{1,255}$/s), country: textOf(origin, 'country', /^[A-Z]{2}$/) },
  }
}
