// The closed list of things that can go wrong for a caller, with the HTTP status of each. The texts live in
// `locales/{fr,en,es}/errors.json`; a code without a text does not compile. Spellings that look odd are the
// product's published keys and stay as they are.

type Meaning = { readonly status: number }

const badRequest = { status: 400 } as const
const unauthorized = { status: 401 } as const
const forbidden = { status: 403 } as const
const notFound = { status: 404 } as const
const conflict = { status: 409 } as const
const gone = { status: 410 } as const
const tooLarge = { status: 413 } as const
const wrongMedia = { status: 415 } as const
const invalid = { status: 422 } as const
const tooMany = { status: 429 } as const
const unavailable = { status: 503 } as const

export const errorCodes = {
  // Any request
  bad_request: badRequest,
  client_key_missing: forbidden,
  unauthenticated: unauthorized,
  session_expired: unauthorized,
  forbidden,
  not_found: notFound,
  method_not_allowed: { status: 405 },
  payload_too_large: tooLarge,
  unsupported_media_type: wrongMedia,
  validation: invalid,
  fields_required: invalid,
  is_required: invalid,
  is_invalid: invalid,
  captcha_invalid: invalid,
  too_many_requests: tooMany,
  idempotency_key_missing: badRequest,
  idempotency_key_reused: invalid,
  stale_version: conflict,
  illegal_move: conflict,
  cursor_invalid: badRequest,
  webhook_signature_invalid: unauthorized,
  service_unavailable: unavailable,
  provider_unavailable: unavailable,
  timeout: { status: 504 },
  internal: { status: 500 },

  // Signing in, joining, passwords, e-mail verification
  invalid_credentials: unauthorized,
  account_locked: tooMany,
  account_rejected: forbidden,
  account_inactive: forbidden,
  account_restricted: forbidden,
  company_inactive: forbidden,
  owner_only: forbidden,
  phone_login_not_existing: notFound,
  email_required: invalid,
  email_not_valid: invalid,
  email_taken: conflict,
  password_required: invalid,
  old_password_wrong: invalid,
  password_too_common: invalid,
  P_REG: invalid,
  PSM: invalid,
  terms_required: invalid,
  link_already_used: invalid,
  link_expired: gone,
  link_not_for_you: forbidden,
  verification_email_error: conflict,
  reset_link_invalid: invalid,

  // Codes and PINs
  otp_invalid: invalid,
  invalid_otp: invalid,
  otp_required: invalid,
  otp_expired: gone,
  otp_limit_error: tooMany,
  otp_failed_default_error: unavailable,
  pincode_error: invalid,
  pincode_invalid: invalid,

  // People, companies, onboarding
  FNR: invalid,
  LNR: invalid,
  CE: invalid,
  CIE: invalid,
  AIE: invalid,
  RNE: invalid,
  CNE: invalid,
  ERQ: invalid,
  post_code_error: invalid,
  job_err: invalid,
  revenue_err: invalid,
  activity_err: invalid,
  company_revenue_required: invalid,
  company_name_error: invalid,
  contact_first_name_error: invalid,
  contact_last_name_error: invalid,
  transfer_countries_required: invalid,
  'please select at least 1 country': invalid,
  'please select your residence': invalid,
  'Please select any one of options': invalid,
  other_field_error: invalid,
  event_error: invalid,
  referral_code_invalid: invalid,
  fake_name_warning: invalid,
  inhuman_name_error: invalid,
  hidden_characters: invalid,
  already_submitted: conflict,
  verified_data_locked: conflict,
  contact_exists: conflict,

  // Phones
  PhoneNumberError: invalid,
  phone_number_required: invalid,
  invalid_phone_number: invalid,
  validPhone: invalid,
  phone_number_below_min_length: invalid,
  phone_number_below_max_length: invalid,
  benin_phone_error: invalid,
  phone_already_exists: conflict,
  cantSendToSelf: invalid,
  NotReceiver: invalid,

  // Saved accounts and payout details
  title_required: invalid,
  account_id_required: invalid,
  owner_name_required: invalid,
  owner_required: invalid,
  mfi_name_required: invalid,
  bank_name_required: invalid,
  bic_required: invalid,
  bic_invalid: invalid,
  iban_required: invalid,
  'Invalid IBAN': invalid,
  iban_already_used: conflict,
  account_already_saved: conflict,
  operator_required: invalid,
  Select_Operator_Error: invalid,
  No_Operator_Found: notFound,
  BankNameError: invalid,
  ReceiverFullNameError: invalid,
  Select_Mfi_Error: invalid,
  MFIAccountNumberError: invalid,

  // Amounts, limits, quotes
  amount_invalid: invalid,
  the_euro_amount_field_is_required: invalid,
  enterEuros: invalid,
  enterCfa: invalid,
  expectAmount: invalid,
  Please_enter_amount: invalid,
  max_amount_exceeded: invalid,
  the_maximum_transfer_amount_is: invalid,
  the_minimum_transfer_amount_is: invalid,
  method_limit_error_max: invalid,
  method_limit_error_min: invalid,
  You_can_send_between: invalid,
  'Amount out of range': invalid,
  'Amount above maximum range': invalid,
  'Amount below minimum range': invalid,
  route_floor: invalid,
  route_ceiling: invalid,
  limit_exceeded: conflict,
  insufficient: conflict,
  quote_expired: conflict,
  quote_already_used: conflict,
  rate_unavailable: unavailable,
  'Transfer fee configuration not found': notFound,
  'Deposit fee configuration not found': notFound,
  'Withdraw fee configuration not found': notFound,

  // Transfer and its payment
  reasonError: invalid,
  selectCashIn: invalid,
  cashin_method_invalid: invalid,
  cashin_method_not_supported: invalid,
  select_bank: invalid,
  withdrawalError: invalid,
  no_withdraw_modes: notFound,
  No_Withdraw_Mode_Found: notFound,
  payout_method_not_configured: invalid,
  payout_forced: invalid,
  payout_to_balance_only: invalid,
  escrow_not_supported: invalid,
  sending_country_missing: invalid,
  no_receiving_country: invalid,
  country_not_configured: invalid,
  country_pair_not_served: invalid,
  beneficiary_country_not_receiving: invalid,
  temp_restriction: forbidden,
  not_your_payment: forbidden,
  designated_user_only: forbidden,
  payment_url_expired: gone,
  payment_already_executed: conflict,
  payment_failed_error: conflict,
  payment_cancelled: conflict,
  not_account_holder: conflict,
  failed_message: { status: 504 },
  cancel_not_possible: conflict,
  receivable_open: conflict,
  request_closed: conflict,
  redirect_not_registered: invalid,

  // Withdrawal
  select_cashOut: invalid,
  balance_zero: conflict,
  Withdrawal_amount: conflict,
  withdraw_limit_exceed: invalid,
  withdraw_closed: unavailable,
  payee_check_needed: conflict,
  code_by_phone_required: forbidden,

  // Deposit
  Please_select_cashin_Method: invalid,
  cant_use_balance: invalid,
  cant_deposit_zero: invalid,

  // Bulk
  Upload_Csv_Toast_Error: invalid,
  Csv_Format_Error: invalid,
  Drag_Drop_Csv_Error: wrongMedia,
  bulk_too_many_rows: invalid,
  bulk_not_available: forbidden,
  bulk_duplicate_row: invalid,
  bulk_has_problems: invalid,
  bulk_is_empty: invalid,
  bulk_has_started: conflict,
  bulk_paid_before: conflict,
  bulk_still_checking: conflict,
  phone_number_damaged: invalid,
  phone_of_other_country: invalid,
  text_too_long: invalid,

  // Files and exports
  'Please select a file': invalid,
  'Please enter the document title/name': invalid,
  file_to_large: tooLarge,
  file_type_not_supported: wrongMedia,
  document_locked: conflict,
  receipt_not_ready: conflict,
  error_downloading: unavailable,
  date_range_invalid: invalid,
} as const satisfies Record<string, Meaning>

export type ErrorCode = keyof typeof errorCodes

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCodes, text)

export const statusOf = (code: ErrorCode): number => errorCodes[code].status
