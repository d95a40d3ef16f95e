// Quotes, fee previews, payments and what follows a bank transfer that does not fit.
import { tolerancesBp } from '@jokko/core/arrival'
import type { ErrorCode } from '@jokko/core/errors'
import * as z from 'zod/mini'
import {
  Amount,
  AmountInput,
  CountryCode,
  Currency,
  DialCode,
  Id,
  optionalText,
  PhoneText,
  Reason,
  Timestamp,
} from './common.ts'
import { PayinMethod, PayoutKind } from './reference.ts'

export const QuoteRequest = z.strictObject({
  kind: z.enum(['transfer', 'deposit', 'withdrawal']),
  /** The side that was typed and stays as it is. */
  fix: z.enum(['source', 'target']),
  amount: AmountInput,
  currency: Currency,
  sending_country: CountryCode,
  receiving_country: z.exactOptional(CountryCode),
  cashin_method_id: z.exactOptional(z.number()),
  /** Absent: to the beneficiary's Jokko balance. */
  cashout_method_id: z.exactOptional(z.number()),
  beneficiary_id: z.exactOptional(Id),
})
export type QuoteRequest = z.infer<typeof QuoteRequest>

export const FeeLine = z.object({
  kind: z.enum(['pay_in_fee', 'payout_fee', 'margin']),
  amount: Amount,
  currency: Currency,
})

/** A way out when a route cannot pay this amount. */
export const Proposal = z.object({
  kind: z.enum(['lower', 'raise', 'split', 'other_route']),
  amount: z.nullable(Amount),
  currency: z.nullable(Currency),
  parts: z.nullable(z.number()),
  cashout_method_id: z.nullable(z.number()),
})
export type Proposal = z.infer<typeof Proposal>

const Local = z.object({ amount: Amount, currency: Currency })

/** Hundredths of a percent that less than today's amount may arrive. */
export const ToleranceBp = z.literal([...tolerancesBp])

export const QuoteFigures = z.object({
  kind: z.enum(['transfer', 'deposit', 'withdrawal']),
  fix: z.enum(['source', 'target']),
  source: z.object({ amount: Amount, currency: Currency }),
  target: z.object({ amount: Amount, currency: Currency }),
  /** What the route pays, to the unit. */
  payable_target: z.object({ amount: Amount, currency: Currency }),
  /** The exact target before it was snapped to the route's step; null when nothing moved. */
  snapped_from: z.nullable(z.string()),
  /** Minor units of the step, as text ("5", "1000"). */
  step: z.string(),
  rate: z.string(),
  rate_is_fixed: z.boolean(),
  lines: z.array(FeeLine),
  fee: Amount,
  total_to_pay: z.object({ amount: Amount, currency: Currency }),
  /** Minutes. */
  delivery: z.object({ min: z.number(), max: z.number() }),
  limits: z.object({ min: z.nullable(Amount), max: z.nullable(Amount), currency: Currency }),
  /**
   * Only where the money takes days and the rate floats: it is computed at the rate of its arrival, and the sender says
   * how much must arrive at least. Else it waits on the balance.
   */
  on_arrival: z.exactOptional(z.array(z.object({ tolerance_bp: ToleranceBp, least: Local }))),
})
export type QuoteFigures = z.infer<typeof QuoteFigures>

export const Quote = z.extend(QuoteFigures, {
  id: Id,
  accept_by: Timestamp,
  fund_by: z.nullable(Timestamp),
  created_at: Timestamp,
})
export type Quote = z.infer<typeof Quote>

export const FeeRequest = z.strictObject({
  euro_amount: AmountInput,
  local_amount: z.exactOptional(AmountInput),
  sending_country_id: z.number(),
  receiving_country_id: z.exactOptional(z.number()),
  cashin_method_id: z.exactOptional(z.number()),
  cashout_method_id: z.exactOptional(z.number()),
})
export type FeeRequest = z.infer<typeof FeeRequest>

