// What follows from a provider's event: never money, only a question to the provider, who is asked again before
// anything moves. That makes repeated, late and disordered events harmless.
import type { WebhookEvent } from '@jokko/providers/port'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { markHandled, markMessageFailed, readUnhandled } from './store.ts'

export const HandleWebhook = z.object({ id: z.string() })

export async function handleWebhook(deps: Deps, payload: unknown): Promise<void> {
  const stored = await readUnhandled(deps, HandleWebhook.parse(payload).id)
  if (!stored) return
  const { id, event } = stored
  switch (event.subject) {
    case 'payout':
      return askAboutPayout(deps, id, event)
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

async function askAboutPayout(deps: Deps, id: bigint, { reference, objectId }: WebhookEvent): Promise<void> {
  if (reference === '' && objectId === '') return markHandled(deps, id, 'ignored')
  const payload = {
    ...(reference !== '' && { attempt_id: reference }),
    ...(objectId !== '' && { provider_id: objectId }),
  }
  await markHandled(deps, id, 'payout_asked', { task: 'query_payout', payload })
}

const isUndelivered = ({ type }: WebhookEvent): boolean => /\.(undelivered|failed)$/.test(type)
