// Payments from the payer's bank through Bridge. A link is paid only at the address that its opening is answered with,
// and Bridge documents no way to open the same one twice: when that answer is lost nobody can pay that link, and a
// second one may be opened for the same attempt. Both carry the same end-to-end id, so that whatever comes to our bank
// is known as this attempt's. Nothing is ever collected here: `ordered` becomes money when our bank books the credit.
// Bridge gives nothing back either: a refund is a payment of our own.

import { refuseSandbox } from '../environment.ts'
import { noAnswer, retryable, undecided, unknown } from '../http/answers.ts'
import { textAt } from '../http/json.ts'
import type {
  AppEnvironment,
  CancelPayInAnswer,
  FindPayInAnswer,
  ImmediateWebhooks,
  PayInAnswer,
  PayInOrder,
  PayInProvider,
  PayInReference,
  Unknown,
} from '../port.ts'
import { type BridgeClient, type BridgeConnection, type BridgeResult, bridgeClient } from './client.ts'
import { type Beneficiary, linkRequest, type ReadLink, readLink } from './transform.ts'
import { type BridgeWebhookSecrets, bridgeWebhooks } from './webhook.ts'

export type BridgeConfig = BridgeConnection &
  BridgeWebhookSecrets & {
    readonly appEnv: AppEnvironment
    readonly beneficiary: Beneficiary
  }

export type Bridge = { readonly payIns: PayInProvider; readonly webhooks: ImmediateWebhooks }

export const createBridge = (config: BridgeConfig): Bridge => {
  refuseSandbox(config.appEnv, config.url)
  if (config.clientId === '' || config.clientSecret === '')
    throw new Error('the credentials of Bridge are missing')
  if (config.webhookSecret === '') throw new Error('the webhook secret of Bridge is missing')
  const client = bridgeClient(config)
  return {
    payIns: {
      name: 'bridge',
      start: order => start(client, config.beneficiary, order),
      find: payIn => find(client, payIn),
      cancel: payIn => cancel(client, payIn),
    },
    webhooks: bridgeWebhooks(config),
  }
}

type NoResult = Exclude<BridgeResult, { kind: 'ok' }>

const start = async (
  client: BridgeClient,
  beneficiary: Beneficiary,
  order: PayInOrder,
): Promise<PayInAnswer> => {
  const body = linkRequest(order, beneficiary)
  if (body === undefined) return { kind: 'declined', code: 'invalid_request', providerCode: '' }
  const result = await client.openLink(body)
  if (result.kind !== 'ok') return refusal(result)
  const providerId = textAt(result.body, 'id')
  const url = textAt(result.body, 'url')
  if (providerId === '' || !/^https?:\/\//.test(url)) return unknown('unreadable', 'payment link')
  return {
    kind: 'accepted',
    payIn: {
      providerId,
      attemptId: order.attemptId,
      handle: { url },
      state: 'action_required',
      amount: order.amount,
      action: { kind: 'redirect', url },
    },
  }
}

/** Bridge's error codes are not published: only that it judged the request, by status and form, is read from one. */
const refusal = (result: NoResult): PayInAnswer => {
  if (result.kind === 'not_sent') return { kind: 'retryable', reason: 'unreachable' }
  if (result.kind === 'no_answer') return noAnswer(result)
  const { status, code, message } = result
  if (status === 429) return retryable('rate_limited', result)
  if (code === '') return unknown('unreadable', `HTTP ${status} without a code`)
  if (status === 401 || status === 403) return retryable('not_authorised', result)
  if (status === 503) return retryable('operator_down', result)
  if (status === 400 || status === 422)
    return { kind: 'declined', code: 'invalid_request', providerCode: code }
  return unknown('provider_error', `HTTP ${status} ${code} ${message}`)
}

const find = async (client: BridgeClient, payIn: PayInReference): Promise<FindPayInAnswer> => {
  const read = await readPayment(client, payIn)
  return 'status' in read ? { kind: 'found', payIn: read.payIn } : read
}

/** Without the id of a link there is none that anybody could pay. */
const readPayment = async (
  client: BridgeClient,
  payIn: PayInReference,
): Promise<ReadLink | { readonly kind: 'not_found' } | Unknown> => {
  if (payIn.providerId === '') return { kind: 'not_found' }
  const link = await client.link(payIn.providerId)
  if (link.kind === 'error' && link.status === 404 && link.code !== '') return { kind: 'not_found' }
  if (link.kind !== 'ok') return undecided(link)
  const requests = await client.requestsOfLink(payIn.providerId)
  if (requests.kind !== 'ok') return undecided(requests)
  return (
    readLink(link.body, requests.body, payIn) ??
    unknown('unreadable', `link ${payIn.providerId} is not a readable ${payIn.attemptId}`)
  )
}

/** Revoked first, looked at afterwards: what was ordered before goes on, and its money still comes. */
const cancel = async (client: BridgeClient, payIn: PayInReference): Promise<CancelPayInAnswer> => {
  if (payIn.providerId === '') return { kind: 'cancelled' }
  const revoked = await client.revokeLink(payIn.providerId)
  if (revoked.kind === 'not_sent' || revoked.kind === 'no_answer') return undecided(revoked)
  const read = await readPayment(client, payIn)
  if (!('status' in read))
    return read.kind === 'unknown' ? read : unknown('unreadable', `no link ${payIn.providerId}`)
  const { state } = read.payIn
  if (state === 'ordered' || state === 'pending') return { kind: 'too_late' }
  return read.status === 'valid'
    ? unknown('provider_error', `link ${payIn.providerId} is still valid`)
    : { kind: 'cancelled' }
}
