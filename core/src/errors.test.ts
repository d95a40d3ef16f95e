// The closed list of error codes: what the product publishes is there, spelt as published, with the status agreed.
import { describe, expect, it } from 'vitest'
import { type ErrorCode, errorCodes, isErrorCode, statusOf } from './errors.ts'

const agreed: readonly (readonly [ErrorCode, number])[] = [
  ['quote_expired', 409],
  ['idempotency_key_reused', 422],
  ['idempotency_key_missing', 400],
  ['stale_version', 409],
  ['insufficient', 409],
  ['limit_exceeded', 409],
  ['not_found', 404],
  ['unauthenticated', 401],
  ['forbidden', 403],
  ['not_your_payment', 403],
  ['too_many_requests', 429],
  ['otp_limit_error', 429],
  ['validation', 422],
  ['captcha_invalid', 422],
  ['route_floor', 422],
  ['route_ceiling', 422],
  ['Amount out of range', 422],
  ['Amount above maximum range', 422],
  ['Amount below minimum range', 422],
  ['Deposit fee configuration not found', 404],
  ['link_already_used', 422],
  ['service_unavailable', 503],
  ['internal', 500],
]

/** The published keys that say something went wrong or is missing. */
const published = [
  'LNR FNR PhoneNumberError invalid_phone_number phone_number_below_min_length phone_number_below_max_length',
  'benin_phone_error CE CIE AIE post_code_error phone_already_exists job_err revenue_err activity_err',
  'company_revenue_required transfer_countries_required other_field_error event_error otp_invalid pincode_invalid',
  'pincode_error phone_login_not_existing email_not_valid email_required password_required P_REG PSM file_to_large',
  'otp_limit_error invalid_otp otp_failed_default_error fake_name_warning link_already_used',
  'verification_email_error is_invalid company_name_error contact_first_name_error contact_last_name_error ERQ',
  'inhuman_name_error RNE CNE title_required account_id_required owner_name_required mfi_name_required',
  'owner_required bank_name_required bic_required iban_required phone_number_required operator_required',
  'No_Operator_Found error_downloading NotReceiver fields_required cantSendToSelf reasonError',
  'the_euro_amount_field_is_required enterCfa max_amount_exceeded the_maximum_transfer_amount_is',
  'the_minimum_transfer_amount_is method_limit_error_max method_limit_error_min enterEuros selectCashIn',
  'withdrawalError validPhone Select_Operator_Error BankNameError ReceiverFullNameError Select_Mfi_Error',
  'MFIAccountNumberError insufficient expectAmount no_receiving_country select_cashOut balance_zero',
  'Withdrawal_amount Please_select_cashin_Method cant_use_balance cant_deposit_zero You_can_send_between',
  'temp_restriction Upload_Csv_Toast_Error Drag_Drop_Csv_Error Please_enter_amount country_not_configured',
  'otp_required not_your_payment payment_failed_error withdraw_limit_exceed failed_message no_withdraw_modes',
  'No_Withdraw_Mode_Found Csv_Format_Error quote_expired select_bank',
].flatMap(line => line.split(' '))

describe('codes', () => {
  it.each(agreed)('%s is %s', (code, status) => {
    expect(statusOf(code)).toBe(status)
  })

  it.each(published)('%s is known', key => {
    expect(isErrorCode(key)).toBe(true)
  })

  it('keep the space where the published key has one', () => {
    expect(isErrorCode('Invalid IBAN')).toBe(true)
    expect(isErrorCode('Invalid_IBAN')).toBe(false)
    expect(isErrorCode('Please select a file')).toBe(true)
  })

  it('all mean that something went wrong', () => {
    for (const { status } of Object.values(errorCodes)) expect(status >= 400 && status < 600).toBe(true)
  })

  it('are no inherited names', () => {
    expect(isErrorCode('toString')).toBe(false)
    expect(isErrorCode('constructor')).toBe(false)
    expect(isErrorCode('')).toBe(false)
  })
})

describe('statuses', () => {
  const withStatus = (status: number): string[] =>
    Object.keys(errorCodes).filter(code => statusOf(code as ErrorCode) === status)

  it.each<[number, string[]]>([
    [400, ['bad_request', 'idempotency_key_missing', 'cursor_invalid']],
    [401, ['unauthenticated', 'session_expired', 'webhook_signature_invalid', 'invalid_credentials']],
    [405, ['method_not_allowed']],
    [410, ['link_expired', 'otp_expired', 'payment_url_expired']],
    [413, ['payload_too_large', 'file_to_large']],
    [415, ['unsupported_media_type', 'Drag_Drop_Csv_Error', 'file_type_not_supported']],
    [429, ['too_many_requests', 'account_locked', 'otp_limit_error']],
    [500, ['internal']],
    [
      503,
      [
        'service_unavailable',
        'provider_unavailable',
        'otp_failed_default_error',
        'rate_unavailable',
        'withdraw_closed',
        'error_downloading',
      ],
    ],
    [504, ['timeout', 'failed_message']],
  ])('%s is for %j alone', (status, codes) => {
    expect(new Set(withStatus(status))).toEqual(new Set(codes))
  })

  it('a field that is missing or wrong is never a conflict', () => {
    for (const code of published.filter(key => key.endsWith('_required'))) {
      expect(statusOf(code as ErrorCode)).toBe(422)
    }
  })

  it('money that is not there is a conflict with the state, not a wrong field', () => {
    for (const code of ['insufficient', 'balance_zero', 'Withdrawal_amount', 'limit_exceeded'] as const) {
      expect(statusOf(code)).toBe(409)
    }
  })
})
