// Signing in, signing out and who is signed in.
import * as z from 'zod/mini'
import { Amount, Id, Timestamp } from './common.ts'

export const CaptchaChallenge = z.object({
  parameters: z.record(z.string(), z.unknown()),
  signature: z.string(),
})

export const SignInByEmail = z.strictObject({
  email: z.email().check(z.maxLength(254)),
  password: z.string().check(z.minLength(1), z.maxLength(200)),
  /** base64 of `{ challenge, solution }`. */
  captcha: z.string().check(z.minLength(1), z.maxLength(4000)),
})
export type SignInByEmail = z.infer<typeof SignInByEmail>

/** What the signed-in person may start; the server decides, the screen shows exactly this. */
export const Permissions = z.object({
  transfer: z.boolean(),
  deposit: z.boolean(),
  bulk: z.boolean(),
  withdraw: z.boolean(),
  payment_request: z.boolean(),
  developer: z.boolean(),
  sponsorship: z.boolean(),
})

export const Company = z.object({
  id: Id,
  name: z.string(),
  registered_id: z.nullable(z.string()),
  country: z.string(),
  is_active: z.boolean(),
  is_verified: z.boolean(),
  kyb_submitted_at: z.nullable(Timestamp),
  on_boarding_status: z.string(),
})

export const User = z.object({
  id: Id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  phone_number: z.nullable(z.string()),
  full_phone_number: z.nullable(z.string()),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  country_id: z.number(),
  country_code: z.number(),
  is_individual: z.boolean(),
  is_company_owner: z.boolean(),
  is_active: z.boolean(),
  is_verified: z.boolean(),
  is_rejected: z.boolean(),
  verification_result: z.nullable(z.enum(['RED-FINAL', 'RED-RETRY'])),
  activation_level: z.nullable(z.enum(['GREEN', 'YELLOW'])),
  /** Why only bank transfer is open, which `activation_level` YELLOW alone does not tell. */
  restriction: z.nullable(z.enum(['until_first_operation', 'bank_transfer_only'])),
  on_boarding_status: z.string(),
  email_verified_at: z.nullable(Timestamp),
  has_temporary_password: z.boolean(),
  payment_reference_number: z.string(),
  meta: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
  client: z.object({ type: z.enum(['customer', 'temporary-customer']), euro_balance: Amount }),
  company: z.nullable(Company),
  can: Permissions,
  /** Private real-time channels this session may subscribe to. */
  channels: z.array(z.string()),
})
export type User = z.infer<typeof User>

export const SignedIn = z.object({ access_token: z.string(), user: User })
export const CurrentUser = z.object({ user: User, idle_seconds: z.number() })
