// `npm run operator -- …`: the operator's command line of the API, on the database of this clone.
import { spawn } from 'node:child_process'
import { withDatabase } from './cluster.ts'
import { applicationEnvironment, readPlaces, root } from './environment.ts'

const places = readPlaces(process.env, false)

const ended = await withDatabase(places.dataDir, async ({ appUrl }) => {
  const child = spawn(process.execPath, ['api/src/operator.ts', ...process.argv.slice(2)], {
    cwd: root,
    env: applicationEnvironment(places, appUrl),
    stdio: 'inherit',
  })
  return new Promise<number>((settle, reject) => {
    child.once('error', reject).once('exit', code => settle(code ?? 1))
  })
})
process.exitCode = ended ?? 1
process.disconnect?.()
