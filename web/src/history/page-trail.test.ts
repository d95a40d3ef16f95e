// Going through the pages by cursor, and what is counted as shown.
import { describe, expect, test } from 'vitest'
import { back, cursorOf, firstPage, forward, rowsShown } from './page-trail.ts'

describe('the way through the pages', () => {
  test('goes forward by cursor and back the same way', () => {
    const second = forward(firstPage, 'b')
    const third = forward(second, 'c')
    expect(cursorOf(third)).toBe('c')
    expect(back(third)).toEqual(second)
    expect(cursorOf(back(second))).toBeUndefined()
  })

  test('counts the rows that are shown', () => {
    expect(rowsShown(firstPage, 10, 10)).toEqual({ from: 1, to: 10 })
    expect(rowsShown(['b', 'c'], 10, 4)).toEqual({ from: 21, to: 24 })
    expect(rowsShown(firstPage, 10, 0)).toEqual({ from: 0, to: 0 })
  })
})
