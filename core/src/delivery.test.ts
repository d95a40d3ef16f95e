// How long money takes: what a delivery is made of can be told from it again.
import { describe, expect, test } from 'vitest'
import { deliveryTime, payoutTime } from './delivery.ts'

const orangeMoney = { min: 1, max: 5 }

describe('delivery times', () => {
  test('a bank transfer brings one to three days before the payout', () => {
    expect(deliveryTime('bank_transfer', orangeMoney)).toEqual({ min: 1_441, max: 4_325 })
  })

  test('a direct debit may take five minutes or three days', () => {
    expect(deliveryTime('direct_debit', orangeMoney)).toEqual({ min: 6, max: 4_325 })
  })

  test('every other way to pay is there at once', () => {
    expect(deliveryTime('balance', orangeMoney)).toEqual(orangeMoney)
    expect(deliveryTime(null, orangeMoney)).toEqual(orangeMoney)
  })

  test.each(['bank_transfer', 'direct_debit', 'balance'])(
    'what is left after a pay-in by %s is the payout',
    method => {
      expect(payoutTime(method, deliveryTime(method, orangeMoney))).toEqual(orangeMoney)
    },
  )

  test('never less than nothing', () => {
    expect(payoutTime('bank_transfer', orangeMoney)).toEqual({ min: 0, max: 0 })
  })
})
