// A customer's history over HTTP, with ten thousand operations and with a million: every order both ways, each
// filter, the first page, the next one, and one far down; and words of every frequency, by themselves.
import { Agent } from 'node:http'
import type { OperationsPage } from '@jokko/contract/history'
import { sortKeys } from '@jokko/contract/history'
import { freePort } from '../../scripts/ports.ts'
import { writePast } from './past.ts'
import { compared, type Figure, measured, median, percentile, say } from './report.ts'
import { ROUNDS } from './rounds.ts'
import { addCustomers, type Customer, openStage, untilAnswers } from './stage.ts'
import { timedRequest } from './timed-request.ts'

const FEW = 10_000
const MANY = 1_000_000
/** Pages of a hundred that are turned to get far down. */
const TURNS = 50
/** How often each question is asked in a round. */
const TIMES = 8

const filters: Record<string, string> = {
  status: 'status=transfer_completed',
  'rare status': 'status=payment_failed',
  type: 'type=withdraw',
  country: 'country=GN',
  'country and status': 'country=GN&status=transfer_failed',
  days: 'from=2026-01-01&to=2026-12-31',
  'status by amount': 'status=payment_failed&sort_by=amount',
  'country by name': 'country=CI&sort_by=name&sort_order=asc',
}

/** Of every frequency: in each row, in a tenth, a hundredth, a five-hundredth, in one and in none. */
const searches: Record<string, string> = {
  'word in every row': 'search=facture',
  'word in a tenth': 'search=ouedraogo',
  'words in a hundredth': 'search=ndiaye%20kouame',
  'words of a person': 'contact=Nguema%2017',
  'words of a person by amount': 'contact=Nguema%2017&sort_by=amount',
  'words and status': 'search=nguema&status=payment_failed',
  'a number': 'search=facture%201234',
  'word in none': 'search=personne',
}

type Asked = { customer: Customer; questions: ReadonlyMap<string, string> }

export async function benchHistory(): Promise<Figure[]> {
  const stage = await openStage()
  const agent = new Agent({ keepAlive: true })
  try {
    const [small, large] = await addCustomers(stage.owner, 2)
    if (!small || !large) throw new Error('there are no customers')
    const started = performance.now()
    await writePast(stage, small, FEW)
    await writePast(stage, large, MANY)
    say(`history: ${FEW + MANY} operations written in ${Math.round((performance.now() - started) / 1000)} s`)
    const port = await freePort()
    stage.program('api/src/server.ts', { PORT: String(port) })
    await untilAnswers(`http://127.0.0.1:${port}/api/v1/live`)
    const ask: Ask = (customer, query) => askFor(agent, port, customer, query)
    const pages = await Promise.all([small, large].map(customer => questionsFor(customer, ask)))
    const [few, many] = [small, large].map((customer, i) => ({ customer, questions: pages[i] ?? new Map() }))
    if (!few || !many) throw new Error('there are no questions')
    const history = await measureInTurn('history', ask, few, many)
    const questions = new Map(Object.entries(searches))
    const search = await measureInTurn(
      'search',
      ask,
      { customer: small, questions },
      { customer: large, questions },
    )
    return [...historyFigures(history), searchFigure(search)]
  } finally {
    agent.destroy()
    await stage.close()
  }
}

type Ask = (customer: Customer, query: string) => Promise<{ page: OperationsPage; ms: number }>

async function questionsFor(customer: Customer, ask: Ask): Promise<Map<string, string>> {
  const questions = new Map(Object.entries(filters))
  for (const sort of sortKeys) {
    for (const order of ['asc', 'desc']) {
      const base = `sort_by=${sort}&sort_order=${order}`
      let cursor = ''
      const seen: string[] = []
      for (let turn = 0; turn < TURNS; turn += 1) {
        const { page } = await ask(customer, `${base}&per_page=100${cursor}`)
        if (page.next_cursor === null) throw new Error(`${base} ended at page ${turn + 1}`)
        cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
        seen.push(cursor)
      }
      questions.set(`${sort} ${order} first`, base)
      questions.set(`${sort} ${order} next`, base + seen[0])
      questions.set(`${sort} ${order} deep`, base + cursor)
    }
  }
  return questions
}

type Times = Map<string, number[]>

async function timeAll(ask: Ask, { customer, questions }: Asked): Promise<Times> {
  const times: Times = new Map()
  for (let i = 0; i < TIMES; i += 1) {
    for (const [name, query] of questions) {
      const { ms } = await ask(customer, query)
      times.set(name, [...(times.get(name) ?? []), ms])
    }
  }
  return times
}

type Result = { few: number[]; many: number[]; byQuestion: Times }

async function measureInTurn(name: string, ask: Ask, few: Asked, many: Asked): Promise<Result> {
  await timeAll(ask, few)
  await timeAll(ask, many)
  const result: Result = { few: [], many: [], byQuestion: new Map() }
  for (let round = 1; round <= ROUNDS; round += 1) {
    const atFew = await timeAll(ask, few)
    const atMany = await timeAll(ask, many)
    result.few.push(percentile([...atFew.values()].flat(), 0.95))
    result.many.push(percentile([...atMany.values()].flat(), 0.95))
    for (const [question, times] of atMany)
      result.byQuestion.set(question, [...(result.byQuestion.get(question) ?? []), ...times])
    say(
      `${name} round ${round}: p95 ${result.many.at(-1)?.toFixed(2)} ms, at ten thousand ${result.few.at(-1)?.toFixed(2)} ms`,
    )
  }
  return result
}

function slowestOf(name: string, { byQuestion }: Result): { name: string; ms: number }[] {
  const slowest = [...byQuestion]
    .map(([question, times]) => ({ name: question, ms: Number(median(times).toFixed(2)) }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 5)
  for (const { name: question, ms } of slowest) say(`${name} slow: ${question} ${ms} ms`)
  return slowest
}

function historyFigures(result: Result): Figure[] {
  const details = { unit: 'ms', operations: MANY, slowest: slowestOf('history', result) }
  return [
    compared(
      'history',
      result.many,
      result.few,
      { floor: 3, goal: 1.5, atMost: true },
      { operations: MANY, to: FEW },
    ),
    measured('history-p95', result.many, { floor: 5, goal: 2 }, details),
  ]
}

function searchFigure(result: Result): Figure {
  const details = {
    unit: 'ms',
    operations: MANY,
    slowest: slowestOf('search', result),
    at_few_ms: Number(median(result.few).toFixed(2)),
  }
  return measured('search', result.many, { floor: 100, goal: 20 }, details)
}

async function askFor(
  agent: Agent,
  port: number,
  { token }: Customer,
  query: string,
): Promise<{ page: OperationsPage; ms: number }> {
  const path = `/api/v1/operations?${query}`
  const { text, ms } = await timedRequest({
    agent,
    port,
    path,
    headers: { authorization: `Bearer ${token}` },
  })
  return { page: JSON.parse(text) as OperationsPage, ms }
}
