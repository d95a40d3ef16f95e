// Knows when a newer Jokko is out: told by the server, or found because a file of this one is gone.
import { useSyncExternalStore } from 'react'

let isOut = false
const listeners = new Set<() => void>()

export function announceVersion(version: string): void {
  if (version === __APP_VERSION__ || isOut) return
  isOut = true
  for (const listener of listeners) listener()
}

/** A chunk of the old build that the server no longer has means the same. */
export function watchForMissingFiles(): void {
  addEventListener('vite:preloadError', event => {
    if (!navigator.onLine) return
    event.preventDefault()
    announceVersion('unknown')
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => isOut)
