// The job of each new bank line: read what is known, decide, write. Safe to run twice and on any node; when someone
// else moved the operation meanwhile, it is read and decided again.

import { eur } from '@jokko/core/money'
import * as z from 'zod/mini'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { moneyText } from '../http/money-text.ts'
import type { Change, Command } from '../ledger/change.ts'
import type { Continuation } from '../ledger/walk.ts'
import { type Payer, readPayer } from '../people/payers.ts'
import { type LineFacts, lineChange } from './change.ts'
import {
  type CreditFacts,
  completeDeposit,
  completes,
  depositBeside,
  fundInFull,
  fundInPart,
  plainDeposit,
  receptionOf,
} from './credits.ts'
import {
  attemptIdIn,
  type Decision,
  decide,
  type MatchFacts,
  type OwnPayment,
  type Proposal,
  referencesOf,
} from './matching.ts'
import {
  creditTakenBack,
  type OwnPaymentFacts,
  paymentBooked,
  paymentReturned,
  settled,
  unexplained,
} from './own-money.ts'
import {
  bankAttempts,
  type Candidate,
  cameBackBefore,
  creditsLike,
  freeBalance,
  operationsByReference,
  operationsMissing,
  payersByReference,
  propose,
  readLine,
  readOperation,
  type StoredLine,
  shortTolerance,
} from './store.ts'

const TRIES = 3

/** What only those who own transfers and bulks can decide. */
export type TransferHooks = {
  /** How it goes on once it has all its money. */
  continueFunded(op: Operation): Promise<Continuation>
  /** Gives back what is set aside for what was not sent yet. */
  cancel(op: Operation, by: string, reason: string, command: Command, now: string): Change
}

export const MatchBankLine = z.object({ id: z.string() })

export async function matchBankLine(deps: Deps, hooks: TransferHooks, payload: unknown): Promise<void> {
  const { id } = MatchBankLine.parse(payload)
  let refusal = ''
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const line = await readLine(deps, id)
    if (line?.outcome !== 'new') return
    const verdict = await deps.ledger.commit(await changeFor(deps, hooks, line))
    if (verdict.verdict !== 'refused') return
    refusal = verdict.code
  }
  throw new Error(`Bank line ${id} was refused: ${refusal}`)
}

async function changeFor(deps: Deps, hooks: TransferHooks, line: StoredLine): Promise<Change> {
  const decision = decide(line, await matchFacts(deps, line))
  const facts: LineFacts = {
    line,
    book: deps.config.book,
    now: deps.clock.nowText(),
    operationId: newId('opn'),
  }
  switch (decision.kind) {
    case 'settlement':
      return settled(facts, decision.provider)
    case 'matched':
      return credited(deps, hooks, facts, decision.operation)
    case 'deposit':
      return deposited(deps, facts, decision.payer)
    case 'own_payment_booked':
    case 'own_payment_returned':
      return ownPayment(deps, facts, decision)
    case 'credit_reversed':
      return reversed(deps, hooks, facts, decision.credit)
    case 'suspense':
      return forPerson(deps, facts, decision.reason, decision.proposals)
  }
}

async function matchFacts(deps: Deps, line: StoredLine): Promise<MatchFacts> {
  const { exact, proposed } = referencesOf(line)
  const references = [...exact, ...proposed]
  const operations = await operationsByReference(deps, references)
  const ids = operations.map(({ id }) => id)
  const payers = await payersByReference(deps, references)
  const customerIds = payers.map(({ customer_id }) => customer_id)
  const isOurs = line.kind === 'debit' || line.kind === 'return'
  return {
    operations,
    payers,
    sameAmount: line.kind === 'credit' ? await operationsMissing(deps, line.amount) : [],
    ownPayments: isOurs ? await ownPayments(deps, line, operations) : [],
    credits:
      line.kind === 'reversed_credit'
        ? await creditsLike(deps, line, { operationIds: ids, customerIds })
        : [],
  }
}

async function ownPayments(deps: Deps, line: StoredLine, named: readonly Candidate[]): Promise<OwnPayment[]> {
  const attempts = await bankAttempts(
    deps,
    [attemptIdIn(line.end_to_end_id)],
    named.map(({ id }) => id),
  )
  const found: OwnPayment[] = []
  for (const attempt of attempts) {
    const operation =
      named.find(({ id }) => id === attempt.operation_id) ?? (await readOperation(deps, attempt.operation_id))
    if (operation) found.push({ operation, attempt })
  }
  return found
}

