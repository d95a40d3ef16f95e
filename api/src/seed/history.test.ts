// The demo owner's past: sixty operations of all kinds and states, in clean books, and the same however often it is
// written.
import { statesOf } from '@jokko/core/lifecycles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { historyRoutes } from '../history/routes.ts'
import type { App } from '../http/app-types.ts'
import { newId } from '../http/ids.ts'
import { readBalance } from '../ledger/operations.ts'
import { testApp, testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { signedIn } from '../testing/people.ts'
import { seedHistory } from './history.ts'
import { seed } from './seed.ts'

let database: TestDatabase
let deps: Awaited<ReturnType<typeof testDeps>>
let app: App

beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database)
  deps = await testDeps(database.appUrl)
  app = await testApp(deps, historyRoutes(deps))
})
afterAll(async () => {
  await app.close()
  await deps.close()
  await database.close()
})

async function userOf(email: string): Promise<{ id: string; customerId: string }> {
  const { rows } = await database.owner.query<{ id: string; customerId: string }>(
    `select id, app.customer_of(u) as "customerId" from app.users u where email = $1`,
    [email],
  )
  return rows[0] ?? { id: '', customerId: '' }
}

async function get(email: string, url: string) {
  const headers = await signedIn(deps, (await userOf(email)).id)
  return app.inject({ url: `/api/v1${url}`, headers })
}

const list = async (email: string, query = '') =>
  (await get(email, `/operations?per_page=100${query}`)).json() as {
    total_count: number
    results: {
      id: string
      operation_type: string
      payout_kind: string | null
      operation_direction: string
      allowed_actions: string[]
    }[]
  }

async function operationsOf(where: string): Promise<{ id: string; state: string; kind: string }[]> {
  const { customerId } = await userOf('owner@jokko.example')
  const { rows } = await database.owner.query(
    `select id, state, kind from app.operations o where customer_id = $1 and ${where}`,
    [customerId],
  )
  return rows
}

