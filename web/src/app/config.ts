// The public settings of this Jokko: links, constants, version.
import type { Config } from '@jokko/contract/config'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => api.get<Config>('/config', { signal, isSessionProbe: true }),
  staleTime: 10 * 60_000,
})
