// The hand over the world: faults strike as told, two clocks move together, a reset forgets, pages show.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hub2Signature } from '../hub2/signature.ts'
import type { Sandbox } from '../sandbox.ts'
import {
  advance,
  ask,
  listenForWebhooks,
  startForgetfulSandbox,
  tell,
  type WebhookListener,
} from '../testing.ts'
import { pseudoRandom } from '../world/faults.ts'

let listener: WebhookListener
let sandbox: Sandbox

beforeEach(async () => {
  listener = await listenForWebhooks()
  sandbox = await startForgetfulSandbox({ jokkoUrl: listener.url })
})
afterEach(async () => {
  await sandbox.close()
  await listener.close()
})

const fault = (body: object) => tell(sandbox, '/control/faults', body)

const transfer = (reference: string) =>
  ask(sandbox, '/hub2/transfers', {
    method: 'POST',
    headers: {
      apikey: sandbox.settings.hub2ApiKey,
      merchantid: sandbox.settings.hub2MerchantId,
      environment: 'live',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      reference,
      amount: 1_000,
      currency: 'XOF',
      description: '',
      destination: {
        type: 'mobile_money',
        country: 'SN',
        recipientName: 'Awa',
        msisdn: '+221771234567',
        provider: 'wave',
      },
    }),
  })

const received = async () => {
  const { body } = await ask(sandbox, '/control/hub2/ledger')
  return (body as { transfers: { reference: string; status: string }[] }).transfers
}

describe('faults', () => {
  test('down: 503 for as long as told, webhooks held until then', async () => {
    await transfer('a')
    await fault({ provider: 'hub2', fault: 'down', seconds: 60 })
    expect(await transfer('b')).toMatchObject({ status: 503 })
    await advance(sandbox, 30)
    expect(listener.received).toEqual([])
    await advance(sandbox, 31)
    expect(listener.received).toHaveLength(1)
    expect(await transfer('b')).toMatchObject({ status: 201 })
  })

  test('healing by hand sends what was held', async () => {
    await fault({ provider: 'hub2', fault: 'down' })
    await fault({ provider: 'all', fault: 'none' })
    expect(await transfer('a')).toMatchObject({ status: 201 })
  })

  test('timeout: nothing is recorded and the connection is cut', async () => {
    await fault({ provider: 'hub2', fault: 'timeout' })
    await expect(transfer('a')).rejects.toThrow()
    expect(await received()).toEqual([])
  })

  test('lost_answer: recorded, but the answer never arrives', async () => {
    await fault({ provider: 'hub2', fault: 'lost_answer' })
    await expect(transfer('a')).rejects.toThrow()
    expect(await received()).toMatchObject([{ reference: 'a' }])
  })

  test('slow: the answer comes, later', async () => {
    await fault({ provider: 'hub2', fault: 'slow', delay_seconds: 0.2 })
    const start = performance.now()
    expect(await transfer('a')).toMatchObject({ status: 201 })
    expect(performance.now() - start).toBeGreaterThan(190)
  })

  test('duplicate_webhooks: the same event twice', async () => {
    await fault({ provider: 'hub2', fault: 'duplicate_webhooks' })
    await transfer('a')
    await advance(sandbox, 3)
    expect(listener.received).toHaveLength(2)
    expect(listener.received[0]?.body).toBe(listener.received[1]?.body)
  })

  test('late_webhooks: after the delay', async () => {
    await fault({ provider: 'hub2', fault: 'late_webhooks', delay_seconds: 600 })
    await transfer('a')
    await advance(sandbox, 590)
    expect(listener.received).toEqual([])
    await advance(sandbox, 20)
    expect(listener.received).toHaveLength(1)
  })

  test('out_of_order: all arrive, not as they happened', async () => {
    await fault({ provider: 'hub2', fault: 'out_of_order', seed: 7 })
    const references = Array.from({ length: 12 }, (_, index) => `t${index}`)
    for (const reference of references) await transfer(reference)
    await advance(sandbox, 20)
    const arrived = listener.received.map(({ body }) => JSON.parse(body).data.reference as string)
    expect(new Set(arrived)).toEqual(new Set(references))
    expect(arrived).not.toEqual(references)
  })

  test('many webhooks go out a few at a time', async () => {
    listener.answerAfterMs = 20
    for (let index = 0; index < 30; index += 1) await transfer(`t${index}`)
    await advance(sandbox, 3)
    expect(listener.received).toHaveLength(30)
    expect(listener.mostAtOnce).toBeGreaterThan(1)
    expect(listener.mostAtOnce).toBeLessThanOrEqual(8)
  })

  test('bad_signature: not with the secret, until healed', async () => {
    await fault({ provider: 'hub2', fault: 'bad_signature' })
    listener.answer = 401
    await transfer('a')
    await advance(sandbox, 2)
    await fault({ provider: 'hub2', fault: 'none' })
    listener.answer = 200
    await advance(sandbox, 2)
    const proofs = listener.received.map(
      ({ body, headers }) =>
        headers['hub2-signature'] === hub2Signature(body, sandbox.settings.hub2WebhookSecret),
    )
    expect(proofs[0]).toBe(false)
    expect(proofs.at(-1)).toBe(true)
  })

  test('a rate strikes some, the same ones for the same seed', async () => {
    const outcomes = async () => {
      await fault({ provider: 'rates', fault: 'none' })
      await fault({ provider: 'rates', fault: 'down', rate: 0.5, seed: 42 })
      const answers: number[] = []
      for (let index = 0; index < 20; index += 1)
        answers.push((await ask(sandbox, '/rates/api/latest.json?app_id=dev-rates-app')).status)
      return answers
    }
    const first = await outcomes()
    expect(new Set(first)).toEqual(new Set([200, 503]))
    expect(await outcomes()).toEqual(first)
  })

  test('faults of one company add up and are listed', async () => {
    await fault({ provider: 'hub2', fault: 'slow' })
    const { body } = await fault({ provider: 'hub2', fault: 'duplicate_webhooks', rate: 0.1, seconds: 5 })
    expect(body).toMatchObject([
      { provider: 'hub2', fault: 'slow', delay_seconds: 2, until: null },
      { provider: 'hub2', fault: 'duplicate_webhooks', rate: 0.1, until: expect.any(String) },
    ])
  })

  test.each([
    { provider: 'nobody', fault: 'down' },
    { provider: 'hub2', fault: 'tired' },
    { provider: 'hub2', fault: 'down', rate: 2 },
  ])('400 for %o', async body => {
    expect(await fault(body)).toMatchObject({ status: 400 })
  })

  test('the seeded numbers are spread over 0 to 1', () => {
    const numbers = Array.from({ length: 1_000 }, (_, index) => pseudoRandom(3, index))
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThan(1)
    expect(numbers.filter(number => number < 0.3).length).toBeGreaterThan(250)
  })
})

