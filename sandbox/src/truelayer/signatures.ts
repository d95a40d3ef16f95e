// Tl-Signature: checks the client's requests, signs webhooks. A signature covers the method, the path without host,
// the named headers and the exact body. The path of a request is that of the documents (/v3/payments): the prefix
// under which this world serves the API stands for the host. The path of a webhook is all of the address called.
import { createPublicKey, sign } from 'node:crypto'
import { verify } from 'truelayer-signing'
import { devWebhookKeyId, devWebhookPrivateKey } from '../dev-keys.ts'
import { isoTime } from '../world/clock.ts'
import type { OutgoingMessage } from '../world/delivery-queue.ts'
import type { World } from '../world/world.ts'
import { TrueLayerProblem } from './problems.ts'

type PostMethod = Parameters<typeof verify>[0]['method']

export function checkSignature(
  { settings }: World,
  request: { signature: string; path: string; headers: Record<string, string>; body: string },
) {
  try {
    verify({
      ...request,
      publicKeyPem: settings.truelayerClientPublicKey.replaceAll('\\n', '\n'),
      method: 'POST' as PostMethod,
      requiredHeaders: ['Idempotency-Key'],
    })
  } catch (error) {
    if (error instanceof Error)
      throw new TrueLayerProblem(401, 'unauthenticated', 'Invalid request signature.')
    throw error
  }
}

/** The public half of the webhooks' key, as programs read it. */
export function publicKeySet() {
  const key = createPublicKey(devWebhookPrivateKey).export({ format: 'jwk' })
  return { keys: [{ ...key, kid: devWebhookKeyId, alg: 'ES512', use: 'sig' }] }
}

const timestampHeader = 'X-TL-Webhook-Timestamp'

const base64url = (text: string) => Buffer.from(text).toString('base64url')

/** Signed when sent, so that each try carries its own time. The message's `signer` is the address of our keys. */
export function signAsTrueLayer({ clock }: World, message: OutgoingMessage, spoiled: boolean) {
  const timestamp = isoTime(clock.now())
  const header = base64url(
    JSON.stringify({
      alg: 'ES512',
      kid: devWebhookKeyId,
      tl_version: '2',
      tl_headers: timestampHeader,
      jku: message.signer,
    }),
  )
  const { pathname, search } = new URL(message.url)
  const body = spoiled ? `${message.body} ` : message.body
  const payload = base64url(`POST ${pathname}${search}\n${timestampHeader}: ${timestamp}\n${body}`)
  const signature = sign('sha512', Buffer.from(`${header}.${payload}`), {
    key: devWebhookPrivateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return {
    'tl-signature': `${header}..${signature.toString('base64url')}`,
    [timestampHeader.toLowerCase()]: timestamp,
  }
}
