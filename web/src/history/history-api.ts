// What the history and the details drawer ask the server, and the commands that an operation takes.
import type { OperationDetail, OperationsPage } from '@jokko/contract/history'
import type { OurBankAccounts } from '@jokko/contract/reference'
import type { BankDetails, Payment, Quote, SettleShort } from '@jokko/contract/transfer'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { api } from '../app/client.ts'
import type { HistorySearch } from './history-search.ts'

const slowPollMs = 15_000
export const pageSize = 10

/** Kept per language: the server fills the sentences in. Events refresh it; a slow poll covers a lost connection. */
export const operationQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ['operation', id, language],
    queryFn: ({ signal }) => api.get<OperationDetail>(`/operations/${id}`, { signal }),
    refetchInterval: query => (query.state.data?.done_at === null ? slowPollMs : false),
  })

export const operationsQuery = (search: HistorySearch, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['operations', 'page', search, cursor ?? 'first'],
    queryFn: ({ signal }) =>
      api.get<OperationsPage>('/operations', {
        query: {
          per_page: pageSize,
          sort_by: search.sort ?? 'start_date',
          sort_order: search.order ?? 'desc',
          search: search.q,
          type: search.type,
          status: search.status,
          cursor,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const ourAccountsQuery = (countryId: number) =>
  queryOptions({
    queryKey: ['our-bank-accounts', countryId],
    queryFn: ({ signal }) =>
      api.get<z.infer<typeof OurBankAccounts>>(`/jokkoBankDetails/country/${countryId}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Below the operation's own key: what is missing changes with the operation. */
export const bankDetailsQuery = (operationId: string, accountId: number) =>
  queryOptions({
    queryKey: ['operation', operationId, 'bank-details', accountId],
    queryFn: ({ signal }) =>
      api.get<BankDetails>('/notifications/jokkoBankDetails', {
        query: { id: accountId, payment_id: operationId },
        signal,
      }),
  })

/** Each answer is a new quote: asked when the choice is opened, again only when it was refused as too old. */
export const sendLessQuery = (operationId: string) =>
  queryOptions({
    queryKey: ['send-less', operationId],
    queryFn: ({ signal }) => api.get<Quote>(`/payments/${operationId}/send-less`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** What the money that is on the balance brings today; each answer is a new quote, too. */
export const todaysRateQuery = (operationId: string) =>
  queryOptions({
    queryKey: ['todays-rate', operationId],
    queryFn: ({ signal }) => api.get<Quote>(`/payments/${operationId}/todays-rate`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

type Cancelled = Pick<OperationDetail, 'id' | 'operation_type'>

export function cancelOperation({ id, operation_type }: Cancelled, idempotencyKey: string): Promise<unknown> {
  switch (operation_type) {
    case 'deposit':
      return api.delete(`/payin/${id}`, { idempotencyKey })
    case 'payment_request':
      return api.delete(`/payment-requests/${id}`, { idempotencyKey })
    case 'bulk_transfer':
      return api.post(`/transactions/bulkTransfers/${id}/cancel`, { body: {}, idempotencyKey })
    default:
      return api.post(`/transfers/${id}/cancel`, { body: {}, idempotencyKey })
  }
}

export const settleShort = (id: string, choice: SettleShort, idempotencyKey: string) =>
  api.post<Payment>(`/payments/${id}/short`, { body: choice, idempotencyKey })

export const sendAtTodaysRate = (id: string, quote_id: string, idempotencyKey: string) =>
  api.post<Payment>(`/payments/${id}/todays-rate`, { body: { quote_id }, idempotencyKey })

export const readReceipt = (id: string, language: string) =>
  api.file(`/payments/invoices/${id}`, { query: { language } })
