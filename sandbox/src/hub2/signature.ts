// Hub2-Signature: HMAC-SHA256 of the raw body with the current secret, and for a day with the one before it.
import { createHmac } from 'node:crypto'

export function hub2Signature(body: string, secret: string, previousSecret?: string): string {
  const current = `s1=${hmacHex(body, secret)}`
  return previousSecret === undefined ? current : `${current},s0=${hmacHex(body, previousSecret)}`
}

const hmacHex = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('hex')
