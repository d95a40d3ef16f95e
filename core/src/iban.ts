// Bank accounts: IBAN, the RIB of the UEMOA and CEMAC zones, Guinea's bank code and account number, BIC.
// An account is accepted only when every check digit it carries is right: the IBAN's and, inside it,
// the RIB's key catch different slips of the pen.
import { countrySpecs, isValidBIC } from 'ibantools'
import { countryByIso } from './countries.ts'

export type IbanErrorCode =
  | 'iban_empty'
  | 'iban_bare_rib'
  | 'iban_country_missing'
  | 'iban_country_unknown'
  | 'iban_country_without_iban'
  | 'iban_wrong_length'
  | 'iban_wrong_structure'
  | 'iban_wrong_check_digits'
  | 'iban_wrong_national_key'

export type IbanResult =
  | { readonly ok: true; readonly iban: string; readonly country: string }
  | {
      readonly ok: false
      readonly code: IbanErrorCode
      /** Characters that this country's IBAN has, when the length is what is wrong. */
      readonly expectedLength?: number
      /** The IBAN that a complete, correct RIB stands for: an offer, to be confirmed. */
      readonly suggestion?: string
    }

export type Rib = {
  readonly bank: string
  readonly branch: string
  readonly account: string
  readonly key: string
}
export type RibErrorCode =
  | 'rib_country_without_rib'
  | 'rib_wrong_bank'
  | 'rib_wrong_branch'
  | 'rib_wrong_account'
  | 'rib_wrong_key_format'
  | 'rib_wrong_key'
export type RibResult =
  | { readonly ok: true; readonly rib: Rib; readonly iban: string }
  | { readonly ok: false; readonly code: RibErrorCode }

/**
 * ibantools 4.5.4 expects one letter and 23 digits in Côte d'Ivoire, but bank codes there begin `CI`.
 * Overridden here rather than in the library's shared table, so that nothing depends on import order.
 */
const structureOverrides: Readonly<Record<string, RegExp>> = { CI: /^[A-Z][A-Z0-9]\d{22}$/ }

/** Outer marks and every kind of space and separator that people and documents group with. */
const clean = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\p{Z}.\-\u2010-\u2015]/gu, '')
    .toUpperCase()

const remainder97 = (digits: string): number => {
  let remainder = 0
  for (const digit of digits) remainder = (remainder * 10 + (digit.charCodeAt(0) - 48)) % 97
  return remainder
}

/** ISO 13616: A is 10 … Z is 35. */
const expandLetters = (text: string): string =>
  text.replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))

const ibanRemainder = (iban: string): number => remainder97(expandLetters(iban.slice(4) + iban.slice(0, 4)))

/** The French table: A and J are 1, B K S are 2 … I R Z are 9 (S starts the third row at 2). */
const ribDigits = (text: string): string =>
  text.replace(/[A-Z]/g, letter => {
    const index = letter.charCodeAt(0) - 65
    return String(((index >= 18 ? index + 1 : index) % 9) + 1)
  })

const keyOf = (remainder: number): string => String(97 - (remainder % 97)).padStart(2, '0')

/**
 * The key makes the whole number divisible by 97. Accounts of 12 digits are also met with a key from the
 * French weights 89, 15 and 3, which fit accounts of 11: there the two computations are one. Either key
 * proves that the account was copied right.
 */
const hasRightKey = ({ bank, branch, account, key }: Rib): boolean => {
  const whole = remainder97(`${ribDigits(bank + branch + account)}00`)
  const weighted =
    89 * remainder97(ribDigits(bank)) + 15 * remainder97(branch) + 3 * remainder97(ribDigits(account))
  return key === keyOf(whole) || key === keyOf(weighted)
}

/**
 * Guinea-Bissau is of the zone but keeps a shorter layout whose key is not published: its accounts are
 * taken as IBAN only.
 */
const ribAccountLength = (country: string): number | undefined => {
  const zone = countryByIso(country)?.zone
  if (zone === 'uemoa' && country !== 'GW') return 12
  return zone === 'cemac' ? 11 : undefined
}

/** Countries whose IBAN carries the same key around an account of 11 characters, letters allowed. */
const frenchKeyed = new Set(['FR', 'MC'])

const splitRib = (text: string, accountLength: number): Rib => ({
  bank: text.slice(0, 5),
  branch: text.slice(5, 10),
  account: text.slice(10, 10 + accountLength),
  key: text.slice(10 + accountLength),
})

const ibanOfBban = (country: string, bban: string): string =>
  `${country}${String(98 - ibanRemainder(`${country}00${bban}`)).padStart(2, '0')}${bban}`

/** Bank, branch, account and key as printed on a bank's RIB sheet; all four are needed and checked. */
export const parseRib = (country: string, typed: Rib): RibResult => {
  const accountLength = ribAccountLength(country)
  if (accountLength === undefined) return { ok: false, code: 'rib_country_without_rib' }
  const rib: Rib = {
    bank: clean(typed.bank),
    branch: clean(typed.branch),
    account: clean(typed.account),
    key: clean(typed.key),
  }
  const bankPattern = accountLength === 12 ? /^[A-Z][A-Z0-9]\d{3}$/ : /^\d{5}$/
  if (!bankPattern.test(rib.bank)) return { ok: false, code: 'rib_wrong_bank' }
  if (!/^\d{5}$/.test(rib.branch)) return { ok: false, code: 'rib_wrong_branch' }
  if (!/^\d+$/.test(rib.account) || rib.account.length !== accountLength) {
    return { ok: false, code: 'rib_wrong_account' }
  }
  if (!/^\d{2}$/.test(rib.key)) return { ok: false, code: 'rib_wrong_key_format' }
  if (!hasRightKey(rib)) return { ok: false, code: 'rib_wrong_key' }
  return { ok: true, rib, iban: ibanOfBban(country, rib.bank + rib.branch + rib.account + rib.key) }
}

