// `npm run ledger:verify`: asks the database whether the ledger's invariants hold, all of them, over everything.
import { withDatabase } from './cluster.ts'
import { readPlaces } from './environment.ts'
import { type Verdict, verifyLedger } from './ledger.ts'

function print(verdicts: readonly Verdict[]): void {
  const width = Math.max(...verdicts.map(({ invariant }) => invariant.length))
  for (const { invariant, ok, detail } of verdicts) {
    console.log(`  ${ok ? '✓' : '✗'}  ${invariant.padEnd(width)}  ${detail ?? ''}`.trimEnd())
  }
}

function report(verdicts: readonly Verdict[]): boolean {
  print(verdicts)
  const broken = verdicts.filter(({ ok }) => !ok).length
  console.log(
    broken === 0 ? `The ledger holds: ${verdicts.length} invariants.` : `Broken invariants: ${broken}.`,
  )
  return broken === 0
}

const { dataDir } = readPlaces(process.env, false)
const verdicts = await withDatabase(dataDir, ({ ownerUrl }) => verifyLedger(ownerUrl))
process.exitCode = verdicts !== undefined && report(verdicts) ? 0 : 1
