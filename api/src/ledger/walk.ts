// Walks an operation along its lifecycle table: each step must be legal and may post only what the table names.
// The result is the part of a change that says what moved.
import { type EventOf, initialState, isTerminal, type Kind, move, type StateOf } from '@jokko/core/lifecycles'
import type { Entry } from '@jokko/core/recipes'
import { customerStatus, type StatusFacts } from '@jokko/core/status'
import type { Json, OperationPatch } from '../db/schema.ts'
import type { AttemptWrite, Book, EntryWrite, EventWrite, JobWrite } from './change.ts'

export type Step<K extends Kind> = {
  event: EventOf<K>
  actor: string
  entries?: KeyedEntry[]
  reason?: string
  provider_reference?: string
  data?: Json
  at?: string
}

/** `key` defaults to `{operation}:{recipe}`, for what can happen once. */
export type KeyedEntry = Entry & { key?: string; rate?: string; occurred_at?: string }

/** What follows, in the same change, once a transfer has all its money. */
export type Continuation = { steps: Step<'transfer'>[]; attempts: AttemptWrite[]; jobs: JobWrite[] }

/** A job that works on one operation. */
export function forOperation(job: JobWrite, id: string): JobWrite {
  return { task: job.task, payload: { ...(job.payload as object | undefined), operation_id: id } }
}

export type Walked<K extends Kind> = {
  state: StateOf<K>
  events: EventWrite[]
  entries: EntryWrite[]
  /** State, status shown and end, ready for a patch or a new row. */
  shown: Pick<OperationPatch, 'customer_status' | 'aborted' | 'ended_at'> & {
    state: string
    customer_status: string
    aborted: boolean
  }
}

export class IllegalMove extends Error {}

type Walk<K extends Kind> = {
  kind: K
  operationId: string
  book: Book
  /** Where it stands; null opens it, with the event `created`. */
  from: StateOf<K> | null
  steps: Step<K>[]
  facts?: StatusFacts
  now: string
  openedBy?: string
}

export function walk<K extends Kind>({
  kind,
  operationId,
  book,
  from,
  steps,
  facts = {},
  now,
  openedBy,
}: Walk<K>): Walked<K> {
  let state = from ?? initialState[kind]
  const events: EventWrite[] =
    from === null
      ? [{ event: 'created', from_state: null, to_state: state, actor: openedBy ?? 'system' }]
      : []
  const entries: EntryWrite[] = []
  for (const step of steps) {
    const legal = move(kind, state, step.event)
    if (!legal) throw new IllegalMove(`${kind} ${operationId}: ${step.event} is not possible in ${state}`)
    for (const entry of step.entries ?? []) {
      if (!legal.recipes.includes(entry.recipe))
        throw new IllegalMove(`${step.event} may not post ${entry.recipe}`)
      entries.push({ ...entry, key: entry.key ?? `${operationId}:${entry.recipe}`, book })
    }
    const { event, actor, reason, provider_reference, data, at } = step
    events.push({
      event,
      from_state: state,
      to_state: legal.to,
      actor,
      ...(reason !== undefined && { reason }),
      ...(provider_reference !== undefined && { provider_reference }),
      ...(data !== undefined && { data }),
      ...(at !== undefined && { at }),
    })
    state = legal.to
  }
  const view = customerStatus(kind, state, facts)
  return {
    state,
    events,
    entries,
    shown: {
      state,
      customer_status: view.status,
      aborted: view.aborted,
      ...(isOver(kind, state) && { ended_at: now }),
    },
  }
}

/** A frozen transfer goes nowhere, but it still holds its money: its end is for a court to say. */
const isOver = <K extends Kind>(kind: K, state: StateOf<K>): boolean =>
  isTerminal(kind, state) && state !== 'frozen'
