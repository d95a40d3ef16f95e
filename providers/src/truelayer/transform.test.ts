// TrueLayer's words into ours and back: every status and failure reason, amounts, names, and keys that stay the same.
import { eur, money } from '@jokko/core/money'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../http/json.ts'
import type { PayInOrder, PayInReference, RefundOrder } from '../port.ts'
import {
  createdPayIn,
  failureFrom,
  idempotencyKey,
  payInReport,
  paymentRequest,
  refundReport,
  refundRequest,
  refundsIn,
} from './transform.ts'

const merchant = { merchantAccountId: 'acc_1', merchantName: 'Jokko' }
const page = 'https://payment.truelayer.com/'

const order: PayInOrder = {
  attemptId: 'pay_1',
  amount: eur(25_125n),
  payer: {
    reference: 'usr_1',
    firstName: 'Awa',
    lastName: 'Diop',
    email: 'awa@example.org',
    phone: '+33612345678',
    country: 'FR',
  },
  description: 'Jokko JKA2B3C4D5',
  returnUrl: 'https://jokko.example/truelayer',
  notificationUrl: 'https://jokko.example/api/v1/webhooks/truelayer',
  language: 'fr',
  expiresAt: new Date('2026-11-27T10:30:00Z'),
}

const read = (body: unknown) => parseJson(JSON.stringify(body))

describe('an order', () => {
  test('is a bank transfer to our account there, with our id in the metadata', () => {
    expect(JSON.parse(JSON.stringify(paymentRequest(order, merchant)))).toMatchObject({
      amount_in_minor: 25_125,
      currency: 'EUR',
      payment_method: {
        type: 'bank_transfer',
        provider_selection: { type: 'user_selected' },
        beneficiary: {
          type: 'merchant_account',
          merchant_account_id: 'acc_1',
          account_holder_name: 'Jokko',
          reference: 'Jokko JKA2B3C4D5',
        },
      },
      user: { name: 'Awa Diop', email: 'awa@example.org', phone: '+33612345678' },
      metadata: { attempt_id: 'pay_1' },
    })
  })

  test('of a company is in its name, and the reference has plain letters only', () => {
    const payer = { ...order.payer, companyName: 'Téranga SARL' }
    const request = paymentRequest(
      { ...order, payer, description: 'Société « Été » №1, suite et fin du texte' },
      merchant,
    )
    expect(request?.user.name).toBe('Téranga SARL')
    expect(request?.payment_method.beneficiary.reference).toMatch(/^[A-Za-z0-9 .-]{1,35}$/)
  })

  test('is the same text each time it is written', () => {
    expect(JSON.stringify(paymentRequest({ ...order }, merchant))).toBe(
      JSON.stringify(paymentRequest(order, merchant)),
    )
  })

  test.each([
    ['another currency', { amount: money(100n, 'XOF') }],
    ['nothing', { amount: eur(0n) }],
    ['an id that is none', { attemptId: 'a b' }],
  ])('over %s is not written', (_what, change) => {
    expect(paymentRequest({ ...order, ...change }, merchant)).toBeUndefined()
  })
})

describe('keys', () => {
  test('are version 5 UUIDs, the same for the same id, others for others', () => {
    const key = idempotencyKey('payment', 'pay_1')
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(idempotencyKey('payment', 'pay_1')).toBe(key)
    expect(new Set([key, idempotencyKey('payment', 'pay_2'), idempotencyKey('refund', 'pay_1')]).size).toBe(3)
  })

  test('never change: a key given today must be known tomorrow', () => {
    expect(idempotencyKey('payment', 'pay_1')).toBe('2e686fa5-9be4-586c-a583-bf9d02205421')
  })
})

const handle = { resource_token: 't&1', return_uri: 'https://jokko.example/truelayer?a=1' }
const payIn: PayInReference = { attemptId: 'pay_1', providerId: 'p-1', handle }

const payment = (change: object = {}) =>
  read({
    id: 'p-1',
    amount_in_minor: 25_125,
    currency: 'EUR',
    metadata: { attempt_id: 'pay_1' },
    status: 'authorization_required',
    ...change,
  })

describe('a created payment', () => {
  test('keeps what its page needs, and its page carries it behind the #', () => {
    const created = read({ id: 'p-1', resource_token: 't&1', status: 'authorization_required' })
    const report = createdPayIn(created, order, page)
    expect(report).toMatchObject({
      attemptId: 'pay_1',
      providerId: 'p-1',
      state: 'action_required',
      amount: eur(25_125n),
      handle: { resource_token: 't&1', return_uri: order.returnUrl },
    })
    const url = new URL(report?.action?.kind === 'redirect' ? report.action.url : '')
    expect(url.origin + url.pathname + url.search).toBe('https://payment.truelayer.com/payments')
    expect(Object.fromEntries(new URLSearchParams(url.hash.slice(1)))).toEqual({
      payment_id: 'p-1',
      resource_token: 't&1',
      return_uri: order.returnUrl,
    })
  })

  test.each([
    {},
    { id: 'p-1', status: 'authorization_required' },
    { id: 'p-1', resource_token: 't', status: 'x' },
  ])('%o is not readable', body => {
    expect(createdPayIn(read(body), order, page)).toBeUndefined()
  })
})

