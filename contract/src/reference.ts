// Countries, methods, routes, operators and institutions: what can be sent where, and by whom.
import * as z from 'zod/mini'
import { Amount, CountryCode, Currency } from './common.ts'

export const payinMethods = [
  'bank_transfer',
  'balance',
  'direct_debit',
  'instant_bank_transfer',
  'card',
  'mobile_money',
] as const
export const PayinMethod = z.enum(payinMethods)
export type PayinMethod = z.infer<typeof PayinMethod>

export const payoutKinds = [
  'mobile_money',
  'bank_transfer',
  'manual_bank_transfer',
  'mfi',
  'wallet',
  'delivery',
  'balance',
] as const
export const PayoutKind = z.enum(payoutKinds)
export type PayoutKind = z.infer<typeof PayoutKind>

const Named = z.object({ name: z.string() })

export const CashInMethod = z.object({
  id: z.number(),
  name: PayinMethod,
  /** Floor and ceiling in EUR; the floor is null where only the sending country has one. */
  min_amount: z.nullable(Amount),
  max_amount: Amount,
  payment_type: Named,
  payment_provider: Named,
  /** False while this part of Jokko is not open; the screen says so instead of offering it. */
  available: z.boolean(),
})
export type CashInMethod = z.infer<typeof CashInMethod>

export const CashOutMethod = z.object({
  id: z.number(),
  name: PayoutKind,
  payment_type: Named,
  payment_provider: Named,
  /** In the receiving currency; null where the route has none. */
  min_amount: z.nullable(Amount),
  max_amount: z.nullable(Amount),
  /** Payable amounts are multiples of this many minor units. */
  step: z.string(),
  currency: Currency,
  operator_code: z.nullable(z.string()),
  delivery_minutes: z.object({ min: z.number(), max: z.number() }),
})
export type CashOutMethod = z.infer<typeof CashOutMethod>

export const ReceivingCountry = z.object({
  id: z.number(),
  name: z.string(),
  code: CountryCode,
  country_code: z.number(),
  currency: Currency,
})
export type ReceivingCountry = z.infer<typeof ReceivingCountry>

export const Country = z.object({
  id: z.number(),
  name: z.string(),
  code: CountryCode,
  country_code: z.number(),
  currency: Currency,
  requires_post_code: z.boolean(),
  preferred_notification_channel: z.enum(['sms', 'mail']),
  is_sending: z.boolean(),
  is_receiving: z.boolean(),
  sending_min_amount: z.nullable(Amount),
  sending_max_amount: z.nullable(Amount),
})
export type Country = z.infer<typeof Country>
export const Countries = z.object({ countries: z.array(Country) })

export const CountryDetail = z.extend(Country, {
  cash_in_methods: z.array(z.object({ cash_in_method: CashInMethod })),
  cashout_methods: z.array(z.object({ cashout_method: CashOutMethod, providers: z.array(Named) })),
  receiving_countries: z.array(z.object({ receiving_country: ReceivingCountry })),
})
export type CountryDetail = z.infer<typeof CountryDetail>

export const Operator = z.object({
  code: z.string(),
  name: z.string(),
  country: CountryCode,
  cashout_method_id: z.number(),
})
export type Operator = z.infer<typeof Operator>
export const Operators = z.object({ operators: z.array(Operator) })

export const Institution = z.object({
  institution_id: z.string(),
  name: z.string(),
  type: z.enum(['mfi', 'bank_transfer']),
  bank_code: z.nullable(z.string()),
  country: CountryCode,
  providers: z.array(z.object({ method: z.string(), name: z.string() })),
  cash_out_method: z.object({ id: z.number(), name: z.string() }),
})
export type Institution = z.infer<typeof Institution>
export const Institutions = z.object({ institutions: z.array(Institution) })

/** One of our own accounts, to pay into. */
export const OurBankAccount = z.object({
  id: z.number(),
  bank_name: z.string(),
  owner_name: z.string(),
  address: z.string(),
  country: CountryCode,
  iban: z.string(),
  bic: z.string(),
})
export type OurBankAccount = z.infer<typeof OurBankAccount>
export const OurBankAccounts = z.object({ bank_accounts: z.array(OurBankAccount) })
