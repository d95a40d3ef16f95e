// Identifiers: a prefix that says what it is, and a UUID in order of time.
import { hash, randomUUID } from 'node:crypto'

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

/** Always the same for the same, and of nothing else: a version 8 UUID. */
export function idOf(prefix: IdPrefix, what: readonly string[]): string {
  const digits = hash('sha256', JSON.stringify(what))
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
  ]
  return `${prefix}_${parts.join('-')}-${digits.slice(20, 32)}`
}
