// From a commit to the browser: a thousand sockets on one API process, each with its own customer's channel, and
// operations that open while they listen.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { eventNames, type OperationUpdated } from '@jokko/contract/realtime'
import { WebSocket } from 'ws'
import { type Figure, measured, percentile, say } from './report.ts'
import { ROUNDS } from './rounds.ts'
import { addCustomers, type Customer, freePort, openStage, type Stage, untilAnswers } from './stage.ts'

const SOCKETS = 1_000
const COMMITS = 200
/** Milliseconds between two commits. */
const EVERY = 20
const PATIENCE_MS = 10_000

/** Called with each operation that a browser hears of. */
type Hears = (operationId: string) => void

export async function benchLive(): Promise<Figure[]> {
  const stage = await openStage()
  const sockets: WebSocket[] = []
  try {
    const customers = await addCustomers(stage.owner, SOCKETS)
    const port = await freePort()
    stage.program('api/src/server.ts', { PORT: String(port) })
    await untilAnswers(`http://127.0.0.1:${port}/api/v1/live`)
    const heard = new Map<string, number>()
    const hears: Hears = id => heard.set(id, heard.get(id) ?? performance.now())
    for (let from = 0; from < customers.length; from += 50) {
      const some = customers.slice(from, from + 50)
      sockets.push(...(await Promise.all(some.map(customer => browserOf(port, customer, hears)))))
    }
    await round(stage, customers, heard)
    const values: number[] = []
    let lost = 0
    for (let i = 1; i <= ROUNDS; i += 1) {
      const result = await round(stage, customers, heard)
      values.push(result.p95)
      lost += result.lost
      say(`live round ${i}: p95 ${result.p95.toFixed(1)} ms, p50 ${result.p50.toFixed(1)} ms`)
    }
    const figure = measured('live', values, { floor: 250, goal: 50 }, { unit: 'ms', sockets: SOCKETS, lost })
    return [{ ...figure, ok: figure.ok && lost === 0 }]
  } finally {
    for (const socket of sockets) socket.terminate()
    await stage.close()
  }
}

/** Times from before the commit is sent to the message at the socket. */
async function round(
  { owner }: Stage,
  customers: readonly Customer[],
  heard: ReadonlyMap<string, number>,
): Promise<{ p50: number; p95: number; lost: number }> {
  const sent = new Map<string, number>()
  for (let i = 0; i < COMMITS; i += 1) {
    const customer = customers[Math.floor(Math.random() * customers.length)] as Customer
    const id = `opn_${randomUUID()}`
    sent.set(id, performance.now())
    await owner.query('select app.commit($1::jsonb)', [JSON.stringify([opened(id, customer)])])
    await pause(EVERY)
  }
  const deadline = performance.now() + PATIENCE_MS
  const missing = () => [...sent.keys()].filter(id => !heard.has(id)).length
  while (missing() > 0 && performance.now() < deadline) await pause(20)
  const delays = [...sent].map(([id, at]) => (heard.get(id) ?? at + PATIENCE_MS) - at)
  return { p50: percentile(delays, 0.5), p95: percentile(delays, 0.95), lost: missing() }
}

/** A transfer that waits for its money: the smallest change that tells a browser something. */
function opened(id: string, { customerId, userId }: Customer) {
  const now = new Date().toISOString()
  return {
    i: 0,
    scope: 'bench',
    key: id,
    body_hash: id,
    received_at: now,
    operation_id: id,
    expect: 0,
    create: {
      book: 'test',
      kind: 'transfer',
      state: 'funding',
      customer_id: customerId,
      user_id: userId,
      customer_status: 'payment_started',
      operation_type: 'direct_transfer',
      principal: 10_000,
      total: 10_150,
      started_at: now,
    },
    events: [{ event: 'opened', from_state: null, to_state: 'funding', actor: userId }],
  }
}

type Message = { event: string; channel?: string; data: string }

/** A browser's connection, subscribed to its customer's channel as the page does it. */
async function browserOf(port: number, customer: Customer, hears: Hears): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/jokko?protocol=7&client=bench&version=1`)
  const channel = `private-company.${customer.customerId}`
  await new Promise<void>((settle, reject) => {
    socket.once('error', reject)
    socket.on('message', text => {
      const { event, data } = JSON.parse(String(text)) as Message
      if (event === eventNames.operation) hears((JSON.parse(data) as OperationUpdated).operation_id)
      else if (event === 'pusher:connection_established') {
        const { socket_id } = JSON.parse(data) as { socket_id: string }
        authorise(port, customer, socket_id, channel).then(
          auth => socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } })),
          reject,
        )
      } else if (event === 'pusher_internal:subscription_succeeded') settle()
      else if (event.endsWith('error')) reject(new Error(String(text)))
    })
  })
  return socket
}

async function authorise(
  port: number,
  customer: Customer,
  socketId: string,
  channel: string,
): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/broadcasting/auth`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${customer.token}`,
      'x-client-key': 'jokko-web',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ socket_id: socketId, channel_name: channel }),
  })
  if (!answer.ok) throw new Error(`${channel} was refused: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { auth: string }).auth
}
