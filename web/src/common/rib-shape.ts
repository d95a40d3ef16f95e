// The outer shape of account numbers by country, for the fields: whether a RIB exists, and how long things are.

import { countryByIso } from '@jokko/core/countries'
import { parseIban, parseRib } from '@jokko/core/iban'

const empty = { bank: '', branch: '', account: '', key: '' }

/** Core knows which countries have one; an empty RIB is refused for another reason there. */
export function hasRib(country: string): boolean {
  const result = parseRib(country, empty)
  return !result.ok && result.code !== 'rib_country_without_rib'
}

/** Digits of the account number in a RIB. */
export function accountDigits(country: string): number | undefined {
  if (!hasRib(country)) return undefined
  return countryByIso(country)?.zone === 'uemoa' ? 12 : 11
}

/** Characters of an IBAN of this country; undefined where there is none. */
export function ibanLength(country: string): number | undefined {
  const result = parseIban(`${country}00`)
  return !result.ok && result.code === 'iban_wrong_length' ? result.expectedLength : undefined
}
