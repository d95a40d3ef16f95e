// How a payment is told to who comes back from paying.
import type { ReturnedPayment } from '@jokko/contract/pay-in'
import { describe, expect, test } from 'vitest'
import { pauseAt } from '../common/pace.ts'
import { instantStops, isToBank, nextKeys, returnedPace } from './returned-payment.ts'

const payment: ReturnedPayment = {
  payment_id: 'opn_1',

  operation_type: 'direct_transfer',
  request_id: null,
  reference: 'pin_1.abc',
  method: 'card',
  status: 'succeeded',
  failure: null,
  amount: '102.50',
  currency: 'EUR',
  connect_url: null,
  withdraw_method: 'mobile_money',
  language: 'fr',
  recipient: '+225 0701 ** 0304',
}

describe('what follows a payment that was made', () => {
  test.each(['mobile_money', 'bank_transfer', 'manual_bank_transfer', 'mfi', 'wallet', 'delivery'] as const)(
    'is told by the way of receiving: %s',
    withdraw_method => {
      expect(nextKeys({ ...payment, withdraw_method })).toEqual([withdraw_method])
    },
  )

  test('a recipient that is not known is not named', () => {
    expect(nextKeys({ ...payment, recipient: '' })).toEqual(['any'])
    expect(nextKeys({ ...payment, withdraw_method: 'balance', recipient: '' })).toEqual(['balance'])
  })

  test('a direct debit says first that its money is still on the way', () => {
    expect(nextKeys({ ...payment, method: 'direct_debit' })).toEqual(['debit_first', 'mobile_money'])
  })

  test('help for the beneficiary is for what a bank receives', () => {
    expect(isToBank(payment)).toBe(false)
    expect(isToBank({ ...payment, withdraw_method: 'bank_transfer' })).toBe(true)
  })
})

describe('the steps of an instant payment', () => {
  const instant = { ...payment, method: 'instant_bank_transfer' } as const

  test('are shown where it is certain which are done', () => {
    expect(instantStops(instant)).toEqual(['done', 'done', 'done'])
    expect(instantStops({ ...instant, status: 'pending' })).toEqual(['done', 'current', 'upcoming'])
  })

  test('are not guessed', () => {
    const open = { ...instant, status: 'pending', connect_url: 'https://bank.example' } as const
    expect(instantStops(open)).toBeUndefined()
    expect(instantStops({ ...instant, status: 'failed' })).toBeUndefined()
    expect(instantStops(payment)).toBeUndefined()
  })
})

test.each([
  [0, 2_000],
  [119_999, 2_000],
  [120_000, undefined],
])('after %i ms the page asks again in %s ms', (elapsed, pause) => {
  expect(pauseAt(returnedPace, elapsed)).toBe(pause)
})
