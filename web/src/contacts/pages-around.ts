// Which page numbers are offered: three, with the present one in the middle where there is room.
const shownPages = 3

export function pagesAround(page: number, pages: number): readonly number[] {
  const shown = Math.min(shownPages, pages)
  const first = Math.min(Math.max(1, page - 1), pages - shown + 1)
  return Array.from({ length: shown }, (_, place) => first + place)
}
