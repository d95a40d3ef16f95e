// One line of a bulk payment, read as people write it: what is meant, or what is wrong at which field.
// Runs in the browser while a table is edited, and on the server, which has the last word.
import { parseAmountInput } from './amount-input.ts'
import type { ErrorCode } from './errors.ts'
import { isPositive, type Money } from './money.ts'
import { guessOperator } from './operators.ts'
import { detectDialCode, parsePhone } from './phone.ts'
import { composed, isVisibleText } from './visible-text.ts'

export type BulkField =
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone_number'
  | 'amount_without_fees'
  | 'operator'

export type BulkCells = {
  readonly first_name: string
  readonly last_name: string
  readonly email?: string
  readonly phone_number: string
  readonly amount_without_fees: string | number
  readonly operator?: string
}

export type RowProblem = { readonly field: BulkField; readonly code: ErrorCode }

export type ReadRow = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** E.164. */
  readonly phone: string | undefined
  readonly amount: Money | undefined
  readonly operator: string | undefined
  readonly problems: readonly RowProblem[]
}

export type BulkCountry = {
  readonly dialCode: number
  /** Beneficiaries are told by mail there. */
  readonly needsEmail: boolean
  /** Codes of the operators that are paid there. */
  readonly operators: readonly string[]
}

const NAME_MAX = 80
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function readBulkRow(cells: BulkCells, country: BulkCountry): ReadRow {
  const firstName = nameIn(cells.first_name)
  const lastName = nameIn(cells.last_name)
  const email = (cells.email ?? '').trim()
  const phone = readNumber(cells.phone_number, country.dialCode)
  const amount = readAmount(cells.amount_without_fees)
  const operator = operatorOf(cells.operator, phone.e164, country)
  return {
    firstName,
    lastName,
    email,
    phone: phone.e164,
    amount: amount.value,
    operator,
    problems: problemsOf({
      first_name: nameProblem(firstName, 'FNR'),
      last_name: nameProblem(lastName, 'LNR'),
      email: emailProblem(email, country.needsEmail),
      phone_number: phone.code,
      amount_without_fees: amount.code,
      operator: phone.e164 !== undefined && operator === undefined ? 'Select_Operator_Error' : undefined,
    }),
  }
}

/** In the order of a line's fields. */
const FIELDS: readonly BulkField[] = [
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'amount_without_fees',
  'operator',
]

function problemsOf(codes: Record<BulkField, ErrorCode | undefined>): RowProblem[] {
  const problems: RowProblem[] = []
  for (const field of FIELDS) {
    const code = codes[field]
    if (code !== undefined) problems.push({ field, code })
  }
  return problems
}

/** A line break inside a cell is a space, as a person reads it. */
const nameIn = (typed: string): string => composed(typed.replace(/\s+/g, ' '))

function nameProblem(name: string, whenMissing: ErrorCode): ErrorCode | undefined {
  if (name === '') return whenMissing
  if (!isVisibleText(name)) return 'hidden_characters'
  return name.length > NAME_MAX ? 'text_too_long' : undefined
}

function emailProblem(email: string, isNeeded: boolean): ErrorCode | undefined {
  if (email === '') return isNeeded ? 'ERQ' : undefined
  return EMAIL.test(email) && email.length <= 254 ? undefined : 'email_not_valid'
}

/** What a spreadsheet makes of a number that it took for a figure: the last digits are lost for good. */
const DAMAGED = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i

type ReadNumber = { e164?: string; code?: ErrorCode }

function readNumber(typed: string, dialCode: number): ReadNumber {
  const text = unquoted(typed)
  if (DAMAGED.test(text)) return { code: 'phone_number_damaged' }
  const named = detectDialCode(text)
  if (named !== undefined && named !== dialCode) return { code: 'phone_of_other_country' }
  const parsed = parsePhone(text.replace(/^00/, '+'), dialCode)
  return parsed.ok ? { e164: parsed.e164 } : { code: parsed.code }
}

/** `="0701020304"` is how people keep a spreadsheet from eating the zero. */
const unquoted = (typed: string): string => {
  const text = typed.trim()
  return /^="([^"]*)"$/.exec(text)?.[1] ?? text
}

function readAmount(typed: string | number): { value?: Money; code?: ErrorCode } {
  const text = unquoted(String(typed))
  if (text === '') return { code: 'Please_enter_amount' }
  const read = parseAmountInput(text, 'EUR')
  if (!read.ok) return { code: 'amount_invalid' }
  return isPositive(read.money) ? { value: read.money } : { code: 'Please_enter_amount' }
}

function operatorOf(
  chosen: string | undefined,
  e164: string | undefined,
  { operators }: BulkCountry,
): string | undefined {
  const wanted = chosen?.trim() || (e164 === undefined ? undefined : guessOperator(e164))
  return operators.find(code => code === wanted)
}

export type Payable = { readonly line: number; readonly phone?: string; readonly amount?: Money }

/** Lines that pay the same number the same amount, each group in order. */
export function duplicateLines(rows: readonly Payable[]): number[][] {
  const payable = rows.filter(row => row.phone !== undefined && row.amount !== undefined)
  const sameNumber = Map.groupBy(payable, row => row.phone).values()
  return [...sameNumber]
    .filter(group => group.length > 1)
    .flatMap(group => [...Map.groupBy(group, row => row.amount?.minor).values()])
    .filter(group => group.length > 1)
    .map(group => group.map(row => row.line))
}
