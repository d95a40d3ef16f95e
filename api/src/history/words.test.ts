// Guarantees of a search for words: it finds exactly what reading every row would find, frequent words and rare ones, in
// any order, beside any filter, for who sent and who received, sorted into the index or still waiting for it.
import { type OperationsPage, sortKeys } from '@jokko/contract/history'
import { fold, searchText } from '@jokko/core/search'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../http/app-types.ts'
import { newId } from '../http/ids.ts'
import { sortWords } from '../jobs/words.ts'
import { testApp, testDeps } from '../testing/app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { addCompany, addHuman, signedIn } from '../testing/people.ts'
import { historyRoutes } from './routes.ts'

let database: TestDatabase
let deps: Awaited<ReturnType<typeof testDeps>>
let app: App
let headers: Record<'sender' | 'receiver' | 'stranger', Record<string, string>>
let customer: string
let user: string
let receiver: string

type Row = {
  id: string
  name: string
  reason: string
  state: string
  status: string
  receiver: string | null
  parent: string | null
  started_at: string
}
const rows: Row[] = []
const COUNTED = 1_000

beforeAll(async () => {
  database = await createTestDatabase()
  deps = await testDeps(database.appUrl)
  app = await testApp(deps, historyRoutes(deps))
  customer = await addCompany(database.owner, { name: 'Atelier Ndiaye SARL' })
  user = await addHuman(database.owner, { company_id: customer })
  receiver = await addHuman(database.owner)
  headers = {
    sender: await signedIn(deps, user),
    receiver: await signedIn(deps, receiver),
    stranger: await signedIn(deps, await addHuman(database.owner)),
  }
  await write(Array.from({ length: 1_700 }, (_, n) => rowOf(n)))
  await sortWords(deps)
  await write(Array.from({ length: 100 }, (_, n) => rowOf(1_700 + n)))
})

afterAll(async () => {
  await app.close()
  await deps.close()
  await database.close()
})

const firstNames = [
  'Élodie',
  'N’Guessan',
  'Aïcha',
  'Serge',
  'Ƴero',
  'محمد',
  '100%',
  'a_b',
  String.raw`c\d`,
  "O'Neil",
]

/** Frequent words, rare ones, and some that stand only in the oldest rows or only in the newest. */
function rowOf(n: number): Row {
  const paid = n % 3 !== 0
  return {
    id: newId('opn'),
    name: `${firstNames[n % firstNames.length]} Koné ${n % 40}`,
    reason: `Facture ${n}${n % 97 === 5 ? ' mangues' : ''}${n < 300 ? ' ancienne' : ''}${n > 1_750 ? ' nouvelle' : ''}`,
    state: paid ? 'paid' : 'waiting',
    status: paid ? 'transfer_completed' : 'pending',
    receiver: n % 7 === 0 ? receiver : n % 11 === 0 ? customer : null,
    parent: n % 13 === 1 ? (rows[0]?.id ?? null) : null,
    started_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
  }
}

async function write(added: Row[]): Promise<void> {
  rows.push(...added)
  await database.owner.query(
    `insert into app.operations (id, book, kind, state, version, customer_id, user_id, receiver_customer_id, parent_id, handed,
       customer_status, operation_type, receiving_country, payin_method, counterparty, principal, total, search, started_at, updated_at)
     select id, 'test', 'transfer', state, 1, $2, $3, receiver, parent, case when parent is null then 0 else 5 end,
       status, 'direct_transfer', 'CI', 'balance', name, 100, 100 + length(name), search, started_at, started_at
     from jsonb_to_recordset($1) as r (id text, name text, state text, status text, receiver text, parent text,
       started_at timestamptz, search text)`,
    [JSON.stringify(added.map(row => ({ ...row, search: words(row) }))), customer, user],
  )
}

const words = ({ name, reason }: Row): string => searchText([name, reason])

