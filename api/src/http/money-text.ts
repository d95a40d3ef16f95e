// Amounts and dates as people read them, in mails, SMS, receipts and server texts.
import type { Language } from '@jokko/contract/common'
import { type Money, toDecimal } from '@jokko/core/money'

const LOCALES: Record<Language, string> = { fr: 'fr-FR', en: 'en-GB', es: 'es-ES' }

/** "1 234,56 €", "655 957 CFA", "1 411 000 GNF": XOF and XAF are both called CFA, Guinea never is. */
export function moneyText(amount: Money, language: Language): string {
  const { currency } = amount
  const decimals = currency === 'EUR' ? 2 : 0
  const digits = new Intl.NumberFormat(LOCALES[language], {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  }).format(toDecimal(amount) as Intl.StringNumericLiteral)
  return `${digits}\u00a0${currency === 'EUR' ? '€' : currency === 'GNF' ? 'GNF' : 'CFA'}`
}

/** A rate as it was applied, with all its decimals: "655,957". */
export function rateText(rate: string, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], {
    maximumFractionDigits: 12,
    useGrouping: 'always',
  }).format(rate as Intl.StringNumericLiteral)
}

export function dayText(at: Date, language: Language, timeZone = 'Europe/Paris'): string {
  const day = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone }).format(at)
  // Which Intl does not know.
  return language === 'fr' ? day.replace(/^1\b/, '1er') : day
}

/** The last whole day on which money may still come: a deadline is the end of its day in UTC, past midnight in Paris. */
export const lastDayText = (deadline: Date, language: Language): string => dayText(deadline, language, 'UTC')

export function clockText(at: Date, language: Language, timeZone = 'Europe/Paris'): string {
  return new Intl.DateTimeFormat(LOCALES[language], { hour: '2-digit', minute: '2-digit', timeZone }).format(
    at,
  )
}

/** Day and time to the second, with its zone: for receipts. */
export function momentText(at: Date, language: Language, timeZone = 'Europe/Paris'): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at)
}