describe('a payment', () => {
  test.each([
    ['authorization_required', 'action_required'],
    ['authorizing', 'action_required'],
    ['authorized', 'pending'],
    ['executed', 'pending'],
    ['settled', 'collected'],
  ])('%s is %s', (status, state) => {
    const report = payInReport(payment({ status }), payIn, page)
    expect(report).toMatchObject({ state, handle, amount: eur(25_125n) })
    expect(report?.action !== undefined).toBe(state === 'action_required')
    expect(report?.failure).toBeUndefined()
  })

  test.each([
    ['canceled', 'aborted', undefined],
    ['expired', 'expired', undefined],
    ['provider_expired', 'expired', undefined],
    ['authorization_failed', 'failed', 'authentication_failed'],
    ['provider_rejected', 'failed', 'refused_by_bank'],
    ['rejected', 'failed', 'refused_by_bank'],
    ['provider_error', 'failed', 'provider_error'],
    ['internal_server_error', 'failed', 'provider_error'],
    ['something_new', 'failed', 'unknown_reason'],
  ])('that failed as %s is %s', (failure_reason, state, code) => {
    const report = payInReport(payment({ status: 'failed', failure_reason }), payIn, page)
    expect(report?.state).toBe(state)
    expect(report?.failure?.code).toBe(code)
  })

  test('of which one attempt failed may still be paid', () => {
    const report = payInReport(
      payment({ status: 'attempt_failed', failure_reason: 'provider_rejected' }),
      payIn,
      page,
    )
    expect(report).toMatchObject({ state: 'action_required', failure: { code: 'refused_by_bank' } })
  })

  test('names the account that paid, as far as it is known', () => {
    const source = (payment_source: object) =>
      payInReport(payment({ status: 'settled', payment_source }), payIn, page)?.source
    const identifiers = [
      { type: 'sort_code_account_number', sort_code: '1' },
      { type: 'iban', iban: 'FR7699999000030000091000150' },
    ]
    expect(source({ account_holder_name: 'AWA DIOP', account_identifiers: identifiers })).toEqual({
      holderName: 'AWA DIOP',
      iban: 'FR7699999000030000091000150',
    })
    expect(source({ account_holder_name: 'AWA DIOP' })).toEqual({ holderName: 'AWA DIOP' })
    expect(source({ id: 'x' })).toBeUndefined()
  })

  test.each([
    ['another payment', { id: 'p-2' }],
    ['another attempt', { metadata: { attempt_id: 'pay_2' } }],
    ['no attempt', { metadata: {} }],
    ['another currency', { currency: 'GBP' }],
    ['an amount with decimals', { amount_in_minor: 251.25 }],
    ['a status never heard of', { status: 'floating' }],
  ])('about %s is not readable', (_what, change) => {
    expect(payInReport(payment(change), payIn, page)).toBeUndefined()
  })

  test('without a handle has no page', () => {
    const { attemptId, providerId } = payIn
    expect(payInReport(payment(), { attemptId, providerId }, page)?.action).toBeUndefined()
  })
})

test('the provider’s own reason is kept', () => {
  expect(failureFrom('not_authorized')).toEqual({ code: 'declined_by_payer', providerCode: 'not_authorized' })
})

describe('refunds', () => {
  const refundOrder: RefundOrder = { payerName: 'Awa Ndiaye', refundId: 'rfd_1', payIn, amount: eur(100n) }
  const refund = (change: object = {}) =>
    read({
      id: 'r-1',
      amount_in_minor: 100,
      currency: 'EUR',
      status: 'pending',
      metadata: { refund_id: 'rfd_1' },
      ...change,
    })

  test('carry our id', () => {
    expect(JSON.parse(JSON.stringify(refundRequest(refundOrder)))).toMatchObject({
      amount_in_minor: 100,
      metadata: { refund_id: 'rfd_1' },
    })
    expect(refundRequest({ ...refundOrder, amount: eur(0n) })).toBeUndefined()
  })

  test.each([
    ['pending', 'pending'],
    ['authorized', 'pending'],
    ['executed', 'done'],
  ])('%s is %s', (status, state) => {
    expect(refundReport(refund({ status }), refundOrder)).toEqual({ providerId: 'r-1', state })
  })

  test.each([
    ['insufficient_funds', 'provider_error'],
    ['scheme_error', 'provider_error'],
    ['rejected', 'refused_by_bank'],
    ['new', 'unknown_reason'],
  ])('failed as %s is %s', (failure_reason, code) => {
    expect(refundReport(refund({ status: 'failed', failure_reason }), refundOrder)).toMatchObject({
      state: 'failed',
      failure: { code, providerCode: failure_reason },
    })
  })

  test.each([{ metadata: { refund_id: 'rfd_2' } }, { amount_in_minor: 101 }, { status: 'x' }, { id: '' }])(
    'with %o are not readable',
    change => {
      expect(refundReport(refund(change), refundOrder)).toBeUndefined()
    },
  )

  test('are a list or nothing', () => {
    expect(refundsIn(read({ items: [] }))).toEqual([])
    expect(refundsIn(read({}))).toBeUndefined()
  })
})
