// Everything that is known about an operation, as rows of a list, seen from the sender's or the receiver's side.
import type { Currency } from '@jokko/contract/common'
import type { OperationDetail } from '@jokko/contract/history'
import type { PayinMethod, PayoutKind } from '@jokko/contract/reference'
import type history from '@jokko/locales/fr/history.json'
import { cameBack, isGivenBack } from './operation-notice.ts'

type FactKey = keyof (typeof history)['fact']
type GroupKey = keyof (typeof history)['facts']

export type FactValue =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'amount'; readonly amount: string; readonly currency: Currency; readonly strong?: true }
  | { readonly is: 'rate'; readonly rate: string; readonly currency: Currency }
  | { readonly is: 'date'; readonly iso: string }
  | { readonly is: 'country'; readonly iso: string }
  | { readonly is: 'pay_in'; readonly method: PayinMethod }
  | { readonly is: 'payout'; readonly kind: PayoutKind }
  /** A number of someone else's, hidden until it is asked for. */
  | { readonly is: 'private'; readonly text: string; readonly shape: 'phone' | 'account' }
  | { readonly is: 'copy'; readonly text: string }

export type Fact = { readonly key: FactKey; readonly value: FactValue }
export type FactGroup = { readonly key: GroupKey; readonly facts: readonly Fact[] }

const only = <T, R>(value: T | null | undefined, make: (value: T) => R): R[] =>
  value === null || value === undefined || value === '' ? [] : [make(value)]

const text = (key: FactKey, value: string | null): Fact[] =>
  only(value, content => ({ key, value: { is: 'text', text: content } }))

const date = (key: FactKey, value: string | null): Fact[] =>
  only(value, iso => ({ key, value: { is: 'date', iso } }))

const hidden = (key: FactKey, value: string | null, shape: 'phone' | 'account'): Fact[] =>
  only(value, content => ({ key, value: { is: 'private', text: content, shape } }))

const amount = (key: FactKey, decimal: string | null, currency: Currency | null, strong?: true): Fact[] =>
  decimal === null || currency === null
    ? []
    : [{ key, value: { is: 'amount', amount: decimal, currency, ...(strong && { strong }) } }]

const lineKeys: Readonly<Record<string, FactKey>> = {
  pay_in_fee: 'pay_in_fee',
  payout_fee: 'payout_fee',
  margin: 'margin',
}

function principalKey({ operation_type }: OperationDetail): FactKey {
  if (operation_type === 'deposit') return 'amount_deposited'
  return operation_type === 'withdraw' ? 'amount_withdrawn' : 'amount_sent'
}

const isClosedUnpaid = ({ status, aborted }: OperationDetail): boolean =>
  aborted || status === 'payment_failed' || status === 'deposit_failed'

export const isToBePaid = ({ status, missing, payment_under_way }: OperationDetail): boolean =>
  (!payment_under_way && (status === 'payment_started' || status === 'payment_requested')) || missing !== null

/** Paid, still to be paid, or what would have been paid. */
function totalKey(operation: OperationDetail): FactKey {
  const { refunded, amount: total } = operation
  const isPart = refunded !== null && refunded.to === 'source' && refunded.amount !== total
  if (isClosedUnpaid(operation) || isPart || operation.payment_under_way) return 'total_planned'
  return isToBePaid(operation) ? 'total_to_pay' : 'total'
}

/** And stayed there. */
function hasArrived(operation: OperationDetail): boolean {
  const { status, operation_type } = operation
  if (operation_type === 'pay_out' || cameBack(operation)) return false
  return status === 'transfer_completed' || status === 'withdraw_completed'
}

function refundedKey({ to, done }: NonNullable<OperationDetail['refunded']>): FactKey {
  if (to === 'source') return done ? 'refunded_to_source' : 'refunding_to_source'
  return done ? 'refunded_to_balance' : 'refunding_to_balance'
}

/** Also the same money in the currency in which it arrives, unless that is the euro. */
function arriving(operation: OperationDetail): Fact[] {
  const { receiver_currency: currency, exchange_rate_applied: rate } = operation
  if (currency === null || currency === 'EUR') return []
  const { receives_at_least: least } = operation
  if (least !== null) return amount('at_least', least.amount, least.currency, true)
  if (operation.local_amount === null) return []
  return [
    ...amount(
      hasArrived(operation) ? 'amount_received' : 'amount_planned',
      operation.amount_in_receiver_currency,
      currency,
      true,
    ),
    ...only(rate, (value): Fact => ({ key: 'rate', value: { is: 'rate', rate: value, currency } })),
  ]
}