/** The RIB inside an IBAN of the two zones; undefined elsewhere. */
export const ribFromIban = (iban: string): Rib | undefined => {
  const accountLength = ribAccountLength(iban.slice(0, 2))
  return accountLength === undefined ? undefined : splitRib(iban.slice(4), accountLength)
}

/** A RIB typed into an IBAN field: 24 characters that begin with the bank code of a UEMOA country. */
const bareUemoaRib = (text: string): IbanResult | undefined => {
  const country = text.slice(0, 2)
  if (text.length !== 24 || ribAccountLength(country) !== 12) return undefined
  const result = parseRib(country, splitRib(text, 12))
  return result.ok
    ? { ok: false, code: 'iban_bare_rib', suggestion: result.iban }
    : { ok: false, code: 'iban_bare_rib' }
}

const structureOf = (country: string): RegExp | undefined => {
  const pattern = countrySpecs[country]?.bban_regexp
  return (
    structureOverrides[country] ??
    (pattern === undefined || pattern === null ? undefined : new RegExp(pattern))
  )
}

const checkIbanOf = (country: string, iban: string): IbanErrorCode | undefined => {
  const bban = iban.slice(4)
  if (!/^\d{2}$/.test(iban.slice(2, 4)) || structureOf(country)?.test(bban) !== true)
    return 'iban_wrong_structure'
  if (ibanRemainder(iban) !== 1) return 'iban_wrong_check_digits'
  const accountLength = frenchKeyed.has(country) ? 11 : ribAccountLength(country)
  if (accountLength === undefined) return undefined
  return hasRightKey(splitRib(bban, accountLength)) ? undefined : 'iban_wrong_national_key'
}

/** The one stored form is upper case without spaces. */
export const parseIban = (typed: string): IbanResult => {
  const iban = clean(typed)
  if (iban === '') return { ok: false, code: 'iban_empty' }
  const bareRib = bareUemoaRib(iban)
  if (bareRib !== undefined) return bareRib
  if (/^\d{23,24}$/.test(iban)) return { ok: false, code: 'iban_bare_rib' }
  const country = iban.slice(0, 2)
  if (!/^[A-Z]{2}$/.test(country)) return { ok: false, code: 'iban_country_missing' }
  const specification = countrySpecs[country]
  if (specification === undefined) return { ok: false, code: 'iban_country_unknown' }
  const expectedLength = specification.chars
  if (typeof expectedLength !== 'number') return { ok: false, code: 'iban_country_without_iban' }
  if (iban.length !== expectedLength) return { ok: false, code: 'iban_wrong_length', expectedLength }
  const code = checkIbanOf(country, iban)
  return code === undefined ? { ok: true, iban, country } : { ok: false, code }
}

export type BicErrorCode = 'bic_empty' | 'bic_wrong_length' | 'bic_wrong_structure' | 'bic_country_unknown'
export type BicResult =
  | { readonly ok: true; readonly bic: string; readonly country: string }
  | { readonly ok: false; readonly code: BicErrorCode }

export const parseBic = (typed: string): BicResult => {
  const bic = clean(typed)
  if (bic === '') return { ok: false, code: 'bic_empty' }
  if (bic.length !== 8 && bic.length !== 11) return { ok: false, code: 'bic_wrong_length' }
  if (!/^[A-Z]{6}[A-Z0-9]+$/.test(bic)) return { ok: false, code: 'bic_wrong_structure' }
  const country = bic.slice(4, 6)
  return isValidBIC(bic) ? { ok: true, bic, country } : { ok: false, code: 'bic_country_unknown' }
}

/**
 * A bank may hold accounts of one country under the BIC of another (Monaco's use French ones), so a
 * difference is something to confirm, never a refusal.
 */
export const bicMatchesIban = (bic: string, iban: string): boolean => bic.slice(4, 6) === iban.slice(0, 2)

export type LocalAccount = { readonly bankCode: string; readonly account: string }
export type LocalAccountResult =
  | ({ readonly ok: true } & LocalAccount)
  | { readonly ok: false; readonly code: 'bank_code_wrong' | 'account_number_wrong' }

/** Guinea has neither IBAN nor a RIB key: a bank code and an account number, checked for their form only. */
export const parseGuineaAccount = (typed: LocalAccount): LocalAccountResult => {
  const bankCode = clean(typed.bankCode)
  const account = clean(typed.account)
  if (!/^\d{3,5}$/.test(bankCode)) return { ok: false, code: 'bank_code_wrong' }
  if (!/^\d{6,20}$/.test(account)) return { ok: false, code: 'account_number_wrong' }
  return { ok: true, bankCode, account }
}
