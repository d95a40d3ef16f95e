// Knows when a newer Jokko is out: told by the server, or found because a file of this one is gone.
import { useSyncExternalStore } from 'react'

let isOut = false
const listeners = new Set<() => void>()

export function announceVersion(version: string): void {
  if (version === __APP_VERSION__ || isOut) return
  isOut = true
  for (const listener of listeners) listener()
}

/**
 * A file of the old build that the server no longer has means the same. Without its style a page can be used; without its
 * program the router loads it once more, which helps where the line broke, too.
 */
export function watchForMissingFiles(): void {
  addEventListener('vite:preloadError', event => {
    if (!navigator.onLine) return
    if (event.payload.message.startsWith('Unable to preload CSS')) event.preventDefault()
    announceVersion('unknown')
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => isOut)
