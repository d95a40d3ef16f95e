// The cache of server data, when a question is asked again, and which of two answers stays.
import { type Query, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** Asks again only where another try can help: no network, time-out, server trouble. */
function isWorthRepeating(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return failures < 2 && (error.status === 0 || error.status >= 500)
}

const aboutMoney = ['operations', 'operation', 'current-user']

/** Whatever tells of money is read again. */
export function readAgain(client: QueryClient, names: readonly string[] = aboutMoney): Promise<void> {
  return readAgainWhere(client, ({ queryKey: [name] }) => names.some(known => known === name))
}

/**
 * A first answer that is still on its way may be older than what happened, and what is asked meanwhile would only wait
 * for it: where there is one, it is asked again behind it.
 */
export async function readAgainWhere(
  client: QueryClient,
  isMeant: (query: Pick<Query, 'queryKey' | 'meta'>) => boolean,
): Promise<void> {
  const first = client.getQueryCache().findAll({
    fetchStatus: 'fetching',
    predicate: query => query.state.data === undefined && isMeant(query),
  })
  await Promise.all([
    client.invalidateQueries({ predicate: isMeant }),
    ...first.map(async ({ promise, queryKey }) => {
      await promise?.catch(() => undefined)
      await client.invalidateQueries({ queryKey, exact: true })
    }),
  ])
}

/**
 * Keeps what a command was answered with as the state of what it changed. A reading that is still on its way was asked for
 * before, and would put the older state in its place: it is given up.
 */
export function keepAnswer<Answer>(client: QueryClient, queryKey: QueryKey, answer: Answer): void {
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, answer)
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
