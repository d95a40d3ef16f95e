// Country names come from the browser, in the reader's language.
import { useTranslation } from 'react-i18next'

const names = new Map<string, Intl.DisplayNames>()

export function countryName(iso: string, language: string): string {
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  names.set(language, known)
  return known.of(iso) ?? iso
}

export function useCountryName(): (iso: string) => string {
  const { i18n } = useTranslation()
  return iso => countryName(iso, i18n.language)
}
