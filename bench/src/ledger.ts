// How fast the ledger writes entries: next to pgbench, and into one account that everybody pays into.
import {
  betweenCustomers,
  type Door,
  intoFeeAccount,
  intoOpenAccounts,
  openAccounts,
  openDoor,
} from './entries.ts'
import { preparePgbench } from './pgbench.ts'
import { compared, type Figure } from './report.ts'
import { inTurn } from './rounds.ts'
import { openStage, type Stage } from './stage.ts'

/** As many as pgbench has clients; gathered calls come from one connection for each process of ours. */
const CONNECTIONS = 8
const PROCESSES = 2
const ACCOUNTS = 50_000
const BATCH = 256
const SECONDS = 5
const WARM_SECONDS = 2

type Doors = { single: Door; gathered: Door }

async function onStage(measure: (stage: Stage, doors: Doors) => Promise<Figure[]>): Promise<Figure[]> {
  const stage = await openStage()
  try {
    await openAccounts(stage, ACCOUNTS)
    const doors = { single: await openDoor(stage, CONNECTIONS), gathered: await openDoor(stage, PROCESSES) }
    try {
      const figures = await measure(stage, doors)
      const { rows } = await stage.owner.query(
        'select count(*)::int as broken from ledger.verify() where not ok',
      )
      const violations = rows[0].broken as number
      return figures.map(figure => ({ ...figure, violations, ok: figure.ok && violations === 0 }))
    } finally {
      await doors.single.close()
      await doors.gathered.close()
    }
  } finally {
    await stage.close()
  }
}

export function benchLedger(): Promise<Figure[]> {
  return onStage(async (stage, { single, gathered }) => {
    const pgbench = await preparePgbench(stage.cluster)
    const pairs = betweenCustomers(ACCOUNTS)
    pgbench.run(WARM_SECONDS)
    await gathered.run(BATCH, pairs, WARM_SECONDS)
    const reference = () => pgbench.run(SECONDS)
    const one = await inTurn('ledger', reference, () => single.run(1, pairs, SECONDS))
    const many = await inTurn('ledger-256', reference, () => gathered.run(BATCH, pairs, SECONDS))
    return [
      compared('ledger', one.ours, one.reference, { floor: 1.2, goal: 1.6 }, { per_call: 1 }),
      compared('ledger-256', many.ours, many.reference, { floor: 5, goal: 8 }, { per_call: BATCH }),
    ]
  })
}

export function benchHot(): Promise<Figure[]> {
  return onStage(async (_, { gathered }) => {
    const spread = () => gathered.run(BATCH, intoOpenAccounts(ACCOUNTS), SECONDS)
    const hot = () => gathered.run(BATCH, intoFeeAccount(ACCOUNTS), SECONDS)
    await spread()
    const { ours, reference } = await inTurn('hot', spread, hot)
    return [compared('hot', ours, reference, { floor: 0.8, goal: 1.0 }, { per_call: BATCH })]
  })
}
