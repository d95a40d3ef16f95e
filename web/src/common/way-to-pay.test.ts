// Where a payer goes on, and which operations wait for one.
import { describe, expect, test, vi } from 'vitest'
import { isByCompany, leaveFor, waitsForPayer, wayToPay } from './way-to-pay.ts'

const closed = { actions: [], reference: null }
const open = { actions: ['select_provider'], reference: 'pin_1.abc' }

describe('where a payer goes on to pay', () => {
  test('to the page of the company, while there is one', () => {
    const url = 'https://pay.example/1'
    expect(wayToPay({ type: 'card', connect_url: url, data: closed })).toEqual({ at: 'company', url })
    expect(wayToPay({ type: 'card', connect_url: null, data: closed })).toBeUndefined()
  })

  test('to our own page for mobile money, while the payment waits for it', () => {
    expect(wayToPay({ type: 'mobile_money', connect_url: null, data: open })).toEqual({
      at: 'mobile_money',
      reference: 'pin_1.abc',
    })
    expect(wayToPay({ type: 'mobile_money', connect_url: null, data: { ...open, actions: [] } })).toBe(
      undefined,
    )
  })

  test('nowhere for the balance and for a bank transfer', () => {
    expect(wayToPay({ type: 'balance', connect_url: null, data: closed })).toBeUndefined()
    expect(isByCompany('bank_transfer')).toBe(false)
    expect(isByCompany('direct_debit')).toBe(true)
    expect(isByCompany(null)).toBe(false)
  })
})

describe('an operation that waits for its payer', () => {
  const waiting = {
    payment_type: 'card',
    status: 'payment_started',
    aborted: false,
    logged_in_transactor: 'sender',
    done_at: null,
    payment_under_way: false,
  } as const

  test('waits while its payment has begun', () => {
    expect(waitsForPayer(waiting)).toBe(true)
    expect(waitsForPayer({ ...waiting, status: 'payment_requested' })).toBe(true)
  })

  test.each([
    ['a bank transfer has its own details', { payment_type: 'bank_transfer' }],
    ['the money is there', { status: 'payment_completed' }],
    ['the money is ordered, and on its way', { payment_under_way: true }],
    ['it was cancelled', { aborted: true }],
    ['it is over', { done_at: '2026-11-27T08:41:12.000Z' }],
    ['the reader is the one who receives', { logged_in_transactor: 'receiver' }],
  ] as const)('does not: %s', (_why, change) => {
    expect(waitsForPayer({ ...waiting, ...change })).toBe(false)
  })
})

describe('leaving for a page', () => {
  test('goes to web pages only', () => {
    const assign = vi.fn()
    vi.stubGlobal('location', { assign })
    leaveFor('https://pay.example/1?a=b')
    expect(assign).toHaveBeenCalledWith('https://pay.example/1?a=b')
    for (const address of ['javascript:alert(1)', 'data:text/html,x', '/relative', ''])
      expect(() => leaveFor(address)).toThrow()
    expect(assign).toHaveBeenCalledTimes(1)
    vi.unstubAllGlobals()
  })
})
