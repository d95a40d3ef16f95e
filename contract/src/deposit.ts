// Deposits: money that a customer brings onto the own balance, by every way to pay but the balance itself.
import type { ErrorCode } from '@jokko/core/errors'
import * as z from 'zod/mini'
import { Amount, AmountInput, Id, Timestamp } from './common.ts'
import { PayinMethod } from './reference.ts'
import { Action, FeeLine } from './transfer.ts'

export const NewDeposit = z.strictObject({
  quote_id: z.exactOptional(Id),
  /** Without a quote: the total that was shown. It must still match. */
  total_to_pay: z.exactOptional(AmountInput),
  cashin_method_id: z.number('Please_select_cashin_Method' satisfies ErrorCode),
  /** What the balance gets; the fee is on top. */
  amount_without_fees_in_euro: AmountInput,
  /** The sending country, which is the customer's own. */
  country_id: z.number(),
  /** Mobile money of who lives where it is not collected: the country of the phone that pays. */
  wallet_country_id: z.exactOptional(z.number()),
  /** Which of our accounts the customer pays into (bank transfer). */
  bank_account_id: z.exactOptional(z.number()),
})
export type NewDeposit = z.infer<typeof NewDeposit>

export const Deposit = z.object({
  id: Id,
  details: z.object({ id: Id }),
  type: PayinMethod,
  provider: z.nullable(z.string()),
  status: z.string(),
  aborted: z.boolean(),
  /** The page of the company that waits for the payer; null when there is none. */
  connect_url: z.nullable(z.string()),
  data: z.object({
    actions: z.array(z.string()),
    /** The name that the payment's return pages carry; null where no company collects. */
    reference: z.nullable(z.string()),
  }),
  amount: Amount,
  lines: z.array(FeeLine),
  fee: Amount,
  total_to_pay: Amount,
  payment_reference: z.string(),
  bank_account_id: z.nullable(z.number()),
  fund_by: z.nullable(Timestamp),
  allowed_actions: z.array(Action),
})
export type Deposit = z.infer<typeof Deposit>
