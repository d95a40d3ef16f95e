// What an amount would cost, while it is being typed: nothing is stored and nothing is promised.
import type { FeeRequest, FeeResponse } from '@jokko/contract/transfer'
import { toDecimal } from '@jokko/core/money'
import { rateToText } from '@jokko/core/rates'
import type { Deps } from '../deps.ts'
import { referenceData } from '../reference/data.ts'
import { subjectOf } from './quote-service.ts'
import { price, readAmount, type Subject } from './quoting.ts'

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
  const { figures, wire } = price(reference, subject, typed, deps.clock.now())
  const rate = rateToText(figures.rate)
  const margin = wire.lines.find(line => line.kind === 'margin')
  return {
    fee: wire.fee,
    total: wire.total_to_pay.amount,
    fee_calculation: [
      ...wire.lines
        .filter(line => line.kind !== 'margin')
        .map(line => ({ name: line.kind as 'pay_in_fee' | 'payout_fee', amount: line.amount })),
      {
        name: 'spread',
        amount: margin?.amount ?? '0.00',
        spread: margin?.amount ?? '0.00',
        exchange_rate: rate,
        net_exchange_rate: rate,
        received_amount: toDecimal(figures.target),
        local_currency: figures.target.currency,
        exchange_rate_local_currency: rate,
        net_exchange_rate_local_currency: rate,
        received_amount_local_currency: toDecimal(figures.target),
      },
    ],
    figures: wire,
  }
}
