// Identifiers: a prefix that says what it is, and a UUID in order of time.
import { randomUUID } from 'node:crypto'

export type IdPrefix =
  | 'usr'
  | 'cmp'
  | 'ses'
  | 'ben'
  | 'ctc'
  | 'bac'
  | 'qte'
  | 'opn'
  | 'pat'
  | 'pin'
  | 'evt'
  | 'own'
  | 'cod'
  | 'app'

/** A version 7 UUID: the milliseconds, then 74 random bits out of `randomUUID`, which draws them in advance. */
export function newId(prefix: IdPrefix, at = Date.now()): string {
  const time = at.toString(16).padStart(12, '0')
  return `${prefix}_${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
