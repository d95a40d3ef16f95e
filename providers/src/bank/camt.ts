// A bank's camt.053 or camt.054 file into statements: lines with a key for ever, signs as the closing balance
// proves them, and a check that opening + booked = closing.
import { createHash } from 'node:crypto'
import { add, type Currency, type Money, negate } from '@jokko/core/money'
import { type Json, listAt, textAt } from '../http/json.ts'
import type { BankLine, BankLineKind, BankLineProblem, BankStatement } from '../port.ts'
import {
  amountText,
  amountTexts,
  bankAmount,
  type EntryDetails,
  knownCurrency,
  type ReadEntry,
  readEntry,
} from './camt-entry.ts'
import { readXml } from './xml.ts'

/** Accounts from which companies that collect for us pay what they owe. */
export type SettlementAccounts = ReadonlyMap<string, string>

export type CamtReading =
  | { readonly ok: true; readonly statements: readonly BankStatement[] }
  | { readonly ok: false; readonly reason: string }

type StatementKind = BankStatement['kind']

export const readCamt = (xml: string, settlements: SettlementAccounts): CamtReading => {
  const reading = readXml(xml)
  if (!reading.ok) return reading
  const parts = statementsIn(reading.document)
  if (parts === undefined) return { ok: false, reason: 'neither camt.053 nor camt.054' }
  const keys = keyMaker()
  const statements = parts.list.map(part => readStatement(parts.kind, part, settlements, keys))
  return statements.some(statement => statement.iban === '')
    ? { ok: false, reason: 'a statement that does not name its account' }
    : { ok: true, statements }
}

