// Identifiers: a prefix that says what it is, and a UUID in order of time.
import { randomBytes } from 'node:crypto'

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

export function newId(prefix: IdPrefix, at = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(at, 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${prefix}_${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
