// What return pages ask the server: the name in their address suffices, in any browser.
import type { ConnectUrl, ReturnedPayment } from '@jokko/contract/pay-in'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { api } from '../app/client.ts'
import { giveUpPayment } from '../common/give-up-payment.ts'

const isSessionProbe = true

/** Asked once for each visit, whatever the reader does with the window or the language. */
const once = {
  meta: { isOnce: true },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

export const returnedQuery = (name: string, language: string) =>
  queryOptions({
    queryKey: ['payin', name, 'returned', language],
    queryFn: ({ signal }) =>
      api.get<ReturnedPayment>(`/payments/returned/${encodeURIComponent(name)}`, { signal, isSessionProbe }),
    staleTime: 0,
  })

/** The payer gave up on the company's page: the payment is closed before it is shown. */
export const givenUpQuery = (name: string) =>
  queryOptions({ queryKey: ['payin', name, 'given-up'], queryFn: () => giveUpPayment(name), ...once })

/** The bank's word is good for one question. */
export const openedQuery = (reference: string, code: string) =>
  queryOptions({
    queryKey: ['payin', reference, 'opened', code],
    queryFn: () =>
      api.post<z.infer<typeof ConnectUrl>>('/payments/truelayer/initiatePayment', {
        body: { payment_id: reference, code },
        isSessionProbe,
        timeoutMs: 40_000,
      }),
    ...once,
  })
