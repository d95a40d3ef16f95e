// `npm run db:reset`: deletes the embedded database and the sandbox's memory. The next start makes them anew.
import { removeCluster } from './cluster.ts'
import { readPlaces } from './environment.ts'
import { runningSupervisor } from './lock.ts'

const { dataDir } = readPlaces(process.env, false)
const running = runningSupervisor(dataDir)

if (process.env['DATABASE_URL'] !== undefined) {
  console.error('DATABASE_URL is set. This command only deletes the embedded database; yours is left alone.')
  process.exitCode = 1
} else if (running !== undefined) {
  console.error(
    `Jokko is running on ${running.url} (process ${running.pid}). Stop it first, with Ctrl-C there.`,
  )
  process.exitCode = 1
} else {
  await removeCluster(dataDir)
  console.log(`Deleted ${dataDir}. The next npm start begins with a new database and the demo people.`)
}
