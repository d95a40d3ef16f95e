// SEPA payments that we order, as a pain.001.001.09 message: names in the letters that every bank takes, and
// control sums that are exact.
import { isPositive, sum, toDecimal } from '@jokko/core/money'
import { transliterate } from '@jokko/core/names'
import type { BankPaymentOrder } from '../port.ts'
import { writeXml } from './xml.ts'

export type Debtor = { readonly name: string; readonly iban: string; readonly bic: string }

export type PaymentFile = {
  readonly fileId: string
  readonly createdAt: Date
  /** `YYYY-MM-DD`. */
  readonly executeOn: string
  readonly payments: readonly BankPaymentOrder[]
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
const MAX_ID = 35
const MAX_NAME = 70
const MAX_REMITTANCE = 140

/** Our id in the 35 characters that a bank carries: without its type prefix and dashes. */
export const bankReferenceOf = (id: string): string => id.replace(/^[a-z]+_/, '').replaceAll('-', '')

/** Undefined when the message could not be a valid one: no payments, no euros, or an id that is too long. */
export const writePain001 = (debtor: Debtor, file: PaymentFile): string | undefined => {
  const messageId = bankReferenceOf(file.fileId)
  const ids = file.payments.map(payment => bankReferenceOf(payment.attemptId))
  const idsFit = [messageId, ...ids].every(id => id.length > 0 && id.length <= MAX_ID)
  const idsDiffer = new Set(ids).size === ids.length
  const areEuros = file.payments.every(({ amount }) => amount.currency === 'EUR' && isPositive(amount))
  if (!idsFit || !idsDiffer || !areEuros || ids.length === 0) return undefined
  const totals = {
    NbOfTxs: String(file.payments.length),
    CtrlSum: toDecimal(
      sum(
        file.payments.map(payment => payment.amount),
        'EUR',
      ),
    ),
  }
  return writeXml({
    Document: {
      '@xmlns': NAMESPACE,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: messageId,
          CreDtTm: file.createdAt.toISOString(),
          ...totals,
          InitgPty: { Nm: transliterate(debtor.name, MAX_NAME) },
        },
        PmtInf: {
          PmtInfId: messageId,
          PmtMtd: 'TRF',
          // Each payment its own line in the statement, so that each is recognised by its own id.
          BtchBookg: 'false',
          ...totals,
          PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
          ReqdExctnDt: { Dt: file.executeOn },
          Dbtr: { Nm: transliterate(debtor.name, MAX_NAME) },
          DbtrAcct: { Id: { IBAN: debtor.iban } },
          DbtrAgt: { FinInstnId: { BICFI: debtor.bic } },
          ChrgBr: 'SLEV',
          CdtTrfTxInf: file.payments.map(transaction),
        },
      },
    },
  })
}

const transaction = (payment: BankPaymentOrder) => ({
  PmtId: { EndToEndId: bankReferenceOf(payment.attemptId) },
  Amt: { InstdAmt: { '@Ccy': payment.amount.currency, '#text': toDecimal(payment.amount) } },
  ...(payment.creditorBic === undefined ? {} : { CdtrAgt: { FinInstnId: { BICFI: payment.creditorBic } } }),
  Cdtr: { Nm: transliterate(payment.creditorName, MAX_NAME) },
  CdtrAcct: { Id: { IBAN: payment.creditorIban } },
  RmtInf: { Ustrd: transliterate(payment.remittance, MAX_REMITTANCE) },
})
