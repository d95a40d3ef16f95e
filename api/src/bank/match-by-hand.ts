// Whose an unexplained credit is, as a person of ours found out: a customer's, an operation's, or nobody's, and then it
// goes back to where it came from. The money waits under suspense, so that each is one entry out of it.
import type { StateOf } from '@jokko/core/lifecycles'
import { eur, type Money, minOf, subtract } from '@jokko/core/money'
import type { Entry } from '@jokko/core/recipes'
import { suspenseMatched, suspenseReserved, suspenseSentBack } from '@jokko/core/recipes-payin'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import type { Change, EntryWrite } from '../ledger/change.ts'
import { forOperation, type KeyedEntry, type Step, walk } from '../ledger/walk.ts'
import { notice } from '../messages/owner-notice.ts'
import { type Payer, readPayer } from '../people/payers.ts'
import { amountOf, type LineFacts, ownerOf, rowBeside } from './change.ts'
import {
  besideExcess,
  type CreditFacts,
  fundingMove,
  type PaidFor,
  receptionOf,
  shortNotice,
} from './credits.ts'
import { recovery } from './debts.ts'
import { keepNobody, readLine, readOperation } from './store.ts'
import { type TransferHooks, writing } from './worker.ts'

export type ByHand = { operator: string; reason: string }

type HandFacts = LineFacts & { by: ByHand }

/** To the balance of a customer, as a deposit. */
export async function matchToCustomer(deps: Deps, lineId: string, payer: Payer, by: ByHand): Promise<string> {
  const facts = await handFacts(deps, lineId, by)
  return commit(deps, depositOf(deps, facts, payer, null))
}

/** To an operation that waits for it; what it cannot serve there is the payer's. */
export async function matchToOperation(
  deps: Deps,
  hooks: TransferHooks,
  lineId: string,
  operationId: string,
  by: ByHand,
): Promise<string> {
  const facts = await handFacts(deps, lineId, by)
  const operation = await readOperation(deps, operationId)
  if (!operation) throw new Error(`There is no operation ${operationId}.`)
  const payer = await readPayer(deps, operation.user_id)
  if (!payer) throw new Error(`There is no user ${operation.user_id}.`)
  const reception = receptionOf(operation, amountOf(facts.line), eur(0n))
  const credit = { ...facts, ...writing(deps, payer), operation, payer }
  switch (reception) {
    case 'short':
      return commit(deps, fundedInPart(credit))
    case 'exact':
    case 'over':
    case 'within_tolerance':
      return commit(deps, await fundedInFull(credit, hooks))
    case 'deposit':
      return commit(deps, completedDeposit(credit))
    case 'paid_twice':
    case 'after_closing':
      return commit(deps, depositOf(deps, facts, payer, operation.id))
    case 'for_a_person':
      throw new Error(`${operationId} is a ${operation.kind} and ${operation.state}: it takes no money.`)
  }
}

/** To the account that it came from. */
export async function sendCreditBack(deps: Deps, lineId: string, by: ByHand): Promise<string> {
  const facts = await handFacts(deps, lineId, by)
  const { line, operationId, book, now } = facts
  if (line.payer_iban === '') throw new Error(`Line ${lineId} does not say which account it came from.`)
  const nobody = await keepNobody(deps)
  const amount = amountOf(line)
  const { events, shown } = walk({
    kind: 'refund',
    operationId,
    book,
    from: null,
    openedBy: actorOf(by),
    steps: [],
    now,
  })
  const row = { owner: ownerOf(nobody), amount, parentId: null }
  return commit(
    deps,
    handChange(facts, 'refunded', {
      operation_id: operationId,
      expect: 0,
      create: rowBeside(facts, { ...shown, kind: 'refund', operation_type: 'deposit' }, row),
      events: events.map(event => ({ ...event, reason: by.reason })),
      entries: [alone(facts, suspenseSentBack({ amount }))],
      jobs: [{ task: 'start_refund', payload: { operation_id: operationId } }],
    }),
  )
}

const actorOf = ({ operator }: ByHand): string => `operator:${operator}`

async function handFacts(deps: Deps, lineId: string, by: ByHand): Promise<HandFacts> {
  const line = /^\d+$/.test(lineId) ? await readLine(deps, lineId) : undefined
  if (!line) throw new Error(`There is no bank line ${lineId}.`)
  if (line.outcome !== 'suspense' || line.amount <= 0n)
    throw new Error(`Bank line ${lineId} is no credit that waits for an owner.`)
  return { line, book: deps.config.book, now: deps.clock.nowText(), operationId: newId('opn'), by }
}

/** A line is explained once, by whoever is first. */
function handChange({ line, now }: HandFacts, outcome: string, change: Partial<Change>): Change {
  return {
    scope: 'operator',
    key: `match:${line.dedupe_key}`,
    body_hash: `${outcome}:${change.operation_id ?? ''}`,
    received_at: now,
    ...change,
    bank_lines: [{ id: line.id, outcome }],
  }
}

const keyOf = ({ line }: HandFacts, { recipe }: Entry): string => `bank:${line.dedupe_key}:${recipe}`

const keyed = (facts: HandFacts, entry: Entry): KeyedEntry => ({ ...entry, key: keyOf(facts, entry) })

