// A pay-in as its screens see it.
import type { Language } from '@jokko/contract/common'
import type { OperationType } from '@jokko/contract/history'
import type { MobileMoney, ReturnedPayment } from '@jokko/contract/pay-in'
import type { PayinMethod, PayoutKind } from '@jokko/contract/reference'
import { type Currency, money, toDecimal } from '@jokko/core/money'
import { maskPhone } from '@jokko/core/phone'
import { type PayInFailureCode, payInFailures } from '@jokko/providers/failures'
import type { Operation, PayIn } from '../db/schema.ts'
import { translate } from '../http/texts.ts'
import type { OperatorChoice } from './operators.ts'

const amountText = ({ amount, currency }: PayIn): string => toDecimal(money(amount, currency as Currency))

/** Of money that came: any other reason would say that nothing was taken. */
const SAYS_WHERE_IT_GOES: readonly (string | null)[] = ['other_amount', 'not_account_holder']

type Ended = Pick<PayIn, 'failure' | 'state' | 'outcome'>

export function failureOf({ failure, state, outcome }: Ended, language: Language) {
  const code = failure ?? (state === 'expired' ? 'expired' : null)
  // Another amount may have been enough.
  if (outcome === 'funded') return null
  if (outcome !== null && !SAYS_WHERE_IT_GOES.includes(code)) {
    const text = outcome === 'refunded' ? 'late' : 'late_on_balance'
    return { code: 'unknown_reason', message: translate(language, `statuses:unused_money.${text}`) } as const
  }
  if (code === null) return null
  const known: PayInFailureCode = Object.hasOwn(payInFailures, code)
    ? (code as PayInFailureCode)
    : 'unknown_reason'
  // The bank was asked before anything was paid, so nothing has to go back.
  const isUntaken = known === 'not_account_holder' && outcome === null
  const text = isUntaken ? 'not_account_holder_untaken' : known
  return { code: known, message: translate(language, `statuses:payin_failure.${text}`) }
}

type MobileMoneyFacts = {
  op: Operation
  payIn: PayIn
  reference: string
  operators: readonly OperatorChoice[]
  phone: string | null
  dialCode: number
  language: Language
}

export function mobileMoneyView(facts: MobileMoneyFacts): MobileMoney {
  const { op, payIn, reference, operators, phone, dialCode, language } = facts
  return {
    payment_id: op.id,
    operation_type: op.operation_type as OperationType,
    request_id: op.details.request_id ?? null,
    reference,
    status: mobileMoneyStatus(payIn),
    amount: amountText(payIn),
    currency: payIn.currency,
    phone_number: phone,
    country_code: dialCode,
    available_providers: Object.fromEntries(
      operators.map(({ code, name, codeFirst, codeHint }) => [
        code,
        { name, code_first: codeFirst, code_hint: codeHint },
      ]),
    ),
    nextAction: nextActionOf(payIn),
    lastPaymentFailure: failureOf(payIn, language),
  }
}

function mobileMoneyStatus({ state, action, outcome }: PayIn): MobileMoney['status'] {
  switch (state) {
    case 'collected':
      return outcome === 'funded' ? 'successful' : 'failed'
    case 'failed':
    case 'expired':
      return 'failed'
    case 'aborted':
    case 'cancelling':
      return 'cancelled'
    case 'processing':
      return 'processing'
    default:
      if (!action) return 'select_provider'
      return action.kind === 'ussd' ? 'payment_required' : 'action_required'
  }
}

function nextActionOf({ action }: PayIn): MobileMoney['nextAction'] {
  if (!action) return null
  return action.kind === 'redirect'
    ? { type: 'redirection', message: '', url: action.url }
    : { type: action.kind, message: action.message, url: null }
}

const returned: { readonly [S in PayIn['state']]: ReturnedPayment['status'] } = {
  started: 'pending',
  requested: 'pending',
  action_required: 'pending',
  processing: 'pending',
  cancelling: 'pending',
  collected: 'succeeded',
  failed: 'failed',
  aborted: 'cancelled',
  expired: 'expired',
}

export function returnedView(
  op: Operation,
  payIn: PayIn,
  reference: string,
  { read, payer }: { read: Language; payer: Language },
): ReturnedPayment {
  return {
    payment_id: op.id,
    operation_type: op.operation_type as OperationType,
    request_id: op.details.request_id ?? null,
    reference,
    method: payIn.method as PayinMethod,
    status: statusOf(payIn),
    failure: failureOf(payIn, read),
    amount: amountText(payIn),
    currency: payIn.currency,
    connect_url: connectUrlOf(payIn),
    withdraw_method: (op.payout_kind ?? 'balance') as PayoutKind,
    language: payer,
    recipient: recipientOf(op),
  }
}

/** An order that the payer's bank has taken is a success for the payer, though its money is still on the way. */
function statusOf(payIn: PayIn): ReturnedPayment['status'] {
  if (payIn.outcome === 'refunded' || (payIn.outcome === 'deposited' && payIn.state === 'collected'))
    return 'failed'
  if (payIn.method === 'direct_debit' && payIn.state === 'processing') return 'succeeded'
  return returned[payIn.state]
}

/** Where the payer goes on, while the company waits for them. */
export const connectUrlOf = ({ state, action }: PayIn): string | null =>
  action?.kind === 'redirect' && (state === 'started' || state === 'requested' || state === 'action_required')
    ? action.url
    : null

function recipientOf({ details: { payee } }: Operation): string {
  if (payee?.iban) return `…${payee.iban.slice(-4)}`
  if (payee?.account) return `…${payee.account.slice(-4)}`
  return payee?.phone ? maskPhone(payee.phone) : ''
}
