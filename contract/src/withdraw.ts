// Withdrawals: the ways to have money paid out, one's own accounts, the withdrawal itself and the code that confirms it.
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
  PersonName,
  PhoneText,
  Timestamp,
} from './common.ts'
import { PayoutKind } from './reference.ts'
import { QuoteFigures, Rib } from './transfer.ts'

export const codeChannels = ['sms', 'whatsapp', 'mail'] as const
export const CodeChannel = z.enum(codeChannels)
export type CodeChannel = z.infer<typeof CodeChannel>

export const WithdrawMethodsQuery = z.object({
  /** Where the money is to be received; absent: the caller's own country. */
  country: z.exactOptional(CountryCode),
  amount: z.exactOptional(z.string().check(z.maxLength(32))),
})

/** Why a method cannot pay what was asked, in the caller's language. */
const Refusal = z.object({ code: z.string(), message: z.string() })

export const WithdrawMethod = z.object({
  cashout_method_id: z.number(),
  kind: PayoutKind,
  /** Paid as euros over SEPA. */
  is_sepa: z.boolean(),
  operator_code: z.nullable(z.string()),
  operator_name: z.nullable(z.string()),
  currency: Currency,
  min_amount: z.nullable(Amount),
  max_amount: z.nullable(Amount),
  /** The ceiling in euros, as the amount is typed. */
  max_euros: z.nullable(Amount),
  delivery: z.object({ min: z.number(), max: z.number() }),
  /** What the typed amount costs by this method; null without an amount, or where it cannot pay it. */
  price: z.nullable(z.object({ fee: Amount, total: Amount, received: Amount })),
  refusal: z.nullable(Refusal),
  /** The largest amount that the balance pays for, and what stays; null where it pays for none. */
  all: z.nullable(z.object({ amount: Amount, fee: Amount, total: Amount, stays: Amount })),
})
export type WithdrawMethod = z.infer<typeof WithdrawMethod>

export const WithdrawMethods = z.object({
  balance: Amount,
  country: CountryCode,
  country_id: z.number(),
  /** Where money can be received: the caller's own country first. */
  countries: z.array(z.object({ code: CountryCode, country_code: z.number(), currency: Currency })),
  restriction: z.nullable(z.literal('bank_only')),
  methods: z.array(WithdrawMethod),
})
export type WithdrawMethods = z.infer<typeof WithdrawMethods>

const newAccount = {
  /** Absent: "My <kind> <last digits>" in the caller's language. */
  title: z.exactOptional(optionalText(60)),
  country: CountryCode,
  owner_name: PersonName,
}

export const NewOwnBankAccount = z.strictObject({
  ...newAccount,
  iban: z.exactOptional(z.string().check(z.maxLength(60))),
  rib: z.exactOptional(Rib),
  bank_name: PersonName,
})
export type NewOwnBankAccount = z.infer<typeof NewOwnBankAccount>

export const NewOwnMobileAccount = z.strictObject({
  ...newAccount,
  country_code: DialCode,
  phone_number: PhoneText,
  /** A code of the operators, or the name of another one that a person of ours pays. */
  operator: PersonName,
})
export type NewOwnMobileAccount = z.infer<typeof NewOwnMobileAccount>

export const NewOwnMicrofinanceAccount = z.strictObject({
  ...newAccount,
  institution_id: z.string().check(z.maxLength(80)),
  owner_id: z.string().check(z.maxLength(40)),
})
export type NewOwnMicrofinanceAccount = z.infer<typeof NewOwnMicrofinanceAccount>

export const NewOwnWallet = z.strictObject({
  ...newAccount,
  country_code: DialCode,
  wallet_account_number: PhoneText,
})
export type NewOwnWallet = z.infer<typeof NewOwnWallet>

/** What is absent stays as it is: a number that was only ever shown masked need not be typed again. */
const changedAccount = {
  title: z.exactOptional(optionalText(60)),
  country: z.exactOptional(CountryCode),
  owner_name: z.exactOptional(PersonName),
}

export const ChangedBankAccount = z.strictObject({
  ...changedAccount,
  iban: z.exactOptional(z.string().check(z.maxLength(60))),
  rib: z.exactOptional(Rib),
  bank_name: z.exactOptional(PersonName),
})
export type ChangedBankAccount = z.infer<typeof ChangedBankAccount>

export const ChangedMobileAccount = z.strictObject({
  ...changedAccount,
  country_code: z.exactOptional(DialCode),
  phone_number: z.exactOptional(PhoneText),
  operator: z.exactOptional(PersonName),
})
export type ChangedMobileAccount = z.infer<typeof ChangedMobileAccount>

export const ChangedMicrofinanceAccount = z.strictObject({
  ...changedAccount,
  institution_id: z.exactOptional(z.string().check(z.maxLength(80))),
  owner_id: z.exactOptional(z.string().check(z.maxLength(40))),
})
export type ChangedMicrofinanceAccount = z.infer<typeof ChangedMicrofinanceAccount>

