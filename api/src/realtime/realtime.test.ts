// Live connections, as the real client and the real server library speak them.
import { on, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { companyChannel, eventNames, userChannel, versionChannel } from '@jokko/contract/realtime'
import pg from 'pg'
import PusherServer from 'pusher'
import pusherModule from 'pusher-js'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Listener, listen } from '../db/listener.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/app-types.ts'
import { testApp, testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { addCompany, addHuman, signedIn } from '../testing/people.ts'
import { openTransfer } from '../testing/transfers.ts'
import { channelAuth } from './protocol.ts'
import { realtimeRoutes } from './routes.ts'
import { createRealtime, type RealtimeLimits } from './server.ts'

// The package's types speak of a default export that its file for Node does not have.
const Pusher = pusherModule as unknown as typeof pusherModule.default
type PusherClient = InstanceType<typeof Pusher>

let database: TestDatabase
let deps: Deps & { close(): Promise<void> }
let app: App
let listener: Listener
const opened: (() => unknown)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  deps = await testDeps(database.appUrl)
  app = await testApp(deps, realtimeRoutes(deps))
  listener = await listen(database.appUrl, deps.log)
})

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

afterAll(async () => {
  await app.close()
  await listener.close()
  await deps.close()
  await database.close()
})

type Node = { port: number; stop(): Promise<void> }

async function startNode(limits: RealtimeLimits = {}, atPort = 0): Promise<Node> {
  const realtime = createRealtime(deps, listener, limits)
  const server = createServer((_, response) => response.writeHead(404).end())
  realtime.attach(server)
  server.listen(atPort, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    await realtime.close()
    server.closeAllConnections()
    if (server.listening) await new Promise(resolve => server.close(resolve))
  }
  opened.push(stop)
  return { port: (server.address() as AddressInfo).port, stop }
}

function pusherTo(
  { port }: Node,
  headers: Record<string, string>,
  key = deps.config.realtime.key,
): PusherClient {
  const pusher = new Pusher(key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName }, done) => {
        authorise(socketId, channelName, headers).then(
          answer =>
            answer.statusCode === 200
              ? done(null, answer.json())
              : done(new Error(String(answer.statusCode)), null),
          error => done(error as Error, null),
        )
      },
    },
  })
  opened.push(() => pusher.disconnect())
  return pusher
}

const authorise = (socketId: string, channel: string, headers: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/broadcasting/auth',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ socket_id: socketId, channel_name: channel }).toString(),
  })

const told = <T>(
  target: { bind(event: string, call: (data: T) => void): unknown },
  event: string,
): Promise<T> => new Promise(resolve => target.bind(event, resolve))

async function subscribed(pusher: PusherClient, channel: string) {
  const subscription = pusher.subscribe(channel)
  await told(subscription, 'pusher:subscription_succeeded')
  return subscription
}

describe('who may hear what', () => {
  test('the signature is the published one, and that of the real server library', () => {
    const keys = { key: 'key', secret: 'secret' }
    const expected = 'f10cb7d43e1a0bc948cccf153551f5d891a310642888c9f9d64f8a70da5551f5'
    expect(channelAuth(keys, '123.456', 'private-user.1')).toBe(`key:${expected}`)
    const library = new PusherServer({ appId: '1', key: 'key', secret: 'secret', host: 'localhost' })
    expect(library.authorizeChannel('9.8', 'private-user.7')).toEqual({
      auth: channelAuth(keys, '9.8', 'private-user.7'),
    })
  })

  test('200 for the own user and the own company, as a form or as JSON; 403 for everyone else’s; 401 without a session', async () => {
    const company = await addCompany(database.owner, { name: 'Teranga' })
    const member = await addHuman(database.owner, { company_id: company })
    const stranger = await addHuman(database.owner)
    const headers = await signedIn(deps, member)
    for (const channel of [userChannel(member), companyChannel(company)])
      expect((await authorise('1.1', channel, headers)).statusCode).toBe(200)
    for (const channel of [userChannel(stranger), companyChannel('cmp_x'), 'private-user.', versionChannel]) {
      const answer = await authorise('1.1', channel, headers)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden'])
    }
    const json = await app.inject({
      method: 'POST',
      url: '/api/v1/broadcasting/auth',
      headers,
      payload: { socket_id: '1.1', channel_name: userChannel(member) },
    })
    expect(json.statusCode).toBe(200)
    const anonymous = await authorise('1.1', userChannel(member), { 'x-client-key': deps.config.clientKey })
    expect(anonymous.statusCode).toBe(401)
    expect((await authorise('no id', userChannel(member), headers)).statusCode).toBe(422)
  })

  test('a signature for another socket or channel opens nothing', async () => {
    const node = await startNode()
    const { socket, hello } = await rawSocket(node)
    const channel = userChannel('usr_1')
    for (const auth of [
      channelAuth(deps.config.realtime, '1.1', channel),
      channelAuth(deps.config.realtime, hello.socket_id, userChannel('usr_2')),
      'x',
      undefined,
    ]) {
      socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...(auth && { auth }) } }))
      expect(await nextMessage(socket)).toMatchObject({
        event: 'pusher:subscription_error',
        channel,
        data: { status: 401 },
      })
    }
  })
})

