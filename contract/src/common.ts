// What every area of the wire shares: identifiers, amounts, dates, languages and pages.
import type { ErrorCode } from '@jokko/core/errors'
import { isVisibleText } from '@jokko/core/visible-text'
import * as z from 'zod/mini'

export const API_BASE = '/api/v1'

export const languages = ['fr', 'en', 'es'] as const
export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>

export const Currency = z.enum(['EUR', 'XOF', 'XAF', 'GNF'])
export type Currency = z.infer<typeof Currency>

/** A decimal string with exactly the currency's decimals in answers ("250.00", "163990"). */
export const Amount = z.string().check(z.regex(/^-?\d{1,15}(\.\d{1,2})?$/))

/**
 * An amount in a request: a decimal string, or a JSON number where that number is exact.
 * The server parses it strictly for its currency; anything else is a field error.
 */
export const AmountInput = z.union([z.string().check(z.maxLength(32)), z.number()])

/** ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime()

export const Id = z.string().check(z.regex(/^[a-z]{3}_[0-9a-f-]{36}$/))

/** An E.164 country calling code, for instance 225. */
export const DialCode = z.number().check(z.int(), z.gte(1), z.lte(999))

/** National part of a phone number: always text, so that a leading zero survives. */
export const PhoneText = z.string().check(z.minLength(1), z.maxLength(40))

export const CountryCode = z.string().check(z.regex(/^[A-Z]{2}$/))

/** What one person types and another reads: composed, and nothing in it hidden. */
const visibleText = (longest: number, whenMissing?: ErrorCode, whenTooLong?: ErrorCode) =>
  z
    .string(whenMissing)
    .check(
      z.trim(),
      z.normalize('NFC'),
      z.minLength(1, whenMissing),
      z.maxLength(longest, whenTooLong),
      nothingHidden(),
    )
/** The same where it may be left empty. */
export const optionalText = (longest: number) =>
  z.string().check(z.trim(), z.normalize('NFC'), z.maxLength(longest), nothingHidden())

const nothingHidden = () =>
  z.refine<string>(text => text === '' || isVisibleText(text), 'hidden_characters' satisfies ErrorCode)

export const PersonName = visibleText(80)
export const Reason = visibleText(140, 'reasonError', 'reason_too_long')

export const Page = z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000))
export const PerPage = z.coerce.number().check(z.int(), z.gte(1), z.lte(100))

/** RFC 9457 body of every refusal; `code` is a key of the error catalogue, `message` is in the caller's language. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
  // The same in each language, for a screen whose reader chooses another one while a refusal stands there.
  message_fr: z.string(),
  message_en: z.string(),
  message_es: z.string(),
  errors_fr: z.record(z.string(), z.array(z.string())),
  errors_en: z.record(z.string(), z.array(z.string())),
  errors_es: z.record(z.string(), z.array(z.string())),
  request_id: z.string(),
})
export type Problem = z.infer<typeof Problem>

export const Message = z.object({ message: z.string() })
