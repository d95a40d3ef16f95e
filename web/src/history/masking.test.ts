// What stays visible of numbers and accounts of others.
import { describe, expect, test } from 'vitest'
import { masked, maskedPhone } from './masking.ts'

describe('masking', () => {
  test.each([
    ['FR7699999000010000002600103', 'FR76 … 0103'],
    ['CI93 CI00 8011 0589', 'CI93 … 0589'],
    ['12345678', '123 … 5678'],
    ['123', '… 23'],
  ])('%s is shown as %s', (text, shown) => {
    expect(masked(text)).toBe(shown)
  })

  test('a phone number keeps its country code', () => {
    expect(maskedPhone('+2250707070701', 225)).toBe('+225 0707 … 0701')
    expect(maskedPhone('+2250707070701', null)).toBe('+225 … 0701')
  })

  test('what the server masked stays as it is', () => {
    expect(maskedPhone('0707…0701', 225)).toBe('0707…0701')
  })
})
