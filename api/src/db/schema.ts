// The tables as TypeScript sees them, one type per table that TypeScript reads or writes.
// bigint columns are bigints; timestamps come back as Date.
import type { StateOf } from '@jokko/core/lifecycles'
import type { PayInAction } from '@jokko/providers/port'
import type { ColumnType, Generated } from 'kysely'

export type Json = null | boolean | number | string | bigint | Json[] | { [key: string]: Json | undefined }

type Timestamp = ColumnType<Date, Date | string, Date | string>
type CreatedAt = ColumnType<Date, Date | string | undefined, never>
type JsonColumn<T> = ColumnType<T, string, string>

export type OperationKind =
  | 'transfer'
  | 'withdrawal'
  | 'deposit'
  | 'bulk'
  | 'request'
  | 'refund'
  | 'return'
  | 'dispute'
  | 'reward'

/** Where the money goes and what the outside world said; the columns hold what is searched and summed. */
export type OperationDetails = {
  payee?: PayeeDetails
  bank_account_id?: number
  payer_iban?: string
  payer_name?: string
  /** The sender as the receiver sees it. */
  sender_name?: string
  quote?: { lines: { kind: string; amount: string; currency: string }[]; snapped_from: string | null }
  delivery?: { min: number; max: number }
  failure?: { code: string; provider_code?: string }
  outcome_unknown?: boolean
  /** Paid by a person's word: what the provider keeps for it is still to be told. */
  cost_untold?: boolean
  next_check_at?: string
  refund_to?: 'balance' | 'source'
  /** Of a refund: cents that its card's bank had taken back before it was paid, which the debt took. */
  kept?: string
  /** A row of a bulk: its line in the file. */
  bulk_line?: number
  /** The pay-in that brought the money, where money can go back through the company that collected it. */
  pay_in?: { id: string; provider: string; amount?: string; currency?: string }
  unfinished_reason?: string
  beneficiaries?: number
  /** Of a bulk: which writing of its rows was paid. */
  bulk_edit?: number
  /** Of a bulk: the same rows were paid before, and its owner said so. */
  repeat_is_meant?: true
  /** Of a bulk: who cancelled what had not left. */
  rows_cancelled_by?: string
  /** What the bank said about the payee's name. */
  payee_check?: 'match' | 'close_match' | 'no_match' | 'not_possible'
  /** Of a request for a payment: who may pay it, and through which app it was made. */
  request?: RequestDetails
  /** Who agreed to pay a request, and when; null once they are free of it again. */
  accepted_by?: { user_id: string; customer_id: string; at: string } | null
  /** The request that this payment pays. */
  request_id?: string
  /** Of a transfer that is priced when its money is here. */
  on_arrival?: OnArrival
  /** The rule by which a person has to look at a withdrawal first. */
  held_by?: 'large_first_payment' | 'shut_out' | 'sanctions_list'
}

/** Why the money of a transfer that was priced on arrival is on the balance. */
export type WaitsOnBalance = 'rate_moved' | 'rate_unavailable' | 'limit_exceeded' | 'route_closed'

export type OnArrival = {
  /** Hundredths of a percent that less than ordered may arrive, and that as minor units of the target. */
  tolerance_bp: number
  least: string
  /** How often a rate of the day was asked for in vain. */
  asked?: number
  /** At the rate of the arrival, or on the figures that its sender accepted later; absent until then. */
  priced?: 'on_arrival' | 'by_sender'
  waits?: WaitsOnBalance
  /** What the rate of the arrival would have brought, when that is less. */
  offered?: string
}

export type RequestDetails = {
  /** Whom the requester named; absent: whoever has the link. */
  payer?: { email?: string; phone?: string }
  app_id?: string
  redirect_url?: string
  cancel_url?: string
  metadata?: { [name: string]: string }
}

