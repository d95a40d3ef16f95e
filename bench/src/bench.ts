// `npm run bench [name …]`: prints one JSON line per figure on standard output and exits 1 when a floor is missed.
import { parseArgs } from 'node:util'
import { type Figure, print, say } from './report.ts'

const benches: Record<string, () => Promise<Figure[]>> = {
  transfer: async () => [await (await import('./transfers.ts')).benchTransfer()],
  'transfer-128': async () => [await (await import('./transfers.ts')).benchTransfer128()],
  ledger: async () => (await import('./ledger.ts')).benchLedger(),
  hot: async () => (await import('./ledger.ts')).benchHot(),
  read: async () => (await import('./read.ts')).benchRead(),
  history: async () => (await import('./history.ts')).benchHistory(),
  bulk: async () => (await import('./bulk.ts')).benchBulk(),
  live: async () => (await import('./live.ts')).benchLive(),
  web: async () => (await import('./web.ts')).benchWeb(),
  start: async () => (await import('./start.ts')).benchStart(),
}

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean' },
    seed: { type: 'string' },
    operations: { type: 'string' },
    rows: { type: 'string' },
    kills: { type: 'string' },
  },
})
const known = [...Object.keys(benches), 'faults', 'faults-bulk']
const unknown = names.filter(name => !known.includes(name))
if (unknown.length > 0) {
  say(`No benchmark is called ${unknown.join(', ')}. There are: ${known.join(', ')}.`)
  process.exit(2)
}

let missed = 0
for (const name of names.length > 0 ? names : Object.keys(benches)) {
  say(`— ${name}`)
  if (name === 'faults' || name === 'faults-bulk') {
    const { benchBulkFaults, benchFaults } = await import('./faults.ts')
    if (!(await (name === 'faults' ? benchFaults : benchBulkFaults)(options))) missed += 1
    continue
  }
  for (const figure of (await benches[name]?.()) ?? []) {
    print(figure)
    if (!figure.ok) missed += 1
  }
}
process.exit(missed > 0 ? 1 : 0)
