// One at a time: of presses in one breath, before the screen shows that it is busy, the first counts.
import { useCallback, useRef } from 'react'

/** Starts what it is given, unless what it was given before is still under way. What fails is told by what was started. */
export function useOneAtATime(): (start: () => Promise<unknown>) => void {
  const isUnderWay = useRef(false)
  return useCallback(start => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    const over = () => {
      isUnderWay.current = false
    }
    start().then(over, over)
  }, [])
}
