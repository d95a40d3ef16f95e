// Who is signed in: the marker that a session exists, its begin and end, and the person for the screens.
import type { CurrentUser, User } from '@jokko/contract/access'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type * as z from 'zod/mini'
import { ApiError, api } from './client.ts'
import { dropDraftsOfOthers } from './draft-storage.ts'
import { queryClient } from './query.ts'
import { clearStored, readStored, writeStored } from './storage.ts'

export type EndReason = 'signed-out' | 'expired' | 'idle' | 'rejected'

type Current = z.infer<typeof CurrentUser>

const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** A 401 on the first load is asked again after 1 s and 3 s: the session may be younger than the server's copy. */
export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: ({ signal }) => api.get<Current>('/auth/current', { signal, isSessionProbe: true }),
  retry: (failures, error) =>
    failures < 2 &&
    (isUnauthorized(error) || !(error instanceof ApiError && error.status >= 400 && error.status < 500)),
  retryDelay: failures => (failures === 0 ? 1000 : 3000),
  staleTime: 15_000,
})

export const hasSession = (): boolean => readStored('session') !== undefined

const endListeners = new Set<(reason: EndReason) => void>()

/** For what must stop or move when the session ends (router, live connection). */
export function onSessionEnd(listener: (reason: EndReason) => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

export function startSession(user: User): void {
  writeStored('session', '1')
  writeStored('activity', String(Date.now()))
  dropDraftsOfOthers(user.id)
}

/** Forgets everything of this person in this browser, then tells the listeners. */
export function endSession(reason: EndReason): void {
  if (!hasSession()) return
  clearStored()
  queryClient.clear()
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

const SessionContext = createContext<Current | undefined>(undefined)

export function SessionProvider({ current, children }: { current: Current; children: ReactNode }) {
  return <SessionContext value={current}>{children}</SessionContext>
}

/** The signed-in person; only inside the dashboard. */
export function useUser(): User {
  const current = useContext(SessionContext)
  if (current === undefined) throw new Error('useUser is for screens inside the session')
  return current.user
}

export function useCurrentUser() {
  return useQuery(currentUserQuery)
}

export const refreshUser = () => queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
