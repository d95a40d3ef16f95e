// The figures of a bank transfer that came short.
import { describe, expect, test } from 'vitest'
import { balanceAfter, leftAfter, shareReceived } from './short-figures.ts'

describe('a short transfer', () => {
  const quote = (amount: string) => ({ total_to_pay: { amount, currency: 'EUR' as const } })

  test('gives back what the smaller transfer cannot use, to the cent', () => {
    expect(leftAfter(quote('251.49'), '251.50')).toBe('0.01')
    expect(leftAfter(quote('251.50'), '251.50')).toBeUndefined()
  })

  test('the meter is never full while something is missing', () => {
    expect(shareReceived('252.49', '252.50')).toBe('99%')
    expect(shareReceived('126.25', '252.50')).toBe('50%')
  })

  test('says what the balance will be', () => {
    expect(balanceAfter('5000.00', '1.00')).toBe('4999.00')
  })
})
