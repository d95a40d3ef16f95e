// Where a payer stands with a request.
import type { RequestedPayment } from '@jokko/contract/payment-request'
import { describe, expect, test } from 'vitest'
import { readRequestSearch, standOf } from './request-flow.ts'

const asked = (state: string, payment: object | null = null, ways: object[] = [{}], more = {}) =>
  ({ request: { state, ways, is_own: false, ...more }, payment }) as unknown as RequestedPayment

const waiting = (type: string, more = {}) => ({
  type,
  status: 'payment_requested',
  allowed_actions: [],
  ...more,
})

describe('where a payer stands', () => {
  test.each(['paid', 'declined', 'expired', 'cancelled'] as const)(
    '%s, whatever the address asks for',
    state => {
      expect(standOf(asked(state), { step: 'amount' })).toBe(state)
    },
  )
  test('first who asks, then how to pay', () => {
    expect(standOf(asked('open'), {})).toBe('who')
    expect(standOf(asked('open'), { step: 'details', account: 1 })).toBe('amount')
  })
  test('a bank transfer: which account, then its details', () => {
    const byBank = asked('accepted', waiting('bank_transfer', { allowed_actions: ['see_bank_details'] }), [])
    expect(standOf(byBank, {})).toBe('bank')
    expect(standOf(byBank, { step: 'details', account: 2 })).toBe('details')
  })
  test('a company’s page, then what was collected', () => {
    expect(standOf(asked('accepted', waiting('card'), []), { step: 'amount' })).toBe('going')
    expect(standOf(asked('accepted', waiting('card', { status: 'suspicious' }), []), {})).toBe('progress')
  })
  test('a bank transfer that came short, and money on its way back, are not waited for as if all were well', () => {
    const short = waiting('bank_transfer', {
      status: 'pending',
      allowed_actions: ['pay_rest_by_bank', 'refund'],
    })
    expect(standOf(asked('accepted', short, []), { step: 'details', account: 1 })).toBe('short')
    expect(standOf(asked('accepted', waiting('card', { status: 'transfer_failed' }), []), {})).toBe(
      'returning',
    )
  })
  test('agreed to, and the last payment came to nothing: how to pay', () => {
    expect(standOf(asked('accepted', waiting('card')), { step: 'amount' })).toBe('amount')
  })
  test('who asked cannot pay', () => {
    expect(standOf(asked('open', null, [], { is_own: true }), {})).toBe('own')
  })
})

test('the address: only what it may say', () => {
  expect(readRequestSearch({ status: 'anonymous', step: 'details', account: 2 })).toEqual({
    status: 'anonymous',
    step: 'details',
    account: 2,
  })
  expect(readRequestSearch({ status: 'x', step: 'y', account: '-1' })).toEqual({})
})
