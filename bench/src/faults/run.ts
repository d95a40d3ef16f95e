// The fault run: transfers, deposits, withdrawals and paid requests while processes are killed and the companies lose,
// delay and repeat what they say; then everything heals and time passes; then some of it is taken back in the same weather;
// and in the end nothing may be lost, doubled, stuck or wrong.
import { setTimeout as pause } from 'node:timers/promises'
import { addCustomers, type Customer } from '../stage.ts'
import { type Aftermath, comeAround } from './aftermath.ts'
import { audit, type Findings } from './audit.ts'
import { addPayees, sendMoney, wishFor } from './customers.ts'
import { bringMoney } from './deposits.ts'
import { type Random, seededRandom } from './random.ts'
import { payRequest } from './requests.ts'
import { letTimePass, openTown, type Town } from './town.ts'
import { breakThings, heal, killAlong } from './trouble.ts'
import type { Acknowledged, Refused, Wish } from './wishes.ts'
import { addWithdrawers, takeMoney, type Withdrawer } from './withdrawals.ts'

export type FaultRun = {
  operations: number
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
  /** How they ended, by kind. */
  states: Record<string, Record<string, number>>
  seconds: number
  ok: boolean
  findings: Findings
}

const CUSTOMERS = 8
/** One withdrawer for so many operations, of which a fifth are withdrawals. */
const WITHDRAWALS_EACH = 5
/** Requests under way at once. */
const CLIENTS = 8

export async function runFaults(run: FaultRun): Promise<FaultReport> {
  const { seed, fast = false, tell = () => undefined } = run
  const started = performance.now()
  const town = await openTown({ fast })
  try {
    const customers = await addCustomers(town.stage.owner, CUSTOMERS + run.operations / WITHDRAWALS_EACH)
    const storm = await runStorm(town, customers, run)
    tell('healed; time passes')
    await heal(town)
    await letTimePass(town)
    const later = await runAftermath(town, run)
    const findings = await audit(town, customers, storm.acknowledged)
    for (const { wish, status, code } of storm.refused)
      findings.lost.push(`${wish.key} was refused: ${status} ${code}`)
    findings.lost.push(...later.failed)
    findings.doubled.push(...storm.doubled)
    const broken = Object.values(findings).flat()
    return {
      name: 'faults',
      operations: storm.acknowledged.length,
      kills: storm.kills + later.kills,
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

/** Some kills are kept for what comes later. */
const killsLater = ({ kills }: FaultRun): number => Math.floor(kills / 5)

/** Disputes are decided and banks send money back, under the same faults; and again everything heals. */
async function runAftermath(town: Town, run: FaultRun): Promise<Aftermath> {
  const random = seededRandom(run.seed + 2)
  await breakThings(town, random)
  const later = await comeAround(town, random, killsLater(run), run.tell)
  await heal(town)
  await letTimePass(town)
  return later
}

type Storm = { acknowledged: Acknowledged[]; refused: Refused[]; doubled: string[]; kills: number }

async function runStorm(town: Town, customers: readonly Customer[], run: FaultRun): Promise<Storm> {
  const { operations, seed, tell } = run
  const random = seededRandom(seed)
  const senders = customers.slice(0, CUSTOMERS)
  const payees = await addPayees(town, senders)
  const withdrawers = await addWithdrawers(town, random, customers.slice(CUSTOMERS))
  const wishes = Array.from({ length: operations }, (_, i) =>
    plan(random, i, { senders, payees, withdrawers }),
  )
  await breakThings(town, random)
  const storm: Storm = { acknowledged: [], refused: [], doubled: [], kills: 0 }
  let begun = 0
  const untilBegun = async (share: number) => {
    while (begun < share * operations) await pause(10)
  }
  const client = async (): Promise<void> => {
    for (let next = wishes[begun]; next; next = wishes[begun]) {
      begun += 1
      await record(storm, next.wish, next.fulfil(town))
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  const [killed] = await Promise.all([
    // Its own sequence: which process dies, and when, does not hang on how often a client had to repeat itself.
    killAlong(town, seededRandom(seed + 1), run.kills - killsLater(run), untilBegun, tell),
    ...clients,
  ])
  storm.kills = killed
  return storm
}

type People = {
  senders: readonly Customer[]
  payees: Awaited<ReturnType<typeof addPayees>>
  withdrawers: readonly Withdrawer[]
}
type Plan = { wish: Wish; fulfil(town: Town): Promise<Acknowledged | Refused> }

/** Who withdraws does nothing else, so that a code on the phone is of one withdrawal. */
function plan(random: Random, i: number, { senders, payees, withdrawers }: People): Plan {
  const wish = wishFor(random, senders, payees)
  switch (wish.flow) {
    case 'transfer':
      return { wish, fulfil: town => sendMoney(town, random, wish) }
    case 'deposit':
      return { wish, fulfil: town => bringMoney(town, random, wish) }
    case 'withdrawal': {
      const who = withdrawers[i % withdrawers.length]
      if (!who) throw new Error('nobody withdraws')
      const own = { ...wish, customer: who.customer }
      return { wish: own, fulfil: town => takeMoney(town, random, own, who) }
    }
    case 'request': {
      const [requester, rival] = othersThan(wish.customer, senders)
      const asking = { requester, rival: random.chance(0.3) ? rival : undefined }
      return { wish, fulfil: town => payRequest(town, random, wish, asking) }
    }
  }
}

function othersThan(customer: Customer, all: readonly Customer[]): [Customer, Customer] {
  const [first, second] = all.filter(one => one !== customer)
  if (!first || !second) throw new Error('there are too few customers')
  return [first, second]
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

async function statesOf({ stage }: Town): Promise<FaultReport['states']> {
  const { rows } = await stage.owner.query<{ kind: string; states: Record<string, number> }>(
    `select kind, jsonb_object_agg(state, count) as states
     from (select kind, state, count(*)::int from app.operations group by 1, 2) s group by kind order by kind`,
  )
  return Object.fromEntries(rows.map(({ kind, states }) => [kind, states]))
}
