// Answers for which moves are legal: a thin reading of the tables in lifecycle-tables.ts, with types that know
// every state and event by name.
import { tables } from './lifecycle-tables.ts'
import type { RecipeName } from './recipes.ts'

type Tables = typeof tables

export type Kind = keyof Tables

type KeysOfEach<T> = T extends unknown ? keyof T & string : never

export type StateOf<K extends Kind> = K extends Kind ? keyof Tables[K] & string : never

export type EventOf<K extends Kind> = K extends Kind
  ? {
      [S in keyof Tables[K]]: Tables[K][S] extends { on: infer On } ? KeysOfEach<On> : never
    }[keyof Tables[K]]
  : never

export type Move<K extends Kind = Kind> = {
  readonly to: StateOf<K>
  /** What the move may post: one of these or none, as the facts decide; two where a reversal has two steps. */
  readonly recipes: readonly RecipeName[]
}

type Row = {
  readonly means: string
  readonly on: { readonly [event: string]: { readonly to: string; readonly recipes?: readonly RecipeName[] } }
}

const rowsOf: { readonly [kind in Kind]: { readonly [state: string]: Row } } = tables

export const kinds = Object.keys(tables) as readonly Kind[]

export const initialState: { readonly [K in Kind]: StateOf<K> } = {
  payIn: 'started',
  transfer: 'funding',
  withdrawal: 'created',
  deposit: 'requested',
  bulk: 'draft',
  request: 'open',
  refund: 'asked',
  return: 'reported',
  dispute: 'opened',
}

export const statesOf = <K extends Kind>(kind: K): readonly StateOf<K>[] =>
  Object.keys(rowsOf[kind]) as StateOf<K>[]

export const eventsOf = <K extends Kind>(kind: K): readonly EventOf<K>[] => [
  ...new Set(Object.values(rowsOf[kind]).flatMap(row => Object.keys(row.on) as EventOf<K>[])),
]

export const isState = <K extends Kind>(kind: K, text: string): text is StateOf<K> =>
  Object.hasOwn(rowsOf[kind], text)

const rowOf = (kind: Kind, state: string): Row => {
  const row = rowsOf[kind][state]
  if (row === undefined) throw new RangeError(`${kind} has no state ${state}`)
  return row
}

/** Where an event leads, or nothing when it is not legal in this state. */
export const move = <K extends Kind>(kind: K, state: StateOf<K>, event: EventOf<K>): Move<K> | undefined => {
  const { on } = rowOf(kind, state)
  const step = Object.hasOwn(on, event) ? on[event] : undefined
  return step && { to: step.to as StateOf<K>, recipes: step.recipes ?? [] }
}

/** The events that are legal in this state. */
export const legalEvents = <K extends Kind>(kind: K, state: StateOf<K>): readonly EventOf<K>[] =>
  Object.keys(rowOf(kind, state).on) as EventOf<K>[]

export const isTerminal = <K extends Kind>(kind: K, state: StateOf<K>): boolean =>
  Object.keys(rowOf(kind, state).on).length === 0

/** The sentence of the table that says what a state means. */
export const meaningOf = <K extends Kind>(kind: K, state: StateOf<K>): string => rowOf(kind, state).means
