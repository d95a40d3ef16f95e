// `npm run operator -- <command>`: the operator's decisions from the command line, each with a reason.
import { parseArgs } from 'node:util'
import { listWaiting, refuseHeld, releaseHeld } from './operations/commands.ts'
import { openProcess } from './process.ts'
import { change, givenBackLimits, pass } from './transfer/decisions.ts'

const HELP = `npm run operator -- list
npm run operator -- release <operation> --reason "why" [--operator name]
npm run operator -- refuse  <operation> --reason "why" [--operator name]
`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string' }, operator: { type: 'string', default: 'cli' } },
})
const [command, operationId = ''] = positionals
const { deps, close } = await openProcess('operator')
const transferMoves = { change, givenBackLimits, pass }

async function run(): Promise<string> {
  if (command === 'list') {
    const waiting = await listWaiting(deps)
    const lines = waiting.map(row =>
      [row.since.toISOString(), row.what, row.id, row.state, row.detail].join('  '),
    )
    return lines.join('\n') || 'Nothing waits for a person.'
  }
  const decide = command === 'release' ? releaseHeld : command === 'refuse' ? refuseHeld : undefined
  if (!decide) return HELP
  if (!values.reason) throw new Error('A decision needs its reason: --reason "why"')
  return decide(deps, transferMoves, { operator: values.operator, operationId, reason: values.reason })
}

try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  await close()
}
