// Captured transfers of Hub2 into our words, orders into theirs, and each documented failure into our code.
import { readFileSync } from 'node:fs'
import { money } from '@jokko/core/money'
import { describe, expect, test } from 'vitest'
import { customerCanFix, waitsFor } from '../failures.ts'
import { parseJson } from '../http/json.ts'
import type { PayoutOrder } from '../port.ts'
import { failureFrom, floatsOf, payoutReport, transferRequest } from './transform.ts'

const captured = (name: string) =>
  parseJson(readFileSync(new URL(`../../fixtures/hub2/${name}.json`, import.meta.url), 'utf8'))

const order: PayoutOrder = {
  attemptId: 'att_0199c3d2-7f10-7a41-9d0e-51b0a3c7e811',
  amount: money(163_990n, 'XOF'),
  description: 'Jokko JKA2B3C4D5',
  payee: {
    kind: 'mobile_money',
    name: 'Kouamé Traoré',
    country: 'CI',
    phone: '+2250701020304',
    operator: 'orange_ci',
  },
}

const written = (wanted: PayoutOrder) => JSON.parse(JSON.stringify(transferRequest(wanted)))

describe('an order becomes a transfer request', () => {
  test('to mobile money, with our attempt as the reference', () => {
    expect(written({ ...order, sender: { name: 'Atelier Baobab', country: 'FR' } })).toEqual({
      reference: 'att_0199c3d2-7f10-7a41-9d0e-51b0a3c7e811',
      amount: 163_990,
      currency: 'XOF',
      description: 'Jokko JKA2B3C4D5',
      destination: {
        type: 'mobile_money',
        country: 'CI',
        recipientName: 'Kouamé Traoré',
        msisdn: '+2250701020304',
        provider: 'orange',
      },
      origin: { name: 'Atelier Baobab', country: 'FR' },
    })
  })

  test('to a bank account by IBAN, and by local numbers', () => {
    const payee = { kind: 'bank_account', name: 'Awa Ndiaye', country: 'SN', bankName: 'CBAO' } as const
    const iban = { kind: 'iban', iban: 'SN08SN0100152000048500003035' } as const
    expect(written({ ...order, payee: { ...payee, account: iban } }).destination).toEqual({
      type: 'bank_transfer',
      country: 'SN',
      recipientName: 'Awa Ndiaye',
      bankName: 'CBAO',
      iban: 'SN08SN0100152000048500003035',
    })
    const local = { kind: 'local', bankCode: '010', account: '0012345678' } as const
    expect(written({ ...order, payee: { ...payee, account: local } }).destination).toMatchObject({
      bankId: '010',
      accountNumber: '0012345678',
    })
  })

  test('the amount is written digit by digit, even beyond what a float can hold', () => {
    const large = transferRequest({ ...order, amount: money(900_719_925_474_099_3n, 'GNF') })
    expect(JSON.stringify(large)).toContain('"amount":9007199254740993,')
  })

  test.each([0n, -1n])('%d is not an amount to send', minor => {
    expect(transferRequest({ ...order, amount: money(minor, 'XOF') })).toBeUndefined()
  })

  test('a reference with other characters is refused before it leaves', () => {
    expect(transferRequest({ ...order, attemptId: 'att/1' })).toBeUndefined()
  })
})

