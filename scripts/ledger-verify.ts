// `npm run ledger:verify`: asks the database whether the ledger's invariants hold, all of them, over everything.
import pg from 'pg'
import { withDatabase } from './cluster.ts'
import { readPlaces } from './environment.ts'

type Verdict = { readonly invariant: string; readonly ok: boolean; readonly detail: string | null }

async function verify(url: string): Promise<readonly Verdict[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Verdict>('select invariant, ok, detail from ledger.verify()')
    return rows
  } finally {
    await client.end()
  }
}

function print(verdicts: readonly Verdict[]): void {
  const width = Math.max(...verdicts.map(({ invariant }) => invariant.length))
  for (const { invariant, ok, detail } of verdicts) {
    console.log(`  ${ok ? '✓' : '✗'}  ${invariant.padEnd(width)}  ${detail ?? ''}`.trimEnd())
  }
}

function report(verdicts: readonly Verdict[]): boolean {
  if (verdicts.length === 0) throw new Error('ledger.verify() checked nothing.')
  print(verdicts)
  const broken = verdicts.filter(({ ok }) => !ok).length
  console.log(
    broken === 0 ? `The ledger holds: ${verdicts.length} invariants.` : `Broken invariants: ${broken}.`,
  )
  return broken === 0
}

const { dataDir } = readPlaces(process.env, false)
const verdicts = await withDatabase(dataDir, ({ ownerUrl }) => verify(ownerUrl))
process.exitCode = verdicts !== undefined && report(verdicts) ? 0 : 1
