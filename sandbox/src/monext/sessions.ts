// The rows of payment sessions: opened by a shop, used by a buyer for half an hour, then decided for good.
import { vendorId } from '../world/identifiers.ts'
import type { World } from '../world/world.ts'
import { MonextRefusal, notFound } from './errors.ts'
import type { SessionRequest } from './session-request.ts'

export type SessionRow = {
  number: number
  id: string
  reference: string
  amount: number
  currency: string
  request: string
  stage: 'card' | 'authentication' | 'decided'
  title: string
  code: string
  detail: string
  transaction_id: string | null
  card_ending: string | null
  card_masked: string | null
  card_network: string | null
  card_expiry: string | null
  authenticated: number
  fetched: number
  settlement: string | null
  created_at: number
  decided_at: number | null
}

export type Outcome = { readonly title: string; readonly code: string; readonly detail: string }

const onThePage: Outcome = {
  title: 'INPROGRESS',
  code: '02306',
  detail: 'The buyer has not completed the payment',
}

export function insertSession({ store, clock }: World, request: SessionRequest): SessionRow {
  const id = vendorId('mx').slice(3)
  store.run(
    `insert into monext_sessions (id, reference, amount, currency, request, title, code, detail, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    request.order.reference,
    request.order.amount,
    request.order.currency,
    JSON.stringify(request),
    onThePage.title,
    onThePage.code,
    onThePage.detail,
    clock.now(),
  )
  return knownSession({ store }, id)
}

type WithStore = Pick<World, 'store'>

export const findSession = ({ store }: WithStore, id: string) =>
  store.get<SessionRow>('select * from monext_sessions where id = ?', id)

export function knownSession(world: WithStore, id: string): SessionRow {
  const session = findSession(world, id)
  if (!session) throw notFound(`there is no session ${id}`)
  return session
}

export const sessionOfTransaction = ({ store }: WithStore, transactionId: string) =>
  store.get<SessionRow>('select * from monext_sessions where transaction_id = ?', transactionId)

export const latestSessions = ({ store }: WithStore, limit: number) =>
  store.all<SessionRow>('select * from monext_sessions order by number desc limit ?', limit)

export const requestOf = (session: SessionRow): SessionRequest => JSON.parse(session.request)

export const markFetched = ({ store }: WithStore, id: string) =>
  store.run(`update monext_sessions set fetched = 1 where id = ? and stage = 'decided'`, id)

export type Card = {
  readonly ending: string
  readonly masked: string
  readonly network: string
  readonly expiry: string
}

/** The card was typed; its bank wants to see the holder. */
export function keepCard({ store }: World, id: string, card: Card) {
  const changed = store.run(
    `update monext_sessions set stage = 'authentication', code = '02533', transaction_id = ?, card_ending = ?,
       card_masked = ?, card_network = ?, card_expiry = ? where id = ? and stage = 'card'`,
    vendorId('tx').slice(3),
    card.ending,
    card.masked,
    card.network,
    card.expiry,
    id,
  )
  if (changed === 0) throw new MonextRefusal(409, 'ERROR', '02305', 'this session takes no card any more')
}

export function recordOutcome({ store, clock }: World, id: string, outcome: Outcome, authenticated: boolean) {
  store.run(
    `update monext_sessions set stage = 'decided', title = ?, code = ?, detail = ?, authenticated = ?, fetched = 0,
       decided_at = ? where id = ?`,
    outcome.title,
    outcome.code,
    outcome.detail,
    authenticated ? 1 : 0,
    clock.now(),
    id,
  )
}