const alone = (facts: HandFacts, entry: Entry): EntryWrite => ({
  ...entry,
  key: keyOf(facts, entry),
  book: facts.book,
})

function depositOf(deps: Deps, facts: HandFacts, payer: Payer, parentId: string | null): Change {
  const { line, operationId, book, now, by } = facts
  if (!payer.has_balance) throw new Error(`${payer.user_id} has no balance: send the money back.`)
  const amount = amountOf(line)
  const entry = keyed(facts, suspenseMatched({ customer: payer.customer_id, amount }))
  const actor = actorOf(by)
  const { events, entries, shown } = walk({
    kind: 'deposit',
    operationId,
    book,
    from: null,
    openedBy: actor,
    steps: [{ event: 'completed', actor, reason: by.reason, entries: [entry] }],
    now,
  })
  const { amountText, linkToReceived } = writing(deps, payer)
  const told = {
    amount: amountText(amount),
    reference: payer.payment_reference,
    link: linkToReceived(operationId),
  }
  return handChange(facts, 'deposit', {
    operation_id: operationId,
    expect: 0,
    create: rowBeside(
      facts,
      { ...shown, kind: 'deposit', operation_type: 'deposit' },
      {
        owner: ownerOf(payer),
        amount,
        parentId,
      },
    ),
    events,
    entries,
    jobs: [notice(operationId, payer, 'deposit_received', told), recovery(payer.customer_id)],
  })
}

type HandCredit = HandFacts & CreditFacts

const missingOf = ({ total, held }: CreditFacts['operation']): Money => subtract(eur(total), eur(held))

function fundedInPart(credit: HandCredit): Change {
  const { operation, line, by } = credit
  const amount = amountOf(line)
  const step: Step<PaidFor> = {
    event: 'funds_short',
    actor: actorOf(by),
    reason: by.reason,
    entries: [keyed(credit, suspenseReserved({ customer: operation.customer_id, amount }))],
  }
  return moveFunded(credit, [step], amount, {
    jobs: [shortNotice(operation)],
  })
}

async function fundedInFull(credit: HandCredit, hooks: TransferHooks): Promise<Change> {
  const { operation, line, by } = credit
  const then = await hooks.continueFunded(operation)
  const reserved = minOf(missingOf(operation), amountOf(line))
  const excess = subtract(amountOf(line), reserved)
  const step: Step<PaidFor> = {
    event: 'funds_complete',
    actor: actorOf(by),
    reason: by.reason,
    entries: [keyed(credit, suspenseReserved({ customer: operation.customer_id, amount: reserved }))],
  }
  const beside = excess.minor > 0n ? besideExcess(credit, excess) : undefined
  return moveFunded(credit, [step, ...then.steps], reserved, {
    entries: beside ? [excessEntry(credit, excess)] : [],
    attempts: then.attempts,
    jobs: [...then.jobs.map(job => forOperation(job, operation.id)), ...(beside?.jobs ?? [])],
    linked: beside ? [beside.linked] : [],
  })
}

function excessEntry(credit: HandCredit, amount: Money): EntryWrite {
  const { operation, payer } = credit
  return alone(
    credit,
    payer.has_balance
      ? suspenseMatched({ customer: operation.customer_id, amount })
      : suspenseSentBack({ amount }),
  )
}

function moveFunded(
  credit: HandCredit,
  steps: Step<PaidFor>[],
  reserved: Money,
  more: Pick<Change, 'entries' | 'attempts' | 'jobs' | 'linked'>,
): Change {
  const move = fundingMove(credit, steps, reserved)
  return handChange(credit, 'matched', {
    ...move,
    ...more,
    entries: [...move.entries, ...(more.entries ?? [])],
  })
}

function completedDeposit(credit: HandCredit): Change {
  const { operation, line, now, by, payer, amountText, linkToReceived } = credit
  if (operation.fee > 0n)
    throw new Error(
      `${operation.id} has a fee, which unexplained money cannot pay: match it to the customer.`,
    )
  const amount = amountOf(line)
  const walked = walk({
    kind: 'deposit',
    operationId: operation.id,
    book: operation.book,
    from: operation.state as StateOf<'deposit'>,
    steps: [
      {
        event: 'completed',
        actor: actorOf(by),
        reason: by.reason,
        entries: [keyed(credit, suspenseMatched({ customer: operation.customer_id, amount }))],
      },
    ],
    now,
  })
  const told = {
    amount: amountText(amount),
    reference: operation.reference ?? payer.payment_reference,
    link: linkToReceived(operation.id),
  }
  return handChange(credit, 'matched', {
    operation_id: operation.id,
    expect: operation.version,
    patch: { ...walked.shown, received: amount.minor },
    events: walked.events,
    entries: walked.entries,
    jobs: [notice(operation.id, payer, 'deposit_received', told), recovery(operation.customer_id)],
  })
}

async function commit({ ledger }: Deps, change: Change): Promise<string> {
  const verdict = await ledger.commit(change)
  if (verdict.verdict === 'refused') throw new Error(`Not done: ${verdict.code}.`)
  return `${change.operation_id}: ${change.patch?.state ?? change.create?.state ?? 'done'}`
}