describe('what is told', () => {
  test('an operation that moves reaches its owner’s browser on any node, with the balance, and nobody else’s', async () => {
    const owner = await addHuman(database.owner)
    const other = await addHuman(database.owner)
    const [first, second] = [await startNode(), await startNode()]
    const headers = await signedIn(deps, owner)
    const heard = await Promise.all(
      [first, second].map(async node => subscribed(pusherTo(node, headers), userChannel(owner))),
    )
    const stranger = await subscribed(pusherTo(first, await signedIn(deps, other)), userChannel(other))
    const strange: unknown[] = []
    stranger.bind_global((...event: unknown[]) => strange.push(event))
    const updates = heard.map(channel => told(channel, eventNames.operation))
    const balances = heard.map(channel => told(channel, eventNames.balance))
    const id = await openTransfer(deps, { customerId: owner, userId: owner, reference: 'JKAAAAAAA2' })
    expect(await Promise.all(updates)).toEqual([
      { operation_id: id, version: 1, state: 'funding', parent_id: null },
      { operation_id: id, version: 1, state: 'funding', parent_id: null },
    ])
    await Promise.all(balances)
    expect(strange).toEqual([])
  })

  test('both sides of a transfer between balances hear of it, a company on its own channel', async () => {
    const sender = await addHuman(database.owner)
    const company = await addCompany(database.owner, { name: 'Baobab' })
    const member = await addHuman(database.owner, { company_id: company })
    const node = await startNode()
    const channel = await subscribed(pusherTo(node, await signedIn(deps, member)), companyChannel(company))
    const update = told(channel, eventNames.operation)
    const id = await openTransfer(deps, {
      customerId: sender,
      userId: sender,
      reference: 'JKAAAAAAA3',
      row: { receiver_customer_id: company, payout_kind: 'balance' },
    })
    expect(await update).toMatchObject({ operation_id: id })
  })

  test('the version of the server, to everyone who asks for it', async () => {
    const node = await startNode()
    const pusher = pusherTo(node, {})
    expect(await told(pusher.subscribe(versionChannel), eventNames.version)).toEqual({
      version: deps.config.version,
    })
  })

  test('after the listening connection was lost, everybody is told to read again, and events come again', async () => {
    const owner = await addHuman(database.owner)
    const node = await startNode()
    const channel = await subscribed(pusherTo(node, await signedIn(deps, owner)), userChannel(owner))
    const resync = told(channel, eventNames.resync)
    await cutListeners()
    await resync
    const update = told(channel, eventNames.operation)
    await openTransfer(deps, { customerId: owner, userId: owner, reference: 'JKAAAAAAA4' })
    await update
  })
})

