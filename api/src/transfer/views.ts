// A transfer as the payment screens see it.
import type { Language } from '@jokko/contract/common'
import type { PayinMethod, PayoutKind } from '@jokko/contract/reference'
import type { Payment, Recipient } from '@jokko/contract/transfer'
import type { StateOf } from '@jokko/core/lifecycles'
import { type Currency, eur, money, toDecimal } from '@jokko/core/money'
import { allowedActions, customerStatus } from '@jokko/core/status'
import type { Operation, OperationEvent } from '../db/schema.ts'
import { translate } from '../http/texts.ts'
import { isOrderedAtBank, paysRequest } from '../ledger/operations.ts'
import type { PayInView } from '../ledger/paying.ts'
import { waitingFacts } from '../payouts/change.ts'
import { leastView } from '../payouts/on-arrival.ts'
import type { ReferenceData } from '../reference/data.ts'

/** `balance` in cents: whether it covers what a short transfer still misses, or one that is on the balance. */
export function paymentView(
  op: Operation,
  reference: ReferenceData,
  balance: bigint,
  payIn: PayInView | undefined,
): Payment {
  const state = op.state as StateOf<'transfer'>
  const facts = payIn ? { payIn: payIn.state } : waitingFacts(op.payin_method)
  const view = customerStatus('transfer', state, facts)
  const currency = (op.target_currency ?? 'EUR') as Currency
  const local = { amount: toDecimal(money(op.target ?? 0n, currency)), currency }
  const country = reference.countryByIso(op.receiving_country ?? '')
  const payee = op.details.payee
  return {
    id: op.id,
    details: { id: op.id },
    type: (op.payin_method ?? 'balance') as PayinMethod,
    provider: reference.payinMethodByName(op.payin_method ?? '')?.provider ?? null,
    status: view.status,
    aborted: view.aborted,
    connect_url: payIn?.connectUrl ?? null,
    cancel_url: null,
    redirect_url: null,
    data: {
      actions: op.payin_method === 'mobile_money' && op.state === 'funding' ? ['select_provider'] : [],
      reference: payIn?.reference ?? null,
      redirect_url: null,
    },
    fee: toDecimal(eur(op.fee + op.margin)),
    total_to_pay: toDecimal(eur(op.total)),
    payable: local,
    receives_at_least: leastView(op),
    fund_by: op.fund_by?.toISOString() ?? null,
    allowed_actions: [
      ...allowedActions('transfer', state, {
        ...facts,
        viewer: 'sender',
        type: op.operation_type as 'direct_transfer',
        balanceCoversRest: balance >= op.total - op.held,
        paysRequest: paysRequest(op),
        isOrdered: isOrderedAtBank(op.payin_method, payIn?.state),
      }),
    ],
    transfer: {
      source_user_id: op.user_id,
      reason: op.reason ?? '',
      amount_without_fee: toDecimal(eur(op.principal)),
      local_amount_without_fee: local.amount,
      local_currency: currency,
      payout_kind: (op.payout_kind ?? 'balance') as PayoutKind,
      destination_user: {
        full_name: op.counterparty,
        email: payee?.email ?? null,
        company: null,
        country_code: country?.dial_code ?? 0,
        phone_number: payee?.phone ?? '',
      },
    },
  }
}

const spokenKinds: Record<string, string> = {
  mobile_money: 'Mobile Money',
  bank_transfer: 'Bank Account',
  mfi: 'Microfinance',
  manual_bank_transfer: 'Bank transfer',
  wallet: 'Wallet',
  delivery: 'Delivery',
  balance: 'Jokko balance',
}

export function recipientView(op: Operation, reference: ReferenceData): Recipient {
  const dialCode = reference.countryByIso(op.receiving_country ?? '')?.dial_code ?? 0
  const phone = op.details.payee?.phone ?? ''
  return {
    withdraw_method_en: spokenKinds[op.payout_kind ?? ''] ?? '',
    withdraw_method: (op.payout_kind ?? 'balance') as PayoutKind,
    receiver_country_code: dialCode,
    receiver_phone_number: phone,
    receiver_email: op.details.payee?.email ?? null,
    country_code: dialCode,
    phone_number: phone,
  }
}

/** The event's name and where it led; the message is the status the customer then sees. */
export function eventView(event: OperationEvent, language: Language) {
  const state = event.to_state as StateOf<'transfer'>
  return {
    id: event.id.toString(),
    type: `transfer.${event.event}`,
    status: state,
    at: event.at.toISOString(),
    details: { message: translate(language, `statuses:status.${customerStatus('transfer', state).status}`) },
  }
}