/** Every fee by name, then what exchanging takes, then the same in the beneficiary's currency. */
export const FeeEntry = z.object({
  name: z.enum(['pay_in_fee', 'payout_fee', 'spread', 'local_currency']),
  amount: Amount,
  spread: z.exactOptional(z.string()),
  exchange_rate: z.exactOptional(z.string()),
  /** With the margin counted in. */
  net_exchange_rate: z.exactOptional(z.string()),
  received_amount: z.exactOptional(Amount),
  local_currency: z.exactOptional(Currency),
  exchange_rate_local_currency: z.exactOptional(z.string()),
  net_exchange_rate_local_currency: z.exactOptional(z.string()),
  received_amount_local_currency: z.exactOptional(Amount),
})
export type FeeEntry = z.infer<typeof FeeEntry>

export const FeeResponse = z.object({
  fee: Amount,
  total: Amount,
  fee_calculation: z.array(FeeEntry),
  figures: QuoteFigures,
})
export type FeeResponse = z.infer<typeof FeeResponse>

const transferPayload = {
  quote_id: z.exactOptional(Id),
  /** Without a quote: the total that was shown. It must still match. */
  total_to_pay: z.exactOptional(AmountInput),
  cashin_method_id: z.number('selectCashIn' satisfies ErrorCode),
  amount_without_fees_in_euro: AmountInput,
  reason: Reason,
  /** A country that is missing has a refusal of its own. */
  sending_country_id: z.exactOptional(z.number()),
  receiving_country_id: z.exactOptional(z.number()),
  beneficiary_id: Id,
  phone_number: z.exactOptional(PhoneText),
  country_code: z.exactOptional(DialCode),
  local_amount: z.exactOptional(AmountInput),
  local_currency: z.exactOptional(Currency),
  currency: z.exactOptional(Currency),
  is_escrowed: z.exactOptional(z.boolean()),
  is_payment_on_demand: z.exactOptional(z.boolean()),
  payment_delivery: z.exactOptional(z.boolean()),
  verify: z.exactOptional(z.boolean()),
  /** Where the rate is that of the arrival; absent: 100. */
  rate_tolerance_bp: z.exactOptional(ToleranceBp),
  /** Which of our accounts the payer pays into (bank transfer). */
  bank_account_id: z.exactOptional(z.number()),
}

/** To the beneficiary's Jokko balance. */
export const NewPayment = z.strictObject(transferPayload)
export type NewPayment = z.infer<typeof NewPayment>

/** A RIB as it is printed: country, bank, branch, account, key. */
export const Rib = z.strictObject({
  bank: z.string().check(z.maxLength(5)),
  branch: z.string().check(z.maxLength(5)),
  account: z.string().check(z.maxLength(20)),
  key: z.string().check(z.maxLength(2)),
})
export type Rib = z.infer<typeof Rib>

/** Paid out at once by the route `cashout_method_id`. */
export const NewDirectPayment = z.strictObject({
  ...transferPayload,
  cashout_method_id: z.number(),
  cashout_account_id: z.exactOptional(Id),
  operator: z.exactOptional(z.string().check(z.maxLength(40))),
  /** Number paid by mobile money; absent: the beneficiary's own. */
  receiver_phonenumber: z.exactOptional(PhoneText),
  receiver_country_code: z.exactOptional(DialCode),
  receiver_fullname: z.exactOptional(optionalText(160)),
  institution_id: z.exactOptional(z.string().check(z.maxLength(80))),
  bank_name: z.exactOptional(optionalText(80)),
  account_holder: z.exactOptional(optionalText(80)),
  iban: z.exactOptional(z.string().check(z.maxLength(60))),
  rib: z.exactOptional(Rib),
  /** Microfinance: the institution by `institution_id` or by its name, and the member's number and name there. */
  mfi_name: z.exactOptional(z.string().check(z.maxLength(80))),
  mfi_owner_id: z.exactOptional(z.string().check(z.maxLength(40))),
  mfi_account_name: z.exactOptional(z.string().check(z.maxLength(160))),
  /** Where cash is brought to. */
  delivery_address: z.exactOptional(z.string().check(z.maxLength(200))),
})
export type NewDirectPayment = z.infer<typeof NewDirectPayment>

