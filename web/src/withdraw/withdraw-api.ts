// What a withdrawal asks of the server, and what it tells it.
import type { Institution, Institutions } from '@jokko/contract/reference'
import type { FeeRequest, FeeResponse } from '@jokko/contract/transfer'
import type {
  Cashout,
  CashoutAnswer,
  ChangedBankAccount,
  CodeChannel,
  NewCashout,
  NewOwnBankAccount,
  NewOwnMobileAccount,
  NewOwnWallet,
  OwnBankAccount,
  OwnMobileAccount,
  OwnWallet,
  WithdrawMethods,
} from '@jokko/contract/withdraw'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { api } from '../app/client.ts'

const tablesStayFresh = 60_000

export const methodsQuery = (country: string | undefined, amount: string | undefined) =>
  queryOptions({
    queryKey: ['current-user', 'withdraw-methods', country, amount],
    queryFn: ({ signal }) =>
      api.get<WithdrawMethods>('/cashout/methods', { query: { country, amount }, signal }),
  })

export const priceQuery = (userId: string, request: FeeRequest | undefined) =>
  queryOptions({
    queryKey: ['fee-preview', 'withdraw', userId, request],
    queryFn: ({ signal }) =>
      api.post<FeeResponse>(`/payments/getEuroAppliedFees/withdraw/${userId}`, { body: request, signal }),
    enabled: request !== undefined,
    retry: false,
    staleTime: tablesStayFresh,
  })

export const institutionsQuery = (country: string | undefined) =>
  queryOptions({
    queryKey: ['reference', 'institutions', 'bank_transfer', country],
    queryFn: async ({ signal }): Promise<Institution[]> => {
      const query = { country_code: country }
      const path = '/bank_transfer/institutions'
      return (await api.get<z.infer<typeof Institutions>>(path, { query, signal })).institutions
    },
    enabled: country !== undefined,
    staleTime: tablesStayFresh,
  })

const own = <Account>(path: string) =>
  queryOptions({
    queryKey: ['own-accounts', path],
    queryFn: async ({ signal }) => (await api.get<{ data: Account[] }>(path, { signal })).data,
  })

export const ownMobileQuery = own<OwnMobileAccount>('/userMMAccounts/all')
export const ownBankQuery = own<OwnBankAccount>('/userBankAccounts/all')
export const ownWalletQuery = own<OwnWallet>('/userWalletAccount/all')

export const addBank = (body: NewOwnBankAccount) => api.post<OwnBankAccount>('/userBankAccounts', { body })
export const addMobile = (body: NewOwnMobileAccount) =>
  api.post<OwnMobileAccount>('/userMMAccounts', { body })
export const addWallet = (userId: string, body: NewOwnWallet) =>
  api.post<OwnWallet>(`/userWalletAccount/${userId}`, { body })

/** What is named changes; the rest stays. */
export const changeBank = (id: string, body: ChangedBankAccount) =>
  api.put<OwnBankAccount>(`/userBankAccounts/${id}`, { body })

type Answer = z.infer<typeof CashoutAnswer>

/** A code takes a moment to leave the house. */
const sendingMs = 40_000

export const openCashout = async (body: NewCashout, idempotencyKey: string): Promise<Cashout> =>
  (await api.post<Answer>('/cashout', { body, idempotencyKey, timeoutMs: sendingMs })).cashout

/** Under the operation's key: whatever tells of the operation makes this read again. */
export const cashoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['operation', id, 'cashout'],
    queryFn: async ({ signal }) => (await api.get<Answer>(`/cashout/${id}`, { signal })).cashout,
  })

export const resendCode = async (id: string, channel: CodeChannel): Promise<Cashout> =>
  (await api.post<Answer>(`/cashout/${id}/resendCode`, { body: { channel }, timeoutMs: sendingMs })).cashout

export const verifyCode = async (id: string, key_code: string, idempotencyKey: string): Promise<Cashout> =>
  (await api.post<Answer>('/verifyPayout', { body: { id, key_code }, idempotencyKey })).cashout

export const cancelCashout = async (id: string, idempotencyKey: string): Promise<Cashout> =>
  (await api.post<Answer>(`/cashout/${id}/cancel`, { idempotencyKey })).cashout
