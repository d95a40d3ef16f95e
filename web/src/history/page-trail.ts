// Where someone is in a list that is paged by cursors: the way that led here, so that one can go back.

/** The cursor of each page after the first. */
export type PageTrail = readonly string[]

export const firstPage: PageTrail = []

export const cursorOf = (trail: PageTrail): string | undefined => trail.at(-1)

export const forward = (trail: PageTrail, next: string): PageTrail => [...trail, next]

export const back = (trail: PageTrail): PageTrail => trail.slice(0, -1)

/** The first and last row shown, counted from one. */
export function rowsShown(trail: PageTrail, pageSize: number, shown: number): { from: number; to: number } {
  const before = trail.length * pageSize
  return { from: shown === 0 ? 0 : before + 1, to: before + shown }
}