async function list(query: Record<string, string>, as: keyof typeof headers): Promise<OperationsPage> {
  const answer = await app.inject({ url: '/api/v1/operations', query, headers: headers[as] })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const seenBy: Record<keyof typeof headers, (row: Row) => boolean> = {
  sender: row => row.parent === null,
  receiver: row => row.receiver === receiver && row.state === 'paid',
  stranger: () => false,
}

type Question = { search?: string; contact?: string; status?: string }

/** What reading every row finds. */
function scanned({ search = '', contact = '', status }: Question, as: keyof typeof headers): string[] {
  const wanted = [contact, ...search.split(/\s+/)].map(fold)
  return rows
    .filter(row => seenBy[as](row) && (status === undefined || row.status === status))
    .filter(row => wanted.every(word => words(row).includes(word)))
    .map(({ id }) => id)
}

async function allPages(query: Record<string, string>, as: keyof typeof headers) {
  const ids: string[] = []
  let next: string | null = ''
  let total = 0
  while (next !== null) {
    const page: OperationsPage = await list({ ...query, per_page: '100', ...(next && { cursor: next }) }, as)
    ids.push(...page.results.map(({ id }) => id))
    total = page.total_count
    next = page.next_cursor
  }
  return { ids, total }
}

/** Pieces of what is written, whole words, and what nobody wrote. */
const piece = fc.oneof(
  fc
    .tuple(fc.nat(1_799), fc.nat(40), fc.integer({ min: 1, max: 12 }))
    .map(([n, from, length]) => words(rows[n] as Row).slice(from, from + length)),
  fc.constantFrom(
    'facture',
    'mangues',
    'ancienne',
    'nouvelle',
    'ÉLODIE',
    "n'guessan",
    'محمد',
    '%',
    '_',
    '\\',
    "o'",
  ),
  fc.string({ minLength: 1, maxLength: 6 }),
)
const question = fc.record(
  {
    search: fc.array(piece, { maxLength: 3 }).map(parts => parts.join(' ')),
    contact: piece,
    status: fc.constant('pending'),
  },
  { requiredKeys: [] },
)

describe('HIS-09: a search finds what reading every row finds', () => {
  test('whatever the words, the order, the filter and who asks', async () => {
    const order = fc.record({
      sort_by: fc.constantFrom(...sortKeys),
      sort_order: fc.constantFrom('asc', 'desc'),
    })
    const viewer = fc.constantFrom('sender', 'receiver', 'stranger')
    await fc.assert(
      fc.asyncProperty(question, order, viewer, async (asked, sorted, as) => {
        const { ids, total } = await allPages({ ...asked, ...sorted }, as)
        const expected = scanned(asked, as)
        expect([...ids].sort()).toEqual([...expected].sort())
        expect(total).toBe(Math.min(expected.length, isFiltered(asked) ? COUNTED : expected.length))
      }),
      { numRuns: 120 },
    )
  })

  test.each(['asc', 'desc'])(
    'a page by number is the same part of the whole, oldest words and newest: %s',
    async sort_order => {
      for (const search of ['facture', 'ancienne', 'nouvelle', 'mangues', 'elodie']) {
        const { ids } = await allPages({ search, sort_order }, 'sender')
        const third = await list({ search, sort_order, page: '3', per_page: '5' }, 'sender')
        expect(third.results.map(({ id }) => id)).toEqual(ids.slice(10, 15))
      }
    },
  )

  test('a transfer that was written a moment ago is found at once', async () => {
    const row = { ...rowOf(2_000), name: 'Zénaïde Quenum', receiver: null, parent: null }
    await write([row])
    expect((await list({ search: 'quenum zenaide' }, 'sender')).results.map(({ id }) => id)).toEqual([row.id])
  })
})

const isFiltered = ({ search = '', contact = '', status }: Question): boolean =>
  status !== undefined || [contact, ...search.split(/\s+/)].map(fold).some(Boolean)
