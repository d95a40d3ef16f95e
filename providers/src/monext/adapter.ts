// Card payments through Monext Retail. A session is paid only on the page whose address its opening is answered with:
// when that answer is lost nobody can ever pay it, and an attempt without a session id has certainly not been paid.
import { refuseSandbox } from '../environment.ts'
import { undecided, unknown, unreadable } from '../http/answers.ts'
import { textAt } from '../http/json.ts'
import type {
  AppEnvironment,
  CancelPayInAnswer,
  DisputesAnswer,
  FindPayInAnswer,
  ImmediateWebhooks,
  PayInAnswer,
  PayInOrder,
  PayInProvider,
  PayInReference,
} from '../port.ts'
import { isNotFound, refusal } from './answers.ts'
import { type MonextClient, type MonextConnection, monextClient } from './client.ts'
import { findRefund, sendRefund, transactionOf } from './refunds.ts'
import { disputesOf, isAbout, readSession, sessionRequest } from './transform.ts'
import { monextWebhooks } from './webhook.ts'

export type MonextConfig = MonextConnection & {
  readonly appEnv: AppEnvironment
  /** The name of our point of sale in Monext's administration; it says which cards are taken. */
  readonly pointOfSale: string
}

export type Monext = { readonly payIns: PayInProvider; readonly webhooks: ImmediateWebhooks }

export const createMonext = (config: MonextConfig): Monext => {
  refuseSandbox(config.appEnv, config.url)
  if (config.merchantId === '' || config.accessKey === '')
    throw new Error('the credentials of Monext are missing')
  const client = monextClient(config)
  return {
    payIns: {
      name: 'monext',
      start: order => start(client, config.pointOfSale, order),
      find: payIn => find(client, payIn),
      cancel: payIn => cancel(client, payIn),
      disputes: payIn => disputes(client, payIn),
      refunds: {
        paidFrom: 'collection',
        send: order => sendRefund(client, order),
        find: refund => findRefund(client, refund),
      },
    },
    webhooks: monextWebhooks,
  }
}

const disputes = async (client: MonextClient, payIn: PayInReference): Promise<DisputesAnswer> => {
  const transactionId = await transactionOf(client, payIn)
  if (typeof transactionId !== 'string') return transactionId
  const result = await client.transaction(transactionId)
  if (result.kind !== 'ok') return undecided(result)
  const known = isAbout(result.body, payIn.attemptId) ? disputesOf(result.body) : undefined
  return known === undefined
    ? unreadable(`what followed from ${transactionId}`)
    : { kind: 'known', disputes: known }
}

const start = async (client: MonextClient, pointOfSale: string, order: PayInOrder): Promise<PayInAnswer> => {
  const body = sessionRequest(order, pointOfSale)
  if (body === undefined) return { kind: 'declined', code: 'invalid_request', providerCode: '' }
  const result = await client.openSession(body)
  if (result.kind !== 'ok') return refusal(result)
  const providerId = textAt(result.body, 'sessionId')
  const url = textAt(result.body, 'redirectURL')
  const isOpen = textAt(result.body, 'result', 'title') === 'ACCEPTED'
  if (!isOpen || providerId === '' || !isWebAddress(url)) return unreadable('session')
  return {
    kind: 'accepted',
    payIn: {
      providerId,
      attemptId: order.attemptId,
      state: 'action_required',
      amount: order.amount,
      action: { kind: 'redirect', url },
    },
  }
}

const find = async (client: MonextClient, payIn: PayInReference): Promise<FindPayInAnswer> => {
  if (payIn.providerId === '') return { kind: 'not_found' }
  const result = await client.session(payIn.providerId)
  if (isNotFound(result)) return { kind: 'not_found' }
  if (result.kind !== 'ok') return undecided(result)
  const session = readSession(result.body, payIn)
  if (session === undefined)
    return unreadable(`session ${payIn.providerId} is not a readable ${payIn.attemptId}`)
  if (session.kind === 'duplicate') return unknown('duplicate_reference', payIn.attemptId)
  return { kind: 'found', payIn: session.payIn }
}

/** Monext has no call to close a session: it is cancelled only when it is over and was not paid. */
const cancel = async (client: MonextClient, payIn: PayInReference): Promise<CancelPayInAnswer> => {
  if (payIn.providerId === '') return { kind: 'cancelled' }
  const found = await find(client, payIn)
  if (found.kind === 'unknown') return found
  if (found.kind === 'not_found') return unreadable(`session ${payIn.providerId} is not known`)
  const { state } = found.payIn
  const isOver = state === 'failed' || state === 'aborted' || state === 'expired'
  return { kind: isOver ? 'cancelled' : 'too_late' }
}

const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')
