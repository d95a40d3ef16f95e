// Whose is this line of our bank account? Pure: a line and what is known become one decision. Our own money first
// (settlements, payments, returns), then references; whatever is only likely is proposed to a person.
import { transliterate } from '@jokko/core/names'
import { type FoundReferences, findReferences } from '@jokko/core/references'
import type { PayoutAttempt } from '../db/schema.ts'
import type { Payer } from '../people/payers.ts'
import type { Candidate, EarlierCredit, StoredLine } from './store.ts'

export type How = 'creditor_reference' | 'payment_reference' | 'end_to_end_id'

export type OwnPayment = { operation: Candidate; attempt: PayoutAttempt }

export type MatchFacts = {
  /** Operations whose reference the line contains, exactly or probably. */
  operations: readonly Candidate[]
  /** Customers whose standing reference the line contains, exactly or probably. */
  payers: readonly Payer[]
  /** Operations that wait for exactly this amount. */
  sameAmount: readonly Candidate[]
  /** Payments that we ordered at our bank and that this line may be about. */
  ownPayments: readonly OwnPayment[]
  /** Earlier credits that a reversal may undo. */
  credits: readonly EarlierCredit[]
}

export type Proposal = {
  operation_id?: string
  user_id?: string
  reason: 'similar_reference' | 'amount_and_name' | 'named_in_line'
}

export type SuspenseReason =
  | 'no_reference'
  | 'unknown_reference'
  | 'several_references'
  | 'unknown_debit'
  | 'unknown_return'
  | 'unknown_reversal'

export type Decision =
  | { kind: 'settlement'; provider: string }
  | { kind: 'own_payment_booked'; payment: OwnPayment }
  | { kind: 'own_payment_returned'; payment: OwnPayment }
  | { kind: 'credit_reversed'; credit: StoredLine }
  | { kind: 'matched'; operation: Candidate; how: How }
  | { kind: 'deposit'; payer: Payer; how: How }
  | { kind: 'suspense'; reason: SuspenseReason; proposals: Proposal[] }

type Source = { how: How; found: FoundReferences }

/** Where references may stand, the most certain place first. */
export function sourcesOf(line: StoredLine): Source[] {
  return [
    { how: 'creditor_reference', found: findReferences(line.structured_reference) },
    { how: 'payment_reference', found: findReferences(line.remittance) },
    { how: 'end_to_end_id', found: findReferences(line.end_to_end_id) },
  ]
}

export function referencesOf(line: StoredLine): { exact: string[]; proposed: string[] } {
  const sources = sourcesOf(line)
  const exact = new Set(sources.flatMap(({ found }) => found.exact))
  const proposed = new Set(sources.flatMap(({ found }) => found.proposed))
  return { exact: [...exact], proposed: [...proposed].filter(reference => !exact.has(reference)) }
}

export function decide(line: StoredLine, facts: MatchFacts): Decision {
  switch (line.kind) {
    case 'settlement':
      return { kind: 'settlement', provider: line.settled_by ?? 'bank' }
    case 'debit':
      return decideDebit(line, facts)
    case 'return':
      return decideReturn(line, facts)
    case 'reversed_credit':
      return decideReversal(facts)
    case 'credit':
      return decideCredit(line, facts)
  }
}

/** Only the id that we gave the payment names it; a debit of anyone else is for a person. */
function decideDebit(line: StoredLine, { ownPayments }: MatchFacts): Decision {
  const payment = ownPayments.find(
    ({ attempt }) =>
      attempt.id === attemptIdIn(line.end_to_end_id) &&
      attempt.amount === -line.amount &&
      attempt.state !== 'paid',
  )
  return payment ? { kind: 'own_payment_booked', payment } : suspense('unknown_debit')
}

