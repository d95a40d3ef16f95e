// `npm run bench [name …]`: prints one JSON line per figure on standard output and exits 1 when a floor is missed.
import { type Figure, print, say } from './report.ts'

const benches: Record<string, () => Promise<Figure[]>> = {
  transfer: async () => [await (await import('./transfers.ts')).benchTransfer()],
  'transfer-128': async () => [await (await import('./transfers.ts')).benchTransfer128()],
}

const wanted = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
const unknown = wanted.filter(name => !(name in benches))
if (unknown.length > 0) {
  say(`No benchmark is called ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}

let missed = 0
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  say(`— ${name}`)
  for (const figure of (await benches[name]?.()) ?? []) {
    print(figure)
    if (!figure.ok) missed += 1
  }
}
process.exit(missed > 0 ? 1 : 0)
