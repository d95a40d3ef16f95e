// What this package's tests share: a world that forgets, a listener for webhooks, and short ways to ask.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Sandbox, startSandbox } from './sandbox.ts'
import type { Settings } from './settings.ts'

export type ReceivedWebhook = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type WebhookListener = {
  readonly url: string
  readonly received: ReceivedWebhook[]
  /** The status that the next webhooks are answered with. */
  answer: number
  answerAfterMs: number
  mostAtOnce: number
  close(): Promise<void>
}

export async function listenForWebhooks(): Promise<WebhookListener> {
  const received: ReceivedWebhook[] = []
  let atOnce = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      if (path.startsWith('/api/v1/internal/clock')) return response.writeHead(404).end()
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      atOnce += 1
      listener.mostAtOnce = Math.max(listener.mostAtOnce, atOnce)
      return setTimeout(() => {
        atOnce -= 1
        response.writeHead(listener.answer).end()
      }, listener.answerAfterMs)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const listener: WebhookListener = {
    url: `http://127.0.0.1:${port}`,
    received,
    answer: 200,
    answerAfterMs: 0,
    mostAtOnce: 0,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return listener
}

export const startForgetfulSandbox = (settings: Partial<Settings> = {}): Promise<Sandbox> =>
  startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:', silenceMs: 50, ...settings })

export type World = { readonly sandbox: Sandbox; readonly listener: WebhookListener }

/** One world for all tests of a file, given to `started` before the first; each test finds it as if new. */
export function shareWorld(started: (world: World) => void): void {
  let world: World
  beforeAll(async () => {
    const listener = await listenForWebhooks()
    world = { listener, sandbox: await startForgetfulSandbox({ jokkoUrl: listener.url }) }
    started(world)
  })
  beforeEach(async () => {
    await tell(world.sandbox, '/control/reset', {})
    world.listener.received.length = 0
    world.listener.answer = 200
  })
  afterAll(async () => {
    await world.sandbox.close()
    await world.listener.close()
  })
}

/** For what arrives by itself: longer than a machine that does other things beside takes. */
export const PATIENT_MS = 20_000

export type Answer = { readonly status: number; readonly body: unknown }

export async function ask(sandbox: Sandbox, path: string, request: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(sandbox.url + path, { redirect: 'manual', ...request })
  const text = await answer.text()
  const isJson = /^application\/(?:problem\+)?json/.test(answer.headers.get('content-type') ?? '')
  return { status: answer.status, body: isJson ? JSON.parse(text) : text }
}

export const tell = (sandbox: Sandbox, path: string, body: object) =>
  ask(sandbox, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

export const advance = (sandbox: Sandbox, seconds: number) =>
  tell(sandbox, '/control/clock', { advance_seconds: seconds })
