// Bulk payments: a file of beneficiaries as rows, what is said of each, and one payment for all of them.
import * as z from 'zod/mini'
import { Amount, AmountInput, Currency, Id, Timestamp } from './common.ts'
import { PayinMethod } from './reference.ts'
import { Action } from './transfer.ts'

/** Rows that a screen takes, and rows that a program may send at once. */
export const BULK_SCREEN_MAX = 999
export const BULK_API_MAX = 10_000

const cell = (longest: number) => z.string().check(z.maxLength(longest))

/** One line as it was typed: what is wrong in it is answered for, never refused with the whole file. */
export const BulkRowInput = z.strictObject({
  /** The number that the sender sees: 1 is the first line below the header. */
  line: z.number().check(z.int(), z.gte(1), z.lte(1_000_000)),
  identification_number: z.exactOptional(cell(80)),
  first_name: cell(200),
  last_name: cell(200),
  email: z.exactOptional(cell(320)),
  /** National, without the country's code; the chosen country's code is taken off. */
  phone_number: cell(80),
  amount_without_fees: z.union([cell(80), z.number()]),
  /** Code of the operator; absent: told from the number. */
  operator: z.exactOptional(cell(40)),
})
export type BulkRowInput = z.infer<typeof BulkRowInput>

const Rows = z.array(BulkRowInput).check(z.maxLength(BULK_API_MAX, 'bulk_too_many_rows'))

/** The country that receives: "CI", or its calling code. */
const ReceivingCountry = z.union([z.string().check(z.maxLength(4)), z.number()])

export const BulkDraftInput = z.strictObject({
  country_code: ReceivingCountry,
  file_name: z.exactOptional(cell(200)),
  reason: z.exactOptional(cell(140)),
  cashin_method_id: z.exactOptional(z.number()),
  beneficiaries: Rows,
})
export type BulkDraftInput = z.infer<typeof BulkDraftInput>

export const BulkRewrite = z.extend(BulkDraftInput, {
  /** The writing that these rows were made from (`edit` of the bulk): a newer one is not written over (`stale_version`). */
  edit: z.exactOptional(z.number()),
})
export type BulkRewrite = z.infer<typeof BulkRewrite>

/** `field` is a column of the row; `code` a key of the error catalogue. */
export const BulkProblem = z.object({ field: z.string(), code: z.string(), message: z.string() })
export type BulkProblem = z.infer<typeof BulkProblem>

export const BulkRow = z.object({
  line: z.number(),
  identification_number: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  amount_without_fees: z.string(),
  operator: z.nullable(z.string()),
  operator_name: z.nullable(z.string()),
  /** E.164; null while the number cannot be read. */
  full_phone_number: z.nullable(z.string()),
  /** Null until the row is right. */
  amount_in_euros: z.nullable(Amount),
  fee: z.nullable(Amount),
  total: z.nullable(Amount),
  local_amount: z.nullable(Amount),
  local_currency: z.nullable(Currency),
  problems: z.array(BulkProblem),
  /** Once it is paid: its own operation, and where that stands. */
  operation_id: z.nullable(Id),
  status: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  /** Its owner took it back before it left: not paid, and no failure. */
  cancelled: z.boolean(),
})
export type BulkRow = z.infer<typeof BulkRow>

export const BulkState = z.enum(['checking', 'draft', 'checked', 'started'])

export const Bulk = z.object({
  id: Id,
  /** `draft`: some row is wrong. `checked`: it can be paid. `started`: its payment has begun. */
  state: BulkState,
  /** Grows whenever its rows are written anew. */
  edit: z.number(),
  country_code: z.string(),
  file_name: z.string(),
  reason: z.string(),
  cashin_method_id: z.nullable(z.number()),
  rows: z.number(),
  rows_checked: z.number(),
  rows_with_problems: z.number(),
  /** Lines that pay the same number the same amount. */
  duplicates: z.array(z.array(z.number())),
  /** The same rows were already paid, or are under way. */
  same_as: z.nullable(z.object({ id: Id, started_at: Timestamp })),
  total_without_fees: Amount,
  total_fees: Amount,
  total_to_pay: Amount,
  local_total: Amount,
  local_currency: z.nullable(Currency),
  updated_at: Timestamp,
  /** Once started: how many rows stand where. */
  progress: z.nullable(
    z.object({
      waiting: z.number(),
      under_way: z.number(),
      paid: z.number(),
      /** Their money came back, and why is said at each. */
      failed: z.number(),
      /** Given up by their owner before they left. */
      cancelled: z.number(),
      held: z.number(),
    }),
  ),
})
export type Bulk = z.infer<typeof Bulk>

/** Which rows are paid again: those that failed, or those that were cancelled on purpose. */
export const RetryBulk = z.strictObject({ rows: z.exactOptional(z.enum(['failed', 'cancelled'])) })
export type RetryBulk = z.infer<typeof RetryBulk>

/** The newest that was not started; null when there is none. */
export const BulkDraftAnswer = z.object({ draft: z.nullable(Bulk) })

export const BulkRowsQuery = z.object({
  /** The last line of the page before. */
  after: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000)), 1_000),
})

export const BulkRows = z.object({ rows: z.array(BulkRow), next_after: z.nullable(z.number()) })
export type BulkRows = z.infer<typeof BulkRows>

/** Says what is wrong, and keeps nothing. */
export const VerifyBeneficiaries = z.strictObject({
  country_code: ReceivingCountry,
  cashin_method_id: z.exactOptional(z.number()),
  beneficiaries: z.array(BulkRowInput).check(z.maxLength(BULK_SCREEN_MAX, 'bulk_too_many_rows')),
})
export const VerifiedBeneficiaries = z.object({
  rows: z.array(BulkRow),
  duplicates: z.array(z.array(z.number())),
  total_without_fees: Amount,
  total_fees: Amount,
  total_to_pay: Amount,
})
export type VerifiedBeneficiaries = z.infer<typeof VerifiedBeneficiaries>

export const StartBulk = z.strictObject({
  /** A draft that was checked, or the rows themselves. */
  bulk_id: z.exactOptional(Id),
  beneficiaries: z.exactOptional(Rows),
  country_code: z.exactOptional(ReceivingCountry),
  cashin_method_id: z.number('selectCashIn'),
  source_user_id: z.exactOptional(Id),
  reason: z
    .string('reasonError')
    .check(z.trim(), z.minLength(1, 'reasonError'), z.maxLength(140, 'reason_too_long')),
  /** The total that was shown: it must still match. */
  total_to_pay: AmountInput,
  /** The writing of the draft that was shown: a newer one is not paid unseen (`stale_version`). */
  edit: z.exactOptional(z.number()),
  /** Rows that pay the same number the same amount are meant. */
  duplicates_are_meant: z.exactOptional(z.boolean()),
  /** The same rows were paid before (`same_as`), and are to be paid once more. */
  repeat_is_meant: z.exactOptional(z.boolean()),
  bank_account_id: z.exactOptional(z.number()),
})
export type StartBulk = z.infer<typeof StartBulk>

/** The payment of a bulk; its rows are read from the bulk. */
export const StartedBulk = z.object({
  id: Id,
  details: z.object({ id: Id }),
  type: PayinMethod,
  status: z.string(),
  aborted: z.boolean(),
  connect_url: z.nullable(z.string()),
  fee: Amount,
  total_to_pay: Amount,
  payment_reference: z.string(),
  bank_account_id: z.nullable(z.number()),
  fund_by: z.nullable(Timestamp),
  allowed_actions: z.array(Action),
  bulk: Bulk,
})
export type StartedBulk = z.infer<typeof StartedBulk>
