// Hub2, and payouts through it. Decides, for each way an exchange can end, which of the four answers is true; when in
// doubt it is `unknown`, because calling a payout declined that was made would pay it twice.
import { toDecimal } from '@jokko/core/money'
import { refuseSandbox } from '../environment.ts'
import { type PayoutFailure, payoutFailures, type RetryReason, waitsFor } from '../failures.ts'
import { noAnswer, retryable, undecided, unknown, unreadable } from '../http/answers.ts'
import { type Json, textAt } from '../http/json.ts'
import type {
  AppEnvironment,
  FindPayoutAnswer,
  FloatsAnswer,
  ImmediateWebhooks,
  MobileMoneyCollector,
  PayoutOrder,
  PayoutProvider,
  PayoutReport,
  SendPayoutAnswer,
} from '../port.ts'
import { type Hub2Client, type Hub2Connection, hub2Client } from './client.ts'
import { hub2Collector } from './collector.ts'
import { type Hub2Error, isNotFound, itemsIn } from './results.ts'
import { failureFrom, floatsOf, payoutReport, transferRequest } from './transform.ts'
import { hub2Webhooks } from './webhook.ts'

export type Hub2Config = Hub2Connection & {
  readonly appEnv: AppEnvironment
  readonly webhookSecret: string
  /** The secret before the last rotation, while events signed with it may still come. */
  readonly previousWebhookSecret?: string
}

export type Hub2 = {
  readonly payouts: PayoutProvider
  readonly payIns: MobileMoneyCollector
  readonly webhooks: ImmediateWebhooks
}

export const createHub2 = (config: Hub2Config): Hub2 => {
  refuseSandbox(config.appEnv, config.url)
  if (config.appEnv === 'production' && config.environment !== 'live')
    throw new Error('production needs the live environment of Hub2')
  if (config.webhookSecret === '') throw new Error('the webhook secret of Hub2 is missing')
  const client = hub2Client(config)
  const payouts: PayoutProvider = {
    name: 'hub2',
    send: order => send(client, order),
    findByAttempt: attemptId => findByAttempt(client, attemptId),
    findById: providerId => findById(client, providerId),
    floats: () => floats(client),
  }
  return {
    payouts,
    payIns: hub2Collector(client, payouts),
    webhooks: hub2Webhooks(config),
  }
}

const send = async (client: Hub2Client, order: PayoutOrder): Promise<SendPayoutAnswer> => {
  const body = transferRequest(order)
  if (body === undefined) return { kind: 'declined', code: 'invalid_request', providerCode: '' }
  const result = await client.createTransfer(body)
  if (result.kind === 'not_sent') return { kind: 'retryable', reason: 'unreachable' }
  if (result.kind === 'no_answer') return noAnswer(result)
  if (result.kind === 'error') return refusal(result)
  const payout = payoutReport(result.body)
  return payout === undefined ? unreadable('transfer') : sent(order, payout)
}

const sent = (order: PayoutOrder, payout: PayoutReport): SendPayoutAnswer => {
  const { amount, attemptId } = payout
  if (attemptId !== order.attemptId || !sameAmount(payout, order))
    return unreadable(`answer is about ${attemptId}, ${toDecimal(amount)} ${amount.currency}`)
  if (payout.failure === undefined) return { kind: 'accepted', payout }
  if (isDuplicate(payout)) return unknown('duplicate_reference', payout.providerId)
  return failedAtOnce(payout.failure, payout.providerId)
}

/** A transfer that failed because another with our reference exists says nothing about that other one. */
const isDuplicate = ({ failure }: PayoutReport): boolean => failure?.providerCode === 'duplicate_request'

const sameAmount = ({ amount }: PayoutReport, order: PayoutOrder): boolean =>
  amount.currency === order.amount.currency && amount.minor === order.amount.minor

const failedAtOnce = (failure: PayoutFailure, providerId: string): SendPayoutAnswer => {
  const reason = waitsFor(failure.code)
  return reason === undefined
    ? { kind: 'declined', providerId, ...failure }
    : { kind: 'retryable', reason, providerCode: failure.providerCode, providerId }
}

/**
 * An error instead of a transfer. Only a code that we know proves that Hub2 looked at the order and refused it;
 * a refusal of our key says nothing about the order and stays ours to repair.
 */
const refusal = (error: Hub2Error): SendPayoutAnswer => {
  const { status, code, message } = error
  if (code === 'duplicate_request' || status === 409) return unknown('duplicate_reference', message)
  if (status === 429) return retryable('rate_limited', error)
  if (code === '') return unknown('unreadable', `HTTP ${status} without a code`)
  const failure = failureFrom(code, message)
  const reason = waitsFor(failure.code) ?? settingsRefused(status, failure)
  if (reason !== undefined) return retryable(reason, error)
  if (status >= 500 || isUndecided(failure)) return unknown('provider_error', `HTTP ${status} ${code}`)
  return { kind: 'declined', ...failure }
}

const settingsRefused = (status: number, failure: PayoutFailure): RetryReason | undefined => {
  if (failure.code !== 'unknown_reason') return undefined
  return status === 401 || status === 403 ? 'not_authorised' : undefined
}

const isUndecided = ({ code }: PayoutFailure): boolean =>
  code === 'unknown_reason' || payoutFailures[code].fixedBy === 'time'

const findById = async (client: Hub2Client, providerId: string): Promise<FindPayoutAnswer> => {
  const result = await client.transfer(providerId)
  if (result.kind === 'error' && isNotFound(result)) return { kind: 'not_found' }
  if (result.kind !== 'ok') return undecided(result)
  const payout = payoutReport(result.body)
  if (payout?.providerId !== providerId) return unreadable('transfer')
  return isDuplicate(payout) ? unknown('duplicate_reference', payout.attemptId) : { kind: 'found', payout }
}

const findByAttempt = async (client: Hub2Client, attemptId: string): Promise<FindPayoutAnswer> => {
  const result = await client.transfersByReference(attemptId)
  if (result.kind === 'error' && isNotFound(result)) return { kind: 'not_found' }
  if (result.kind !== 'ok') return undecided(result)
  return pickByReference(result.body, attemptId)
}

/**
 * Picks our transfer out of a list. An empty list says that there is none; a list of other people's transfers
 * says that the reference was not searched for, and then nothing is known.
 */
const pickByReference = (body: Json | undefined, attemptId: string): FindPayoutAnswer => {
  const listed = itemsIn(body)
  if (listed === undefined) return unreadable('list of transfers')
  if (listed.length === 0) return { kind: 'not_found' }
  const ours = listed.filter(transfer => textAt(transfer, 'reference') === attemptId)
  const payouts = ours.map(payoutReport).filter(payout => payout === undefined || !isDuplicate(payout))
  const [payout, ...others] = payouts
  return payout === undefined || others.length > 0
    ? unreadable(`${payouts.length} of ${listed.length} transfers are ${attemptId}`)
    : { kind: 'found', payout }
}

const floats = async (client: Hub2Client): Promise<FloatsAnswer> => {
  const result = await client.balance()
  if (result.kind !== 'ok') return undecided(result)
  const known = floatsOf(result.body)
  return known === undefined ? unreadable('balance') : { kind: 'known', floats: known }
}
