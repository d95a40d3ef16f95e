// The public name of a pay-in: what a return page carries. It is signed, so that a page works in another browser and
// after the session ended, and shows nothing to whoever makes one up.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config.ts'

const SIGNATURE_BYTES = 16

function signatureOf({ returnSecret }: Pick<Config, 'returnSecret'>, id: string): Buffer {
  return createHmac('sha256', returnSecret).update(`return:${id}`).digest().subarray(0, SIGNATURE_BYTES)
}

export function returnReference(config: Pick<Config, 'returnSecret'>, payInId: string): string {
  return `${payInId}.${signatureOf(config, payInId).toString('base64url')}`
}

/** The pay-in's id, when the reference is ours. */
export function payInIdIn(config: Pick<Config, 'returnSecret'>, reference: string): string | undefined {
  const [id = '', signature = ''] = reference.split('.')
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== SIGNATURE_BYTES || !timingSafeEqual(given, signatureOf(config, id))) return undefined
  return id
}
