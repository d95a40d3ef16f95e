// Payment intents of Hub2 into our words, orders into theirs, and each documented failure into our code.
import { eur, money } from '@jokko/core/money'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../http/json.ts'
import type { MobileMoneyPayer, PayInOrder } from '../port.ts'
import {
  intentRequest,
  isUncharged,
  payInFailureFrom,
  payInReport,
  paymentRequest,
  paysOnPage,
} from './transform-payin.ts'

const order: PayInOrder = {
  attemptId: 'pin_0199c3d2-7f10-7a41-9d0e-51b0a3c7e811',
  amount: money(66_250n, 'XOF'),
  payer: {
    reference: 'usr_0199c3d2-7f10-7a41-9d0e-51b0a3c7e812',
    firstName: 'Awa',
    lastName: 'Ndiaye',
    email: 'awa@example.com',
    country: 'CI',
  },
  description: 'Jokko',
  returnUrl: 'https://jokko.example/back',
  notificationUrl: 'https://jokko.example/tell',
  language: 'fr',
  expiresAt: new Date('2026-11-27T10:30:00Z'),
}

const payer: MobileMoneyPayer = {
  country: 'CI',
  operator: 'orange_ci',
  phone: '+2250701020304',
  otp: '4821',
  returnUrl: 'https://jokko.example/back',
}

describe('an order', () => {
  test('becomes an intent that names our attempt and no person', () => {
    expect(JSON.parse(JSON.stringify(intentRequest(order)))).toEqual({
      purchaseReference: order.attemptId,
      customerReference: order.payer.reference,
      amount: 66_250,
      currency: 'XOF',
    })
  })

  test.each([
    ['euros', { amount: eur(10_100n) }],
    ['nothing', { amount: money(0n, 'XOF') }],
    ['an attempt that Hub2 could not write', { attemptId: 'with/slash' }],
    ['a payer without a reference', { payer: { ...order.payer, reference: '' } }],
  ])('%s cannot be collected', (_what, change) => {
    expect(intentRequest({ ...order, ...change })).toBeUndefined()
  })

  test('charges a phone with the code that its owner made', () => {
    expect(paymentRequest('tok', payer)).toEqual({
      token: 'tok',
      paymentMethod: 'mobile_money',
      country: 'CI',
      provider: 'orange',
      mobileMoney: { msisdn: '+2250701020304', otp: '4821' },
    })
    expect(paysOnPage(payer)).toBe(false)
  })

  test('sends a payer of Wave to its page, and back to us from everywhere', () => {
    const { otp: _otp, ...wave } = { ...payer, operator: 'wave_ci' }
    expect(paysOnPage(wave)).toBe(true)
    expect(paymentRequest('tok', wave).mobileMoney).toEqual({
      msisdn: '+2250701020304',
      onSuccessRedirectionUrl: wave.returnUrl,
      onFailedRedirectionUrl: wave.returnUrl,
      onCancelRedirectionUrl: wave.returnUrl,
      onFinishRedirectionUrl: wave.returnUrl,
    })
  })
})

const intent = (more: object) =>
  parseJson(
    JSON.stringify({
      id: 'pi_1',
      purchaseReference: 'pin_1',
      status: 'processing',
      amount: 66_250,
      currency: 'XOF',
      token: 'tok',
      payments: [],
      ...more,
    }),
  )

