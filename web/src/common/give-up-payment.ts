// Tells the server that the payer leaves without paying. What was collected meanwhile stays collected: the answer says so.
import type { ReturnedPayment } from '@jokko/contract/pay-in'
import { api } from '../app/client.ts'

export const giveUpPayment = (reference: string) =>
  api.delete<ReturnedPayment>(`/payments/returned/${encodeURIComponent(reference)}`, { isSessionProbe: true })
