// Which addresses a browser may be sent on to.
import { describe, expect, test } from 'vitest'
import cases from '../fixtures/redirects.json' with { type: 'json' }
import { allowedRedirect, isRegistrable, withPaymentId } from './redirects.ts'

const allowed = { ownOrigin: cases.own_origin, registered: cases.registered }

describe('OTP-11', () => {
  test.each(cases.allow)('followed: %s', address => {
    expect(allowedRedirect(address, allowed)).toBe(new URL(address, cases.own_origin).href)
  })
  test.each([
    ...cases.refuse,
    '/\\evil.example',
    '\\\\evil.example',
    'https:/evil.example',
    'https://shop.example.test@evil.example/return',
    'https://me:secret@shop.example.test/return',
    'http://shop.example.test/return',
    'https://shop.example.test:8443/return',
    'https://shop.example.test/return/more',
    'https://shop.example.test/return/../admin',
    'blob:https://shop.example.test/return',
    '',
    'dashboard/home',
  ])('refused: %s', address => {
    expect(allowedRedirect(address, allowed)).toBeUndefined()
  })
})

test('what may be registered', () => {
  expect(isRegistrable('https://shop.example.test/return')).toBe(true)
  expect(isRegistrable('http://localhost:4000/return')).toBe(true)
  expect(isRegistrable('http://shop.example.test/return')).toBe(false)
  expect(isRegistrable('https://me@shop.example.test/')).toBe(false)
  expect(isRegistrable('javascript:alert(1)')).toBe(false)
  expect(isRegistrable('/return')).toBe(false)
})

test('the payment’s id is put into the query, and only once', () => {
  expect(withPaymentId('https://shop.example.test/return?a=1&payment_id=x', 'opn_1')).toBe(
    'https://shop.example.test/return?a=1&payment_id=opn_1',
  )
})
