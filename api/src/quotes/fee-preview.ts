// What an amount would cost, while it is being typed: nothing is stored and nothing is promised.
import type { FeeRequest, FeeResponse } from '@jokko/contract/transfer'
import type { Deps } from '../deps.ts'
import { referenceData } from '../reference/data.ts'
import { feeCalculation } from './fee-calculation.ts'
import { subjectOf } from './quote-service.ts'
import { localRateOf, price, readAmount, type Subject } from './quoting.ts'

type FeeKind = 'transfer' | 'bulkTransfer' | 'withdraw' | 'deposit'

const kindOf: Record<FeeKind, Subject['kind']> = {
  transfer: 'transfer',
  bulkTransfer: 'transfer',
  withdraw: 'withdrawal',
  deposit: 'deposit',
}

export async function feePreview(deps: Deps, kind: FeeKind, request: FeeRequest): Promise<FeeResponse> {
  const reference = await referenceData(deps)
  const subject = subjectOf(deps, reference, {
    kind: kindOf[kind],
    sending: request.sending_country_id,
    receiving: request.receiving_country_id,
    cashin_method_id: request.cashin_method_id,
    cashout_method_id: request.cashout_method_id,
  })
  const typed =
    request.local_amount === undefined
      ? { fix: 'source' as const, amount: readAmount(request.euro_amount, 'EUR', 'euro_amount') }
      : {
          fix: 'target' as const,
          amount: readAmount(request.local_amount, subject.route?.currency ?? 'EUR', 'local_amount'),
        }
  const { wire } = price(reference, subject, typed, deps.clock.now())
  return {
    fee: wire.fee,
    total: wire.total_to_pay.amount,
    fee_calculation: feeCalculation(wire, localRateOf(reference, subject)),
    figures: wire,
  }
}