describe('the protocol and its limits', () => {
  test('ping and pong, and what is not served is refused without ending the connection', async () => {
    const node = await startNode()
    const { socket, hello } = await rawSocket(node)
    expect(hello.activity_timeout).toBe(120)
    socket.send(JSON.stringify({ event: 'pusher:ping', data: {} }))
    expect(await nextMessage(socket)).toEqual({ event: 'pusher:pong', data: '{}' })
    for (const bad of ['not json', '{}', '{"event":"client-x","channel":"private-user.1","data":{}}']) {
      socket.send(bad)
      expect(await nextMessage(socket)).toMatchObject({ event: 'pusher:error', data: { code: 4301 } })
    }
  })

  test('who is silent is asked, and let go with 4201 when there is no answer', async () => {
    const node = await startNode({ activityMs: 20, pongWithinMs: 20, checkMs: 10 })
    const { socket } = await rawSocket(node)
    expect(await nextMessage(socket)).toEqual({ event: 'pusher:ping', data: '{}' })
    expect(await closeCode(socket)).toBe(4201)
  })

  test('4001 for an unknown key, 4007 for another protocol, 4100 when it is full', async () => {
    const node = await startNode({ sockets: 1 })
    const at = (path: string) => new WebSocket(`ws://127.0.0.1:${node.port}${path}`)
    expect(await closeCode(at('/app/other?protocol=7'))).toBe(4001)
    expect(await closeCode(at('/app/jokko?protocol=5'))).toBe(4007)
    await rawSocket(node)
    expect(await closeCode(at('/app/jokko?protocol=7'))).toBe(4100)
  })

  test('404 on any other path', async () => {
    const node = await startNode()
    const [error] = (await once(new WebSocket(`ws://127.0.0.1:${node.port}/elsewhere`), 'error')) as [Error]
    expect(error.message).toContain('404')
  })

  test('a message that is too long ends the connection; at most 20 channels', async () => {
    const node = await startNode()
    const { socket, hello } = await rawSocket(node)
    for (let i = 0; i <= 20; i += 1) {
      const channel = `private-user.${i}`
      const auth = channelAuth(deps.config.realtime, hello.socket_id, channel)
      socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }))
      const expected = i < 20 ? 'pusher_internal:subscription_succeeded' : 'pusher:subscription_error'
      expect(await nextMessage(socket)).toMatchObject({ event: expected, channel })
    }
    socket.send('x'.repeat(20_000))
    expect(await closeCode(socket)).toBe(1009)
  })

  test('the end of the process closes with 4200, and the browser comes back by itself', async () => {
    const node = await startNode()
    const pusher = pusherTo(node, {})
    await told(pusher.connection, 'connected')
    const { socket } = await rawSocket(node)
    const code = closeCode(socket)
    const again = told(pusher.connection, 'connected')
    await node.stop()
    expect(await code).toBe(4200)
    await startNode({}, node.port)
    await again
  })
})

/** As a restart of the database would. */
async function cutListeners(): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  const { rowCount } = await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query ilike 'listen%'`,
    [new URL(database.appUrl).pathname.slice(1)],
  )
  await admin.end()
  expect(rowCount).toBe(1)
}

/** From its beginning: messages that come together are no more lost than an end that comes with them. */
const ears = new WeakMap<
  WebSocket,
  { messages: AsyncIterableIterator<[Buffer]>; closed: Promise<[number]> }
>()

type Hello = { socket_id: string; activity_timeout: number }

async function rawSocket({ port }: Node): Promise<{ socket: WebSocket; hello: Hello }> {
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}/app/${deps.config.realtime.key}?protocol=7&client=test`,
  )
  ears.set(socket, {
    messages: on(socket, 'message') as AsyncIterableIterator<[Buffer]>,
    closed: once(socket, 'close') as Promise<[number]>,
  })
  const { event, data } = await nextMessage(socket)
  expect(event).toBe('pusher:connection_established')
  opened.push(() => socket.terminate())
  return { socket, hello: JSON.parse(String(data)) as Hello }
}

async function nextMessage(socket: WebSocket): Promise<{ event: string; channel?: string; data: unknown }> {
  const next = await ears.get(socket)?.messages.next()
  return JSON.parse(String(next?.value[0]))
}

async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = await (ears.get(socket)?.closed ?? (once(socket, 'close') as Promise<[number]>))
  return code
}
