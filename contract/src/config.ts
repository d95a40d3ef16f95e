// Public settings, health and the browser's error reports.
import * as z from 'zod/mini'
import { Language } from './common.ts'

export const Config = z.object({
  version: z.string(),
  environment: z.enum(['development', 'test', 'production']),
  languages: z.array(Language),
  rate_eur_cfa: z.string(),
  realtime_key: z.string(),
  idle_seconds: z.number(),
  idle_warning_seconds: z.number(),
  captcha_refresh_seconds: z.number(),
  bulk_max_rows: z.number(),
  upload_max_bytes: z.number(),
  otp_resend_seconds: z.object({
    onboarding: z.number(),
    phone_login: z.number(),
    forgot_password: z.number(),
  }),
  withdraw_open: z.boolean(),
  links: z.object({
    play_store: z.nullable(z.string()),
    app_store: z.nullable(z.string()),
    help_access: z.nullable(z.string()),
    help_withdraw_mobile: z.nullable(z.string()),
    help_withdraw_bank: z.nullable(z.string()),
    review: z.nullable(z.string()),
    whatsapp: z.nullable(z.string()),
    chat: z.nullable(z.string()),
  }),
  compliance_mailbox: z.string(),
  /** Address of the simulated world; null in production. */
  sandbox_url: z.nullable(z.string()),
})
export type Config = z.infer<typeof Config>

export const Health = z.object({ status: z.literal('ok'), version: z.string(), database: z.literal('ok') })

/** The process answers; nothing else is asked. */
export const Live = z.object({ status: z.literal('ok') })

export const ClientError = z.strictObject({
  message: z.string().check(z.maxLength(500)),
  stack: z.exactOptional(z.string().check(z.maxLength(4000))),
  path: z.string().check(z.maxLength(200)),
  version: z.string().check(z.maxLength(40)),
})
