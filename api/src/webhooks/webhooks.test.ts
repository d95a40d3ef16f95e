// The intake of providers' events: signatures over the bytes as they came, each event once, and no money in any of it.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import type { App } from '../http/app-types.ts'
import { createProviders } from '../providers.ts'
import { testApp, testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { jobsNamed, workOff } from '../testing/jobs.ts'
import { webhookRoutes } from './routes.ts'
import { handleWebhook } from './worker.ts'

let database: TestDatabase
let deps: Deps & { close(): Promise<void> }
let app: App

beforeAll(async () => {
  database = await createTestDatabase()
  deps = await testDeps(database.appUrl)
  deps.providers = createProviders(deps.config)
  app = await testApp(deps, webhookRoutes(deps))
})

afterAll(async () => {
  await app.close()
  await deps.close()
  await database.close()
})

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')
const send = (provider: string, payload: string, headers: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: `/api/v1/webhooks/${provider}`,
    // Webhooks stand outside of the client key; the test's app guards everything with it.
    headers: { 'content-type': 'application/json', 'x-client-key': deps.config.clientKey, ...headers },
    payload,
  })

const hub2 = (body: string, secret = deps.config.hub2.webhookSecret) =>
  send('hub2', body, { 'hub2-signature': `s0=${hmac('older', body)},s1=${hmac(secret, body)}` })

const event = (id: string, type: string, reference = 'pat_019ab3c4-0000-7000-8000-000000000001') =>
  JSON.stringify({
    id,
    type,
    createdAt: '2026-03-10T10:00:00Z',
    data: { id: 'tr_1', reference, status: 'x' },
  })

const stored = async (eventId: string) =>
  (
    await database.owner.query('select provider, type, outcome from app.webhook_events where event_id = $1', [
      eventId,
    ])
  ).rows

const work = () => workOff(deps.pool, { handle_webhook: payload => handleWebhook(deps, payload) })

describe('hub2', () => {
  test('IDM-05 200 each time: the same event three times is kept once and asks one question', async () => {
    const body = event('evt-000001', 'transfer.succeeded')
    const answers = [await hub2(body), await hub2(body)]
    await work()
    answers.push(await hub2(body))
    await work()
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await stored('evt-000001')).toEqual([
      { provider: 'hub2', type: 'transfer.succeeded', outcome: 'payout_asked' },
    ])
    const asked = await jobsNamed(database.owner, 'query_payout')
    expect(asked).toEqual([{ attempt_id: 'pat_019ab3c4-0000-7000-8000-000000000001' }])
  })

  test('IDM-06 200: late and disordered events are recorded, and each only asks what is true now', async () => {
    const before = (await jobsNamed(database.owner, 'query_payout')).length
    for (const [id, type] of [
      ['evt-a2', 'transfer.succeeded'],
      ['evt-a1', 'transfer.failed'],
      ['evt-a0', 'transfer.processing'],
    ] as const)
      expect((await hub2(event(id, type))).statusCode).toBe(200)
    await work()
    const asked = (await jobsNamed(database.owner, 'query_payout')).slice(before)
    expect(asked).toHaveLength(3)
    expect(new Set(asked.map(job => JSON.stringify(job))).size).toBe(1)
    expect(await stored('evt-a1')).toEqual([
      { provider: 'hub2', type: 'transfer.failed', outcome: 'payout_asked' },
    ])
  })

  test('401 webhook_signature_invalid: another secret, one byte changed, no signature; nothing is kept', async () => {
    const body = event('evt-bad', 'transfer.succeeded')
    const signature = `s1=${hmac(deps.config.hub2.webhookSecret, body)}`
    const answers = [
      await hub2(body, 'not the secret'),
      await send('hub2', body.replace('tr_1', 'tr_2'), { 'hub2-signature': signature }),
      await send('hub2', body, {}),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
    expect(answers[0]?.json()).toMatchObject({ code: 'webhook_signature_invalid' })
    expect(await stored('evt-bad')).toEqual([])
  })

  test('200: the bytes count, not what they parse to', async () => {
    const body = `{ "id": "evt-bytes",\n "type":"transfer.succeeded", "data":{"id":"tr_9","amount":1.0,"reference":"pat_\\u0031"} }`
    expect((await hub2(body)).statusCode).toBe(200)
    expect(
      (
        await send('hub2', body, {
          'content-type': 'text/plain',
          'hub2-signature': `s1=${hmac(deps.config.hub2.webhookSecret, body)}`,
        })
      ).statusCode,
    ).toBe(200)
    expect(await stored('evt-bytes')).toHaveLength(1)
  })

  test('400 bad_request: signed, but nothing that could be an event', async () => {
    expect((await hub2('[]')).statusCode).toBe(400)
  })

  test('413 payload_too_large: more than any event', async () => {
    const answer = await hub2('x'.repeat(300_000))
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toMatchObject({ code: 'payload_too_large' })
  })
})

test('200: the bank’s word leads to an import, in turn with others; an old word is refused', async () => {
  const body = JSON.stringify({
    id: 'evt-bank-1',
    type: 'statement.created',
    created_at: '2026-11-20T10:00:00Z',
    data: { id: 'S1' },
  })
  const signed = (at: number) => ({
    'bank-signature': `t=${at},v1=${hmac(deps.config.bank.webhookSecret, `${at}.${body}`)}`,
  })
  const now = Math.floor(deps.clock.now().getTime() / 1000)
  expect((await send('bank', body, signed(now - 3_600))).statusCode).toBe(401)
  expect((await send('bank', body, signed(now))).statusCode).toBe(200)
  await work()
  expect(await jobsNamed(database.owner, 'import_statements')).toEqual([{}])
  expect(await stored('evt-bank-1')).toMatchObject([{ outcome: 'statements_asked' }])
})

test('200: a message that was not delivered is remembered as failed', async () => {
  await database.owner.query(
    `insert into app.messages_sent (key, channel, recipient, state, provider_id) values ('m1', 'sms', '+225', 'sent', 'SM1')`,
  )
  const form = new URLSearchParams({ MessageSid: 'SM1', MessageStatus: 'undelivered', To: '+22507000000' })
  const url = new URL('/api/v1/webhooks/twilio', deps.config.publicUrl).href
  const text =
    url +
    [...form]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flat()
      .join('')
  const signature = createHmac('sha1', deps.config.twilio.authToken).update(text).digest('base64')
  const answer = await send('twilio', form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': signature,
  })
  expect(answer.statusCode).toBe(200)
  await work()
  const { rows } = await database.owner.query(`select state from app.messages_sent where key = 'm1'`)
  expect(rows).toEqual([{ state: 'failed' }])
})

test('404 not_found: a company that nobody knows, and one that only an object would', async () => {
  expect((await send('nobody', '{}', {})).statusCode).toBe(404)
  expect((await send('constructor', '{}', {})).statusCode).toBe(404)
})
