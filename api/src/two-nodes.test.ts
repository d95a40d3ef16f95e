// Two API processes' worth of everything and one worker on one database behave as one: sessions, limits, repeated
// commands, and what is told to browsers.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { eventNames, type OperationUpdated, userChannel } from '@jokko/contract/realtime'
import type { Payment } from '@jokko/contract/transfer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from './app.ts'
import { createClock } from './clock/clock.ts'
import { connect } from './db/database.ts'
import { listen } from './db/listener.ts'
import type { Deps } from './deps.ts'
import type { App } from './http/app-types.ts'
import { newId } from './http/ids.ts'
import { takeFromLimit } from './http/rate-limit.ts'
import { createLedger } from './ledger/commit.ts'
import { channelAuth } from './realtime/protocol.ts'
import { createRealtime } from './realtime/server.ts'
import { addHuman, signedIn } from './testing/people.ts'
import { startWorld, type World } from './testing/world.ts'

const BALANCE = 2
const ORANGE_CI = 201
const FRANCE = 24
const IVORY_COAST = 2

type Node = { app: App; deps: Deps; close(): Promise<void> }

let world: World
let nodes: [Node, Node]

beforeAll(async () => {
  world = await startWorld()
  nodes = [await startNode(), await startNode()]
})

afterAll(async () => {
  for (const node of nodes) await node.close()
  await world.verify()
  await world.close()
})

/** As server.ts does it. */
async function startNode(): Promise<Node> {
  const { config, log, providers } = world.deps
  const { pool, db, close } = connect(config.databaseUrl, log)
  const listener = await listen(config.databaseUrl, log)
  const clock = await createClock(pool, listener)
  const deps: Deps = { config, pool, db, clock, log, providers, ledger: createLedger({ pool, log }) }
  const realtime = createRealtime(deps, listener)
  const app = await buildApp(deps, realtime)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    deps,
    async close() {
      await realtime.close()
      await app.close()
      await listener.close()
      await close()
    },
  }
}

async function richPerson(): Promise<{
  userId: string
  headers: Record<string, string>
  beneficiaryId: string
}> {
  const userId = await addHuman(world.database.owner)
  const beneficiaryId = newId('ben')
  await world.database.owner.query(
    `insert into app.beneficiaries (id, customer_id, phone_e164, dial_code, country, first_name, last_name, is_individual)
     values ($1, $2, '+2250700000900', 225, 'CI', 'Kouamé', 'Traoré', true)`,
    [beneficiaryId, userId],
  )
  const { rows } = await world.database.owner.query<{ payment_reference: string }>(
    'select payment_reference from app.users where id = $1',
    [userId],
  )
  await world.outside('/bank/credits', { amount: '1000.00', reference: rows[0]?.payment_reference })
  await until(async () => (await balanceOf(userId)) === 100_000n)
  return { userId, headers: await signedIn(world.deps, userId), beneficiaryId }
}

async function balanceOf(customer: string): Promise<bigint> {
  const { rows } = await world.database.owner.query<{ balance: bigint }>(
    'select balance from ledger.accounts where name = $1',
    [`customer:${customer}:EUR`],
  )
  return rows[0]?.balance ?? 0n
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, 20))
}

/** Hears everything that is told to this person's browser at this node. */
async function browserAt(node: Node, userId: string): Promise<OperationUpdated[]> {
  const { port } = node.app.server.address() as AddressInfo
  const { realtime } = node.deps.config
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${realtime.key}?protocol=7`)
  const [hello] = (await once(socket, 'message')) as [Buffer]
  const { socket_id } = JSON.parse(JSON.parse(String(hello)).data) as { socket_id: string }
  const channel = userChannel(userId)
  socket.send(
    JSON.stringify({
      event: 'pusher:subscribe',
      data: { channel, auth: channelAuth(realtime, socket_id, channel) },
    }),
  )
  await once(socket, 'message')
  const heard: OperationUpdated[] = []
  socket.on('message', data => {
    const message = JSON.parse(String(data)) as { event: string; data: string }
    if (message.event === eventNames.operation) heard.push(JSON.parse(message.data) as OperationUpdated)
  })
  return heard
}

test('one command sent to both at once is one transfer, and both tell its whole way to the beneficiary', async () => {
  const { userId, headers, beneficiaryId } = await richPerson()
  const heard = await Promise.all(nodes.map(node => browserAt(node, userId)))
  const key = newId('opn')
  const send = ({ app }: Node) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/payments/direct',
      headers: { ...headers, 'idempotency-key': key },
      payload: {
        cashin_method_id: BALANCE,
        amount_without_fees_in_euro: '250.00',
        total_to_pay: '252.75',
        reason: 'Facture 12',
        sending_country_id: FRANCE,
        receiving_country_id: IVORY_COAST,
        beneficiary_id: beneficiaryId,
        cashout_method_id: ORANGE_CI,
      },
    })
  const answers = await Promise.all([...nodes, ...nodes].map(send))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  const ids = new Set(answers.map(answer => answer.json<Payment>().id))
  expect(ids.size).toBe(1)
  expect(await balanceOf(userId)).toBe(100_000n - 25_275n)
  await world.advance(60)
  const [id] = ids
  for (const told of heard) {
    const ofThis = () => told.filter(({ operation_id }) => operation_id === id)
    await until(async () => ofThis().some(({ state }) => state === 'paid'))
    const versions = ofThis().map(({ version }) => version)
    expect(versions).toEqual([...versions].sort((a, b) => a - b))
  }
})

test('a session opened at one is known at the other, and ends at both', async () => {
  const userId = await addHuman(world.database.owner)
  const headers = await signedIn(nodes[0].deps, userId)
  const ask = ({ app }: Node) => app.inject({ url: '/api/v1/auth/current', headers })
  for (const node of nodes) expect((await ask(node)).statusCode).toBe(200)
  await nodes[1].app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers })
  for (const node of nodes) expect((await ask(node)).statusCode).toBe(401)
})

test('a limit counts what both have served', async () => {
  const limit = { most: 1, seconds: 1_000_000_000 }
  // In tests twenty times as much is allowed.
  for (let i = 0; i < 20; i += 1) await takeFromLimit(nodes[i % 2 === 0 ? 0 : 1].deps, 'two nodes', limit)
  for (const { deps } of nodes) {
    await expect(takeFromLimit(deps, 'two nodes', limit)).rejects.toThrow('too_many_requests')
  }
})

test('the clock that one moves is the clock of both', async () => {
  const moved = new Date(nodes[0].deps.clock.now().getTime() + 3_600_000).toISOString()
  const answer = await nodes[0].app.inject({
    method: 'POST',
    url: '/api/v1/internal/clock',
    headers: { 'x-control-token': world.deps.config.controlToken },
    payload: { advance_to: moved },
  })
  expect(answer.statusCode).toBe(200)
  await until(async () => nodes[1].deps.clock.nowText() >= moved)
})
