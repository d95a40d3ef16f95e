// Guarantees of the history: every row exactly once in any order, whole days, counts that agree with the list.
import { readFileSync } from 'node:fs'
import { type OperationsPage, sortKeys } from '@jokko/contract/history'
import { searchText } from '@jokko/core/search'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '../http/app-types.ts'
import { newId } from '../http/ids.ts'
import { testApp, testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { addCompany, addHuman, signedIn } from '../testing/people.ts'
import { historyRoutes } from './routes.ts'

let database: TestDatabase
let deps: Awaited<ReturnType<typeof testDeps>>
let app: App
let customer: string
let user: string
let headers: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  deps = await testDeps(database.appUrl)
  app = await testApp(deps, historyRoutes(deps))
})

beforeEach(async () => {
  customer = await addCompany(database.owner, { name: 'Atelier Ndiaye SARL' })
  user = await addHuman(database.owner, { company_id: customer })
  headers = await signedIn(deps, user)
})

afterAll(async () => {
  await app.close()
  await deps.close()
  await database.close()
})

type Row = {
  start_date: string
  status?: string
  amount?: string
  fullname?: string
  country?: string
  receiver?: string
}

const stateOf: Record<string, string> = {
  transfer_completed: 'paid',
  transfer_failed: 'refunded',
  pending: 'waiting',
}

/** A row as a finished or waiting transfer would have left it. */
async function addOperation({
  start_date,
  status = 'transfer_completed',
  amount = '10.00',
  fullname = 'Awa Testonde',
  country = 'CI',
  receiver,
}: Row): Promise<string> {
  const id = newId('opn')
  const ended = status === 'pending' ? null : start_date
  await database.owner.query(
    `insert into app.operations (id, book, kind, state, version, customer_id, user_id, receiver_customer_id, customer_status,
       operation_type, receiving_country, payin_method, payout_kind, counterparty, principal, total, search, started_at, ended_at, updated_at)
     values ($1, 'test', 'transfer', $2, 1, $3, $4, $5, $6, 'direct_transfer', $7, 'balance', 'mobile_money', $8, $9, $9, $10, $11, $12, $11)`,
    [
      id,
      stateOf[status],
      customer,
      user,
      receiver ?? null,
      status,
      country,
      fullname,
      BigInt(amount.replace('.', '')),
      searchText([fullname]),
      start_date,
      ended,
    ],
  )
  return id
}

