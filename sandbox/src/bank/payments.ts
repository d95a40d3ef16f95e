// SEPA orders that Jokko hands in as pain.001: checked, booked after a while, perhaps returned by the payee's bank.
import { XMLParser } from 'fast-xml-parser'
import { isoTime, second } from '../world/clock.ts'
import { vendorId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import { centsFrom, decimalOf } from './amounts.ts'
import { book } from './books.ts'
import { compactIban, isIban, isReachable } from './iban.ts'

export class PaymentRefusal extends Error {
  readonly statusCode: number
  readonly code: string
  constructor(statusCode: number, code: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}

export type PaymentRow = {
  id: string
  message_id: string
  end_to_end_id: string
  iban: string
  cents_text: string
  creditor_name: string
  creditor_iban: string
  remittance: string
  status: 'pending' | 'booked' | 'returned'
  reason: string | null
  created_at: number
}

type Order = {
  readonly endToEndId: string
  readonly debtorIban: string
  readonly cents: bigint
  readonly creditorName: string
  readonly creditorIban: string
  readonly remittance: string
}

const columns = '*, cast(cents as text) as cents_text'
const repeatable = ['PmtInf', 'CdtTrfTxInf', 'Ustrd']
const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  parseTagValue: false,
  isArray: name => repeatable.includes(name),
})

export function attendPayments(world: World) {
  world.agenda.on('bank.book_payment', id => bookPayment(world, id))
}

/** All or nothing: one wrong order refuses the whole message. */
export function takeOrders(world: World, xml: string) {
  const { store, clock, agenda, settings } = world
  const { messageId, orders } = readPain001(xml)
  return store.transaction(() => {
    if (store.get('select 1 from bank_payments where message_id = ? limit 1', messageId))
      throw new PaymentRefusal(409, 'duplicate_message', `message ${messageId} was received before`)
    for (const order of orders) {
      const id = vendorId('sct')
      store.run(
        `insert into bank_payments (id, message_id, end_to_end_id, iban, cents, creditor_name, creditor_iban,
           remittance, status, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?)`,
        id,
        messageId,
        order.endToEndId,
        order.debtorIban,
        order.cents,
        order.creditorName,
        order.creditorIban,
        order.remittance,
        clock.now(),
      )
      agenda.plan('bank.book_payment', id, clock.now() + settings.bankBookingSeconds * second)
    }
    return { message_id: messageId, status: 'ACTC', payments: paymentsOfMessage(world, messageId) }
  })
}

type Node = { readonly [name: string]: Node | readonly Node[] | string | undefined }

function readPain001(xml: string): { messageId: string; orders: Order[] } {
  if (/<!DOCTYPE/i.test(xml)) throw invalid('a document type is not accepted')
  const root = at(parseXml(xml), 'Document', 'CstmrCdtTrfInitn')
  const messageId = text(at(root, 'GrpHdr'), 'MsgId')
  const orders = list(root, 'PmtInf').flatMap(group =>
    list(group, 'CdtTrfTxInf').map(order => readOrder(group, order)),
  )
  if (!messageId || orders.length === 0) throw invalid('MsgId or the orders are missing')
  const total = orders.reduce((sum, { cents }) => sum + cents, 0n)
  if (text(at(root, 'GrpHdr'), 'NbOfTxs') !== String(orders.length)) throw invalid('NbOfTxs does not match')
  if (centsFrom(text(at(root, 'GrpHdr'), 'CtrlSum')) !== total) throw invalid('CtrlSum does not match')
  return { messageId, orders }
}

function readOrder(group: Node, order: Node): Order {
  const amount = at(order, 'Amt', 'InstdAmt')
  const cents = centsFrom(text(amount, '#text'))
  if (text(amount, '@_Ccy') !== 'EUR' || cents === undefined || cents === 0n)
    throw invalid('InstdAmt must be an amount in EUR')
  const debtorIban = compactIban(text(at(group, 'DbtrAcct', 'Id'), 'IBAN'))
  const creditorIban = compactIban(text(at(order, 'CdtrAcct', 'Id'), 'IBAN'))
  if (!isIban(debtorIban)) throw invalid('the debtor account is not an IBAN')
  if (!isIban(creditorIban) || !isReachable(creditorIban))
    throw new PaymentRefusal(400, 'AC01', `${creditorIban} is not an account in the SEPA area`)
  const endToEndId = text(at(order, 'PmtId'), 'EndToEndId')
  const creditorName = text(at(order, 'Cdtr'), 'Nm')
  if (!endToEndId || endToEndId.length > 35 || !creditorName || creditorName.length > 70)
    throw invalid('EndToEndId or the name of the creditor is missing or too long')
  const lines = at(order, 'RmtInf')['Ustrd']
  return {
    endToEndId,
    debtorIban,
    cents,
    creditorName,
    creditorIban,
    remittance: Array.isArray(lines) ? lines.join(' ') : '',
  }
}

