// Whether a payment is on its way to the server right now: the update dialog waits for it.
import { useSyncExternalStore } from 'react'

let running = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  running += by
  for (const listener of listeners) listener()
}

/** Call it before sending; call what it returns when there is an answer. */
export function paymentStarts(): () => void {
  change(1)
  let isOver = false
  return () => {
    if (!isOver) change(-1)
    isOver = true
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePaymentRunning = (): boolean => useSyncExternalStore(subscribe, () => running > 0)
