// Reads single fields of a request body, and refuses as Hub2 would what is missing or malformed.
import { Hub2Refusal } from './errors.ts'

export type Fields = Readonly<Record<string, unknown>>

const largestAmount = 1_000_000_000_000

export function objectOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Hub2Refusal(400, 'bad_request', `${name} must be an object`)
  return value as Fields
}

export function textOf(fields: Fields, name: string, form: RegExp): string {
  const value = fields[name]
  if (typeof value !== 'string' || !form.test(value))
    throw new Hub2Refusal(400, 'bad_request', `${name} is missing or malformed`)
  return value
}

export function amountIn(fields: Fields): number {
  const amount = fields['amount']
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0 || amount > largestAmount)
    throw new Hub2Refusal(400, 'invalid_amount', 'amount must be a positive integer in the smallest unit')
  return amount
}

export const currencyOfCountry: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['BJ', 'BF', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG'].map(country => [country, 'XOF'])),
  ...Object.fromEntries(['CM', 'CF', 'CG', 'GA', 'GQ', 'TD'].map(country => [country, 'XAF'])),
  GN: 'GNF',
}
