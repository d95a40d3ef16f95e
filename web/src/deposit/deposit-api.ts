// What a deposit asks of the server, and what it tells it.
import type { Deposit, NewDeposit } from '@jokko/contract/deposit'
import type { OperationDetail } from '@jokko/contract/history'
import type { CountryDetail } from '@jokko/contract/reference'
import type { FeeRequest, FeeResponse, Quote, QuoteRequest } from '@jokko/contract/transfer'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../app/client.ts'
import { lifetimeOf, renewBeforeMs } from '../common/quote-time.ts'

const tablesStayFresh = 60_000

export const countryQuery = (code: string) =>
  queryOptions({
    queryKey: ['reference', 'country', code],
    queryFn: ({ signal }) => api.get<CountryDetail>(`/countries/${code}`, { signal }),
    staleTime: tablesStayFresh,
  })

export const feeQuery = (userId: string, request: FeeRequest) =>
  queryOptions({
    queryKey: ['fee-preview', 'deposit', userId, request],
    queryFn: ({ signal }) =>
      api.post<FeeResponse>(`/payments/getEuroAppliedFees/deposit/${userId}`, { body: request, signal }),
    staleTime: tablesStayFresh,
  })

export type HeldQuote = { readonly quote: Quote; readonly endsAt: number }

/** A price that can be accepted; asked anew shortly before its time ends. */
export const quoteQuery = (request: QuoteRequest | undefined) =>
  queryOptions({
    queryKey: ['quote', 'deposit', request],
    queryFn: async (): Promise<HeldQuote> => {
      const quote = await api.post<Quote>('/quotes', { body: request })
      return { quote, endsAt: performance.now() + lifetimeOf(quote) }
    },
    enabled: request !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data ? lifetimeOf(state.data.quote) - renewBeforeMs : false),
  })

export const openDeposit = (body: NewDeposit, idempotencyKey: string) =>
  api.post<Deposit>('/payin', { body, idempotencyKey, timeoutMs: 25_000 })

/** Below the operation's own key: events refresh it together with the operation. */
export const depositQuery = (id: string) =>
  queryOptions({
    queryKey: ['operation', id, 'deposit'],
    queryFn: ({ signal }) => api.get<Deposit>(`/payin/${id}`, { signal }),
  })

export const operationQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ['operation', id, language],
    queryFn: ({ signal }) => api.get<OperationDetail>(`/operations/${id}`, { signal }),
  })
