// The screens of mobile money, what must be filled in, and how often the server is asked.
import type { MobileMoney } from '@jokko/contract/pay-in'
import { parsePhone } from '@jokko/core/phone'
import { describe, expect, test } from 'vitest'
import { pauseAt } from '../common/pace.ts'
import {
  executeBody,
  firstChoice,
  isWaiting,
  mobileMoneyPace,
  phoneCountries,
  problemsOf,
  providerOf,
  screenOf,
} from './mobile-money-flow.ts'
import { nameIn, readPaymentInAddress } from './payment-in-address.ts'

const plain = { code_first: false, code_hint: null }
const payment: MobileMoney = {
  payment_id: 'opn_1',

  operation_type: 'direct_transfer',
  request_id: null,
  reference: 'pin_1.abc',
  status: 'select_provider',
  amount: '65600',
  currency: 'XOF',
  phone_number: '+2250501020304',
  country_code: 225,
  available_providers: {
    orange_ci: { name: 'Orange Money', code_first: true, code_hint: '#144*82#' },
    mtn_ci: { name: 'MTN', ...plain },
    wave_ci: { name: 'Wave', ...plain },
  },
  nextAction: null,
  lastPaymentFailure: null,
}
const providers = payment.available_providers
const action = (type: 'otp' | 'ussd' | 'redirection') => ({ type, message: '', url: null })
const failure = (code: string) => ({ code, message: 'Because.' })

describe('the screen of a payment', () => {
  test.each<[string, Partial<MobileMoney>]>([
    ['choose', { status: 'select_provider' }],
    ['choose', { status: 'select_provider', lastPaymentFailure: failure('insufficient_funds') }],
    ['code', { status: 'action_required', nextAction: action('otp') }],
    ['redirect', { status: 'action_required', nextAction: action('redirection') }],
    ['phone', { status: 'payment_required', nextAction: action('ussd') }],
    ['processing', { status: 'processing' }],
    ['succeeded', { status: 'successful' }],
    ['failed', { status: 'failed', lastPaymentFailure: failure('insufficient_funds') }],
    ['expired', { status: 'failed', lastPaymentFailure: failure('expired') }],
    ['cancelled', { status: 'cancelled' }],
  ])('%s: %o', (screen, changes) => {
    expect(screenOf({ ...payment, ...changes })).toBe(screen)
  })

  test('is asked about again only where something may happen by itself', () => {
    expect(['code', 'phone', 'redirect', 'processing'].every(screen => isWaiting(screen as never))).toBe(true)
    expect(['choose', 'succeeded', 'failed', 'expired', 'cancelled'].some(s => isWaiting(s as never))).toBe(
      false,
    )
  })
})

describe('the choice of an operator', () => {
  test('begins with the payer’s own number and the operator that issued it', () => {
    const choice = firstChoice(payment)
    expect(choice.phone).toEqual({ dialCode: 225, national: '0501020304' })
    expect(providerOf(choice, providers)).toBe('mtn_ci')
    expect(problemsOf(choice, providers, parsePhone)).toEqual({})
    expect(executeBody(payment.reference, choice, providers)).toEqual({
      payment_id: 'pin_1.abc',
      selected_provider: 'mtn_ci',
      phone_number: '0501020304',
      country_code: 225,
    })
  })

  test('a choice by hand outweighs the number; where there is one operator, it is that one', () => {
    expect(providerOf({ ...firstChoice(payment), provider: 'wave_ci' }, providers)).toBe('wave_ci')
    const only = { wave_ci: { name: 'Wave', ...plain } }
    expect(providerOf(firstChoice(payment), only)).toBe('wave_ci')
    expect(providerOf(firstChoice(payment), {})).toBeUndefined()
  })

  test('without a known number nothing is proposed, and all that misses is said at once', () => {
    const choice = firstChoice({ ...payment, phone_number: null })
    expect(problemsOf(choice, providers, parsePhone)).toEqual({
      provider: 'Select_Operator_Error',
      phone: 'PhoneNumberError',
    })
    expect(executeBody(payment.reference, choice, providers)).toBeUndefined()
  })

  test('an operator whose payers make a code first needs its 4 digits', () => {
    const choice = { ...firstChoice(payment), provider: 'orange_ci', code: '12' }
    expect(problemsOf(choice, providers, parsePhone)).toEqual({ code: 'otp_required' })
    expect(problemsOf({ ...choice, code: '1234' }, providers, parsePhone)).toEqual({})
    expect(executeBody('ref', { ...choice, code: '1234' }, providers)?.otp).toBe('1234')
  })

  test('a code that was typed for another operator is not sent', () => {
    const choice = { ...firstChoice(payment), provider: 'mtn_ci', code: '1234' }
    expect(executeBody('ref', choice, providers)).not.toHaveProperty('otp')
  })

  test('the phone is of the country that collects', () => {
    expect(phoneCountries(payment)).toEqual([{ code: 'CI', country_code: 225 }])
  })
})

describe('the payment in the address', () => {
  test('is named by its reference, else by its id', () => {
    expect(nameIn(readPaymentInAddress({ ref: 'pin_1.abc', payment: 'opn_1' }))).toBe('pin_1.abc')
    expect(nameIn(readPaymentInAddress({ payment: 'opn_1' }))).toBe('opn_1')
    expect(nameIn(readPaymentInAddress({ ref: '' }))).toBeUndefined()
  })
})

test.each([
  [0, 1_000],
  [59_999, 1_000],
  [60_000, 5_000],
  [299_999, 5_000],
  [300_000, undefined],
])('after %i ms the page asks again in %s ms', (elapsed, pause) => {
  expect(pauseAt(mobileMoneyPace, elapsed)).toBe(pause)
})
