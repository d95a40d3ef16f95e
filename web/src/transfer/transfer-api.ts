// What the transfer asks of the server, and what it tells it.
import type {
  BeneficiaryCreated,
  CustomerExists,
  Favorites,
  NameChecked,
  NewContact,
  SavedBankAccount,
  SavedBankAccounts,
  SavedMicrofinanceAccount,
  SavedMicrofinanceAccounts,
  SavedMobileAccount,
  SavedMobileAccounts,
  SavedWalletAccount,
  SavedWalletAccounts,
} from '@jokko/contract/contacts'
import type { OperationDetail } from '@jokko/contract/history'
import type { CountryDetail, Institutions, Operators } from '@jokko/contract/reference'
import type { FeeRequest, FeeResponse, Payment, Quote, QuoteRequest } from '@jokko/contract/transfer'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { api } from '../app/client.ts'
import type { Submission, TypedPhone } from './transfer-state.ts'

export type SavedMobile = z.infer<typeof SavedMobileAccount>
export type SavedBank = z.infer<typeof SavedBankAccount>
export type SavedMicrofinance = z.infer<typeof SavedMicrofinanceAccount>
export type SavedWallet = z.infer<typeof SavedWalletAccount>

/** Tables change by an operator's hand: a minute is fresh enough while one person sends money. */
const tablesStayFresh = 60_000

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

export const institutionsQuery = (country: string, type: 'bank_transfer' | 'mfi') =>
  queryOptions({
    queryKey: ['reference', 'institutions', type, country],
    queryFn: async ({ signal }) => {
      const query = { country_code: country }
      const path = `/${type}/institutions`
      return (await api.get<z.infer<typeof Institutions>>(path, { query, signal })).institutions
    },
    staleTime: tablesStayFresh,
  })

export const favoritesQuery = queryOptions({
  queryKey: ['contacts', 'favorites'],
  queryFn: ({ signal }) => api.get<z.infer<typeof Favorites>>('/transactions/favorites', { signal }),
})

export const savedMobileQuery = (beneficiaryId: string) =>
  queryOptions({
    queryKey: ['contacts', 'mobile-accounts', beneficiaryId],
    queryFn: async ({ signal }) => {
      const path = `/userMMAccounts/all/${beneficiaryId}`
      return (await api.get<z.infer<typeof SavedMobileAccounts>>(path, { signal })).data
    },
  })

export const savedBankQuery = (beneficiaryId: string) =>
  queryOptions({
    queryKey: ['contacts', 'bank-accounts', beneficiaryId],
    queryFn: async ({ signal }) => {
      const path = `/userBankAccounts/all/${beneficiaryId}`
      return (await api.get<z.infer<typeof SavedBankAccounts>>(path, { signal })).data
    },
  })

export const savedMicrofinanceQuery = (beneficiaryId: string) =>
  queryOptions({
    queryKey: ['contacts', 'microfinance-accounts', beneficiaryId],
    queryFn: async ({ signal }) => {
      const path = `/userMFIAccounts/all/${beneficiaryId}`
      return (await api.get<z.infer<typeof SavedMicrofinanceAccounts>>(path, { signal })).data
    },
  })

export const savedWalletQuery = (beneficiaryId: string) =>
  queryOptions({
    queryKey: ['contacts', 'wallets', beneficiaryId],
    queryFn: async ({ signal }) => {
      const path = `/userWalletAccount/all/${beneficiaryId}`
      return (await api.get<z.infer<typeof SavedWalletAccounts>>(path, { signal })).data
    },
  })

/** What this would cost: an answer belongs to its very question, so an older one never stands for a newer amount. */
export const feePreviewQuery = (userId: string, request: FeeRequest) =>
  queryOptions({
    queryKey: ['fee-preview', userId, request],
    queryFn: ({ signal }) =>
      api.post<FeeResponse>(`/payments/getEuroAppliedFees/transfer/${userId}`, { body: request, signal }),
    staleTime: tablesStayFresh,
  })

/** The first look-up of a transfer: 10 EUR, to learn the rate. */
export const rateQuery = (userId: string, request: Omit<FeeRequest, 'euro_amount'>) =>
  feePreviewQuery(userId, { ...request, euro_amount: '10.00' })

export const lookUpCustomer = (phone: TypedPhone) =>
  api.get<CustomerExists>('/customers/exists', {
    query: { phone_number: phone.national, country_code: phone.dialCode },
  })

export const checkRealName = (fullName: string) =>
  api.post<z.infer<typeof NameChecked>>('/names/check', { body: { full_name: fullName } })

export const createBeneficiary = (contact: NewContact) =>
  api.post<z.infer<typeof BeneficiaryCreated>>('/beneficiaries', { body: contact })

export const removeFavorite = (favoriteId: string) => api.delete<void>(`/auth/contacts/${favoriteId}`)

export const createQuote = (request: QuoteRequest, signal: AbortSignal) =>
  api.post<Quote>('/quotes', { body: request, signal })

/** The same key for every repeat: the server acts once and answers alike. */
export const submitPayment = ({ path, body, key }: Submission) =>
  api.post<Payment>(path, { body, idempotencyKey: key, timeoutMs: 25_000 })

export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['operation', id, 'payment'],
    queryFn: ({ signal }) => api.get<Payment>(`/payments/${id}`, { signal }),
  })

export const operationQuery = (id: string) =>
  queryOptions({
    queryKey: ['operation', id],
    queryFn: ({ signal }) => api.get<OperationDetail>(`/operations/${id}`, { signal }),
  })
