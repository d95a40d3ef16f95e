// A card's bank takes a payment back. Whoever tells it (the company's call, the settlement that is so much smaller), the
// company is asked, and each thing that it names is written once: from the balance as far as it goes, the rest is owed.
import { eur, subtract } from '@jokko/core/money'
import { chargeback } from '@jokko/core/recipes-payin'
import { splitByFreeBalance } from '@jokko/core/recipes-transfer'
import type { DisputeReport } from '@jokko/providers/port'
import type { Operation, PayIn } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../http/ids.ts'
import { moneyText } from '../http/money-text.ts'
import type { Change } from '../ledger/change.ts'
import { readBalance, readOperation } from '../ledger/operations.ts'
import { walk } from '../ledger/walk.ts'
import { notice } from '../messages/owner-notice.ts'
import type { Payer } from '../people/payers.ts'
import { broughtBy } from './decisions.ts'
import { keepWaiting } from './refund-changes.ts'
import { providerOf, referenceOf } from './service.ts'
import { payerOf, payInBehind, readPayIn } from './store.ts'

const TRIES = 3

/** A settlement names what was taken back by the company's own id. */
export async function askDisputesBehind(
  deps: Deps,
  { provider, provider_id }: { provider: string; provider_id: string },
): Promise<void> {
  const payIn = await payInBehind(deps, provider, provider_id)
  if (!payIn) return deps.log.error({ provider, provider_id }, 'a payment that we do not know was taken back')
  await askDisputes(deps, payIn.id)
}

export async function askDisputes(deps: Deps, payInId: string): Promise<void> {
  const answer = await readDisputes(deps, payInId)
  if (answer !== 'known') throw new Error(`What followed from ${payInId} is not known: ${answer.unknown}`)
}

/** What the company names is written; or it cannot say now. */
export async function readDisputes(deps: Deps, payInId: string): Promise<'known' | { unknown: string }> {
  const payIn = await readPayIn(deps, payInId)
  if (!payIn || payIn.outcome === null) return 'known'
  const answer = await providerOf(deps, payIn).disputes?.(referenceOf(payIn))
  if (answer?.kind === 'unknown') return { unknown: answer.reason }
  for (const report of answer?.disputes ?? [])
    if (report.kind === 'taken_back') await open(deps, payIn, report)
  return 'known'
}

/** Money that comes in at the same time is free too, or not yet: read again until the two agree. */
async function open(deps: Deps, payIn: PayIn, report: DisputeReport): Promise<void> {
  const op = await readOperation(deps, payIn.operation_id)
  if (!op) throw new Error(`The operation of ${payIn.id} is not known`)
  const payer = await payerOf(deps, op)
  let refusal = ''
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const free = await readBalance(deps, op.customer_id)
    const facts = { op, payIn, payer, report, free, operationId: newId('opn'), now: deps.clock.nowText() }
    const verdict = await deps.ledger.commit(opened(deps, facts))
    if (verdict.verdict !== 'refused') return
    refusal = verdict.code
  }
  throw new Error(`The dispute of ${payIn.id} could not be opened: ${refusal}`)
}

type Facts = {
  op: Operation
  payIn: PayIn
  payer: Payer
  report: DisputeReport
  /** Cents. */
  free: bigint
  operationId: string
  now: string
}

function opened({ config }: Deps, { op, payIn, payer, report, free, operationId, now }: Facts): Change {
  const { provider } = payIn
  const { amount, providerId } = report
  const key = `dispute:${provider}:${providerId}`
  const customer = op.customer_id
  // What the company asks for it comes with the settlement's costs.
  const entry = chargeback({ provider, customer, amount, cost: eur(0n), free: eur(free) })
  const actor = `provider:${provider}`
  const place = { operationId, book: op.book, now }
  const { events, shown } = walk({ ...place, kind: 'dispute', from: null, openedBy: actor, steps: [] })
  const { owed } = splitByFreeBalance(amount, eur(free))
  return {
    scope: actor,
    key,
    body_hash: key,
    received_at: now,
    operation_id: operationId,
    expect: 0,
    create: {
      ...shown,
      kind: 'dispute',
      operation_type: 'deposit',
      book: op.book,
      customer_id: customer,
      user_id: op.user_id,
      parent_id: op.id,
      sending_country: op.sending_country,
      payin_method: payIn.method,
      provider,
      counterparty: op.details.sender_name ?? '',
      principal: amount.minor,
      total: amount.minor,
      received: amount.minor,
      target: amount.minor,
      target_currency: 'EUR',
      details: { pay_in: broughtBy(payIn, amount) },
      search: '',
      started_at: now,
    },
    events,
    entries: [{ ...entry, key, book: op.book }],
    jobs: [
      keepWaiting(payIn.id),
      notice(operationId, payer, 'payment_disputed', {
        amount: moneyText(amount, payer.language),
        recovered: moneyText(subtract(amount, owed), payer.language),
        owed: moneyText(owed, payer.language),
        reference: op.reference ?? payer.payment_reference,
        link: `${config.publicUrl}/dashboard/home?operation=${operationId}`,
      }),
    ],
  }
}
