// The cache of server data, and when a question is asked again.
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** Asks again only where another try can help: no network, time-out, server trouble. */
function isWorthRepeating(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return failures < 2 && (error.status === 0 || error.status >= 500)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: isWorthRepeating,
      retryDelay: failures => Math.min(1000 * 2 ** failures, 8000),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