export const ChangedWallet = z.strictObject({
  ...changedAccount,
  country_code: z.exactOptional(DialCode),
  wallet_account_number: z.exactOptional(PhoneText),
})
export type ChangedWallet = z.infer<typeof ChangedWallet>

const ownAccount = {
  id: Id,
  title: z.string(),
  owner_name: z.string(),
  country: CountryCode,
  /** Added less than a day ago: a code by e-mail is not enough for it. */
  is_new: z.boolean(),
}
export const OwnMobileAccount = z.object({
  ...ownAccount,
  country_code: z.number(),
  operator: z.string(),
  phone_number: z.string(),
})
export const OwnBankAccount = z.object({ ...ownAccount, bank_name: z.string(), iban: z.string() })
export const OwnMicrofinanceAccount = z.object({ ...ownAccount, mfi_name: z.string(), owner_id: z.string() })
export const OwnWallet = z.object({
  ...ownAccount,
  account_id: Id,
  country_code: z.number(),
  wallet_account_number: z.string(),
})
export const OwnMobileAccounts = z.object({ data: z.array(OwnMobileAccount) })
export const OwnBankAccounts = z.object({ data: z.array(OwnBankAccount) })
export const OwnMicrofinanceAccounts = z.object({ data: z.array(OwnMicrofinanceAccount) })
export const OwnWallets = z.object({ data: z.array(OwnWallet) })
export type OwnMobileAccount = z.infer<typeof OwnMobileAccount>
export type OwnBankAccount = z.infer<typeof OwnBankAccount>
export type OwnWallet = z.infer<typeof OwnWallet>

/** What a bank says about a name and an account. `close_match` tells the name that it knows. */
export const payeeChecks = ['match', 'close_match', 'no_match', 'not_possible'] as const
export const PayeeCheck = z.enum(payeeChecks)
export type PayeeCheck = z.infer<typeof PayeeCheck>

export const NewCashout = z.strictObject({
  quote_id: z.exactOptional(Id),
  /** Without a quote: the total that was shown. It must still match. */
  total_to_pay: z.exactOptional(AmountInput),
  amount_without_fees_in_euro: AmountInput,
  cashout_method_id: z.number('select_cashOut' satisfies ErrorCode),
  country_id: z.number(),
  local_amount: z.exactOptional(AmountInput),
  local_currency: z.exactOptional(z.string().check(z.maxLength(3))),
  /** Exactly one of these five. */
  mobile_money_account_id: z.exactOptional(Id),
  bank_account_id: z.exactOptional(Id),
  mfi_account_id: z.exactOptional(Id),
  wallet_account_id: z.exactOptional(Id),
  delivery_receiver_id: z.exactOptional(Id),
  /** What the bank's check of the name answered, when it is not a match and the caller goes on all the same. */
  accepted_payee_check: z.exactOptional(PayeeCheck),
  /** By which the first code goes; absent: by SMS, or by e-mail where there is no phone. */
  channel: z.exactOptional(CodeChannel),
})
export type NewCashout = z.infer<typeof NewCashout>

export const Cashout = z.object({
  id: Id,
  /** Fee, exchange included. */
  applied_fee: Amount,
  amount_in_euros: Amount,
  total: Amount,
  received: z.object({ amount: Amount, currency: Currency }),
  rate: z.string(),
  rate_is_fixed: z.boolean(),
  kind: PayoutKind,
  cashout_method_id: z.number(),
  country: CountryCode,
  /** Whose own account of which title, and its masked number. */
  payee: z.object({
    name: z.string(),
    title: z.string(),
    number: z.string(),
    provider_name: z.nullable(z.string()),
    account_id: z.nullable(Id),
  }),
  payee_check: z.nullable(PayeeCheck),
  reference: z.string(),
  status: z.string(),
  aborted: z.boolean(),
  /** Which screen it is at. */
  step: z.enum(['verification', 'confirmation']),
  outcome_unknown: z.boolean(),
  /** A person of ours looks at it first. */
  held: z.boolean(),
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
  refunded: z.nullable(Amount),
  delivery: z.object({ min: z.number(), max: z.number() }),
  created_at: Timestamp,
  can_cancel: z.boolean(),
  /** Only while a code has to confirm it. */
  code: z.nullable(
    z.object({
      channel: z.nullable(CodeChannel),
      sent_to: z.nullable(z.string()),
      expires_at: z.nullable(Timestamp),
      /** When the next one may be asked for. */
      resend_at: Timestamp,
      channels: z.array(
        z.object({
          channel: CodeChannel,
          sent_to: z.nullable(z.string()),
          /** Null where the channel can be used. */
          refusal: z.nullable(Refusal),
        }),
      ),
    }),
  ),
  server_time: Timestamp,
})
export type Cashout = z.infer<typeof Cashout>

export const CashoutAnswer = z.object({ cashout: Cashout })

export const ResendCode = z.strictObject({ channel: CodeChannel })

export const VerifyPayout = z.strictObject({
  id: Id,
  /** Exactly six digits. */
  key_code: z.string().check(z.maxLength(20)),
})

/** Of a withdrawal whose price is not what was shown. */
export const ChangedPrice = z.object({ figures: QuoteFigures })
