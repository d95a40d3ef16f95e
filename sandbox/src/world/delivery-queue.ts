// The rows of outgoing messages: when each is due, how often it was tried, and what became of it.
import { second, type WorldClock } from './clock.ts'
import type { Company } from './faults.ts'
import type { Store } from './store.ts'

export type OutgoingMessage = {
  readonly company: Company
  readonly eventId: string
  readonly url: string
  readonly contentType: string
  /** Empty for a plain GET, which is tried once: its company calls again by itself. */
  readonly body: string
  /** What the company's signer needs to find its secret, for instance the id of a registered webhook. */
  readonly signer: string
}

export type QueuedMessage = {
  readonly id: number
  readonly attempts: number
  readonly message: OutgoingMessage
}

export type DeliveryQueue = {
  insert(message: OutgoingMessage, dueAt: number): void
  due(limit: number): QueuedMessage[]
  nextDue(): number | undefined
  /** Records an attempt; a failed one comes again after a growing pause, five times in all. */
  record(queued: QueuedMessage, delivered: boolean, answer: string): void
  postpone(id: number, dueAt: number): void
  /** All that waits for this company becomes due now. */
  release(company: Company): void
}

type Row = {
  id: number
  company: Company
  attempts: number
  event_id: string
  url: string
  content_type: string
  body: string
  signer: string
}

/** Seconds before the second, third, fourth and fifth try. */
const retryPauses = [1, 5, 30, 300]

export function openDeliveryQueue(store: Store, clock: WorldClock): DeliveryQueue {
  return {
    insert: (message, dueAt) => {
      store.run(
        `insert into deliveries (company, event_id, url, content_type, body, signer, due_at, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?)`,
        message.company,
        message.eventId,
        message.url,
        message.contentType,
        message.body,
        message.signer,
        dueAt,
        clock.now(),
      )
    },
    due: limit =>
      store
        .all<Row>(
          `select * from deliveries where state = 'waiting' and due_at <= ? order by due_at, id limit ?`,
          clock.now(),
          limit,
        )
        .map(asQueued),
    nextDue: () =>
      store.get<{ due_at: number }>(
        `select due_at from deliveries where state = 'waiting' order by due_at, id limit 1`,
      )?.due_at,
    record: ({ id, attempts, message }, delivered, answer) => {
      const pause = message.body === '' ? undefined : retryPauses[attempts]
      const state = delivered ? 'delivered' : pause === undefined ? 'given_up' : 'waiting'
      store.run(
        'update deliveries set state = ?, attempts = attempts + 1, last_answer = ?, due_at = ? where id = ?',
        state,
        answer,
        clock.now() + (pause ?? 0) * second,
        id,
      )
    },
    postpone: (id, dueAt) => {
      store.run('update deliveries set due_at = ? where id = ?', dueAt, id)
    },
    release: company => {
      store.run(
        `update deliveries set due_at = ?1 where company = ?2 and state = 'waiting' and due_at > ?1`,
        clock.now(),
        company,
      )
    },
  }
}

function asQueued(row: Row): QueuedMessage {
  return {
    id: row.id,
    attempts: row.attempts,
    message: {
      company: row.company,
      eventId: row.event_id,
      url: row.url,
      contentType: row.content_type,
      body: row.body,
      signer: row.signer,
    },
  }
}