describe('a transfer becomes a report', () => {
  test('created is pending and has no cost yet', () => {
    expect(payoutReport(captured('transfer-accepted'))).toEqual({
      providerId: 'tr_5xW0h9sPqL2mB7cK',
      attemptId: 'att_0199c3d2-7f10-7a41-9d0e-51b0a3c7e811',
      state: 'pending',
      amount: money(163_990n, 'XOF'),
    })
  })

  test('paid carries the sum of the fees as its cost', () => {
    expect(payoutReport(captured('transfer-paid'))).toMatchObject({
      state: 'paid',
      cost: money(1_640n, 'XOF'),
    })
  })

  test('failed carries our code and theirs', () => {
    expect(payoutReport(captured('transfer-failed'))).toMatchObject({
      state: 'failed',
      failure: { code: 'payee_account_closed', providerCode: 'invalid_destination' },
    })
  })

  test('both spellings of success are paid', () => {
    const transfer = { ...(captured('transfer-paid') as object), status: 'succeeded' }
    expect(payoutReport(transfer)?.state).toBe('paid')
  })

  test.each([
    ['a status never heard of', { status: 'sleeping' }],
    ['an amount with decimals', { amount: '163990.5' }],
    ['another currency', { currency: 'USD' }],
    ['no reference', { reference: null }],
  ])('%s is not readable', (_what, change) => {
    expect(payoutReport({ ...(captured('transfer-paid') as object), ...change })).toBeUndefined()
  })

  test('a fee that cannot be read exactly gives no cost rather than a wrong one', () => {
    const fees = [{ amount: '1476' }, { amount: '163.5' }]
    const report = payoutReport({ ...(captured('transfer-paid') as object), fees })
    expect(report?.state).toBe('paid')
    expect(report).not.toHaveProperty('cost')
  })
})

describe('every documented failure has one of our codes', () => {
  test.each([
    ['internal_error', '', 'provider_error'],
    ['invalid_amount', '', 'invalid_amount'],
    ['service_unavailable', '', 'operator_down'],
    ['too_many_request', '', 'rate_limited'],
    ['unknown_reason', '', 'unknown_reason'],
    ['fraud_suspicion', '', 'fraud_suspicion'],
    ['invalid_destination', '', 'invalid_payee_number'],
    ['invalid_destination', 'IBAN is not valid', 'invalid_payee_account'],
    ['invalid_destination', 'The account is closed', 'payee_account_closed'],
    ['forbidden_by_provider', '', 'refused_by_operator'],
    ['forbidden_by_provider', 'wallet ceiling reached', 'wallet_ceiling'],
    ['timeout', '', 'operator_timeout'],
    ['insufficient_funds', '', 'float_empty'],
    ['missing-funds-reservation', '', 'float_empty'],
    ['unsupported_currency', '', 'unsupported_currency'],
    ['canceled', '', 'cancelled'],
    ['destination_not_allowed', '', 'destination_not_allowed'],
    ['destination_not_allowed', 'The name does not match', 'name_mismatch'],
    ['blacklisted_msisdn', '', 'blacklisted'],
    ['invalid_payment_processor', '', 'wrong_operator'],
    ['duplicate_request', '', 'invalid_request'],
    ['bad_request', '', 'invalid_request'],
    ['something_new', '', 'unknown_reason'],
    ['constructor', '', 'unknown_reason'],
  ] as const)('%s "%s" is %s', (code, message, ours) => {
    expect(failureFrom(code, message).code).toBe(ours)
  })

  test('what the customer can put right, and what only waits', () => {
    expect(customerCanFix('wallet_ceiling')).toBe(true)
    expect(customerCanFix('float_empty')).toBe(false)
    expect(waitsFor('float_empty')).toBe('float_empty')
    expect(waitsFor('name_mismatch')).toBeUndefined()
  })
})

describe('the float', () => {
  test('is the transfer account, per currency that we pay in', () => {
    const balance = {
      collectionAccount: [{ availableBalance: '5', currency: 'XOF' }],
      transferAccount: [
        { availableBalance: '1000000', reservedBalance: '163990', currency: 'XOF' },
        { availableBalance: '3', reservedBalance: '0', currency: 'GHS' },
      ],
    }
    expect(floatsOf(balance)).toEqual([
      { available: money(1_000_000n, 'XOF'), reserved: money(163_990n, 'XOF') },
    ])
  })

  test('is not known when a figure is missing', () => {
    expect(floatsOf({ transferAccount: [{ currency: 'XOF' }] })).toBeUndefined()
    expect(floatsOf('nothing')).toBeUndefined()
  })
})
