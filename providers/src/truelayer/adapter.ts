// Instant bank payments through TrueLayer v3. The same order again, with the same key, is the same payment: that is the
// way out of an answer that was lost. Until then nobody has the token of its page, and nobody can pay it.
import { refuseSandbox } from '../environment.ts'
import { undecided, unreadable } from '../http/answers.ts'
import type {
  AccountHolderCheck,
  AppEnvironment,
  CancelPayInAnswer,
  FindPayInAnswer,
  FloatsAnswer,
  PayInAnswer,
  PayInOrder,
  PayInProvider,
  PayInReference,
} from '../port.ts'
import { isNotFound, refusal } from './answers.ts'
import { fetchKeySet, type TrueLayerClient, type TrueLayerConnection, trueLayerClient } from './client.ts'
import { devSigningPrivateKey } from './dev-key.ts'
import { type ConsentDialog, holderCheck } from './holder.ts'
import { findRefund, sendRefund } from './refunds.ts'
import {
  createdPayIn,
  idempotencyKey,
  type Merchant,
  merchantBalance,
  payInReport,
  paymentRequest,
} from './transform.ts'
import { type TrueLayerWebhooks, trueLayerWebhooks } from './webhook.ts'

export type TrueLayerConfig = TrueLayerConnection &
  Merchant &
  Pick<ConsentDialog, 'consentProviders'> & {
    readonly appEnv: AppEnvironment
    /** The hosted page's host, for instance `https://payment.truelayer.com`. */
    readonly paymentUrl: string
    /** The one key set whose keys webhooks may be signed with, to the letter. */
    readonly webhookKeysUrl: string
  }

export type TrueLayer = {
  readonly payIns: PayInProvider
  readonly holderCheck: AccountHolderCheck
  readonly webhooks: TrueLayerWebhooks
}

export const createTrueLayer = (config: TrueLayerConfig): TrueLayer => {
  refuseUnfit(config)
  const { webhookKeysUrl, timeoutMs } = config
  const client = trueLayerClient(config)
  return {
    payIns: {
      name: 'truelayer',
      start: order => start(client, config, order),
      find: payIn => find(client, config.paymentUrl, payIn),
      cancel: payIn => cancel(client, config.paymentUrl, payIn),
      holdings: () => holdings(client, config.merchantAccountId),
      refunds: {
        paidFrom: 'collection',
        send: order => sendRefund(client, order),
        find: refund => findRefund(client, refund),
      },
    },
    holderCheck: holderCheck(client, config),
    webhooks: trueLayerWebhooks({
      webhookKeysUrl,
      fetchKeySet: () => fetchKeySet(webhookKeysUrl, timeoutMs),
    }),
  }
}

const refuseUnfit = (config: TrueLayerConfig): void => {
  const { appEnv, authUrl, apiUrl, paymentUrl, webhookKeysUrl } = config
  for (const url of [authUrl, apiUrl, paymentUrl, webhookKeysUrl]) refuseSandbox(appEnv, url)
  if (appEnv === 'production' && config.signingPrivateKey.trim() === devSigningPrivateKey)
    throw new Error('production refuses the development key for requests to TrueLayer')
  const needed = [
    'clientId',
    'clientSecret',
    'merchantAccountId',
    'signingKeyId',
    'signingPrivateKey',
  ] as const
  for (const name of needed) if (config[name] === '') throw new Error(`${name} of TrueLayer is missing`)
}

const holdings = async (client: TrueLayerClient, accountId: string): Promise<FloatsAnswer> => {
  const result = await client.merchantAccounts()
  if (result.kind !== 'ok') return undecided(result)
  const balance = merchantBalance(result.body, accountId)
  return balance === undefined ? unreadable('merchant accounts') : { kind: 'known', floats: [balance] }
}

const start = async (
  client: TrueLayerClient,
  config: TrueLayerConfig,
  order: PayInOrder,
): Promise<PayInAnswer> => {
  const body = paymentRequest(order, config)
  if (body === undefined) return { kind: 'declined', code: 'invalid_request', providerCode: '' }
  const result = await client.createPayment(body, idempotencyKey('payment', order.attemptId))
  if (result.kind !== 'ok') return refusal(result)
  const payIn = createdPayIn(result.body, order, config.paymentUrl)
  return payIn === undefined ? unreadable('payment') : { kind: 'accepted', payIn }
}

/** Without TrueLayer's id there is nothing to ask about: giving the order again tells it. */
const find = async (
  client: TrueLayerClient,
  paymentUrl: string,
  payIn: PayInReference,
): Promise<FindPayInAnswer> => {
  if (payIn.providerId === '') return { kind: 'not_found' }
  const result = await client.payment(payIn.providerId)
  if (isNotFound(result)) return { kind: 'not_found' }
  if (result.kind !== 'ok') return undecided(result)
  const report = payInReport(result.body, payIn, paymentUrl)
  return report === undefined
    ? unreadable(`payment ${payIn.providerId} is not a readable ${payIn.attemptId}`)
    : { kind: 'found', payIn: report }
}

/** Whatever the request is answered with, only the payment itself says whether it is over. */
const cancel = async (
  client: TrueLayerClient,
  paymentUrl: string,
  payIn: PayInReference,
): Promise<CancelPayInAnswer> => {
  if (payIn.providerId === '') return { kind: 'cancelled' }
  const asked = await client.cancelPayment(payIn.providerId, idempotencyKey('cancel', payIn.attemptId))
  if (asked.kind !== 'ok' && asked.kind !== 'error') return undecided(asked)
  const found = await find(client, paymentUrl, payIn)
  if (found.kind === 'unknown') return found
  if (found.kind === 'not_found') return unreadable(`payment ${payIn.providerId} is not known`)
  switch (found.payIn.state) {
    case 'failed':
    case 'aborted':
    case 'expired':
      return { kind: 'cancelled' }
    case 'action_required':
      return asked.kind === 'ok' ? unreadable('cancelled and still open') : undecided(asked)
    default:
      return { kind: 'too_late' }
  }
}
