// What home asks for: the latest operations, the favourites, and the one operation that is on its way.
import type { Favorites } from '@jokko/contract/contacts'
import type { OperationDetail, OperationRow, OperationsPage } from '@jokko/contract/history'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { api } from '../app/client.ts'

export const latestOperationsQuery = queryOptions({
  queryKey: ['operations', 'latest'],
  queryFn: ({ signal }) =>
    api.get<OperationsPage>('/operations', {
      query: { page: 1, per_page: 5, sort_by: 'start_date', sort_order: 'desc' },
      signal,
    }),
})

export const favoritesQuery = queryOptions({
  queryKey: ['contacts', 'favorites'],
  queryFn: ({ signal }) => api.get<z.infer<typeof Favorites>>('/transactions/favorites', { signal }),
})

export const operationQuery = (id: string) =>
  queryOptions({
    queryKey: ['operation', id],
    queryFn: ({ signal }) => api.get<OperationDetail>(`/operations/${id}`, { signal }),
  })

/** The newest operation that is still moving. */
export const onItsWay = (rows: readonly OperationRow[]): OperationRow | undefined =>
  rows.find(row => row.badge === 'progress' && row.operation_direction === 'Sending')