describe('the seeded history', () => {
  test('sixty operations are listed for the owner', async () => {
    const { total_count, results } = await list('owner@jokko.example')
    expect(total_count).toBe(60)
    expect(results).toHaveLength(60)
    expect(new Set(results.map(({ id }) => id)).size).toBe(60)
  })

  test('every state of a transfer is there, and every kind that a customer can start', async () => {
    const transfers = await operationsOf(`kind = 'transfer'`)
    expect(new Set(transfers.map(({ state }) => state))).toEqual(new Set(statesOf('transfer')))
    expect(transfers.filter(({ state }) => state === 'paid').length).toBeGreaterThan(transfers.length / 2)
    const kinds = new Set((await operationsOf('true')).map(({ kind }) => kind))
    expect(kinds).toEqual(
      new Set(['transfer', 'deposit', 'withdrawal', 'bulk', 'request', 'return', 'reward']),
    )
  })

  test('the books are clean, and the free balance is 5,000.00 EUR', async () => {
    const { rows } = await database.app.query('select invariant, detail from ledger.verify() where not ok')
    expect(rows).toEqual([])
    expect(await readBalance(deps, (await userOf('owner@jokko.example')).customerId)).toBe(500_000n)
  })

  test('every event is in the past, and in the order in which it happened', async () => {
    const { rows } = await database.owner.query(
      `select operation_id from (
         select operation_id, at, lag(at) over (partition by operation_id order by version) as before
         from app.operation_events) e
       where at > app.now() or at < before`,
    )
    expect(rows).toEqual([])
  })

  test('nothing is left for the worker but the times to pay, and a look at the request that was paid', async () => {
    const { rows: jobs } = await database.owner.query('select task_identifier from graphile_worker.jobs')
    expect(jobs).toEqual([{ task_identifier: 'follow_request' }])
    const { rows: timers } = await database.owner.query(
      'select kind, due_at > app.now() as ahead from app.timers order by id',
    )
    expect(timers).toEqual([
      { kind: 'fund_by_passed', ahead: true },
      { kind: 'fund_by_passed', ahead: true },
      { kind: 'fund_by_passed', ahead: true },
    ])
  })

  test('what nothing will ask for again names no time at which it is', async () => {
    const open = await operationsOf(`state in ('waiting', 'unknown')`)
    expect(open).toHaveLength(2)
    for (const { id } of open) {
      const detail = (await get('owner@jokko.example', `/operations/${id}`)).json()
      expect(detail.expected_by).toBeNull()
      const payout = detail.route.find((stop: { key: string }) => stop.key === 'payout')
      expect(payout.note).toMatch(/_untimed$/)
      expect(payout.params).not.toHaveProperty('date')
    }
  })

  test('what belongs together is linked: a return and an excess', async () => {
    const linked = await operationsOf('parent_id is not null')
    expect(linked.map(({ kind }) => kind).sort()).toEqual(['deposit', 'return'])
  })

  test('who received sees it arrive, and never what it cost', async () => {
    const { results } = await list('douala@jokko.example')
    const received = results.filter(({ operation_direction }) => operation_direction === 'Receiving')
    expect(received.length).toBeGreaterThanOrEqual(3)
    const detail = await get('douala@jokko.example', `/operations/${received[0]?.id}`)
    expect(detail.json()).toMatchObject({ fee_in_sender_currency: null })
  })

  test('what comes back is called given back only when it is', async () => {
    const refundOf = async (state: string) => {
      const [operation] = await operationsOf(`kind = 'transfer' and state = '${state}'`)
      return (await get('owner@jokko.example', `/operations/${operation?.id}`)).json().refunded
    }
    expect(await refundOf('returned')).toMatchObject({ done: false })
    expect(await refundOf('refunding')).toMatchObject({ done: false })
    expect(await refundOf('refunded')).toMatchObject({ done: true })
  })

  test('each operation opens', async () => {
    const { results } = await list('owner@jokko.example')
    const answers = await Promise.all(
      results.map(({ id }) => get('owner@jokko.example', `/operations/${id}`)),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })

  test('writing it again changes nothing', async () => {
    const before = await database.owner.query('select count(*) from app.operation_events')
    await seedHistory(deps)
    const after = await database.owner.query('select count(*) from app.operation_events')
    expect(after.rows).toEqual(before.rows)
  })
})

describe('GET /payments/invoices/:id', () => {
  test('200: a PDF to keep, for each kind that was completed', async () => {
    const { results } = await list('owner@jokko.example')
    const done = results.filter(({ allowed_actions }) => allowed_actions.includes('download_receipt'))
    expect(done.length).toBeGreaterThan(25)
    const oneOfEach = new Map(done.map(row => [`${row.operation_type} ${row.payout_kind}`, row.id]))
    expect(oneOfEach.size).toBeGreaterThanOrEqual(6)
    for (const id of oneOfEach.values()) {
      const answer = await get('owner@jokko.example', `/payments/invoices/${id}?language=en`)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('application/pdf')
      expect(answer.headers['content-disposition']).toMatch(
        /^attachment; filename="receipt-[A-Za-z0-9_-]+\.pdf"$/,
      )
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    }
  })

  test('409 receipt_not_ready: while it is under way, and when it failed', async () => {
    for (const { id } of await operationsOf(`state in ('sent', 'short', 'refunded', 'expired')`)) {
      const answer = await get('owner@jokko.example', `/payments/invoices/${id}`)
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ code: 'receipt_not_ready' })
    }
  })

  test('404 not_found: missing, another’s, and only received, with the same answer', async () => {
    const [paid] = await operationsOf(`state = 'paid' and payout_kind = 'balance'`)
    const answers = await Promise.all([
      get('owner@jokko.example', `/payments/invoices/${newId('opn')}`),
      get('restricted@jokko.example', `/payments/invoices/${paid?.id}`),
      get('douala@jokko.example', `/payments/invoices/${paid?.id}`),
    ])
    const told = answers.map(answer => {
      const { request_id: _, ...body } = answer.json()
      return [answer.statusCode, body]
    })
    expect(told[0]?.[0]).toBe(404)
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
  })
})