export const actions = [
  'enter_code',
  'show_link',
  'cancel',
  'see_bank_details',
  'pay_rest_by_bank',
  'pay_rest_from_balance',
  'send_less',
  'send_at_todays_rate',
  'refund',
  'repeat',
  'use_another_method',
  'download_receipt',
] as const
export const Action = z.enum(actions)
export type Action = z.infer<typeof Action>

export const Payment = z.object({
  id: Id,
  details: z.object({ id: Id }),
  type: PayinMethod,
  provider: z.nullable(z.string()),
  status: z.string(),
  aborted: z.boolean(),
  connect_url: z.nullable(z.string()),
  cancel_url: z.nullable(z.string()),
  redirect_url: z.nullable(z.string()),
  data: z.object({
    actions: z.array(z.string()),
    /** The name that the payment's return pages carry; null where no company collects. */
    reference: z.nullable(z.string()),
    redirect_url: z.nullable(z.string()),
  }),
  fee: Amount,
  total_to_pay: Amount,
  payable: Local,
  /** What the sender accepts at least, until what arrives is known. */
  receives_at_least: z.nullable(Local),
  fund_by: z.nullable(Timestamp),
  allowed_actions: z.array(Action),
  transfer: z.object({
    source_user_id: Id,
    reason: z.string(),
    amount_without_fee: Amount,
    local_amount_without_fee: Amount,
    local_currency: Currency,
    payout_kind: PayoutKind,
    destination_user: z.object({
      full_name: z.string(),
      email: z.nullable(z.string()),
      company: z.nullable(z.object({ name: z.string() })),
      country_code: z.number(),
      phone_number: z.string(),
    }),
  }),
})
export type Payment = z.infer<typeof Payment>

export const PaymentEvent = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  at: Timestamp,
  details: z.object({ message: z.string() }),
})
export const PaymentEvents = z.object({ events: z.array(PaymentEvent) })

export const BankDetailsQuery = z.object({
  /** Which of our accounts. */
  id: z.coerce.number(),
  payment_id: Id,
  amount: z.exactOptional(z.string()),
})
/** What the payer types into their bank; the amount is what is still missing. */
export const BankDetails = z.object({
  user_payment_details: z.object({
    reference_number: z.string(),
    /** ISO 11649 form of the same reference. */
    creditor_reference: z.string(),
    bank_name: z.string(),
    owner_name: z.string(),
    address: z.string(),
    country: CountryCode,
    iban: z.string(),
    bic: z.string(),
    amount: Amount,
    currency: Currency,
    fund_by: z.nullable(Timestamp),
    /** Text of the EPC069-12 QR code. */
    epc_qr: z.string(),
  }),
})
export type BankDetails = z.infer<typeof BankDetails>

/** What to do with a bank transfer that came short. */
export const SettleShort = z.discriminatedUnion('choice', [
  z.strictObject({ choice: z.literal('pay_rest_from_balance') }),
  z.strictObject({
    choice: z.literal('send_less'),
    quote_id: z.exactOptional(Id),
    total_to_pay: z.exactOptional(AmountInput),
  }),
  z.strictObject({ choice: z.literal('refund') }),
])
export type SettleShort = z.infer<typeof SettleShort>

/** Sends what is on the balance, on the figures of a quote at the rate of the day. */
export const SendAtTodaysRate = z.strictObject({ quote_id: Id })
export type SendAtTodaysRate = z.infer<typeof SendAtTodaysRate>

export const CancelTransfer = z.strictObject({ reason: z.exactOptional(Reason) })

export const Recipient = z.object({
  withdraw_method_en: z.string(),
  withdraw_method: PayoutKind,
  receiver_country_code: z.number(),
  receiver_phone_number: z.string(),
  receiver_email: z.nullable(z.string()),
  country_code: z.number(),
  phone_number: z.string(),
})
export type Recipient = z.infer<typeof Recipient>
