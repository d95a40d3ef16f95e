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

const CONNECTIONS = 8
const ACCOUNTS = 50_000
const BATCH = 256
const SECONDS = 5
const WARM_SECONDS = 2

async function onStage(measure: (stage: Stage, door: Door) => Promise<Figure[]>): Promise<Figure[]> {
  const stage = await openStage()
  try {
    await openAccounts(stage, ACCOUNTS)
    const door = await openDoor(stage, CONNECTIONS)
    try {
      const figures = await measure(stage, door)
      const { rows } = await stage.owner.query(
        'select count(*)::int as broken from ledger.verify() where not ok',
      )
      const violations = rows[0].broken as number
      return figures.map(figure => ({ ...figure, violations, ok: figure.ok && violations === 0 }))
    } finally {
      await door.close()
    }
  } finally {
    await stage.close()
  }
}

export function benchLedger(): Promise<Figure[]> {
  return onStage(async (stage, door) => {
    const pgbench = await preparePgbench(stage.cluster)
    const pairs = betweenCustomers(ACCOUNTS)
    pgbench.run(WARM_SECONDS)
    await door.run(BATCH, pairs, WARM_SECONDS)
    const reference = () => pgbench.run(SECONDS)
    const single = await inTurn('ledger', reference, () => door.run(1, pairs, SECONDS))
    const gathered = await inTurn('ledger-256', reference, () => door.run(BATCH, pairs, SECONDS))
    return [
      compared('ledger', single.ours, single.reference, { floor: 1.2, goal: 1.6 }, { per_call: 1 }),
      compared('ledger-256', gathered.ours, gathered.reference, { floor: 5, goal: 8 }, { per_call: BATCH }),
    ]
  })
}

export function benchHot(): Promise<Figure[]> {
  return onStage(async (_, door) => {
    const spread = () => door.run(BATCH, intoOpenAccounts(ACCOUNTS), SECONDS)
    const hot = () => door.run(BATCH, intoFeeAccount(ACCOUNTS), SECONDS)
    await spread()
    const { ours, reference } = await inTurn('hot', spread, hot)
    return [compared('hot', ours, reference, { floor: 0.8, goal: 1.0 }, { per_call: BATCH })]
  })
}
