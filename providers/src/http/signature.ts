// What signatures of all companies share: an HMAC over exact bytes, a comparison that takes the same time
// wherever the texts differ, and headers that may come as a list.
import { createHmac, timingSafeEqual } from 'node:crypto'

export const hmac = (
  algorithm: 'sha256' | 'sha1',
  secret: string,
  parts: readonly (string | Uint8Array)[],
): Buffer => {
  const mac = createHmac(algorithm, secret)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.byteLength === b.byteLength && timingSafeEqual(a, b)

/** Bytes of a hexadecimal text of any letter case; empty when it is not one. */
export const bytesOfHex = (text: string): Buffer =>
  /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.alloc(0)

/** One header's text; undefined when it is absent, empty or was sent more than once. */
export const singleHeader = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
