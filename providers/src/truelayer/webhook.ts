// Events of TrueLayer: a signature over the address, the time and the bytes as they came, made with a key of the one
// key set that we know. Nothing in them is believed beyond that; the payment is read again before money moves.
import { extractJku, extractKid, verify } from 'truelayer-signing'
import { type Json, listAt, parseJson, textAt } from '../http/json.ts'
import { singleHeader } from '../http/signature.ts'
import type { IncomingWebhook, WebhookAnswer, WebhookEvent } from '../port.ts'
import { ourReference } from './transform.ts'

export type TrueLayerWebhooks = { receive(webhook: IncomingWebhook): Promise<WebhookAnswer> }

export type WebhookKeys = {
  /** The address of TrueLayer's key set. A webhook that names another one is not TrueLayer's. */
  readonly webhookKeysUrl: string
  fetchKeySet(): Promise<string | undefined>
}

const TIMESTAMP = 'x-tl-webhook-timestamp'
const OLDEST_MS = 5 * 60_000
/** Clocks of two companies differ a little. */
const AHEAD_MS = 30_000

export const trueLayerWebhooks = (source: WebhookKeys): TrueLayerWebhooks => {
  const keys = keptKeys(source)
  return { receive: webhook => receive(source.webhookKeysUrl, keys, webhook) }
}

const refused = (reason: Extract<WebhookAnswer, { kind: 'refused' }>['reason']): WebhookAnswer => ({
  kind: 'refused',
  reason,
})

const receive = async (keysUrl: string, keys: KeptKeys, webhook: IncomingWebhook): Promise<WebhookAnswer> => {
  const signature = singleHeader(webhook.headers, 'tl-signature')
  const timestamp = singleHeader(webhook.headers, TIMESTAMP)
  if (signature === undefined || timestamp === undefined) return refused('signature_missing')
  const claimed = claimOf(signature)
  if (claimed?.keysUrl !== keysUrl) return refused('signature_wrong')
  const keySet = await keys.having(claimed.keyId, webhook.receivedAt)
  if (keySet === undefined) return refused('keys_unavailable')
  const body = textOf(webhook.rawBody)
  if (body === undefined || !isSigned({ signature, timestamp, keySet, body, url: webhook.url }))
    return refused('signature_wrong')
  const ageMs = webhook.receivedAt.getTime() - Date.parse(timestamp)
  if (Number.isNaN(ageMs)) return refused('unreadable')
  if (ageMs > OLDEST_MS) return refused('stale')
  if (ageMs < -AHEAD_MS) return refused('future')
  const event = eventOf(parseJson(body), timestamp)
  return event === undefined ? refused('unreadable') : { kind: 'event', event }
}

/** Which key the signature says it was made with; undefined when it is none. */
const claimOf = (signature: string): { keysUrl: string | undefined; keyId: string } | undefined => {
  try {
    return { keysUrl: extractJku(signature), keyId: extractKid(signature) }
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

/** Undefined when the bytes are not UTF-8: then they are not what was signed. */
const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

type Signed = {
  readonly signature: string
  readonly timestamp: string
  readonly keySet: string
  readonly body: string
  readonly url: string
}

type Method = Parameters<typeof verify>[0]['method']

const isSigned = ({ signature, timestamp, keySet, body, url }: Signed): boolean => {
  const { pathname, search } = new URL(url)
  try {
    verify({
      jwks: keySet,
      signature,
      method: 'POST' as Method,
      path: pathname + search,
      headers: { [TIMESTAMP]: timestamp },
      requiredHeaders: [TIMESTAMP],
      body,
    })
    return true
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}

// ── Keys ────────────────────────────────────────────────────────────────────────────────────────────────

type KeptKeys = { having(keyId: string, now: Date): Promise<string | undefined> }
type KeySet = { readonly text: string; readonly ids: ReadonlySet<string>; readonly fetchedAt: number }

const KEYS_LIVE_MS = 60 * 60_000
/** A key that is not in the set may be new; but anybody can name one, so it is not looked for more often than this. */
const LOOK_AGAIN_MS = 60_000

const keptKeys = ({ fetchKeySet }: WebhookKeys): KeptKeys => {
  let kept: KeySet | undefined
  let underWay: Promise<void> | undefined
  const fetchNow = async (now: number): Promise<void> => {
    const text = await fetchKeySet()
    const ids = text === undefined ? [] : keyIds(parseJson(text))
    if (text !== undefined && ids.length > 0) kept = { text, ids: new Set(ids), fetchedAt: now }
  }
  const keptIf = (livesMs: (set: KeySet) => number, now: number): string | undefined =>
    kept && now - kept.fetchedAt < livesMs(kept) ? kept.text : undefined
  return {
    having: async (keyId, receivedAt) => {
      const now = receivedAt.getTime()
      const known = keptIf(({ ids }) => (ids.has(keyId) ? KEYS_LIVE_MS : LOOK_AGAIN_MS), now)
      if (known !== undefined) return known
      underWay ??= fetchNow(now).finally(() => {
        underWay = undefined
      })
      await underWay
      return keptIf(() => KEYS_LIVE_MS, now)
    },
  }
}

const keyIds = (keySet: Json | undefined): readonly string[] =>
  listAt(keySet, 'keys')
    .map(key => textAt(key, 'kid'))
    .filter(id => id !== '')

// ── Events ──────────────────────────────────────────────────────────────────────────────────────────────

const eventOf = (body: Json | undefined, timestamp: string): WebhookEvent | undefined => {
  const eventId = textAt(body, 'event_id')
  const type = textAt(body, 'type')
  if (eventId === '' || type === '') return undefined
  const subject = subjectOf(type)
  const known = { provider: 'truelayer', eventId, type, subject, createdAt: timestamp }
  if (subject === 'other') return { ...known, objectId: '', reference: '' }
  return {
    ...known,
    objectId: textAt(body, subject === 'refund' ? 'refund_id' : 'payment_id'),
    reference: ourReference(body, subject),
  }
}

const paymentEvents: ReadonlySet<string> = new Set([
  'payment_authorized',
  'payment_executed',
  'payment_creditable',
  'payment_settled',
  'payment_settlement_stalled',
  'payment_failed',
])

const subjectOf = (type: string): 'pay_in' | 'refund' | 'other' => {
  if (paymentEvents.has(type)) return 'pay_in'
  return type.startsWith('refund_') ? 'refund' : 'other'
}
