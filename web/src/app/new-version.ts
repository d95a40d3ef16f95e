// Knows when a newer Jokko is out: told by the server, or found because a file of this one is gone.
import { useSyncExternalStore } from 'react'

let isOut = false
const listeners = new Set<() => void>()

export function announceVersion(version: string): void {
  if (version === __APP_VERSION__ || isOut) return
  isOut = true
  for (const listener of listeners) listener()
}

/** A file of the old build that the server no longer has means the same. Without its style a page can be used. */
export function watchForMissingFiles(): void {
  addEventListener('vite:preloadError', event => {
    if (!navigator.onLine) return
    if (event.payload.message.startsWith('Unable to preload CSS')) event.preventDefault()
    announceVersion('unknown')
  })
}

/** A page's file that does not come is asked for once more, with everything: the line may have broken, or it is gone. */
export function orReload<File>(load: () => Promise<File>): () => Promise<File> {
  return () =>
    load().catch((error: Error) => {
      const mark = `jokko.reloaded:${error.message}`
      if (!navigator.onLine || sessionStorage.getItem(mark) !== null) throw error
      sessionStorage.setItem(mark, 'once')
      location.reload()
      return new Promise<File>(() => undefined)
    })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => isOut)
