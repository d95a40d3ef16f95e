// Payouts through the partner network, for each of our accounts there. Decides which of the four answers is true; when in
// doubt it is `unknown`, because calling a payout declined that was made would pay it twice.

import { refuseSandbox } from '../environment.ts'
import { payoutFailures, waitsFor } from '../failures.ts'
import { retryable, undecided, unknown } from '../http/answers.ts'
import { listAt, valueAt } from '../http/json.ts'
import type {
  AppEnvironment,
  FindPayoutAnswer,
  FloatsAnswer,
  ImmediateWebhooks,
  PayoutOrder,
  PayoutProvider,
  PayoutReport,
  SendPayoutAnswer,
} from '../port.ts'
import { type PartnerClient, type PartnerConnection, type PartnerResult, partnerClient } from './client.ts'
import { failureFrom, floatsOf, payoutReport, payoutRequest } from './transform.ts'
import { partnerWebhooks } from './webhook.ts'

export type PartnerConfig = PartnerConnection & {
  /** The name that routes and ledger accounts carry. */
  readonly name: 'partner' | 'aloohpay'
  readonly appEnv: AppEnvironment
  readonly webhookSecret: string
}

export type Partner = { readonly payouts: PayoutProvider; readonly webhooks: ImmediateWebhooks }

export const createPartner = (config: PartnerConfig): Partner => {
  const { name, appEnv, webhookSecret } = config
  // AloohPay publishes no interface: what is spoken here is our own proposal, which only the simulated one understands.
  if (appEnv === 'production' && name === 'aloohpay')
    throw new Error('the live adapter of AloohPay is not available')
  refuseSandbox(appEnv, config.url)
  if (webhookSecret === '') throw new Error(`the webhook secret of ${name} is missing`)
  const client = partnerClient(config)
  return {
    payouts: {
      name,
      send: order => send(client, order),
      findByAttempt: attemptId => findByAttempt(client, attemptId),
      findById: providerId => findById(client, providerId),
      floats: () => floats(client),
    },
    webhooks: partnerWebhooks({ name, webhookSecret }),
  }
}

type PartnerError = Extract<PartnerResult, { kind: 'error' }>

const send = async (client: PartnerClient, order: PayoutOrder): Promise<SendPayoutAnswer> => {
  const body = payoutRequest(order)
  if (body === undefined) return { kind: 'declined', code: 'invalid_request', providerCode: '' }
  const result = await client.createPayout(body)
  if (result.kind === 'not_sent') return { kind: 'retryable', reason: 'unreachable' }
  if (result.kind === 'no_answer') return undecided(result)
  if (result.kind === 'error') return refusal(result)
  const payout = payoutReport(result.body)
  if (payout === undefined || !isOf(order, payout)) return unknown('unreadable', 'payout')
  return sent(payout)
}

const isOf = ({ attemptId, amount }: PayoutOrder, payout: PayoutReport): boolean =>
  payout.attemptId === attemptId &&
  payout.amount.currency === amount.currency &&
  payout.amount.minor === amount.minor

const sent = (payout: PayoutReport): SendPayoutAnswer => {
  const { failure, providerId } = payout
  if (failure === undefined) return { kind: 'accepted', payout }
  const reason = waitsFor(failure.code)
  return reason === undefined
    ? { kind: 'declined', providerId, ...failure }
    : { kind: 'retryable', reason, providerCode: failure.providerCode, providerId }
}

/** Only a code that we know proves that the network looked at the order and refused it. */
const refusal = (error: PartnerError): SendPayoutAnswer => {
  const { status, code } = error
  if (status === 409) return unknown('duplicate_reference', code)
  if (status === 429) return retryable('rate_limited', error)
  if (code === '') return unknown('unreadable', `HTTP ${status} without a code`)
  const failure = failureFrom(code)
  const isRefusedKey = status === 401 || status === 403
  const reason = waitsFor(failure.code) ?? (isRefusedKey ? 'not_authorised' : undefined)
  if (reason !== undefined) return retryable(reason, error)
  const isUndecided =
    status >= 500 || failure.code === 'unknown_reason' || payoutFailures[failure.code].fixedBy === 'time'
  return isUndecided ? unknown('provider_error', `HTTP ${status} ${code}`) : { kind: 'declined', ...failure }
}

const findById = async (client: PartnerClient, providerId: string): Promise<FindPayoutAnswer> => {
  const result = await client.payout(providerId)
  if (result.kind === 'error' && result.code === 'payout_not_found') return { kind: 'not_found' }
  if (result.kind !== 'ok') return undecided(result)
  const payout = payoutReport(result.body)
  return payout?.providerId === providerId ? { kind: 'found', payout } : unknown('unreadable', 'payout')
}

const findByAttempt = async (client: PartnerClient, attemptId: string): Promise<FindPayoutAnswer> => {
  const result = await client.payoutsByReference(attemptId)
  if (result.kind !== 'ok') return undecided(result)
  if (!Array.isArray(valueAt(result.body, 'payouts'))) return unknown('unreadable', 'payouts')
  const found = listAt(result.body, 'payouts')
  if (found.length === 0) return { kind: 'not_found' }
  const payout = found.length === 1 ? payoutReport(found[0]) : undefined
  return payout?.attemptId === attemptId ? { kind: 'found', payout } : unknown('unreadable', 'payouts')
}

const floats = async (client: PartnerClient): Promise<FloatsAnswer> => {
  const result = await client.balance()
  if (result.kind !== 'ok') return undecided(result)
  const known = floatsOf(result.body)
  return known === undefined ? unknown('unreadable', 'balance') : { kind: 'known', floats: known }
}
