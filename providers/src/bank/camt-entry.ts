// One entry of a bank's statement into lines: the single payments of a batch, who paid, why, and which way the
// money went. Knows .02 and .08, which differ in where they put the status, the parties and the amounts.
import {
  type Currency,
  currencies,
  decimalsOf,
  fromDecimal,
  type Money,
  sum,
  toDecimal,
} from '@jokko/core/money'
import { type Json, listAt, textAt } from '../http/json.ts'
import type { BankLine, BankLineProblem, BankLineStatus } from '../port.ts'

export type EntryDetails = Pick<
  BankLine,
  'amount' | 'remittance' | 'structuredReference' | 'endToEndId' | 'counterparty' | 'returnReason'
> & { readonly transactionNumber: number }

export type ReadEntry = {
  readonly bankReference: string
  readonly status: BankLineStatus
  /** As the bank writes it. Whether a reversal's indicator means itself or its original is judged later. */
  readonly stated: 'credit' | 'debit'
  readonly reversal: boolean
  readonly returned: boolean
  readonly amount: Money
  readonly bookingDate: string
  readonly valueDate: string
  readonly details: readonly EntryDetails[]
}

export type EntryReading =
  | { readonly ok: true; readonly entry: ReadEntry }
  | { readonly ok: false; readonly problem: BankLineProblem }

/** Exact, with the closing zeros that banks like to add; undefined when there is more than the currency has. */
export const bankAmount = (text: string, currency: Currency): Money | undefined => {
  const [whole = '', fraction = '', ...rest] = text.trim().split('.')
  const decimals = decimalsOf[currency]
  const kept = fraction.slice(0, decimals)
  if (rest.length > 0 || /[^0]/.test(fraction.slice(decimals))) return undefined
  return fromDecimal(kept === '' ? whole : `${whole}.${kept}`, currency)
}

/** `Amt` with its `Ccy`, as a pair of texts. */
export const amountTexts = (holder: Json, ...path: readonly string[]) => ({
  text: textAt(holder, ...path, '#text') || textAt(holder, ...path),
  currency: textAt(holder, ...path, '@Ccy'),
})

export const knownCurrency = (text: string): Currency | undefined => currencies.find(known => known === text)

const dateIn = (holder: Json, element: string): string =>
  textAt(holder, element, 'Dt') || textAt(holder, element, 'DtTm').slice(0, 10)

const given = (text: string): string =>
  /^(NOTPROVIDED|NONREF|NOT PROVIDED)?$/i.test(text.trim()) ? '' : text.trim()

/** `account` is the account's own IBAN, so that we are not taken for the other side. */
export const readEntry = (entry: Json, account: string): EntryReading => {
  const transactions = listAt(entry, 'NtryDtls').flatMap(details => listAt(details, 'TxDtls'))
  const bankReference = referenceOf(entry, transactions)
  const problem = (reason: BankLineProblem['reason'], found: string): EntryReading => ({
    ok: false,
    problem: { bankReference, reason, found },
  })
  const { text, currency: currencyText } = amountTexts(entry, 'Amt')
  const currency = knownCurrency(currencyText)
  if (currency === undefined) return problem('unsupported_currency', `${text} ${currencyText}`)
  const amount = bankAmount(text, currency)
  if (amount === undefined) return problem('unreadable_amount', text)
  const stated = directionOf(textAt(entry, 'CdtDbtInd'))
  if (stated === undefined) return problem('unreadable_direction', textAt(entry, 'CdtDbtInd'))
  const bookingDate = dateIn(entry, 'BookgDt') || dateIn(entry, 'ValDt')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(bookingDate)) return problem('unreadable_date', bookingDate)
  return {
    ok: true,
    entry: {
      bankReference,
      status: statusOf(textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')),
      stated,
      reversal: textAt(entry, 'RvslInd') === 'true',
      returned: isReturn(entry, transactions),
      amount,
      bookingDate,
      valueDate: dateIn(entry, 'ValDt') || bookingDate,
      details: detailsOf(amount, { stated, account }, transactions),
    },
  }
}

const referenceOf = (entry: Json, transactions: readonly Json[]): string => {
  const own = given(textAt(entry, 'AcctSvcrRef'))
  return own === '' && transactions.length === 1 ? given(textAt(transactions[0], 'Refs', 'AcctSvcrRef')) : own
}

const directionOf = (indicator: string): 'credit' | 'debit' | undefined => {
  if (indicator === 'CRDT') return 'credit'
  return indicator === 'DBIT' ? 'debit' : undefined
}