const invalid = (message: string) => new PaymentRefusal(400, 'FF01', message)

function parseXml(xml: string): Node {
  try {
    return parser.parse(xml, true) as Node
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : 'not XML')
  }
}

function at(node: Node, ...path: string[]): Node {
  return path.reduce<Node>((current, name) => {
    const next = current[name]
    if (typeof next === 'string') return { '#text': next }
    return next && !Array.isArray(next) ? (next as Node) : {}
  }, node)
}

function text(node: Node, name: string): string {
  const value = node[name]
  return typeof value === 'string' ? value.trim() : ''
}

function list(node: Node, name: string): readonly Node[] {
  const value = node[name]
  return Array.isArray(value) ? value : []
}

export function bookPayment(world: World, id: string): PaymentRow {
  const payment = knownPayment(world, id)
  if (payment.status !== 'pending') return payment
  return world.store.transaction(() => {
    world.agenda.cancel('bank.book_payment', id)
    writeLine(world, payment, 'debit')
    world.store.run(`update bank_payments set status = 'booked' where id = ?`, id)
    return knownPayment(world, id)
  })
}

/** The payee's bank sends the money back; what was not booked yet is booked first. */
export function returnPayment(world: World, id: string, reason: string): PaymentRow {
  return world.store.transaction(() => {
    const payment = bookPayment(world, id)
    if (payment.status === 'returned') return payment
    writeLine(world, payment, 'credit', reason)
    world.store.run(`update bank_payments set status = 'returned', reason = ? where id = ?`, reason, id)
    return knownPayment(world, id)
  })
}

function writeLine(world: World, payment: PaymentRow, direction: 'debit' | 'credit', returnReason?: string) {
  book(world, {
    iban: payment.iban,
    direction,
    status: 'BOOK',
    reversal: false,
    family: 'ICDT',
    subFamily: returnReason === undefined ? 'ESCT' : 'RRTN',
    transactions: [
      {
        cents: BigInt(payment.cents_text),
        endToEndId: payment.end_to_end_id,
        transactionId: payment.id,
        counterparty: { name: payment.creditor_name, iban: payment.creditor_iban },
        remittance: payment.remittance === '' ? [] : [payment.remittance],
        ...(returnReason === undefined ? {} : { returnReason }),
      },
    ],
  })
}

export function knownPayment({ store }: World, id: string): PaymentRow {
  const payment = store.get<PaymentRow>(`select ${columns} from bank_payments where id = ?`, id)
  if (!payment) throw new PaymentRefusal(404, 'not_found', `there is no payment ${id}`)
  return payment
}

export function paymentsOfMessage({ store }: World, messageId: string) {
  return store
    .all<PaymentRow>(`select ${columns} from bank_payments where message_id = ? order by rowid`, messageId)
    .map(paymentObject)
}

export function paymentsByEndToEndId({ store }: World, endToEndId: string) {
  return store
    .all<PaymentRow>(
      `select ${columns} from bank_payments where end_to_end_id = ? order by rowid`,
      endToEndId,
    )
    .map(paymentObject)
}

export function latestPayments({ store }: World, limit: number): PaymentRow[] {
  return store.all<PaymentRow>(`select ${columns} from bank_payments order by rowid desc limit ?`, limit)
}

export function paymentObject(row: PaymentRow) {
  return {
    id: row.id,
    message_id: row.message_id,
    end_to_end_id: row.end_to_end_id,
    debtor_iban: row.iban,
    amount: decimalOf(BigInt(row.cents_text)),
    currency: 'EUR',
    creditor_name: row.creditor_name,
    creditor_iban: row.creditor_iban,
    status: row.status,
    reason: row.reason,
    created_at: isoTime(row.created_at),
  }
}
