// Money on the screen: exact, in the reader's language, with its currency.
import { describe, expect, test } from 'vitest'
import { cfaInEuros, eurosInCfa, formatAmount, formatRate } from './amount.tsx'

const nbsp = '\u00a0'

describe('formatAmount', () => {
  test.each([
    ['1234.56', 'EUR', 'fr', `1${nbsp}234,56${nbsp}€`],
    ['655957', 'XOF', 'fr', `655${nbsp}957${nbsp}CFA`],
    ['655957', 'XAF', 'fr', `655${nbsp}957${nbsp}CFA`],
    ['2500000', 'GNF', 'fr', `2${nbsp}500${nbsp}000${nbsp}GNF`],
    ['1234.56', 'EUR', 'en', `1,234.56${nbsp}€`],
    ['1234.56', 'EUR', 'es', `1.234,56${nbsp}€`],
    ['0.00', 'EUR', 'fr', `0,00${nbsp}€`],
    ['-5.00', 'EUR', 'fr', `-5,00${nbsp}€`],
  ] as const)('%s %s in %s is %s', (decimal, currency, language, shown) => {
    expect(formatAmount(decimal, currency, language)).toBe(shown)
  })

  test('keeps every digit of amounts that a float cannot hold', () => {
    expect(formatAmount('9007199254740993.01', 'EUR', 'en')).toBe(`9,007,199,254,740,993.01${nbsp}€`)
  })
})

test('a rate keeps its decimals', () => {
  expect(formatRate('655.957', 'fr')).toBe('655,957')
  expect(formatRate('9712.4', 'en')).toBe('9,712.4')
})

describe('the other currency beside an amount', () => {
  test.each([
    ['250.00', '163989'],
    ['5000.00', '3279785'],
    ['0.01', '7'],
    ['-250.00', '-163989'],
    ['not an amount', undefined],
  ])('%s EUR is worth %s CFA', (euros, francs) => {
    expect(eurosInCfa(euros)).toBe(francs)
  })

  test.each([
    ['163989', '250.00'],
    ['655957', '1000.00'],
    ['1', '0.00'],
    ['10.5', undefined],
  ])('%s CFA is worth %s EUR', (francs, euros) => {
    expect(cfaInEuros(francs)).toBe(euros)
  })
})
