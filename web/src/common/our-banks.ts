// Our bank accounts to pay into, and the instructions for one of them.
import type { OurBankAccounts } from '@jokko/contract/reference'
import type { BankDetails } from '@jokko/contract/transfer'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { api } from '../app/client.ts'

/** Tables change by an operator's hand: a minute is fresh enough while one person pays. */
const tablesStayFresh = 60_000

export const ourBanksQuery = (countryId: number) =>
  queryOptions({
    queryKey: ['reference', 'our-banks', countryId],
    queryFn: async ({ signal }) => {
      const path = `/jokkoBankDetails/country/${countryId}`
      return (await api.get<z.infer<typeof OurBankAccounts>>(path, { signal })).bank_accounts
    },
    staleTime: tablesStayFresh,
  })

export const bankDetailsQuery = (paymentId: string, bankId: number) =>
  queryOptions({
    queryKey: ['operation', paymentId, 'bank-details', bankId],
    queryFn: async ({ signal }) => {
      const query = { id: bankId, payment_id: paymentId }
      return (await api.get<BankDetails>('/notifications/jokkoBankDetails', { query, signal }))
        .user_payment_details
    },
  })
