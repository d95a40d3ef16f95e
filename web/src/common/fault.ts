// What is wrong with a field of a form: kept as it is, a code of ours or the server's refusal, and said only when it is
// drawn, so that it follows the reader's language. Who keeps one has the catalogue's texts.
import type { ErrorCode } from '@jokko/contract/errors'
import { errorSentence } from './error-text.ts'
import { fieldProblem, problemText } from './problem-text.ts'

/** `at`: the fields of the request that are this one; the first that the server names is told. */
type Refused = { readonly error: unknown; readonly at: readonly string[] }
export type Fault = ErrorCode | Refused

export function faultText(fault: Fault | undefined): string | undefined {
  if (fault === undefined) return undefined
  if (typeof fault === 'string') return errorSentence(fault)
  const { error, at } = fault
  return at.map(field => fieldProblem(error, field)).find(text => text !== undefined) ?? problemText(error)
}

/** What the server finds wrong at the fields of a form. `wireNames`: what each is called on the wire. */
export function faultsAt<Field extends string>(
  error: unknown,
  wireNames: Readonly<Record<Field, string>>,
): Partial<Record<Field, Fault>> {
  const found: Partial<Record<Field, Fault>> = {}
  for (const field of Object.keys(wireNames) as Field[]) {
    const at = [wireNames[field]]
    if (at.some(name => fieldProblem(error, name) !== undefined)) found[field] = { error, at }
  }
  return found
}
