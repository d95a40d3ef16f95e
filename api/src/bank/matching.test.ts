// Whose a line is, and what a credit is to its operation: decided without a database, for every kind and state.
import { kinds, statesOf } from '@jokko/core/lifecycles'
import { eur } from '@jokko/core/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Operation, PayoutAttempt } from '../db/schema.ts'
import type { Payer } from '../people/payers.ts'
import { completes, receptionOf } from './credits.ts'
import { attemptIdIn, decide, type MatchFacts } from './matching.ts'
import type { Candidate, StoredLine } from './store.ts'

const nothing: MatchFacts = { operations: [], payers: [], sameAmount: [], ownPayments: [], credits: [] }

const line = (more: Partial<StoredLine> = {}): StoredLine => ({
  id: 1n,
  dedupe_key: 'k',
  iban: 'FR76',
  kind: 'credit',
  amount: 10_000n,
  currency: 'EUR',
  booked_on: '2026-11-20',
  remittance: '',
  structured_reference: '',
  end_to_end_id: '',
  payer_name: '',
  payer_iban: '',
  settled_by: null,
  outcome: 'new',
  operation_id: null,
  ...more,
})

const op = (more: Partial<Candidate> = {}): Candidate =>
  ({
    id: 'opn_1',
    kind: 'transfer',
    state: 'funding',
    reference: 'JK4N7PWX2M',
    customer_id: 'usr_1',
    total: 10_000n,
    held: 0n,
    received: 0n,
    ended_at: null,
    payer_names: ['Awa Ndiaye'],
    ...more,
  }) as Candidate

const attempt = {
  id: 'pat_019ab3c4-0000-7000-8000-000000000001',
  operation_id: 'opn_1',
  amount: 6_000n,
  state: 'accepted',
} as PayoutAttempt
const carried = '019ab3c4000070008000000000000001'
const payer = { user_id: 'usr_2', customer_id: 'usr_2', payment_reference: 'JK9C3HTB6V' } as Payer

describe('a line', () => {
  test('what a company settles is ours, whatever it names', () => {
    const settled = line({ kind: 'settlement', settled_by: 'truelayer', remittance: 'JK4N7PWX2M' })
    expect(decide(settled, { ...nothing, operations: [op()] })).toEqual({
      kind: 'settlement',
      provider: 'truelayer',
    })
  })

  test('a credit belongs to the one reference that somebody has', () => {
    const facts = { ...nothing, operations: [op()], payers: [payer] }
    expect(decide(line({ remittance: 'jk4n 7pwx 2m' }), facts)).toMatchObject({
      kind: 'matched',
      how: 'payment_reference',
    })
    expect(decide(line({ structured_reference: 'JK4N7PWX2M' }), facts)).toMatchObject({
      how: 'creditor_reference',
    })
    expect(decide(line({ end_to_end_id: 'JK4N7PWX2M' }), facts)).toMatchObject({ how: 'end_to_end_id' })
    expect(decide(line({ remittance: 'depot JK9C3HTB6V' }), facts)).toMatchObject({ kind: 'deposit', payer })
  })

  test('two that somebody has go to a person, also in two places', () => {
    const both = line({ structured_reference: 'JK4N7PWX2M', remittance: 'JK9C3HTB6V' })
    expect(decide(both, { ...nothing, operations: [op()], payers: [payer] })).toMatchObject({
      kind: 'suspense',
      reason: 'several_references',
      proposals: [{ operation_id: 'opn_1' }, { user_id: 'usr_2' }],
    })
  })

  test('a likely reference, or amount and name, only propose; another name does not', () => {
    const similar = op({ reference: 'JKABQD23X5' })
    expect(decide(line({ remittance: 'JKABOD23X5' }), { ...nothing, operations: [similar] })).toMatchObject({
      kind: 'suspense',
      proposals: [{ operation_id: 'opn_1', reason: 'similar_reference' }],
    })
    const named = { ...nothing, sameAmount: [op()] }
    expect(decide(line({ payer_name: 'NDIAYE AWA' }), named)).toMatchObject({
      proposals: [{ operation_id: 'opn_1', reason: 'amount_and_name' }],
    })
    for (const payer_name of ['AWA DIOP', '', '李'])
      expect(decide(line({ payer_name }), named)).toMatchObject({ kind: 'suspense', proposals: [] })
  })

  test('a debit is our payment only by the id that we gave it, with its amount, once', () => {
    const facts = { ...nothing, ownPayments: [{ operation: op(), attempt }] }
    const debit = (more: Partial<StoredLine>) =>
      line({ kind: 'debit', amount: -6_000n, end_to_end_id: carried, ...more })
    expect(decide(debit({}), facts)).toMatchObject({ kind: 'own_payment_booked' })
    expect(decide(debit({ amount: -5_999n }), facts)).toMatchObject({ reason: 'unknown_debit' })
    expect(decide(debit({ end_to_end_id: '', remittance: 'JK4N7PWX2M' }), facts)).toMatchObject({
      reason: 'unknown_debit',
    })
    const paid = {
      ...nothing,
      ownPayments: [{ operation: op(), attempt: { ...attempt, state: 'paid' as const } }],
    }
    expect(decide(debit({}), paid)).toMatchObject({ reason: 'unknown_debit' })
  })

  test('a return is found by its id, else by the reference of its operation; never by its amount', () => {
    const facts = { ...nothing, ownPayments: [{ operation: op(), attempt }] }
    const returned = (more: Partial<StoredLine>) => line({ kind: 'return', amount: 6_000n, ...more })
    expect(decide(returned({ end_to_end_id: carried }), facts)).toMatchObject({
      kind: 'own_payment_returned',
    })
    expect(decide(returned({ remittance: 'RETOUR JK4N7PWX2M' }), facts)).toMatchObject({
      kind: 'own_payment_returned',
    })
    expect(decide(returned({}), facts)).toMatchObject({ reason: 'unknown_return' })
  })

  test('a reversal undoes a credit of one owner; of two possible owners a person chooses', () => {
    const reversal = line({ kind: 'reversed_credit', amount: -10_000n })
    const credit = (id: bigint, customer_id: string | null) => ({ ...line({ id }), customer_id })
    const of = (...credits: ReturnType<typeof credit>[]) => decide(reversal, { ...nothing, credits })
    expect(of(credit(3n, 'usr_1'), credit(2n, 'usr_1'))).toMatchObject({
      kind: 'credit_reversed',
      credit: { id: 3n },
    })
    expect(of(credit(3n, 'usr_1'), credit(2n, 'usr_2'))).toMatchObject({ reason: 'unknown_reversal' })
    expect(of()).toMatchObject({ reason: 'unknown_reversal' })
  })

  test('our id is read out of what a bank carries, and out of nothing else', () => {
    expect(attemptIdIn(carried)).toBe(attempt.id)
    expect(attemptIdIn(carried.toUpperCase())).toBe(attempt.id)
    for (const other of ['', 'NOTPROVIDED', `${carried}0`, 'JK4N7PWX2M']) expect(attemptIdIn(other)).toBe('')
  })
})