async function credited(
  deps: Deps,
  hooks: TransferHooks,
  facts: LineFacts,
  operation: Candidate,
): Promise<Change> {
  const credit = await creditFacts(deps, facts, operation)
  const reception = receptionOf(operation, eur(facts.line.amount), eur(await shortTolerance(deps)))
  if (completes(reception)) return fundInFull(credit, reception, await hooks.continueFunded(operation))
  switch (reception) {
    case 'short':
      return fundInPart(credit)
    case 'deposit':
      return completeDeposit(credit)
    case 'for_a_person':
      return forPerson(deps, facts, 'not_for_a_machine', [
        { operation_id: operation.id, reason: 'named_in_line' },
      ])
    default:
      return depositBeside(credit, reception)
  }
}

async function creditFacts(deps: Deps, facts: LineFacts, operation: Operation): Promise<CreditFacts> {
  const payer = await ownerOf(deps, operation)
  return { ...facts, ...writing(deps, payer), operation, payer }
}

async function ownerOf(deps: Deps, { user_id }: Operation): Promise<Payer> {
  const payer = await readPayer(deps, user_id)
  if (!payer) throw new Error(`There is no user ${user_id}`)
  return payer
}

export function writing(
  { config }: Deps,
  { language }: Payer,
): Pick<CreditFacts & OwnPaymentFacts, 'amountText' | 'linkTo' | 'linkToReceived'> {
  return {
    amountText: amount => moneyText(amount, language),
    linkTo: id => `${config.publicUrl}/dashboard/home?operation=${id}`,
    linkToReceived: id => `${config.publicUrl}/dashboard/received/${id}`,
  }
}

async function deposited(deps: Deps, facts: LineFacts, payer: Payer): Promise<Change> {
  if (!payer.has_balance)
    return forPerson(deps, facts, 'not_for_a_machine', [{ user_id: payer.user_id, reason: 'named_in_line' }])
  return plainDeposit({ ...facts, ...writing(deps, payer), payer })
}

type OwnPaymentDecision = Extract<Decision, { kind: 'own_payment_booked' | 'own_payment_returned' }>

async function ownPayment(
  deps: Deps,
  facts: LineFacts,
  { kind, payment }: OwnPaymentDecision,
): Promise<Change> {
  const payer = await ownerOf(deps, payment.operation)
  const own: OwnPaymentFacts = { ...facts, ...writing(deps, payer), payment, payer }
  const change = kind === 'own_payment_booked' ? paymentBooked(own) : await returnedOnce(deps, own)
  return (
    change ??
    forPerson(deps, facts, 'not_for_a_machine', [
      { operation_id: payment.operation.id, reason: 'named_in_line' },
    ])
  )
}

const returnedOnce = async (deps: Deps, own: OwnPaymentFacts): Promise<Change | undefined> =>
  (await cameBackBefore(deps, own.payment.operation.id)) ? undefined : paymentReturned(own)

/**
 * While nothing of it was sent, what the credit paid ends with it: else the rest of its money would send what is not there.
 * What the balance does not have its owner owes to us.
 */
const cancellable: { readonly [kind in Operation['kind']]?: readonly string[] } = {
  transfer: ['short', 'screening', 'pricing', 'on_balance'],
  bulk: ['paying'],
}

/**
 * What its bank took is with its payer again: nobody is told that it is on their balance. Of several credits, only the others
 * are there.
 */
function asTakenBack(cancel: Change, op: Operation, taken: bigint): Change {
  if (op.received === taken)
    return { ...cancel, patch: { ...cancel.patch, details: { refund_to: 'source' } } }
  const refunded = BigInt(cancel.patch?.refunded ?? 0n)
  return { ...cancel, patch: { ...cancel.patch, refunded: refunded > taken ? refunded - taken : 0n } }
}

async function reversed(
  deps: Deps,
  hooks: TransferHooks,
  facts: LineFacts,
  credit: StoredLine,
): Promise<Change> {
  const operation = credit.operation_id === null ? undefined : await readOperation(deps, credit.operation_id)
  if (!operation) return creditTakenBack({ ...facts, credit })
  const cancels = cancellable[operation.kind]?.includes(operation.state)
  const { scope, key, body_hash } = lineChange(facts, '', {})
  const cancel = cancels
    ? asTakenBack(
        hooks.cancel(operation, 'bank', 'credit_reversed', { scope, key, body_hash }, facts.now),
        operation,
        -facts.line.amount,
      )
    : undefined
  return creditTakenBack({
    ...facts,
    credit,
    owned: {
      operation,
      payer: await ownerOf(deps, operation),
      free: await freeBalance(deps, operation.customer_id),
      ...(cancel && { cancel }),
    },
  })
}

/** The proposal first: once the line is booked, nobody works on it again by machine. */
async function forPerson(
  deps: Deps,
  facts: LineFacts,
  reason: string,
  proposals: Proposal[],
): Promise<Change> {
  await propose(deps, facts.line.id, { attention: reason, proposals })
  return unexplained(facts)
}
