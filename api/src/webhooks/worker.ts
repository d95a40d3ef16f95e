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
  reopen,
} from './store.ts'

export const HandleWebhook = z.object({ id: z.string() })
const RepeatWebhook = z.object({ provider: z.string(), event_id: z.string() })

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

/** It was told again while nothing more was asked: by now there may be more to it. */
export async function repeatWebhook(deps: Deps, payload: unknown): Promise<void> {
  const { provider, event_id } = RepeatWebhook.parse(payload)
  const id = await reopen(deps, provider, event_id)
  if (id !== undefined) await handleWebhook(deps, { id })
}

async function askAboutPayout(deps: Deps, id: bigint, event: WebhookEvent): Promise<void> {
  const attempt = await attemptBehind(deps, event.provider, event.objectId, event.reference)
  const attempt_id = attempt?.id ?? event.reference
  if (attempt_id === '') return markHandled(deps, id, 'ignored')
  // What goes back to a phone is told like any payout.
  if (attempt?.is_refund) return markHandled(deps, id, 'refund_asked', questionAboutRefund(attempt))
  await markHandled(deps, id, 'payout_asked', { task: 'query_payout', payload: { attempt_id } })
}

async function askAboutPayIn(deps: Deps, id: bigint, event: WebhookEvent): Promise<void> {
  const payInId = await payInBehind(deps, event.provider, event.objectId, event.reference)
  if (payInId === undefined) return markHandled(deps, id, 'ignored')
  await markHandled(deps, id, 'pay_in_asked', { task: 'ask_pay_in', payload: { pay_in_id: payInId } })
}

async function askAboutRefund(deps: Deps, id: bigint, event: WebhookEvent): Promise<void> {
  const operation_id = await refundBehind(deps, event.provider, event.objectId)
  if (operation_id === undefined) return markHandled(deps, id, 'ignored')
  await markHandled(deps, id, 'refund_asked', questionAboutRefund({ operation_id }))
}

const questionAboutRefund = ({ operation_id }: { operation_id: string }) => ({
  task: 'query_pay_in_refund',
  payload: { operation_id },
})

const isUndelivered = ({ type }: WebhookEvent): boolean => /\.(undelivered|failed)$/.test(type)
