// A request in the making: what was typed, and whether it can be sent. No network, no React.
import type { ErrorCode } from '@jokko/contract/errors'
import type { NewPaymentRequest, PaymentRequest } from '@jokko/contract/payment-request'
import { parseAmountInput } from '@jokko/core/amount-input'
import { isPositive, toDecimal } from '@jokko/core/money'
import type { PhoneValue } from '../common/phone-field.tsx'

export const daysOffered = [1, 7, 30] as const

const DAY_SECONDS = 86_400

export type RequestForm = {
  readonly amount: string
  readonly reason: string
  readonly payer: 'anyone' | 'email' | 'phone'
  readonly email: string
  readonly phone: PhoneValue
  readonly days: number
}

export const emptyForm = (dialCode: number): RequestForm => ({
  amount: '',
  reason: '',
  payer: 'anyone',
  email: '',
  phone: { dialCode, national: '' },
  days: 7,
})

/** The same again; whom it named by number is typed anew. */
export const formLike = (
  request: Pick<PaymentRequest, 'amount' | 'reason' | 'payer'> | undefined,
  dialCode: number,
): RequestForm => {
  const empty = emptyForm(dialCode)
  if (request === undefined) return empty
  const email = request.payer?.email
  return {
    ...empty,
    amount: request.amount,
    reason: request.reason,
    ...(email && { payer: 'email' as const, email }),
  }
}

const textIn = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

/** As it was typed before a refresh, whatever the browser gives back. */
export function formKept(draft: unknown, empty: RequestForm): RequestForm {
  if (typeof draft !== 'object' || draft === null) return empty
  const { amount, reason, payer, email, dialCode, national, days } = draft as Record<string, unknown>
  return {
    amount: textIn(amount, ''),
    reason: textIn(reason, ''),
    payer: payer === 'email' || payer === 'phone' ? payer : 'anyone',
    email: textIn(email, ''),
    phone: {
      dialCode: typeof dialCode === 'number' ? dialCode : empty.phone.dialCode,
      national: textIn(national, ''),
    },
    days: daysOffered.find(offered => offered === days) ?? empty.days,
  }
}

export const draftOf = ({ phone, ...form }: RequestForm) => ({ ...form, ...phone })

export type FormProblems = Partial<Record<'amount' | 'reason' | 'email' | 'phone', ErrorCode>>

const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

export function problemsOf(form: RequestForm): FormProblems {
  const amount = parseAmountInput(form.amount, 'EUR')
  const isMissing = !amount.ok && amount.reason === 'empty'
  return {
    ...(isMissing && { amount: 'the_euro_amount_field_is_required' as const }),
    ...(!amount.ok && !isMissing && { amount: 'amount_invalid' as const }),
    ...(amount.ok && !isPositive(amount.money) && { amount: 'enterEuros' as const }),
    ...(form.reason.trim() === '' && { reason: 'reasonError' as const }),
    ...(form.payer === 'email' && !looksLikeEmail(form.email) && { email: 'email_not_valid' as const }),
    ...(form.payer === 'phone' &&
      form.phone.national.trim() === '' && { phone: 'PhoneNumberError' as const }),
  }
}

export function onWire(form: RequestForm): NewPaymentRequest {
  const amount = parseAmountInput(form.amount, 'EUR')
  const { national, dialCode } = form.phone
  return {
    amount: amount.ok ? toDecimal(amount.money) : form.amount,
    reason: form.reason.trim(),
    expires_in: form.days * DAY_SECONDS,
    ...(form.payer === 'email' && { payer: { email: form.email.trim() } }),
    ...(form.payer === 'phone' && { payer: { phone_number: national, country_code: dialCode } }),
  }
}
