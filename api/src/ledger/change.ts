// What a command decided, as one value: everything that is written together or not at all.
// Pure code makes it, the ledger's one door writes it (commit.ts).
import type { StateOf } from '@jokko/core/lifecycles'
import type { Entry } from '@jokko/core/recipes'
import type { Json, NewOperation, OperationPatch } from '../db/schema.ts'

export type EventWrite = {
  event: string
  from_state: string | null
  to_state: string
  /** Who moved it: a user's id, `provider:hub2`, `bank`, `timer`, `operator:{name}`. */
  actor: string
  reason?: string
  provider_reference?: string
  data?: Json
  /** When it happened outside; absent: when it is recorded. */
  at?: string
}

export type EntryWrite = Entry & {
  /** Unique for ever, over all operations: `{operation}:{recipe}` or the outside world's own reference. */
  key: string
  book: Book
  rate?: string
  occurred_at?: string
}

export type AttemptWrite = {
  id: string
  provider: string
  state: 'created' | 'calling' | 'accepted' | 'unknown' | 'paid' | 'failed'
  amount: bigint
  currency: string
  destination?: Json
  provider_id?: string
  failure?: string
  asked?: number
}

/** A pay-in as it is after this change: all of it, or what the provider's columns keep from before when absent. */
export type PayInWrite = {
  id: string
  provider: string
  method: string
  state: StateOf<'payIn'>
  /** Minor units of `currency`: what is asked for. */
  amount: bigint
  currency: string
  provider_id?: string
  handle?: Json
  action?: Json
  source?: Json
  failure?: string
  outcome?: 'funded' | 'deposited' | 'refunded'
  asked: number
  expires_at: string
  /** The version that was read; absent of one that is opened. */
  seen?: number
}

/** Usage of a limit. A negative amount gives usage back. `ceiling` is judged together with the write. */
export type CounterWrite = { subject: string; kind: string; period: string; amount: bigint; ceiling: bigint }

/** What the rows of the bulk that a change opens, or gives up, bring to the month of each wallet. */
export type RowCounters = { kind: string; period: string; ceiling: bigint; gives_back?: true }

export type TimerWrite = { due_at: string; kind: string; payload?: Json }
export type JobWrite = { task: string; payload?: Json }
export type BankLineWrite = { id: bigint; outcome: string; operation_id?: string }

/** An operation opened beside the main one: an excess credited, a refund, a return, a row of a bulk. */
export type LinkedOperation = {
  operation_id: string
  /** `handed`: minor units that it takes over from what the main one holds. */
  create: NewOperation & { handed?: bigint }
  events: EventWrite[]
}

export type Book = 'live' | 'test'

export type Change = {
  /** Whose key this is: a user, a provider, a job. */
  scope: string
  /** The same key has one effect, for ever. */
  key: string
  /** The same key with another body is refused. */
  body_hash: string
  /** When the command reached us: expiry is judged at this moment. */
  received_at: string
  operation_id?: string
  /** The version this was decided on; 0 opens a new operation. */
  expect?: number
  quote_id?: string
  answer?: Json
  create?: NewOperation
  patch?: OperationPatch
  events?: EventWrite[]
  entries?: EntryWrite[]
  attempts?: AttemptWrite[]
  timers?: TimerWrite[]
  counters?: CounterWrite[]
  row_counters?: RowCounters
  jobs?: JobWrite[]
  bank_lines?: BankLineWrite[]
  pay_ins?: PayInWrite[]
  linked?: LinkedOperation[]
}

/** Whose key a change has, and what it was sent with. */
export type Command = Pick<Change, 'scope' | 'key' | 'body_hash'>

export type RefusalCode =
  | 'idempotency_key_reused'
  | 'try_again'
  | 'not_found'
  | 'stale_version'
  | 'quote_expired'
  | 'quote_already_accepted'
  | 'already_posted'
  | 'held_insufficient'
  | 'insufficient'
  | 'limit_exceeded'

export type Verdict =
  | { verdict: 'committed'; answer: Json; operation_id: string | null }
  | { verdict: 'replayed'; answer: Json; operation_id: string | null }
  | { verdict: 'refused'; code: RefusalCode }