const statusOf = (code: string): BankLineStatus => (code === 'BOOK' || code === 'PDNG' ? code : 'INFO')

const RETURN_SUB_FAMILY = 'RRTN'

const isReturn = (entry: Json, transactions: readonly Json[]): boolean =>
  [entry, ...transactions].some(
    part =>
      textAt(part, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') === RETURN_SUB_FAMILY ||
      returnReasonOf(part) !== '',
  )

const returnReasonOf = (transaction: Json | undefined): string =>
  textAt(transaction, 'RtrInf', 'Rsn', 'Cd') || textAt(transaction, 'RtrInf', 'Rsn', 'Prtry')

type Side = { readonly stated: 'credit' | 'debit'; readonly account: string }

/**
 * A batch becomes its payments when each states an amount and they add up to the entry. Otherwise the entry
 * stays one line: what was booked is certain, how it divides is not.
 */
const detailsOf = (amount: Money, side: Side, transactions: readonly Json[]): readonly EntryDetails[] => {
  const [only, ...more] = transactions
  if (more.length === 0)
    return [{ transactionNumber: only === undefined ? 0 : 1, amount, ...saidBy(only, side) }]
  const amounts = transactions.map(transaction =>
    transactionAmount(transaction, amount.currency, side.stated),
  )
  const known = amounts.filter(part => part !== undefined)
  const addsUp = known.length === amounts.length && sum(known, amount.currency).minor === amount.minor
  if (!addsUp) return [{ transactionNumber: 0, amount, ...nothingSaid }]
  return known.map((part, index) => ({
    transactionNumber: index + 1,
    amount: part,
    ...saidBy(transactions[index], side),
  }))
}

/** .08 puts the amount directly under the transaction, .02 under its amount details. */
const transactionAmount = (transaction: Json, currency: Currency, stated: string): Money | undefined => {
  const own = directionOf(textAt(transaction, 'CdtDbtInd'))
  if (own !== undefined && own !== stated) return undefined
  const direct = amountTexts(transaction, 'Amt')
  const { text, currency: written } =
    direct.text === '' ? amountTexts(transaction, 'AmtDtls', 'TxAmt', 'Amt') : direct
  return written === currency ? bankAmount(text, currency) : undefined
}

const nothingSaid = {
  remittance: [],
  structuredReference: '',
  endToEndId: '',
  counterparty: { name: '', iban: '', bic: '' },
  returnReason: '',
}

const saidBy = (transaction: Json | undefined, side: Side) => ({
  remittance: listAt(transaction, 'RmtInf', 'Ustrd').filter(
    line => typeof line === 'string' && line !== '',
  ) as string[],
  structuredReference:
    listAt(transaction, 'RmtInf', 'Strd')
      .map(part => textAt(part, 'CdtrRefInf', 'Ref'))
      .find(reference => reference !== '') ?? '',
  endToEndId: given(textAt(transaction, 'Refs', 'EndToEndId')),
  counterparty: counterpartyOf(transaction, side),
  returnReason: returnReasonOf(transaction),
})

/** Who is not us: usually the debtor of a credit and the creditor of a debit, the other way in returns. */
const counterpartyOf = (
  transaction: Json | undefined,
  { stated, account }: Side,
): BankLine['counterparty'] => {
  const roles = stated === 'credit' ? (['Dbtr', 'Cdtr'] as const) : (['Cdtr', 'Dbtr'] as const)
  const others = roles
    .map(role => partyOf(transaction, role))
    .filter(party => (party.name !== '' || party.iban !== '') && party.iban !== account)
  return others[0] ?? nothingSaid.counterparty
}

const partyOf = (transaction: Json | undefined, role: 'Dbtr' | 'Cdtr'): BankLine['counterparty'] => ({
  name: textAt(transaction, 'RltdPties', role, 'Pty', 'Nm') || textAt(transaction, 'RltdPties', role, 'Nm'),
  iban: textAt(transaction, 'RltdPties', `${role}Acct`, 'Id', 'IBAN').replaceAll(' ', ''),
  bic:
    textAt(transaction, 'RltdAgts', `${role}Agt`, 'FinInstnId', 'BICFI') ||
    textAt(transaction, 'RltdAgts', `${role}Agt`, 'FinInstnId', 'BIC'),
})

export const amountText = (amount: Money): string => `${toDecimal(amount)} ${amount.currency}`
