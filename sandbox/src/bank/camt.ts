// Writes camt.053 and camt.054 messages, as version 02 or 08 wants them, from booked lines. Pure.
import { XMLBuilder } from 'fast-xml-parser'
import { decimalOf } from './amounts.ts'

export type Party = { readonly name: string; readonly iban?: string; readonly bic?: string }

export type BankTransaction = {
  readonly cents: bigint
  readonly endToEndId: string
  readonly transactionId?: string
  /** The other side: who paid a credit, who gets a debit. */
  readonly counterparty: Party
  /** Lines of free text. */
  readonly remittance: readonly string[]
  /** An ISO 11649 reference. */
  readonly structuredReference?: string
  readonly returnReason?: string
}

export type BankEntry = {
  readonly reference: string
  /** Positive for a credit to the account. */
  readonly cents: bigint
  readonly status: 'BOOK' | 'PDNG'
  readonly reversal: boolean
  readonly family: string
  readonly subFamily: string
  readonly bookingDate: string
  readonly transactions: readonly BankTransaction[]
}

export type CamtAccount = { readonly iban: string; readonly bic: string; readonly holder: string }

export type CamtMessage = {
  readonly kind: '053' | '054'
  readonly version: '02' | '08'
  readonly id: string
  readonly sequence: number
  readonly createdAt: string
  readonly account: CamtAccount
  readonly entries: readonly BankEntry[]
  /** Only in a camt.053. */
  readonly balances?: { readonly opening: bigint; readonly closing: bigint; readonly date: string }
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  suppressEmptyNode: true,
  format: true,
  indentBy: ' ',
})

export const camtType = (kind: CamtMessage['kind'], version: CamtMessage['version']) =>
  `camt.${kind}.001.${version}`

export function camtXml(message: CamtMessage): string {
  const header = { MsgId: message.id, CreDtTm: message.createdAt }
  const report = {
    Id: message.id,
    ElctrncSeqNb: message.sequence,
    CreDtTm: message.createdAt,
    Acct: {
      Id: { IBAN: message.account.iban },
      Ccy: 'EUR',
      Ownr: { Nm: message.account.holder },
      Svcr: agent(message.account.bic, message.version),
    },
    ...(message.balances ? { Bal: balancesOf(message.balances) } : {}),
    Ntry: message.entries.map(entry => entryOf(entry, message)),
  }
  const body =
    message.kind === '053'
      ? { BkToCstmrStmt: { GrpHdr: header, Stmt: report } }
      : { BkToCstmrDbtCdtNtfctn: { GrpHdr: header, Ntfctn: report } }
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    Document: {
      '@_xmlns': `urn:iso:std:iso:20022:tech:xsd:${camtType(message.kind, message.version)}`,
      ...body,
    },
  })
}

const euros = (cents: bigint) => ({ '@_Ccy': 'EUR', '#text': decimalOf(cents) })
const direction = (cents: bigint) => (cents < 0n ? 'DBIT' : 'CRDT')

function balancesOf({ opening, closing, date }: { opening: bigint; closing: bigint; date: string }) {
  const balance = (code: string, cents: bigint) => ({
    Tp: { CdOrPrtry: { Cd: code } },
    Amt: euros(cents),
    CdtDbtInd: direction(cents),
    Dt: { Dt: date },
  })
  return [balance('OPBD', opening), balance('CLBD', closing)]
}

function agent(bic: string, version: CamtMessage['version']) {
  return { FinInstnId: version === '02' ? { BIC: bic } : { BICFI: bic } }
}

function entryOf(entry: BankEntry, message: CamtMessage) {
  return {
    Amt: euros(entry.cents),
    CdtDbtInd: direction(entry.cents),
    ...(entry.reversal ? { RvslInd: true } : {}),
    Sts: message.version === '02' ? entry.status : { Cd: entry.status },
    BookgDt: { Dt: entry.bookingDate },
    ValDt: { Dt: entry.bookingDate },
    AcctSvcrRef: entry.reference,
    BkTxCd: bankCode(entry),
    NtryDtls: {
      ...(entry.transactions.length > 1 ? { Btch: { NbOfTxs: entry.transactions.length } } : {}),
      TxDtls: entry.transactions.map((transaction, index) =>
        transactionOf(transaction, index, entry, message),
      ),
    },
  }
}

const bankCode = ({ family, subFamily }: BankEntry) => ({
  Domn: { Cd: 'PMNT', Fmly: { Cd: family, SubFmlyCd: subFamily } },
})

function transactionOf(transaction: BankTransaction, index: number, entry: BankEntry, message: CamtMessage) {
  const { version, account } = message
  return {
    Refs: {
      AcctSvcrRef: entry.transactions.length > 1 ? `${entry.reference}-${index + 1}` : entry.reference,
      EndToEndId: transaction.endToEndId,
      ...(transaction.transactionId ? { TxId: transaction.transactionId } : {}),
    },
    ...(version === '02' ? {} : { Amt: euros(transaction.cents), CdtDbtInd: direction(entry.cents) }),
    AmtDtls: { TxAmt: { Amt: euros(transaction.cents) } },
    BkTxCd: bankCode(entry),
    ...partiesOf(transaction, entry, account, version),
    RmtInf: remittanceOf(transaction),
    ...(transaction.returnReason ? { RtrInf: { Rsn: { Cd: transaction.returnReason } } } : {}),
  }
}

/** A credit, and the reversal of one, was paid by the other side; a debit, and the return of one, by us. */
function partiesOf(
  { counterparty }: BankTransaction,
  entry: BankEntry,
  account: CamtAccount,
  version: CamtMessage['version'],
) {
  const theyPaid = entry.family === 'RCDT'
  const ourSide = { name: account.holder, iban: account.iban, bic: account.bic }
  const [debtor, creditor] = theyPaid ? [counterparty, ourSide] : [ourSide, counterparty]
  const name = (party: Party) => (version === '02' ? { Nm: party.name } : { Pty: { Nm: party.name } })
  const account_ = (party: Party) => ({ Id: { IBAN: party.iban } })
  return {
    RltdPties: {
      Dbtr: name(debtor),
      ...(debtor.iban ? { DbtrAcct: account_(debtor) } : {}),
      Cdtr: name(creditor),
      ...(creditor.iban ? { CdtrAcct: account_(creditor) } : {}),
    },
    ...(counterparty.bic
      ? { RltdAgts: { [theyPaid ? 'DbtrAgt' : 'CdtrAgt']: agent(counterparty.bic, version) } }
      : {}),
  }
}

function remittanceOf({ remittance, structuredReference }: BankTransaction) {
  return {
    ...(remittance.length > 0 ? { Ustrd: [...remittance] } : {}),
    ...(structuredReference
      ? { Strd: { CdtrRefInf: { Tp: { CdOrPrtry: { Cd: 'SCOR' } }, Ref: structuredReference } } }
      : {}),
  }
}