/** Of an own account: the operator, bank or institution, and the number there. */
export type OwnAccountDetails = {
  operator?: string
  operator_name?: string
  bank_name?: string
  bank_code?: string
  account?: string
  institution_id?: string
  owner_id?: string
}

export type PayeeDetails = {
  name: string
  phone?: string
  operator?: string
  operator_name?: string
  bank_name?: string
  iban?: string
  bank_code?: string
  account?: string
  institution_id?: string
  /** Where a delivery goes. */
  address?: string
  account_id?: string
  /** What its owner calls the account. */
  title?: string
  email?: string
  language?: string
}

/** Columns of app.operations that a command decides. */
export type NewOperation = {
  book: 'live' | 'test'
  kind: OperationKind
  state: string
  customer_id: string
  user_id: string
  receiver_customer_id?: string | null
  quote_id?: string | null
  parent_id?: string | null
  reference?: string | null
  customer_status: string
  aborted?: boolean
  operation_type: string
  sending_country?: string | null
  receiving_country?: string | null
  payin_method?: string | null
  payout_kind?: string | null
  route_id?: number | null
  provider?: string | null
  beneficiary_id?: string | null
  counterparty?: string
  reason?: string | null
  principal: bigint
  fee?: bigint
  margin?: bigint
  total: bigint
  target?: bigint | null
  target_currency?: string | null
  rate?: string | null
  received?: bigint
  refunded?: bigint
  details?: OperationDetails
  search?: string
  fund_by?: string | null
  started_at?: string
  ended_at?: string | null
}

export type OperationPatch = Partial<
  Pick<
    NewOperation,
    | 'state'
    | 'customer_status'
    | 'aborted'
    | 'quote_id'
    | 'principal'
    | 'fee'
    | 'margin'
    | 'total'
    | 'target'
    | 'rate'
    | 'received'
    | 'refunded'
    | 'fund_by'
    | 'ended_at'
    | 'details'
  >
>

export type Operation = {
  id: string
  book: 'live' | 'test'
  kind: OperationKind
  state: string
  version: number
  customer_id: string
  user_id: string
  receiver_customer_id: string | null
  quote_id: string | null
  parent_id: string | null
  reference: string | null
  customer_status: string
  aborted: boolean
  operation_type: string
  sending_country: string | null
  receiving_country: string | null
  payin_method: string | null
  payout_kind: string | null
  route_id: number | null
  provider: string | null
  beneficiary_id: string | null
  counterparty: string
  reason: string | null
  principal: bigint
  fee: bigint
  margin: bigint
  total: bigint
  target: bigint | null
  target_currency: string | null
  rate: string | null
  held: bigint
  handed: bigint
  received: bigint
  refunded: bigint
  details: OperationDetails
  search: string
  fund_by: Date | null
  started_at: Date
  ended_at: Date | null
  updated_at: Date
}

export type OperationEvent = {
  id: bigint
  operation_id: string
  version: number
  event: string
  from_state: string | null
  to_state: string
  actor: string
  reason: string | null
  provider_reference: string | null
  data: Json
  at: Date
}

export type PayoutAttempt = {
  id: string
  operation_id: string
  provider: string
  state: 'created' | 'calling' | 'accepted' | 'unknown' | 'paid' | 'failed'
  amount: bigint
  currency: 'EUR' | 'XOF' | 'XAF' | 'GNF'
  destination: Json
  provider_id: string | null
  failure: string | null
  asked: number
  created_at: Date
  updated_at: Date
}

export type PayIn = {
  id: string
  operation_id: string
  provider: string
  method: string
  state: StateOf<'payIn'>
  amount: bigint
  currency: 'EUR' | 'XOF' | 'XAF' | 'GNF'
  provider_id: string | null
  handle: { [key: string]: string }
  action: PayInAction | null
  source: { holderName?: string; iban?: string } | null
  failure: string | null
  outcome: 'funded' | 'deposited' | 'refunded' | null
  asked: number
  version: number
  expires_at: Date
  created_at: Date
  updated_at: Date
}

