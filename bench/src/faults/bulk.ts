// The fault run of bulk payments: the rows of one file are paid while processes are killed and the operator's company
// loses, delays and repeats what it says. Then every row has come to one end, and every cent is accounted for.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bulk, StartedBulk } from '@jokko/contract/bulk'
import { addCustomers, type Customer } from '../stage.ts'
import { auditBooks, auditPayouts, auditStates, expectBalance, type Findings, FUNDED } from './audit.ts'
import { insist, scripts } from './customers.ts'
import { type Random, seededRandom } from './random.ts'
import { letTimePass, openTown, type Town } from './town.ts'
import { breakThings, heal, killAlong } from './trouble.ts'
import { decimal, type Refused } from './wishes.ts'

export type BulkRun = {
  rows: number
  kills: number
  seed: number
  /** Without durability: no database is killed here. */
  fast?: boolean
  tell?: (text: string) => void
}

export type BulkReport = {
  name: 'faults-bulk'
  rows: number
  kills: number
  lost: number
  doubled: number
  stuck: number
  violations: number
  seed: number
  /** How the rows ended. */
  states: Record<string, number>
  seconds: number
  ok: boolean
  findings: Findings
}

const BASE = '/transactions/bulkTransfers'
const BALANCE = 2

export async function runBulkFaults(run: BulkRun): Promise<BulkReport> {
  const { rows, seed, kills, fast = false, tell = () => undefined } = run
  const started = performance.now()
  const town = await openTown({ fast })
  try {
    const [customer] = await addCustomers(town.stage.owner, 1)
    if (!customer) throw new Error('there is no customer')
    const random = seededRandom(seed)
    await breakThings(town, random)
    const paying = payBulk(town, random, customer, rows)
    const killed = await killAlong(
      town,
      seededRandom(seed + 1),
      kills,
      share => untilHanded(town, share * rows),
      tell,
    )
    const bulk = await paying
    tell('healed; time passes')
    await heal(town)
    await letTimePass(town)
    const findings = await auditBulk(town, customer, bulk, rows)
    const broken = Object.values(findings).flat()
    return {
      name: 'faults-bulk',
      rows,
      kills: killed,
      lost: findings.lost.length,
      doubled: findings.doubled.length,
      stuck: findings.stuck.length,
      violations: findings.violations.length,
      seed,
      states: await statesOf(town, bulk.id),
      seconds: Math.round((performance.now() - started) / 1000),
      ok: broken.length === 0,
      findings,
    }
  } finally {
    await town.close()
  }
}

/** A third of the numbers is scripted to go wrong in one way or another. */
const rowOf = (random: Random, line: number) => {
  const script = random.chance(0.33) ? random.pick(scripts) : '00'
  const prefix = String(10 + (line % 90))
  return {
    line,
    first_name: 'Awa',
    last_name: `Testonde ${line}`,
    phone_number: script === '00' ? `07${prefix}${String(100_100 + line)}` : `07${prefix}0000${script}`,
    amount_without_fees: decimal(BigInt(1_000 + line)),
  }
}

/** As a client that never gives up: the file, then the payment under one key, asked for twice. */
async function payBulk(town: Town, random: Random, customer: Customer, count: number): Promise<StartedBulk> {
  const wish = { key: randomUUID(), customer }
  const beneficiaries = Array.from({ length: count }, (_, i) => rowOf(random, i + 1))
  const draft = must<Bulk>(
    await insist<Bulk>(town, random, wish, 'POST', BASE, {
      country_code: 'CI',
      cashin_method_id: BALANCE,
      beneficiaries,
    }),
  )
  const order = {
    bulk_id: draft.id,
    cashin_method_id: BALANCE,
    reason: 'Salaires',
    total_to_pay: draft.total_to_pay,
    duplicates_are_meant: true,
    repeat_is_meant: true,
  }
  const pay = () =>
    insist<StartedBulk>(town, random, wish, 'POST', `${BASE}/initiate-high-volume-payment`, order)
  await pay()
  return must<StartedBulk>(await pay())
}

function must<T extends object>(answer: T | Refused): T {
  if ('wish' in answer) throw new Error(`The bulk was refused: ${answer.status} ${answer.code}`)
  return answer
}

const PATIENCE_MS = 120_000

async function untilHanded({ stage }: Town, rows: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const { rows: found } = await stage.owner.query<{ under_way: number }>(
      `select count(*)::int as under_way from app.payout_attempts where state <> 'created'`,
    )
    if ((found[0]?.under_way ?? 0) >= rows) return
    await pause(20)
  }
}

async function auditBulk(
  town: Town,
  customer: Customer,
  bulk: StartedBulk,
  count: number,
): Promise<Findings> {
  const findings: Findings = { lost: [], doubled: [], stuck: [], violations: [] }
  const { rows } = await town.stage.owner.query<{
    line: number
    state: string | null
    total: string
    returned: boolean
  }>(
    `select r.line, o.state, r.total::text,
       exists (select from app.operations b where b.parent_id = o.id and b.kind = 'return') as returned
     from app.bulk_rows r left join app.operations o on o.id = r.operation_id where r.bulk_id = $1`,
    [bulk.id],
  )
  for (const { line, state } of rows) if (state === null) findings.lost.push(`line ${line} was never paid`)
  if (rows.length !== count) findings.lost.push(`${count - rows.length} lines are not there`)
  const { rows: bulks } = await town.stage.owner.query<{ id: string }>(
    `select id from app.operations where kind = 'bulk'`,
  )
  if (bulks.length !== 1) findings.doubled.push(`one wish made ${bulks.length} bulk payments`)
  await auditStates(town, findings)
  await auditPayouts(town, findings)
  await auditBooks(town, findings)
  const arrived = rows
    .filter(({ state, returned }) => state === 'paid' && !returned)
    .reduce((sum, { total }) => sum + BigInt(total), 0n)
  await expectBalance(town, `customer:${customer.customerId}:EUR`, FUNDED - arrived, findings.violations)
  await expectBalance(town, `customer:${customer.customerId}:reserved:EUR`, 0n, findings.violations)
  return findings
}

async function statesOf({ stage }: Town, bulkId: string): Promise<Record<string, number>> {
  const { rows } = await stage.owner.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from app.operations where parent_id = $1 and handed > 0 group by 1 order by 1',
    [bulkId],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
