// Complete transfers from the balance over HTTP, each with session, quote, limits, eight postings, idempotency key,
// events, payout attempt and job, next to pgbench.

import { freePort } from '../../scripts/ports.ts'
import { sendTransfers } from './load.ts'
import { preparePgbench } from './pgbench.ts'
import { compared, type Figure, median, say } from './report.ts'
import { addCustomers, openStage, untilAnswers } from './stage.ts'

const ROUNDS = 5
const SECONDS = 6
const WARM_SECONDS = 4

export async function benchTransfer(): Promise<Figure> {
  return benchAt('transfer', 32, { floor: 0.8, goal: 2.0 })
}

export async function benchTransfer128(): Promise<Figure> {
  return benchAt('transfer-128', 128, { floor: 1.2, goal: 2.5 })
}

async function benchAt(
  name: string,
  connections: number,
  bounds: { floor: number; goal: number },
): Promise<Figure> {
  const stage = await openStage()
  try {
    const customers = await addCustomers(stage.owner, 500)
    const pgbench = await preparePgbench(stage.cluster)
    const port = await freePort()
    stage.program('api/src/server.ts', { PORT: String(port) })
    const url = `http://127.0.0.1:${port}`
    await untilAnswers(`${url}/api/v1/health`)
    await sendTransfers(url, customers, connections, WARM_SECONDS)
    pgbench.run(WARM_SECONDS)
    const ours: number[] = []
    const reference: number[] = []
    const p99: number[] = []
    let failed = 0
    for (let round = 1; round <= ROUNDS; round += 1) {
      reference.push(pgbench.run(SECONDS))
      const load = await sendTransfers(url, customers, connections, SECONDS)
      ours.push(load.perSecond)
      p99.push(load.p99)
      failed += load.failed
      say(
        `${name} round ${round}: ${load.perSecond.toFixed(0)} transfers/s (p99 ${load.p99} ms), pgbench ${reference.at(-1)?.toFixed(0)}/s`,
      )
    }
    const { rows } = await stage.owner.query(
      'select count(*)::int as broken from ledger.verify() where not ok',
    )
    const broken = rows[0].broken as number
    const figure = compared(name, ours, reference, bounds, {
      connections,
      p99_ms: median(p99),
      failed,
      violations: broken,
    })
    return { ...figure, ok: figure.ok && failed === 0 && broken === 0 }
  } finally {
    await stage.close()
  }
}
