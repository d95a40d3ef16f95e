// Orders into Monext's words, its sessions and refunds into ours, and every return code that it documents.
import { eur, money } from '@jokko/core/money'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../http/json.ts'
import type { PayInOrder } from '../port.ts'
import {
  disputesOf,
  failureFrom,
  markOf,
  readSession,
  refundRefusal,
  refundReport,
  refundRequest,
  refundsOf,
  sessionRequest,
} from './transform.ts'

const order: PayInOrder = {
  attemptId: 'pat_0199c3d2-7f10-7a41-9d0e-51b0a3c7e811',
  amount: eur(25_510n),
  payer: {
    reference: 'usr_1',
    firstName: 'Awa',
    lastName: 'Diop',
    email: 'awa@example.org',
    phone: '+33612345678',
    country: 'FR',
  },
  description: 'Jokko JKA2B3C4D5',
  returnUrl: 'https://jokko.example/back',
  notificationUrl: 'https://jokko.example/api/v1/webhooks/monext',
  language: 'fr',
  expiresAt: new Date('2026-11-27T10:30:00Z'),
}

const ours = { attemptId: 'pat_1', providerId: 'tok_1' }

const session = (title: string, code: string, change: object = {}) =>
  parseJson(
    JSON.stringify({
      result: { title, code, detail: '' },
      order: { reference: 'pat_1', amount: 25_510, currency: 'EUR' },
      transactions: [{ id: 'tx_1', currency: 'EUR', requestedAmount: 25_510, authorizedAmount: 25_510 }],
      ...change,
    }),
  )

const stateOf = (title: string, code: string) => {
  const read = readSession(session(title, code), ours)
  return read?.kind === 'payment' ? read.payIn.state : read?.kind
}

describe('an order becomes a session request', () => {
  test('with our attempt as the reference and the amount in cents', () => {
    expect(JSON.parse(JSON.stringify(sessionRequest(order, 'JOKKO_WEB')))).toEqual({
      pointOfSaleReference: 'JOKKO_WEB',
      payment: { paymentType: 'ONE_OFF', capture: 'AUTOMATIC' },
      order: {
        reference: order.attemptId,
        amount: 25_510,
        currency: 'EUR',
        origin: 'E_COM',
        country: 'FR',
        items: [{ reference: order.attemptId, price: 25_510, quantity: 1, comment: 'Jokko JKA2B3C4D5' }],
      },
      buyer: {
        id: 'usr_1',
        firstName: 'Awa',
        lastName: 'Diop',
        email: 'awa@example.org',
        mobile: '+33612345678',
      },
      threeDS: { challengeInd: 'NO_PREFERENCE' },
      returnURL: 'https://jokko.example/back',
      notificationURL: 'https://jokko.example/api/v1/webhooks/monext',
      languageCode: 'FR',
    })
  })

  test('only in euros, for something, and with a reference that Monext can carry', () => {
    expect(sessionRequest({ ...order, amount: money(100n, 'XOF') }, 'P')).toBeUndefined()
    expect(sessionRequest({ ...order, amount: eur(0n) }, 'P')).toBeUndefined()
    expect(sessionRequest({ ...order, attemptId: 'pat/1' }, 'P')).toBeUndefined()
  })
})

describe('a session becomes a report', () => {
  test('collected, with the transaction that refunds need', () => {
    expect(readSession(session('ACCEPTED', '00000'), ours)).toEqual({
      kind: 'payment',
      payIn: { ...ours, state: 'collected', amount: eur(25_510n), handle: { transactionId: 'tx_1' } },
    })
  })

  test.each(['00000', '02400', '02500', '02501', '02517', '02520', '02616', '03000', '04000'])(
    'accepted with %s is collected',
    code => expect(stateOf('ACCEPTED', code)).toBe('collected'),
  )

  test.each([
    ['INPROGRESS', '02306', 'pending'],
    ['INPROGRESS', '02533', 'pending'],
    ['INPROGRESS', '02000', 'pending'],
    ['ONHOLD_PARTNER', '02015', 'pending'],
    ['ONHOLD_PARTNER', '04003', 'pending'],
    ['PENDING_RISK', '04001', 'pending'],
    ['REFUSED', '04003', 'pending'],
    ['REFUSED', '02005', 'pending'],
    ['REFUSED', '02006', 'pending'],
    ['CANCELLED', '02008', 'aborted'],
    ['CANCELLED', '02319', 'aborted'],
    ['REFUSED', '03022', 'aborted'],
    ['CANCELLED', '02304', 'expired'],
    ['CANCELLED', '02324', 'expired'],
    ['ERROR', '02534', 'expired'],
    ['REFUSED', '01100', 'failed'],
    ['ERROR', '02102', 'failed'],
    ['REFUSED', '01913', 'duplicate'],
    ['REFUSED', '02001', 'duplicate'],
  ])('%s %s is %s', (title, code, state) => {
    expect(stateOf(title, code)).toBe(state)
  })

  test('accepted for a part says how much came', () => {
    const transactions = [{ id: 't', currency: 'EUR', requestedAmount: 25_510, authorizedAmount: 100 }]
    expect(readSession(session('ACCEPTED', '00000', { transactions }), ours)).toMatchObject({
      payIn: { state: 'collected', amount: eur(100n) },
    })
  })

  test.each([
    ['a title never heard of', session('SLEEPING', '00000')],
    ['accepted with a code of a refusal', session('ACCEPTED', '01100')],
    ['refused with a code of acceptance', session('REFUSED', '00000')],
    ['accepted without a transaction', session('ACCEPTED', '00000', { transactions: [] })],
    [
      'a transaction of another amount',
      session('ACCEPTED', '00000', { transactions: [{ id: 't', currency: 'EUR', requestedAmount: 1 }] }),
    ],
    [
      'another order',
      session('ACCEPTED', '00000', { order: { reference: 'pat_2', amount: 25_510, currency: 'EUR' } }),
    ],
    [
      'another currency',
      session('ACCEPTED', '00000', { order: { reference: 'pat_1', amount: 25_510, currency: 'USD' } }),
    ],
    [
      'an amount with decimals',
      session('INPROGRESS', '02306', { order: { reference: 'pat_1', amount: 255.1, currency: 'EUR' } }),
    ],
    ['nothing', undefined],
  ])('%s is not readable', (_what, body) => {
    expect(readSession(body, ours)).toBeUndefined()
  })

  test('says why it failed and who holds the card', () => {
    const transactions = [{ id: 'tx_1', paymentInstrumentData: { holderName: 'AWA DIOP' } }]
    expect(readSession(session('REFUSED', '01116', { transactions }), ours)).toMatchObject({
      payIn: {
        state: 'failed',
        failure: { code: 'insufficient_funds', providerCode: '01116' },
        source: { holderName: 'AWA DIOP' },
      },
    })
  })
})

