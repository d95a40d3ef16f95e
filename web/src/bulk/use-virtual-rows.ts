// Only the rows that can be seen are drawn, however many there are: they lie in the scrolled page of the flow. The row
// that has the focus stays, wherever one scrolls to.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

type VirtualRows = {
  readonly list: RefObject<HTMLElement | null>
  readonly keys: readonly number[]
  readonly estimate: number
  readonly focused?: number | undefined
}

const rowsAround = 6

export function useVirtualRows({ list, keys, estimate, focused }: VirtualRows) {
  const [top, setTop] = useState(0)
  const page = () => list.current?.closest<HTMLElement>('.slide-up') ?? null
  // What stands above the rows comes and goes.
  useLayoutEffect(() => {
    const { current: rows } = list
    const scrolled = rows?.closest('.slide-up')
    const column = rows?.closest('.slide-up__column')
    if (!rows || !scrolled || !column) return
    const measure = () => {
      const distance = rows.getBoundingClientRect().top - scrolled.getBoundingClientRect().top
      setTop(Math.round(distance + scrolled.scrollTop))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(column)
    return () => observer.disconnect()
  }, [list])
  return useVirtualizer({
    count: keys.length,
    getScrollElement: page,
    estimateSize: () => estimate,
    getItemKey: place => keys[place] ?? place,
    overscan: rowsAround,
    scrollMargin: top,
    rangeExtractor: range => {
      const shown = defaultRangeExtractor(range)
      const place = focused === undefined ? -1 : keys.indexOf(focused)
      return place < 0 || shown.includes(place) ? shown : [...shown, place].sort((a, b) => a - b)
    },
  })
}