/** By our id, else by the reference of the operation, since banks often drop the former. */
function decideReturn(line: StoredLine, { ownPayments }: MatchFacts): Decision {
  const possible = ownPayments.filter(({ attempt }) => attempt.amount === line.amount)
  const named = possible.find(({ attempt }) => attempt.id === attemptIdIn(line.end_to_end_id))
  const { exact } = referencesOf(line)
  const byReference = possible.filter(
    ({ operation }) => operation.reference !== null && exact.includes(operation.reference),
  )
  const payment = named ?? (byReference.length === 1 ? byReference[0] : undefined)
  return payment ? { kind: 'own_payment_returned', payment } : suspense('unknown_return')
}

/** Of several equal credits of one owner it does not matter which one is undone. */
function decideReversal({ credits }: MatchFacts): Decision {
  const [newest, ...others] = credits
  const isCertain =
    newest !== undefined && others.every(({ customer_id }) => customer_id === newest.customer_id)
  return isCertain ? { kind: 'credit_reversed', credit: newest } : suspense('unknown_reversal')
}

function decideCredit(line: StoredLine, facts: MatchFacts): Decision {
  const { exact, proposed } = referencesOf(line)
  const operations = facts.operations.filter(
    ({ reference }) => reference !== null && exact.includes(reference),
  )
  const payers = facts.payers.filter(({ payment_reference }) => exact.includes(payment_reference))
  if (operations.length + payers.length > 1) {
    return suspense('several_references', [
      ...operations.map(({ id }): Proposal => ({ operation_id: id, reason: 'named_in_line' })),
      ...payers.map(({ user_id }): Proposal => ({ user_id, reason: 'named_in_line' })),
    ])
  }
  const [operation] = operations
  if (operation?.reference) return { kind: 'matched', operation, how: placeOf(line, operation.reference) }
  const [payer] = payers
  if (payer) return { kind: 'deposit', payer, how: placeOf(line, payer.payment_reference) }
  const reason = exact.length + proposed.length > 0 ? 'unknown_reference' : 'no_reference'
  return suspense(reason, proposalsFor(line, facts, proposed))
}

function placeOf(line: StoredLine, reference: string): How {
  return sourcesOf(line).find(({ found }) => found.exact.includes(reference))?.how ?? 'payment_reference'
}

function proposalsFor(line: StoredLine, facts: MatchFacts, proposed: readonly string[]): Proposal[] {
  const similar = facts.operations.filter(
    ({ reference }) => reference !== null && proposed.includes(reference),
  )
  const payers = facts.payers.filter(({ payment_reference }) => proposed.includes(payment_reference))
  const likely = facts.sameAmount.filter(
    ({ id, payer_names }) => !similar.some(other => other.id === id) && isNamed(line, payer_names),
  )
  return [
    ...similar.map(({ id }): Proposal => ({ operation_id: id, reason: 'similar_reference' })),
    ...payers.map(({ user_id }): Proposal => ({ user_id, reason: 'similar_reference' })),
    ...likely.map(({ id }): Proposal => ({ operation_id: id, reason: 'amount_and_name' })),
  ]
}

const wordsOf = (name: string): string[] =>
  transliterate(name, 140)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)

/** All words of one of the owner's names stand in the payer's name, in any order. */
function isNamed({ payer_name }: StoredLine, names: readonly string[]): boolean {
  if (payer_name === '') return false
  const paying = new Set(wordsOf(payer_name))
  return names.map(wordsOf).some(words => words.length > 0 && words.every(word => paying.has(word)))
}

const suspense = (reason: SuspenseReason, proposals: Proposal[] = []): Decision => ({
  kind: 'suspense',
  reason,
  proposals,
})

/** Our attempt's id out of the 32 characters that the bank carried; empty when it is none of ours. */
export function attemptIdIn(endToEndId: string): string {
  const [, a, b, c, d, e] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(endToEndId) ?? []
  return e === undefined ? '' : `pat_${a}-${b}-${c}-${d}-${e}`.toLowerCase()
}
