// Where providers tell us what happened: verified over the bytes as they came, kept once, answered at once.
import type { WebhookEvent } from '@jokko/providers/port'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { App, Routes } from '../http/app-types.ts'
import { Problem } from '../http/problem.ts'
import { storeOnce } from './store.ts'

const BODY_MAX = 262_144

const ByProvider = z.object({ provider: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)) })
const Received = z.object({ received: z.literal(true) })

export function webhookRoutes(deps: Deps): Routes {
  return app => {
    void app.register(async (raw: App) => {
      raw.removeAllContentTypeParsers()
      raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, body, done) =>
        done(null, body),
      )
      raw.post(
        '/webhooks/:provider',
        {
          schema: {
            tags: ['webhooks'],
            params: ByProvider,
            response: { 200: Received },
          },
        },
        async request => {
          await receive(deps, request.params.provider, request)
          return { received: true as const }
        },
      )
      // Monext calls an address and signs nothing: the call only makes us ask.
      raw.get(
        '/webhooks/:provider',
        {
          schema: {
            tags: ['webhooks'],
            params: ByProvider,
            querystring: z.looseObject({}),
            response: { 200: Received },
          },
        },
        async request => {
          if (request.params.provider !== 'monext') throw new Problem('not_found')
          await receive(deps, request.params.provider, request)
          return { received: true as const }
        },
      )
    })
  }
}

async function receive(deps: Deps, provider: string, request: FastifyRequest): Promise<void> {
  const { webhooks } = deps.providers
  const known = Object.hasOwn(webhooks, provider) ? webhooks[provider] : undefined
  if (!known) throw new Problem('not_found')
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const answer = await known.receive({
    rawBody,
    headers: request.headers,
    url: new URL(request.url, deps.config.publicUrl).href,
    // The signed times are those of the world that our clock moves with.
    receivedAt: deps.clock.now(),
  })
  if (answer.kind === 'refused') {
    deps.log.warn({ provider, reason: answer.reason }, 'webhook refused')
    throw new Problem(answer.reason === 'unreadable' ? 'bad_request' : 'webhook_signature_invalid')
  }
  if (!(await storeOnce(deps, answer.event, rawBody))) await lookAgain(deps, answer.event)
}

/** Where an id stands for several calls, those after the first may be about something else: one more look, once. */
async function lookAgain(deps: Deps, { provider, eventId, lookAgainAt }: WebhookEvent): Promise<void> {
  if (lookAgainAt === undefined) return
  await deps.ledger.commit({
    scope: 'webhook',
    key: `${provider}:${eventId}`,
    body_hash: '',
    received_at: deps.clock.nowText(),
    timers: [{ due_at: lookAgainAt, kind: 'repeat_webhook', payload: { provider, event_id: eventId } }],
  })
}
