// Signatures of webhooks: the address, the time and the exact bytes count, and only keys of the one known set.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type TrueLayerWebhooks, trueLayerWebhooks } from './webhook.ts'

const keysUrl = 'https://webhooks.truelayer.com/.well-known/jwks'
const now = new Date('2026-11-27T10:15:30Z')
const minute = 60_000

const pair = () => generateKeyPairSync('ec', { namedCurve: 'secp521r1' })
const theirs = pair()
const other = pair()

const setOf = (...keys: readonly (readonly [kid: string, key: KeyObject])[]) =>
  JSON.stringify({
    keys: keys.map(([kid, key]) => ({ ...key.export({ format: 'jwk' }), kid, alg: 'ES512' })),
  })

let published: string | undefined
let fetches = 0
let webhooks: TrueLayerWebhooks

beforeEach(() => {
  published = setOf(['k1', theirs.publicKey])
  fetches = 0
  webhooks = trueLayerWebhooks({
    webhookKeysUrl: keysUrl,
    fetchKeySet: async () => {
      fetches += 1
      return published
    },
  })
})

const b64 = (text: string) => Buffer.from(text).toString('base64url')

type Signing = {
  key?: KeyObject
  kid?: string
  jku?: string | undefined
  timestamp?: string
  path?: string
  headers?: string
  alg?: string
}

const signature = (body: string, signing: Signing = {}) => {
  const { key = theirs.privateKey, kid = 'k1', path = '/api/v1/webhooks/truelayer', alg = 'ES512' } = signing
  const { timestamp = now.toISOString(), headers = 'X-TL-Webhook-Timestamp' } = signing
  const jku = 'jku' in signing ? signing.jku : keysUrl
  const header = b64(JSON.stringify({ alg, kid, tl_version: '2', tl_headers: headers, jku }))
  const signed = headers === '' ? '' : `${headers}: ${timestamp}\n`
  const payload = b64(`POST ${path}\n${signed}${body}`)
  const made = sign('sha512', Buffer.from(`${header}.${payload}`), { key, dsaEncoding: 'ieee-p1363' })
  return `${header}..${made.toString('base64url')}`
}

const receive = (
  body: string | Uint8Array,
  tlSignature: string | undefined,
  { at = now, timestamp = now.toISOString() }: { at?: Date; timestamp?: string | undefined } = {},
) =>
  webhooks.receive({
    rawBody: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    headers: { 'tl-signature': tlSignature, 'x-tl-webhook-timestamp': timestamp },
    url: 'https://jokko.example/api/v1/webhooks/truelayer',
    receivedAt: at,
  })

const settled = JSON.stringify({
  type: 'payment_settled',
  event_id: 'e-1',
  event_version: 1,
  payment_id: 'p-1',
  settled_at: '2026-11-27T10:15:29Z',
  payment_source: { account_holder_name: 'Aïssatou Bâ' },
  metadata: { attempt_id: 'pay_1' },
})

const wrong = { kind: 'refused', reason: 'signature_wrong' }

describe('a signature', () => {
  test('of TrueLayer makes an event', async () => {
    expect(await receive(settled, signature(settled))).toEqual({
      kind: 'event',
      event: {
        provider: 'truelayer',
        eventId: 'e-1',
        type: 'payment_settled',
        subject: 'pay_in',
        objectId: 'p-1',
        reference: 'pay_1',
        createdAt: now.toISOString(),
      },
    })
  })

  test('is over the exact bytes', async () => {
    const signed = signature(settled)
    expect(await receive(settled.replace('pay_1', 'pay_2'), signed)).toEqual(wrong)
    expect(await receive(`${settled} `, signed)).toEqual(wrong)
    expect(await receive(`\uFEFF${settled}`, signed)).toEqual(wrong)
    expect(await receive(Uint8Array.of(0xff, 0xfe), signature('\uFFFD\uFFFD'))).toEqual(wrong)
  })

  test.each([
    ['another key', { key: other.privateKey }],
    ['a key that is not in the set', { kid: 'k2' }],
    ['keys at another address', { jku: 'https://evil.example/.well-known/jwks' }],
    ['keys at an address that only begins like theirs', { jku: `${keysUrl}?x=1` }],
    ['no address of keys', { jku: undefined }],
    ['another path', { path: '/api/v1/webhooks/hub2' }],
    ['no time', { headers: '' }],
    ['another algorithm', { alg: 'none' }],
  ])('with %s is refused', async (_what, signing: Signing) => {
    expect(await receive(settled, signature(settled, signing))).toEqual(wrong)
  })

  test('with keys at another address is refused before anything is fetched', async () => {
    await receive(settled, signature(settled, { jku: 'https://evil.example/' }))
    expect(fetches).toBe(0)
  })

  test.each(['x', 'a..b', '..', `${b64('{}')}..`, `${b64('null')}..x`])('"%s" is none', async text => {
    expect(await receive(settled, text)).toEqual(wrong)
  })

  test('that is missing, or comes without its time, is refused', async () => {
    const missing = { kind: 'refused', reason: 'signature_missing' }
    expect(await receive(settled, undefined)).toEqual(missing)
    expect(await receive(settled, signature(settled), { timestamp: '' })).toEqual(missing)
  })

  test('played again later is stale, from the future is refused, with another time is wrong', async () => {
    const signed = signature(settled)
    const later = new Date(now.getTime() + 6 * minute)
    const earlier = new Date(now.getTime() - minute)
    expect(await receive(settled, signed, { at: later })).toEqual({ kind: 'refused', reason: 'stale' })
    expect(await receive(settled, signed, { at: earlier })).toEqual({ kind: 'refused', reason: 'future' })
    expect(await receive(settled, signed, { at: later, timestamp: later.toISOString() })).toEqual(wrong)
  })

  test('over a time that is none is unreadable', async () => {
    const answer = await receive(settled, signature(settled, { timestamp: 'soon' }), { timestamp: 'soon' })
    expect(answer).toEqual({ kind: 'refused', reason: 'unreadable' })
  })
})

