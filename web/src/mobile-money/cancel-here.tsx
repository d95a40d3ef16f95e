// Cancels this payment and shows what became of it.
import type { MobileMoney } from '@jokko/contract/pay-in'
import { useQueryClient } from '@tanstack/react-query'
import { CancelPayment } from '../common/cancel-payment.tsx'
import { giveUpPayment } from '../common/give-up-payment.ts'
import { mobileMoneyQuery } from './mobile-money-api.ts'

export function CancelHere({ name, payment }: { name: string; payment: MobileMoney }) {
  const queries = useQueryClient()
  const cancel = async () => {
    await giveUpPayment(payment.reference)
    await queries.invalidateQueries({ queryKey: mobileMoneyQuery(name).queryKey })
  }
  return <CancelPayment of={payment} cancel={cancel} />
}
