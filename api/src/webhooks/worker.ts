// What follows from a provider's event: never money, only a question to the provider, who is asked again before
// anything moves. That makes repeated, late and disordered events harmless.
import type { WebhookEvent } from '@jokko/providers/port'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import {
  attemptBehind,
  markHandled,
  markMessageFailed,
  payInBehind,
  readUnhandled,
  refundBehind,
} from './store.ts'

export const HandleWebhook = z.object({ id: z.string() })

export async function handleWebhook(deps: Deps, payload: unknown): Promise<void> {
  const stored = await readUnhandled(deps, HandleWebhook.parse(payload).id)
  if (!stored) return
  const { id, event } = stored
  switch (event.subject) {
    case 'payout':
      return askAboutPayout(deps, id, event)
    case 'pay_in':
      return askAboutPayIn(deps, id, event)
    case 'refund':
      return askAboutRefund(deps, id, event)
    case 'bank_statement':
      return markHandled(deps, id, 'statements_asked', {
        task: 'import_statements',
        payload: {},
        inOrder: true,
      })
    case 'message':
      if (isUndelivered(event)) await markMessageFailed(deps, event.objectId)
      return markHandled(deps, id, 'noted')
    default:
      return markHandled(deps, id, 'ignored')
  }
}

async function askAboutPayout(deps: Deps, id: bigint, event: WebhookEvent): Promise<void> {
  const attemptId = event.reference || (await attemptBehind(deps, event.provider, event.objectId))
  if (attemptId === undefined) return markHandled(deps, id, 'ignored')
  await markHandled(deps, id, 'payout_asked', { task: 'query_payout', payload: { attempt_id: attemptId } })
}

async function askAboutPayIn(deps: Deps, id: bigint, event: WebhookEvent): Promise<void> {
  const payInId = await payInBehind(deps, event.provider, event.objectId, event.reference)
  if (payInId === undefined) return markHandled(deps, id, 'ignored')
  await markHandled(deps, id, 'pay_in_asked', { task: 'ask_pay_in', payload: { pay_in_id: payInId } })
}

async function askAboutRefund(deps: Deps, id: bigint, event: WebhookEvent): Promise<void> {
  const operationId = await refundBehind(deps, event.provider, event.objectId)
  if (operationId === undefined) return markHandled(deps, id, 'ignored')
  await markHandled(deps, id, 'refund_asked', {
    task: 'query_pay_in_refund',
    payload: { operation_id: operationId },
  })
}

const isUndelivered = ({ type }: WebhookEvent): boolean => /\.(undelivered|failed)$/.test(type)
