// What answers of Hub2 have in common: its own "not found", and its lists.
import { type Json, listAt, valueAt } from '../http/json.ts'
import type { Hub2Result } from './client.ts'

export type Hub2Error = Extract<Hub2Result, { kind: 'error' }>

export const isNotFound = ({ status, code }: Hub2Error): boolean =>
  status === 404 && code.endsWith('not_found')

/** A bare list or a page around one. */
export const itemsIn = (body: Json | undefined): readonly Json[] | undefined => {
  if (Array.isArray(body)) return body
  return Array.isArray(valueAt(body, 'data')) ? listAt(body, 'data') : undefined
}
