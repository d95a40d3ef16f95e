// Reads that every area may make of the money's state: an operation, its events, a balance, a customer's name.

import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Operation, OperationEvent, PayIn } from '../db/schema.ts'
import type { Change, EntryWrite } from './change.ts'

/** The database, and which of its books is ours. */
type Books = { readonly db: Database; readonly config: Pick<Config, 'book'> }

export async function readOperation({ db }: Books, id: string): Promise<Operation | undefined> {
  return db.selectFrom('app.operations').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Only the sender's own: for everyone else it is not there. */
export async function readOwnOperation(
  { db }: Books,
  customerId: string,
  id: string,
): Promise<Operation | undefined> {
  return db
    .selectFrom('app.operations')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

/** What pays a request settles it whole. */
export const paysRequest = ({ details }: Pick<Operation, 'details'>): boolean =>
  details.request_id !== undefined

export async function readEvents({ db }: Books, operationId: string): Promise<OperationEvent[]> {
  return db
    .selectFrom('app.operation_events')
    .selectAll()
    .where('operation_id', '=', operationId)
    .orderBy('version')
    .limit(500)
    .execute()
}

export async function readBalance({ db, config }: Books, customerId: string): Promise<bigint> {
  const row = await db
    .selectFrom('ledger.accounts')
    .select('balance')
    .where('book', '=', config.book)
    .where('name', '=', `customer:${customerId}:EUR`)
    .executeTakeFirst()
  return row?.balance ?? 0n
}

/** Cents that a customer owes us. */
export async function readDebt({ db, config }: Books, customerId: string): Promise<bigint> {
  const row = await db
    .selectFrom('ledger.accounts')
    .select('balance')
    .where('book', '=', config.book)
    .where('name', '=', `receivable:${customerId}:EUR`)
    .executeTakeFirst()
  return -(row?.balance ?? 0n)
}

/** What the balance may pay with: nothing for who is restricted to bank transfers. */
export async function readBalanceToPayWith(
  books: Books,
  { customerId, activationLevel }: { customerId: string; activationLevel: 'GREEN' | 'YELLOW' | null },
): Promise<bigint> {
  return activationLevel === 'YELLOW' ? 0n : readBalance(books, customerId)
}

/** What the balance has for a transfer that waits for its sender's word; 0 for others, which are not asked about. */
export async function readBalanceFor(
  books: Books,
  caller: Parameters<typeof readBalanceToPayWith>[1],
  { state }: Operation,
): Promise<bigint> {
  if (state === 'short') return readBalanceToPayWith(books, caller)
  // It came by bank transfer, which nobody is restricted from.
  return state === 'on_balance' ? readBalance(books, caller.customerId) : 0n
}

/** The newest: the one that the payer is busy with, or how it ended. */
export async function newestPayIn(
  { db }: Pick<Books, 'db'>,
  operationId: string,
): Promise<PayIn | undefined> {
  return db
    .selectFrom('app.pay_ins')
    .selectAll()
    .where('operation_id', '=', operationId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const awaitingMoney: { readonly [kind in Operation['kind']]?: readonly string[] } = {
  transfer: ['funding'],
  deposit: ['requested', 'processing'],
}

/** How far the payment stands that a company collects for an operation; undefined where none is waited for. */
export async function readPayInState(books: Books, op: Operation): Promise<PayIn['state'] | undefined> {
  const isOurs = op.payin_method === 'balance' || op.payin_method === 'bank_transfer'
  if (isOurs || !awaitingMoney[op.kind]?.includes(op.state)) return undefined
  return (await newestPayIn(books, op.id))?.state
}

/** The payer's bank carries it out. While a card's page or a phone's prompt is open, its payer may still have to act. */
export const isOrderedAtBank = (method: string | null, state: PayIn['state'] | undefined): boolean =>
  state === 'processing' && (method === 'instant_bank_transfer' || method === 'direct_debit')

/** Whether rows of a running bulk could still come back; once it is cancelled, all of them do by themselves. */
export async function hasUnsentRows({ db }: Books, op: Operation): Promise<boolean> {
  if (op.kind !== 'bulk' || op.state !== 'running' || op.details.rows_cancelled_by !== undefined) return false
  if (op.held > 0n) return true
  const unsent = await db
    .selectFrom('app.operations')
    .select('id')
    .where('parent_id', '=', op.id)
    .where('handed', '>', 0n)
    .where('state', 'in', ['screening', 'waiting'])
    .limit(1)
    .executeTakeFirst()
  return unsent !== undefined
}

/** How many rows of a running bulk a person has to decide about. */
export async function countHeldRows({ db }: Books, op: Operation): Promise<number> {
  if (op.kind !== 'bulk' || op.state !== 'running') return 0
  const { held } = await db
    .selectFrom('app.operations')
    .select(({ fn }) => fn.countAll<string>().as('held'))
    .where('parent_id', '=', op.id)
    .where('state', 'in', ['held', 'frozen'])
    .executeTakeFirstOrThrow()
  return Number(held)
}

/** Who cancelled the bulk of which this is a row. */
export async function rowCancelledBy(books: Books, op: Operation): Promise<string | undefined> {
  if (op.parent_id === null || op.handed === 0n) return undefined
  return (await readOperation(books, op.parent_id))?.details.rows_cancelled_by
}

/** The sender as a beneficiary and a screening list know them. */
export async function readCustomerName({ db }: Books, userId: string): Promise<string> {
  const row = await db
    .selectFrom('app.users as u')
    .leftJoin('app.companies as c', 'c.id', 'u.company_id')
    .select(['u.first_name', 'u.last_name', 'c.name'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return row?.name ?? `${row?.first_name ?? ''} ${row?.last_name ?? ''}`.trim()
}

/** A new operation as its row will be read, from the change that was committed. */
export function operationFrom({ operation_id, create, events, entries }: Change): Operation {
  if (!operation_id || !create) throw new RangeError('The change opens no operation')
  const { fund_by, started_at, ended_at, ...row } = create
  const started = new Date(started_at ?? 0)
  return {
    receiver_customer_id: null,
    quote_id: null,
    parent_id: null,
    reference: null,
    sending_country: null,
    receiving_country: null,
    payin_method: null,
    payout_kind: null,
    route_id: null,
    provider: null,
    beneficiary_id: null,
    reason: null,
    rate: null,
    target: null,
    target_currency: null,
    ...row,
    id: operation_id,
    version: events?.length ?? 0,
    aborted: row.aborted ?? false,
    counterparty: row.counterparty ?? '',
    fee: row.fee ?? 0n,
    margin: row.margin ?? 0n,
    held: heldBy(entries ?? []),
    handed: 0n,
    received: row.received ?? 0n,
    refunded: row.refunded ?? 0n,
    details: row.details ?? {},
    search: row.search ?? '',
    fund_by: fund_by ? new Date(fund_by) : null,
    started_at: started,
    ended_at: ended_at ? new Date(ended_at) : null,
    updated_at: started,
  }
}

const heldBy = (entries: readonly EntryWrite[]): bigint =>
  entries
    .flatMap(entry => entry.postings)
    .filter(posting => posting.account.startsWith('customer:') && posting.account.endsWith(':reserved:EUR'))
    .reduce((sum, posting) => sum + posting.amount, 0n)
