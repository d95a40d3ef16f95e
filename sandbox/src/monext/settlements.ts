// A day after a payment Monext pays it to our bank account, less its costs, less refunds and chargebacks made meanwhile.
import { decimalOf } from '../bank/amounts.ts'
import { receiveCredit } from '../bank/credits.ts'
import { day } from '../world/clock.ts'
import { vendorId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import type { FollowUpRow } from './refunds.ts'
import type { SessionRow } from './sessions.ts'

/** In hundredths of a percent, of the amount of each payment; a refund gives none of it back. */
const costBasisPoints = 150

export const costOf = (amount: number) => Math.floor((amount * costBasisPoints + 5_000) / 10_000)

export function planSettlement({ agenda, clock }: World, sessionId: string) {
  agenda.plan('monext.settle', sessionId, clock.now() + day)
}

export function attendSettlements(world: World) {
  const { store, clock, agenda } = world
  agenda.on('monext.settle', sessionId => {
    const payments = store.all<SessionRow>(
      `select * from monext_sessions
       where title = 'ACCEPTED' and settlement is null and decided_at <= ? order by number`,
      clock.now() - day,
    )
    if (payments.length === 0) return
    const followUps = store.all<FollowUpRow>(
      `select follow_up.* from monext_follow_ups follow_up join monext_sessions session on session.id = session_id
       where status = 'OK' and follow_up.settlement is null
         and (session.settlement is not null or session.decided_at <= ?) order by follow_up.number`,
      clock.now() - day,
    )
    // When these take more than there is, everything waits for the payments of another day.
    if (!settle(world, payments, followUps)) agenda.plan('monext.settle', sessionId, clock.now() + day)
  })
}

/** What Monext asks for the work of a chargeback. */
const chargebackCost = 1_500

const takenBy = (followUps: readonly FollowUpRow[]) =>
  followUps.reduce((sum, { type, amount }) => (type === 'REPRESENTMENT' ? sum - amount : sum + amount), 0)

function settle(world: World, payments: readonly SessionRow[], followUps: readonly FollowUpRow[]): boolean {
  const chargebacks = followUps.filter(({ type }) => type === 'CHARGEBACK').length
  const costs = payments.reduce((sum, { amount }) => sum + costOf(amount), chargebacks * chargebackCost)
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0)
  const net = paid - costs - takenBy(followUps)
  if (net <= 0) return false
  const settlement = vendorId('stl', 12)
  receiveCredit(world, {
    amount: euros(net),
    payer_name: 'MONEXT',
    payer_iban: world.settings.monextIban,
    reference: [
      `SETTLEMENT ${settlement} COSTS ${euros(costs)}`,
      ...payments.map(({ id, amount }) => `PAYMENT ${id} ${euros(amount)}`),
      ...followUps.map(({ type, session_id, amount }) => `${type} ${session_id} ${euros(amount)}`),
    ],
  })
  for (const { id } of payments)
    world.store.run('update monext_sessions set settlement = ? where id = ?', settlement, id)
  for (const { id } of followUps)
    world.store.run('update monext_follow_ups set settlement = ? where id = ?', settlement, id)
  return true
}

export const euros = (cents: number) => decimalOf(BigInt(cents))