describe('keys', () => {
  const at = (ms: number) => {
    const moment = new Date(now.getTime() + ms)
    const timestamp = moment.toISOString()
    return {
      at: moment,
      timestamp,
      sign: (signing: Signing = {}) => signature(settled, { timestamp, ...signing }),
    }
  }

  test('are fetched once and kept for an hour', async () => {
    await Promise.all([receive(settled, signature(settled)), receive(settled, signature(settled))])
    const soon = at(59 * minute)
    expect((await receive(settled, soon.sign(), soon)).kind).toBe('event')
    expect(fetches).toBe(1)
    const late = at(61 * minute)
    expect((await receive(settled, late.sign(), late)).kind).toBe('event')
    expect(fetches).toBe(2)
  })

  test('that are new are found, and looked for once a minute at most', async () => {
    await receive(settled, signature(settled))
    published = setOf(['k1', theirs.publicKey], ['k2', other.publicKey])
    const changed = { kid: 'k2', key: other.privateKey }
    expect(await receive(settled, signature(settled, changed))).toEqual(wrong)
    expect(fetches).toBe(1)
    const later = at(2 * minute)
    expect((await receive(settled, later.sign(changed), later)).kind).toBe('event')
    expect(fetches).toBe(2)
  })

  test.each([undefined, 'not json', '{"keys":[]}', '{}'])(
    'as %s are not at hand: sent again later',
    async text => {
      published = text
      expect(await receive(settled, signature(settled))).toEqual({
        kind: 'refused',
        reason: 'keys_unavailable',
      })
    },
  )

  test('that are known are not lost while the set cannot be fetched', async () => {
    await receive(settled, signature(settled))
    published = undefined
    const later = at(2 * minute)
    expect(await receive(settled, later.sign({ kid: 'k9' }), later)).toEqual(wrong)
    expect((await receive(settled, later.sign(), later)).kind).toBe('event')
  })
})

describe('what an event says', () => {
  const read = (event: object) => {
    const body = JSON.stringify({ event_id: 'e-1', ...event })
    return receive(body, signature(body))
  }

  test.each(['payment_executed', 'payment_settled', 'payment_failed', 'payment_creditable'])(
    '%s',
    async type => {
      expect(await read({ type, payment_id: 'p-1' })).toMatchObject({
        event: { type, subject: 'pay_in', objectId: 'p-1', reference: '' },
      })
    },
  )

  test.each(['refund_executed', 'refund_failed'])('%s', async type => {
    const event = { type, payment_id: 'p-1', refund_id: 'r-1', metadata: { refund_id: 'rfd_1' } }
    expect(await read(event)).toMatchObject({
      event: { subject: 'refund', objectId: 'r-1', reference: 'rfd_1' },
    })
  })

  test('others are kept as other, not refused', async () => {
    expect(await read({ type: 'payout_executed', payout_id: 'x' })).toMatchObject({
      event: { subject: 'other', objectId: '' },
    })
  })

  test.each(['', 'x', '[]', '{"event_id":"e"}', '{"type":"payment_settled"}'])(
    '"%s" is unreadable',
    async body => {
      expect(await receive(body, signature(body))).toEqual({ kind: 'refused', reason: 'unreadable' })
    },
  )
})
