// Who is signed in: the person for the screens, read from the server and kept fresh.
import type { CurrentUser, User } from '@jokko/contract/access'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type * as z from 'zod/mini'
import { ApiError, api, isUnauthorized } from './client.ts'
import { queryClient } from './query.ts'

type Current = z.infer<typeof CurrentUser>

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** A 401 on the first load is asked again after 1 s and 3 s: the session may be younger than the server's copy. */
export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: ({ signal }) => api.get<Current>('/auth/current', { signal, isSessionProbe: true }),
  retry: (failures, error) => failures < 2 && (isUnauthorized(error) || !isRefused(error)),
  retryDelay: failures => (failures === 0 ? 1000 : 3000),
  staleTime: 15_000,
})

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

export const useCurrentUser = () => useQuery(currentUserQuery)

export const refreshUser = () => queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
