// How long 999 beneficiaries take from the file to a payment under way: received, checked, priced, kept and started over
// HTTP, next to the parser alone on the same file. And how much memory 10,000 take, the most that the API receives.
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bulk } from '@jokko/contract/bulk'
import { parse } from 'csv-parse/sync'
import { freePort } from '../../scripts/ports.ts'
import { compared, type Figure, measured, median, say } from './report.ts'
import { addCustomers, type Customer, openStage, type Stage, untilAnswers } from './stage.ts'
import { type Answer, timedRequest } from './timed-request.ts'

const ROWS = 999
const ROUNDS = 25
/** Both sides run as they do in a process that has worked for a while: what a request does once is fast after many. */
const WARM_ROUNDS = 60
const MANY = 10_000
const WARM_MANY = 3
const MANY_ROUNDS = 12
const BALANCE = 2
const BASE = '/api/v1/transactions/bulkTransfers'

type Columns = { first_name: string; last_name: string; phone_number: string; amount_without_fees: string }

export async function benchBulk(): Promise<Figure[]> {
  return [
    await onStage(WARM_ROUNDS + ROUNDS, ['api/src/server.ts'], timed),
    await onStage(WARM_MANY + MANY_ROUNDS, ['api/src/server.ts', 'api/src/worker.ts'], remembered),
  ]
}

type Scene = { stage: Stage; customers: Customer[]; programs: ChildProcess[]; agent: Agent; port: number }

async function onStage(
  customers: number,
  files: readonly string[],
  play: (scene: Scene) => Promise<Figure>,
): Promise<Figure> {
  const stage = await openStage()
  const agent = new Agent({ keepAlive: true })
  try {
    const port = await freePort()
    const programs = files.map(file => stage.program(file, { PORT: String(port) }))
    await untilAnswers(`http://127.0.0.1:${port}/api/v1/health`)
    return await play({ stage, customers: await addCustomers(stage.owner, customers), programs, agent, port })
  } finally {
    agent.destroy()
    await stage.close()
  }
}

async function timed({ customers, ...scene }: Scene): Promise<Figure> {
  const ours: number[] = []
  const reference: number[] = []
  for (const [round, customer] of customers.entries()) {
    const file = fileOf(round)
    const parsing = parsedIn(file)
    const paying = await paidIn(scene, customer, read(file))
    if (round < WARM_ROUNDS) continue
    say(`bulk round ${round - WARM_ROUNDS + 1}: ${paying.toFixed(0)} ms, parsing ${parsing.toFixed(1)} ms`)
    ours.push(paying)
    reference.push(parsing)
  }
  return compared('bulk', ours, reference, { floor: 15, goal: 8, atMost: true }, { rows: ROWS })
}

/** What the API and the worker together hold more than after the first times, at the highest, until all rows are checked. */
async function remembered({ customers, ...scene }: Scene): Promise<Figure> {
  const held = () => scene.programs.reduce((sum, { pid }) => sum + residentMegabytes(pid), 0)
  const grown: number[] = []
  const seconds: number[] = []
  let rest = 0
  for (const [round, customer] of customers.entries()) {
    if (round === WARM_MANY) rest = held()
    const beneficiaries = numbered(read(fileOf(round, MANY)))
    const started = performance.now()
    let highest = 0
    const watching = setInterval(() => {
      highest = Math.max(highest, held())
    }, 10)
    const drafted = await post(scene, customer, '', { country_code: 'CI', beneficiaries })
    await untilChecked(scene.stage, (JSON.parse(drafted.text) as Bulk).id)
    clearInterval(watching)
    if (round < WARM_MANY) continue
    seconds.push((performance.now() - started) / 1000)
    grown.push(Math.max(highest, held()) - rest)
    say(`bulk of ${MANY}: ${grown.at(-1)?.toFixed(0)} MB more, ${seconds.at(-1)?.toFixed(1)} s`)
  }
  const details = {
    unit: 'MB',
    rows: MANY,
    rest: Math.round(rest),
    seconds: Number(median(seconds).toFixed(2)),
  }
  return measured('bulk-memory', grown, { floor: 128, goal: 64 }, details)
}

/** Linux alone tells it. */
function residentMegabytes(pid = 0): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

async function untilChecked({ owner }: Stage, id: string): Promise<void> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    const { rows } = await owner.query<{ state: string }>('select state from app.bulks where id = $1', [id])
    if (rows[0]?.state === 'checked') return
    await pause(50)
  }
  throw new Error(`${MANY} rows were not checked in a minute`)
}

function fileOf(round: number, rows = ROWS): string {
  const lines = Array.from(
    { length: rows },
    (_, i) =>
      `ID-${i},Awa,Testonde ${i},awa${i}@example.org,07${String(10_000_000 + round * rows + i)},25.00`,
  )
  return ['identification_number,first_name,last_name,email,phone_number,amount_without_fees', ...lines].join(
    '\n',
  )
}

const read = (file: string): Columns[] => parse<Columns>(file, { columns: true })

function parsedIn(file: string): number {
  const started = performance.now()
  read(file)
  return performance.now() - started
}

const numbered = (rows: readonly Columns[]) => rows.map((row, i) => ({ ...row, line: i + 1 }))

type Way = Pick<Scene, 'agent' | 'port'>

function post({ agent, port }: Way, { token }: Customer, path: string, body: object): Promise<Answer> {
  const text = JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${token}`,
    'x-client-key': 'jokko-web',
    'idempotency-key': randomUUID(),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  }
  return timedRequest({ agent, port, method: 'POST', path: `${BASE}${path}`, headers }, text)
}

async function paidIn(way: Way, customer: Customer, rows: readonly Columns[]): Promise<number> {
  const beneficiaries = numbered(rows)
  const drafted = await post(way, customer, '', {
    country_code: 'CI',
    cashin_method_id: BALANCE,
    beneficiaries,
  })
  const draft = JSON.parse(drafted.text) as Bulk
  const begun = await post(way, customer, '/initiate-high-volume-payment', {
    bulk_id: draft.id,
    cashin_method_id: BALANCE,
    reason: 'Salaires',
    total_to_pay: draft.total_to_pay,
    repeat_is_meant: true,
  })
  return drafted.ms + begun.ms
}
