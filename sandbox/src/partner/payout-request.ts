// Reads a payout request, and refuses what the network could not carry out.
import { PartnerRefusal } from './errors.ts'
import { isInstitutionOf } from './institutions.ts'

export const payoutTypes = ['mfi', 'wallet', 'delivery', 'mobile_money', 'bank_transfer'] as const

export type PayoutRequest = {
  readonly reference: string
  readonly type: (typeof payoutTypes)[number]
  readonly country: string
  readonly amount: number
  readonly currency: string
  readonly owner_name: string
  /** Of the member, the wallet or the bank; the phone for mobile money and deliveries. */
  readonly account_number: string
  readonly institution_id: string | null
  /** Operator, bank, or where a delivery goes. */
  readonly detail: string | null
}

type Fields = Readonly<Record<string, unknown>>

const largestAmount = 1_000_000_000_000

const currencyOfCountry: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['BJ', 'BF', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG'].map(country => [country, 'XOF'])),
  ...Object.fromEntries(['CM', 'CF', 'CG', 'GA', 'GQ', 'TD'].map(country => [country, 'XAF'])),
  GN: 'GNF',
}

export function readPayoutRequest(body: unknown): PayoutRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new PartnerRefusal(400, 'bad_request', 'the body must be an object')
  const fields = body as Fields
  const type = payoutTypes.find(known => known === fields['type'])
  if (!type) throw new PartnerRefusal(400, 'bad_request', `type must be one of ${payoutTypes.join(', ')}`)
  const country = textOf(fields, 'country_code', /^[A-Z]{2}$/)
  const request: PayoutRequest = {
    reference: textOf(fields, 'reference', /^[A-Za-z0-9\-_.]{1,100}$/),
    type,
    country,
    amount: amountOf(fields),
    currency: textOf(fields, 'currency', /^[A-Z]{3}$/),
    owner_name: textOf(fields, 'owner_name', /^.{1,160}$/s),
    account_number: textOf(fields, 'account_number', /^\+?[A-Za-z0-9\-./ ]{3,40}$/),
    institution_id: optionalText(fields, 'institution_id'),
    detail: optionalText(fields, 'detail'),
  }
  refuseImpossible(request)
  return request
}

function refuseImpossible({ type, country, currency, account_number, institution_id }: PayoutRequest) {
  if (currencyOfCountry[country] !== currency)
    throw new PartnerRefusal(400, 'unsupported_currency', `${currency} cannot be paid out in ${country}`)
  if (type === 'mfi' && !isInstitutionOf(institution_id ?? '', country))
    throw new PartnerRefusal(
      400,
      'institution_unknown',
      `there is no institution ${institution_id} in ${country}`,
    )
  if (type === 'wallet' && country !== 'CM')
    throw new PartnerRefusal(400, 'country_not_served', 'wallets are paid in Cameroon only')
  const isByPhone = type === 'wallet' || type === 'delivery' || type === 'mobile_money'
  if (isByPhone && !/^\+\d{8,15}$/.test(account_number))
    throw new PartnerRefusal(
      400,
      'account_invalid',
      'account_number must be a phone number with its country code',
    )
}

function textOf(fields: Fields, name: string, form: RegExp): string {
  const value = fields[name]
  if (typeof value !== 'string' || !form.test(value))
    throw new PartnerRefusal(400, 'bad_request', `${name} is missing or malformed`)
  return value
}

function optionalText(fields: Fields, name: string): string | null {
  return fields[name] === undefined || fields[name] === null ? null : textOf(fields, name, /^.{1,255}$/s)
}

function amountOf(fields: Fields): number {
  const { amount } = fields
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0 || amount > largestAmount)
    throw new PartnerRefusal(400, 'amount_invalid', 'amount must be a positive integer in the smallest unit')
  return amount
}
