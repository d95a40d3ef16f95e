// Three page numbers, the present one in the middle where there is room.
import { expect, test } from 'vitest'
import { pagesAround } from './pages-around.ts'

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 9, [1, 2, 3]],
  [5, 9, [4, 5, 6]],
  [9, 9, [7, 8, 9]],
])('on page %i of %i: %j', (page, pages, shown) => {
  expect(pagesAround(page, pages)).toEqual(shown)
})
