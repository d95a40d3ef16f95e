// How long 999 beneficiaries take from the file to a payment under way: received, checked, priced, kept and started over
// HTTP, next to the parser alone on the same file.
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import type { Bulk } from '@jokko/contract/bulk'
import { parse } from 'csv-parse/sync'
import { freePort } from '../../scripts/ports.ts'
import { compared, type Figure, say } from './report.ts'
import { addCustomers, type Customer, openStage, untilAnswers } from './stage.ts'
import { type Answer, timedRequest } from './timed-request.ts'

const ROWS = 999
const ROUNDS = 25
/** Both sides run as they do in a process that has worked for a while. */
const WARM_ROUNDS = 10
const BALANCE = 2
const BASE = '/api/v1/transactions/bulkTransfers'

type Columns = { first_name: string; last_name: string; phone_number: string; amount_without_fees: string }

export async function benchBulk(): Promise<Figure[]> {
  const stage = await openStage()
  const agent = new Agent({ keepAlive: true })
  try {
    const customers = await addCustomers(stage.owner, WARM_ROUNDS + ROUNDS)
    const port = await freePort()
    stage.program('api/src/server.ts', { PORT: String(port) })
    await untilAnswers(`http://127.0.0.1:${port}/api/v1/health`)
    const ours: number[] = []
    const reference: number[] = []
    for (const [round, customer] of customers.entries()) {
      const file = fileOf(round)
      const parsing = parsedIn(file)
      const paying = await paidIn(agent, port, customer, read(file))
      if (round < WARM_ROUNDS) continue
      say(`bulk round ${round - WARM_ROUNDS + 1}: ${paying.toFixed(0)} ms, parsing ${parsing.toFixed(1)} ms`)
      ours.push(paying)
      reference.push(parsing)
    }
    return [compared('bulk', ours, reference, { floor: 15, goal: 8, atMost: true }, { rows: ROWS })]
  } finally {
    agent.destroy()
    await stage.close()
  }
}

function fileOf(round: number): string {
  const lines = Array.from(
    { length: ROWS },
    (_, i) =>
      `ID-${i},Awa,Testonde ${i},awa${i}@example.org,07${String(10_000_000 + round * ROWS + i)},25.00`,
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

async function paidIn(
  agent: Agent,
  port: number,
  { token }: Customer,
  rows: readonly Columns[],
): Promise<number> {
  const post = (path: string, body: object): Promise<Answer> => {
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
  const beneficiaries = rows.map((row, i) => ({ ...row, line: i + 1 }))
  const drafted = await post('', { country_code: 'CI', cashin_method_id: BALANCE, beneficiaries })
  const draft = JSON.parse(drafted.text) as Bulk
  const begun = await post('/initiate-high-volume-payment', {
    bulk_id: draft.id,
    cashin_method_id: BALANCE,
    reason: 'Salaires',
    total_to_pay: draft.total_to_pay,
    repeat_is_meant: true,
  })
  return drafted.ms + begun.ms
}
