// What the mobile-money page asks and tells the server. The payment's name in the address suffices: no session is needed.
import type { ConfirmMobileMoney, ExecuteMobileMoney, MobileMoney } from '@jokko/contract/pay-in'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../app/client.ts'

/** A session that has ended is no reason to leave the page. */
const isSessionProbe = true

export const mobileMoneyQuery = (name: string) =>
  queryOptions({
    queryKey: ['payin', name, 'mobile-money'],
    queryFn: ({ signal }) =>
      api.get<MobileMoney>(`/payments/hub2/${encodeURIComponent(name)}`, { signal, isSessionProbe }),
    staleTime: 0,
  })

/** An operator may take its time to answer: longer than the server waits for it. */
const timeoutMs = 30_000

export const executeMobileMoney = (body: ExecuteMobileMoney) =>
  api.post<MobileMoney>('/payments/hub2/execute', { body, isSessionProbe, timeoutMs })

export const confirmMobileMoney = (body: ConfirmMobileMoney) =>
  api.post<MobileMoney>('/payments/hub2/confirm', { body, isSessionProbe, timeoutMs })