describe('rates', () => {
  const latest = (query: string) => ask(sandbox, `/rates/api/latest.json?${query}`)

  test('the documented shape, and GNF can be moved', async () => {
    expect(await latest('app_id=dev-rates-app&symbols=EUR,GNF')).toMatchObject({
      status: 200,
      body: { base: 'USD', timestamp: expect.any(Number), rates: { EUR: 0.92, GNF: 8659.362 } },
    })
    await tell(sandbox, '/control/rates', { symbol: 'GNF', rate: 8700.5 })
    expect((await latest('app_id=dev-rates-app')).body).toMatchObject({ rates: { GNF: 8700.5, USD: 1 } })
  })

  test('401 for another app_id, 403 for another base', async () => {
    expect(await latest('app_id=x')).toMatchObject({
      status: 401,
      body: { error: true, message: 'invalid_app_id' },
    })
    expect(await latest('app_id=dev-rates-app&base=EUR')).toMatchObject({ status: 403 })
  })
})

/** A Jokko with a clock and one timer, which refuses wrong tokens. */
async function startOtherWorld(timerAfterMs: number) {
  const steps: string[] = []
  let offset = 0
  const now = () => Date.now() + offset
  const timer = now() + timerAfterMs
  const server = createServer(async (request, response) => {
    if (request.headers['x-control-token'] !== 'dev-control-token') return response.writeHead(401).end()
    if (request.method === 'POST') {
      const chunks = await request.toArray()
      const { advance_to } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      steps.push(advance_to)
      offset += Math.max(0, Date.parse(advance_to) - now())
    }
    const nextDue = timer > now() ? new Date(timer).toISOString() : null
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.end(JSON.stringify({ now: new Date(now()).toISOString(), next_due: nextDue, idle: true }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, steps, timer, now, url: `http://127.0.0.1:${port}` }
}

describe('the clock', () => {
  test('moves alone when nobody else has one, and never back', async () => {
    const before = Date.parse((await clock()).now)
    expect(await advance(sandbox, 3_600)).toMatchObject({ status: 200, body: { jokko: 'absent' } })
    expect(Date.parse((await clock()).now) - before).toBeGreaterThanOrEqual(3_600_000)
    expect(await advance(sandbox, -1)).toMatchObject({ status: 400 })
  })

  const clock = async () =>
    (await ask(sandbox, '/control/clock')).body as { now: string; next_due: string | null }

  test('stops both worlds at each due time of either', async () => {
    const other = await startOtherWorld(3_600_000)
    const world = await startForgetfulSandbox({ jokkoUrl: other.url })
    await tell(world, '/bank/credits', { amount: '1.00' })
    await tell(world, '/bank/end-of-day', {})
    const { body } = await tell(world, '/control/clock', { advance_seconds: 7_200 })
    expect(body).toMatchObject({ jokko: 'advanced' })
    expect(other.steps).toContain(new Date(other.timer).toISOString())
    // Read between two readings of the other, so that a slow machine does not count as a difference.
    const before = other.now()
    const ours = Date.parse(((await ask(world, '/control/clock')).body as { now: string }).now)
    expect(ours).toBeGreaterThan(before - 1_000)
    expect(ours).toBeLessThan(other.now() + 1_000)
    await world.close()
    other.server.closeAllConnections()
    other.server.close()
  })

  test('502 when the other clock refuses', async () => {
    const other = await startOtherWorld(0)
    const world = await startForgetfulSandbox({ jokkoUrl: other.url, controlToken: 'wrong' })
    expect(await tell(world, '/control/clock', { advance_seconds: 1 })).toMatchObject({ status: 502 })
    await world.close()
    other.server.close()
  })
})

test('a reset forgets what happened, not the time', async () => {
  await transfer('a')
  await fault({ provider: 'hub2', fault: 'down' })
  await advance(sandbox, 86_400)
  const { body } = await tell(sandbox, '/control/reset', {})
  expect(Date.parse((body as { now: string }).now)).toBeGreaterThan(Date.now() + 80_000_000)
  expect(await received()).toEqual([])
  expect((await ask(sandbox, '/control/faults')).body).toEqual([])
})

describe('pages', () => {
  test.each(['/', '/phones', '/phones/+221771234567', '/mailbox', '/bank', '/hub2', '/rates'])(
    '%s',
    async path => {
      await transfer('a')
      await tell(sandbox, '/bank/credits', { amount: '1.00', payer_name: '<b>Awa</b>' })
      const answer = await fetch(sandbox.url + path)
      const text = await answer.text()
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(text).toContain('Simulated — nothing here is real')
      expect(text).toContain('<html lang="en">')
      expect(text.match(/<h1>/g)).toHaveLength(1)
      expect(text).not.toMatch(/<b>|<script|style=/)
    },
  )

  test('a form goes back to its page', async () => {
    const answer = await ask(sandbox, '/bank/credits', {
      method: 'POST',
      body: new URLSearchParams({ amount: '5.00', reference: 'JK1', spoil: 'as_typed', payer_iban: '' }),
    })
    expect(answer.status).toBe(303)
    expect(await (await fetch(`${sandbox.url}/bank`)).text()).toContain('+5.00')
  })

  test('403 for a form on another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect(await ask(sandbox, '/control/reset', { method: 'POST', headers })).toMatchObject({ status: 403 })
  })
})

describe('the process', () => {
  const start = async (folder: string) => {
    const child = fork(join(import.meta.dirname, '..', 'server.ts'), {
      env: { ...process.env, SANDBOX_PORT: '0', SMTP_PORT: '0', SANDBOX_DATA: folder, JOKKO_URL: '' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const [message] = (await once(child, 'message')) as [{ ready: string }]
    return { child, url: message.ready }
  }

  test.each(['SIGINT', 'SIGTERM', 'disconnect'] as const)('ends on %s and remembers', async how => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
    const first = await start(folder)
    await fetch(`${first.url}/bank/credits`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ amount: '1.00' }),
    })
    if (how === 'disconnect') first.child.disconnect()
    else first.child.kill(how)
    expect(await once(first.child, 'exit')).toEqual([0, null])
    const second = await start(folder)
    expect(await (await fetch(`${second.url}/bank/statements`)).json()).toHaveLength(1)
    second.child.disconnect()
    await once(second.child, 'exit')
    rmSync(folder, { recursive: true })
  })
})
