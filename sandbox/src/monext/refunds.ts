// What follows from a payment: refunds that the shop asks for, chargebacks of the buyer's bank, and their reversal.
import { second } from '../world/clock.ts'
import { vendorId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import { scriptOf } from './cards.ts'
import { notFound } from './errors.ts'
import { announceFollowUp } from './notifications.ts'
import { readAmount, readPrivateData } from './session-request.ts'
import { knownSession, type Outcome, type SessionRow, sessionOfTransaction } from './sessions.ts'

export type FollowUpRow = {
  number: number
  id: string
  session_id: string
  type: 'REFUND' | 'CHARGEBACK' | 'REPRESENTMENT'
  amount: number
  status: 'pending' | 'OK' | 'KO'
  private_data: string
  merchant_reference: string | null
  settlement: string | null
  created_at: number
}

const refundAfterMs = 5 * second

const inProgress: Outcome = { title: 'INPROGRESS', code: '02000', detail: 'Transaction in progress' }
const done: Outcome = { title: 'ACCEPTED', code: '00000', detail: 'Transaction approved' }
const failed: Outcome = { title: 'REFUSED', code: '01100', detail: 'Transaction refused' }

export const outcomeOf = ({ status }: FollowUpRow): Outcome => {
  if (status === 'pending') return inProgress
  return status === 'OK' ? done : failed
}

type WithStore = Pick<World, 'store'>

export const findFollowUp = ({ store }: WithStore, id: string) =>
  store.get<FollowUpRow>('select * from monext_follow_ups where id = ?', id)

export const followUpsOf = ({ store }: WithStore, sessionId: string) =>
  store.all<FollowUpRow>('select * from monext_follow_ups where session_id = ? order by number', sessionId)

/** What a refund may still take: refunds under way count, failed ones do not. */
export function refundable(world: WithStore, session: SessionRow): number {
  if (session.title !== 'ACCEPTED') return 0
  return followUpsOf(world, session.id)
    .filter(({ type, status }) => type === 'REFUND' && status !== 'KO')
    .reduce((left, { amount }) => left - amount, session.amount)
}

export type RefundRequest = {
  readonly amount: number
  readonly privateData: Readonly<Record<string, string>>
  readonly merchantReference: string | undefined
}

export function readRefundRequest(body: unknown): RefundRequest {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const reference = fields['merchantReference']
  return {
    amount: readAmount(fields['amount'], 'amount'),
    privateData: readPrivateData(fields['privateData']),
    merchantReference: typeof reference === 'string' ? reference : undefined,
  }
}

/** A refund that is too large is answered like one that was made, with another result: this service does so. */
export function askRefund(world: World, transactionId: string, request: RefundRequest) {
  const session = sessionOfTransaction(world, transactionId)
  if (!session) throw notFound(`there is no transaction ${transactionId}`)
  if (request.amount > refundable(world, session))
    return { title: 'ERROR', code: '02305', detail: 'The amount is more than what is left to refund' }
  return world.store.transaction(() => {
    const refund = insertFollowUp(world, session, { ...request, type: 'REFUND', status: 'pending' })
    world.agenda.plan('monext.refund', refund.id, world.clock.now() + refundAfterMs)
    return refund
  })
}

export function attendRefunds(world: World) {
  world.agenda.on('monext.refund', id => {
    const refund = findFollowUp(world, id)
    if (!refund) return
    const { card_ending } = knownSession(world, refund.session_id)
    const status = scriptOf(card_ending ?? '').refundsFail ? 'KO' : 'OK'
    world.store.run('update monext_follow_ups set status = ? where id = ?', status, id)
  })
}

/** The buyer's bank takes the payment back, or a part of it. Once, until it is reversed; the next settlement pays so much less. */
export function chargeBack(world: World, sessionId: string, amount?: number): FollowUpRow {
  const session = knownSession(world, sessionId)
  if (session.title !== 'ACCEPTED') throw notFound(`session ${sessionId} has no payment to charge back`)
  const { standing } = chargebacksOf(world, sessionId)
  return (
    standing ??
    outsideFollowUp(world, session, 'CHARGEBACK', Math.min(amount ?? session.amount, session.amount))
  )
}

/** The shop's proof won: the next settlement pays it again. */
export function reverseChargeback(world: World, sessionId: string): FollowUpRow {
  const session = knownSession(world, sessionId)
  const { standing, reversals } = chargebacksOf(world, sessionId)
  if (standing) return outsideFollowUp(world, session, 'REPRESENTMENT', standing.amount)
  const reversed = reversals.at(-1)
  if (!reversed) throw notFound(`session ${sessionId} was not charged back`)
  return reversed
}

/** The chargeback that is not reversed, if any: each comes after the reversal of the one before. */
function chargebacksOf(world: WithStore, sessionId: string) {
  const all = followUpsOf(world, sessionId)
  const [taken, reversals] = (['CHARGEBACK', 'REPRESENTMENT'] as const).map(type =>
    all.filter(one => one.type === type),
  )
  return { standing: taken?.[reversals?.length ?? 0], reversals: reversals ?? [] }
}

function outsideFollowUp(
  world: World,
  session: SessionRow,
  type: FollowUpRow['type'],
  amount: number,
): FollowUpRow {
  const wanted = { type, amount, status: 'OK', privateData: {}, merchantReference: undefined } as const
  const made = insertFollowUp(world, session, wanted)
  announceFollowUp(world, session.id, made.id)
  return made
}

type NewFollowUp = RefundRequest & Pick<FollowUpRow, 'type' | 'status'>

function insertFollowUp({ store, clock }: World, session: SessionRow, wanted: NewFollowUp): FollowUpRow {
  const id = vendorId('tx').slice(3)
  store.run(
    `insert into monext_follow_ups (id, session_id, type, amount, status, private_data, merchant_reference, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    session.id,
    wanted.type,
    wanted.amount,
    wanted.status,
    JSON.stringify(wanted.privateData),
    wanted.merchantReference ?? null,
    clock.now(),
  )
  const row = findFollowUp({ store }, id)
  if (!row) throw new Error(`follow-up ${id} was not kept`)
  return row
}
