// Which screen a mobile-money payment is on, and what must be filled in before it is asked for. No network, no React.
import type { ExecuteMobileMoney, MobileMoney } from '@jokko/contract/pay-in'
import { countryByDialCode } from '@jokko/core/countries'
import { guessOperator } from '@jokko/core/operators'
import type errors from '@jokko/locales/fr/errors.json'
import type { Pace } from '../common/pace.ts'

export const codeLength = 4

/** Every second for a minute, then every five; after five minutes the page stops asking, and the server does not. */
export const mobileMoneyPace: Pace = [
  { untilMs: 60_000, everyMs: 1_000 },
  { untilMs: 300_000, everyMs: 5_000 },
]

export type Screen =
  | 'choose'
  | 'code'
  | 'phone'
  | 'redirect'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'expired'
  | 'cancelled'

export function screenOf({ status, nextAction, lastPaymentFailure }: MobileMoney): Screen {
  switch (status) {
    case 'select_provider':
      return 'choose'
    case 'action_required':
      return nextAction?.type === 'redirection' ? 'redirect' : 'code'
    case 'payment_required':
      return 'phone'
    case 'processing':
      return 'processing'
    case 'successful':
      return 'succeeded'
    case 'failed':
      return lastPaymentFailure?.code === 'expired' ? 'expired' : 'failed'
    case 'cancelled':
      return 'cancelled'
  }
}

const waitingScreens: readonly Screen[] = ['code', 'phone', 'redirect', 'processing']

/** Something may happen without a press on this page. */
export const isWaiting = (screen: Screen): boolean => waitingScreens.includes(screen)

export type Choice = {
  /** Chosen by hand; absent: proposed from the number. */
  readonly provider: string | undefined
  readonly phone: { readonly dialCode: number; readonly national: string }
  readonly code: string
}

export function firstChoice({ phone_number, country_code }: MobileMoney): Choice {
  const prefix = `+${country_code}`
  const national = phone_number?.startsWith(prefix) ? phone_number.slice(prefix.length) : ''
  return { provider: undefined, phone: { dialCode: country_code, national }, code: '' }
}

type Providers = MobileMoney['available_providers']

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The operator chosen by hand, else the only one, else the one that issued the number. */
export function providerOf({ provider, phone }: Choice, providers: Providers): string | undefined {
  if (provider !== undefined) return provider
  const [first, ...others] = Object.keys(providers)
  if (others.length === 0) return first
  const guessed = guessOperator(`+${phone.dialCode}${digitsOf(phone.national)}`)
  return guessed !== undefined && Object.hasOwn(providers, guessed) ? guessed : undefined
}

type ErrorKey = keyof typeof errors
export type ChoiceProblems = {
  readonly provider?: ErrorKey
  readonly phone?: ErrorKey
  readonly code?: ErrorKey
}

type ParsedPhone = { readonly ok: true } | { readonly ok: false; readonly code: ErrorKey }

/** What keeps this choice from being sent; empty when nothing does. */
export function problemsOf(
  choice: Choice,
  providers: Providers,
  parsePhone: (typed: string, dialCode: number) => ParsedPhone,
): ChoiceProblems {
  const chosen = providerOf(choice, providers)
  const phone = parsePhone(choice.phone.national, choice.phone.dialCode)
  const needsCode = chosen !== undefined && providers[chosen]?.code_first === true
  return {
    ...(chosen === undefined && { provider: 'Select_Operator_Error' }),
    ...(!phone.ok && { phone: phone.code }),
    ...(needsCode && choice.code.trim().length < codeLength && { code: 'otp_required' }),
  }
}

export function executeBody(
  reference: string,
  choice: Choice,
  providers: Providers,
): ExecuteMobileMoney | undefined {
  const selected_provider = providerOf(choice, providers)
  if (selected_provider === undefined) return undefined
  return {
    payment_id: reference,
    selected_provider,
    phone_number: choice.phone.national.trim(),
    country_code: choice.phone.dialCode,
    ...(providers[selected_provider]?.code_first && { otp: choice.code.trim() }),
  }
}

/** The one country whose phones this payment asks. */
export const phoneCountries = ({ country_code }: MobileMoney) => [
  { code: countryByDialCode(country_code)?.iso ?? '', country_code },
]

/** The server moved on meanwhile: what it says now is worth more than the refusal. */
export const isOutdated = (code: string): boolean =>
  code === 'payment_already_executed' ||
  code === 'payment_cancelled' ||
  code === 'payment_url_expired' ||
  code === 'illegal_move'
