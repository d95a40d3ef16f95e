// What a phone paid goes back to that phone: Hub2 documents no refund of a payment, so it is a transfer of our own, out
// of our float, to the number that the paid intent names. Our refund's id is its reference, which Hub2 takes only once.
import {
  type PayInFailure,
  type PayInFailureCode,
  type PayoutFailure,
  type PayoutFailureCode,
  waitsFor,
} from '../failures.ts'
import { unreadable } from '../http/answers.ts'
import type {
  FindRefundAnswer,
  PayInProvider,
  PayoutProvider,
  PayoutReport,
  RefundAnswer,
  RefundOrder,
  RefundReport,
  RefundToRepeat,
} from '../port.ts'
import type { Hub2Client } from './client.ts'
import { payerOf } from './transform-payin.ts'

type Payouts = Pick<PayoutProvider, 'send' | 'findByAttempt' | 'findById'>

export const hub2Refunds = (client: Hub2Client, payouts: Payouts): NonNullable<PayInProvider['refunds']> => ({
  paidFrom: 'float',
  send: order => send(client, payouts, order),
  find: refund => find(payouts, refund),
})

const send = async (client: Hub2Client, payouts: Payouts, order: RefundOrder): Promise<RefundAnswer> => {
  const intent = await client.intent(order.payIn.providerId)
  // Nothing was ordered yet, so that asking again is always safe.
  if (intent.kind !== 'ok') return { kind: 'retryable', reason: 'unreachable' }
  const payer = payerOf(intent.body, order.payIn.attemptId)
  if (payer === undefined) return unreadable(`the payer of ${order.payIn.providerId}`)
  const answer = await payouts.send({
    attemptId: order.refundId,
    amount: order.amount,
    payee: { kind: 'mobile_money', name: order.payerName, ...payer },
    description: 'Jokko',
  })
  if (answer.kind === 'accepted') return judged(answer.payout, 'accepted')
  if (answer.kind === 'declined') return { kind: 'declined', ...payInFailureOf(answer) }
  return answer
}

const find = async (
  payouts: Payouts,
  { refundId, providerId }: RefundOrder & { readonly providerId: string | null },
): Promise<FindRefundAnswer> => {
  const answer = await (providerId === null ? payouts.findByAttempt(refundId) : payouts.findById(providerId))
  if (answer.kind !== 'found') return answer
  if (answer.payout.attemptId !== refundId) return unreadable(`transfer of ${answer.payout.attemptId}`)
  return judged(answer.payout, 'found')
}

const judged = <Kind extends 'accepted' | 'found'>(
  { providerId, state, cost, failure }: PayoutReport,
  kind: Kind,
): { readonly kind: Kind; readonly refund: RefundReport } | RefundToRepeat => {
  const reason = state === 'failed' && failure !== undefined ? waitsFor(failure.code) : undefined
  if (reason !== undefined) return { kind: 'retryable', reason, providerId }
  return {
    kind,
    refund: {
      providerId,
      state: state === 'paid' ? 'done' : state,
      ...(cost !== undefined && { cost }),
      ...(state === 'failed' && { failure: payInFailureOf(failure ?? noReason) }),
    },
  }
}

const noReason: PayoutFailure = { code: 'unknown_reason', providerCode: '' }

const codes: Partial<Record<PayoutFailureCode, PayInFailureCode>> = {
  wallet_ceiling: 'payer_limit',
  payee_account_closed: 'invalid_payer',
  invalid_payee_number: 'invalid_payer',
  wrong_operator: 'invalid_payer',
  name_mismatch: 'invalid_payer',
  fraud_suspicion: 'fraud_suspicion',
  operator_timeout: 'provider_error',
  provider_error: 'provider_error',
  invalid_request: 'invalid_request',
}

const payInFailureOf = ({ code, providerCode }: PayoutFailure): PayInFailure => ({
  code: codes[code] ?? 'unknown_reason',
  providerCode: providerCode || code,
})
