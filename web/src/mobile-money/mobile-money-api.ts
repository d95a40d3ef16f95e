// What the mobile-money page asks and tells the server. The payment's name in the address suffices: no session is needed.
import type { ConfirmMobileMoney, ExecuteMobileMoney, MobileMoney } from '@jokko/contract/pay-in'
import type { RequestedPayment } from '@jokko/contract/payment-request'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../app/client.ts'

/** A session that has ended is no reason to leave the page. */
const isSessionProbe = true

const readMobileMoney = (name: string, options: { signal?: AbortSignal } = {}) =>
  api.get<MobileMoney>(`/payments/hub2/${encodeURIComponent(name)}`, { ...options, isSessionProbe })

export const mobileMoneyQuery = (name: string) =>
  queryOptions({
    queryKey: ['payin', name, 'mobile-money'],
    queryFn: ({ signal }) => readMobileMoney(name, { signal }),
    staleTime: 0,
  })

/** The requester's address, the payment's id in it; none where nobody asked, or where they registered none. */
export async function addressBehind(name: string): Promise<string | null> {
  const { request_id, status } = await readMobileMoney(name)
  if (request_id === null) return null
  const path = `/payments/${encodeURIComponent(request_id)}`
  const asked = await api.get<RequestedPayment>(path, { isSessionProbe })
  return status === 'cancelled' ? (asked.cancel_url ?? asked.redirect_url) : asked.redirect_url
}

/** An operator may take its time to answer: longer than the server waits for it. */
const timeoutMs = 30_000

export const executeMobileMoney = (body: ExecuteMobileMoney) =>
  api.post<MobileMoney>('/payments/hub2/execute', { body, isSessionProbe, timeoutMs })

export const confirmMobileMoney = (body: ConfirmMobileMoney) =>
  api.post<MobileMoney>('/payments/hub2/confirm', { body, isSessionProbe, timeoutMs })
