// How often the server is asked again while something is waited for: often at first, then less, and not for ever.
import { useCallback, useEffect, useRef, useState } from 'react'

/** Stretches of a wait, each with its pause between two questions. */
export type Pace = readonly { readonly untilMs: number; readonly everyMs: number }[]

/** The pause before the next question; none once the wait is over. */
export const pauseAt = (pace: Pace, elapsedMs: number): number | undefined =>
  pace.find(({ untilMs }) => elapsedMs < untilMs)?.everyMs

type Asking = {
  readonly isWaiting: boolean
  readonly pace: Pace
  /** What is waited for: another matter begins a new wait. */
  readonly about: string
  readonly ask: () => Promise<unknown>
}

type Timer = ReturnType<typeof setTimeout>

/** One wait, from now on. It rests while nobody sees the page and begins anew when somebody does. */
function startAsking(pace: Pace, ask: () => Promise<unknown>, onOver: (isOver: boolean) => void): () => void {
  let beginning = performance.now()
  let timer: Timer | undefined
  let round = 0
  const next = () => {
    const pause = pauseAt(pace, performance.now() - beginning)
    onOver(pause === undefined)
    if (pause === undefined || document.visibilityState === 'hidden') return
    const own = round
    timer = setTimeout(() => {
      const goOn = () => {
        if (own === round) next()
      }
      ask().then(goOn, goOn)
    }, pause)
  }
  const again = () => {
    if (document.visibilityState === 'hidden') return
    clearTimeout(timer)
    round += 1
    beginning = performance.now()
    void ask().catch(() => undefined)
    next()
  }
  document.addEventListener('visibilitychange', again)
  addEventListener('online', again)
  next()
  return () => {
    round += 1
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', again)
    removeEventListener('online', again)
  }
}

/** Asks again until there is an answer; `isOver` once it has been asked long enough. */
export function useAsking({ isWaiting, pace, about, ask }: Asking) {
  const [overdue, setOverdue] = useState<string>()
  const [waits, setWaits] = useState(0)
  const latest = useRef(ask)
  latest.current = ask
  const wait = `${about}:${waits}`
  useEffect(() => {
    if (!isWaiting) return
    return startAsking(
      pace,
      () => latest.current(),
      isOver => setOverdue(isOver ? wait : undefined),
    )
  }, [isWaiting, pace, wait])
  const askNow = useCallback(() => {
    setWaits(count => count + 1)
    void latest.current().catch(() => undefined)
  }, [])
  return { isOver: isWaiting && overdue === wait, askNow }
}