describe('an intent', () => {
  test.each([
    ['payment_required', 'action_required'],
    ['processing', 'pending'],
    ['action_required', 'action_required'],
    ['successful', 'collected'],
    ['succeeded', 'collected'],
    ['failed', 'failed'],
    ['canceled', 'aborted'],
  ])('%s is %s', (status, state) => {
    expect(payInReport(intent({ status }))).toMatchObject({
      providerId: 'pi_1',
      attemptId: 'pin_1',
      handle: { token: 'tok' },
      amount: money(66_250n, 'XOF'),
      state,
    })
  })

  test('that succeeded brought what its payments brought, whatever was asked', () => {
    const paid = (...amounts: readonly number[]) =>
      payInReport(
        intent({
          status: 'successful',
          payments: [
            { status: 'failed', amount: 7, currency: 'XOF' },
            ...amounts.map(amount => ({ status: 'successful', amount, currency: 'XOF' })),
          ],
        }),
      )?.amount
    expect(paid(60_000)).toEqual(money(60_000n, 'XOF'))
    expect(paid(66_250, 66_250)).toEqual(money(132_500n, 'XOF'))
    expect(paid(0.5)).toBeUndefined()
  })

  test('that succeeded costs the fees of the payment that succeeded', () => {
    const fees = (amount: number) => [{ amount, currency: 'XOF' }]
    const payments = [
      { status: 'failed', fees: fees(7) },
      { status: 'successful', fees: fees(1_325) },
    ]
    expect(payInReport(intent({ status: 'successful', payments }))?.cost).toEqual(money(1_325n, 'XOF'))
    expect(payInReport(intent({ status: 'successful' }))).not.toHaveProperty('cost')
  })

  test.each([
    [
      { type: 'otp', message: 'Enter it' },
      { kind: 'otp', message: 'Enter it' },
    ],
    [{ type: 'ussd' }, { kind: 'ussd', message: '' }],
    [
      { type: 'redirection', data: { url: 'https://pay.example/1' } },
      { kind: 'redirect', url: 'https://pay.example/1' },
    ],
    [
      { type: 'redirection', url: 'https://pay.example/2' },
      { kind: 'redirect', url: 'https://pay.example/2' },
    ],
    [{ type: 'redirection', data: { url: 'javascript:alert(1)' } }, undefined],
    [{ type: 'dance' }, undefined],
  ])('%j asks the payer for %j', (nextAction, action) => {
    const status = 'action_required'
    expect(payInReport(intent({ status, nextAction }))?.action).toEqual(action)
    expect(payInReport(intent({ status, payments: [{ nextAction }] }))?.action).toEqual(action)
  })

  test('whose payment failed stays open, with the reason', () => {
    const failed = intent({
      status: 'payment_required',
      lastPaymentFailure: { code: 'customer_insufficient_funds' },
      payments: [{ status: 'failed', nextAction: { type: 'ussd' } }],
    })
    expect(payInReport(failed)).toMatchObject({
      state: 'action_required',
      failure: { code: 'insufficient_funds' },
    })
    expect(payInReport(failed)).not.toHaveProperty('action')
    expect(isUncharged(failed)).toBe(true)
    expect(isUncharged(intent({ payments: [{ status: 'processing' }] }))).toBe(false)
    expect(isUncharged(intent({ status: 'payment_required', payments: [{ status: 'created' }] }))).toBe(false)
  })

  test.each([
    { id: 7.5e300, status: 'dancing' },
    { purchaseReference: '' },
    { amount: 1.5 },
    { currency: 'GHS' },
  ])('%j is unreadable', more => {
    expect(payInReport(intent(more))).toBeUndefined()
  })
})

test.each([
  ['internal_error', 'provider_error'],
  ['service_unavailable', 'operator_down'],
  ['unknown_reason', 'unknown_reason'],
  ['unknown_reason_orange', 'unknown_reason'],
  ['customer_account_locked', 'invalid_payer'],
  ['customer_insufficient_funds', 'insufficient_funds'],
  ['authentication_failed', 'wrong_code'],
  ['authentication_timeout', 'code_expired'],
  ['timeout', 'expired'],
  ['bad_parameters', 'invalid_request'],
  ['forbidden_by_provider', 'refused_by_bank'],
  ['too_many_request', 'provider_error'],
  ['duplicate_request', 'invalid_request'],
  ['canceled_by_customer', 'declined_by_payer'],
  ['canceled', 'declined_by_payer'],
  ['fraud_suspicion', 'fraud_suspicion'],
  ['unsupported_currency', 'invalid_request'],
  ['payer_quota_exceeded', 'payer_limit'],
  ['invalid_payment_processor', 'invalid_payer'],
  ['invalid_msisdn', 'invalid_payer'],
  ['wave_payment_expired', 'expired'],
  ['payment_intent_expired', 'expired'],
  ['moon_phase', 'unknown_reason'],
])('%s means %s', (written, code) => {
  expect(payInFailureFrom(written)).toEqual({ code, providerCode: written })
  expect(payInFailureFrom(written.toUpperCase().replaceAll('_', '-'))).toEqual({
    code,
    providerCode: written,
  })
})