describe('a credit with the reference of an operation', () => {
  const transfer = (more: Partial<Operation>) => op(more) as Operation
  const received = (more: Partial<Operation>, cents: bigint, tolerance = 0n) =>
    receptionOf(transfer(more), eur(cents), eur(tolerance))

  test.each([
    [10_000n, 0n, 0n, 'exact'],
    [10_001n, 0n, 0n, 'over'],
    [9_999n, 0n, 0n, 'short'],
    [9_999n, 0n, 1n, 'within_tolerance'],
    [9_998n, 0n, 1n, 'short'],
    [4_000n, 6_000n, 0n, 'exact'],
    [4_001n, 6_000n, 0n, 'over'],
  ] as const)('%d cents with %d held and a tolerance of %d: %s', (cents, held, tolerance, expected) => {
    expect(received({ state: held > 0n ? 'short' : 'funding', held }, cents, tolerance)).toBe(expected)
  })

  test('whatever the kind, state and amount, there is an answer, and only what waits is completed', () => {
    const anyState = fc
      .constantFrom(...kinds.filter(kind => kind !== 'payIn'))
      .chain(kind => fc.record({ kind: fc.constant(kind), state: fc.constantFrom(...statesOf(kind)) }))
    fc.assert(
      fc.property(anyState, fc.bigInt(1n, 20_000n), fc.bigInt(0n, 10_000n), (where, cents, got) => {
        const answer = received({ ...where, received: got, held: 0n }, cents)
        const waits =
          (where.kind === 'transfer' && ['funding', 'short'].includes(where.state)) ||
          (where.kind === 'bulk' && where.state === 'paying')
        expect(completes(answer) || answer === 'short').toBe(waits)
        if (!['transfer', 'deposit', 'bulk'].includes(where.kind)) expect(answer).toBe('for_a_person')
      }),
    )
  })

  test('after the end: late while it had not been paid in full, else paid twice', () => {
    for (const state of ['failed', 'aborted', 'expired', 'cancelled', 'refunding', 'refunded', 'returned']) {
      expect(received({ state, received: 6_000n }, 4_000n)).toBe('after_closing')
      expect(received({ state, received: 10_000n }, 10_000n)).toBe('paid_twice')
    }
    for (const state of ['screening', 'held', 'sending', 'waiting', 'sent', 'unknown', 'paid'])
      expect(received({ state, received: 10_000n }, 10_000n)).toBe('paid_twice')
    expect(received({ state: 'frozen', received: 10_000n }, 10_000n)).toBe('for_a_person')
  })
})
