// What every change that a bank line causes has in common.
import { type Money, money } from '@jokko/core/money'
import type { Entry } from '@jokko/core/recipes'
import { searchText } from '@jokko/core/search'
import type { NewOperation } from '../db/schema.ts'
import type { Book, Change, EntryWrite } from '../ledger/change.ts'
import type { KeyedEntry } from '../ledger/walk.ts'
import type { Payer } from '../people/payers.ts'
import type { StoredLine } from './store.ts'

export type LineFacts = {
  line: StoredLine
  book: Book
  /** ISO 8601. */
  now: string
  /** Id of an operation that is opened beside, should one be. */
  operationId: string
}

export const BANK = 'bank'

/** Without its sign. */
export const amountOf = ({ amount }: StoredLine): Money => money(amount < 0n ? -amount : amount, 'EUR')

/** Under this key the line has one effect, for ever, whoever works on it. */
export function lineChange({ line, now }: LineFacts, outcome: string, change: Partial<Change>): Change {
  return {
    scope: BANK,
    key: `bank:${line.dedupe_key}`,
    body_hash: line.dedupe_key,
    received_at: now,
    ...change,
    bank_lines: [{ id: line.id, outcome }, ...(change.bank_lines ?? [])],
  }
}

/** One line, one entry, under the line's own key; the moment is the bank's booking day. */
export function keyed({ line }: LineFacts, entry: Entry): KeyedEntry {
  return { ...entry, key: `bank:${line.dedupe_key}`, occurred_at: `${line.booked_on}T12:00:00Z` }
}

/** Outside of any operation. */
export function alone(facts: LineFacts, entry: Entry): EntryWrite {
  return { ...entry, ...keyed(facts, entry), key: `bank:${facts.line.dedupe_key}`, book: facts.book }
}

export type Beside = Pick<NewOperation, 'kind' | 'operation_type' | 'state' | 'customer_status'> & {
  aborted?: boolean
  ended_at?: string | null
}

type Owner = { customer_id: string; user_id: string; sending_country: string | null }

export const ownerOf = (payer: Payer): Owner => ({
  customer_id: payer.customer_id,
  user_id: payer.user_id,
  sending_country: payer.country,
})

/** The row of a deposit, refund or dispute that a line of our bank gives rise to. */
export function rowBeside(
  facts: LineFacts,
  shown: Beside,
  { owner, amount, parentId }: { owner: Owner; amount: Money; parentId: string | null },
): NewOperation {
  const { line, book, now } = facts
  return {
    ...shown,
    ...owner,
    book,
    parent_id: parentId,
    payin_method: 'bank_transfer',
    counterparty: line.payer_name,
    principal: amount.minor,
    total: amount.minor,
    received: amount.minor,
    target: amount.minor,
    target_currency: 'EUR',
    details: { payer_name: line.payer_name, payer_iban: line.payer_iban },
    search: searchText([line.payer_name]),
    started_at: now,
  }
}
