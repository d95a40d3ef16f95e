// The operators whose money we can collect in a country, and those whose payers make a code before they are asked.
import type { ReferenceData } from '../reference/data.ts'

export type OperatorChoice = {
  code: string
  name: string
  codeFirst: boolean
  /** What the payer dials to get the code. */
  codeHint: string | null
}

/** Orange Money in Côte d'Ivoire: the payer makes a code that lives ten minutes (docs.hub2.io, payments). */
const CODE_FIRST: Readonly<Record<string, string>> = { orange_ci: '#144*82#' }

export function operatorsOf(reference: ReferenceData, country: string): OperatorChoice[] {
  return reference.operatorsOf(country).flatMap(({ code, name, provider_slug }) => {
    if (provider_slug === null) return []
    return [{ code, name, codeFirst: Object.hasOwn(CODE_FIRST, code), codeHint: CODE_FIRST[code] ?? null }]
  })
}
