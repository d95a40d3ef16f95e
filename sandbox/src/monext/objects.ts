// Sessions and transactions as Monext shows them.
import { isoTime } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import { type FollowUpRow, followUpsOf, outcomeOf } from './refunds.ts'
import { type Outcome, requestOf, type SessionRow } from './sessions.ts'

const resultOf = ({ title, code, detail }: Outcome) => ({ title, code, detail })

const accepted = resultOf({ title: 'ACCEPTED', code: '00000', detail: 'Transaction approved' })

export const openedSession = (session: SessionRow, redirectURL: string) => ({
  result: accepted,
  sessionId: session.id,
  redirectURL,
})

export function sessionObject(session: SessionRow) {
  const { order, buyer, privateData } = requestOf(session)
  const transactions = session.stage === 'decided' && session.transaction_id ? [paymentOf(session)] : []
  return { result: resultOf(session), transactions, order, buyer, privateData }
}

function paymentOf(session: SessionRow) {
  return {
    id: session.transaction_id,
    date: isoTime(session.decided_at ?? session.created_at),
    type: 'AUTHORIZATION_AND_CAPTURE',
    currency: session.currency,
    paymentType: 'ONE_OFF',
    capture: 'AUTOMATIC',
    requestedAmount: session.amount,
    ...(session.title === 'ACCEPTED' ? { authorizedAmount: session.amount } : {}),
    paymentMethodId: 'CB',
    paymentInstrumentData: {
      usedPaymentInstrument: 'UsedCard',
      maskedNumber: session.card_masked,
      expirationDate: session.card_expiry,
      network: session.card_network,
      paymentInstrumentType: { code: 'CB' },
    },
    ...(session.title === 'ACCEPTED'
      ? { partnerReturnedData: { authorizationNumber: `A${String(session.number).padStart(5, '0')}` } }
      : {}),
    authenticationResultData: {
      transStatus: session.authenticated === 1 ? 'Y' : 'N',
      liabilityShift: session.authenticated === 1,
    },
  }
}

export function paymentObject(world: World, session: SessionRow) {
  const { order, buyer, privateData } = requestOf(session)
  return {
    result: resultOf(session),
    transaction: paymentOf(session),
    order,
    buyer,
    privateData,
    associatedTransactions: associated(world, session),
  }
}

export function followUpObject(world: World, session: SessionRow, row: FollowUpRow) {
  const { order, buyer } = requestOf(session)
  return {
    result: resultOf(outcomeOf(row)),
    transaction: {
      ...followUpIdentity(row),
      currency: session.currency,
      requestedAmount: row.amount,
      ...(row.merchant_reference === null ? {} : { merchantReference: row.merchant_reference }),
    },
    order,
    buyer,
    privateData: JSON.parse(row.private_data) as unknown,
    associatedTransactions: associated(world, session),
  }
}

const followUpIdentity = (row: FollowUpRow) => ({
  id: row.id,
  date: isoTime(row.created_at),
  type: row.type,
})

/** What a request for a refund is answered with. */
export const refundAnswer = (row: FollowUpRow) => ({
  result: resultOf(outcomeOf(row)),
  transaction: followUpIdentity(row),
})

function associated(world: World, session: SessionRow) {
  const payment = {
    id: session.transaction_id,
    date: isoTime(session.decided_at ?? session.created_at),
    type: 'AUTHORIZATION_AND_CAPTURE',
    amount: session.amount,
    status: session.title === 'ACCEPTED' ? 'OK' : 'KO',
    originTransactionId: session.transaction_id,
  }
  const followUps = followUpsOf(world, session.id).map(row => ({
    ...followUpIdentity(row),
    amount: row.amount,
    ...(row.status === 'pending' ? {} : { status: row.status }),
    originTransactionId: session.transaction_id,
  }))
  return [payment, ...followUps]
}
