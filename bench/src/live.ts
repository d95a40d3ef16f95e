// From a commit to the browser: a thousand sockets on one API process, each with its own customer's channel, and
// operations that open while they listen.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { OperationUpdated } from '@jokko/contract/realtime'
import type { WebSocket } from 'ws'
import { freePort } from '../../scripts/ports.ts'
import { browserOf } from './browsers.ts'
import { type Figure, measured, percentile, say } from './report.ts'
import { ROUNDS } from './rounds.ts'
import { addCustomers, type Customer, openStage, type Stage, untilAnswers } from './stage.ts'

const SOCKETS = 1_000
const COMMITS = 200
/** Milliseconds between two commits. */
const EVERY = 20
const PATIENCE_MS = 10_000

export async function benchLive(): Promise<Figure[]> {
  const stage = await openStage()
  const sockets: WebSocket[] = []
  try {
    const customers = await addCustomers(stage.owner, SOCKETS)
    const port = await freePort()
    stage.program('api/src/server.ts', { PORT: String(port) })
    await untilAnswers(`http://127.0.0.1:${port}/api/v1/live`)
    const heard = new Map<string, number>()
    const hears = ({ operation_id: id }: OperationUpdated) => {
      heard.set(id, heard.get(id) ?? performance.now())
    }
    for (let from = 0; from < customers.length; from += 50) {
      const some = customers.slice(from, from + 50)
      sockets.push(
        ...(await Promise.all(some.map(customer => browserOf(`127.0.0.1:${port}`, customer, hears)))),
      )
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
