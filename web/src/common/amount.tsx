// The one place that formats money: in the reader's language, always with its currency, never through a float.
import type { Currency } from '@jokko/contract/common'
import { decimalsOf, divide, fromDecimal, money, toDecimal } from '@jokko/core/money'
import { convertBackExact, convertExact, eurCfa } from '@jokko/core/rates'
import { AmountText } from '@jokko/ui/amount-text'
import { useTranslation } from 'react-i18next'
import { useShownCurrency } from '../app/currency.ts'
import { localeOf } from './date.ts'

/** Both CFA francs carry one label; Guinea's franc its own. */
const labels: Record<Currency, string> = { EUR: '€', XOF: 'CFA', XAF: 'CFA', GNF: 'GNF' }

export const currencyLabel = (currency: Currency): string => labels[currency]

const numberFormats = new Map<string, Intl.NumberFormat>()

function numberFormat(language: string, decimals: number): Intl.NumberFormat {
  const key = `${language}:${decimals}`
  const known = numberFormats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(localeOf(language), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  })
  numberFormats.set(key, made)
  return made
}

/** The narrow space that Intl puts between thousands nearly closes in our typefaces. */
export const spaced = (figure: string): string => figure.replaceAll('\u202f', '\u00a0')

/** `1234.56`, EUR → `1 234,56 €`; the text is formatted as it is, digit by digit. */
export function formatAmount(decimal: string, currency: Currency, language: string): string {
  const figure = spaced(
    numberFormat(language, decimalsOf[currency]).format(decimal as Intl.StringNumericLiteral),
  )
  return `${figure}\u00a0${labels[currency]}`
}

/** A rate or a factor as people write it: `655,957`. */
export function formatRate(rate: string, language: string): string {
  const decimals = rate.split('.')[1]?.length ?? 0
  return spaced(numberFormat(language, decimals).format(rate as Intl.StringNumericLiteral))
}

const withSign = (decimal: string, change: (unsigned: string) => string | undefined): string | undefined =>
  decimal.startsWith('-') ? addMinus(change(decimal.slice(1))) : change(decimal)
const addMinus = (text: string | undefined) => (text === undefined ? undefined : `-${text}`)

/** What a euro amount is worth in CFA francs at the legal parity, to the franc: for display only. */
export function eurosInCfa(decimal: string): string | undefined {
  return withSign(decimal, unsigned => {
    const euros = fromDecimal(unsigned, 'EUR')
    if (euros === undefined) return undefined
    const { numerator, denominator } = convertExact(euros, eurCfa, 'XOF')
    return toDecimal(money(divide(numerator, denominator, 'half-up'), 'XOF'))
  })
}

/** What CFA francs are worth in euros, to the cent: for display only. */
export function cfaInEuros(decimal: string): string | undefined {
  return withSign(decimal, unsigned => {
    const francs = fromDecimal(unsigned, 'XOF')
    if (francs === undefined) return undefined
    const { numerator, denominator } = convertBackExact(francs, eurCfa)
    return toDecimal(money(divide(numerator, denominator, 'half-up'), 'EUR'))
  })
}

/** `format('250.00', 'EUR')` in the reader's language. */
export function useAmountFormat(): (decimal: string, currency: Currency) => string {
  const { i18n } = useTranslation()
  return (decimal, currency) => formatAmount(decimal, currency, i18n.language)
}

/** A euro amount as the reader chose to see it: euros first, or CFA first, the other one beside it. */
export function useShownEuros(): (decimal: string) => { main: string; second: string | undefined } {
  const format = useAmountFormat()
  const shown = useShownCurrency()
  return decimal => {
    const euros = format(decimal, 'EUR')
    const francs = eurosInCfa(decimal)
    const cfa = francs === undefined ? undefined : format(francs, 'XOF')
    return shown === 'CFA' && cfa !== undefined ? { main: cfa, second: euros } : { main: euros, second: cfa }
  }
}

type AmountProps = {
  readonly value: string
  readonly currency: Currency
  /** The same money in the other currency, shown beside it. */
  readonly second?: { readonly value: string; readonly currency: Currency } | undefined
  readonly size?: 'display' | 'title' | 'row'
  readonly align?: 'start' | 'end'
}

export function Amount({ value, currency, second, size = 'row', align = 'start' }: AmountProps) {
  const format = useAmountFormat()
  return (
    <AmountText
      main={format(value, currency)}
      second={second === undefined ? undefined : format(second.value, second.currency)}
      size={size}
      align={align}
    />
  )
}
