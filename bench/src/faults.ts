// `npm run bench faults [-- --long] [-- --seed N]`: one JSON line with what was lost, doubled, stuck or wrong after
// a storm of kills and faults. Each finding is told in words on the error output, with the seed that brings it back.
import { randomInt } from 'node:crypto'
import { runBulkFaults } from './faults/bulk.ts'
import { runFaults } from './faults/run.ts'
import { machine, say } from './report.ts'

const SHORT = { operations: 300, kills: 20 }
const LONG = { operations: 5_000, kills: 500 }

export type FaultOptions = {
  long?: boolean
  seed?: string
  operations?: string
  rows?: string
  kills?: string
}

const BULK = { rows: 200, kills: 20 }

/** `faults-bulk`: the same storm over the rows of one file. True when everything held. */
export async function benchBulkFaults({ seed, rows, kills }: FaultOptions): Promise<boolean> {
  const { findings, ...report } = await runBulkFaults({
    rows: Number(rows ?? BULK.rows),
    kills: Number(kills ?? BULK.kills),
    seed: Number(seed ?? randomInt(2 ** 31)),
    tell: text => say(`  ${text}`),
  })
  for (const [kind, found] of Object.entries(findings)) for (const text of found) say(`  ${kind}: ${text}`)
  console.log(JSON.stringify({ ...report, machine }))
  return report.ok
}

/** True when everything held. */
export async function benchFaults({ long = false, seed, operations, kills }: FaultOptions): Promise<boolean> {
  const size = long ? LONG : SHORT
  const { findings, ...report } = await runFaults({
    operations: Number(operations ?? size.operations),
    kills: Number(kills ?? size.kills),
    seed: Number(seed ?? randomInt(2 ** 31)),
    tell: text => say(`  ${text}`),
  })
  for (const [kind, found] of Object.entries(findings)) for (const text of found) say(`  ${kind}: ${text}`)
  console.log(JSON.stringify({ ...report, machine }))
  return report.ok
}
