// Phone numbers: from what a person types to the one stored form (E.164 text), and back to what is shown.
//
// The `min` metadata of libphonenumber-js (30 kB compressed, against 50 for `max`) knows every country's
// lengths and patterns, which is all that is decided here; which operator owns a prefix is in operators.ts.
// No other module of core imports this file, so a screen without a phone field can leave the metadata
// unloaded and fetch it with `import('@jokko/core/phone')`.
import parsePhoneNumberFromString, { PhoneNumber, validatePhoneNumberLength } from 'libphonenumber-js/min'
import { type CountryFacts, countryByDialCode } from './countries.ts'

export type PhoneErrorCode =
  | 'PhoneNumberError'
  | 'invalid_phone_number'
  | 'phone_number_below_min_length'
  | 'phone_number_below_max_length'
  | 'benin_phone_error'

export type Phone = {
  readonly ok: true
  /** The one stored form: `+` and digits. */
  readonly e164: string
  /** National digits as text, with the leading zero where it belongs to the number. */
  readonly national: string
  readonly country: string | undefined
  readonly dialCode: number
}
export type PhoneResult = Phone | { readonly ok: false; readonly code: PhoneErrorCode }

const BENIN = 229
const refuse = (code: PhoneErrorCode): PhoneResult => ({ ok: false, code })

/** Arabic-Indic and Persian digits carry their value in the last four bits of the code point. */
const toAsciiDigit = (digit: string): string => String(digit.charCodeAt(0) & 0xf)

/**
 * Removes what contact apps and documents add unseen (direction marks, every kind of space, byte-order
 * marks) and the punctuation people group digits with. `00` becomes `+`.
 */
export const cleanPhone = (typed: string): string => withoutOrnament(typed).replace(/^00/, '+')

/** Digits alone, as files of thousands have them, are clean. */
const withoutOrnament = (typed: string): string =>
  /^\d+$/.test(typed)
    ? typed
    : typed
        .normalize('NFKC')
        .replace(/[\p{Cf}\p{Cc}\p{Z}().\-/\u2010-\u2015\u2212]/gu, '')
        .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, toAsciiDigit)

/** The country of a number pasted with `+225…` or `00225…`; undefined for a national number. */
export const detectDialCode = (typed: string): number | undefined => {
  const cleaned = cleanPhone(typed)
  if (!/^\+\d{5,}$/.test(cleaned)) return undefined
  const parsed = parsePhoneNumberFromString(cleaned)
  return parsed === undefined ? undefined : Number(parsed.countryCallingCode)
}

/** Benin's plan of 30 November 2024: `01` and eight digits, whatever the library's ranges say. */
const parseBenin = (cleaned: string): PhoneResult => {
  const national = cleaned.replace(/^(\+229|229(?=01\d{8}$))/, '')
  if (!/^01\d{8}$/.test(national)) return refuse('benin_phone_error')
  return { ok: true, e164: `+${BENIN}${national}`, national, country: 'BJ', dialCode: BENIN }
}

const withoutDialCode = (cleaned: string, dialCode: number): string =>
  cleaned.startsWith('+') ? cleaned.slice(1 + String(dialCode).length) : cleaned

/**
 * A whole mobile number, as files of thousands have them: taken as it stands when the plan knows it, at a third of what the
 * library's reading costs, which would come to the same.
 */
const asItStands = (
  cleaned: string,
  dialCode: number,
  country: CountryFacts | undefined,
): Phone | undefined => {
  const national = withoutDialCode(cleaned, dialCode)
  if (country?.mobileLength !== national.length) return undefined
  const number = new PhoneNumber(`+${dialCode}${national}`)
  return number.isValid()
    ? { ok: true, e164: number.number, national, country: country.iso, dialCode }
    : undefined
}

/**
 * Says why a number that the plan does not know was refused. A length that exists only for landlines
 * (Guinea's 8 digits) is told as too short for a mobile.
 */
const lengthError = (
  cleaned: string,
  dialCode: number,
  country: CountryFacts | undefined,
): PhoneErrorCode => {
  const length = validatePhoneNumberLength(cleaned, { defaultCallingCode: String(dialCode) })
  if (length === 'TOO_SHORT') return 'phone_number_below_min_length'
  if (length === 'TOO_LONG') return 'phone_number_below_max_length'
  const digits = withoutDialCode(cleaned, dialCode).length
  const expected = country?.mobileLength
  if (expected === undefined || digits === expected) return 'invalid_phone_number'
  return digits < expected ? 'phone_number_below_min_length' : 'phone_number_below_max_length'
}

/**
 * Reads what was typed with that country chosen. A number pasted with another country's code is refused:
 * the field first asks `detectDialCode` and moves its country picker, so the two never disagree silently.
 */
export const parsePhone = (typed: string, dialCode: number): PhoneResult => {
  const cleaned = cleanPhone(typed)
  if (cleaned === '' || cleaned === '+') return refuse('PhoneNumberError')
  if (!/^\+?\d{1,20}$/.test(cleaned)) return refuse('invalid_phone_number')
  if (cleaned.startsWith('+') && !cleaned.startsWith(`+${dialCode}`)) return refuse('invalid_phone_number')
  if (dialCode === BENIN) return parseBenin(cleaned)
  const facts = countryByDialCode(dialCode)
  const whole = asItStands(cleaned, dialCode, facts)
  if (whole) return whole
  const parsed = parsePhoneNumberFromString(cleaned, { defaultCallingCode: String(dialCode) })
  if (parsed?.countryCallingCode !== String(dialCode) || !parsed.isValid()) {
    return refuse(lengthError(cleaned, dialCode, facts))
  }
  return {
    ok: true,
    e164: parsed.number,
    national: parsed.nationalNumber,
    country: facts?.iso ?? parsed.country,
    dialCode,
  }
}

/**
 * First and last four digits of the national number. A number of eight digits would be shown whole that
 * way, so at least one digit always stays hidden.
 */
export const maskPhone = (e164: string): string => {
  const national: string = parsePhoneNumberFromString(e164)?.nationalNumber ?? e164.replace(/^\+/, '')
  const head = Math.max(0, Math.min(4, national.length - 5))
  return `${national.slice(0, head)}…${national.slice(-4)}`
}

/**
 * `+229 01 97 00 00 01`: what is shown and read aloud; `parsePhone` reads it back to the same number.
 * The library leaves four digits together in Côte d'Ivoire and Congo, where people say them in pairs.
 */
export const formatPhone = (e164: string): string =>
  parsePhoneNumberFromString(e164)
    ?.formatInternational()
    .replace(/ (\d\d)(\d\d)$/, ' $1 $2') ?? e164
