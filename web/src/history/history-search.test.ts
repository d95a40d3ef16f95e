// The history's address: what is read from it, what is refused, and what a press on a column makes of it.
import { describe, expect, test } from 'vitest'
import { isFiltered, readHistorySearch, sortedBy } from './history-search.ts'

describe('the address', () => {
  test('keeps what is known and drops the rest', () => {
    const search = { q: 'kouamé', type: 'deposit', status: 'nonsense', sort: 'amount', order: 'asc', page: 3 }
    expect(readHistorySearch(search)).toEqual({ q: 'kouamé', type: 'deposit', sort: 'amount', order: 'asc' })
  })

  test('a reference made of digits stays text; an empty search is none', () => {
    expect(readHistorySearch({ q: 118 })).toEqual({ q: '118' })
    expect(readHistorySearch({ q: '   ' })).toEqual({})
  })

  test('sorting alone is no filter', () => {
    expect(isFiltered({ sort: 'amount' })).toBe(false)
    expect(isFiltered({ status: 'pending' })).toBe(true)
  })
})

describe('a press on a column', () => {
  test('sorts by it, the largest first', () => {
    expect(sortedBy({ q: 'a' }, 'amount')).toEqual({ q: 'a', sort: 'amount' })
  })

  test('turns the order round the second time', () => {
    expect(sortedBy({}, 'start_date')).toEqual({ order: 'asc' })
    expect(sortedBy({ order: 'asc' }, 'start_date')).toEqual({})
  })
})
