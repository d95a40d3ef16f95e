// What a customer owes us since a bank took a payment back: new money on the balance settles it, wherever it came from,
// so that the customer can send again; and with it the dispute, unless it may still be won.
import type { StateOf } from '@jokko/core/lifecycles'
import { eur, isZero, type Money } from '@jokko/core/money'
import { receivableRecovered } from '@jokko/core/recipes-payin'
import { splitByFreeBalance } from '@jokko/core/recipes-transfer'
import type { Operation } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { moneyText } from '../http/money-text.ts'
import type { Change, JobWrite } from '../ledger/change.ts'
import { isOfCard, readOwed } from '../ledger/disputes.ts'
import { readDebt } from '../ledger/operations.ts'
import { type Step, walk } from '../ledger/walk.ts'
import { notice } from '../messages/owner-notice.ts'
import { type Payer, readPayer } from '../people/payers.ts'
import { BANK } from './change.ts'
import { debtorsWithMoney, freeBalance, openDisputes } from './store.ts'

type CustomerJob = { customer_id: string }

/** To go along with a credit that the customer sent to the balance: it settles at once. */
export const recovery = (customer: string): JobWrite => ({
  task: 'recover_debt',
  payload: { customer_id: customer } satisfies CustomerJob,
})

/** Whoever owes and has money, in whatever way it came: a refund, a payment of somebody else, a reward. */
export async function recoverDebts(deps: Deps): Promise<void> {
  for (const customer_id of await debtorsWithMoney(deps)) {
    try {
      await recoverDebt(deps, { customer_id })
    } catch (error) {
      deps.log.warn({ customer_id, error: (error as Error).message }, 'a debt waits for the next round')
    }
  }
}

/** Oldest first. Safe to repeat: each reads what is owed and free anew, and writes on the version that it read. */
export async function recoverDebt(deps: Deps, { customer_id }: CustomerJob): Promise<void> {
  for (const dispute of await openDisputes(deps, customer_id)) {
    const debt = eur(await owedBecauseOf(deps, dispute))
    const { taken, owed } = splitByFreeBalance(debt, eur(await freeBalance(deps, customer_id)))
    if (isZero(taken) && !isZero(owed)) return
    if (isZero(taken) && mayBeWon(dispute)) continue
    const payer = await readPayer(deps, dispute.user_id)
    if (!payer) throw new Error(`There is no user ${dispute.user_id}`)
    const { publicUrl } = deps.config
    const facts = { op: dispute, taken, owed, payer, now: deps.clock.nowText(), publicUrl }
    const verdict = await deps.ledger.commit(recovered(facts))
    if (verdict.verdict === 'refused')
      throw new Error(`The recovery for ${dispute.id} was refused: ${verdict.code}`)
  }
}

/** A card's dispute has its own part of the debt; the rest is of credits that a bank took back. */
async function owedBecauseOf(deps: Deps, dispute: Operation): Promise<bigint> {
  const debt = await readDebt(deps, dispute.customer_id)
  const cards = (await openDisputes(deps, dispute.customer_id)).filter(isOfCard)
  const owed = await readOwed(deps, cards)
  if (isOfCard(dispute)) return owed.get(dispute.id) ?? 0n
  return [...owed.values()].reduce((rest, part) => rest - part, debt)
}

/** Until it is decided, a card's dispute stays open, whatever is owed. */
const mayBeWon = (op: Operation): boolean => isOfCard(op) && op.state !== 'lost'

type Recovery = { op: Operation; taken: Money; owed: Money; payer: Payer; now: string; publicUrl: string }

function recovered({ op, taken, owed, payer, now, publicUrl }: Recovery): Change {
  const key = `${op.id}:recovered:v${op.version}`
  const entries = isZero(taken)
    ? []
    : [{ ...receivableRecovered({ customer: op.customer_id, amount: taken }), key }]
  const from = op.state as StateOf<'dispute'>
  const steps =
    isZero(owed) && !mayBeWon(op)
      ? settledFrom(from, entries)
      : [{ event: 'recovered' as const, actor: BANK, entries }]
  const walked = walk({ kind: 'dispute', operationId: op.id, book: op.book, from, steps, now })
  return {
    scope: BANK,
    key,
    body_hash: key,
    received_at: now,
    operation_id: op.id,
    expect: op.version,
    patch: walked.shown,
    events: walked.events,
    entries: walked.entries,
    jobs: isZero(taken)
      ? []
      : [
          notice(`${op.id}:v${op.version}`, payer, isZero(owed) ? 'debt_settled' : 'debt_recovered', {
            amount: moneyText(taken, payer.language),
            owed: moneyText(owed, payer.language),
            reference: payer.payment_reference,
            link: `${publicUrl}/dashboard/home?operation=${op.id}`,
          }),
        ],
  }
}

/** A credit that its bank took back cannot be contested: once nothing is owed, the dispute is over. */
export function settledFrom(
  from: StateOf<'dispute'>,
  entries: NonNullable<Step<'dispute'>['entries']> = [],
): Step<'dispute'>[] {
  const settled: Step<'dispute'> = { event: 'settled', actor: BANK, entries }
  return from === 'lost' ? [settled] : [{ event: 'lost', actor: BANK }, settled]
}