type Companies = {
  id: string
  name: string
  registered_id: string | null
  country: string
  city: string | null
  address: string | null
  is_active: Generated<boolean>
  is_verified: Generated<boolean>
  on_boarding_status: Generated<string>
  kyb_submitted_at: Timestamp | null
  created_at: CreatedAt
}

type Users = {
  id: string
  email: string
  password_hash: string
  first_name: string
  last_name: string
  phone_e164: string | null
  dial_code: number | null
  country: string
  company_id: string | null
  is_company_owner: Generated<boolean>
  is_active: Generated<boolean>
  is_verified: Generated<boolean>
  is_rejected: Generated<boolean>
  verification_result: 'RED-FINAL' | 'RED-RETRY' | null
  activation_level: 'GREEN' | 'YELLOW' | null
  on_boarding_status: Generated<string>
  email_verified_at: Timestamp | null
  has_temporary_password: Generated<boolean>
  client_type: Generated<'customer' | 'temporary-customer'>
  meta: JsonColumn<Json>
  language: Generated<'fr' | 'en' | 'es'>
  payment_reference: string
  created_at: CreatedAt
}

type Sessions = {
  id: string
  token_hash: Buffer
  user_id: string
  user_agent: string | null
  created_at: CreatedAt
  last_seen_at: Generated<Date>
  expires_at: Timestamp
  revoked_at: Timestamp | null
}

type Beneficiaries = {
  id: string
  customer_id: string
  phone_e164: string
  dial_code: number
  country: string
  first_name: string
  last_name: string
  email: string | null
  is_individual: boolean
  company_name: string | null
  user_id: string | null
  created_at: CreatedAt
}

export type KeptDetails = {
  operator?: string
  /** Of a bank or a microfinance institution. */
  bank_name?: string
  institution_id?: string
  owner_id?: string
  owner_name?: string
  country: string
  /** What the sender calls it. */
  title?: string
}

type BeneficiaryAccounts = {
  id: string
  customer_id: string
  beneficiary_id: string
  kind: 'mobile_money' | 'bank_transfer' | 'mfi' | 'wallet'
  number: string
  details: JsonColumn<KeptDetails>
  last_used_at: Generated<Date>
  paid_at: Date | null
}

type OwnAccounts = {
  id: string
  customer_id: string
  kind: 'mobile_money' | 'bank_transfer' | 'mfi' | 'wallet'
  title: string
  country: string
  owner_name: string
  number: string
  details: JsonColumn<OwnAccountDetails>
  added_by: string
  added_at: Generated<Date>
  paid_at: Date | null
}

type Codes = {
  id: string
  purpose: string
  account: string
  operation_id: string
  channel: 'sms' | 'whatsapp' | 'mail'
  code_hash: Buffer
  wrong: number
  sent_at: Date
  expires_at: Date
  used_at: Date | null
  replaced_at: Date | null
}

type Routes = {
  id: number
  country: string
  kind: string
  provider: string
  operator_code: string | null
  currency: 'EUR' | 'XOF' | 'XAF' | 'GNF'
  floor: bigint | null
  ceiling: bigint | null
  step: bigint
  delivery_min: number
  delivery_max: number
  valid_from: Timestamp
  valid_to: Timestamp | null
}

type BankLines = {
  id: Generated<bigint>
  dedupe_key: string
  iban: string
  statement_id: string
  kind: string
  amount: bigint
  currency: string
  booked_on: string
  remittance: Generated<string>
  structured_reference: string | null
  end_to_end_id: string | null
  payer_name: string | null
  payer_iban: string | null
  outcome: Generated<string>
  operation_id: string | null
  proposal: JsonColumn<Json> | null
  created_at: CreatedAt
}

