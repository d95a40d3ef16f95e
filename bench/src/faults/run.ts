// The fault run: many transfers while processes are killed and the companies lose, delay and repeat what they say;
// then everything heals, time passes, and nothing may be lost, doubled, stuck or wrong.
import { setTimeout as pause } from 'node:timers/promises'
import { addCustomers, type Customer } from '../stage.ts'
import { audit, type Findings } from './audit.ts'
import { type Acknowledged, addPayees, fulfil, type Refused, type Wish, wishFor } from './customers.ts'
import { seededRandom } from './random.ts'
import { letTimePass, openTown, type Town } from './town.ts'
import { breakThings, heal, killAlong } from './trouble.ts'

export type FaultRun = {
  transfers: number
  kills: number
  seed: number
  /** Without durability: no database is killed here. */
  fast?: boolean
  tell?: (text: string) => void
}

export type FaultReport = {
  name: 'faults'
  operations: number
  kills: number
  lost: number
  doubled: number
  stuck: number
  violations: number
  seed: number
  /** Handed over again under the same reference, and refused by the provider as it should be. */
  resent: number
  /** How the transfers ended. */
  states: Record<string, number>
  seconds: number
  ok: boolean
  findings: Findings
}

const CUSTOMERS = 8
/** Requests under way at once. */
const CLIENTS = 8

export async function runFaults(run: FaultRun): Promise<FaultReport> {
  const { seed, fast = false, tell = () => undefined } = run
  const started = performance.now()
  const town = await openTown({ fast })
  try {
    const customers = await addCustomers(town.stage.owner, CUSTOMERS)
    const storm = await runStorm(town, customers, run)
    tell('healed; time passes')
    await heal(town)
    await letTimePass(town)
    const findings = await audit(town, customers, storm.acknowledged)
    for (const { wish, status, code } of storm.refused)
      findings.lost.push(`${wish.key} was refused: ${status} ${code}`)
    findings.doubled.push(...storm.doubled)
    const broken = Object.values(findings).flat()
    return {
      name: 'faults',
      operations: storm.acknowledged.length,
      kills: storm.kills,
      lost: findings.lost.length,
      doubled: findings.doubled.length,
      stuck: findings.stuck.length,
      violations: findings.violations.length,
      seed,
      resent: await resentAtHub2(town),
      states: await statesOf(town),
      seconds: Math.round((performance.now() - started) / 1000),
      ok: broken.length === 0,
      findings,
    }
  } finally {
    await town.close()
  }
}

type Storm = { acknowledged: Acknowledged[]; refused: Refused[]; doubled: string[]; kills: number }

async function runStorm(
  town: Town,
  customers: readonly Customer[],
  { transfers, kills, seed, tell }: FaultRun,
): Promise<Storm> {
  const random = seededRandom(seed)
  const payees = await addPayees(town, customers)
  const wishes = Array.from({ length: transfers }, () => wishFor(random, customers, payees))
  await breakThings(town, random)
  const storm: Storm = { acknowledged: [], refused: [], doubled: [], kills: 0 }
  let begun = 0
  const untilBegun = async (share: number) => {
    while (begun < share * transfers) await pause(10)
  }
  const client = async (): Promise<void> => {
    for (let wish = wishes[begun]; wish; wish = wishes[begun]) {
      begun += 1
      await record(storm, wish, fulfil(town, random, wish))
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  const [killed] = await Promise.all([
    // Its own sequence: which process dies, and when, does not hang on how often a client had to repeat itself.
    killAlong(town, seededRandom(seed + 1), kills, untilBegun, tell),
    ...clients,
  ])
  storm.kills = killed
  return storm
}

async function record(storm: Storm, wish: Wish, outcome: Promise<Acknowledged | Refused>): Promise<void> {
  const result = await outcome
  if ('code' in result) storm.refused.push(result)
  else if (result.repeatedAs !== undefined)
    storm.doubled.push(`${wish.key} was answered ${result.id} and ${result.repeatedAs}`)
  if ('id' in result) storm.acknowledged.push(result)
}

async function resentAtHub2(town: Town): Promise<number> {
  const { transfers } = await town.outside<{ transfers: { repeated: number }[] }>('/control/hub2/ledger')
  return transfers.reduce((sum, { repeated }) => sum + repeated, 0)
}

async function statesOf({ stage }: Town): Promise<Record<string, number>> {
  const { rows } = await stage.owner.query<{ state: string; count: number }>(
    `select state, count(*)::int as count from app.operations where kind = 'transfer' group by state order by state`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
