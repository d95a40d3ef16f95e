// What the bulk payment asks the server.
import type {
  Bulk,
  BulkDraftAnswer,
  BulkDraftInput,
  BulkRow,
  BulkRows,
  RetryBulk,
  StartBulk,
  StartedBulk,
} from '@jokko/contract/bulk'
import type { OperationDetail } from '@jokko/contract/history'
import type { CountryDetail, Operators } from '@jokko/contract/reference'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { api } from '../app/client.ts'
import { mostRows } from './bulk-table.ts'

const base = '/transactions/bulkTransfers'
const tablesStayFresh = 60_000
/** A thousand rows over a slow line. */
const patient = { timeoutMs: 45_000 }

export const countryQuery = (code: string) =>
  queryOptions({
    queryKey: ['reference', 'country', code],
    queryFn: ({ signal }) => api.get<CountryDetail>(`/countries/${code}`, { signal }),
    staleTime: tablesStayFresh,
  })

export const operatorsQuery = (country: string) =>
  queryOptions({
    queryKey: ['reference', 'operators', country],
    queryFn: async ({ signal }) => {
      const query = { country_code: country }
      return (await api.get<z.infer<typeof Operators>>('/operators', { query, signal })).operators
    },
    staleTime: tablesStayFresh,
  })

export const readDraft = async (signal?: AbortSignal): Promise<Bulk | null> =>
  (await api.get<z.infer<typeof BulkDraftAnswer>>(`${base}/draft`, { signal })).draft

/** A draft that is known, and the writing of it that was seen last. */
export type SeenDraft = Pick<Bulk, 'id' | 'edit'>

export const saveDraft = (seen: SeenDraft | undefined, input: BulkDraftInput): Promise<Bulk> =>
  seen === undefined
    ? api.post<Bulk>(base, { body: input, ...patient })
    : api.put<Bulk>(`${base}/${seen.id}`, { body: { ...input, edit: seen.edit }, ...patient })

export const deleteDraft = (id: string) => api.delete<void>(`${base}/${id}`)

export const readBulk = (id: string, signal?: AbortSignal) => api.get<Bulk>(`${base}/${id}`, { signal })

export async function readRows(id: string, signal?: AbortSignal): Promise<readonly BulkRow[]> {
  const query = { limit: mostRows }
  return (await api.get<BulkRows>(`${base}/${id}/rows`, { query, signal, ...patient })).rows
}

/** The same key for every repeat: the server acts once and answers alike. */
export const startBulk = (body: StartBulk, idempotencyKey: string) =>
  api.post<StartedBulk>(`${base}/initiate-high-volume-payment`, { body, idempotencyKey, timeoutMs: 60_000 })

export const retryRows = (id: string, rows: NonNullable<RetryBulk['rows']>) =>
  api.post<Bulk>(`${base}/${id}/retry`, { body: { rows } })

export const cancelBulk = (id: string, idempotencyKey: string) =>
  api.post<StartedBulk>(`${base}/${id}/cancel`, { body: {}, idempotencyKey })

export const readResultFile = (id: string) => api.file(`${base}/${id}/result.csv`)

/** Below the operation's own key: it is read again with every event. */
export const startedQuery = (id: string) =>
  queryOptions({
    queryKey: ['operation', id, 'bulk'],
    queryFn: ({ signal }) => readBulk(id, signal),
  })

export const operationQuery = (id: string) =>
  queryOptions({
    queryKey: ['operation', id],
    queryFn: ({ signal }) => api.get<OperationDetail>(`/operations/${id}`, { signal }),
  })

/** Up to a thousand rows: asked for now and then while they move, not with every event of each. */
export const resultRowsQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk-rows', id],
    queryFn: async ({ signal }) => readRows(id, signal),
  })
