// The marker that a session exists in this browser, its beginning and its end. Small: every page needs it.
import { api, isUnauthorized } from './client.ts'
import { dropDraftsOfOthers } from './draft-storage.ts'
import { clearStored, readStored, writeStored } from './storage.ts'

export type EndReason = 'signed-out' | 'expired' | 'idle' | 'rejected'

export const hasSession = (): boolean => readStored('session') !== undefined

const endListeners = new Set<(reason: EndReason) => void>()

/** For what must stop or move when the session ends: the router, the cache of server data. */
export function onSessionEnd(listener: (reason: EndReason) => void): void {
  endListeners.add(listener)
}

export function startSession(userId: string): void {
  writeStored('session', '1')
  writeStored('activity', String(Date.now()))
  dropDraftsOfOthers(userId)
}

/** Forgets everything of this person in this browser, then tells the listeners. */
export function endSession(reason: EndReason): void {
  if (!hasSession()) return
  clearStored()
  for (const listener of endListeners) listener(reason)
}

/** Ends the session at the server first; offline it stays, because a cookie cannot be taken back from here. */
export async function signOut(reason: EndReason = 'signed-out'): Promise<void> {
  try {
    await api.post('/auth/logout', { isSessionProbe: true })
  } catch (error) {
    if (!isUnauthorized(error) && reason === 'signed-out') throw error
  }
  endSession(reason)
}
