// What anybody may ask: health, public settings, and the place where browsers report their errors.
import { languages } from '@jokko/contract/common'
import { ClientError, Config, Health, Live } from '@jokko/contract/config'
import { eurCfa, rateToText } from '@jokko/core/rates'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import type { Routes } from './app-types.ts'
import { isWithdrawOpen } from './features.ts'
import { takeFromLimit } from './rate-limit.ts'

export function publicRoutes(deps: Deps): Routes {
  return app => {
    app.get('/health', { schema: { tags: ['platform'], response: { 200: Health } } }, async () => {
      await deps.pool.query('select 1')
      return { status: 'ok' as const, version: deps.config.version, database: 'ok' as const }
    })

    app.get('/live', { schema: { tags: ['platform'], response: { 200: Live } } }, async () => ({
      status: 'ok' as const,
    }))

    app.get('/config', { schema: { tags: ['platform'], response: { 200: Config } } }, async () =>
      publicConfig(deps),
    )

    app.post(
      '/client-errors',
      { schema: { tags: ['platform'], body: ClientError, response: { 204: z.null() } } },
      async (request, reply) => {
        await takeFromLimit(deps, `client-errors:${request.ip}`, { most: 30, seconds: 60 })
        const { message, stack = null, path, version } = request.body
        await deps.db
          .insertInto('app.client_errors')
          .values({
            message: withoutPersonalData(message),
            stack: stack && withoutPersonalData(stack),
            path,
            version,
          })
          .execute()
        return reply.code(204).send(null)
      },
    )
  }
}

/** E-mail addresses, long digit runs and account numbers have no place in an error report. */
function withoutPersonalData(text: string): string {
  return text
    .replaceAll(/[^\s@]+@[^\s@]+/g, '…@…')
    .replaceAll(/\b[A-Z]{2}\d{2}[A-Z0-9]{10,}\b/g, '…')
    .replaceAll(/\+?\d[\d ]{6,}\d/g, '…')
}

async function publicConfig(deps: Deps): Promise<Config> {
  const { config } = deps
  return {
    version: config.version,
    environment: config.environment,
    languages: [...languages],
    rate_eur_cfa: rateToText(eurCfa),
    realtime_key: config.realtime.key,
    idle_seconds: config.session.idleSeconds,
    idle_warning_seconds: 60,
    captcha_refresh_seconds: 120,
    bulk_max_rows: 999,
    upload_max_bytes: 4_999_999,
    otp_resend_seconds: { onboarding: 30, phone_login: 3, forgot_password: 180 },
    withdraw_open: await isWithdrawOpen(deps),
    links: {
      play_store: null,
      app_store: null,
      help_access: config.help.access,
      help_withdraw_mobile: config.help.withdrawMobile,
      help_withdraw_bank: config.help.withdrawBank,
      review: null,
      whatsapp: null,
      chat: null,
    },
    compliance_mailbox: 'conformite@jokko.example',
    sandbox_url: config.sandboxUrl,
  }
}
