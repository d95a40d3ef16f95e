// Reads JSON of other companies without trusting its shape. Numbers arrive as the text they were written in,
// so that no amount or rate passes through floating point.

export type Json = string | boolean | null | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json }

const keepNumbersAsText = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' ? context?.source : value

const rawJson: (text: string) => unknown = Reflect.get(JSON, 'rawJSON')

/** A whole number that JSON.stringify writes digit by digit, whatever its size. */
export const exactNumber = (value: bigint): unknown => rawJson(String(value))

/** A decimal number that JSON.stringify writes as it stands. */
export const exactDecimal = (text: string): unknown => rawJson(text)

/** Undefined when the text is not JSON. */
export const parseJson = (text: string): Json | undefined => {
  try {
    return JSON.parse(text, keepNumbersAsText)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value behind a path of keys; undefined as soon as one is missing. */
export const valueAt = (value: Json | undefined, ...path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  )

/** Text (or a number's text) behind a path; empty when there is none. */
export const textAt = (value: Json | undefined, ...path: readonly string[]): string => {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : ''
}

export const listAt = (value: Json | undefined, ...path: readonly string[]): readonly Json[] => {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found : []
}