export type Schema = {
  'app.settings': { key: string; value: JsonColumn<Json>; changed_at: Generated<Date> }
  'app.companies': Companies
  'app.users': Users
  'app.sessions': Sessions
  'app.rate_limits': { subject: string; window_start: Timestamp; used: number }
  'app.captchas_used': { signature: string; expires_at: Timestamp }
  'app.beneficiaries': Beneficiaries
  'app.beneficiary_accounts': BeneficiaryAccounts
  'app.own_accounts': OwnAccounts
  'app.codes': Codes
  'app.contacts': { id: string; customer_id: string; beneficiary_id: string; created_at: CreatedAt }
  'app.client_errors': {
    id: Generated<bigint>
    at: Generated<Date>
    message: string
    stack: string | null
    path: string
    version: string
  }
  'app.countries': {
    id: number
    iso: string
    dial_code: number
    currency: 'EUR' | 'XOF' | 'XAF' | 'GNF'
    requires_post_code: boolean
    notification_channel: 'sms' | 'mail'
    is_sending: boolean
    is_receiving: boolean
    sending_min: bigint | null
    sending_max: bigint | null
  }
  'app.corridors': { sending: string; receiving: string }
  'app.payin_methods': {
    id: number
    name: string
    provider: string
    min_amount: bigint | null
    max_amount: bigint
    position: number
  }
  'app.country_payin_methods': { country: string; method_id: number }
  'app.operators': { code: string; country: string; name: string; provider_slug: string | null }
  'app.institutions': {
    id: string
    country: string
    name: string
    type: 'mfi' | 'bank_transfer'
    bank_code: string | null
  }
  'app.routes': Routes
  'app.fees': {
    id: Generated<number>
    purpose: 'transfer' | 'deposit' | 'payout'
    method: string
    percent_bp: number
    flat: bigint
    minimum: bigint
    valid_from: Timestamp
    valid_to: Timestamp | null
  }
  'app.margins': { currency: string; margin_bp: number; valid_from: Timestamp }
  'app.rates': { currency: string; value: bigint; scale: number; source: string; observed_at: Timestamp }
  'app.bank_accounts': {
    id: number
    iban: string
    bic: string
    bank_name: string
    owner_name: string
    address: string
    country: string
  }
  'app.sanctioned_names': { id: Generated<number>; name: string; list: string }
  'app.limits': {
    kind: 'customer_day' | 'wallet_month'
    currency: string
    ceiling: bigint
    valid_from: Timestamp
  }
  'app.quotes': {
    id: string
    book: 'live' | 'test'
    customer_id: string
    figures: JsonColumn<Json>
    accept_by: Timestamp
    fund_by: Timestamp | null
    created_at: Timestamp
  }
  'app.operations': Operation
  'app.operation_events': OperationEvent & { hash: Buffer }
  'app.payout_attempts': PayoutAttempt
  'app.pay_ins': PayIn
  'app.timers': {
    id: bigint
    due_at: Date
    kind: string
    operation_id: string | null
    payload: Json
    fired_at: Date | null
  }
  'app.counters': { subject: string; kind: string; period: string; used: bigint }
  'app.command_keys': {
    scope: string
    key: string
    body_hash: string
    operation_id: string | null
    answer: Json
    at: Date
  }
  'app.webhook_events': {
    id: Generated<bigint>
    provider: string
    event_id: string
    type: string
    body: JsonColumn<Json>
    received_at: Generated<Date>
    handled_at: Timestamp | null
    outcome: string | null
  }
  'app.statements': {
    id: string
    type: string
    created_at: Timestamp
    imported_at: Generated<Date>
    lines: number
    balanced: boolean | null
  }
  'app.bank_lines': BankLines
  'app.messages_sent': {
    key: string
    channel: string
    recipient: string
    state: 'sent' | 'failed'
    provider_id: string | null
    at: Generated<Date>
  }
  'ledger.accounts': {
    id: bigint
    book: string
    name: string
    currency: string
    guarded: boolean
    balance: bigint
  }
}