async function list(query: Record<string, string>, as = headers): Promise<OperationsPage> {
  const answer = await app.inject({ url: '/api/v1/operations', query, headers: as })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const refusal = async (query: Record<string, string>) => {
  const answer = await app.inject({ url: '/api/v1/operations', query, headers })
  return [answer.statusCode, answer.json().code]
}

describe('HIS-01: rows of one timestamp', () => {
  const orders = sortKeys.flatMap(sort_by =>
    (['asc', 'desc'] as const).map(sort_order => ({ sort_by, sort_order })),
  )

  test.each(orders)(
    'each of 35 exactly once by number and by cursor, sorted by $sort_by $sort_order',
    async order => {
      const ids: string[] = []
      for (let i = 0; i < 35; i += 1) ids.push(await addOperation({ start_date: '2026-02-03T09:00:00Z' }))
      const byNumber: string[] = []
      for (let page = 1; page <= 4; page += 1) {
        byNumber.push(...(await list({ ...order, page: String(page) })).results.map(row => row.id))
      }
      const byCursor: string[] = []
      let next: string | null = ''
      while (next !== null) {
        const page: OperationsPage = await list({ ...order, ...(next && { cursor: next }) })
        byCursor.push(...page.results.map(row => row.id))
        next = page.next_cursor
      }
      expect([...byNumber].sort()).toEqual([...ids].sort())
      expect(byCursor).toEqual(byNumber)
    },
  )
})

describe('HIS-02: an end date means the whole day', () => {
  const cases = JSON.parse(
    readFileSync(new URL('../../fixtures/history/history_end_date.json', import.meta.url), 'utf8'),
  ) as {
    time_zone: string
    filter: { from: string; to: string }
    in: Row[]
    out: Row[]
  }

  test('from 1 to 3 February in Paris: the rows at the edges are in or out as listed', async () => {
    const inside: string[] = []
    for (const row of cases.in) inside.push(await addOperation(row))
    for (const row of cases.out) await addOperation(row)
    const page = await list({ ...cases.filter, time_zone: cases.time_zone })
    expect(page.results.map(row => row.id).sort()).toEqual(inside.sort())
    expect(page.total_count).toBe(2)
  })

  test('from and to the same day is that day', async () => {
    const id = await addOperation({ start_date: '2026-03-29T21:59:59Z' })
    await addOperation({ start_date: '2026-03-29T22:00:00Z' })
    const page = await list({ from: '2026-03-29', to: '2026-03-29', time_zone: 'Europe/Paris' })
    expect(page.results.map(row => row.id)).toEqual([id])
  })

  test('422 date_range_invalid: the end before the beginning', async () => {
    expect(await refusal({ from: '2026-03-02', to: '2026-03-01' })).toEqual([422, 'date_range_invalid'])
  })
})

describe('HIS-06 and HIS-09: counts and searches agree with the list', () => {
  const cases = JSON.parse(
    readFileSync(new URL('../../fixtures/history/history_totals.json', import.meta.url), 'utf8'),
  ) as { rows: Row[] }
  let ids: string[]

  beforeEach(async () => {
    ids = []
    for (const row of cases.rows) ids.push(await addOperation(row))
  })

  test('completed: two, of 50.00 together', async () => {
    const page = await list({ status: 'transfer_completed' })
    expect(page.total_count).toBe(2)
    expect(page.results.map(row => row.amount).sort()).toEqual(['10.00', '40.00'])
  })

  test('all: four, the same number as the list shows', async () => {
    const page = await list({})
    expect([page.total_count, page.results.length]).toEqual([4, 4])
  })

  test.each(['elodie', 'E\u0301LODIE', 'élodie testonde', 'testonde elodie'])(
    '%s finds Élodie only',
    async search => {
      const page = await list({ search })
      expect(page.results.map(row => row.id)).toEqual([ids[3]])
      expect(page.total_count).toBe(1)
    },
  )

  test('a search is text, never a pattern', async () => {
    expect((await list({ search: '%' })).total_count).toBe(0)
    expect((await list({ search: "'; drop table x; --" })).total_count).toBe(0)
  })
})

describe('GET /operations/:id', () => {
  test('names the next look only while there is one to come', async () => {
    const id = await addOperation({ start_date: '2026-02-01T08:00:00Z', status: 'pending' })
    const next_check_at = '2026-02-01T09:30:00.000Z'
    const expectedBy = async (state: string) => {
      await database.owner.query('update app.operations set details = $2, state = $3 where id = $1', [
        id,
        { next_check_at },
        state,
      ])
      return (await app.inject({ url: `/api/v1/operations/${id}`, headers })).json().expected_by
    }
    expect(await expectedBy('waiting')).toBe(next_check_at)
    expect(await expectedBy('unknown')).toBe(next_check_at)
    expect(await expectedBy('sent')).toBeNull()
  })
})

describe('who sees what', () => {
  test('a receiver sees what arrived, not what is under way, and only the amount', async () => {
    const receiver = await addHuman(database.owner)
    const arrived = await addOperation({ start_date: '2026-02-01T08:00:00Z', receiver })
    await addOperation({ start_date: '2026-02-01T09:00:00Z', status: 'pending', receiver })
    const page = await list({}, await signedIn(deps, receiver))
    expect(page.results.map(row => [row.id, row.operation_direction])).toEqual([[arrived, 'Receiving']])
    expect(page.total_count).toBe(1)
  })

  test('another customer sees nothing', async () => {
    await addOperation({ start_date: '2026-02-01T08:00:00Z' })
    const stranger = await signedIn(deps, await addHuman(database.owner))
    expect((await list({}, stranger)).results).toEqual([])
  })

  test('400 cursor_invalid: a cursor that is none, and a page number too deep', async () => {
    const cursor = (value: string) => Buffer.from(JSON.stringify([value, 'opn_x'])).toString('base64url')
    expect(await refusal({ cursor: 'x' })).toEqual([400, 'cursor_invalid'])
    expect(await refusal({ cursor: cursor('soon') })).toEqual([400, 'cursor_invalid'])
    expect(await refusal({ cursor: cursor('1e99'), sort_by: 'amount' })).toEqual([400, 'cursor_invalid'])
    expect(await refusal({ cursor: cursor('a\0b'), sort_by: 'name' })).toEqual([400, 'cursor_invalid'])
    expect(await refusal({ page: '100000' })).toEqual([400, 'cursor_invalid'])
  })
})