const statementsIn = (document: Json): { kind: StatementKind; list: readonly Json[] } | undefined => {
  const statements = listAt(document, 'Document', 'BkToCstmrStmt', 'Stmt')
  if (statements.length > 0) return { kind: 'statement', list: statements }
  const notifications = listAt(document, 'Document', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn')
  return notifications.length > 0 ? { kind: 'notification', list: notifications } : undefined
}

const readStatement = (
  kind: StatementKind,
  statement: Json,
  settlements: SettlementAccounts,
  keys: KeyMaker,
): BankStatement => {
  const iban = accountOf(statement)
  const readings = listAt(statement, 'Ntry').map(entry => readEntry(entry, iban))
  const entries = readings.flatMap(reading => (reading.ok ? [reading.entry] : []))
  const problems: BankLineProblem[] = readings.flatMap(reading => (reading.ok ? [] : [reading.problem]))
  const currency = knownCurrency(textAt(statement, 'Acct', 'Ccy')) ?? entries[0]?.amount.currency ?? 'EUR'
  const opening = balanceOf(statement, ['OPBD', 'PRCD'], currency)
  const closing = balanceOf(statement, ['CLBD'], currency)
  const { check, reversalsAreInverted } = judge(entries, problems, currency, opening, closing)
  const lineOf = (entry: ReadEntry, details: EntryDetails) =>
    bankLine({ kind, iban, settlements, keys }, entry, details, reversalsAreInverted)
  return {
    id: textAt(statement, 'Id'),
    kind,
    iban,
    createdAt: textAt(statement, 'CreDtTm'),
    lines: entries.flatMap(entry => entry.details.map(details => lineOf(entry, details))),
    ...(opening === undefined ? {} : { opening }),
    ...(closing === undefined ? {} : { closing }),
    check,
    problems,
  }
}

/** Accounts outside the IBAN countries are known by the bank's own number. */
const accountOf = (statement: Json): string =>
  (textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id')).replaceAll(
    ' ',
    '',
  )

const balanceOf = (statement: Json, codes: readonly string[], currency: Currency): Money | undefined => {
  for (const code of codes) {
    for (const balance of listAt(statement, 'Bal')) {
      const { text, currency: written } = amountTexts(balance, 'Amt')
      if (textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') !== code || written !== currency) continue
      const amount = bankAmount(text, currency)
      if (amount !== undefined) return textAt(balance, 'CdtDbtInd') === 'DBIT' ? negate(amount) : amount
    }
  }
  return undefined
}

type Judgement = { readonly check: BankStatement['check']; readonly reversalsAreInverted: boolean }

/**
 * The indicator of a reversal should say how the money went; some banks repeat that of the entry they reverse.
 * Whichever reading arrives at the closing balance is right. Without balances the standard's reading stands.
 */
const judge = (
  entries: readonly ReadEntry[],
  problems: readonly BankLineProblem[],
  currency: Currency,
  opening: Money | undefined,
  closing: Money | undefined,
): Judgement => {
  if (opening === undefined || closing === undefined)
    return { check: 'not_stated', reversalsAreInverted: false }
  const booked = entries.filter(entry => entry.status === 'BOOK')
  if (problems.length > 0 || booked.some(entry => entry.amount.currency !== currency))
    return { check: 'unbalanced', reversalsAreInverted: false }
  const reaches = (inverted: boolean) =>
    booked.reduce((balance, entry) => add(balance, movementOf(entry, inverted)), opening).minor ===
    closing.minor
  if (reaches(false)) return { check: 'balanced', reversalsAreInverted: false }
  if (reaches(true)) return { check: 'balanced', reversalsAreInverted: true }
  return { check: 'unbalanced', reversalsAreInverted: false }
}

const movementOf = (entry: ReadEntry, inverted: boolean): Money =>
  directionOf(entry, inverted) === 'credit' ? entry.amount : negate(entry.amount)

const directionOf = (entry: ReadEntry, inverted: boolean): 'credit' | 'debit' => {
  if (!entry.reversal || !inverted) return entry.stated
  return entry.stated === 'credit' ? 'debit' : 'credit'
}

type LineContext = {
  readonly kind: StatementKind
  readonly iban: string
  readonly settlements: SettlementAccounts
  readonly keys: KeyMaker
}

const bankLine = (
  { kind, iban, settlements, keys }: LineContext,
  entry: ReadEntry,
  details: EntryDetails,
  inverted: boolean,
): BankLine => {
  const direction = directionOf(entry, inverted)
  const settledBy = direction === 'credit' ? settlements.get(details.counterparty.iban) : undefined
  const digest = digestOf(iban, entry, details)
  const { key, transactionNumber, occurrence } = keys.next(iban, entry, details, digest)
  return {
    ...details,
    key,
    digest,
    iban,
    bankReference: entry.bankReference,
    transactionNumber,
    occurrence,
    status: entry.status,
    direction,
    kind: kindOf(entry, direction, settledBy),
    reversal: entry.reversal,
    bookable: isBookable(kind, entry),
    bookingDate: entry.bookingDate,
    valueDate: entry.valueDate,
    ...(settledBy === undefined ? {} : { settledBy }),
  }
}

const kindOf = (
  entry: ReadEntry,
  direction: 'credit' | 'debit',
  settledBy: string | undefined,
): BankLineKind => {
  if (settledBy !== undefined) return 'settlement'
  if (!entry.reversal && !entry.returned) return direction
  return direction === 'credit' ? 'return' : 'reversed_credit'
}

const isBookable = (kind: StatementKind, entry: ReadEntry): boolean =>
  entry.status === 'BOOK' && (kind === 'statement' || (entry.bankReference !== '' && !entry.reversal))

/** What a line says, without what may still change between a notification and the statement. */
const digestOf = (iban: string, entry: ReadEntry, details: EntryDetails): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        iban,
        entry.stated,
        entry.reversal,
        amountText(details.amount),
        entry.bookingDate,
        details.remittance,
        details.structuredReference,
        details.endToEndId,
        details.counterparty.name,
        details.counterparty.iban,
      ]),
    )
    .digest('hex')

type KeyMaker = {
  next(
    iban: string,
    entry: ReadEntry,
    details: EntryDetails,
    digest: string,
  ): { key: string; transactionNumber: number; occurrence: number }
}

/**
 * With the bank's reference: account, reference, number of the payment under it. Without: what the line says,
 * and which of its equals it is, so that two payments that look alike are two, and the same file again is none.
 */
const keyMaker = (): KeyMaker => {
  const seen = new Map<string, number>()
  const count = (subject: string): number => {
    const occurrence = (seen.get(subject) ?? 0) + 1
    seen.set(subject, occurrence)
    return occurrence
  }
  return {
    next: (iban, { bankReference, status }, { transactionNumber }, digest) => {
      if (bankReference === '') {
        const occurrence = count(`${status} ${digest}`)
        return { key: `${iban}:#${digest.slice(0, 32)}:${occurrence}`, transactionNumber, occurrence }
      }
      const place = `${iban}:${encodeURIComponent(bankReference)}:${transactionNumber}`
      const occurrence = count(`${status} ${place}`)
      return { key: occurrence === 1 ? place : `${place}:${occurrence}`, transactionNumber, occurrence }
    },
  }
}
