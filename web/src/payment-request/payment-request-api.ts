// What payment requests ask of the server, and what they tell it.
import type {
  NamedPayment,
  NewPaymentRequest,
  PaymentRequest,
  PaymentRequests,
  PaymentUpdate,
  RequestedPayment,
} from '@jokko/contract/payment-request'
import type { Countries } from '@jokko/contract/reference'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ApiError, api } from '../app/client.ts'

export const perPage = 10

/** While somebody pays elsewhere, this page sees it within seconds. */
const askAgainMs = 4000

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** Below the operation's own key: events refresh it together with the operation. */
export const requestedQuery = (id: string) =>
  queryOptions({
    queryKey: ['operation', id, 'requested'],
    queryFn: ({ signal }) => api.get<RequestedPayment>(`/payments/${id}`, { signal }),
    retry: (failures, error) => failures < 2 && !isRefused(error),
    refetchInterval: ({ state }) => (state.data?.request.state === 'accepted' ? askAgainMs : false),
  })

export const payRequest = (id: string, body: PaymentUpdate, idempotencyKey: string) =>
  api.put<RequestedPayment>(`/payments/${id}`, { body, idempotencyKey, timeoutMs: 25_000 })

export const decline = (id: string, idempotencyKey: string) =>
  api.post<RequestedPayment>(`/payments/onDemand/${id}/decline`, { body: {}, idempotencyKey })

export const giveUp = (paymentId: string, idempotencyKey: string) =>
  api.delete(`/payments/${paymentId}`, { idempotencyKey })

export const findByName = async (appref: string): Promise<string> =>
  (await api.post<z.infer<typeof NamedPayment>>('/payments/anonymous', { body: { appref } })).details.id

export const createRequest = (body: NewPaymentRequest, idempotencyKey: string) =>
  api.post<PaymentRequest>('/payment-requests', { body, idempotencyKey })

export const requestsQuery = (page: number) =>
  queryOptions({
    queryKey: ['operations', 'payment-requests', page],
    queryFn: ({ signal }) =>
      api.get<PaymentRequests>('/payment-requests', { query: { page, per_page: perPage }, signal }),
    placeholderData: keepPreviousData,
  })

/** Its link still says what is to be paid. */
export const isOpenRequest = ({ state }: Pick<PaymentRequest, 'state'>): boolean =>
  state === 'open' || state === 'accepted'

export const ownRequestQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['operations', 'payment-requests', 'one', id],
    queryFn: ({ signal }) => api.get<PaymentRequest>(`/payment-requests/${id}`, { signal }),
    enabled: id !== undefined,
    retry: false,
  })

export const cancelRequest = (id: string, idempotencyKey: string) =>
  api.delete<PaymentRequest>(`/payment-requests/${id}`, { idempotencyKey })

const tablesStayFresh = 600_000

export const countriesQuery = queryOptions({
  queryKey: ['reference', 'countries'],
  queryFn: async ({ signal }) =>
    (await api.get<z.infer<typeof Countries>>('/get-countries', { signal })).countries,
  staleTime: tablesStayFresh,
})
