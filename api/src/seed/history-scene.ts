// What every part of the seeded history is made from: who takes part, what things cost, and a way to walk an operation
// through the past, each step at its own moment.
import { createHash } from 'node:crypto'
import type { Kind } from '@jokko/core/lifecycles'
import { eur, fromDecimal, type Money } from '@jokko/core/money'
import { accounts, type Entry } from '@jokko/core/recipes'
import { paymentReference } from '@jokko/core/references'
import type { StatusFacts } from '@jokko/core/status'
import type { NewOperation } from '../db/schema.ts'
import type { Book, Change, EntryWrite } from '../ledger/change.ts'
import { type Step, type Walked, walk } from '../ledger/walk.ts'
import type { ReferenceData } from '../reference/data.ts'
import type { PayeeKey, PayeePlan, When } from './history-plan.ts'

export type Customer = { userId: string; customerId: string; name: string; country: string }

export type Payee = PayeePlan & {
  beneficiaryId: string
  /** The company, or the person. */
  name: string
  e164: string
  country: string
  /** Who owns the balance with us, if there is one. */
  customerId: string | null
}

export type Scene = {
  book: Book
  now: Date
  reference: ReferenceData
  /** Our bank account. */
  iban: string
  owner: Customer
  colleague: Customer
  person: Customer
  payees: Readonly<Record<PayeeKey, Payee>>
}

/** One change of the history. `parent` is the key of the draft whose operation it belongs to. */
export type Draft = {
  key: string
  at: string
  change: Omit<Change, 'scope' | 'key' | 'body_hash' | 'received_at'>
  parent?: string
  /** The draft whose operation this one moves on. */
  of?: string
}

export function euros(text: string): Money {
  const amount = fromDecimal(text, 'EUR')
  if (!amount) throw new RangeError(`${text} is no amount of the history`)
  return amount
}

export function momentOf({ now }: Pick<Scene, 'now'>, when: When): string {
  const [, minutes] = /^(\d+)m$/.exec(when) ?? []
  if (minutes !== undefined) return new Date(now.getTime() - Number(minutes) * 60_000).toISOString()
  const [days = '0', clock = '00:00'] = when.split(' ')
  const day = new Date(now.getTime() - Number(days) * 86_400_000).toISOString().slice(0, 10)
  return new Date(`${day}T${clock}:00.000Z`).toISOString()
}

export const later = (at: string, seconds: number): string =>
  new Date(Date.parse(at) + seconds * 1000).toISOString()

/** The same on every machine, like what the outside world said. */
const digestOf = (key: string): Buffer => createHash('sha256').update(`history ${key}`).digest()

export const referenceOf = (key: string): string => paymentReference(digestOf(key).subarray(0, 5))
export const providerIdOf = (key: string): string => `tr_${digestOf(key).toString('hex').slice(0, 24)}`

/** Seconds after the step before, or a moment of its own. */
export type PastStep<K extends Kind> = Step<K> & { after?: number }

type Past<K extends Kind> = {
  kind: K
  operationId: string
  book: Book
  startedAt: string
  openedBy: string
  steps: readonly PastStep<K>[]
  facts?: StatusFacts
}

export function walkPast<K extends Kind>(past: Past<K>): Walked<K> & { lastAt: string } {
  const { kind, operationId, book, startedAt, openedBy, facts = {} } = past
  let lastAt = startedAt
  const steps = past.steps.map(({ after = 0, ...step }): Step<K> => {
    lastAt = step.at ?? later(lastAt, after)
    const at = lastAt
    return { ...step, at, entries: (step.entries ?? []).map(entry => ({ ...entry, occurred_at: at })) }
  })
  const walked = walk({ kind, operationId, book, from: null, openedBy, steps, facts, now: lastAt })
  const events = walked.events.map(event => ({ ...event, at: event.at ?? startedAt }))
  return { ...walked, events, lastAt }
}

/** Columns that are the same for everything this customer did. */
export function rowFor(
  { book }: Scene,
  customer: Customer,
  startedAt: string,
): Pick<NewOperation, 'book' | 'customer_id' | 'user_id' | 'sending_country' | 'started_at'> {
  return {
    book,
    customer_id: customer.customerId,
    user_id: customer.userId,
    sending_country: customer.country,
    started_at: startedAt,
  }
}

/** What a change does to a customer's free balance. */
export function effectOn(customer: Customer, { change }: Draft): Money {
  const account = accounts.customer(customer.customerId)
  const postings = (change.entries ?? []).flatMap(entry => entry.postings)
  return eur(
    postings.filter(posting => posting.account === account).reduce((sum, { amount }) => sum + amount, 0n),
  )
}

/** An entry that no move of the table posts: what stands at an operation's birth, or the rows of a bulk. */
export const beside = (scene: Scene, id: string, at: string, entry: Entry): EntryWrite => ({
  ...entry,
  key: `${id}:${entry.recipe}`,
  book: scene.book,
  occurred_at: at,
})
