// How long a price holds, counted down on the browser's own clock from what the server gave it.
import { useEffect, useState } from 'react'

/** A new price is there shortly before the old one ends. */
export const renewBeforeMs = 4000

export const lifetimeOf = (quote: { accept_by: string; created_at: string }): number =>
  Date.parse(quote.accept_by) - Date.parse(quote.created_at)

/** Milliseconds that the price still holds, second by second. */
export function useTimeLeft(endsAt: number | undefined): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (endsAt === undefined) return
    setNow(performance.now())
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  return endsAt === undefined ? 0 : Math.max(0, endsAt - now)
}
