// What every change of an operation that pays out has in common, and how its money goes back.
import type { StateOf } from '@jokko/core/lifecycles'
import { currencies, fromDecimal, type Money } from '@jokko/core/money'
import type { Entry } from '@jokko/core/recipes'
import { mobileMoneyRefundAsked, refundAsked } from '@jokko/core/recipes-payin'
import { release } from '@jokko/core/recipes-transfer'
import type { StatusFacts } from '@jokko/core/status'
import type { Operation } from '../db/schema.ts'
import type { AttemptWrite, Change, Command, CounterWrite } from '../ledger/change.ts'
import { forOperation, type Step, walk } from '../ledger/walk.ts'
import { limitKeys } from './limits.ts'

export type Companions = Pick<Change, 'attempts' | 'jobs' | 'timers' | 'counters'>

/** While it waits for money: a bank transfer has its instructions from the start. */
export function waitingFacts(payinMethod: string | null): StatusFacts {
  return payinMethod === 'bank_transfer' ? { byBankTransfer: true, payIn: 'requested' } : {}
}

/** The kinds of operation that pay somebody outside. */
export type PayingOut = 'transfer' | 'withdrawal'

type Move<K extends PayingOut> = {
  op: Operation
  command: Command
  now: string
  steps: Step<K>[]
  patch?: Change['patch']
  companions?: Companions
  answer?: Change['answer']
}

/** A change of an operation that exists, decided on the version that was read. */
export function change<K extends PayingOut = 'transfer'>({
  op,
  command,
  now,
  steps,
  patch = {},
  companions = {},
  answer,
}: Move<K>): Change {
  const walked = walk<K>({
    kind: op.kind as K,
    operationId: op.id,
    book: op.book,
    from: op.state as StateOf<K>,
    steps,
    facts: waitingFacts(op.payin_method),
    now,
  })
  return {
    ...command,
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    answer: answer ?? { id: op.id },
    patch: { ...walked.shown, ...patch },
    events: walked.events,
    entries: walked.entries,
    ...companions,
    ...(companions.jobs && { jobs: companions.jobs.map(job => forOperation(job, op.id)) }),
  }
}

/** Ways to pay whose company gives money back to the card, the account or the phone that paid. */
const returnsToSource: ReadonlySet<string> = new Set(['card', 'instant_bank_transfer', 'mobile_money'])

export type GivenBack = { entry: Entry; to: 'balance' | 'source'; attempt?: AttemptWrite }

/** Back to where it came from, where that can be done; else to the balance. An attempt carries the order. */
export function giveBack(op: Operation, amount: Money, attemptId: string): GivenBack {
  const payIn = op.details.pay_in
  const customer = op.customer_id
  const back = collectedFor(op, amount)
  if (!payIn || !back || !returnsToSource.has(op.payin_method ?? ''))
    return { entry: release({ customer, amount }), to: 'balance' }
  const { provider } = payIn
  return {
    entry:
      back.currency === 'EUR'
        ? refundAsked({ provider, customer, amount: back })
        : mobileMoneyRefundAsked({ provider, customer, collected: back, total: amount }),
    to: 'source',
    attempt: {
      id: attemptId,
      provider: payIn.provider,
      state: 'created',
      amount: back.minor,
      currency: back.currency,
      destination: { kind: 'refund', pay_in: payIn.id },
    },
  }
}

/** What the company collected for these euros. Of a phone's local money that is known for all of it, not for a part. */
function collectedFor(
  { total, payin_method, details: { pay_in } }: Operation,
  euros: Money,
): Money | undefined {
  if (payin_method !== 'mobile_money') return euros
  const currency = currencies.find(one => one === pay_in?.currency)
  return currency && euros.minor === total ? fromDecimal(pay_in?.amount ?? '', currency) : undefined
}

/** The usage of limits that this operation took, given back because nothing arrives. */
export function givenBackLimits(op: Operation): CounterWrite[] {
  return limitKeys(op).map(key => ({ ...key, amount: -key.amount }))
}