/** Its owner is paid by the other one: what they asked for, or a reward. */
const comesFromOther = ({ operation_type }: OperationDetail): boolean =>
  operation_type === 'payment_request' || operation_type === 'campaign_referral_reward'

function senderAmounts(operation: OperationDetail): Fact[] {
  if (comesFromOther(operation)) {
    const key = operation.operation_type === 'payment_request' ? 'amount_requested' : 'amount_in_euros'
    return amount(key, operation.amount_without_fee, 'EUR', true)
  }
  const back = only(operation.refunded, refunded =>
    amount(refundedKey(refunded), refunded.amount, 'EUR'),
  ).flat()
  if (isGivenBack(operation)) return back
  return [
    ...amount(principalKey(operation), operation.amount_without_fee, 'EUR'),
    ...operation.lines.flatMap(line => amount(lineKeys[line.kind] ?? 'fee', line.amount, line.currency)),
    ...amount(totalKey(operation), operation.amount, 'EUR', true),
    ...arriving(operation),
    ...amount('received_so_far', operation.received_so_far, 'EUR'),
    ...amount('missing', operation.missing, 'EUR'),
    ...back,
  ]
}

const receiverAmounts = (operation: OperationDetail): Fact[] => [
  ...amount('amount_in_euros', operation.amount_without_fee, 'EUR'),
  ...arriving(operation),
]

/** A number is where the money goes only on a phone or in a wallet; otherwise it is how one reaches the payee. */
const paidNumber = ({ payout_kind, phone_number }: OperationDetail): string | null =>
  payout_kind === 'mobile_money' || payout_kind === 'wallet' ? phone_number : null

function payout(operation: OperationDetail): Fact[] {
  return [
    ...only(operation.payout_kind, (kind): Fact => ({ key: 'payout', value: { is: 'payout', kind } })),
    ...text('operator', operation.operator_name),
    ...text(operation.payout_kind === 'mfi' ? 'institution' : 'bank', operation.bank_name),
    ...hidden('paid_number', paidNumber(operation), 'phone'),
    ...hidden('iban', operation.iban, 'account'),
    ...hidden('account', operation.account_number, 'account'),
  ]
}

function people(operation: OperationDetail): Fact[] {
  const { sender, receiver, logged_in_transactor, operation_type } = operation
  const other = logged_in_transactor === 'sender' ? receiver : sender
  const phone = other.full_phone_number === paidNumber(operation) ? null : other.full_phone_number
  const isOwnMoney = operation_type === 'deposit' || operation_type === 'withdraw'
  const [from, to] = comesFromOther(operation) ? [receiver, sender] : [sender, receiver]
  return [
    ...text('sender', from.full_name),
    ...(isOwnMoney ? [] : text('beneficiary', to.full_name)),
    ...hidden('phone', phone, 'phone'),
    ...only(other.country, (iso): Fact => ({ key: 'country', value: { is: 'country', iso } })),
  ]
}

const payIn = ({ payment_type }: OperationDetail): Fact[] =>
  only(payment_type, (method): Fact => ({ key: 'pay_in', value: { is: 'pay_in', method } }))

/** What the sender has to do until then, where anything is left to be done. */
function due(operation: OperationDetail): Fact[] {
  if (operation.end_date !== null) return []
  if (operation.waits_on_balance !== null) return date('decide_by', operation.fund_by)
  return isToBePaid(operation) ? date('fund_by', operation.fund_by) : []
}

function references(operation: OperationDetail): Fact[] {
  const { reference_number, reason } = operation
  return [
    { key: 'reference', value: { is: 'copy', text: reference_number } },
    ...text('reason', reason),
    ...date('requested', operation.start_date),
    ...due(operation),
    ...(operation.end_date === null ? date('next_check', operation.expected_by) : []),
    ...date('completed', operation.end_date),
  ]
}

export function factsOf(operation: OperationDetail): readonly FactGroup[] {
  const isSender = operation.logged_in_transactor === 'sender'
  const groups: readonly FactGroup[] = [
    { key: 'amounts', facts: isSender ? senderAmounts(operation) : receiverAmounts(operation) },
    {
      key: 'way',
      facts: [
        ...people(operation),
        ...(isSender ? payIn(operation) : []),
        ...payout(operation),
        ...text('failure', isGivenBack(operation) ? null : (operation.failure?.message ?? null)),
      ],
    },
    { key: 'references', facts: references(operation) },
  ]
  return groups.filter(group => group.facts.length > 0)
}
