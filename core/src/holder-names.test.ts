// Whose account is it? Pairs told by hand: the same person or company written by two banks, and two people.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameHolder } from './holder-names.ts'

describe('the same holder', () => {
  it.each([
    ['Awa Ndiaye', 'Awa Ndiaye'],
    ['NDIAYE AWA', 'Awa Ndiaye'],
    ['MME AWA N’DIAYE', 'Awa Ndiaye'],
    ['M. Kouamé Traoré', 'Kouame TRAORE'],
    ['A. Ndiaye', 'Awa Ndiaye'],
    ['Awa Marie Ndiaye', 'Awa Ndiaye'],
    ['M. OU MME NDIAYE AWA', 'Awa Ndiaye'],
    ['Atelier Baobab SARL', 'Atelier Baobab'],
    ['ATELIER BAOBAB S.A.R.L.', 'Atelier Baobab SARL'],
  ])('%s is %s', (account, customer) => {
    expect(isSameHolder(account, customer)).toBe(true)
    expect(isSameHolder(customer, account)).toBe(true)
  })
})

describe('another holder', () => {
  it.each([
    ['Moussa Diop', 'Awa Ndiaye'],
    ['Awa Diop', 'Awa Ndiaye'],
    ['Ndiaye', 'Awa Ndiaye'],
    ['A. N.', 'Awa Ndiaye'],
    ['A. Diop', 'Awa Ndiaye'],
    ['SARL', 'Atelier Baobab SARL'],
    ['', 'Awa Ndiaye'],
    ['Kouadio Yao', 'Kouassi Yao'],
  ])('%s is not %s', (account, customer) => {
    expect(isSameHolder(account, customer)).toBe(false)
    expect(isSameHolder(customer, account)).toBe(false)
  })
})

describe('whatever the names', () => {
  const word = fc.constantFrom(
    'Awa',
    'Ndiaye',
    'Kouamé',
    'Traoré',
    'Moussa',
    'Diop',
    'Fatou',
    'Sané',
    'Ibrahima',
    'Bâ',
  )
  const name = fc.uniqueArray(word, { minLength: 2, maxLength: 4 })
  const text = fc.string({ unit: 'grapheme', maxLength: 40 })

  it('the answer is the same from both sides', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          name.map(words => words.join(' ')),
        ),
        text,
        (one, other) => {
          expect(isSameHolder(one, other)).toBe(isSameHolder(other, one))
        },
      ),
    )
  })

  it('order, case, accents and titles make nobody somebody else', () => {
    fc.assert(
      fc.property(name, fc.constantFrom('', 'M. ', 'MME ', 'Dr '), (words, title) => {
        const customer = words.join(' ')
        const account = `${title}${[...words].reverse().join(' ')}`.normalize('NFD')
        expect(isSameHolder(account.replace(/\p{M}/gu, '').toUpperCase(), customer)).toBe(true)
      }),
    )
  })

  it('people without a word in common are never one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 4, maxLength: 6 }), words => {
        expect(isSameHolder(words.slice(0, 2).join(' '), words.slice(2, 4).join(' '))).toBe(false)
      }),
    )
  })
})
