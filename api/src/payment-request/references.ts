// The public name of a request and the addresses that lead to it. The name is the request's id in another spelling: as
// hard to guess, and nothing to keep.
import type { Config } from '../config.ts'

const BYTES = 16

export const apprefOf = (id: string): string =>
  Buffer.from(id.slice('opn_'.length).replaceAll('-', ''), 'hex').toString('base64url')

export function idOf(appref: string): string | undefined {
  const bytes = Buffer.from(appref, 'base64url')
  if (bytes.length !== BYTES || bytes.toString('base64url') !== appref) return undefined
  const hex = bytes.toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
  return `opn_${parts.join('-')}`
}

/** What is shared. An app's payers come without an account as often as with one, so they are let in by the entrance. */
export const urlOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, id: string, byApp: boolean): string =>
  byApp ? `${publicUrl}/?appref=${apprefOf(id)}` : `${publicUrl}/payment/${id}`
