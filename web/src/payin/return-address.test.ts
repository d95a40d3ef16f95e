// What the addresses of return pages ask for.
import { describe, expect, test } from 'vitest'
import { bankReturnOf, readBankSearch, readReturnSearch } from './return-address.ts'

const asked = (search: Record<string, unknown>) => bankReturnOf(readBankSearch(search))

describe('back from an instant bank payment', () => {
  test('with a code: the payment is opened', () => {
    expect(asked({ code: 'C0DE', state: 'pin_1.abc' })).toEqual({
      is: 'consented',
      ref: 'pin_1.abc',
      code: 'C0DE',
    })
    expect(asked({ code: 1234, state: 'pin_1.abc' })).toMatchObject({ code: '1234' })
  })

  test('without consent: the payment is given up', () => {
    expect(asked({ error: 'access_denied', state: 'pin_1.abc' })).toEqual({ is: 'denied', ref: 'pin_1.abc' })
  })

  test('with any other error: the server is asked', () => {
    expect(asked({ error: 'provider_error', state: 'pin_1.abc', code: 'x' })).toEqual({
      is: 'returned',
      name: 'pin_1.abc',
      hasError: true,
    })
    expect(asked({ payment_id: 'b7c0', error: 'tl_hpp_abandoned' })).toEqual({
      is: 'returned',
      name: 'b7c0',
      hasError: true,
    })
  })

  test('by the payment’s own id, or by our reference', () => {
    expect(asked({ payment_id: 'b7c0' })).toEqual({ is: 'returned', name: 'b7c0', hasError: false })
    expect(asked({ ref: 'pin_1.abc' })).toEqual({ is: 'returned', name: 'pin_1.abc', hasError: false })
  })

  test('an address that names nothing is unknown', () => {
    expect(asked({})).toEqual({ is: 'unknown' })
    expect(asked({ code: 'C0DE' })).toEqual({ is: 'unknown' })
    expect(asked({ error: 'access_denied' })).toEqual({ is: 'unknown' })
  })
})

test('other return pages read a reference and a word', () => {
  expect(readReturnSearch({ ref: 'pin_1.abc', status: 'success', other: 1 })).toEqual({
    ref: 'pin_1.abc',
    status: 'success',
  })
  expect(readReturnSearch({ ref: ['a'], status: {} })).toEqual({})
})
