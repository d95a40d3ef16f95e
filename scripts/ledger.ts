// Asks a database whether the ledger's invariants hold, all of them, over everything.
import pg from 'pg'
import { runningCluster } from './cluster.ts'

export type Verdict = { readonly invariant: string; readonly ok: boolean; readonly detail: string | null }

export async function verifyLedger(url: string): Promise<readonly Verdict[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Verdict>('select invariant, ok, detail from ledger.verify()')
    if (rows.length === 0) throw new Error('ledger.verify() checked nothing.')
    return rows
  } finally {
    await client.end()
  }
}

/** What is wrong with the ledger of a Jokko that runs now. */
export async function brokenInvariants(dataDir: string): Promise<readonly Verdict[]> {
  const cluster = runningCluster(dataDir)
  if (cluster === undefined) throw new Error(`No database runs in ${dataDir}.`)
  return (await verifyLedger(cluster.ownerUrl)).filter(({ ok }) => !ok)
}
