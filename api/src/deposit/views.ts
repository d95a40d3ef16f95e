// A deposit as its screens see it.
import type { Deposit } from '@jokko/contract/deposit'
import type { PayinMethod } from '@jokko/contract/reference'
import type { StateOf } from '@jokko/core/lifecycles'
import { type Currency, eur, toDecimal } from '@jokko/core/money'
import { allowedActions, customerStatus } from '@jokko/core/status'
import type { Operation } from '../db/schema.ts'
import { isOrderedAtBank } from '../ledger/operations.ts'
import type { PayInView } from '../ledger/paying.ts'
import { awaits } from './decisions.ts'

export function depositView(op: Operation, payIn: PayInView | undefined): Deposit {
  const state = op.state as StateOf<'deposit'>
  const facts = payIn ? { payIn: payIn.state } : { byBankTransfer: op.payin_method === 'bank_transfer' }
  const { status, aborted } = customerStatus('deposit', state, facts)
  return {
    id: op.id,
    details: { id: op.id },
    type: op.payin_method as PayinMethod,
    provider: op.provider,
    status,
    aborted,
    connect_url: payIn?.connectUrl ?? null,
    data: {
      actions: op.payin_method === 'mobile_money' && awaits(op) ? ['select_provider'] : [],
      reference: payIn?.reference ?? null,
    },
    amount: toDecimal(eur(op.principal)),
    lines: (op.details.quote?.lines ?? []).map(line => ({
      kind: line.kind as 'pay_in_fee',
      amount: line.amount,
      currency: line.currency as Currency,
    })),
    fee: toDecimal(eur(op.fee)),
    total_to_pay: toDecimal(eur(op.total)),
    payment_reference: op.reference ?? '',
    bank_account_id: op.details.bank_account_id ?? null,
    fund_by: op.fund_by?.toISOString() ?? null,
    allowed_actions: [
      ...allowedActions('deposit', state, {
        ...facts,
        viewer: 'sender',
        type: 'deposit',
        isOrdered: isOrderedAtBank(op.payin_method, payIn?.state),
      }),
    ],
  }
}