describe('failures', () => {
  test.each([
    ['01100', 'refused_by_bank'],
    ['01999', 'refused_by_bank'],
    ['01101', 'invalid_payer'],
    ['01121', 'payer_limit'],
    ['01199', 'provider_error'],
    ['02102', 'provider_error'],
    ['02103', 'provider_error'],
    ['03001', 'authentication_failed'],
    ['03003', 'authentication_failed'],
    ['04002', 'fraud_suspicion'],
    ['09999', 'unknown_reason'],
    ['', 'unknown_reason'],
  ])('"%s" is %s', (providerCode, code) => {
    expect(failureFrom(providerCode)).toEqual({ code, providerCode })
  })
})

describe('refunds', () => {
  const refund = (title: string, code: string) =>
    parseJson(JSON.stringify({ result: { title, code }, transaction: { id: 'rf_1' } }))

  test('carry our id, and the amount in cents', () => {
    const request = refundRequest({
      payerName: 'Awa Ndiaye',
      refundId: 'pat_9',
      payIn: ours,
      amount: eur(1_000n),
    })
    expect(JSON.parse(JSON.stringify(request))).toEqual({
      amount: 1_000,
      merchantReference: 'pat_9',
      privateData: { refundId: 'pat_9' },
    })
    expect(
      refundRequest({ payerName: 'Awa Ndiaye', refundId: 'pat_9', payIn: ours, amount: eur(0n) }),
    ).toBeUndefined()
    expect(markOf({ privateData: { refundId: 'pat_9' } })).toBe('pat_9')
    expect(markOf({ transaction: { merchantReference: 'pat_9' } })).toBe('pat_9')
  })

  test.each([
    ['ACCEPTED', '00000', 'done'],
    ['INPROGRESS', '02000', 'pending'],
    ['REFUSED', '01100', 'failed'],
  ])('%s %s is %s', (title, code, state) => {
    expect(refundReport(refund(title, code))).toMatchObject({ providerId: 'rf_1', state })
  })

  test('an answer without a transaction is a refusal, and only with a code that says so', () => {
    expect(refundRefusal({ result: { title: 'ERROR', code: '02305' } })).toMatchObject({
      code: 'invalid_request',
    })
    expect(refundRefusal({ result: { title: 'INPROGRESS', code: '02000' } })).toBeUndefined()
    expect(refundRefusal(refund('ERROR', '02305'))).toBeUndefined()
    expect(refundReport({ result: { title: 'ACCEPTED', code: '00000' } })).toBeUndefined()
  })

  test('of a payment are those that it lists', () => {
    const associatedTransactions = [
      { id: 'tx_1', type: 'AUTHORIZATION_AND_CAPTURE', amount: 25_510 },
      { id: 'rf_1', type: 'REFUND', amount: 1_000 },
    ]
    expect(refundsOf(parseJson(JSON.stringify({ associatedTransactions })))).toEqual([
      { id: 'rf_1', amount: eur(1_000n) },
    ])
    expect(refundsOf({})).toBeUndefined()
  })
})

describe('what the buyer’s bank did', () => {
  const listed = (...associatedTransactions: object[]) =>
    disputesOf(parseJson(JSON.stringify({ associatedTransactions })))

  test('is what the payment lists: taken back, and given back after all', () => {
    const payment = { id: 'tx_1', type: 'AUTHORIZATION_AND_CAPTURE', amount: 25_510 }
    expect(listed(payment, { id: 'rf_1', type: 'REFUND', amount: 1 })).toEqual([])
    expect(
      listed(
        payment,
        { id: 'cb_1', type: 'CHARGEBACK', amount: 25_510 },
        { id: 'cb_2', type: 'REPRESENTMENT', amount: 25_510 },
      ),
    ).toEqual([
      { providerId: 'cb_1', kind: 'taken_back', amount: eur(25_510n) },
      { providerId: 'cb_2', kind: 'given_back', amount: eur(25_510n) },
    ])
  })

  test.each([
    ['an amount that is none', [{ id: 'cb_1', type: 'CHARGEBACK', amount: 1.5 }]],
    ['no id', [{ type: 'CHARGEBACK', amount: 100 }]],
  ])('%s cannot be read', (_what, transactions) => {
    expect(listed(...transactions)).toBeUndefined()
  })

  test('a payment that lists nothing says nothing', () => {
    expect(disputesOf({})).toBeUndefined()
  })
})
