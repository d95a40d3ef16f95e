// Identifiers in the vendors' styles, never guessable from one another.
import { randomBytes, randomUUID } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** For instance tr_ and 21 letters and digits. */
export function vendorId(prefix: string, length = 21): string {
  const letters = Array.from(randomBytes(length), byte => alphabet[byte % alphabet.length])
  return `${prefix}_${letters.join('')}`
}

export const requestId = () => randomUUID()
export const hexId = (bytes: number) => randomBytes(bytes).toString('hex')
