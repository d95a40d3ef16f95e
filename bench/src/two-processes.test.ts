// Two API processes and one worker on one database, as they really run, behave as one: sessions, limits, repeated
// commands, and what browsers hear.
import { randomUUID } from 'node:crypto'
import type { OperationUpdated } from '@jokko/contract/realtime'
import type { Payment } from '@jokko/contract/transfer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { browserOf } from './browsers.ts'
import { openTown, type Town } from './faults/town.ts'
import { addCustomers, type Customer } from './stage.ts'

let town: Town
let customers: Customer[]
const sockets: WebSocket[] = []

beforeAll(async () => {
  town = await openTown({ fast: true })
  customers = await addCustomers(town.stage.owner, 3)
})

afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await town.close()
})

const customerOf = (i: number): Customer => customers[i] as Customer
const processOf = (i: number): string => town.apiUrls[i % 2] as string

type Answer = { status: number; body: Payment & { code?: string } }

async function send(
  i: number,
  { token, beneficiaryId }: Customer,
  key: string,
  euros: [string, string],
): Promise<Answer> {
  const [amount, total] = euros
  const answer = await fetch(`${processOf(i)}/api/v1/payments/direct`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-client-key': 'jokko-web',
      'idempotency-key': key,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      cashin_method_id: 2,
      cashout_method_id: 201,
      sending_country_id: 24,
      receiving_country_id: 2,
      amount_without_fees_in_euro: amount,
      total_to_pay: total,
      reason: 'Facture',
      beneficiary_id: beneficiaryId,
    }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setTimeout(resolve, 20))
}

test('201 four times, one transfer: the same command at both, and both tell its whole way', async () => {
  const customer = customerOf(0)
  const heard: OperationUpdated[][] = [[], []]
  for (const [i, list] of heard.entries())
    sockets.push(await browserOf(new URL(processOf(i)).host, customer, update => list.push(update)))
  const key = randomUUID()
  const answers = await Promise.all([0, 1, 2, 3].map(i => send(i, customer, key, ['250.00', '252.75'])))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  await town.outside('/control/clock', { advance_seconds: 60 })
  for (const list of heard) {
    await until(() => list.some(({ state }) => state === 'paid'))
    const versions = list.map(({ version }) => version)
    expect(versions).toEqual([...versions].sort((a, b) => a - b))
  }
})

test('409 limit_exceeded: what a wallet may receive in a month is counted over both', async () => {
  const customer = customerOf(1)
  // 1,311,914 francs each; a wallet may receive ten million.
  const all = Array.from({ length: 12 }, (_, i) => send(i, customer, randomUUID(), ['2000.00', '2022.00']))
  const answers = await Promise.all(all)
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(7).fill(201), ...Array(5).fill(409)])
})

test('401 at both: a session that ended at one has ended', async () => {
  const { token } = customerOf(2)
  const headers = { authorization: `Bearer ${token}`, 'x-client-key': 'jokko-web' }
  const ask = async (i: number) => (await fetch(`${processOf(i)}/api/v1/auth/current`, { headers })).status
  expect([await ask(0), await ask(1)]).toEqual([200, 200])
  await fetch(`${processOf(1)}/api/v1/auth/logout`, { method: 'POST', headers })
  expect([await ask(0), await ask(1)]).toEqual([401, 401])
})
