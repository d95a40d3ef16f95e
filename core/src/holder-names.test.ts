// Whose account is it? Pairs told by hand: the same person or company written by two banks, and two people.
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
