// Reads a payment link request the way Bridge would, and refuses what it would refuse.
import { centsFrom } from '../bank/amounts.ts'
import { compactIban, isIban } from '../bank/iban.ts'
import { day, minute } from '../world/clock.ts'
import { BridgeRefusal } from './errors.ts'

export type LinkRequest = {
  readonly clientReference: string
  readonly payerName: string
  readonly callbackUrl: string
  readonly expiresAt: number
  readonly senderIban: string | null
  readonly cents: number
  readonly label: string
  readonly transactionReference: string
  readonly endToEndId: string
  readonly beneficiaryName: string
  readonly beneficiaryIban: string
}

type Fields = Readonly<Record<string, unknown>>

const usualLifeMs = 15 * minute
const longestLifeMs = 90 * day

export function readLinkRequest(body: unknown, now: number): LinkRequest {
  const fields = objectOf(body, 'body')
  const callbackUrl = textOf(fields, 'callback_url', /^https?:\/\/.{1,2000}$/)
  if (!URL.canParse(callbackUrl)) throw invalid('callback_url')
  return {
    clientReference: textOf(fields, 'client_reference', /^.{1,255}$/),
    payerName: nameOf(objectOf(fields['user'], 'user'), 'user'),
    callbackUrl,
    expiresAt: readExpiry(fields, now),
    senderIban: fields['sender_iban'] === undefined ? null : ibanOf(fields, 'sender_iban'),
    ...readTransaction(fields),
  }
}

/** Bridge takes several; Jokko never sends more than one, and no more are played here. */
function readTransaction(fields: Fields) {
  const { transactions } = fields
  if (!Array.isArray(transactions) || transactions.length !== 1) throw invalid('transactions')
  const transaction = objectOf(transactions[0], 'transactions[0]')
  const { amount } = transaction
  const cents = typeof amount === 'number' ? centsFrom(String(amount)) : undefined
  if (cents === undefined || cents === 0n) throw invalid('amount')
  if (transaction['currency'] !== 'EUR') throw invalid('currency')
  const beneficiary = objectOf(transaction['beneficiary'], 'beneficiary')
  return {
    cents: Number(cents),
    label: textOf(transaction, 'label', /^.{1,140}$/),
    transactionReference: textOf(transaction, 'client_reference', /^.{1,255}$/),
    endToEndId: textOf(transaction, 'end_to_end_id', /^[A-Za-z0-9/?:().,'+ -]{1,35}$/),
    beneficiaryName: nameOf(beneficiary, 'beneficiary'),
    beneficiaryIban: ibanOf(beneficiary, 'iban'),
  }
}

function readExpiry(fields: Fields, now: number): number {
  if (fields['expired_date'] === undefined) return now + usualLifeMs
  const moment = Date.parse(textOf(fields, 'expired_date', /^\d{4}-\d{2}-\d{2}T.{5,30}$/))
  if (!(moment > now && moment <= now + longestLifeMs)) throw invalid('expired_date')
  return moment
}

function nameOf(fields: Fields, name: string): string {
  const company = fields['company_name']
  const parts = typeof company === 'string' ? [company] : [fields['first_name'], fields['last_name']]
  const whole = parts.every(part => typeof part === 'string' && part !== '') ? parts.join(' ') : ''
  if (whole === '' || whole.length > 140) throw invalid(`${name}.company_name`)
  return whole
}

function ibanOf(fields: Fields, name: string): string {
  const iban = compactIban(textOf(fields, name, /^[A-Za-z0-9 ]{15,42}$/))
  if (!isIban(iban)) throw invalid(name)
  return iban
}

function objectOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(name)
  return value as Fields
}

function textOf(fields: Fields, name: string, form: RegExp): string {
  const value = fields[name]
  if (typeof value !== 'string' || !form.test(value)) throw invalid(name)
  return value
}

const invalid = (name: string) =>
  new BridgeRefusal(400, 'invalid_parameter', `${name} is missing or malformed`)
